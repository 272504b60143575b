//! The OpenAPI document is what the routes do.

use axum::body::Body;
use serde_json::{Value, json};

use straightedge::{Metering, Settings};

use crate::client::{Reply, Routes};

/// An argument that each tool accepts.
fn good_body(path: &str) -> Value {
    match path.rsplit('/').next().unwrap() {
        "encodePlantUML" => json!({ "plantumlCode": "@startuml\nA -> B\n@enduml" }),
        "decodePlantUML" => json!({ "encoded": "SrJGjLDm0W00" }),
        "puml_check" | "puml_render_svg" => json!({ "source": "A -> B" }),
        _ => json!({ "code": "graph TD\nA-->B" }),
    }
}

fn assert_described(document: &Value, path: &str, method: &str, reply: &Reply) {
    let responses = &document["paths"][path][method]["responses"];
    let described = &responses[reply.status.to_string()];
    assert!(described.is_object(), "{method} {path} answers {}: not described", reply.status);
    let media_type = reply.header("content-type").split(';').next().unwrap().trim();
    let schema = &described["content"][media_type]["schema"];
    assert!(schema.is_object(), "{method} {path} {}: {media_type} is not described", reply.status);
    if media_type == "application/json" {
        let mut schema = schema.clone();
        schema["components"] = document["components"].clone();
        let validator = jsonschema::validator_for(&schema).unwrap();
        let answer = reply.json();
        let problems: Vec<String> =
            validator.iter_errors(&answer).map(|it| it.to_string()).collect();
        assert!(problems.is_empty(), "{method} {path} {}: {problems:?}", reply.status);
    }
}

#[tokio::test]
async fn what_is_described_is_answered_and_fits() {
    let routes = Routes::new(Settings { metrics: Metering::On, ..Settings::default() });
    let document = routes.get("/api/openapi.json").await.json();
    assert_eq!(document["openapi"], "3.1.0");
    let mut calls = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in item.as_object().unwrap().keys() {
            let code = if method == "post" { "0" } else { "SyfFKj2rKt3CoKnELR1Io4ZDoSa70000" };
            let real = path.replace("{code}", code);
            let good = match method.as_str() {
                "get" => routes.get(&real).await,
                _ if path.starts_with("/api/") => routes.post(&real, good_body(path)).await,
                _ => routes.send("POST", &real, &[], "A -> B").await,
            };
            assert_eq!(good.status, 200, "{method} {path}: {}", good.text());
            assert_described(&document, path, method, &good);
            if method == "post" && path.starts_with("/api/") {
                calls += 1;
                for bad in ["{}", "broken"] {
                    let reply = routes.post(&real, bad).await;
                    assert!((400..500).contains(&reply.status), "{path} {bad}");
                    assert_described(&document, path, method, &reply);
                }
                let reply = routes.post(&real, "x".repeat(2 << 20)).await;
                assert_eq!(reply.status, 413);
                assert_described(&document, path, method, &reply);
            }
            let reply = routes.send("DELETE", &real, &[], Body::empty()).await;
            assert_eq!(reply.status, 405, "DELETE {path}");
            assert!(!reply.header("allow").is_empty(), "DELETE {path}");
            assert_described(&document, path, method, &reply);
        }
    }
    assert!(calls >= 4, "tools, verify, render and svg are described");
}

#[tokio::test]
async fn every_listed_tool_is_described() {
    let routes = Routes::default();
    let document = routes.get("/api/openapi.json").await.json();
    let listed = routes.get("/api/tools").await.json();
    assert_ne!(listed["tools"], json!([]));
    for tool in listed["tools"].as_array().unwrap() {
        let path = format!("/api/tools/{}", tool["name"].as_str().unwrap());
        assert!(document["paths"][&path]["post"].is_object(), "{path}");
    }
}
