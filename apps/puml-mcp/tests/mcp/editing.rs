//! Tools that change a source and hand it back.

use serde_json::{Value, json};

use crate::talk::{Talk, folder, plain, rooted};

const HELLO: &str = "@startuml\n' a comment\nAlice -> Bob : Hello\n@enduml\n";

async fn edited(kind: &str, args: Value) -> String {
    let mut talk = Talk::with(plain()).await;
    let edit = json!({"kind": kind, "args": args});
    let data = talk.data("puml_apply_edit", json!({"source": HELLO, "edit": edit})).await;
    assert_eq!(data["ok"], true, "{data}");
    let source = data["source"].as_str().unwrap().to_owned();
    assert!(source.contains("' a comment\n"), "{source}");
    source
}

#[tokio::test]
async fn each_kind_of_edit_does_what_it_says() {
    for (kind, args, line) in [
        (
            "add_participant",
            json!({"name": "db", "label": "The store", "kind": "database"}),
            "database \"The store\" as db",
        ),
        ("add_participant", json!({"name": "C", "after_line": 3}), "participant C"),
        ("add_message", json!({"from": "Bob", "to": "Alice"}), "Bob -> Alice"),
        (
            "add_message",
            json!({"from": "Bob", "to": "Alice", "arrow": "-->", "text": "Hi", "after_line": 3}),
            "Bob --> Alice : Hi",
        ),
        (
            "add_note",
            json!({"text": "Look", "participants": ["Bob"], "side": "left"}),
            "note left of Bob : Look",
        ),
        (
            "add_note",
            json!({"text": "Look", "participants": ["Bob"], "side": "right"}),
            "note right of Bob : Look",
        ),
        (
            "add_note",
            json!({"text": "Look", "participants": ["Alice", "Bob"]}),
            "note over Alice, Bob : Look",
        ),
        (
            "wrap_group",
            json!({"first_line": 3, "last_line": 3, "group": "opt", "label": "maybe"}),
            "opt maybe",
        ),
        ("wrap_group", json!({"first_line": 3, "last_line": 3}), "group"),
        ("rename_participant", json!({"from": "Bob", "to": "Robert"}), "Alice -> Robert : Hello"),
        ("change_theme", json!({"theme": "sand"}), "!theme sand"),
        ("change_theme", json!({}), "@startuml"),
        ("move", json!({"line": 3, "after_line": 2}), "Alice -> Bob : Hello"),
    ] {
        let source = edited(kind, args.clone()).await;
        assert!(source.lines().any(|it| it.trim() == line), "{kind} {args}: {source}");
    }
}

#[tokio::test]
async fn an_edit_that_cannot_be_made_changes_nothing() {
    let mut talk = Talk::with(plain()).await;
    for (kind, args) in [
        ("rename_participant", json!({"from": "Nobody", "to": "X"})),
        ("add_participant", json!({"name": "Alice\nA -> B : injected"})),
        ("add_message", json!({"from": "A", "to": "B", "arrow": "->\nX"})),
        ("wrap_group", json!({"first_line": 90, "last_line": 99_999_999_999_u64})),
        ("change_theme", json!({"theme": "x\n!include /etc/passwd"})),
    ] {
        let edit = json!({"kind": kind, "args": args});
        let error = talk.error("puml_apply_edit", json!({"source": HELLO, "edit": edit})).await;
        assert_eq!(error["code"], "edit/refused", "{kind} {args}");
    }
}

#[tokio::test]
async fn wrong_arguments_of_an_edit_are_all_named() {
    let mut talk = Talk::with(plain()).await;
    let edit = json!({"kind": "add_message", "args": {"from": 1, "colour": "red"}});
    let error = talk.error("puml_apply_edit", json!({"source": HELLO, "edit": edit})).await;
    let mut paths: Vec<&str> = error["details"]["violations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["path"].as_str().unwrap())
        .collect();
    paths.sort_unstable();
    assert_eq!(paths, ["/edit/args/colour", "/edit/args/from", "/edit/args/to"]);
}

#[tokio::test]
async fn a_file_is_edited_in_the_answer_only() {
    let project = folder(&[("a.puml", HELLO)]);
    let mut talk = Talk::with(rooted(project.path())).await;
    let edit = json!({"kind": "change_theme", "args": {"theme": "dark"}});
    let data = talk.data("puml_apply_edit", json!({"path": "a.puml", "edit": edit})).await;
    assert!(data["source"].as_str().unwrap().contains("!theme dark"));
    assert_eq!(std::fs::read_to_string(project.path().join("a.puml")).unwrap(), HELLO);
}

async fn normalized(source: &str, more: Value) -> Value {
    let mut arguments = json!({"source": source});
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    Talk::with(plain()).await.data("puml_normalize", arguments).await
}

#[tokio::test]
async fn a_canonical_source_needs_no_patch() {
    let once = normalized("@startuml\nalt  yes\nA->B:hi\nend\n@enduml\n", json!({})).await;
    let source = once["source"].as_str().unwrap();
    assert_eq!(source, "@startuml\nalt yes\n  A -> B : hi\nend\n@enduml\n");
    assert!(!once["patch"].as_array().unwrap().is_empty());
    let twice = normalized(source, json!({})).await;
    assert_eq!((&twice["patch"], twice["source"].as_str().unwrap()), (&json!([]), source));
    let left = normalized("A->B", json!({"format": false})).await;
    assert_eq!(left["source"], "A->B");
}

#[tokio::test]
async fn participants_are_declared_where_they_stand() {
    for (source, expected) in [
        (
            "@startuml\nA -> B : hi\nB -> C : ho\n@enduml\n",
            "@startuml\nparticipant A\nparticipant B\nparticipant C\nA -> B : hi\nB -> C : ho\n@enduml\n",
        ),
        (
            "@startuml\nactor A\nA -> \"The B\" : hi\n@enduml\n",
            "@startuml\nactor A\nparticipant \"The B\"\nA -> \"The B\" : hi\n@enduml\n",
        ),
        // Declared together, C would stand before D.
        (
            "@startuml\nA -> B : hi\nactor D\nA -> C : ho\n@enduml\n",
            "@startuml\nparticipant A\nparticipant B\nA -> B : hi\nactor D\nparticipant C\nA -> C : ho\n@enduml\n",
        ),
        (
            "@startuml\nactor A\nA -> A : hi\n@enduml\n",
            "@startuml\nactor A\nA -> A : hi\n@enduml\n",
        ),
    ] {
        let more = json!({"addExplicitParticipants": true, "format": false});
        let data = normalized(source, more).await;
        assert_eq!(data["source"], expected);
        assert_eq!(data["ok"], true);
    }
}

#[tokio::test]
async fn parts_are_removed_and_moved_by_their_names() {
    let mut talk = Talk::with(plain()).await;
    let map = "@startmindmap\n* Root\n** A\n*** leaf\n** B\n@endmindmap\n";
    for (edit, wanted) in [
        (json!({"kind": "remove", "args": {"name": "A"}}), "* Root\n** B\n"),
        (json!({"kind": "move", "args": {"name": "leaf", "under": "B"}}), "** A\n** B\n*** leaf\n"),
    ] {
        let data = talk.data("puml_apply_edit", json!({"source": map, "edit": edit})).await;
        assert_eq!(data["ok"], true, "{data}");
        assert!(data["source"].as_str().unwrap().contains(wanted), "{data}");
    }
}
