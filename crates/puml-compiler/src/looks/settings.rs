//! Choices for the whole diagram that are no element's look.

use scene::{Color, Paint, Rgba};

use crate::model::{ActorShape, MessageAlign, Model};
use crate::style::Looks;

use super::Rule;

/// What styles say about the whole diagram.
pub(crate) struct Settings {
    /// A model with these choices and nothing else in it.
    pub(crate) model: Model,
    /// Rules that hold only for things with a stereotype.
    pub(crate) stereotype_rules: Vec<Rule>,
    pub(crate) tone: Tone,
}

/// Whether colours stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tone {
    Colored,
    Gray,
    /// Grey, light and dark exchanged.
    Reversed,
}

impl Tone {
    /// The colour as the diagram shows it.
    pub(crate) fn of(self, color: Color) -> Color {
        if self == Self::Colored {
            return color;
        }
        let gray = |Rgba { r, g, b, a }: Rgba| {
            let luma = (u32::from(r) * 299 + u32::from(g) * 587 + u32::from(b) * 114) / 1000;
            let luma = if self == Self::Reversed { 255 - luma } else { luma } as u8;
            Rgba { r: luma, g: luma, b: luma, a }
        };
        Color { light: gray(color.light), dark: color.dark.map(gray) }
    }

    /// The same for a fill.
    pub(crate) fn of_paint(self, paint: Paint) -> Paint {
        match paint {
            Paint::Solid(color) => Paint::Solid(self.of(color)),
            Paint::Gradient { from, to, direction } => {
                Paint::Gradient { from: self.of(from), to: self.of(to), direction }
            }
        }
    }
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
