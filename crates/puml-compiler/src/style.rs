//! How things look once themes, skin parameters, style blocks and colours in place are resolved.

use scene::{Color, Font, Paint};

use crate::model::Align;

/// A kind of thing that has a look of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Element {
    /// The page itself: its background and everything nothing else says.
    Document,
    /// Head of a plain participant.
    Participant,
    /// Stick figure.
    Actor,
    /// Boundary symbol.
    Boundary,
    /// Control symbol.
    Control,
    /// Entity symbol.
    Entity,
    /// Cylinder.
    Database,
    /// Stacked boxes.
    Collections,
    /// Lying cylinder.
    Queue,
    /// The line of a stereotype in a head.
    Stereotype,
    /// Message lines and their labels.
    Arrow,
    /// Lifelines.
    Lifeline,
    /// Activation bars.
    Activation,
    /// Crosses that end a lifeline.
    Destroy,
    /// Frames of groups: their border, body and the labels in brackets.
    Group,
    /// Tabs of groups.
    GroupHeader,
    /// Frames of references.
    Reference,
    /// Tabs of references.
    ReferenceHeader,
    /// Notes with a folded corner.
    Note,
    /// Hexagonal notes.
    HexagonalNote,
    /// Rectangular notes.
    RectangularNote,
    /// Bands between phases.
    Divider,
    /// Gaps in time.
    Delay,
    /// Boxes around participants.
    Enclosure,
    /// Marks where a page ends.
    Newpage,
    /// Vertical duration arrows.
    Duration,
    /// The diagram's title.
    Title,
    /// Top line.
    Header,
    /// Bottom line.
    Footer,
    /// Below the picture.
    Caption,
    /// The legend.
    Legend,
    /// The frame around everything.
    Mainframe,
}

impl Element {
    /// Every element, in the order of the declaration.
    pub const ALL: [Self; 32] = [
        Self::Document,
        Self::Participant,
        Self::Actor,
        Self::Boundary,
        Self::Control,
        Self::Entity,
        Self::Database,
        Self::Collections,
        Self::Queue,
        Self::Stereotype,
        Self::Arrow,
        Self::Lifeline,
        Self::Activation,
        Self::Destroy,
        Self::Group,
        Self::GroupHeader,
        Self::Reference,
        Self::ReferenceHeader,
        Self::Note,
        Self::HexagonalNote,
        Self::RectangularNote,
        Self::Divider,
        Self::Delay,
        Self::Enclosure,
        Self::Newpage,
        Self::Duration,
        Self::Title,
        Self::Header,
        Self::Footer,
        Self::Caption,
        Self::Legend,
        Self::Mainframe,
    ];
}

/// Whether things throw a shadow.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Shading {
    /// Flat.
    #[default]
    Flat,
    /// A soft shadow so many pixels away.
    Shadow(f64),
}

/// Everything about how one thing is drawn; nothing left to look up.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// The inside; `None` is see-through.
    pub fill: Option<Paint>,
    /// The outline, or the line itself.
    pub line: Color,
    /// Pixels; 0 draws no line.
    pub line_width: f64,
    /// Dashes and gaps in turn; empty for a solid line.
    pub dash: Vec<f64>,
    /// Radius of rounded corners.
    pub corner: f64,
    /// Cut of bevelled corners; wins over `corner` when above 0.
    pub bevel: f64,
    /// Shadow.
    pub shading: Shading,
    /// Face and size of the text.
    pub font: Font,
    /// Colour of the text.
    pub text: Color,
    /// Colour of links in the text.
    pub link: Color,
    /// Colour of arrow heads, where it is not the line's.
    pub head: Option<Color>,
    /// Space between outline and text.
    pub padding: f64,
    /// Space around the outline.
    pub margin: f64,
    /// How lines of text stand to each other.
    pub align: Align,
    /// Text is wrapped at so many pixels.
    pub max_width: Option<f64>,
    /// The box is at least so wide.
    pub min_width: f64,
}

/// A look within one [`Looks`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LookId(pub u32);

/// All looks of one model, each kept once. The first ones are those of [`Element::ALL`] in order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Looks {
    all: Vec<Look>,
}

impl Looks {
    /// Takes the looks of all elements, in the order of [`Element::ALL`].
    pub fn new(elements: [Look; Element::ALL.len()]) -> Self {
        Self { all: elements.into() }
    }

    /// The look that `element` has unless a thing has its own.
    pub fn of(&self, element: Element) -> LookId {
        LookId(element as u32)
    }

    /// All looks in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = &Look> {
        self.all.iter()
    }

    /// The same looks without partners for a dark page.
    #[must_use]
    pub fn light_only(mut self) -> Self {
        let plain = |color: &mut Color| color.dark = None;
        for look in &mut self.all {
            match &mut look.fill {
                Some(Paint::Solid(color)) => plain(color),
                Some(Paint::Gradient { from, to, .. }) => [from, to].into_iter().for_each(plain),
                None => {}
            }
            [&mut look.line, &mut look.text, &mut look.link].into_iter().for_each(plain);
            look.head.iter_mut().for_each(plain);
        }
        self
    }

    /// Keeps a look and names it, without searching for an equal one.
    pub fn keep(&mut self, look: Look) -> LookId {
        self.all.push(look);
        LookId(self.all.len() as u32 - 1)
    }

    /// Keeps a look and names it; an equal one is not kept twice.
    pub fn intern(&mut self, look: Look) -> LookId {
        let found = self.all.iter().rposition(|it| *it == look);
        let idx = found.unwrap_or_else(|| {
            self.all.push(look);
            self.all.len() - 1
        });
        LookId(idx as u32)
    }
}

impl std::ops::Index<LookId> for Looks {
    type Output = Look;

    fn index(&self, id: LookId) -> &Look {
        &self.all[id.0 as usize]
    }
}

impl std::ops::Index<Element> for Looks {
    type Output = Look;

    fn index(&self, element: Element) -> &Look {
        &self.all[element as usize]
    }
}
