//! The published encoder interface: `GET /api/tools` and `POST /api/tools/{name}`.

use axum::body::Body;
use serde_json::{Value, json};

use crate::client::{Reply, Routes};

const ENCODE: &str = "/api/tools/encodePlantUML";

fn assert_json(reply: &Reply, methods: &str) {
    assert_eq!(reply.header("content-type"), "application/json");
    assert_eq!(reply.header("access-control-allow-origin"), "*");
    assert_eq!(reply.header("access-control-allow-headers"), "Content-Type");
    assert_eq!(reply.header("access-control-allow-methods"), methods);
}

/// Success and result, or failure and error: never both, never neither.
fn assert_exclusive(answer: &Value) {
    let is_success = answer["success"].as_bool().unwrap();
    assert_eq!(answer.get("result").is_some(), is_success, "{answer}");
    assert_eq!(answer.get("error").is_some(), !is_success, "{answer}");
    if !is_success {
        assert!(answer["error"]["code"].is_string() && answer["error"]["message"].is_string());
    }
}

fn failure(code: &str, message: &str) -> Value {
    json!({ "success": false, "error": { "code": code, "message": message } })
}

#[tokio::test]
async fn discovery_lists_the_published_tool_first_and_as_published() {
    let reply = Routes::default().get("/api/tools").await;
    assert_eq!(reply.status, 200);
    assert_json(&reply, "GET, OPTIONS");
    let answer = reply.json();
    assert_eq!(answer.as_object().unwrap().len(), 1);
    assert_eq!(
        answer["tools"][0],
        json!({
            "id": "encodePlantUML",
            "name": "encodePlantUML",
            "description": "Encodes PlantUML diagram code into a shareable URL for viewing on plantuml.com",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "plantumlCode": {
                        "type": "string",
                        "description": "Valid PlantUML diagram code (must start with @startuml and end with @enduml)"
                    }
                },
                "required": ["plantumlCode"]
            }
        })
    );
}

#[tokio::test]
async fn every_diagram_tool_is_listed_whole() {
    let answer = Routes::default().get("/api/tools").await.json();
    let names: Vec<&str> =
        answer["tools"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        [
            "encodePlantUML",
            "decodePlantUML",
            "verify",
            "render",
            "svg",
            "puml_check",
            "puml_render_svg"
        ]
    );
    for tool in answer["tools"].as_array().unwrap() {
        assert_eq!(tool["id"], tool["name"]);
        assert!(!tool["description"].as_str().unwrap().is_empty());
        assert_eq!(tool["inputSchema"]["type"], "object");
    }
}

#[tokio::test]
async fn other_methods_are_refused_by_name() {
    let routes = Routes::default();
    for method in ["POST", "PUT", "DELETE", "PATCH"] {
        let reply = routes.send(method, "/api/tools", &[], Body::empty()).await;
        assert_eq!(reply.status, 405);
        assert_eq!(reply.json(), failure("METHOD_NOT_ALLOWED", "Only GET method is allowed"));
        assert_json(&reply, "GET, OPTIONS");
        assert_eq!(reply.header("allow"), "GET, HEAD, OPTIONS");
    }
    for method in ["GET", "PUT", "DELETE"] {
        let reply = routes.send(method, ENCODE, &[], Body::empty()).await;
        assert_eq!(reply.status, 405);
        assert_eq!(reply.json(), failure("METHOD_NOT_ALLOWED", "Only POST method is allowed"));
        assert_json(&reply, "POST, OPTIONS");
    }
}

#[tokio::test]
async fn preflight_succeeds() {
    let routes = Routes::default();
    for path in ["/api/tools", ENCODE, "/api/tools/unknownTool"] {
        let reply = routes.send("OPTIONS", path, &[], Body::empty()).await;
        assert_eq!(reply.status, 200, "{path}");
        assert_eq!(reply.header("access-control-allow-origin"), "*");
        assert_eq!(reply.header("access-control-allow-headers"), "Content-Type");
        assert_eq!(reply.header("access-control-allow-methods"), "GET, POST, OPTIONS");
    }
}

#[tokio::test]
async fn a_text_becomes_the_address_that_shows_it() {
    let source = "@startuml\nactor Writer1\nrectangle \"Front Buffer\"\nWriter1 --> \"Front Buffer\"\n@enduml";
    let reply = Routes::default().post(ENCODE, json!({ "plantumlCode": source })).await;
    assert_eq!(reply.status, 200);
    assert_json(&reply, "POST, OPTIONS");
    let answer = reply.json();
    assert_exclusive(&answer);
    let encoded = answer["result"]["encoded"].as_str().unwrap();
    assert_eq!(
        answer["result"],
        json!({
            "url": format!("https://www.plantuml.com/plantuml/svg/{encoded}"),
            "encoded": encoded,
            "format": "svg",
        })
    );
    assert!(encoded.bytes().all(|it| it.is_ascii_alphanumeric() || b"-_".contains(&it)));
    assert_eq!(share::decode(encoded).unwrap(), source);
}

#[tokio::test]
async fn equal_texts_give_equal_addresses() {
    let routes = Routes::default();
    let body = r#"{"plantumlCode":"@startuml\nA --> B\n@enduml"}"#;
    assert_eq!(routes.post(ENCODE, body).await.body, routes.post(ENCODE, body).await.body);
}

#[tokio::test]
async fn missing_mistyped_and_blank_codes_are_empty() {
    let routes = Routes::default();
    let expected = failure("EMPTY_CODE", "plantumlCode is required and cannot be empty");
    for body in [
        r#"{"plantumlCode":""}"#,
        r#"{"plantumlCode":" \n\t "}"#,
        r#"{"plantumlCode":null}"#,
        r#"{"plantumlCode":7}"#,
        r#"{"plantumlCode":["@startuml"]}"#,
        "{}",
        "[]",
        "null",
        "",
    ] {
        let reply = routes.post(ENCODE, body).await;
        assert_eq!((reply.status, reply.json()), (400, expected.clone()), "{body}");
        assert_json(&reply, "POST, OPTIONS");
    }
}

#[tokio::test]
async fn broken_json_is_called_that() {
    let routes = Routes::default();
    for path in [ENCODE, "/api/tools/decodePlantUML", "/api/tools/verify", "/api/tools/puml_check"]
    {
        for body in ["{broken", r#"{"plantumlCode":"A"} more"#, "'A'"] {
            let reply = routes.post(path, body).await;
            let error = &reply.json()["error"];
            assert_eq!((reply.status, &error["code"]), (400, &json!("INVALID_JSON")), "{path}");
            let message = error["message"].as_str().unwrap();
            assert!(message.contains("not valid JSON") && message.contains("column"), "{message}");
        }
    }
    for (path, field) in [("/api/verify", "/error"), ("/api/svg", "/error")] {
        let reply = routes.post(path, "{broken").await;
        assert_eq!(reply.status, 400);
        let told = reply.json().pointer(field).unwrap().as_str().unwrap().to_owned();
        assert!(told.contains("not valid JSON"), "{told}");
    }
    let reply = routes.post("/page/compile", "{broken").await;
    assert_eq!(reply.json()["error"]["code"], "INVALID_JSON");
}

#[tokio::test]
async fn the_size_limit_counts_bytes() {
    let routes = Routes::default();
    let most = 50 * 1024;
    let reply = routes.post(ENCODE, json!({ "plantumlCode": "A".repeat(most) })).await;
    assert_eq!(reply.status, 200);
    let expected = failure("CODE_TOO_LARGE", "PlantUML code exceeds maximum size of 50KB");
    for large in
        ["A".repeat(51 * 1024), "A".repeat(most + 1), "ä".repeat(most / 2 + 1), "A".repeat(3 << 20)]
    {
        let reply = routes.post(ENCODE, json!({ "plantumlCode": large })).await;
        assert_eq!((reply.status, reply.json()), (413, expected.clone()));
    }
}

#[tokio::test]
async fn text_that_is_not_unicode_cannot_be_encoded() {
    let routes = Routes::default();
    let expected = failure("ENCODING_FAILED", "Failed to encode PlantUML code");
    for body in [&b"{\"plantumlCode\":\"\xff\xfe\"}"[..], br#"{"plantumlCode":"\ud800"}"#] {
        let reply = routes.send("POST", ENCODE, &[], body.to_vec()).await;
        assert_eq!((reply.status, reply.json()), (500, expected.clone()));
        for other in ["decodePlantUML", "verify", "puml_check"] {
            let path = format!("/api/tools/{other}");
            assert_eq!(routes.send("POST", &path, &[], body.to_vec()).await.status, 400);
        }
    }
}

#[tokio::test]
async fn unknown_and_missing_tools_have_codes_of_their_own() {
    let routes = Routes::default();
    let reply = routes.post("/api/tools/unknownTool", "{}").await;
    assert_eq!(reply.status, 404);
    assert_eq!(reply.json(), failure("TOOL_NOT_FOUND", "Tool 'unknownTool' not found"));
    assert_json(&reply, "POST, OPTIONS");
    let reply = routes.post("/api/tools/", "{}").await;
    assert_eq!(
        (reply.status, reply.json()["error"]["code"].clone()),
        (400, json!("TOOL_NAME_REQUIRED"))
    );
    let reply = routes.get("/api/nowhere").await;
    assert_eq!((reply.status, reply.json()["error"]["code"].clone()), (404, json!("NOT_FOUND")));
}

#[tokio::test]
async fn codes_lead_back_to_their_texts() {
    let body = json!({ "encoded": "SyfFKj2rKt3CoKnELR1Io4ZDoSa70000" });
    let answer = Routes::default().post("/api/tools/decodePlantUML", body).await.json();
    assert_exclusive(&answer);
    assert_eq!(answer["result"]["plantumlCode"], "@startuml\nBob -> Alice : hello\n@enduml");
    let reply =
        Routes::default().post("/api/tools/decodePlantUML", json!({ "encoded": "%%%" })).await;
    assert_eq!(
        (reply.status, reply.json()["error"]["code"].clone()),
        (400, json!("DECODING_FAILED"))
    );
}

#[tokio::test]
async fn mermaid_tools_answer_in_the_same_envelope() {
    let routes = Routes::default();
    let good = json!({ "code": "graph TD\nA-->B" });
    let bad = json!({ "code": "graph TD\nA-->" });
    let answer = routes.post("/api/tools/verify", &good).await.json();
    assert_eq!(answer, json!({ "success": true, "result": { "ok": true } }));
    let answer = routes.post("/api/tools/verify", &bad).await.json();
    assert_exclusive(&answer);
    assert_eq!(answer["result"]["ok"], false);
    let answer = routes.post("/api/tools/render", &good).await.json();
    assert!(answer["result"]["svg"].as_str().unwrap().starts_with("<svg"));
    let reply = routes.post("/api/tools/svg", &bad).await;
    assert_eq!(reply.status, 422);
    assert_exclusive(&reply.json());
    assert_eq!(reply.json()["error"]["code"], "INVALID_DIAGRAM");
}

#[tokio::test]
async fn compiler_tools_answer_in_the_same_envelope() {
    let routes = Routes::default();
    let answer =
        routes.post("/api/tools/puml_check", json!({ "source": "A -> B : hi" })).await.json();
    assert_exclusive(&answer);
    assert_eq!(answer["success"], true, "{answer}");
    let answer =
        routes.post("/api/tools/puml_render_svg", json!({ "source": "A -> B : hi" })).await.json();
    assert_eq!(answer["success"], true, "{answer}");
    assert!(answer.to_string().contains("<svg"));
    let reply = routes.post("/api/tools/puml_check", json!({ "nonsense": 1 })).await;
    assert_eq!(reply.status, 400);
    assert_exclusive(&reply.json());
}
