//! Participants and their declarations.

use puml_syntax::TextRange;
use puml_syntax::ast::{ColorRef, Lines, Link, Name, Stereotype};

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
    /// The stereotypes, in source order.
    pub stereotypes: Vec<Stereotype>,
    /// `order n`.
    pub order: Option<Order>,
    /// `[[…]]`.
    pub link: Option<Link>,
    /// Fill of the head.
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

/// A participant in a message: its code, and its long name when the message declares one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParticipantRef {
    /// What messages call it.
    pub code: Name,
    /// The long name of `"long" as A -> B` or `A as "long" -> B`.
    pub shown: Option<Name>,
}

/// `order n`; lower stands further left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Order {
    /// The keyword and the number.
    pub range: TextRange,
    /// At most seven digits.
    pub value: i32,
}
