//! Sprites and pictures as the model has them: decoded, without colours that the text decides.

use scene::{Ends, Group, Paint, Point, Rgba, Segment};

use super::Align;

/// A named picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Sprite {
    /// Named in text as `<$name>`. A file that text shows as `<img:path>` has the name `img:path`, which no
    /// sprite can have; a diagram inside a text has its own source as its name.
    pub name: String,
    /// Pixels across.
    pub columns: u32,
    /// Pixels down.
    pub rows: u32,
    /// What it is made of.
    pub content: SpriteContent,
}

/// The pixels or outlines of a sprite.
#[derive(Debug, Clone, PartialEq)]
pub enum SpriteContent {
    /// One opacity a pixel, 255 being full; takes the text's colour.
    Mono(Vec<u8>),
    /// Four bytes a pixel: red, green, blue, opacity.
    Color(Vec<u8>),
    /// Shapes in the sprite's pixels, from back to front.
    Drawing(Vec<SpriteShape>),
    /// A diagram that stands inside a text, in its own colours.
    Diagram {
        /// What it shows.
        group: Group,
        /// What it stands on where the text around it stands on something too different.
        page: Option<Paint>,
    },
}

/// A part of a drawn sprite.
#[derive(Debug, Clone, PartialEq)]
pub enum SpriteShape {
    /// A path with its paint.
    Outline(SpriteOutline),
    /// A line of text.
    Letters(SpriteLetters),
}

/// A path with its paint.
#[derive(Debug, Clone, PartialEq)]
pub struct SpriteOutline {
    /// The outline, in pixels of the sprite.
    pub segments: Vec<Segment>,
    /// Whether it is hollow where it encloses itself an even number of times.
    pub pierced: bool,
    /// Fill of the outline; `None` for a bare line.
    pub fill: Option<SpriteInk>,
    /// The line along it.
    pub line: Option<SpriteInk>,
    /// Pixels across the line.
    pub line_width: f64,
    /// Dashes and gaps in turn; empty for a solid line.
    pub dash: Vec<f64>,
    /// How the line begins, ends and turns.
    pub ends: Ends,
}

/// A line of text in a sprite.
#[derive(Debug, Clone, PartialEq)]
pub struct SpriteLetters {
    /// Never empty.
    pub text: String,
    /// On the baseline; which end of the text it is says `anchor`.
    pub origin: Point,
    /// Height of the font in pixels.
    pub size: f64,
    /// Its family, and whether it is bold and slanted.
    pub face: font::Style,
    /// On which side of the text its origin is.
    pub anchor: Align,
    /// The colour of the letters.
    pub ink: SpriteInk,
}

/// A colour in a sprite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpriteInk {
    /// That of the text around the sprite.
    Text {
        /// 255 being full.
        opacity: u8,
    },
    /// A colour that the drawing names.
    Own(Rgba),
}
