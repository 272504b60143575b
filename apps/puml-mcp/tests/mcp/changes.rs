//! What clients are told while the project changes.

use serde_json::json;

use crate::talk::{Talk, folder, rooted};

const HELLO: &str = "@startuml\nAlice -> Bob : Hello\n@enduml\n";

#[tokio::test]
async fn a_changed_file_is_told_to_those_who_subscribed() {
    let project = folder(&[("a.puml", HELLO), ("b.puml", HELLO)]);
    let mut talk = Talk::with(rooted(project.path())).await;
    let uri = "puml://project/files/a.puml";
    talk.read(uri).await;
    for uri in [uri, "puml://project/diagnostics"] {
        let answer = talk.ask("resources/subscribe", json!({"uri": uri})).await;
        assert!(answer["result"].is_object(), "{answer}");
    }
    std::fs::write(project.path().join("b.puml"), "changed, and nobody asked").unwrap();
    std::fs::write(project.path().join("a.puml"), "changed").unwrap();
    let mut told = Vec::new();
    while !told.contains(&json!(uri)) {
        let news = talk.hear_of("notifications/resources/updated").await;
        told.push(news["params"]["uri"].clone());
    }
    assert!(!told.contains(&json!("puml://project/files/b.puml")), "{told:?}");
    let answer = talk.ask("resources/unsubscribe", json!({"uri": uri})).await;
    assert!(answer["result"].is_object());
}

#[tokio::test]
async fn a_new_file_changes_the_list() {
    let project = folder(&[("a.puml", HELLO)]);
    let mut talk = Talk::with(rooted(project.path())).await;
    talk.read("puml://project/diagrams").await;
    std::fs::write(project.path().join("new.puml"), HELLO).unwrap();
    talk.hear_of("notifications/resources/list_changed").await;
    std::fs::remove_file(project.path().join("a.puml")).unwrap();
    talk.hear_of("notifications/resources/list_changed").await;
    assert!(!talk.read("puml://project/diagrams").await.contains("a.puml"));
}

#[tokio::test]
async fn what_does_not_exist_cannot_be_subscribed_to() {
    let project = folder(&[]);
    let mut talk = Talk::with(rooted(project.path())).await;
    let answer = talk.ask("resources/subscribe", json!({"uri": "puml://nothing"})).await;
    assert!(answer["error"].is_object());
}
