//! What a picture of entities says, everything resolved. Layout reads nothing else.

use diag::Span;
use puml_family::{Label, LookId, Spot};

use crate::symbol::Symbol;

/// All that stands in one picture.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Graph {
    /// Which way ranks grow.
    pub direction: Direction,
    /// How links are routed.
    pub lines: Lines,
    /// Least distance between entities of a rank, where the author asks for one.
    pub node_gap: Option<f64>,
    /// Least distance between ranks, where the author asks for one.
    pub rank_gap: Option<f64>,
    /// Whether all boxes of classes are as wide as the widest of them.
    pub same_width: bool,
    /// In the order they are first named.
    pub entities: Vec<Entity>,
    /// A parent comes before its children.
    pub groups: Vec<Group>,
    /// The links, in source order.
    pub links: Vec<Link>,
    /// The notes, in source order.
    pub notes: Vec<Note>,
    /// Lines between two links.
    pub constraints: Vec<Constraint>,
}

impl Graph {
    /// The name of the innermost group around something that is drawn as a frame.
    pub fn container(&self, group: Option<GroupId>) -> Option<&str> {
        let mut at = group;
        while let Some(id) = at {
            let group = &self.groups[id.0 as usize];
            if group.frame != Frame::None {
                return Some(&group.id);
            }
            at = group.parent;
        }
        None
    }

    /// The text of the row that a link ends at, if it ends at one.
    pub fn member(&self, end: End) -> Option<&str> {
        let End::Member(id, compartment, row) = end else { return None };
        let compartment =
            self.entities[id.0 as usize].body.compartments.get(compartment as usize)?;
        match compartment.rows.get(row as usize)? {
            Row::Member { label, .. }
            | Row::Pair { key: label, .. }
            | Row::Text(label)
            | Row::Item(Cell::Text(label)) => Some(&label.text),
            Row::Item(Cell::Table(_)) | Row::Rule { .. } | Row::Blank => None,
        }
    }
}

/// Which way ranks grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Direction {
    /// Downwards.
    #[default]
    Down,
    /// From left to right.
    Right,
}

/// How links are routed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lines {
    /// Level and upright, with small rounded bends.
    #[default]
    Orthogonal,
    /// As straight segments.
    Polyline,
    /// Smooth curves.
    Curved,
}

/// An entity by its place in [`Graph::entities`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EntityId(pub u32);

/// A group by its place in [`Graph::groups`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GroupId(pub u32);

/// A link by its place in [`Graph::links`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LinkId(pub u32);

/// A note by its place in [`Graph::notes`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NoteId(pub u32);

/// Something with a name.
#[derive(Debug, Clone, PartialEq)]
pub struct Entity {
    /// The qualified name that the source uses.
    pub id: String,
    /// The keyword of its kind: `class`, `interface`. Also its role in the scene.
    pub kind: &'static str,
    /// The name that is shown.
    pub label: Label,
    /// Shown in a dashed box at the upper right corner.
    pub generic: Option<Label>,
    /// Shown above the name, each on its line.
    pub stereotypes: Vec<Label>,
    /// Whether the stereotypes are left out of the picture.
    pub hides_stereotypes: bool,
    /// A letter or sprite left of the name.
    pub spot: Option<Spot>,
    /// The mark before the name.
    pub visibility: Option<Visibility>,
    /// How it is drawn.
    pub shape: Shape,
    /// What stands below the name.
    pub body: Body,
    /// The innermost group it stands in.
    pub group: Option<GroupId>,
    /// Where a click leads.
    pub link: Option<puml_family::Link>,
    /// Whether it takes its place and is not drawn.
    pub hidden: bool,
    /// Of the outline and the name.
    pub look: LookId,
    /// Of the ground behind the name, where it differs.
    pub header_look: Option<LookId>,
    /// Of the text below the name.
    pub body_look: LookId,
    /// The font of the words in guillemets.
    pub stereotype_look: LookId,
    /// Where it is first named.
    pub origin: Span,
}

/// How an entity is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shape {
    /// A box with compartments.
    #[default]
    Class,
    /// A small circle, its name below.
    Circle,
    /// Half a circle, its name below: what somebody needs.
    HalfCircle,
    /// A rhombus without a name.
    Diamond,
    /// A dot where an association meets a class.
    Dot,
    /// A box with rounded corners.
    State,
    /// The same with the mark of a machine of its own.
    Submachine,
    /// A box with a notch: a signal is received.
    Receive,
    /// A hexagon around its name: a decision.
    Test,
    /// A mark of a state machine.
    Pseudo(Pseudo),
    /// A figure of a component, deployment or use case diagram.
    Symbol(Symbol),
}

/// The marks of a state machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pseudo {
    /// A filled circle.
    Start,
    /// A ring around a dot.
    End,
    /// A circle with an H.
    History,
    /// A circle with an H and a star.
    DeepHistory,
    /// A rhombus.
    Choice,
    /// A bar as long as its links need.
    Bar,
    /// A small circle on the frame, its name outside.
    Entry,
    /// A small circle with a cross on the frame, its name outside.
    Exit,
    /// A small square on the frame, its name outside.
    Pin(Flow),
    /// Four small squares in a row on the frame, their name outside.
    Expansion(Flow),
}

/// Which way something goes through a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// Into it: on the side where ranks begin.
    In,
    /// Out of it: on the side where ranks end.
    Out,
}

/// What stands below an entity's name.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Body {
    /// From top to bottom; a line stands above each. An empty one is a narrow strip.
    pub compartments: Vec<Compartment>,
}

/// Rows between two lines.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Compartment {
    /// From top to bottom.
    pub rows: Vec<Row>,
    /// Whether it is left out of the picture.
    pub hidden: bool,
}

/// What stands in a field of a table.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Words with markup.
    Text(Label),
    /// A table inside a table: pairs and items.
    Table(Vec<Row>),
}

/// A row of a compartment.
#[derive(Debug, Clone, PartialEq)]
pub enum Row {
    /// An attribute, an operation, any line of text.
    Member {
        /// With its markup.
        label: Label,
        /// The mark before it.
        visibility: Option<Visibility>,
        /// Whether the mark is filled, as for operations.
        filled: bool,
        /// Where a click leads.
        link: Option<puml_family::Link>,
    },
    /// A line of a table: a key and its value.
    Pair {
        /// In the left column.
        key: Label,
        /// In the right column.
        value: Cell,
    },
    /// A line of a table without a key.
    Item(Cell),
    /// A line across, perhaps with a title.
    Rule {
        /// How it is drawn.
        style: RuleStyle,
        /// The words in the middle of the rule.
        title: Option<Label>,
    },
    /// A text of any length, with its markup.
    Text(Label),
    /// An empty row.
    Blank,
}

/// How a line across a compartment is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleStyle {
    /// Without gaps.
    Single,
    /// Two lines.
    Double,
    /// Dots.
    Dotted,
}

/// Who may see a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visibility {
    /// `+`.
    Public,
    /// `-`.
    Private,
    /// `#`.
    Protected,
    /// `~`.
    Package,
    /// `*`: must have a value.
    Mandatory,
}

/// A frame around entities and other groups.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// The qualified name that the source uses.
    pub id: String,
    /// The keyword of its kind: `package`, `node`, `together`.
    pub kind: &'static str,
    /// Shown at the top.
    pub label: Label,
    /// Shown above the title.
    pub stereotypes: Vec<Label>,
    /// How it is drawn.
    pub frame: Frame,
    /// The group it stands in.
    pub parent: Option<GroupId>,
    /// Where a click leads.
    pub link: Option<puml_family::Link>,
    /// What a composite state has beside its frame.
    pub composite: Option<Composite>,
    /// Of the frame and its title.
    pub look: LookId,
    /// The statement that opens the group.
    pub origin: Span,
}

/// How a group is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Frame {
    /// A folder with a tab.
    #[default]
    Folder,
    /// A plain rectangle.
    Rectangle,
    /// A box with rounded corners, its title in a bar.
    State,
    /// A part of a group that is divided: only the line to the next part is drawn.
    Region,
    /// Not at all: what it holds stays together.
    None,
    /// A figure of a component, deployment or use case diagram.
    Symbol(Symbol),
}

/// What a composite state has beside its frame.
#[derive(Debug, Clone, PartialEq)]
pub struct Composite {
    /// Below the title.
    pub description: Label,
    /// The look of the description.
    pub look: LookId,
    /// How its regions stand to each other; they are its only children then.
    pub regions: Option<Regions>,
}

/// How the regions of a group stand to each other, as drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Regions {
    /// One below the other.
    Stacked,
    /// Side by side.
    Beside,
}

/// Where a link ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The link ends at an entity.
    Entity(EntityId),
    /// At a row of an entity: the compartment and the row in it.
    Member(EntityId, u32, u32),
    /// At a group's frame.
    Group(GroupId),
    /// The link ends at a note.
    Note(NoteId),
}

/// What a link ends in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Head {
    /// The line ends without a decoration.
    #[default]
    None,
    /// Two strokes: a dependency, a direction.
    Arrow,
    /// A filled triangle.
    Triangle,
    /// A filled arrow with a notch: a transition.
    Swallow,
    /// The same behind a small circle.
    CircleArrow,
    /// A hollow triangle: inheritance.
    Extension,
    /// A hollow triangle with a bar: redefinition.
    Redefines,
    /// A hollow triangle with two dots: defined by.
    DefinedBy,
    /// A filled rhombus.
    Composition,
    /// A hollow rhombus.
    Aggregation,
    /// A cross: not navigable.
    Cross,
    /// A hollow circle.
    Circle,
    /// A filled circle.
    Dot,
    /// A circle and an arc around it.
    CircleArc,
    /// Half a circle that opens towards the tip.
    Arc,
    /// A hollow square.
    Square,
    /// A circle with a plus: nesting.
    Plus,
    /// The upper stroke of an arrow.
    HalfUpper,
    /// The lower stroke of an arrow.
    HalfLower,
    /// A crow's foot: many.
    Many,
    /// A circle and a crow's foot: zero or many.
    ZeroOrMany,
    /// A bar and a crow's foot: one or many.
    OneOrMany,
    /// A circle and a bar: zero or one.
    ZeroOrOne,
    /// Two bars: exactly one.
    One,
}

/// A line between two things.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// The left end in the source.
    pub from: End,
    /// The right end in the source.
    pub to: End,
    /// At the left end.
    pub from_head: Head,
    /// At the right end.
    pub to_head: Head,
    /// The label in the middle of the link.
    pub label: Label,
    /// At the left end.
    pub from_label: Label,
    /// At the right end.
    pub to_label: Label,
    /// The part that the left end plays.
    pub from_role: Label,
    /// The part that the right end plays.
    pub to_role: Label,
    /// In a small box at the left end: what selects the right one.
    pub from_qualifier: Label,
    /// In a small box at the right end.
    pub to_qualifier: Label,
    /// Shown with the label.
    pub stereotypes: Vec<Label>,
    /// Which way the label is read.
    pub reading: Option<Reading>,
    /// On the middle of the line.
    pub middle: Middle,
    /// Solid, dashed, dotted or bold.
    pub stroke: LineStyle,
    /// Where the right end stands as seen from the left one.
    pub side: Side,
    /// How many ranks apart the ends stand at least, where they are not of one rank.
    pub length: u32,
    /// Whether it does not decide ranks.
    pub free: bool,
    /// Whether it takes part in the layout and is not drawn.
    pub hidden: bool,
    /// Links of one trunk that share an end join there into one line, as those of inheritance do.
    pub trunk: Option<u32>,
    /// Where a click leads.
    pub link: Option<puml_family::Link>,
    /// Of further lines, drawn beside it.
    pub beside: Vec<LookId>,
    /// Of the line and its labels; dashes say whether it is dashed.
    pub look: LookId,
    /// The line that says so.
    pub origin: Span,
}

/// Which way a label is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// From the left end to the right one.
    Forward,
    /// From the right end to the left one.
    Backward,
}

/// What stands on the middle of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Middle {
    /// Nothing is drawn there.
    #[default]
    None,
    /// A circle: `0`.
    Circle,
    /// A circle with an arc on both sides: `(0)`.
    Circled,
    /// A circle with an arc towards the left end: `(0`.
    ArcLeft,
    /// A circle with an arc towards the right end: `0)`.
    ArcRight,
}

/// How a link is stroked. Its look has the dashes and the width.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum LineStyle {
    /// Without gaps.
    #[default]
    Solid,
    /// As the dashes of its look say.
    Dashed,
    /// Dots.
    Dotted,
    /// Two pixels wide.
    Bold,
}

/// A dashed line between two links that says something about both.
#[derive(Debug, Clone, PartialEq)]
pub struct Constraint {
    /// One of them.
    pub first: LinkId,
    /// The link at its other end.
    pub second: LinkId,
    /// The words at the line, with their markup.
    pub label: Label,
    /// Of the line and its label.
    pub look: LookId,
    /// The line that says so.
    pub origin: Span,
}

/// A direction as drawn when ranks grow downwards; it turns with [`Graph::direction`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Side {
    /// Leftwards.
    Left,
    /// Rightwards.
    Right,
    /// Above.
    Up,
    /// Below.
    #[default]
    Down,
}

/// A note at an entity or a link, or one that stands free.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// The name of a free note.
    pub id: Option<String>,
    /// The words, with their markup.
    pub label: Label,
    /// What the note is attached to.
    pub place: NotePlace,
    /// The group that a free note stands in.
    pub group: Option<GroupId>,
    /// Whether it takes its place and is not drawn.
    pub hidden: bool,
    /// Where a click leads.
    pub link: Option<puml_family::Link>,
    /// Fill, border and letters of the note.
    pub look: LookId,
    /// The lines that say so.
    pub origin: Span,
}

/// Where a note stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotePlace {
    /// Beside an entity, as drawn.
    Beside(EntityId, Side),
    /// Beside a row of an entity: the compartment and the row in it.
    AtMember(EntityId, u32, u32, Side),
    /// Beside a group's frame.
    AtGroup(GroupId, Side),
    /// At the middle of a link.
    OnLink(LinkId),
    /// Anywhere; links lead to it.
    Free,
}
