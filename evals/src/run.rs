//! What an agent did, whoever it was: calls with their answers, writes, commands, final words.

use serde_json::{Map, Value};

use crate::workspace::Workspace;

/// One whole turn.
#[derive(Debug)]
pub struct Run {
    /// Tool calls on our server, in order.
    pub calls: Vec<Call>,
    /// Commands that were run beside the server.
    pub commands: Vec<String>,
    /// Everything else that the server sent back: prompts and resources.
    pub read: Vec<String>,
    /// The final words.
    pub answer: String,
    /// The project as it was left.
    pub workspace: Workspace,
}

/// A tool call.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// Without any prefix of a host.
    pub tool: String,
    /// As sent.
    pub arguments: Map<String, Value>,
    /// What came back.
    pub outcome: Outcome,
}

/// What came back from a call.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// The structured answer.
    Answer(Value),
    /// The tool failed, or the server refused the call; the reason as text.
    Refused(String),
}

impl Call {
    /// Whether the tool says that all is well.
    pub fn is_ok(&self) -> bool {
        matches!(&self.outcome, Outcome::Answer(answer) if answer["ok"] == true)
    }

    /// A text argument.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.arguments.get(name)?.as_str()
    }

    /// The source that the call is about: given, or read from the file that it names.
    pub fn source(&self, workspace: &Workspace) -> Option<String> {
        let given = self.text("source").map(str::to_owned);
        given.or_else(|| workspace.read(self.text("path")?))
    }
}

impl Run {
    /// The last `puml` block of the final words.
    pub fn final_source(&self) -> Option<String> {
        let mut found = None;
        let mut open: Option<String> = None;
        for line in self.answer.lines() {
            let fence = line.trim_start();
            match &mut open {
                None if ["```puml", "```plantuml"].contains(&fence.trim_end()) => {
                    open = Some(String::new());
                }
                None => {}
                Some(_) if fence.starts_with("```") => found = open.take(),
                Some(text) => {
                    text.push_str(line);
                    text.push('\n');
                }
            }
        }
        found
    }
}
