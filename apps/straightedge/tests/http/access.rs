//! Who is let in: tokens, origins, names.

use axum::body::Body;
use serde_json::json;
use straightedge::{Reach, Settings};

use crate::client::Routes;

fn guarded() -> Routes {
    Routes::new(Settings { token: Some("open sesame".into()), ..Settings::default() })
}

#[tokio::test]
async fn with_a_token_only_the_files_of_the_page_and_the_pulse_are_free() {
    let routes = guarded();
    for path in ["/", "/assets/app.js", "/healthz", "/plans"] {
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

#[tokio::test]
async fn a_strangers_name_does_not_reach_what_is_kept_here() {
    let home = tempfile::tempdir().unwrap();
    let routes = Routes::new(Settings {
        reach: Reach::Machine,
        plans: Some(home.path().to_owned()),
        hosts: vec!["workshop.example".into()],
        ..Settings::default()
    });
    for (host, status) in [
        ("127.0.0.1:7878", 200),
        ("localhost:7878", 200),
        ("[::1]:7878", 200),
        ("workshop.example", 200),
        ("evil.example:7878", 403),
        ("", 403),
    ] {
        let headers = [("host", host), ("content-type", "application/json")];
        let reply = routes.send("POST", "/page/plans/session_list", &headers, "{}").await;
        assert_eq!(reply.status, status, "{host}");
    }
}
