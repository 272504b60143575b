//! Hover, definition, references, highlights, links.

use serde_json::{Value, json};

use crate::client::{Client, at, unmarked};

#[test]
fn hover_tells_about_participants_and_keywords() {
    let client = Client::new();
    let source = "actor \"The user\" as U\n|U -> B : U\nU <- B";
    let answer = client.at("textDocument/hover", source, &json!({}));
    let said = answer["contents"]["value"].as_str().unwrap();
    assert!(said.starts_with("**U** (actor)"), "{said}");
    assert!(said.ends_with("sends 1 message, receives 1 message"), "{said}");
    let answer = client.at("textDocument/hover", "A -> B\nlo|op 3\nA -> B\nend", &json!({}));
    assert!(answer["contents"]["value"].as_str().unwrap().contains("loop [text] … end"));
    assert_eq!(client.at("textDocument/hover", "A -> B : h|i", &json!({})), Value::Null);
}

#[test]
fn definition_leads_into_included_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().canonicalize().unwrap();
    std::fs::write(path.join("people.puml"), "' people\nactor Alice\n").unwrap();
    let client = Client::new();
    let uri = format!("file://{}/a.puml", path.display());
    let (text, position) = unmarked("!include people.puml\n|Alice -> Bob\n");
    client.open(&uri, &text);
    let answer = client.ask("textDocument/definition", &at(&uri, &position, &json!({})));
    assert_eq!(answer["uri"], format!("file://{}/people.puml", path.display()));
    assert_eq!(answer["range"]["start"]["line"], 1);
    let own = client.at("textDocument/definition", "A -> B\nactor B\n|B -> A", &json!({}));
    assert_eq!(own["range"]["start"], json!({ "line": 1, "character": 6 }));
}

#[test]
fn references_and_highlights_leave_texts_out() {
    let client = Client::new();
    let source = "actor A\n|A -> B : A\nnote over A : A\n";
    let all = json!({ "context": { "includeDeclaration": true } });
    let found = client.at("textDocument/references", source, &all);
    assert_eq!(found.as_array().unwrap().len(), 3);
    let uses = json!({ "context": { "includeDeclaration": false } });
    assert_eq!(client.at("textDocument/references", source, &uses).as_array().unwrap().len(), 2);
    let lit = client.at("textDocument/documentHighlight", source, &json!({}));
    let kinds: Vec<_> = lit.as_array().unwrap().iter().map(|it| it["kind"].clone()).collect();
    assert_eq!(kinds, [3, 2, 2]);
}

#[test]
fn links_lead_to_files_and_addresses() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().canonicalize().unwrap();
    std::fs::write(path.join("b.puml"), "A -> B\n").unwrap();
    let client = Client::new();
    let uri = format!("file://{}/a.puml", path.display());
    client
        .open(&uri, "!include b.puml\n!include missing.puml\nA -> B : [[https://example.com x]]\n");
    let params = json!({ "textDocument": { "uri": uri } });
    let links = client.ask("textDocument/documentLink", &params);
    let targets: Vec<_> = links.as_array().unwrap().iter().map(|it| it["target"].clone()).collect();
    let file = format!("file://{}/b.puml", path.display());
    assert_eq!(targets, [json!(file), json!("https://example.com")]);
}
