//! Who is let in: tokens, origins, names.

use axum::body::Body;
use serde_json::json;
use straightedge::{Guard, Metering, Reach, Settings, Site};

use crate::client::Routes;

fn guarded() -> Routes {
    Routes::new(Settings {
        token: Some("open sesame".into()),
        guard: Guard::Everything,
        metrics: Metering::On,
        ..Settings::default()
    })
}

#[tokio::test]
async fn with_a_token_only_the_files_of_the_page_and_the_pulse_are_free() {
    let routes = guarded();
    for path in ["/", "/assets/app.js", "/healthz", "/readyz", "/plans"] {
        assert_eq!(routes.get(path).await.status, 200, "{path}");
    }
    for path in
        ["/api/tools", "/api/openapi.json", "/metrics", "/page/setup", "/svg/SrJGjLDm0W00", "/mcp"]
    {
        let reply = routes.get(path).await;
        assert_eq!((reply.status, reply.header("www-authenticate")), (401, "Bearer"), "{path}");
    }
    let reply = routes.send("OPTIONS", "/api/tools", &[], Body::empty()).await;
    assert_eq!(reply.status, 200);
    for (given, status) in [
        ("Bearer open sesame", 200),
        ("bearer open sesame", 200),
        ("Bearer open", 401),
        ("Bearer ", 401),
        ("Basic open sesame", 401),
        ("open sesame", 401),
    ] {
        let reply =
            routes.send("GET", "/api/tools", &[("authorization", given)], Body::empty()).await;
        assert_eq!(reply.status, status, "{given}");
    }
    let reply = routes.post("/api/verify", "{}").await;
    assert_eq!((reply.status, reply.json()["ok"].clone()), (401, json!(false)));
}

#[tokio::test]
async fn a_frame_sees_documents_with_the_pass_of_the_page_and_nothing_else() {
    let routes = guarded();
    let bearer = [("authorization", "Bearer open sesame")];
    let setup = routes.send("GET", "/page/setup", &bearer, Body::empty()).await;
    let cookie = setup.header("set-cookie");
    let parts: Vec<&str> = cookie.split("; ").collect();
    assert_eq!(parts[1..], ["Path=/page/plans/files/", "HttpOnly", "SameSite=Strict"]);
    assert!(!cookie.contains("sesame"), "{cookie}");
    let status = async |path: &str, cookie: &str| {
        routes.send("GET", path, &[("cookie", cookie)], Body::empty()).await.status
    };
    let document = "/page/plans/files/pxe_1/report.html";
    // There are no plans here: who is let in learns that there is no such document.
    assert_eq!(status(document, parts[0]).await, 404);
    assert_eq!(status(document, &format!("theme=dark; {}", parts[0])).await, 404);
    assert_eq!(status(document, "straightedge-documents=guess").await, 401);
    assert_eq!(status("/page/setup", parts[0]).await, 401);
    assert_eq!(status("/api/tools", parts[0]).await, 401);
    let open = Routes::default().get("/page/setup").await;
    assert_eq!(open.header("set-cookie"), "");
}

#[tokio::test]
async fn other_pages_may_not_use_the_calls_of_the_page() {
    let routes = Routes::default();
    let wish = r#"{"language":"puml","source":"A -> B"}"#;
    let kind = ("content-type", "application/json");
    let host = ("host", "127.0.0.1:7878");
    for (headers, status) in [
        (vec![kind, host], 200),
        (vec![kind, host, ("origin", "http://127.0.0.1:7878")], 200),
        (vec![kind, host, ("sec-fetch-site", "same-origin")], 200),
        (vec![kind, host, ("origin", "https://evil.example")], 403),
        (vec![kind, host, ("origin", "null")], 403),
        (vec![kind, host, ("sec-fetch-site", "cross-site")], 403),
        (vec![("content-type", "text/plain"), host], 415),
    ] {
        let reply = routes.send("POST", "/page/compile", &headers, wish).await;
        assert_eq!(reply.status, status, "{headers:?}");
        assert_eq!(reply.header("access-control-allow-origin"), "");
    }
}

/// The server of an owner who was given a token for what is private.
fn own(home: &tempfile::TempDir) -> Settings {
    Settings {
        reach: Reach::Machine,
        token: Some("a-made-token".into()),
        plans: Some(home.path().to_owned()),
        roots: vec![home.path().to_owned()],
        hosts: vec!["workshop.example".into()],
        metrics: Metering::On,
        ..Settings::default()
    }
}

const BEARER: (&str, &str) = ("authorization", "Bearer a-made-token");
const JSON: (&str, &str) = ("content-type", "application/json");

#[tokio::test]
async fn plans_and_agent_configuration_need_the_token_on_this_machine_too() {
    let home = tempfile::tempdir().unwrap();
    let routes = Routes::new(own(&home));
    for (method, path) in [
        ("POST", "/page/plans/session_list"),
        ("GET", "/page/plans/files/pxe_1/report.html"),
        ("POST", "/mcp/planexe"),
        ("POST", "/mcp/agentpack"),
        ("GET", "/metrics"),
    ] {
        let reply = routes.send(method, path, &[JSON], "{}").await;
        assert_eq!((reply.status, reply.header("www-authenticate")), (401, "Bearer"), "{path}");
        let reply = routes.send(method, path, &[JSON, BEARER], "{}").await;
        assert_ne!(reply.status, 401, "{path}");
    }
    // Diagrams stay open.
    let wish = r#"{"language":"puml","source":"A -> B"}"#;
    assert_eq!(routes.post("/page/compile", wish).await.status, 200);
    assert_eq!(routes.get("/svg/SyfFKj2rKt3CoKnELR1Io4ZDoSa70000").await.status, 200);
    assert_eq!(routes.get("/page/setup").await.header("set-cookie"), "", "no pass for strangers");
    let setup = routes.send("GET", "/page/setup", &[BEARER], Body::empty()).await;
    assert!(setup.header("set-cookie").starts_with("straightedge-documents="));
}

#[tokio::test]
async fn the_model_of_new_plans_is_tried_and_then_remembered() {
    let home = tempfile::tempdir().unwrap();
    let routes = Routes::new(own(&home));
    let path = "/page/plans/model";
    let ask = async |wish: &'static str| routes.send("POST", path, &[JSON, BEARER], wish).await;
    assert_eq!(routes.send("POST", path, &[JSON], "{}").await.status, 401);
    assert_eq!(ask("{}").await.json()["model"], "embedded");
    // Nobody listens there, and the other address nobody allowed: neither is remembered.
    for wish in [
        r#"{"model":"openai:m@http://127.0.0.1:9/v1"}"#,
        r#"{"model":"openai:m@https://elsewhere.example/v1"}"#,
    ] {
        assert_eq!(ask(wish).await.status, 422, "{wish}");
        assert_eq!(ask("{}").await.json()["model"], "embedded");
    }
    let told = ask(r#"{"model":"agent,embedded"}"#).await.json();
    assert_eq!(
        (&told["model"], &told["said"]),
        (&"agent,embedded".into(), &"asks whoever calls".into())
    );
    assert_eq!(ask("{}").await.json()["model"], "agent,embedded");
}

#[tokio::test]
async fn nothing_private_is_served_without_a_token() {
    let home = tempfile::tempdir().unwrap();
    assert!(Site::open(Settings { token: None, ..own(&home) }).is_err());
}

#[tokio::test]
async fn agent_configuration_is_offered_for_named_folders_only() {
    let home = tempfile::tempdir().unwrap();
    let routes = Routes::new(Settings { roots: Vec::new(), ..own(&home) });
    assert_eq!(routes.send("POST", "/mcp/agentpack", &[JSON, BEARER], "{}").await.status, 404);
}

#[tokio::test]
async fn a_strangers_name_does_not_reach_what_is_kept_here() {
    let home = tempfile::tempdir().unwrap();
    let routes = Routes::new(own(&home));
    for (host, status) in [
        ("127.0.0.1:7878", 200),
        ("localhost:7878", 200),
        ("[::1]:7878", 200),
        ("workshop.example", 200),
        ("evil.example:7878", 403),
        ("", 403),
    ] {
        let headers = [("host", host), JSON, BEARER];
        let reply = routes.send("POST", "/page/plans/session_list", &headers, "{}").await;
        assert_eq!(reply.status, status, "{host}");
    }
}

#[tokio::test]
async fn pages_elsewhere_post_drawings_only_if_they_are_named() {
    let routes = Routes::new(Settings {
        origins: vec!["https://wiki.example".into()],
        ..Settings::default()
    });
    let (named, foreign) = (("origin", "https://wiki.example"), ("origin", "https://evil.example"));
    let code = r#"{"code":"graph TD\nA-->B"}"#;
    for (path, kind, body) in [
        ("/svg", "text/plain", "A -> B"),
        ("/plantuml/png", "text/plain", "A -> B"),
        ("/api/verify", "application/json", code),
        ("/api/tools/render", "application/json", code),
    ] {
        let kind = ("content-type", kind);
        let reply = routes.send("POST", path, &[kind, foreign], body).await;
        assert_eq!(reply.status, 403, "{path}");
        assert_eq!(reply.header("access-control-allow-origin"), "", "{path}");
        let reply =
            routes.send("POST", path, &[kind, ("sec-fetch-site", "cross-site")], body).await;
        assert_eq!(reply.status, 403, "{path}");
        let reply = routes.send("POST", path, &[kind, named], body).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        assert_eq!(reply.header("access-control-allow-origin"), "https://wiki.example", "{path}");
        assert!(reply.header("vary").to_lowercase().contains("origin"), "{path}");
        let reply = routes.send("POST", path, &[kind], body).await;
        assert_eq!(reply.status, 200, "programs are no pages: {path}");
    }
    // Pictures by address and the published encoder are for every page.
    let reply = routes
        .send("GET", "/svg/SyfFKj2rKt3CoKnELR1Io4ZDoSa70000", &[foreign], Body::empty())
        .await;
    assert_eq!((reply.status, reply.header("access-control-allow-origin")), (200, "*"));
    let source = r#"{"plantumlCode":"A -> B"}"#;
    let reply = routes.send("POST", "/api/tools/encodePlantUML", &[JSON, foreign], source).await;
    assert_eq!((reply.status, reply.header("access-control-allow-origin")), (200, "*"));
}

#[tokio::test]
async fn a_named_page_learns_in_advance_that_it_may_send_the_token() {
    let routes = Routes::new(Settings {
        token: Some("open sesame".into()),
        guard: Guard::Everything,
        origins: vec!["https://wiki.example".into()],
        ..Settings::default()
    });
    let named = ("origin", "https://wiki.example");
    let asks = [
        named,
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", "authorization,content-type"),
    ];
    for path in ["/api/verify", "/svg", "/mcp", "/api/tools/encodePlantUML"] {
        let reply = routes.send("OPTIONS", path, &asks, Body::empty()).await;
        assert_eq!(reply.status / 100, 2, "{path}");
        assert_ne!(reply.header("access-control-allow-origin"), "", "{path}");
        let headers = reply.header("access-control-allow-headers").to_lowercase();
        assert!(headers.contains("authorization") && headers.contains("content-type"), "{path}");
        let mut foreign = asks;
        foreign[0] = ("origin", "https://evil.example");
        let reply = routes.send("OPTIONS", path, &foreign, Body::empty()).await;
        let is_encoder = path.starts_with("/api/tools");
        assert_eq!(reply.header("access-control-allow-origin").is_empty(), !is_encoder, "{path}");
    }
    let bearer = ("authorization", "Bearer open sesame");
    let reply = routes.send("POST", "/svg", &[named, bearer], "A -> B").await;
    assert_eq!(
        (reply.status, reply.header("access-control-allow-origin")),
        (200, "https://wiki.example")
    );
    let reply = routes.send("POST", "/svg", &[named], "A -> B").await;
    assert_eq!(reply.status, 401);
    assert_eq!(reply.header("access-control-allow-origin"), "https://wiki.example");
}
