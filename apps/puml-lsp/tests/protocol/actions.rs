//! Code actions.

use serde_json::{Value, json};

use crate::client::{Client, FILE, applied, range};

fn actions(client: &Client, range: &Value, only: Option<&str>) -> Vec<Value> {
    let mut context = json!({ "diagnostics": [] });
    if let Some(only) = only {
        context["only"] = json!([only]);
    }
    let params = json!({ "textDocument": { "uri": FILE }, "range": range, "context": context });
    client.ask("textDocument/codeAction", &params).as_array().unwrap().clone()
}

fn after(text: &str, actions: &[Value], title: &str) -> String {
    let action = actions.iter().find(|it| it["title"] == title);
    let action = action.unwrap_or_else(|| panic!("no {title:?} in {actions:#?}"));
    applied(text, &action["edit"]["changes"][FILE])
}

#[test]
fn fixes_and_refactorings_are_offered_where_they_apply() {
    let client = Client::new();
    let text = "@startuml\nactor \"The user\" as U\nU -> B\nB -> U\nend\n";
    client.open(FILE, text);

    let fixes = actions(&client, &range((4, 0), (4, 0)), Some("quickfix"));
    assert_eq!(after(text, &fixes, "remove the line"), text.replace("end\n", "\n"));
    assert_eq!(fixes[0]["diagnostics"][0]["code"], "syntax/no-open-group");
    assert!(fixes.iter().all(|it| it["kind"] == "quickfix"));

    let all = actions(&client, &range((0, 0), (0, 0)), Some("source"));
    assert!(after(text, &all, "apply all safe fixes").ends_with("@enduml\n"));

    let refactor = actions(&client, &range((2, 0), (3, 3)), Some("refactor"));
    let wrapped = after(text, &refactor, "wrap in `opt`");
    assert!(wrapped.contains("opt condition\n  U -> B\n  B -> U\nend\n"), "{wrapped}");

    let declared = after(text, &refactor, "declare every missing participant");
    assert!(declared.contains("as U\nparticipant B\nU -> B"), "{declared}");

    let alias = actions(&client, &range((1, 8), (1, 8)), Some("refactor"));
    let turned = after(text, &alias, "write `U as \"The user\"`");
    assert!(turned.contains("actor U as \"The user\"\n"), "{turned}");
}
