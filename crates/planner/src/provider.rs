//! What answers the questions of planning tasks, and what a question is.

use serde_json::Value;

use crate::cancel::Cancel;
use crate::draw::Notation;
use crate::task::{Ask, Inputs, Report, TaskError};

/// Something that answers questions: a model behind a network, or rules.
pub trait Provider: Send + Sync {
    /// Goes into task keys: must differ whenever answers may differ.
    fn identity(&self) -> String;

    /// Answers in the shape of the question's schema. Must return soon after `call.cancel` is set.
    fn answer(&self, question: &Question<'_>, call: &Call<'_>) -> Result<Answer, ProviderError>;
}

/// What somebody wants planned.
const PROMPT: &str = "prompt.md";

/// What holds for every answer.
const GUIDE: &str = "Write in the language of prompt.md. Take numbers, dates, ids and names from the material. What you know \
    of the field beyond it is wanted where it helps: permits at that place, usual prices, comparable projects and how they ended. \
    Begin each such sentence with \"Model knowledge:\", so that readers know whose word it is.";

/// What a provider says, and who said it.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// In the shape of the question's schema.
    pub value: Value,
    /// Rules or model, and what the answer took; readers of the plan see it.
    pub origin: String,
}

/// One question of one task.
pub struct Question<'a> {
    /// The task that asks.
    pub task: &'static str,
    /// The session it asks for.
    pub session: &'a str,
    /// Differs from what it was when the task last finished, so that a task that somebody wants made
    /// again is really asked again, and one that was interrupted is not.
    pub generation: &'a str,
    /// Instruction, schema and rules.
    pub ask: &'a Ask,
    /// The material.
    pub inputs: &'a Inputs,
}

impl Question<'_> {
    /// Instruction and material as one text, the way a model reads it. What somebody wants planned is
    /// always part of it.
    pub fn prompt(&self) -> String {
        format!("{}\n\n{GUIDE}{}", self.ask.prompt, self.material())
    }

    /// The artifacts that a model gets to read.
    pub(crate) fn material(&self) -> String {
        let mut out = String::new();
        let others = self.ask.shows.iter().filter(|path| **path != PROMPT);
        for path in [PROMPT].iter().chain(others) {
            let Some(bytes) = self.inputs.bytes(path) else { continue };
            out.push_str("\n\n--- ");
            out.push_str(path);
            out.push_str(" ---\n");
            out.push_str(&shown(bytes));
        }
        out
    }

    /// What is wrong with an answer that fits the schema, one line per fault. What it names and the
    /// material does not is a fault of the first answer only; later it is marked.
    pub fn faults(&self, answer: &Value, is_first: bool) -> Vec<String> {
        let mut faults = (self.ask.faults)(self.inputs, answer);
        faults.extend(crate::lint::miscounts(self.task, answer));
        if self.task != "ExtractFacts" {
            faults.extend(crate::lint::repetitions(answer));
            faults.extend(crate::lint::hollow(self.task, answer));
        }
        if is_first {
            let invented = crate::lint::inventions(self, answer);
            faults.extend(invented.iter().map(|it| {
                format!("{it:?} is not in the material: take it from there, leave it out, or begin the sentence with \"Model knowledge:\"")
            }));
        }
        faults
    }
}

/// Material as a model should see it: JSON without blanks and without where it came from, Markdown
/// without the sources of its diagrams, which code checks.
fn shown(bytes: &[u8]) -> String {
    match serde_json::from_slice::<Value>(bytes) {
        Ok(Value::Object(mut fields)) => {
            fields.shift_remove("provenance");
            fields.shift_remove("notice");
            Value::Object(fields).to_string()
        }
        _ => without_diagrams(&String::from_utf8_lossy(bytes)),
    }
}

fn without_diagrams(text: &str) -> String {
    let mut out = String::new();
    let mut is_inside = false;
    for line in text.split_inclusive('\n') {
        let fence = line.trim_start().strip_prefix("```");
        if is_inside {
            is_inside = fence.is_none();
        } else if fence.is_some_and(|info| Notation::of_fence(info.trim()).is_some()) {
            is_inside = true;
            out.push_str("(a diagram)\n");
        } else {
            out.push_str(line);
        }
    }
    out
}

/// What surrounds one call of a provider.
pub struct Call<'a> {
    /// Set when nobody wants the answer any more.
    pub cancel: &'a Cancel,
    /// Where progress, log lines and prompts go.
    pub report: &'a dyn Report,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProviderError {
    /// The call was cancelled.
    Cancelled,
    /// The provider failed; asking again later may help.
    Failed(String),
    /// The inputs cannot be used.
    Task(TaskError),
}
