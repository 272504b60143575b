//! What may be typed.

use serde_json::{Value, json};

use crate::client::{Client, at, unmarked};

fn labels(answer: &Value) -> Vec<String> {
    let items = answer["items"].as_array().unwrap();
    items.iter().map(|it| it["label"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn each_place_offers_what_may_be_typed_there() {
    let client = Client::new();
    for (source, wanted) in [
        ("actor Alice\nBob -> |", "Alice"),
        ("alt x\nA -> B\n|", "else"),
        ("A |", "->"),
        ("actor A #|", "LightBlue"),
        ("skinparam |", "ArrowColor"),
        ("!theme |", "dark"),
        ("A -> B : |", "**bold**"),
        ("!|", "include"),
        ("note |", "over"),
    ] {
        let answer = client.at("textDocument/completion", source, &json!({}));
        assert!(labels(&answer).iter().any(|it| it == wanted), "{source}: {:?}", labels(&answer));
    }
}

#[test]
fn the_typed_beginning_is_replaced_also_behind_emoji() {
    let client = Client::new();
    let answer = client.at("textDocument/completion", "actor Alice\n\"😀\" -> Al|", &json!({}));
    let item = &answer["items"][0];
    assert_eq!(item["textEdit"]["newText"], "Alice");
    assert_eq!(item["textEdit"]["range"]["start"], json!({ "line": 1, "character": 8 }));
    assert_eq!(item["textEdit"]["range"]["end"], json!({ "line": 1, "character": 10 }));
}

#[test]
fn a_typed_sign_offers_only_what_it_calls_for() {
    let client = Client::new();
    for (source, sign, some) in [
        ("A -> B : one |", " ", false),
        ("A -> B\n  |", " ", false),
        ("A -> |", " ", true),
        ("A -> B :|", ":", false),
        ("A -> B : <|", "<", true),
        ("A -> B : and/|", "/", false),
        ("A -|", "-", true),
    ] {
        let context = json!({ "context": { "triggerKind": 2, "triggerCharacter": sign } });
        let answer = client.at("textDocument/completion", source, &context);
        assert_eq!(!labels(&answer).is_empty(), some, "{source:?}: {:?}", labels(&answer));
    }
}

#[test]
fn snippets_are_for_clients_that_take_them() {
    let plain = Client::with(&json!({}), &Value::Null);
    let answer = plain.at("textDocument/completion", "lo|", &json!({}));
    let of = |answer: &Value| {
        let items = answer["items"].as_array().unwrap();
        items.iter().find(|it| it["label"] == "loop").unwrap()["textEdit"]["newText"].clone()
    };
    assert_eq!(of(&answer), "loop");
    let answer = Client::new().at("textDocument/completion", "lo|", &json!({}));
    assert_eq!(of(&answer), "loop ${1:condition}\n  $0\nend");
}

#[test]
fn include_paths_are_those_of_the_folder_and_the_roots() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("docs/parts")).unwrap();
    std::fs::create_dir_all(folder.path().join("lib")).unwrap();
    for name in ["docs/near.puml", "docs/readme.txt", "lib/shared.iuml"] {
        std::fs::write(folder.path().join(name), "A -> B\n").unwrap();
    }
    let roots = json!({ "includeRoots": [folder.path().join("lib")] });
    let client = Client::with(&json!({}), &roots);
    let uri = format!("file://{}/docs/a.puml", folder.path().display());
    let (text, position) = unmarked("!include |");
    client.open(&uri, &text);
    let answer = client.ask("textDocument/completion", &at(&uri, &position, &json!({})));
    assert_eq!(labels(&answer), ["near.puml", "shared.iuml", "parts/"]);
}
