//! Findings, pushed and pulled.

use serde_json::{Value, json};

use crate::client::{Client, FILE};

const PUBLISH: &str = "textDocument/publishDiagnostics";

fn pulling() -> Client {
    Client::with(&json!({ "textDocument": { "diagnostic": {} } }), &Value::Null)
}

#[test]
fn findings_are_pushed_with_code_hint_and_related_places() {
    let options = json!({ "codePages": "https://docs.example/codes/" });
    let client = Client::with(&json!({}), &options);
    client.open(FILE, "@startuml\nAlice -> Bob\nend\n@enduml\n");
    let pushed = client.told(PUBLISH);
    assert_eq!((&pushed["uri"], &pushed["version"]), (&json!(FILE), &json!(1)));
    let finding = &pushed["diagnostics"][0];
    assert_eq!(finding["code"], "syntax/no-open-group");
    assert_eq!(
        finding["codeDescription"]["href"],
        "https://docs.example/codes/syntax/no-open-group.md"
    );
    assert_eq!(finding["severity"], 1);
    assert_eq!(finding["source"], "puml");
    assert_eq!(finding["range"]["start"], json!({ "line": 2, "character": 0 }));
    assert!(finding["message"].as_str().unwrap().contains("open a group before it"));
    assert_eq!(finding["data"]["fixes"][0], "remove the line");

    client.open("untitled:b", "!procedure $p()\nend\n!endprocedure\nA -> B\n$p()\n");
    let pushed = client.told(PUBLISH);
    let related = &pushed["diagnostics"][0]["relatedInformation"][0];
    assert_eq!(related["location"]["uri"], "untitled:b");
    assert_eq!(related["location"]["range"]["start"]["line"], 4);
}

#[test]
fn findings_follow_the_edits_and_go_with_the_text() {
    let client = Client::new();
    client.open(FILE, "A -> B\n");
    assert_eq!(client.told(PUBLISH)["diagnostics"], json!([]));
    client.change(FILE, 2, &json!([{ "text": "A -> B\nend\n" }]));
    let pushed = client.told(PUBLISH);
    assert_eq!(pushed["version"], 2);
    assert_eq!(pushed["diagnostics"].as_array().unwrap().len(), 1);
    client.tell("textDocument/didClose", &json!({ "textDocument": { "uri": FILE } }));
    assert_eq!(client.told(PUBLISH)["diagnostics"], json!([]));
}

#[test]
fn a_client_that_asks_is_answered_and_not_pushed_to() {
    let client = pulling();
    client.open(FILE, "A -> B\nend\n");
    let params = json!({ "textDocument": { "uri": FILE } });
    let report = client.ask("textDocument/diagnostic", &params);
    assert_eq!(report["kind"], "full");
    assert_eq!(report["items"][0]["code"], "syntax/no-open-group");
    let again = json!({ "textDocument": { "uri": FILE }, "previousResultId": report["resultId"] });
    assert_eq!(client.ask("textDocument/diagnostic", &again)["kind"], "unchanged");
    client.change(FILE, 2, &json!([{ "text": "A -> B\n" }]));
    assert_eq!(client.ask("textDocument/diagnostic", &again)["items"], json!([]));
    assert!(!client.has_been_told(PUBLISH));
}

#[test]
fn the_whole_workspace_is_diagnosed() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let write = |name: &str, text: &str| std::fs::write(root.join(name), text).unwrap();
    write("good.puml", "@startuml\nA -> B\n@enduml\n");
    write("bad.puml", "@startuml\nA -> B\nend\n@enduml\n");
    write("page.md", "Text.\n\n```puml\nA -> B\nend\n```\n");
    write("prose.md", "end\n");
    let folders = json!([{ "uri": format!("file://{}", root.display()), "name": "project" }]);
    let client = Client::start(&json!({ "capabilities": {}, "workspaceFolders": folders }));
    let report = client.ask("workspace/diagnostic", &json!({ "previousResultIds": [] }));
    let items = report["items"].as_array().unwrap();
    let told: Vec<(String, usize)> = items
        .iter()
        .map(|it| {
            let name = it["uri"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
            (name, it["items"].as_array().unwrap().len())
        })
        .collect();
    let expected = [("bad.puml", 1), ("good.puml", 0), ("page.md", 1)];
    assert_eq!(told, expected.map(|it| (it.0.to_owned(), it.1)));
    assert_eq!(items[2]["items"][0]["range"]["start"]["line"], 4);
    let known: Vec<_> =
        items.iter().map(|it| json!({ "uri": it["uri"], "value": it["resultId"] })).collect();
    let again = client.ask("workspace/diagnostic", &json!({ "previousResultIds": known }));
    assert!(again["items"].as_array().unwrap().iter().all(|it| it["kind"] == "unchanged"));
}
