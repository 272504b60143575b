//! Messages between participants, and from or to a border.

use super::{Arrow, ColorRef, Flow, LifeMarks, Link, Name, ParticipantRef, Stereotype};
use puml_syntax::TextRange;

/// `[&] [{anchor}] left ARROW right [& more] [marks] [#color] [<<st>>] [[[url]]] [: text]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// The `&`: starts at the height of the previous message.
    pub parallel: Option<TextRange>,
    /// The name in `{anchor}` before the message.
    pub anchor: Option<TextRange>,
    /// The end written first.
    pub left: MessageEnd,
    /// The name in `A{anchor}`.
    pub left_anchor: Option<TextRange>,
    /// What stands between the ends.
    pub arrow: Arrow,
    /// The end written second.
    pub right: MessageEnd,
    /// The name in `B{anchor}`.
    pub right_anchor: Option<TextRange>,
    /// The further targets of `A -> B & C & D`.
    pub multicast: Vec<Name>,
    /// `++`, `--`, `**`, `!!`, `--++`, `++--`.
    pub marks: Option<LifeMarks>,
    /// The color of the activation that `++` starts.
    pub activation_color: Option<ColorRef>,
    /// Style classes of this arrow.
    pub stereotypes: Vec<Stereotype>,
    /// Makes the whole arrow clickable.
    pub link: Option<Link>,
    /// After the colon; absent without one, may be empty with one.
    pub text: Option<TextRange>,
}

impl Message {
    /// Where it starts: the end written first, unless the arrow points to the left only.
    pub fn sender(&self) -> &MessageEnd {
        if self.arrow.flow() == Flow::Leftwards { &self.right } else { &self.left }
    }

    /// Where it arrives; see [`Message::sender`].
    pub fn receiver(&self) -> &MessageEnd {
        if self.arrow.flow() == Flow::Leftwards { &self.left } else { &self.right }
    }
}

/// What stands at one end of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageEnd {
    /// A lifeline.
    Participant(ParticipantRef),
    /// The edge of the diagram, or a short stub.
    Border(Border),
}

impl MessageEnd {
    /// The participant, unless this end is a border.
    pub fn participant(&self) -> Option<&ParticipantRef> {
        match self {
            Self::Participant(it) => Some(it),
            Self::Border(_) => None,
        }
    }
}

/// The end of a found or lost message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Border {
    /// The left edge: `[->`, `->[`, or nothing before the arrow.
    Left,
    /// The right edge: `->]`, `]->`, or nothing behind the arrow.
    Right,
    /// `?`: a stub beside the lifeline, left of it where the `?` stands left.
    Short,
}
