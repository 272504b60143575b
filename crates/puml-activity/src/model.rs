//! What an activity diagram says: steps in order, each of which may hold further steps.

use diag::Span;
use puml_family::{Label, Link, LookId, Looks, Sprite, Surroundings};

use crate::ast::{GroupKind, TerminalKind};

/// One activity diagram.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// From the first to the last.
    pub steps: Vec<Step>,
    /// From left to right, in the order they are first named; none where the diagram has none.
    pub lanes: Vec<Lane>,
    /// How decisions are drawn.
    pub style: Style,
    /// Title, header, footer, legend, caption, frame and scale.
    pub surroundings: Surroundings,
    /// Named bitmaps for text.
    pub sprites: Vec<Sprite>,
    /// All looks that the parts name.
    pub looks: Looks,
}

impl Model {
    /// A model of unknown family, if it is one of an activity diagram in the current syntax.
    pub fn of(model: &dyn puml_family::Model) -> Option<&Self> {
        model.as_any().downcast_ref()
    }

    /// Every step with how deep it stands, in reading order.
    pub fn walk<'m>(&'m self, visit: &mut impl FnMut(&'m Step, u32)) {
        walk(&self.steps, 0, visit);
    }
}

fn walk<'m>(steps: &'m [Step], depth: u32, visit: &mut impl FnMut(&'m Step, u32)) {
    for step in steps {
        visit(step, depth);
        for list in step.lists() {
            walk(list, depth + 1, visit);
        }
    }
}

/// Whether a line leads on behind some steps.
pub(crate) fn goes_on(steps: &[Step]) -> bool {
    let Some(last) = steps.last() else { return true };
    match &last.kind {
        StepKind::If(it) => {
            let mut ways = it.branches.iter().chain([&it.otherwise]);
            ways.any(|it| goes_on(&it.steps))
        }
        StepKind::Switch(it) => it.cases.iter().any(|it| goes_on(&it.steps)),
        StepKind::Group(it) => goes_on(&it.steps),
        _ => !last.detached,
    }
}

/// What skin parameters say about the whole diagram.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Style {
    /// Where the text of a test stands.
    pub test: TestStyle,
    /// How the ways of a decision come together.
    pub merge: MergeStyle,
    /// How wide lanes are.
    pub lanes: LaneWidth,
}

/// Where the text of a test stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TestStyle {
    /// The words stand in a hexagon.
    #[default]
    Hexagon,
    /// Beside a small diamond.
    Beside,
    /// The words stand in a diamond.
    Diamond,
}

/// How the ways of a decision come together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MergeStyle {
    /// In a small diamond.
    #[default]
    Diamond,
    /// Branches meet on a line, without a shape.
    Line,
}

/// How wide lanes are.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum LaneWidth {
    /// As wide as what they hold.
    #[default]
    Content,
    /// All as wide as the widest.
    Same,
    /// At least this many pixels.
    AtLeast(f64),
}

/// A swimlane: a column of the picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Lane {
    /// What tells it from the others.
    pub name: String,
    /// What stands above it.
    pub title: Label,
    /// Of its ground, its title and its borders.
    pub look: LookId,
    /// Where it is first named.
    pub origin: Span,
}

/// A lane by its place in [`Model::lanes`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LaneId(pub u32);

/// One thing that happens, or one that holds others.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// What happens in the step.
    pub kind: StepKind,
    /// Of the line that leads to it.
    pub arrow: Arrow,
    /// The column it begins in; the first where the diagram has none.
    pub lane: LaneId,
    /// The column it ends in.
    pub lane_out: LaneId,
    /// Whether no line leads on from it.
    pub detached: bool,
    /// In source order.
    pub notes: Vec<Note>,
    /// The line that says so.
    pub origin: Span,
}

/// Everything that a step can be.
#[derive(Debug, Clone, PartialEq)]
pub enum StepKind {
    /// Where the flow begins or ends.
    Terminal(TerminalKind, LookId),
    /// Something that is done, or an object.
    Action(Action),
    /// A letter in a circle.
    Connector(String, LookId),
    /// A place that a jump leads to.
    Label(String),
    /// Goes on at the label of this name.
    Goto(String),
    /// Leaves the innermost loop.
    Break,
    /// Ways that exclude each other, tried in order.
    If(If),
    /// Ways that exclude each other, all at once.
    Switch(Switch),
    /// A test before each round.
    While(While),
    /// A test behind each round.
    Repeat(Repeat),
    /// Ways that run side by side.
    Parallel(Parallel),
    /// Steps inside a frame.
    Group(Group),
}

impl Step {
    /// The steps inside, list by list.
    pub fn lists(&self) -> Vec<&[Step]> {
        match &self.kind {
            StepKind::If(it) => {
                let mut all: Vec<&[Step]> = it.branches.iter().map(|it| &*it.steps).collect();
                all.push(&it.otherwise.steps);
                all
            }
            StepKind::Switch(it) => it.cases.iter().map(|it| &*it.steps).collect(),
            StepKind::While(it) => vec![&it.steps],
            StepKind::Repeat(it) => vec![&it.steps],
            StepKind::Parallel(it) => it.branches.iter().map(|it| &*it.steps).collect(),
            StepKind::Group(it) => vec![&it.steps],
            _ => Vec::new(),
        }
    }
}

/// Something that is done.
#[derive(Debug, Clone, PartialEq)]
pub struct Action {
    /// What it says.
    pub label: Label,
    /// How it is drawn.
    pub shape: ActionShape,
    /// Where a click leads.
    pub link: Option<Link>,
    /// The stereotypes that only styles know, in lower case.
    pub classes: Vec<String>,
    /// Of the box.
    pub look: LookId,
}

/// The outlines of actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ActionShape {
    /// Round corners.
    #[default]
    Plain,
    /// A notch at the right.
    Input,
    /// A point at the right.
    Output,
    /// A line inside each side.
    Procedure,
    /// Leaning to the right.
    Load,
    /// Leaning to the left.
    Save,
    /// Two brackets.
    Continuous,
    /// Sharp corners.
    Task,
    /// Sharp corners.
    Object,
    /// A notch at the left, a point at the right.
    ObjectSignal,
    /// As an input.
    Trigger,
    /// As an output.
    SendSignal,
    /// A notch at the left.
    AcceptEvent,
    /// An hourglass.
    TimeEvent,
}

impl ActionShape {
    /// All that a stereotype can name, in lower case and without hyphens.
    pub const NAMES: [(&str, Self); 13] = [
        ("input", Self::Input),
        ("output", Self::Output),
        ("procedure", Self::Procedure),
        ("load", Self::Load),
        ("save", Self::Save),
        ("continuous", Self::Continuous),
        ("task", Self::Task),
        ("object", Self::Object),
        ("objectsignal", Self::ObjectSignal),
        ("trigger", Self::Trigger),
        ("sendsignal", Self::SendSignal),
        ("acceptevent", Self::AcceptEvent),
        ("timeevent", Self::TimeEvent),
    ];

    /// Its name, where it has one.
    pub fn name(self) -> Option<&'static str> {
        Self::NAMES.iter().find(|it| it.1 == self).map(|it| it.0)
    }
}

/// A line between two steps.
#[derive(Debug, Clone, PartialEq)]
pub struct Arrow {
    /// Drawn beside the line.
    pub label: Label,
    /// Of the line and its label.
    pub look: LookId,
    /// Whether it is not drawn.
    pub hidden: bool,
}

/// One way of several.
#[derive(Debug, Clone, PartialEq)]
pub struct Branch {
    /// What is asked; empty where the way is taken if no other is.
    pub test: Label,
    /// Of the line from the test before; only in a chain.
    pub before: Arrow,
    /// Of the line into the way, with its label.
    pub arrow: Arrow,
    /// In order.
    pub steps: Vec<Step>,
    /// Of the line behind the last step.
    pub after: Arrow,
    /// Of the test.
    pub look: LookId,
    /// Where a click on the test leads.
    pub link: Option<Link>,
    /// The column at its end.
    pub lane_out: LaneId,
    /// The line that begins it.
    pub origin: Span,
}

/// `if`, `elseif`, `else`.
#[derive(Debug, Clone, PartialEq)]
pub struct If {
    /// At least one.
    pub branches: Vec<Branch>,
    /// Taken if no test holds; may be empty.
    pub otherwise: Branch,
    /// Whether the source has an `else`.
    pub has_else: bool,
    /// Of the place where the ways meet, where the source says something about it.
    pub merge: Option<LookId>,
    /// Whether the source has an `endif`.
    pub closed: bool,
}

/// `switch`.
#[derive(Debug, Clone, PartialEq)]
pub struct Switch {
    /// What is asked.
    pub test: Label,
    /// In order; the test of each is its label.
    pub cases: Vec<Branch>,
    /// Of the test.
    pub look: LookId,
    /// Of the place where the ways meet, where the source says something about it.
    pub merge: Option<LookId>,
}

/// `while`.
#[derive(Debug, Clone, PartialEq)]
pub struct While {
    /// What is asked.
    pub test: Label,
    /// Of the line into the loop.
    pub yes: Arrow,
    /// Of the line out of it.
    pub out: Arrow,
    /// Of the line back, before a backward step.
    pub back: Arrow,
    /// In order.
    pub steps: Vec<Step>,
    /// On the way back.
    pub backward: Option<Backward>,
    /// Of the test.
    pub look: LookId,
    /// Whether the source has an `endwhile`.
    pub closed: bool,
}

/// `repeat`.
#[derive(Debug, Clone, PartialEq)]
pub struct Repeat {
    /// The first step of each round, where the source names it with the keyword.
    pub first: Option<Box<Action>>,
    /// In order.
    pub steps: Vec<Step>,
    /// What is asked; empty where nothing is.
    pub test: Label,
    /// Of the line to the test.
    pub to_test: Arrow,
    /// Of the line back.
    pub back: Arrow,
    /// Of the line out.
    pub out: Arrow,
    /// On the way back.
    pub backward: Option<Backward>,
    /// Of the test.
    pub look: LookId,
    /// Of the place where a round begins.
    pub start_look: LookId,
    /// The column of the test.
    pub test_lane: LaneId,
    /// Notes at the test.
    pub test_notes: Vec<Note>,
    /// Whether the source has a `repeat while`.
    pub closed: bool,
}

/// A step on the way back to the beginning of a loop.
#[derive(Debug, Clone, PartialEq)]
pub struct Backward {
    /// What is done on the way back.
    pub action: Action,
    /// Of the line to it.
    pub incoming: Arrow,
    /// Of the line from it.
    pub outgoing: Arrow,
    /// Drawn beside the box.
    pub notes: Vec<Note>,
    /// The line that says so.
    pub origin: Span,
}

/// `fork`, `split`.
#[derive(Debug, Clone, PartialEq)]
pub struct Parallel {
    /// How it begins and ends.
    pub kind: ParallelKind,
    /// At least one.
    pub branches: Vec<Branch>,
    /// Beside the lower bar.
    pub label: Label,
    /// Of the bars.
    pub look: LookId,
    /// Whether the source closes it.
    pub closed: bool,
}

/// How branches that run side by side begin and end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParallelKind {
    /// Bars.
    Fork,
    /// A bar, and a diamond at the end: the first that is done goes on.
    Merge,
    /// Lines.
    Split,
}

/// Steps inside a frame with a title.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// How it is drawn.
    pub kind: GroupKind,
    /// At its top.
    pub title: Label,
    /// In order.
    pub steps: Vec<Step>,
    /// Of the line behind the last step.
    pub after: Arrow,
    /// Of the frame and its title.
    pub look: LookId,
    /// Whether the source closes it.
    pub closed: bool,
}

/// A note beside a step.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// What it says.
    pub label: Label,
    /// Whether it stands at the right.
    pub right: bool,
    /// Whether no line leads to it.
    pub floating: bool,
    /// Fill, border and letters of the note.
    pub look: LookId,
    /// The lines that say so.
    pub origin: Span,
}
