//! One thing that differs.

use std::fmt;

use serde_json::{Value, json};

/// What became of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// Only the second diagram has it.
    Added,
    /// Only the first diagram has it.
    Removed,
    /// Both have it, with a difference.
    Changed,
    /// Both have it, at another place in the order of things.
    Moved,
}

impl Status {
    /// In lower case.
    pub fn word(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Changed => "changed",
            Self::Moved => "moved",
        }
    }

    /// The sign before a line: `+`, `-`, `~`, `>`.
    pub fn sign(self) -> char {
        match self {
            Self::Added => '+',
            Self::Removed => '-',
            Self::Changed => '~',
            Self::Moved => '>',
        }
    }
}

/// What it is that differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Subject {
    /// A participant, class, state, task, node.
    Part,
    /// A message, link, transition, step.
    Step,
    /// A member of a part, a value of data.
    Member,
    /// Only how it is drawn.
    Look,
}

impl Subject {
    /// In lower case.
    pub fn word(self) -> &'static str {
        match self {
            Self::Part => "part",
            Self::Step => "step",
            Self::Member => "member",
            Self::Look => "look",
        }
    }
}

/// One thing that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// What became of it.
    pub status: Status,
    /// The part of the diagram that changed.
    pub subject: Subject,
    /// What the source calls the part; empty where there is none.
    pub id: String,
    /// What there is now, or was: `class Account`, `A sends B “hello”`.
    pub text: String,
    /// What there was before, where both have it.
    pub was: Option<String>,
    /// Its line in the first text, from 1.
    pub before_line: Option<u32>,
    /// Its line in the second text, from 1.
    pub after_line: Option<u32>,
}

impl Change {
    /// As programs answer it.
    pub fn json(&self) -> Value {
        let mut out = json!({
            "status": self.status.word(), "subject": self.subject.word(), "text": self.text,
        });
        let mut set = |name: &str, value: Option<Value>| {
            if let Some(value) = value {
                out[name] = value;
            }
        };
        set("id", (!self.id.is_empty()).then(|| self.id.as_str().into()));
        set("was", self.was.as_deref().map(Into::into));
        set("beforeLine", self.before_line.map(Into::into));
        set("afterLine", self.after_line.map(Into::into));
        out
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.status.sign(), self.text)?;
        if let Some(was) = &self.was {
            write!(f, " (was: {was})")?;
        }
        Ok(())
    }
}
