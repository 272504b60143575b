//! A rename is right in every file of the project, or it is refused.

use serde_json::{Value, json};

use crate::talk::{Talk, folder, plain, rooted};

const CAST: &str = "actor A\nparticipant B\n";
const MAIN: &str = "@startuml\n!include cast.iuml\nA -> B : A\n@enduml\n";

fn rename(from: &str, to: &str) -> Value {
    json!({"kind": "rename_participant", "args": {"from": from, "to": to}})
}

#[tokio::test]
async fn files_that_share_the_name_come_with_the_answer() {
    let project = folder(&[
        ("main.puml", MAIN),
        ("cast.iuml", CAST),
        ("docs/page.md", "A.\n\n```puml\n!include ../cast.iuml\nB -> A : hi\n```\n"),
        ("alone.puml", "@startuml\nA -> B\n@enduml\n"),
    ]);
    let mut talk = Talk::with(rooted(project.path())).await;
    let asked = json!({"path": "main.puml", "edit": rename("A", "Alice")});
    let data = talk.data("puml_apply_edit", asked).await;
    assert_eq!((&data["ok"], &data["diagnostics"]), (&json!(true), &json!([])));
    assert_eq!(data["source"], "@startuml\n!include cast.iuml\nAlice -> B : A\n@enduml\n");
    let expected = json!([
        {"path": "cast.iuml", "source": "actor Alice\nparticipant B\n"},
        {"path": "docs/page.md", "source": "A.\n\n```puml\n!include ../cast.iuml\nB -> Alice : hi\n```\n"},
    ]);
    assert_eq!(data["files"], expected);
    assert_eq!(std::fs::read_to_string(project.path().join("cast.iuml")).unwrap(), CAST);
}

#[tokio::test]
async fn what_a_macro_receives_is_renamed_and_its_texts_are_not() {
    let source = "@startuml\n!procedure $ask($who, $what)\nA -> $who : $what\n!endprocedure\n$ask(B, \"B\")\n@enduml\n";
    let mut talk = Talk::with(plain()).await;
    let asked = json!({"source": source, "edit": rename("B", "Shop")});
    let data = talk.data("puml_apply_edit", asked).await;
    assert_eq!(data["source"], source.replace("$ask(B,", "$ask(Shop,"));
    assert!(data["files"].is_null());
}

#[tokio::test]
async fn a_rename_that_changes_more_is_refused_with_its_places() {
    let source =
        "@startuml\n!procedure $echo($who)\nA -> $who : $who\n!endprocedure\n$echo(B)\n@enduml\n";
    let mut talk = Talk::with(plain()).await;
    let asked = json!({"source": source, "edit": rename("B", "Shop")});
    let error = talk.error("puml_apply_edit", asked).await;
    assert_eq!(error["code"], "edit/refused");
    let places = json!([{"file": "source", "line": 3}, {"file": "source", "line": 5}]);
    assert_eq!(error["details"]["places"], places);
}

#[tokio::test]
async fn one_fence_of_a_page_is_renamed_and_the_others_stay() {
    let page = "```puml\nA -> B\n```\n\nA\n\n```puml\nA -> B\n```\n";
    let project = folder(&[("page.md", page)]);
    let mut talk = Talk::with(rooted(project.path())).await;
    let asked = json!({"path": "page.md", "diagram": 1, "edit": rename("A", "Z")});
    let data = talk.data("puml_apply_edit", asked).await;
    assert_eq!(data["source"], "```puml\nA -> B\n```\n\nA\n\n```puml\nZ -> B\n```\n");
}
