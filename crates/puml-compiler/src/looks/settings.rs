//! Choices for the whole diagram that are no element's look.

use crate::model::{ActorShape, MessageAlign, Model};
use crate::style::Looks;

use super::Rule;

/// What styles say about the whole diagram.
pub(crate) struct Settings {
    /// A model with these choices and nothing else in it.
    pub(crate) model: Model,
    /// Rules that hold only for things with a stereotype.
    pub(crate) stereotype_rules: Vec<Rule>,
    pub(super) tone: Tone,
}

/// Whether colours stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    Colored,
    Gray,
    /// Grey, light and dark exchanged.
    Reversed,
}

impl Default for Settings {
    fn default() -> Self {
        let model = Model {
            participants: Vec::new(),
            enclosures: Vec::new(),
            pages: Vec::new(),
            title: None,
            header: None,
            footer: None,
            legend: None,
            caption: None,
            mainframe: None,
            scale: None,
            footbox: true,
            strict: false,
            actor_shape: ActorShape::Stick,
            message_align: MessageAlign::default(),
            reply_below: false,
            message_span: false,
            stereotype_below: false,
            participant_padding: 0.0,
            box_padding: 0.0,
            sprites: Vec::new(),
            looks: Looks::default(),
        };
        Self { model, stereotype_rules: Vec::new(), tone: Tone::Colored }
    }
}
