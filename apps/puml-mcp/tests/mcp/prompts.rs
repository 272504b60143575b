//! Prompts: typed arguments, completion, and the loop that each ends in.

use serde_json::{Value, json};

use crate::talk::{Talk, plain};

async fn written(name: &str, arguments: Value) -> String {
    let mut talk = Talk::with(plain()).await;
    let answer = talk.ask("prompts/get", json!({"name": name, "arguments": arguments})).await;
    let text = &answer["result"]["messages"][0]["content"]["text"];
    text.as_str().unwrap_or_else(|| panic!("{name}: {answer}")).to_owned()
}

#[tokio::test]
async fn every_prompt_demands_the_check_and_the_loop() {
    for (name, arguments) in [
        ("write_sequence_diagram", json!({"description": "X"})),
        ("review_sequence_diagram", json!({"source": "A -> B"})),
        ("convert_to_puml", json!({"input": "X", "input_type": "prose"})),
        ("explain_sequence_diagram", json!({"source": "A -> B"})),
    ] {
        let text = written(name, arguments).await;
        assert!(text.contains("Call puml_check"), "{name}");
        assert!(text.contains("go back to 2"), "{name}");
        assert!(text.contains("Never claim it before"), "{name}");
    }
}

#[tokio::test]
async fn arguments_shape_what_is_asked() {
    let bare =
        written("write_sequence_diagram", json!({"description": "X", "style": "default"})).await;
    assert!(!bare.contains("!theme") && bare.contains("Add no notes"), "{bare}");
    let full = json!({"description": "X", "style": "sand", "include_lifecycle": "true", "include_notes": "true"});
    let full = written("write_sequence_diagram", full).await;
    assert!(
        full.contains("!theme sand") && full.contains("return") && full.contains("short notes")
    );
    let strict =
        written("review_sequence_diagram", json!({"source": "A -> B", "strict": "true"})).await;
    assert!(strict.contains("Warnings block"));
    let lax =
        written("review_sequence_diagram", json!({"source": "A -> B", "strict": "false"})).await;
    assert!(
        lax.contains("do not block") && lax.contains("Verdict: pass / needs changes / invalid")
    );
    let explain = written("explain_sequence_diagram", json!({"source": "A -> B"})).await;
    assert!(explain.contains("puml_explain"));
    for (kind, word) in [
        ("prose", "who takes part"),
        ("mermaid", "puml_convert"),
        ("plantuml", "fix it"),
        ("logs", "time stamps"),
        ("openapi", "operation"),
        ("code", "calls are messages"),
    ] {
        let text = written("convert_to_puml", json!({"input": "X", "input_type": kind})).await;
        assert!(text.contains(word), "{kind}: {text}");
        assert!(text.contains("refuse and say so"));
    }
}

#[tokio::test]
async fn a_fence_in_the_input_does_not_end_the_fence_around_it() {
    let text =
        written("convert_to_puml", json!({"input": "```\nout\n```", "input_type": "prose"})).await;
    assert!(text.contains("````\n```\nout\n```\n````"), "{text}");
}

#[tokio::test]
async fn choices_and_flags_are_completed() {
    let mut talk = Talk::with(plain()).await;
    for (prompt, argument, typed, expected) in [
        ("write_sequence_diagram", "style", "d", json!(["default", "dark", "docs"])),
        ("write_sequence_diagram", "include_notes", "", json!(["true", "false"])),
        ("convert_to_puml", "input_type", "p", json!(["prose", "plantuml"])),
        ("review_sequence_diagram", "strict", "f", json!(["false"])),
        ("explain_sequence_diagram", "source", "A", json!([])),
    ] {
        let params = json!({
            "ref": {"type": "ref/prompt", "name": prompt},
            "argument": {"name": argument, "value": typed},
        });
        let answer = talk.ask("completion/complete", params).await;
        assert_eq!(answer["result"]["completion"]["values"], expected, "{prompt}.{argument}");
    }
}

#[tokio::test]
async fn wrong_arguments_are_protocol_errors() {
    let mut talk = Talk::with(plain()).await;
    for params in [
        json!({"name": "write_sequence_diagram", "arguments": {}}),
        json!({"name": "write_sequence_diagram", "arguments": {"description": "X", "style": "loud"}}),
        json!({"name": "nothing"}),
    ] {
        let answer = talk.ask("prompts/get", params).await;
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
    }
}
