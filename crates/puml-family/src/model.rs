//! The parts of a model that all families share: labels, links, what stands around the picture.
//!
//! Labels keep their markup; layout parses it where it measures it.

mod sprite;

use diag::Span;
use scene::Size;

pub use sprite::{Sprite, SpriteContent, SpriteInk, SpriteLetters, SpriteOutline, SpriteShape};

/// What stands around a picture, and the size the author asked for.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Surroundings {
    /// The title of pages that have none of their own.
    pub title: Option<Banner>,
    /// Top line.
    pub header: Option<Margin>,
    /// Bottom line.
    pub footer: Option<Margin>,
    /// A box with explanations.
    pub legend: Option<Legend>,
    /// Below the picture.
    pub caption: Option<Banner>,
    /// The label of a frame around everything.
    pub mainframe: Option<Banner>,
    /// The size the author asked for.
    pub scale: Option<Scale>,
}

impl Surroundings {
    /// The labels that may hold several lines: all but the frame's.
    pub fn labels_mut(&mut self) -> impl Iterator<Item = &mut Label> {
        let banners = [&mut self.title, &mut self.caption].into_iter().flatten();
        let margins = [&mut self.header, &mut self.footer].into_iter().flatten();
        let banners = banners.map(|it| &mut it.label);
        let margins = margins.map(|it| &mut it.label);
        banners.chain(margins).chain(self.legend.iter_mut().map(|it| &mut it.label))
    }
}

/// A `<<word>>`, shown unless hidden.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stereotype {
    /// Without the brackets.
    pub name: String,
}

/// A letter in a coloured circle, or a sprite in its place.
#[derive(Debug, Clone, PartialEq)]
pub enum Spot {
    /// A letter in a circle.
    Letter {
        /// The letter in the circle.
        letter: char,
        /// Fill of the circle.
        color: scene::Color,
    },
    /// A named bitmap.
    Sprite {
        /// The name in `<$name>`.
        name: String,
        /// Factor on the size of the bitmap.
        scale: f64,
        /// The colour that replaces the sprite's own.
        color: Option<scene::Color>,
    },
}

/// Text with its markup; lines are separated by `\n`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Label {
    /// Creole markup, escapes for line ends already resolved.
    pub text: String,
}

/// An address and what is shown for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The address as written, not yet judged.
    pub url: String,
    /// What a resting pointer shows.
    pub tooltip: Option<String>,
    /// What is shown in place of the address.
    pub label: Option<String>,
}

/// How lines of text stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Align {
    /// Flush left.
    #[default]
    Left,
    /// Centred.
    Center,
    /// Flush right.
    Right,
}

/// A title, a caption or the name of the frame around everything.
#[derive(Debug, Clone, PartialEq)]
pub struct Banner {
    /// The words, with their markup.
    pub label: Label,
    /// The text that says so.
    pub origin: Span,
}

/// A line at the top or bottom edge. `%page%` and `%lastpage%` are replaced per page by layout.
#[derive(Debug, Clone, PartialEq)]
pub struct Margin {
    /// The words, with their markup.
    pub label: Label,
    /// Where the words are placed across the picture.
    pub align: Align,
    /// The text that says so.
    pub origin: Span,
}

/// A box with explanations.
#[derive(Debug, Clone, PartialEq)]
pub struct Legend {
    /// The words, with their markup.
    pub label: Label,
    /// Where it stands from side to side.
    pub align: Align,
    /// Whether it stands above the diagram.
    pub top: bool,
    /// The text that says so.
    pub origin: Span,
}

/// How large the source wants its picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Scale {
    /// Scale factor.
    Factor(f64),
    /// Scale to this width, in pixels.
    Width(f64),
    /// Scale to this height, in pixels.
    Height(f64),
    /// Scale up or down to fit into this size.
    Fit(Size),
    /// Scale down to at most this width, in pixels.
    MaxWidth(f64),
    /// Scale down to at most this height, in pixels.
    MaxHeight(f64),
    /// Scale down to fit into this size; never up.
    MaxFit(Size),
}
