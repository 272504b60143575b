//! Rows of the prompt table: a name, typed arguments and the messages they make.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use rmcp::model::{PromptArgument, PromptMessage, Role};

use crate::resource::some_text;
use crate::{Call, Content, ToolError};

/// Arguments of a prompt by name. Required ones are present, choices are among the allowed ones.
pub type Filled = BTreeMap<String, String>;

/// Writes the messages of a prompt.
pub type PromptWriter =
    Arc<dyn Fn(&Call, &Filled) -> Result<Vec<Message>, ToolError> + Send + Sync>;

/// Suggests values for an argument that continue what has been typed so far.
pub type ArgumentSuggester = Arc<dyn Fn(&str) -> Vec<String> + Send + Sync>;

/// A prompt as clients see it, and what it says.
#[derive(Clone)]
pub struct Prompt {
    /// Unique in the table.
    pub name: String,
    /// For people; empty means the name.
    pub title: String,
    /// What the conversation is for.
    pub description: String,
    /// In the order a form would ask for them.
    pub arguments: Vec<Argument>,
    /// Makes the messages from the checked arguments.
    pub write: PromptWriter,
}

/// One argument. The protocol carries only text, so the kind is checked here.
#[derive(Clone, Debug)]
pub struct Argument {
    /// Unique in the prompt.
    pub name: String,
    /// What to put in.
    pub description: String,
    /// Whether the prompt can do without.
    pub need: Need,
    /// What counts as a value.
    pub kind: ArgumentKind,
}

/// Whether an argument may be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// A request without it is refused.
    Required,
    /// The prompt works without it.
    Optional,
}

/// What counts as a value of an argument, and what is suggested while it is typed.
#[derive(Clone)]
pub enum ArgumentKind {
    /// Any text.
    Text,
    /// `true` or `false`.
    Flag,
    /// One of a fixed list, which is also suggested.
    Choice(Vec<String>),
    /// Anything, with suggestions for what has been typed so far.
    Suggested(ArgumentSuggester),
}

/// One message of a prompt.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// Who is made to say it.
    pub speaker: Speaker,
    /// What is said or shown.
    pub content: Content,
}

/// Who speaks in a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// The person who uses the host.
    User,
    /// The model, as if it had answered.
    Assistant,
}

impl Prompt {
    pub(crate) fn published(&self) -> rmcp::model::Prompt {
        let arguments = self
            .arguments
            .iter()
            .map(|argument| {
                PromptArgument::new(&argument.name)
                    .with_description(argument.published_description())
                    .with_required(argument.need == Need::Required)
            })
            .collect();
        let mut prompt =
            rmcp::model::Prompt::new(&self.name, some_text(&self.description), Some(arguments));
        prompt.title = some_text(&self.title);
        prompt
    }

    /// What is wrong with the arguments of a request, all of it, one line each.
    pub(crate) fn objections(&self, filled: &Filled) -> Vec<String> {
        let unknown = filled
            .keys()
            .filter(|name| !self.arguments.iter().any(|argument| &argument.name == *name))
            .map(|name| format!("{name}: is not an argument of {}", self.name));
        let missing = self
            .arguments
            .iter()
            .filter(|argument| {
                argument.need == Need::Required && !filled.contains_key(&argument.name)
            })
            .map(|argument| format!("{}: is required", argument.name));
        let misfits = self.arguments.iter().filter_map(|argument| {
            let value = filled.get(&argument.name)?;
            let choices = argument.kind.choices()?;
            (!choices.contains(value)).then(|| {
                format!("{}: {value:?} is not one of {}", argument.name, choices.join(", "))
            })
        });
        missing.chain(misfits).chain(unknown).collect()
    }
}

impl Argument {
    /// An argument the prompt cannot do without.
    pub fn required(
        name: impl Into<String>,
        description: impl Into<String>,
        kind: ArgumentKind,
    ) -> Self {
        Self { name: name.into(), description: description.into(), need: Need::Required, kind }
    }

    /// An argument that may be left out.
    pub fn optional(
        name: impl Into<String>,
        description: impl Into<String>,
        kind: ArgumentKind,
    ) -> Self {
        Self { need: Need::Optional, ..Self::required(name, description, kind) }
    }

    /// Choices are spelled out, because the protocol has no field for them.
    fn published_description(&self) -> String {
        match self.kind.choices() {
            Some(choices) => format!("{} One of: {}.", self.description, choices.join(", ")),
            None => self.description.clone(),
        }
    }
}

impl ArgumentKind {
    /// The only values allowed, if there is such a list.
    fn choices(&self) -> Option<Vec<String>> {
        match self {
            Self::Flag => Some(vec!["true".to_owned(), "false".to_owned()]),
            Self::Choice(choices) => Some(choices.clone()),
            Self::Text | Self::Suggested(_) => None,
        }
    }

    /// Values that continue what has been typed.
    pub(crate) fn suggestions(&self, typed: &str) -> Vec<String> {
        if let Self::Suggested(suggest) = self {
            return suggest(typed);
        }
        let mut choices = self.choices().unwrap_or_default();
        choices.retain(|choice| choice.starts_with(typed));
        choices
    }
}

impl fmt::Debug for ArgumentKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Suggested(_) => formatter.write_str("Suggested"),
            Self::Text => formatter.write_str("Text"),
            other => write!(formatter, "{}", other.choices().unwrap_or_default().join("|")),
        }
    }
}

impl Message {
    /// Words of the person.
    pub fn user(text: impl Into<String>) -> Self {
        Self { speaker: Speaker::User, content: Content::Text(text.into()) }
    }

    pub(crate) fn published(self) -> PromptMessage {
        let role = match self.speaker {
            Speaker::User => Role::User,
            Speaker::Assistant => Role::Assistant,
        };
        PromptMessage::new(role, self.content.into_block())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prompt() -> Prompt {
        Prompt {
            name: "draw".into(),
            title: String::new(),
            description: "Draws.".into(),
            arguments: vec![
                Argument::required("what", "The thing.", ArgumentKind::Text),
                Argument::optional(
                    "style",
                    "The look.",
                    ArgumentKind::Choice(vec!["dark".into(), "docs".into()]),
                ),
                Argument::optional("strict", "No mercy.", ArgumentKind::Flag),
            ],
            write: Arc::new(|_, _| Ok(Vec::new())),
        }
    }

    fn filled(pairs: &[(&str, &str)]) -> Filled {
        pairs.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect()
    }

    #[test]
    fn every_objection_is_listed() {
        let objections = prompt().objections(&filled(&[
            ("style", "loud"),
            ("strict", "yes"),
            ("colour", "red"),
        ]));
        assert_eq!(
            objections,
            [
                "what: is required",
                "style: \"loud\" is not one of dark, docs",
                "strict: \"yes\" is not one of true, false",
                "colour: is not an argument of draw",
            ]
        );
        assert!(
            prompt()
                .objections(&filled(&[("what", "x"), ("style", "dark"), ("strict", "true")]))
                .is_empty()
        );
    }

    #[test]
    fn suggestions_continue_what_was_typed() {
        let choice = ArgumentKind::Choice(vec!["dark".into(), "docs".into(), "sand".into()]);
        assert_eq!(choice.suggestions("d"), ["dark", "docs"]);
        assert_eq!(ArgumentKind::Flag.suggestions("t"), ["true"]);
        assert!(ArgumentKind::Text.suggestions("t").is_empty());
        let own = ArgumentKind::Suggested(Arc::new(|typed| vec![format!("{typed}!")]));
        assert_eq!(own.suggestions("a"), ["a!"]);
        assert_eq!(
            format!("{own:?} {choice:?} {:?}", ArgumentKind::Text),
            "Suggested dark|docs|sand Text"
        );
    }

    #[test]
    fn choices_are_spelled_out_for_people() {
        let published = prompt().published();
        let arguments = published.arguments.unwrap();
        assert_eq!(arguments[1].description.as_deref(), Some("The look. One of: dark, docs."));
        assert_eq!((arguments[0].required, arguments[1].required), (Some(true), Some(false)));
    }
}
