//! The published contract of the encoder's tools: every rule, code, message and invariant.

use serde_json::{Value, json};
use share::tools::{ToolError, arguments, call, discovery, envelope};

fn encode(arguments: &Value) -> (Option<u16>, Value) {
    let outcome = call(Some("encodePlantUML"), arguments);
    (outcome.as_ref().err().map(ToolError::status), envelope(&outcome))
}

#[test]
fn a_diagram_becomes_the_published_result() {
    let (status, answer) =
        encode(&json!({ "plantumlCode": "@startuml\nactor A\nactor B\nA --> B\n@enduml" }));
    let encoded = "SoWkIImgAStDuKfCBialKd24qavSZWgwkdP0sY4rBmKe3m00";
    assert_eq!(status, None);
    assert_eq!(
        answer,
        json!({
            "success": true,
            "result": {
                "url": format!("https://www.plantuml.com/plantuml/svg/{encoded}"),
                "encoded": encoded,
                "format": "svg",
            },
        })
    );
}

#[test]
fn missing_mistyped_and_blank_code_are_one_error() {
    for arguments in [
        json!({}),
        json!(null),
        json!([]),
        json!({ "plantumlCode": null }),
        json!({ "plantumlCode": 7 }),
        json!({ "plantumlCode": ["A"] }),
        json!({ "plantumlCode": "" }),
        json!({ "plantumlCode": " \n\t\u{a0}\u{feff}" }),
    ] {
        let (status, answer) = encode(&arguments);
        assert_eq!(status, Some(400), "{arguments}");
        assert_eq!(
            answer,
            json!({
                "success": false,
                "error": { "code": "EMPTY_CODE", "message": "plantumlCode is required and cannot be empty" },
            })
        );
    }
}

#[test]
fn the_size_limit_is_50_kilobytes() {
    let fits = "ä".repeat(25 * 1024);
    assert_eq!(encode(&json!({ "plantumlCode": fits })).0, None);
    let (status, answer) = encode(&json!({ "plantumlCode": format!("{fits}a") }));
    assert_eq!(status, Some(413));
    assert_eq!(
        answer,
        json!({
            "success": false,
            "error": { "code": "CODE_TOO_LARGE", "message": "PlantUML code exceeds maximum size of 50KB" },
        })
    );
}

#[test]
fn text_that_is_not_unicode_fails_to_encode() {
    let failed = Err(ToolError::EncodingFailed);
    assert_eq!(arguments(b"{\"plantumlCode\":\"\xff\"}"), failed);
    assert_eq!(arguments(br#"{"plantumlCode":"\ud800 x"}"#), failed);
    assert_eq!(
        envelope(&failed),
        json!({
            "success": false,
            "error": { "code": "ENCODING_FAILED", "message": "Failed to encode PlantUML code" },
        })
    );
    assert_eq!(arguments(b"not json"), Ok(Value::Null));
    assert_eq!(arguments(br#"{"plantumlCode":"A -> B"}"#), Ok(json!({ "plantumlCode": "A -> B" })));
}

#[test]
fn tools_that_are_not_there_are_named() {
    let unknown = call(Some("unknownTool"), &json!({}));
    assert_eq!(
        envelope(&unknown),
        json!({ "success": false, "error": { "code": "TOOL_NOT_FOUND", "message": "Tool 'unknownTool' not found" } })
    );
    assert_eq!(unknown.unwrap_err().status(), 404);
    for nameless in [None, Some("")] {
        let error = call(nameless, &json!({})).unwrap_err();
        assert_eq!((error.code(), error.status()), ("TOOL_NAME_REQUIRED", 400));
    }
}

#[test]
fn statuses_and_messages_of_the_rim_are_published_too() {
    let method = ToolError::MethodNotAllowed("GET");
    assert_eq!((method.code(), method.status()), ("METHOD_NOT_ALLOWED", 405));
    assert_eq!(method.to_string(), "Only GET method is allowed");
    assert_eq!((ToolError::Internal.code(), ToolError::Internal.status()), ("INTERNAL_ERROR", 500));
}

#[test]
fn the_listing_is_complete_and_constant() {
    assert_eq!(
        discovery(),
        json!({
            "tools": [{
                "id": "encodePlantUML",
                "name": "encodePlantUML",
                "description": "Encodes PlantUML diagram code into a shareable URL for viewing on plantuml.com",
                "inputSchema": {
                    "type": "object",
                    "properties": {
                        "plantumlCode": {
                            "type": "string",
                            "description": "Valid PlantUML diagram code (must start with @startuml and end with @enduml)",
                        },
                    },
                    "required": ["plantumlCode"],
                },
            }],
        })
    );
    for tool in [&discovery()["tools"][0], &share::tools::decode_descriptor()] {
        for key in ["id", "name", "description", "inputSchema"] {
            assert!(tool.get(key).is_some(), "{key}");
        }
    }
}

#[test]
fn an_answer_has_a_result_or_an_error_never_both() {
    for outcome in
        [call(Some("encodePlantUML"), &json!({ "plantumlCode": "A -> B" })), call(None, &json!({}))]
    {
        let answer = envelope(&outcome);
        assert_eq!(answer["success"] == true, answer.get("result").is_some());
        assert_eq!(answer["success"] == false, answer.get("error").is_some());
    }
}

#[test]
fn a_link_decodes_to_a_whole_source() {
    let link = "https://www.plantuml.com/plantuml/svg/SrJGjLDm0W00";
    let answer = envelope(&call(Some("decodePlantUML"), &json!({ "encoded": link })));
    assert_eq!(
        answer,
        json!({
            "success": true,
            "result": { "plantumlCode": "@startuml\nA -> B\n@enduml", "encoded": "SrJGjLDm0W00" },
        })
    );
    let cut = call(Some("decodePlantUML"), &json!({ "encoded": "SrJGjLDm" })).unwrap_err();
    assert_eq!((cut.code(), cut.status()), ("DECODING_FAILED", 400));
    let blank = call(Some("decodePlantUML"), &json!({ "encoded": " " })).unwrap_err();
    assert_eq!((blank.code(), blank.status()), ("EMPTY_ENCODED", 400));
}
