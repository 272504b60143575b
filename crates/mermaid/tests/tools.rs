//! The published contract of `verify`, `render` and `svg`.

use mermaid::tools::{Timestamp, descriptors, render, svg, verify};
use mermaid::{Limits, Options};
use serde_json::json;

const NOW: u64 = 1_735_136_625;

#[test]
fn a_right_diagram_is_ok_and_nothing_more() {
    assert_eq!(
        verify(&json!({ "code": "graph TD\n  A[Start] --> B[End]" })),
        json!({ "ok": true })
    );
}

#[test]
fn a_picture_comes_as_svg_and_for_saving_with_a_name() {
    let arguments = json!({ "code": "graph LR\n  A --> B --> C" });
    let shown = render(&arguments, &Options::default());
    let saved = svg(&arguments, &Options::default(), Timestamp::from_unix(NOW));
    assert_eq!(shown.as_object().unwrap().keys().collect::<Vec<_>>(), ["svg"]);
    assert_eq!(saved.as_object().unwrap().keys().collect::<Vec<_>>(), ["svg", "filename"]);
    assert_eq!(shown["svg"], saved["svg"]);
    assert_eq!(saved["filename"], "diagram-2024-12-25T14-23-45.svg");
    assert!(
        shown["svg"].as_str().unwrap().starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" ")
    );
}

#[test]
fn missing_mistyped_and_empty_code_have_one_message() {
    let message = "Invalid input: code must be a non-empty string";
    for arguments in [
        json!({}),
        json!(null),
        json!({ "code": 1 }),
        json!({ "code": "" }),
        json!({ "code": " \n" }),
    ] {
        assert_eq!(verify(&arguments), json!({ "ok": false, "error": message }));
        assert_eq!(render(&arguments, &Options::default()), json!({ "error": message }));
        let saved = svg(&arguments, &Options::default(), Timestamp::from_unix(NOW));
        assert_eq!(saved, json!({ "error": message }));
    }
}

#[test]
fn the_limit_counts_characters() {
    let message = "Code exceeds maximum length of 50KB";
    let most = Limits::default().characters;
    let comment = |length: usize| format!("pie\n  \"a\" : 1\n%% {}", "ä".repeat(length - 17));
    assert_eq!(comment(most).chars().count(), most);
    assert_eq!(verify(&json!({ "code": comment(most) })), json!({ "ok": true }));
    let long = json!({ "code": comment(most + 1) });
    assert_eq!(verify(&long), json!({ "ok": false, "error": message }));
    assert_eq!(render(&long, &Options::default()), json!({ "error": message }));
}

#[test]
fn an_error_says_where_what_and_how_to_go_on() {
    let answer = verify(&json!({ "code": "flowchart TD\n  A[Start (now)] --> B" }));
    assert_eq!(answer["ok"], false);
    assert_eq!(
        answer["error"],
        "Invalid Mermaid syntax\n\
         line 2, column 5: the label `Start (now)` has a `(` and is not quoted [mermaid/bracket-in-label]\n  \
         A[Start (now)] --> B\n  \
         hint: put labels with brackets, braces or quotes in double quotes\n  \
         fix: quote the label"
    );
}

#[test]
fn errors_tell_nothing_of_the_inside() {
    for code in [
        "flowchart TD\n  A --> ",
        "nonsense",
        "sequenceDiagram\n  A->>",
        "pie\n  x",
        "classDiagram\n  }",
        "sankey-beta\n\na,b,1\nb,a,1\n",
        "---\n: [\n---\npie",
    ] {
        let answer = verify(&json!({ "code": code }));
        let error = answer["error"].as_str().unwrap_or_else(|| panic!("{code} is accepted"));
        for word in
            ["merman", "struct stop", "attr word", "panicked", "/src/", ".rs", "semantic model"]
        {
            assert!(!error.contains(word), "{word:?} in {error:?}");
        }
    }
}

#[test]
fn the_three_tools_are_described_as_published() {
    let tools = descriptors();
    let names: Vec<_> =
        tools.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["verify", "render", "svg"]);
    assert_eq!(
        tools[0]["inputSchema"],
        json!({
            "type": "object",
            "properties": { "code": { "type": "string", "description": "Mermaid diagram code to verify" } },
            "required": ["code"],
        })
    );
}
