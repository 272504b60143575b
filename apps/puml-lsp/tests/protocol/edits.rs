//! Answers that change the text: rename and layout.

use serde_json::{Value, json};

use crate::client::{Client, FILE, applied, at, range, unmarked};

#[test]
fn rename_changes_names_and_never_texts() {
    let client = Client::new();
    let marked = "actor A\n|A -> B : A asks 😀\nB -> A : ok\n";
    let (text, position) = unmarked(marked);
    let prepared = client.at("textDocument/prepareRename", marked, &json!({}));
    assert_eq!(prepared["placeholder"], "A");
    let params = at(FILE, &position, &json!({ "newName": "The user" }));
    let answer = client.ask("textDocument/rename", &params);
    assert_eq!(
        applied(&text, &answer["changes"][FILE]),
        "actor \"The user\"\n\"The user\" -> B : A asks 😀\nB -> \"The user\" : ok\n"
    );
    let nothing = client.at("textDocument/prepareRename", "A -> B : wo|rd", &json!({}));
    assert_eq!(nothing, Value::Null);
    let taken = at(FILE, &json!({ "line": 0, "character": 0 }), &json!({ "newName": "B" }));
    let (code, message) = client.refusal("textDocument/rename", &taken);
    assert_eq!(code, -32803);
    assert!(message.contains("already"), "{message}");
}

#[test]
fn formatting_of_all_of_some_lines_and_while_typing() {
    let client = Client::new();
    let text = "@startuml\nA->B:x\nalt ok\nB-->A\n\nend\n@enduml\n";
    client.open(FILE, text);
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let document = json!({ "uri": FILE });
    let whole = json!({ "textDocument": document, "options": options });
    let edits = client.ask("textDocument/formatting", &whole);
    let expected = "@startuml\nA -> B : x\nalt ok\n  B --> A\n\nend\n@enduml\n";
    assert_eq!(applied(text, &edits), expected);
    // Selected downwards and upwards.
    for selected in [range((3, 0), (4, 0)), range((4, 0), (3, 0))] {
        let some = json!({ "textDocument": document, "options": options, "range": selected });
        let edits = client.ask("textDocument/rangeFormatting", &some);
        assert_eq!(applied(text, &edits), "@startuml\nA->B:x\nalt ok\n  B --> A\n\nend\n@enduml\n");
    }
    let typed = json!({
        "textDocument": document, "options": options, "ch": "\n",
        "position": { "line": 4, "character": 0 },
    });
    let edits = client.ask("textDocument/onTypeFormatting", &typed);
    assert_eq!(applied(text, &edits), "@startuml\nA->B:x\nalt ok\n  B --> A\n  \nend\n@enduml\n");
}

#[test]
fn settings_of_the_folder_decide_the_layout() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let set = |text: &str| std::fs::write(root.join(".puml.toml"), text).unwrap();
    set("[fmt]\nindent = 4\ncolon = \"tight\"\n");
    let uri = format!("file://{}/a.puml", root.display());
    let client = Client::new();
    let text = "@startuml\nA -> B : x\nalt ok\nB --> A\n\nend\n@enduml\n";
    client.open(&uri, text);
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let whole = json!({ "textDocument": { "uri": uri }, "options": options });
    let edits = client.ask("textDocument/formatting", &whole);
    let expected = "@startuml\nA -> B: x\nalt ok\n    B --> A\n\nend\n@enduml\n";
    assert_eq!(applied(text, &edits), expected);
    let typed = json!({
        "textDocument": { "uri": uri }, "options": options, "ch": "\n",
        "position": { "line": 4, "character": 0 },
    });
    let edits = client.ask("textDocument/onTypeFormatting", &typed);
    assert!(applied(text, &edits).contains("\n    \nend"));
    set("[fmt]\nindent = 9\n");
    assert_eq!(client.ask("textDocument/formatting", &whole), json!(null));
    let said = client.told("window/showMessage");
    assert!(said["message"].as_str().unwrap().contains("`indent` is 1 to 8"), "{said}");
}

#[test]
fn a_rename_reaches_all_files_or_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let write = |name: &str, text: &str| std::fs::write(root.join(name), text).unwrap();
    write("cast.iuml", "actor A\nparticipant B\n");
    write("other.puml", "@startuml\n!include cast.iuml\nB -> A : A\n@enduml\n");
    write("page.md", "# A\n\n```puml\n!include cast.iuml\nA -> B\n```\n\nA and B.\n");
    write("alone.puml", "@startuml\nA -> B\n@enduml\n");
    let uri = |name: &str| format!("file://{}/{name}", root.display());
    let folders = json!([{ "uri": format!("file://{}", root.display()), "name": "project" }]);
    let client = Client::start(&json!({ "capabilities": {}, "workspaceFolders": folders }));
    let (text, position) = unmarked("@startuml\n!include cast.iuml\n|A -> B : A\n@enduml\n");
    client.open(&uri("a.puml"), &text);
    let renamed = |to: &str| at(&uri("a.puml"), &position, &json!({ "newName": to }));
    let answer = client.ask("textDocument/rename", &renamed("Alice"));
    let changes = answer["changes"].as_object().unwrap();
    assert_eq!(changes.len(), 4, "{changes:?}");
    let now = |name: &str| {
        let text = std::fs::read_to_string(root.join(name)).unwrap();
        applied(&text, &changes[&uri(name)])
    };
    assert!(applied(&text, &changes[&uri("a.puml")]).contains("Alice -> B : A\n"));
    assert_eq!(now("cast.iuml"), "actor Alice\nparticipant B\n");
    assert!(now("other.puml").contains("B -> Alice : A\n"));
    let page = "# A\n\n```puml\n!include cast.iuml\nAlice -> B\n```\n\nA and B.\n";
    assert_eq!(now("page.md"), page);
    // A name that a file has already, and a name that is put together.
    write("taken.puml", "@startuml\n!include cast.iuml\nZoe -> A\n@enduml\n");
    let (_, message) = client.refusal("textDocument/rename", &renamed("Zoe"));
    assert!(message.contains("taken.puml line"), "{message}");
}
