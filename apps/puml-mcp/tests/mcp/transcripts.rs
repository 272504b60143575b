//! What is said and answered, line by line, for everything the specification lists.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::snapshot::assert_snapshot;
use crate::talk::{Talk, folder, hello, meta, plain, rooted};

/// Longer texts are cut: what a picture or a description says is tested elsewhere.
const SHOWN: usize = 160;

const LOGIN: &str = include_str!("../../../../examples/login.puml");
const HELLO: &str = "@startuml\nAlice -> Bob : Hello\n@enduml\n";
const BROKEN: &str = "@startuml\nparticipnt Alice\nAlice -> Bob : Hello\nend\n@enduml\n";

/// A conversation and its record.
struct Transcript {
    talk: Talk,
    text: String,
}

impl Transcript {
    /// Past the handshake, which is not recorded.
    async fn new() -> Self {
        Self { talk: Talk::with(plain()).await, text: String::new() }
    }

    async fn ask(&mut self, method: &str, params: Value) {
        let said = json!({"method": method, "params": params});
        let answer = self.talk.ask(method, params).await;
        let _ = writeln!(self.text, "--> {said}\n<-- {:#}\n", shortened(&answer));
    }

    async fn call(&mut self, tool: &str, arguments: Value) {
        self.ask("tools/call", json!({"name": tool, "arguments": arguments})).await;
    }

    fn assert(&self, name: &str) {
        assert_snapshot(&format!("transcripts/{name}.txt"), &self.text);
    }
}

/// Without ids and versions, which are no part of what is meant, and with long texts cut.
fn shortened(answer: &Value) -> Value {
    match answer {
        Value::String(text) => {
            let text = text.replace(env!("CARGO_PKG_VERSION"), "VERSION");
            match text.char_indices().nth(SHOWN) {
                Some((end, _)) => format!("{}… (cut)", &text[..end]).into(),
                None => text.into(),
            }
        }
        Value::Array(items) => items.iter().map(shortened).collect(),
        Value::Object(fields) => Value::Object(
            fields
                .iter()
                .filter(|(name, _)| !matches!(name.as_str(), "jsonrpc" | "id"))
                .map(|(name, value)| match name.as_str() {
                    "inputSchema" | "outputSchema" => (name.clone(), "(see tests/schemas)".into()),
                    _ => (name.clone(), shortened(value)),
                })
                .collect(),
        ),
        other => other.clone(),
    }
}

#[tokio::test]
async fn initialize() {
    let mut text = String::new();
    for version in ["2025-03-26", "2025-06-18", "2025-11-25", "1999-01-01"] {
        let mut transcript = Transcript { talk: Talk::silent(plain()), text: String::new() };
        transcript.ask("initialize", hello(version)).await;
        text.push_str(&transcript.text);
    }
    assert_snapshot("transcripts/initialize.txt", &text);
}

#[tokio::test]
async fn discover() {
    let mut transcript = Transcript { talk: Talk::silent(plain()), text: String::new() };
    transcript.ask("server/discover", json!({"_meta": meta()})).await;
    transcript.assert("discover");
}

#[tokio::test]
async fn tools_list() {
    let mut transcript = Transcript::new().await;
    transcript.ask("tools/list", json!({})).await;
    transcript.assert("tools-list");
}

#[tokio::test]
async fn tools_call_puml_parse() {
    let mut transcript = Transcript::new().await;
    transcript.call("puml_parse", json!({"source": HELLO})).await;
    transcript.call("puml_parse", json!({"source": BROKEN})).await;
    transcript.assert("puml_parse");
}

#[tokio::test]
async fn tools_call_puml_check() {
    let mut transcript = Transcript::new().await;
    transcript.call("puml_check", json!({"source": LOGIN})).await;
    transcript.call("puml_check", json!({"source": BROKEN})).await;
    transcript.assert("puml_check");
}

#[tokio::test]
async fn tools_call_puml_render_svg() {
    let mut transcript = Transcript::new().await;
    transcript.call("puml_render_svg", json!({"source": HELLO, "theme": "dark"})).await;
    transcript.call("puml_render_svg", json!({"source": HELLO, "page": 1})).await;
    transcript.call("puml_render_svg", json!({"source": BROKEN})).await;
    transcript.assert("puml_render_svg");
}

#[tokio::test]
async fn tools_call_puml_export() {
    let project = folder(&[("out/old.puml", "@startuml\nAlice->Bob:Hi\n@enduml\n")]);
    let talk = Talk::with(rooted(project.path())).await;
    let mut transcript = Transcript { talk, text: String::new() };
    transcript.call("puml_export", json!({"source": HELLO, "format": "puml"})).await;
    let old = json!({"source": HELLO, "format": "puml", "outputPath": "out/old.puml"});
    transcript.call("puml_export", old.clone()).await;
    let write = |mut arguments: Value, more: Value| {
        let fields = more.as_object().unwrap().clone();
        arguments.as_object_mut().unwrap().extend(fields);
        arguments
    };
    transcript.call("puml_export", write(old.clone(), json!({"write": true}))).await;
    transcript.call("puml_export", write(old, json!({"write": true, "overwrite": true}))).await;
    let new =
        json!({"source": HELLO, "format": "puml", "outputPath": "out/new.puml", "write": true});
    transcript.call("puml_export", new).await;
    transcript.call("puml_export", json!({"source": BROKEN, "format": "svg"})).await;
    transcript.assert("puml_export");
}

#[tokio::test]
async fn tools_call_puml_normalize() {
    let mut transcript = Transcript::new().await;
    let source = "@startuml\nalt  yes\nAlice->Bob:Hello\nend\n@enduml\n";
    transcript.call("puml_normalize", json!({"source": source})).await;
    let arguments = json!({"source": HELLO, "addExplicitParticipants": true, "format": false});
    transcript.call("puml_normalize", arguments).await;
    transcript.assert("puml_normalize");
}

#[tokio::test]
async fn tools_call_puml_apply_edit() {
    let mut transcript = Transcript::new().await;
    for edit in [
        json!({"kind": "add_message", "args": {"from": "Bob", "to": "Alice", "arrow": "-->", "text": "Hi"}}),
        json!({"kind": "rename_participant", "args": {"from": "Bob", "to": "Robert"}}),
        json!({"kind": "rename_participant", "args": {"from": "Nobody", "to": "Robert"}}),
        json!({"kind": "wrap_group", "args": {"first_line": "two", "extra": 1}}),
    ] {
        transcript.call("puml_apply_edit", json!({"source": HELLO, "edit": edit})).await;
    }
    transcript.assert("puml_apply_edit");
}

#[tokio::test]
async fn tools_call_puml_explain() {
    let mut transcript = Transcript::new().await;
    transcript.call("puml_explain", json!({"source": LOGIN})).await;
    transcript.assert("puml_explain");
}

#[tokio::test]
async fn tools_call_invalid_arguments() {
    let mut transcript = Transcript::new().await;
    transcript.call("puml_check", json!({"source": 7, "includeRoot": [], "colour": "red"})).await;
    transcript.call("puml_check", json!({})).await;
    transcript.call("puml_check", json!({"source": HELLO, "path": "a.puml"})).await;
    transcript.call("puml_export", json!({"source": HELLO, "format": "gif"})).await;
    transcript.ask("tools/call", json!({"name": "puml_check", "arguments": "source"})).await;
    transcript.assert("invalid-arguments");
}

#[tokio::test]
async fn tools_call_unknown_tool() {
    let mut transcript = Transcript::new().await;
    transcript.call("run_shell", json!({"command": "ls"})).await;
    transcript.assert("unknown-tool");
}

#[tokio::test]
async fn resources_list() {
    let mut transcript = Transcript::new().await;
    transcript.ask("resources/list", json!({})).await;
    transcript.ask("resources/templates/list", json!({})).await;
    transcript.assert("resources-list");
}

#[tokio::test]
async fn resources_read() {
    let project = folder(&[("docs/hello.puml", HELLO), ("docs/broken.puml", BROKEN)]);
    let talk = Talk::with(rooted(project.path())).await;
    let mut transcript = Transcript { talk, text: String::new() };
    for uri in [
        "puml://examples/hello",
        "puml://syntax/notes",
        "puml://themes/dark",
        "puml://project/files/docs/hello.puml",
        "puml://project/diagrams",
        "puml://syntax/nothing",
    ] {
        transcript.ask("resources/read", json!({"uri": uri})).await;
    }
    transcript.assert("resources-read");
}

#[tokio::test]
async fn prompts_list() {
    let mut transcript = Transcript::new().await;
    transcript.ask("prompts/list", json!({})).await;
    transcript.assert("prompts-list");
}

#[tokio::test]
async fn prompts_get() {
    let mut transcript = Transcript::new().await;
    let arguments =
        json!({"description": "A logs in at B", "style": "dark", "include_notes": "true"});
    let params = json!({"name": "write_sequence_diagram", "arguments": arguments});
    transcript.ask("prompts/get", params).await;
    let arguments = json!({"style": "loud", "include_notes": "perhaps"});
    let params = json!({"name": "write_sequence_diagram", "arguments": arguments});
    transcript.ask("prompts/get", params).await;
    transcript.assert("prompts-get");
}

#[tokio::test]
async fn skills() {
    let mut transcript = Transcript::new().await;
    transcript.ask("skills/get", json!({"uri": "skill://nothing/SKILL.md"})).await;
    let listed = transcript.talk.ask("skills/list", json!({})).await;
    let names: Vec<&Value> = listed["result"]["skills"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["frontmatter"]["name"])
        .collect();
    let _ = writeln!(transcript.text, "--> skills/list\n<-- {}", json!(names));
    transcript.assert("skills");
}

#[tokio::test]
async fn shutdown() {
    let talk = Talk::with(plain()).await;
    let ended = talk.close().await;
    assert_snapshot("transcripts/shutdown.txt", &format!("--> (end of input)\n<-- {ended:?}\n"));
}
