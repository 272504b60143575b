//! Kroki's routes.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde_json::json;

use crate::client::Routes;

/// A code as Kroki's clients write it.
fn coded(text: &str) -> String {
    use std::io::Write as _;
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes()).unwrap();
    BASE64_URL_SAFE.encode(encoder.finish().unwrap())
}

const FLOW: &str = "flowchart LR\n  a[Start] --> b[End]\n";

#[tokio::test]
async fn a_code_of_both_types_is_drawn_in_their_formats() {
    let routes = Routes::default();
    let puml = coded("@startuml\nAlice -> Bob : hello\n@enduml\n");
    let flow = coded(FLOW);
    for (path, start) in [
        (format!("/plantuml/svg/{puml}"), &b"<svg"[..]),
        (format!("/plantuml/png/{puml}"), b"\x89PNG"),
        (format!("/plantuml/txt/{puml}"), b""),
        (format!("/mermaid/svg/{flow}"), b"<svg"),
        (format!("/mermaid/png/{flow}"), b"\x89PNG"),
        (format!("/mermaid/svg/{}", flow.trim_end_matches('=')), b"<svg"),
    ] {
        let reply = routes.get(&path).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        assert!(reply.body.starts_with(start), "{path}");
        assert!(reply.header("cache-control").contains("max-age"), "{path}");
    }
    let dark = routes.get(&format!("/mermaid/svg/{flow}?theme=dark")).await.body;
    assert_ne!(dark, routes.get(&format!("/mermaid/svg/{flow}")).await.body);
}

#[tokio::test]
async fn a_source_in_the_body_is_drawn() {
    let routes = Routes::default();
    let whole =
        json!({ "diagram_source": FLOW, "diagram_type": "mermaid", "output_format": "png" });
    assert!(routes.post("/", whole).await.body.starts_with(b"\x89PNG"));
    let puml = json!({ "diagram_source": "A -> B", "diagram_options": { "theme": "sand" } });
    assert!(routes.post("/plantuml", puml).await.body.starts_with(b"<svg"));
    let puml = json!({ "diagram_source": "A -> B", "diagram_options": {} });
    assert!(routes.post("/plantuml/svg", puml).await.body.starts_with(b"<svg"));
    let text = [("content-type", "text/plain")];
    assert!(routes.send("POST", "/mermaid/svg", &text, FLOW).await.body.starts_with(b"<svg"));
    assert!(routes.send("POST", "/plantuml/svg", &text, "A -> B").await.body.starts_with(b"<svg"));
    let accept = [("content-type", "text/plain"), ("accept", "image/png")];
    assert!(routes.send("POST", "/mermaid", &accept, FLOW).await.body.starts_with(b"\x89PNG"));
    let typed = [("content-type", "text/plain"), ("kroki-diagram-type", "mermaid")];
    assert!(routes.send("POST", "/", &typed, FLOW).await.body.starts_with(b"<svg"));
}

#[tokio::test]
async fn what_is_not_drawn_here_is_said() {
    let routes = Routes::default();
    for path in ["/graphviz/svg/eJwrSQQAAwgBXg==", "/d2/svg/x", "/c4plantuml/png/x"] {
        let reply = routes.get(path).await;
        assert_eq!(reply.status, 404, "{path}");
        assert!(reply.text().contains("plantuml, mermaid"), "{}", reply.text());
    }
    let other = json!({ "diagram_source": "x", "diagram_type": "vega" });
    assert_eq!(routes.post("/", other).await.status, 404);
    assert_eq!(routes.post("/", json!({ "diagram_source": "x" })).await.status, 400);
    assert_eq!(routes.get("/mermaid/gif/x").await.status, 400);
    assert_eq!(routes.get("/mermaid/svg/!!").await.status, 400);
    let wrong = routes.get(&format!("/mermaid/svg/{}", coded("flowchart LR\n  a[ --> b"))).await;
    assert_eq!(wrong.status, 400);
    assert!(
        wrong.body.starts_with(b"<svg") && !wrong.header("x-plantuml-diagram-error").is_empty()
    );
    let bomb = coded(&"a".repeat(3 << 20));
    assert_eq!(routes.get(&format!("/mermaid/svg/{bomb}")).await.status, 400);
}

#[tokio::test]
async fn health_is_told_as_kroki_tells_it() {
    let reply = Routes::default().get("/health").await;
    assert_eq!((reply.status, &reply.json()["status"]), (200, &json!("pass")));
}

#[tokio::test]
async fn a_png_that_is_drawn_smaller_says_so() {
    let draw_time = std::time::Duration::from_mins(2);
    let limits = straightedge::Limits { draw_time, ..straightedge::Limits::default() };
    let routes =
        Routes::new(straightedge::Settings { limits, ..straightedge::Settings::default() });
    let wide = (0..60)
        .map(|it| format!("participant \"a participant with a rather long name {it}\" as P{it}\n"));
    let large = wide.collect::<String>() + &"P0 -> P59 : far\n".repeat(60);
    for path in ["/plantuml/png", "/png"] {
        let reply = routes.send("POST", path, &[], large.clone()).await;
        assert_eq!(reply.status, 200, "{path}");
        let notice = reply.header("x-plantuml-diagram-notice");
        assert!(notice.contains("more than the limit of 16000000"), "{path}: {notice:?}");
        let reply = routes.send("POST", path, &[], "A -> B").await;
        assert_eq!(reply.header("x-plantuml-diagram-notice"), "", "{path}");
    }
}
