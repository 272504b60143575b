//! Families other than sequence: their syntax through tools and resources, and edits that say which diagram they mean.

use serde_json::json;

use crate::talk::{Talk, folder, plain, rooted};

#[tokio::test]
async fn the_syntax_of_every_family_is_listed_and_compiles() {
    let mut talk = Talk::with(plain()).await;
    for family in puml_compiler::family_names() {
        let listed = talk.data("puml_list_primitives", json!({"family": family})).await;
        assert_eq!(listed["family"], family);
        let sections = listed.as_object().unwrap().values().filter_map(|it| it.as_array());
        assert!(sections.map(Vec::len).sum::<usize>() > 2, "{family}: {listed}");
        let page =
            talk.ask("resources/read", json!({"uri": format!("puml://syntax/{family}")})).await;
        assert!(page["result"]["contents"][0]["text"].as_str().unwrap().contains("```puml"));
    }
    let usual = talk.data("puml_list_primitives", json!({})).await;
    for section in ["participants", "arrows", "notes", "groups", "lifecycle", "styling"] {
        assert!(usual[section].as_array().is_some_and(|it| !it.is_empty()), "{section}");
    }
    let unknown = talk.error("puml_list_primitives", json!({"family": "ditaa"})).await;
    assert_eq!(unknown["code"], "tool/invalid-arguments");
}

const TWO: &str = "@startuml one\nA -> B : hi\n@enduml\n\n@startuml two\nA -> C : ho\n@enduml\n";

#[tokio::test]
async fn an_edit_names_the_diagram_it_means() {
    let mut talk = Talk::with(plain()).await;
    let edit = json!({"kind": "rename_participant", "args": {"from": "A", "to": "Z"}});
    let unclear = talk.error("puml_apply_edit", json!({"source": TWO, "edit": edit})).await;
    assert_eq!(unclear["code"], "edit/which-diagram");
    assert!(unclear["message"].as_str().unwrap().contains("1 (sequence two, line 5)"), "{unclear}");
    let second = json!({"source": TWO, "diagram": 1, "edit": edit});
    let data = talk.data("puml_apply_edit", second).await;
    assert_eq!(data["source"], TWO.replace("A -> C", "Z -> C"));
    let by_line = json!({"kind": "add_message", "args": {"from": "C", "to": "A", "after_line": 6}});
    let data = talk.data("puml_apply_edit", json!({"source": TWO, "edit": by_line})).await;
    assert!(data["source"].as_str().unwrap().contains("A -> C : ho\nC -> A\n@enduml"), "{data}");
    let error =
        talk.error("puml_apply_edit", json!({"source": TWO, "diagram": 2, "edit": edit})).await;
    assert_eq!(error["code"], "edit/which-diagram");
}

#[tokio::test]
async fn a_fence_of_a_page_is_edited_in_place() {
    let page = "# T\n\n```puml\nA -> B : hi\n```\n\n```mermaid\nflowchart LR\n  a --> b\n```\n\n```puml\nA -> C : ho\n```\n";
    let project = folder(&[("a.md", page)]);
    let mut talk = Talk::with(rooted(project.path())).await;
    let edit = json!({"kind": "rename_participant", "args": {"from": "A", "to": "Z"}});
    let data =
        talk.data("puml_apply_edit", json!({"path": "a.md", "diagram": 2, "edit": edit})).await;
    assert_eq!(data["source"], page.replace("A -> C", "Z -> C"));
    let error =
        talk.error("puml_apply_edit", json!({"path": "a.md", "diagram": 1, "edit": edit})).await;
    assert!(error["message"].as_str().unwrap().contains("mermaid"), "{error}");
}

#[tokio::test]
async fn whoever_is_unknown_is_named() {
    let mut talk = Talk::with(plain()).await;
    for (kind, args) in [
        ("rename_participant", json!({"from": "Nobody", "to": "B"})),
        ("add_note", json!({"text": "x", "participants": ["Nobody"]})),
        ("add_note", json!({"text": "x", "participants": ["A", "Nobody"]})),
    ] {
        let edit = json!({"kind": kind, "args": args});
        let source = "@startuml\nA -> B : hi\n@enduml\n";
        let error = talk.error("puml_apply_edit", json!({"source": source, "edit": edit})).await;
        assert_eq!(error["message"], "there is no participant `Nobody`", "{kind} {args}");
    }
}
