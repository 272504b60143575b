//! Markdown and AsciiDoc: every fence is a diagram, everything else is left alone.

use serde_json::{Value, json};

use crate::client::{Client, applied, at, unmarked};

const PAGE: &str = "# Bob -> Alice\n\n```puml\nactor Alice\nAlice->Bob:hi\n|\nend\n```\n\nBob  is prose. \n\n```mermaid\nflowchart\n```\n\n~~~plantuml\n@startuml\nBob -> Carol\n@enduml\n~~~\n";

fn opened(client: &Client) -> (&'static str, String, Value) {
    let uri = "untitled:page.md";
    let (text, position) = unmarked(PAGE);
    let item = json!({ "uri": uri, "languageId": "markdown", "version": 1, "text": text });
    client.tell("textDocument/didOpen", &json!({ "textDocument": item }));
    (uri, text, position)
}

#[test]
fn fences_are_first_class_and_prose_is_left_alone() {
    let client = Client::new();
    let (uri, text, position) = opened(&client);
    let document = json!({ "textDocument": { "uri": uri } });
    let pushed = client.told("textDocument/publishDiagnostics");
    assert_eq!(pushed["diagnostics"].as_array().unwrap().len(), 1);
    assert_eq!(pushed["diagnostics"][0]["range"]["start"]["line"], 6);
    // Completion knows the fence's own participants; prose gets none.
    let offered = client.ask("textDocument/completion", &at(uri, &position, &json!({})));
    let labels: Vec<&str> = offered["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["label"].as_str().unwrap())
        .collect();
    assert!(labels.contains(&"Alice") && !labels.contains(&"Carol"), "{labels:?}");
    let prose = at(uri, &json!({ "line": 9, "character": 0 }), &json!({}));
    for method in ["completion", "hover", "definition", "prepareRename"] {
        assert_eq!(client.ask(&format!("textDocument/{method}"), &prose), Value::Null, "{method}");
    }
    // The layout of the fences, and of nothing else.
    let options = json!({ "tabSize": 4, "insertSpaces": false });
    let asked = json!({ "textDocument": { "uri": uri }, "options": options });
    let laid_out = applied(&text, &client.ask("textDocument/formatting", &asked));
    assert!(laid_out.contains("Alice -> Bob : hi\n"), "{laid_out}");
    assert!(laid_out.contains("Bob  is prose. \n"), "{laid_out}");
    let said = client.told("window/logMessage");
    assert!(said["message"].as_str().unwrap().contains("tabSize"), "{said}");
    // Each fence is a diagram of the preview.
    for (idx, name) in [(0, "Alice"), (1, "Carol")] {
        let asked = json!({ "textDocument": { "uri": uri }, "diagram": idx });
        let answer = client.ask("puml/renderSvg", &asked);
        assert_eq!(answer["diagrams"], 2);
        assert!(answer["svg"].as_str().unwrap().contains(name), "{answer}");
    }
    let symbols = client.ask("textDocument/documentSymbol", &document);
    let names: Vec<_> = symbols.as_array().unwrap().iter().map(|it| it["name"].clone()).collect();
    assert_eq!(names, ["diagram 1", "diagram 2"]);
    // Bob of the first fence is not the Bob of the second.
    let first = at(uri, &json!({ "line": 4, "character": 7 }), &json!({ "newName": "Zed" }));
    let answer = client.ask("textDocument/rename", &first);
    let renamed = applied(&text, &answer["changes"][uri]);
    assert!(renamed.contains("Alice->Zed:hi") && renamed.contains("Bob -> Carol"), "{renamed}");
}

#[test]
fn blocks_of_asciidoc_are_checked_alike() {
    let client = Client::new();
    let uri = "untitled:guide.adoc";
    let text = "= Guide\n\n[plantuml]\n----\nA -> B\nend\n----\n";
    let item = json!({ "uri": uri, "languageId": "asciidoc", "version": 1, "text": text });
    client.tell("textDocument/didOpen", &json!({ "textDocument": item }));
    let pushed = client.told("textDocument/publishDiagnostics");
    assert_eq!(pushed["diagnostics"][0]["range"]["start"]["line"], 5);
}
