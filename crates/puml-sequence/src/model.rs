//! What a diagram says, with everything resolved: who takes part, what happens, how it looks.
//!
//! Layout reads nothing else. Labels keep their markup; layout parses it where it measures it.

use diag::Span;
use puml_family::{Banner, Label, Link, LookId, Looks, Spot, Sprite, Stereotype, Surroundings};

use crate::element::VOCABULARY;

/// What a sequence diagram says, everything resolved.
#[expect(clippy::struct_excessive_bools, reason = "independent switches of the source")]
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// From left to right as drawn.
    pub participants: Vec<Participant>,
    /// Boxes around participants; a parent comes before its children.
    pub enclosures: Vec<Enclosure>,
    /// The pages that `newpage` separates, at least one.
    pub pages: Vec<Page>,
    /// Title, header, footer, legend, caption, frame and scale.
    pub surroundings: Surroundings,
    /// Whether heads are repeated at the bottom.
    pub footbox: bool,
    /// Whether UML's strict look is asked for: plain actors' heads, sharp corners, no heads at the bottom.
    pub strict: bool,
    /// How actors are drawn.
    pub actor_shape: ActorShape,
    /// How labels stand to their arrows.
    pub message_align: MessageAlign,
    /// Whether the label of a reply stands below its arrow.
    pub reply_below: bool,
    /// Whether a label may run past the target's lifeline.
    pub message_span: bool,
    /// Whether stereotypes stand below the name.
    pub stereotype_below: bool,
    /// Least space between heads, beside the usual.
    pub participant_padding: f64,
    /// Extra space around boxes.
    pub box_padding: f64,
    /// Named bitmaps for text.
    pub sprites: Vec<Sprite>,
    /// All looks that the parts name.
    pub looks: Looks,
}

impl Model {
    /// A model of unknown family, if it is one of a sequence diagram.
    pub fn of(model: &dyn puml_family::Model) -> Option<&Self> {
        model.as_any().downcast_ref()
    }

    /// A diagram in which nobody takes part.
    pub(crate) fn empty() -> Self {
        Self {
            participants: Vec::new(),
            enclosures: Vec::new(),
            pages: Vec::new(),
            surroundings: Surroundings::default(),
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
            looks: Looks::new(Vec::new(), VOCABULARY.roles),
        }
    }
}

/// A participant by its place from the left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ParticipantId(pub u32);

/// An enclosure by its place in [`Model::enclosures`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EnclosureId(pub u32);

/// Somebody with a lifeline.
#[derive(Debug, Clone, PartialEq)]
pub struct Participant {
    /// The name that the source uses.
    pub id: String,
    /// The name that is shown.
    pub label: Label,
    /// Which symbol stands for it.
    pub kind: ParticipantKind,
    /// Shown above or below the name.
    pub stereotypes: Vec<Stereotype>,
    /// A letter or sprite in a circle.
    pub spot: Option<Spot>,
    /// Where a click on the head leads.
    pub link: Option<Link>,
    /// The innermost box it stands in.
    pub enclosure: Option<EnclosureId>,
    /// Whether a declaration named it, or only its use.
    pub declared: bool,
    /// Whether its head stands at the message that creates it, not at the top.
    pub created: bool,
    /// The look of the head.
    pub look: LookId,
    /// Of the stereotype's text.
    pub stereotype_look: LookId,
    /// Colour, width and dashes of the lifeline.
    pub lifeline_look: LookId,
    /// Where it is first named.
    pub origin: Span,
}

/// What a head looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ParticipantKind {
    /// A box.
    Participant,
    /// A stick figure.
    Actor,
    /// A circle with a bar at its left.
    Boundary,
    /// A circle with an arrow on top.
    Control,
    /// A circle on a line.
    Entity,
    /// A standing cylinder.
    Database,
    /// Two boxes, one behind the other.
    Collections,
    /// A lying cylinder.
    Queue,
}

/// How actors are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ActorShape {
    /// A stick figure.
    #[default]
    Stick,
    /// A filled bust.
    Awesome,
    /// An outlined figure.
    Hollow,
}

/// A box around neighbouring participants.
#[derive(Debug, Clone, PartialEq)]
pub struct Enclosure {
    /// Shown at the top.
    pub label: Option<Label>,
    /// The box it stands in.
    pub parent: Option<EnclosureId>,
    /// The look of the box.
    pub look: LookId,
    /// The statement that opens it.
    pub origin: Span,
}

/// Events up to a `newpage`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Page {
    /// The title given at `newpage`.
    pub title: Option<Banner>,
    /// In the order they happen.
    pub events: Vec<Event>,
}

/// Something that happens.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// The message, note, group or other thing that happens.
    pub kind: EventKind,
    /// Whether it begins at the height of the event before it (`&`).
    pub parallel: bool,
    /// The line that says so.
    pub origin: Span,
}

/// What happens. Life events stand right after the message they belong to, [`EventKind::Create`] right before it.
#[derive(Debug, Clone, PartialEq)]
pub enum EventKind {
    /// An arrow with its label.
    Message(Box<Message>),
    /// A bar begins at the message before (at the top, if there is none).
    Activate {
        /// The participant that becomes active.
        who: ParticipantId,
        /// The look of the activation bar.
        look: LookId,
    },
    /// The innermost bar ends at the message before.
    Deactivate {
        /// The participant that becomes inactive.
        who: ParticipantId,
    },
    /// The head stands at the next message.
    Create {
        /// The participant that is created.
        who: ParticipantId,
    },
    /// The lifeline and all bars end at the message before, with a cross.
    Destroy {
        /// The participant that is destroyed.
        who: ParticipantId,
    },
    /// Words on a sheet, at a lifeline, a message or a group.
    Note(Box<Note>),
    /// A group opens.
    Open(Box<Fragment>),
    /// The innermost open group goes on with another branch.
    Branch {
        /// In brackets; may be empty.
        label: Label,
        /// Of the branch's body and label.
        look: LookId,
    },
    /// The innermost open group ends. Every opened group is closed on some page.
    Close,
    /// A reference to another diagram.
    Reference(Box<Reference>),
    /// A band across.
    Divider {
        /// May be empty.
        label: Label,
        /// The look of the band.
        look: LookId,
    },
    /// Time passes; lifelines are dotted.
    Delay {
        /// May be empty.
        label: Label,
        /// Of the text and the dots.
        look: LookId,
    },
    /// Empty space, in pixels.
    Space {
        /// Never negative.
        height: f64,
    },
    /// A vertical arrow between two anchors of this page.
    Duration {
        /// The name of one anchor.
        from: String,
        /// The name of the other.
        to: String,
        /// Beside the arrow.
        label: Label,
        /// Of the arrow and the label.
        look: LookId,
    },
}

/// Where an arrow begins or ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The arrow ends at a lifeline.
    Participant(ParticipantId),
    /// At the picture's edge.
    Border(Side),
    /// A little beside the other end's lifeline.
    Short(Side),
}

/// Left or right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Towards the first participant.
    Left,
    /// Towards the last participant.
    Right,
}

/// What an arrow ends in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Head {
    /// The line ends without a head.
    #[default]
    None,
    /// A filled triangle.
    Filled,
    /// Two strokes.
    Open,
    /// The upper half of a filled triangle.
    FilledUpper,
    /// The lower half of a filled triangle.
    FilledLower,
    /// The upper stroke.
    OpenUpper,
    /// The lower stroke.
    OpenLower,
    /// A cross: the message is lost.
    Cross,
}

/// An arrow's line and both of its ends, from sender to receiver.
#[expect(clippy::struct_excessive_bools, reason = "each end has its own circle")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Arrow {
    /// The head at the sender.
    pub from_head: Head,
    /// The head at the receiver.
    pub to_head: Head,
    /// Whether a circle stands at the sender.
    pub from_circle: bool,
    /// Whether a circle stands at the receiver.
    pub to_circle: bool,
    /// Whether it takes its space and is not drawn.
    pub hidden: bool,
    /// Whether the source wrote the receiver first (`A <- B`).
    pub reversed: bool,
    /// Pixels that the receiving end lies lower.
    pub slant: u32,
}

/// An arrow with its label.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// The sender.
    pub from: End,
    /// The receiver.
    pub to: End,
    /// Further receivers of the same message.
    pub also_to: Vec<ParticipantId>,
    /// Line and ends.
    pub arrow: Arrow,
    /// What it says, without its number.
    pub label: Label,
    /// Its number as shown, with markup.
    pub number: Option<Label>,
    /// Where a click leads.
    pub link: Option<Link>,
    /// Names its height.
    pub anchor: Option<String>,
    /// Names the height of the sending end.
    pub from_anchor: Option<String>,
    /// Names the height of the receiving end.
    pub to_anchor: Option<String>,
    /// Whether it is a reply made by `return`.
    pub is_return: bool,
    /// Of line and label; dashes say whether the line is dashed.
    pub look: LookId,
}

/// The outline of a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteShape {
    /// A sheet with a folded corner.
    Folded,
    /// `hnote`.
    Hexagon,
    /// `rnote`.
    Rectangle,
}

/// Where a note stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotePlace {
    /// Beside a lifeline.
    Beside(Side, ParticipantId),
    /// Centred on a lifeline.
    Over(ParticipantId),
    /// From one lifeline to another.
    Across(ParticipantId, ParticipantId),
    /// From the first lifeline to the last.
    Whole,
    /// At the message, group or reference before it, on that side.
    Attached(Side),
    /// Above the message before it.
    AttachedAbove,
    /// Below the message before it.
    AttachedBelow,
}

/// Words on a sheet, at a lifeline, a message or a group.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// The shape of the outline.
    pub shape: NoteShape,
    /// The lifelines or the message that it is at.
    pub place: NotePlace,
    /// The words, with their markup.
    pub label: Label,
    /// Whether it stands at the height of the note before it (`/`).
    pub aligned: bool,
    /// Where a click leads.
    pub link: Option<Link>,
    /// Fill, border and letters of the note.
    pub look: LookId,
}

/// The operators of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FragmentKind {
    /// `alt`.
    Alt,
    /// `opt`.
    Opt,
    /// `loop`.
    Loop,
    /// `par`.
    Par,
    /// `par2`: its branches run side by side in time.
    ParTogether,
    /// `break`.
    Break,
    /// `critical`.
    Critical,
    /// `group`: its label is the tab.
    Group,
    /// `partition`: a band without a tab.
    Partition,
}

impl FragmentKind {
    /// The word of the source.
    pub const fn keyword(self) -> &'static str {
        match self {
            Self::Alt => "alt",
            Self::Opt => "opt",
            Self::Loop => "loop",
            Self::Par => "par",
            Self::ParTogether => "par2",
            Self::Break => "break",
            Self::Critical => "critical",
            Self::Group => "group",
            Self::Partition => "partition",
        }
    }
}

/// A group as it opens.
#[derive(Debug, Clone, PartialEq)]
pub struct Fragment {
    /// What the tab of the frame says, unless the author names it.
    pub kind: FragmentKind,
    /// What the tab says.
    pub tab: Label,
    /// In brackets beside the tab; may be empty.
    pub label: Label,
    /// Of frame, body and label.
    pub look: LookId,
    /// The look of the tab.
    pub header_look: LookId,
}

/// A reference to another diagram.
#[derive(Debug, Clone, PartialEq)]
pub struct Reference {
    /// The participants that it spans, at least one.
    pub over: Vec<ParticipantId>,
    /// The words, with their markup.
    pub label: Label,
    /// Where a click leads.
    pub link: Option<Link>,
    /// Of the frame and the text.
    pub look: LookId,
    /// The look of the tab.
    pub header_look: LookId,
}

/// Where a label stands along its arrow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MessageAlign {
    /// As in the middle, but lines that the author broke begin below each other.
    #[default]
    Automatic,
    /// At the left end.
    Left,
    /// In the middle, or between two lifelines where the middle would lie on one.
    Center,
    /// At the right end.
    Right,
    /// At the sender's end.
    Direction,
    /// At the receiver's end.
    ReverseDirection,
}
