//! `answers.json`: what a person said to the questions of the intake. Written by the user, read by the
//! tasks as if it stood in the prompt.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::task::{Inputs, TaskError};

/// The path of the artifact.
pub const ANSWERS: &str = "answers.json";

/// What a person decided.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Answers {
    /// The kind of project, by its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Whether to go on with a generic plan where the kind is not clear.
    #[serde(default)]
    pub assume: bool,
    /// Answers in words, in the order they were given.
    #[serde(default)]
    pub replies: Vec<Reply>,
}

/// One answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reply {
    /// The id of the question: `budget`, `deadline`.
    pub question: String,
    /// In the person's words.
    pub text: String,
}

/// Questions that an answer in words settles, and how the answer reads as a part of the prompt.
const LABELS: [(&str, &str); 7] = [
    ("budget", "Budget: "),
    ("start", "We start on "),
    ("deadline", "Deadline: "),
    ("size", "It is meant for "),
    ("place", "It takes place in "),
    ("team", "We are "),
    ("date", "The date is "),
];

impl Answers {
    /// The answers given so far; none is no answers.
    pub(crate) fn read(inputs: &Inputs) -> Result<Self, TaskError> {
        Ok(inputs.optional(ANSWERS)?.unwrap_or_default())
    }

    /// Takes an answer: the kind, or words for any other question. A later answer replaces the earlier.
    pub fn take(&mut self, question: &str, text: &str) {
        if question == "kind" {
            if text == "generic" {
                self.assume = true;
                self.kind = None;
            } else {
                self.kind = Some(text.to_owned());
            }
            return;
        }
        self.replies.retain(|reply| reply.question != question);
        self.replies.push(Reply { question: question.to_owned(), text: text.to_owned() });
    }
}

/// The prompt with the answers below it, as facts are read from it.
pub(crate) fn material(inputs: &Inputs) -> Result<String, TaskError> {
    let mut text = inputs.text("prompt.md")?.to_owned();
    for reply in Answers::read(inputs)?.replies {
        let label =
            LABELS.iter().find(|(id, _)| *id == reply.question).map_or("", |(_, label)| label);
        text.push_str("\n\n");
        text.push_str(label);
        text.push_str(reply.text.trim());
        text.push('.');
    }
    Ok(text)
}
