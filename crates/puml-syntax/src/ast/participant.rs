//! Participants: declarations, names, stereotypes.

use super::{ColorRef, Lines, Link};
use crate::TextRange;

/// `[create] kind name [as name] [stereotypes] [order n] [link] [color]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Declaration {
    /// The word `create`: the head stands at the message that follows.
    pub create: Option<TextRange>,
    /// Absent in `create A`, which means a plain participant.
    pub kind: Option<ParticipantKind>,
    /// The word that names the kind, or `create` where there is none.
    pub keyword: TextRange,
    /// What messages call it.
    pub code: Name,
    /// What is drawn; the code where absent.
    pub shown: Option<Shown>,
    /// In order.
    pub stereotypes: Vec<Stereotype>,
    /// `order n`.
    pub order: Option<Order>,
    /// `[[…]]`.
    pub link: Option<Link>,
    /// The fill.
    pub color: Option<ColorRef>,
}

/// The text in a participant's head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shown {
    /// The other name of `"long" as A`, `A as "long"` or `Long as A`.
    Name(Name),
    /// The block form `participant A [` … `]`.
    Lines(Lines),
}

/// The eight shapes of a head.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ParticipantKind {
    /// A box.
    Participant,
    /// A stick figure.
    Actor,
    /// A circle with a bar at its left.
    Boundary,
    /// A circle with an arrow.
    Control,
    /// A circle on a line.
    Entity,
    /// A cylinder.
    Database,
    /// Stacked boxes.
    Collections,
    /// A lying cylinder.
    Queue,
}

impl ParticipantKind {
    /// All of them, in the order of the reference's manual.
    pub const ALL: [Self; 8] = [
        Self::Participant,
        Self::Actor,
        Self::Boundary,
        Self::Control,
        Self::Entity,
        Self::Database,
        Self::Collections,
        Self::Queue,
    ];

    /// The keyword that declares one.
    pub const fn keyword(self) -> &'static str {
        match self {
            Self::Participant => "participant",
            Self::Actor => "actor",
            Self::Boundary => "boundary",
            Self::Control => "control",
            Self::Entity => "entity",
            Self::Database => "database",
            Self::Collections => "collections",
            Self::Queue => "queue",
        }
    }
}

/// A name, bare or in quotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name {
    /// Without the quotes.
    pub range: TextRange,
    /// Whether it stands in quotes.
    pub quoted: bool,
}

impl Name {
    /// The name with its quotes, if it has any: what an edit replaces.
    pub fn outer(self, text: &str) -> TextRange {
        if !self.quoted {
            return self.range;
        }
        let before = text[..self.range.start as usize].chars().next_back();
        let after = text[self.range.end as usize..].chars().next();
        TextRange::new(
            self.range.start - before.map_or(0, char::len_utf8) as u32,
            self.range.end + after.map_or(0, char::len_utf8) as u32,
        )
    }
}

/// A participant in a message: its code, and its long name when the message declares one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParticipantRef {
    /// What messages call it.
    pub code: Name,
    /// The long name of `"long" as A -> B` or `A as "long" -> B`.
    pub shown: Option<Name>,
}

/// `<<text>>`, `<<(C,#color) text>>` or `<<$sprite text>>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stereotype {
    /// With the chevrons.
    pub range: TextRange,
    /// The text without spot or sprite; may be empty.
    pub label: TextRange,
    /// The letter in a circle.
    pub spot: Option<Spot>,
    /// The picture.
    pub sprite: Option<SpriteRef>,
}

/// `(C,#ADD1B2)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    /// The letter in the circle.
    pub letter: char,
    /// The circle's fill.
    pub color: Option<ColorRef>,
}

/// `$name{scale=2,color=red}`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpriteRef {
    /// Without the `$`.
    pub name: TextRange,
    /// A factor; 1 where absent.
    pub scale: Option<f32>,
    /// The ink of a monochrome sprite.
    pub color: Option<ColorRef>,
}

impl Eq for SpriteRef {}

/// `order n`; lower stands further left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Order {
    /// The keyword and the number.
    pub range: TextRange,
    /// At most seven digits.
    pub value: i32,
}
