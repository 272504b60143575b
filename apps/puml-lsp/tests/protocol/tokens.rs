//! Semantic tokens.

use serde_json::{Value, json};

use crate::client::{Client, FILE, range};

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).collect()
}

#[test]
fn tokens_full_range_and_delta_agree() {
    let client = Client::new();
    let document = json!({ "uri": FILE });
    client.open(FILE, "actor A\nA -> B : 😀\nB -> A\n");
    let full = client.ask("textDocument/semanticTokens/full", &json!({ "textDocument": document }));
    let before = numbers(&full["data"]);
    // `actor`, `A` declared; `A`, `->`, `B`, the text of two UTF-16 units; `B`, `->`, `A`.
    assert_eq!(&before[..10], [0, 0, 5, 0, 0, 0, 6, 1, 1, 1]);
    assert_eq!(&before[25..30], [0, 4, 2, 3, 0]);
    assert_eq!(before.len(), 9 * 5);

    let part = json!({ "textDocument": document, "range": range((2, 0), (3, 0)) });
    let part = client.ask("textDocument/semanticTokens/range", &part);
    assert_eq!(numbers(&part["data"]), [2, 0, 1, 1, 0, 0, 2, 2, 2, 0, 0, 3, 1, 1, 0]);

    let edit = json!([{ "range": range((1, 0), (1, 1)), "text": "Long" }]);
    client.change(FILE, 2, &edit);
    let params = json!({ "textDocument": document, "previousResultId": full["resultId"] });
    let delta = client.ask("textDocument/semanticTokens/full/delta", &params);
    let mut patched = before;
    for edit in delta["edits"].as_array().unwrap() {
        let start = edit["start"].as_u64().unwrap() as usize;
        let count = edit["deleteCount"].as_u64().unwrap() as usize;
        patched.splice(start..start + count, numbers(&edit["data"]));
    }
    let full = client.ask("textDocument/semanticTokens/full", &json!({ "textDocument": document }));
    assert_eq!(patched, numbers(&full["data"]));
    let unknown = json!({ "textDocument": document, "previousResultId": "older" });
    let whole = client.ask("textDocument/semanticTokens/full/delta", &unknown);
    assert_eq!(numbers(&whole["data"]), patched);
}
