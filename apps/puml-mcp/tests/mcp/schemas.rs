//! Every tool as it is published, one file each.

use serde_json::{Value, json};

use crate::snapshot::assert_snapshot;
use crate::talk::{Talk, plain};

async fn listed() -> Vec<Value> {
    let mut talk = Talk::with(plain()).await;
    let answer = talk.ask("tools/list", json!({})).await;
    let tools = answer["result"]["tools"].as_array().unwrap().clone();
    assert!(!tools.is_empty());
    tools
}

#[tokio::test]
async fn every_tool_is_published_as_reviewed() {
    for tool in listed().await {
        let name = tool["name"].as_str().unwrap().to_owned();
        assert_snapshot(&format!("schemas/{name}.json"), &format!("{tool:#}\n"));
    }
}

#[tokio::test]
async fn no_reviewed_tool_is_missing() {
    let names: Vec<String> =
        listed().await.iter().map(|it| it["name"].as_str().unwrap().to_owned()).collect();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schemas");
    let mut reviewed: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|it| it.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    reviewed.sort();
    let mut sorted = names.clone();
    sorted.sort();
    assert_eq!(reviewed, sorted);
}

/// The fields that the specification names for each tool.
#[tokio::test]
async fn the_fields_of_the_specification_are_there() {
    let specified = [
        ("puml_parse", "source", "ok ast diagnostics"),
        ("puml_check", "source includeRoot allow_url_includes", "ok diagnostics summary"),
        (
            "puml_render_svg",
            "source theme page includeRoot allow_url_includes",
            "ok svg width height diagnostics",
        ),
        (
            "puml_export",
            "source format theme outputPath write",
            "ok format content path diagnostics",
        ),
        ("puml_normalize", "source addExplicitParticipants format", "ok source patch"),
        ("puml_apply_edit", "source edit", "ok source diagnostics"),
        ("puml_explain", "source", "ok summary participants flow diagnostics"),
        ("puml_list_primitives", "", "participants arrows notes groups lifecycle styling"),
        ("puml_lint_readability", "source", "ok findings"),
        ("puml_render_file", "source path output_path", "ok output_path diagnostics"),
        ("verify", "code", "ok error"),
        ("render", "code", "svg"),
        ("svg", "code", "svg filename"),
        ("encodePlantUML", "plantumlCode", "success result error"),
    ];
    let tools = listed().await;
    for (name, inputs, outputs) in specified {
        let tool = tools.iter().find(|it| it["name"] == name).expect(name);
        for (fields, schema) in [(inputs, "inputSchema"), (outputs, "outputSchema")] {
            for field in fields.split_whitespace() {
                let found = &tool[schema]["properties"][field];
                assert!(found.is_object(), "{name}: {schema} has no {field}");
            }
        }
    }
}

#[tokio::test]
async fn tools_that_write_say_so() {
    for tool in listed().await {
        let writes = ["puml_export", "puml_render_file"].contains(&tool["name"].as_str().unwrap());
        assert_eq!(tool["annotations"]["readOnlyHint"], !writes, "{}", tool["name"]);
        assert_eq!(tool["annotations"]["destructiveHint"], writes, "{}", tool["name"]);
        assert_eq!(tool["annotations"]["openWorldHint"], false, "{}", tool["name"]);
    }
}
