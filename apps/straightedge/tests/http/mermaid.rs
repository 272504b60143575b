//! The published Mermaid interface: `POST /api/verify`, `/api/render` and `/api/svg`.

use axum::body::Body;
use serde_json::json;

use crate::client::Routes;

/// The body of the published examples, byte for byte.
const EXAMPLE: &str = r#"{"code":"graph TD\nA-->B"}"#;

#[tokio::test]
async fn a_right_diagram_is_verified() {
    let reply = Routes::default().post("/api/verify", EXAMPLE).await;
    assert_eq!((reply.status, reply.json()), (200, json!({ "ok": true })));
    assert_eq!(reply.header("content-type"), "application/json");
}

#[tokio::test]
async fn a_wrong_diagram_is_refused_with_the_place_and_the_reason() {
    let reply =
        Routes::default().post("/api/verify", json!({ "code": "graph TD\nA --> [B" })).await;
    assert_eq!((reply.status, reply.json()["ok"].clone()), (200, json!(false)));
    let error = reply.json()["error"].as_str().unwrap().to_owned();
    assert!(error.starts_with("Invalid Mermaid syntax") && error.contains("line 2"), "{error}");
    for path in ["/api/render", "/api/svg"] {
        let reply = Routes::default().post(path, json!({ "code": "graph TD\nA --> [B" })).await;
        assert_eq!((reply.status, reply.json()), (422, json!({ "error": error })));
    }
}

#[tokio::test]
async fn a_picture_is_whole_and_without_script() {
    let reply = Routes::default().post("/api/render", EXAMPLE).await;
    assert_eq!(reply.status, 200);
    let answer = reply.json();
    assert_eq!(answer.as_object().unwrap().len(), 1);
    let svg = answer["svg"].as_str().unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert!(svg.contains("xmlns=\"http://www.w3.org/2000/svg\""));
    for unsafe_part in ["<script", "onclick", "<iframe", "<foreignObject", "<style"] {
        assert!(!svg.contains(unsafe_part));
    }
}

#[tokio::test]
async fn a_download_is_the_same_picture_with_a_name() {
    let routes = Routes::default();
    let answer = routes.post("/api/svg", EXAMPLE).await.json();
    assert_eq!(answer["svg"], routes.post("/api/render", EXAMPLE).await.json()["svg"]);
    let name = answer["filename"].as_str().unwrap();
    let shape: String = name.chars().map(|it| if it.is_ascii_digit() { '0' } else { it }).collect();
    assert_eq!(shape, "diagram-0000-00-00T00-00-00.svg");
    assert_eq!(answer.as_object().unwrap().len(), 2);
}

#[tokio::test]
async fn codes_that_cannot_be_looked_at_have_the_published_messages() {
    let routes = Routes::default();
    let invalid = "Invalid input: code must be a non-empty string";
    let long = "Code exceeds maximum length of 50KB";
    let too_long = json!({ "code": format!("graph TD\n{}", "A".repeat(50_000)) }).to_string();
    let far_too_long = json!({ "code": "A".repeat(2 << 20) }).to_string();
    for (body, status, message) in [
        ("{}", 400, invalid),
        (r#"{"code":""}"#, 400, invalid),
        (r#"{"code":5}"#, 400, invalid),
        ("", 400, invalid),
        (too_long.as_str(), 413, long),
        (far_too_long.as_str(), 413, long),
    ] {
        let reply = routes.post("/api/verify", body).await;
        assert_eq!(
            (reply.status, reply.json()),
            (status, json!({ "ok": false, "error": message }))
        );
        for path in ["/api/render", "/api/svg"] {
            let reply = routes.post(path, body).await;
            assert_eq!((reply.status, reply.json()), (status, json!({ "error": message })));
        }
    }
}

#[tokio::test]
async fn other_methods_are_refused() {
    let reply = Routes::default().get("/api/verify").await;
    assert_eq!(reply.status, 405);
    assert_eq!(reply.json(), json!({ "ok": false, "error": "Only POST method is allowed" }));
    let reply = Routes::default().send("OPTIONS", "/api/render", &[], Body::empty()).await;
    assert_eq!(reply.status, 200);
}
