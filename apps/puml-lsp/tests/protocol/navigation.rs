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

#[test]
fn calls_tell_what_they_take() {
    let client = Client::new();
    let source = "!procedure $ask($who, $what=\"?\")\n$who -> B : $what\n!endprocedure\n$ask(A, |";
    let answer = client.at("textDocument/signatureHelp", source, &json!({}));
    let signature = &answer["signatures"][0];
    assert_eq!(signature["label"], "$ask($who, $what=\"?\")");
    assert_eq!(signature["parameters"][1]["label"], json!([11, 20]));
    assert_eq!(answer["activeParameter"], 1);
    let none = client.at("textDocument/signatureHelp", "A -> B : x (|", &json!({}));
    assert_eq!(none, Value::Null);
}

#[test]
fn the_hierarchy_tells_who_sends_to_whom() {
    let client = Client::new();
    let source = "actor A\n|A -> B : one\nA -> B : two\nC -> A\n";
    let items = client.at("textDocument/prepareCallHierarchy", source, &json!({}));
    assert_eq!((&items[0]["name"], &items[0]["detail"]), (&json!("A"), &json!("actor")));
    let item = json!({ "item": items[0] });
    let out = client.ask("callHierarchy/outgoingCalls", &item);
    assert_eq!(out[0]["to"]["name"], "B");
    assert_eq!(out[0]["fromRanges"].as_array().unwrap().len(), 2);
    let into = client.ask("callHierarchy/incomingCalls", &item);
    assert_eq!(into[0]["from"]["name"], "C");
    assert_eq!(into[0]["from"]["selectionRange"]["start"]["line"], 3);
}

#[test]
fn names_of_the_preprocessor_are_found_across_files() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let lib = "' greets\n!procedure $hi($who)\nX -> $who\n!endprocedure\n!$port = 80\n";
    std::fs::write(root.join("lib.iuml"), lib).unwrap();
    let other = "@startuml\n!include lib.iuml\n$hi(B)\n@enduml\n";
    std::fs::write(root.join("other.puml"), other).unwrap();
    let folders = json!([{ "uri": format!("file://{}", root.display()), "name": "project" }]);
    let client = Client::start(&json!({ "capabilities": {}, "workspaceFolders": folders }));
    let uri = format!("file://{}/a.puml", root.display());
    let (text, position) = unmarked("!include lib.iuml\n$h|i(A)\nA -> B : $port\n");
    client.open(&uri, &text);
    let asked = at(&uri, &position, &json!({}));
    let place = client.ask("textDocument/definition", &asked);
    assert_eq!(place["uri"], format!("file://{}/lib.iuml", root.display()));
    assert_eq!(place["range"]["start"], json!({ "line": 1, "character": 11 }));
    let told = client.ask("textDocument/hover", &asked);
    let told = told["contents"]["value"].as_str().unwrap();
    assert!(told.contains("greets") && told.contains("lib.iuml, line 2"), "{told}");
    let all = at(&uri, &position, &json!({ "context": { "includeDeclaration": true } }));
    let found = client.ask("textDocument/references", &all);
    let mut files: Vec<&str> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["uri"].as_str().unwrap().rsplit('/').next().unwrap())
        .collect();
    files.sort_unstable();
    assert_eq!(files, ["a.puml", "lib.iuml", "other.puml"]);
    let typed = at(&uri, &json!({ "line": 2, "character": 12 }), &json!({}));
    let offered = client.ask("textDocument/completion", &typed).to_string();
    assert!(offered.contains("$port") && offered.contains("$hi"), "{offered}");
}

/// `flow.iuml` is never whole alone: `all.puml` brings it together with the texts that declare its elements.
#[test]
fn elements_are_found_across_the_parts_of_a_diagram_in_every_family() {
    let families = [
        ("actor Alice\n", "Alice -> Bob : hi\n", "Alice -> Carol : hi\n"),
        ("class Alice {\n}\n", "Alice --> Bob : hi\n", "Alice --> Carol\n"),
        ("component Alice\n", "Alice --> [Bob] : hi\n", "Alice --> [Carol]\n"),
        ("state Alice\n", "Alice --> Bob : hi\n", "Alice --> Carol\nstate Carol\n"),
    ];
    for (people, flow, other) in families {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let write = |name: &str, text: &str| std::fs::write(root.join(name), text).unwrap();
        write("people.iuml", people);
        write("flow.iuml", flow);
        let all = "@startuml\n!include people.iuml\n!include flow.iuml\n@enduml\n";
        write("all.puml", all);
        write("other.puml", &format!("@startuml\n!include people.iuml\n{other}@enduml\n"));
        write("stranger.puml", &format!("@startuml\n{other}@enduml\n"));
        let folders = json!([{ "uri": format!("file://{}", root.display()), "name": "project" }]);
        let client = Client::start(&json!({ "capabilities": {}, "workspaceFolders": folders }));
        for (file, text) in [("flow.iuml", flow), ("people.iuml", people)] {
            let uri = format!("file://{}/{file}", root.display());
            client.open(&uri, text);
            let column = text.find("Alice").unwrap();
            let position = json!({ "line": 0, "character": column });
            let place = client.ask("textDocument/definition", &at(&uri, &position, &json!({})));
            let declared = place["uri"].as_str().unwrap_or_default();
            assert!(declared.ends_with("/people.iuml"), "{file}: {place}");
            let context = json!({ "context": { "includeDeclaration": true } });
            let found = client.ask("textDocument/references", &at(&uri, &position, &context));
            let mut files: Vec<&str> = found
                .as_array()
                .unwrap()
                .iter()
                .map(|it| it["uri"].as_str().unwrap().rsplit('/').next().unwrap())
                .collect();
            files.sort_unstable();
            assert_eq!(files, ["flow.iuml", "other.puml", "people.iuml"], "{people}: {found}");
        }
    }
}

#[test]
fn variables_in_calls_are_known() {
    let client = Client::new();
    let source = "!$port = 80\n!procedure $ask($who, $what)\n$who -> B : $what\n!endprocedure\n$ask(A, $po|rt)\n$ask(A, $port)\n";
    let told = client.at("textDocument/hover", source, &json!({}));
    let told = told["contents"]["value"].as_str().unwrap();
    assert!(told.contains("**$port** (variable)") && told.contains("80"), "{told}");
    let place = client.at("textDocument/definition", source, &json!({}));
    assert_eq!(place["range"]["start"], json!({ "line": 0, "character": 1 }));
    let context = json!({ "context": { "includeDeclaration": true } });
    let found = client.at("textDocument/references", source, &context);
    assert_eq!(found.as_array().unwrap().len(), 3, "{found}");
}
