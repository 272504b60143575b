//! The Mermaid and PlantUML code tools, as their specifications publish them.

use puml_mcp::{Settings, server};
use serde_json::json;

use crate::talk::{Talk, plain};

const FLOW: &str = "flowchart TD\n  A[Start] --> B[End]\n";

#[tokio::test]
async fn a_diagram_is_verified_drawn_and_saved() {
    let mut talk = Talk::with(plain()).await;
    assert_eq!(talk.data("verify", json!({"code": FLOW})).await, json!({"ok": true}));
    let drawn = talk.data("render", json!({"code": FLOW})).await;
    let saved = talk.data("svg", json!({"code": FLOW})).await;
    assert!(drawn["svg"].as_str().unwrap().starts_with("<svg"));
    assert_eq!(drawn["svg"], saved["svg"]);
    let name = saved["filename"].as_str().unwrap();
    let time = name.strip_prefix("diagram-20").and_then(|it| it.strip_suffix(".svg"));
    assert!(time.is_some_and(|it| it.len() == 17), "{name}");
}

#[tokio::test]
async fn refusals_are_in_the_published_words() {
    let mut talk = Talk::with(plain()).await;
    for arguments in [json!({}), json!({"code": 7}), json!({"code": "  "})] {
        let verdict = talk.data("verify", arguments.clone()).await;
        assert_eq!(
            verdict,
            json!({"ok": false, "error": "Invalid input: code must be a non-empty string"})
        );
        let drawn = talk.result("render", arguments).await;
        assert_eq!(drawn["isError"], true);
        assert_eq!(
            drawn["structuredContent"]["error"],
            "Invalid input: code must be a non-empty string"
        );
    }
    let wrong = talk.data("verify", json!({"code": "flowchart TD\n  A -->"})).await;
    assert_eq!(wrong["ok"], false);
    assert!(wrong["error"].as_str().unwrap().contains("line 2"), "{wrong}");
}

#[tokio::test]
async fn a_large_picture_is_a_link() {
    let mut talk = Talk::with(server(&Settings { inline_bytes: 500, ..Settings::default() })).await;
    for tool in ["render", "svg"] {
        let result = talk.result(tool, json!({"code": FLOW})).await;
        assert_eq!(result["structuredContent"]["svg"], "");
        let uri = result["structuredContent"]["resource"]["uri"].as_str().unwrap();
        assert!(talk.read(uri).await.starts_with("<svg"));
    }
}

#[tokio::test]
async fn a_code_leads_to_the_text_and_back() {
    let mut talk = Talk::with(plain()).await;
    let source = "@startuml\nA -> B : hi\n@enduml";
    let coded = talk.data("encodePlantUML", json!({"plantumlCode": source})).await;
    let url = coded["result"]["url"].as_str().unwrap();
    assert!(url.starts_with("https://www.plantuml.com/plantuml/svg/"));
    let text = talk.data("decodePlantUML", json!({"encoded": url})).await;
    assert_eq!(text["result"]["plantumlCode"], source);
    for (tool, arguments, code) in [
        ("encodePlantUML", json!({"plantumlCode": " "}), "EMPTY_CODE"),
        ("encodePlantUML", json!({}), "EMPTY_CODE"),
        ("encodePlantUML", json!({"plantumlCode": "x".repeat(52_000)}), "CODE_TOO_LARGE"),
        ("decodePlantUML", json!({"encoded": "!!"}), "DECODING_FAILED"),
    ] {
        let result = talk.result(tool, arguments).await;
        assert_eq!(result["isError"], true);
        assert_eq!(result["structuredContent"]["error"]["code"], code);
    }
}
