//! How things look once themes, skin parameters, style blocks and colours in place are resolved.

use scene::{Color, Font, Paint};

use crate::label::Guillemets;
use crate::model::Align;

/// A kind of thing that has a look of its own, by its place in its family's [`Vocabulary`](crate::Vocabulary).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Element(pub u8);

/// The elements that every family has, by their places in its vocabulary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Roles {
    /// The page itself: its background and everything nothing else says.
    pub document: Element,
    /// The diagram's title.
    pub title: Element,
    /// Top line.
    pub header: Element,
    /// Bottom line.
    pub footer: Element,
    /// Below the picture.
    pub caption: Element,
    /// The box with explanations.
    pub legend: Element,
    /// The frame around everything.
    pub mainframe: Element,
}

/// Whether things throw a shadow.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Shading {
    /// Without a shadow.
    #[default]
    Flat,
    /// A soft shadow this many pixels away.
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
    /// Whether it throws a shadow, and how far.
    pub shading: Shading,
    /// Face and size of the text.
    pub font: Font,
    /// Colour of the text.
    pub text: Color,
    /// Whether the author chose that colour for this kind of thing: a fill then leaves it alone.
    pub keeps_text: bool,
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
    /// Text is wrapped at this many pixels.
    pub max_width: Option<f64>,
    /// The least width of the box.
    pub min_width: f64,
    /// The box is as wide as the widest of those beside it.
    pub is_even: bool,
}

/// A look within one [`Looks`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LookId(pub u32);

/// How the whole picture is drawn, beside the looks of its parts.
#[derive(Debug, Clone, PartialEq)]
pub struct Manner {
    /// As if by hand, with lines that are not quite straight.
    pub handwritten: bool,
    /// Pixels for each pixel of the usual resolution.
    pub density: f64,
    /// What `<<x>>` in a text is written with.
    pub guillemets: Guillemets,
}

impl Default for Manner {
    fn default() -> Self {
        Self { handwritten: false, density: 1.0, guillemets: Guillemets::default() }
    }
}

/// All looks of one model, each kept once. The first ones are those of the family's elements in order.
#[derive(Debug, Clone, PartialEq)]
pub struct Looks {
    all: Vec<Look>,
    roles: Roles,
    manner: Manner,
}

impl Looks {
    /// Takes the looks of all elements, in the order of the vocabulary.
    pub fn new(elements: Vec<Look>, roles: Roles) -> Self {
        Self { all: elements, roles, manner: Manner::default() }
    }

    /// The same looks in a picture that is drawn in another manner.
    #[must_use]
    pub fn drawn(self, manner: Manner) -> Self {
        Self { manner, ..self }
    }

    /// How the whole picture is drawn.
    pub fn manner(&self) -> &Manner {
        &self.manner
    }

    /// Which elements every family has.
    pub fn roles(&self) -> Roles {
        self.roles
    }

    /// The look that `element` has unless a thing has its own.
    pub fn of(&self, element: impl Into<Element>) -> LookId {
        LookId(u32::from(element.into().0))
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

impl<E: Into<Element>> std::ops::Index<E> for Looks {
    type Output = Look;

    fn index(&self, element: E) -> &Look {
        &self.all[usize::from(element.into().0)]
    }
}
