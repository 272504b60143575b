//! Settings and changes on disk.

use serde_json::{Value, json};

use crate::client::Client;

const PUBLISH: &str = "textDocument/publishDiagnostics";

#[test]
fn include_roots_come_from_the_settings() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().canonicalize().unwrap();
    std::fs::create_dir_all(path.join("docs")).unwrap();
    std::fs::create_dir_all(path.join("lib")).unwrap();
    std::fs::write(path.join("lib/people.puml"), "actor Alice\n").unwrap();
    let client = Client::start(&json!({
        "capabilities": { "workspace": { "configuration": true } },
        "workspaceFolders": [{ "uri": format!("file://{}", path.display()), "name": "x" }],
    }));
    let asked = client.asked("workspace/configuration", &json!([null]));
    assert_eq!(asked["items"][0]["section"], "puml");
    let uri = format!("file://{}/docs/a.puml", path.display());
    client.open(&uri, "!include people.puml\nAlice -> Bob\n");
    let codes = |pushed: &Value| {
        let all = pushed["diagnostics"].as_array().unwrap();
        all.iter().map(|it| it["code"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(codes(&client.told(PUBLISH)).len(), 1);
    client.tell("workspace/didChangeConfiguration", &json!({ "settings": null }));
    client.asked("workspace/configuration", &json!([{ "includeRoots": ["lib"] }]));
    assert_eq!(codes(&client.told(PUBLISH)), [""; 0]);
}

#[test]
fn settings_that_are_told_count_at_once() {
    let client = Client::new();
    client.open("untitled:a", "A -> B\n");
    assert_eq!(client.told(PUBLISH)["diagnostics"], json!([]));
    let settings = json!({ "settings": { "puml": { "strict": true } } });
    client.tell("workspace/didChangeConfiguration", &settings);
    assert_ne!(client.told(PUBLISH)["diagnostics"], json!([]));
}

#[test]
fn a_changed_include_renews_the_findings() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().canonicalize().unwrap();
    let part = path.join("part.puml");
    std::fs::write(&part, "end\n").unwrap();
    let watches = json!({ "didChangeWatchedFiles": { "dynamicRegistration": true } });
    let client = Client::with(&json!({ "workspace": watches }), &Value::Null);
    let asked = client.asked("client/registerCapability", &Value::Null);
    assert_eq!(asked["registrations"][0]["method"], "workspace/didChangeWatchedFiles");
    let uri = format!("file://{}/a.puml", path.display());
    client.open(&uri, "A -> B\n!include part.puml\n");
    let pushed = client.told(PUBLISH);
    let finding = &pushed["diagnostics"][0];
    assert!(finding["message"].as_str().unwrap().starts_with("in part.puml: "), "{finding}");
    assert_eq!(finding["range"]["start"]["line"], 1);
    let there = &finding["relatedInformation"][0]["location"]["uri"];
    assert_eq!(*there, format!("file://{}", part.display()));

    std::fs::write(&part, "B -> A\n").unwrap();
    let change = json!({ "changes": [{ "uri": format!("file://{}", part.display()), "type": 2 }] });
    client.tell("workspace/didChangeWatchedFiles", &change);
    assert_eq!(client.told(PUBLISH)["diagnostics"], json!([]));

    // The text in the editor counts before the file on disk.
    let part = format!("file://{}", part.display());
    client.open(&part, "B -> A\n");
    assert_eq!(client.told(PUBLISH)["uri"], part);
    client.change(&part, 2, &json!([{ "text": "end\n" }]));
    let mut pushed = [client.told(PUBLISH), client.told(PUBLISH)];
    pushed.sort_by_key(|it| it["uri"].as_str().unwrap().len());
    assert_eq!(pushed[0]["uri"], uri);
    assert_ne!(pushed[0]["diagnostics"], json!([]));
}
