//! The server that the official conformance suite expects to find: its fixture tools, resources, prompts and a skill.
//! Run by `judges/run`; with no argument it serves stdio, with `--http ADDRESS` it prints where it listens on stderr.

use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use toolserver::{
    Answer, Argument, ArgumentKind, Body, Call, Changes, Content, Contents, HttpOptions, Level,
    Link, Message, Prompt, Resource, Schema, Server, Skill, SkillFile, Speaker, Template, Tool,
    ToolError, Transport,
};

/// One red pixel.
const PNG: [u8; 69] = [
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00, 0x00, 0x90, 0x77, 0x53,
    0xde, 0x00, 0x00, 0x00, 0x0c, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0xf8, 0xcf, 0xc0, 0x00,
    0x00, 0x03, 0x01, 0x01, 0x00, 0xf7, 0x03, 0x41, 0x43, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e,
    0x44, 0xae, 0x42, 0x60, 0x82,
];

/// A sound of no length.
const WAV: [u8; 44] = *b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\0\0\0\0";

const SKILL: &str = "---\nname: greet\ndescription: How to greet.\n---\n\nSay hello.\n";

const SCHEMA_2020_12: &str = r##"{
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {"address": {"$anchor": "addressDef", "type": "object",
        "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"}
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": false
}"##;

const HEADER_SCHEMA: &str = r#"{
    "type": "object",
    "properties": {
        "region": {"type": "string", "x-mcp-header": "Region"},
        "query": {"type": "string"}
    }
}"#;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let transport = match (arguments.next().as_deref(), arguments.next()) {
        (None, _) => Transport::Stdio,
        (Some("--http"), Some(address)) => match address.parse() {
            Ok(address) => {
                Transport::Http { address, options: HttpOptions::default(), on_ready: say_where }
            }
            Err(_) => return usage(),
        },
        _ => return usage(),
    };
    match toolserver::run(server(), transport) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => say(&error.to_string()),
    }
}

fn usage() -> ExitCode {
    say("usage: conformance [--http ADDRESS]")
}

#[expect(clippy::print_stderr, reason = "a program reports its failure on stderr")]
fn say(message: &str) -> ExitCode {
    eprintln!("{message}");
    ExitCode::from(2)
}

#[expect(clippy::print_stderr, reason = "the judge reads the address from stderr")]
fn say_where(address: SocketAddr) {
    eprintln!("listening on http://{address}{}", toolserver::HTTP_PATH);
}

fn server() -> Server {
    Server {
        instructions: "Fixtures for the conformance suite.".into(),
        tools: tools(),
        resources: vec![
            Resource::text(link("test://static-text", "static-text", "text/plain"), |_| {
                Ok("This is the content of the static text resource.".into())
            }),
            Resource {
                link: link("test://static-binary", "static-binary", "image/png"),
                read: Arc::new(|_| Ok(Some(Contents::bytes("image/png", PNG)))),
            },
            Resource::text(
                link("test://watched-resource", "watched-resource", "text/plain"),
                |_| Ok("Watched.".into()),
            ),
        ],
        templates: vec![Template::new(
            "test://template/{id}/data",
            "data",
            "Data by id.",
            |_, variables| {
                let id = &variables["id"];
                let data =
                    json!({"id": id, "templateTest": true, "data": format!("Data for ID: {id}")});
                Ok(Some(Contents::text("application/json", data.to_string())))
            },
        )],
        prompts: prompts(),
        skills: vec![Skill {
            frontmatter: json!({"name": "greet", "description": "How to greet."}),
            files: vec![SkillFile {
                path: "SKILL.md".into(),
                mime_type: "text/markdown".into(),
                body: Body::Text(SKILL.into()),
            }],
        }],
        changes: Some(Changes::default()),
        ..Server::new("conformance-fixture", env!("CARGO_PKG_VERSION"))
    }
}

fn link(uri: &str, name: &str, mime_type: &str) -> Link {
    Link { uri: uri.into(), name: name.into(), mime_type: mime_type.into(), ..Link::default() }
}

fn tool(name: &str, call: fn(&Call, &Value) -> Result<Answer, ToolError>) -> Tool {
    Tool::new(name, "A fixture.", Schema::no_arguments(), call)
}

fn tools() -> Vec<Tool> {
    vec![
        tool("test_simple_text", |_, _| {
            Ok(Answer::text("This is a simple text response for testing."))
        }),
        tool("test_image_content", |_, _| Ok(Answer::default().with(image()))),
        tool("test_audio_content", |_, _| {
            Ok(Answer::default()
                .with(Content::Audio { bytes: WAV.into(), mime_type: "audio/wav".into() }))
        }),
        tool("test_embedded_resource", |_, _| {
            Ok(Answer::default().with(Content::Resource {
                uri: "test://embedded-resource".into(),
                mime_type: "text/plain".into(),
                text: "This is an embedded resource content.".into(),
            }))
        }),
        tool("test_multiple_content_types", |_, _| {
            Ok(Answer::text("Multiple content types test:").with(image()).with(Content::Resource {
                uri: "test://mixed-content-resource".into(),
                mime_type: "application/json".into(),
                text: json!({"test": "data", "value": 123}).to_string(),
            }))
        }),
        tool("test_tool_with_logging", |call, _| {
            for message in
                ["Tool execution started", "Tool processing data", "Tool execution completed"]
            {
                call.log(Level::Info, message);
                call.wait(Duration::from_millis(50));
            }
            Ok(Answer::text("Logged three messages."))
        }),
        tool("test_logging_tool", |call, _| {
            call.log(Level::Info, "Only for those who asked.");
            Ok(Answer::text("Logged one message."))
        }),
        tool("test_streaming_elicitation", |call, _| {
            call.log(Level::Info, "Nothing is asked of the client.");
            Ok(Answer::text("Answered without asking."))
        }),
        tool("test_error_handling", |_, _| {
            Ok(Answer::text("This tool intentionally returns an error for testing").as_error())
        }),
        tool("test_tool_with_progress", |call, _| {
            for done in [0.0, 50.0, 100.0] {
                call.progress(done, Some(100.0), format!("{done} of 100"));
                call.wait(Duration::from_millis(50));
            }
            Ok(Answer::text("Made progress."))
        }),
        Tool::new(
            "json_schema_2020_12_tool",
            "Tool with JSON Schema 2020-12 features.",
            Schema::parse(SCHEMA_2020_12),
            |_, arguments| Ok(Answer::text(arguments.to_string())),
        ),
        Tool::new(
            "test_headers",
            "A tool with an argument that travels as a header too.",
            Schema::parse(HEADER_SCHEMA),
            |_, arguments| Ok(Answer::text(arguments.to_string())),
        ),
    ]
}

fn image() -> Content {
    Content::Image { bytes: PNG.into(), mime_type: "image/png".into() }
}

fn prompts() -> Vec<Prompt> {
    let prompt = |name: &str,
                  arguments: Vec<Argument>,
                  write: fn(&toolserver::Filled) -> Vec<Message>| Prompt {
        name: name.into(),
        title: String::new(),
        description: "A fixture.".into(),
        arguments,
        write: Arc::new(move |_, filled| Ok(write(filled))),
    };
    vec![
        prompt("test_simple_prompt", vec![], |_| {
            vec![Message::user("This is a simple prompt for testing.")]
        }),
        prompt(
            "test_prompt_with_arguments",
            vec![
                Argument::required(
                    "arg1",
                    "First test argument.",
                    ArgumentKind::Suggested(Arc::new(|typed| {
                        vec![format!("{typed}is"), format!("{typed}ty")]
                    })),
                ),
                Argument::required("arg2", "Second test argument.", ArgumentKind::Text),
            ],
            |filled| {
                let (arg1, arg2) = (&filled["arg1"], &filled["arg2"]);
                vec![Message::user(format!("Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"))]
            },
        ),
        prompt(
            "test_prompt_with_embedded_resource",
            vec![Argument::required("resourceUri", "What to embed.", ArgumentKind::Text)],
            |filled| {
                vec![
                    from_user(Content::Resource {
                        uri: filled["resourceUri"].clone(),
                        mime_type: "text/plain".into(),
                        text: "Embedded resource content for testing.".into(),
                    }),
                    Message::user("Please process the embedded resource above."),
                ]
            },
        ),
        prompt("test_prompt_with_image", vec![], |_| {
            vec![from_user(image()), Message::user("Please analyze the image above.")]
        }),
    ]
}

fn from_user(content: Content) -> Message {
    Message { speaker: Speaker::User, content }
}
