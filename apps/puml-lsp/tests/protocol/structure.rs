//! Outline, workspace symbols, folding, selections, hints, colours.

use serde_json::{Value, json};

use crate::client::{Client, FILE, range};

fn document() -> Value {
    json!({ "textDocument": { "uri": FILE } })
}

#[test]
fn the_outline_is_a_tree() {
    let client = Client::new();
    client.open(FILE, "box Back\nactor A\nend box\nalt ok\nA -> B\nelse no\nA -> B\nend\n");
    let outline = client.ask("textDocument/documentSymbol", &document());
    assert_eq!(outline[0]["name"], "box Back");
    assert_eq!(outline[0]["children"][0]["name"], "A");
    assert_eq!(outline[1]["children"][0]["name"], "else no");
    assert_eq!(outline[1]["range"], range((3, 0), (7, 3)));
}

#[test]
fn workspace_symbols_come_from_open_texts_and_folders() {
    let one = tempfile::tempdir().unwrap();
    let other = tempfile::tempdir().unwrap();
    std::fs::create_dir(one.path().join("sub")).unwrap();
    std::fs::write(one.path().join("sub/a.puml"), "actor Saved\n").unwrap();
    std::fs::write(other.path().join("b.puml"), "actor SavedToo\n").unwrap();
    let folder = |it: &tempfile::TempDir| {
        let path = it.path().canonicalize().unwrap();
        json!({ "uri": format!("file://{}", path.display()), "name": "x" })
    };
    let client = Client::start(&json!({ "capabilities": {}, "workspaceFolders": [folder(&one)] }));
    client.open(FILE, "actor Unsaved\n");
    let names = || {
        let found = client.ask("workspace/symbol", &json!({ "query": "saved" }));
        let names =
            found.as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap().to_owned());
        names.collect::<Vec<_>>()
    };
    assert_eq!(names(), ["Unsaved", "Saved"]);
    let event = json!({ "event": { "added": [folder(&other)], "removed": [folder(&one)] } });
    client.tell("workspace/didChangeWorkspaceFolders", &event);
    assert_eq!(names(), ["Unsaved", "SavedToo"]);
}

#[test]
fn groups_fold_and_selections_grow() {
    let client = Client::new();
    client.open(FILE, "@startuml\nloop 3\n  A -> B : two words\nend\n@enduml\n");
    let folds = client.ask("textDocument/foldingRange", &document());
    let lines = |it: &Value| (it["startLine"].as_u64().unwrap(), it["endLine"].as_u64().unwrap());
    let lines: Vec<_> = folds.as_array().unwrap().iter().map(lines).collect();
    assert_eq!(lines, [(0, 3), (1, 2)]);
    let mut params = document();
    params["positions"] = json!([{ "line": 2, "character": 12 }]);
    let grown = client.ask("textDocument/selectionRange", &params);
    assert_eq!(grown[0]["range"], range((2, 11), (2, 14)));
    assert_eq!(grown[0]["parent"]["range"], range((2, 11), (2, 20)));
    assert_eq!(grown[0]["parent"]["parent"]["range"], range((2, 2), (2, 20)));
}

#[test]
fn hints_show_numbers_and_names() {
    let client = Client::new();
    client.open(FILE, "autonumber 7\nactor \"The user\" as U\nU -> B\nB -> U\n");
    let mut params = document();
    params["range"] = range((0, 0), (3, 0));
    let hints = client.ask("textDocument/inlayHint", &params);
    let labels: Vec<_> = hints.as_array().unwrap().iter().map(|it| it["label"].clone()).collect();
    assert_eq!(labels, ["7", "The user", "8"]);
    let quiet = json!({ "inlayHints": { "numbers": false, "aliases": false } });
    let client = Client::with(&json!({}), &quiet);
    client.open(FILE, "autonumber\nA -> B\n");
    assert_eq!(client.ask("textDocument/inlayHint", &params), json!([]));
}

#[test]
fn colours_are_found_and_rewritten() {
    let client = Client::new();
    client.open(FILE, "actor A #FF0000\nA -> B : <color:blue>x</color>\n");
    let colors = client.ask("textDocument/documentColor", &document());
    assert_eq!(colors[0]["range"], range((0, 8), (0, 15)));
    assert_eq!(colors[0]["color"], json!({ "red": 1.0, "green": 0.0, "blue": 0.0, "alpha": 1.0 }));
    assert_eq!(colors[1]["color"]["blue"], 1.0);
    let mut params = document();
    params["range"] = colors[0]["range"].clone();
    params["color"] = json!({ "red": 0.0, "green": 0.0, "blue": 1.0, "alpha": 1.0 });
    let ways = client.ask("textDocument/colorPresentation", &params);
    assert_eq!(ways[0]["label"], "#0000FF");
    assert_eq!(ways[1]["textEdit"]["newText"], "#Blue");
}
