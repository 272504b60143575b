//! The tree of things on a page.

use diag::SourceId;

use crate::{Geometry, Paint, Rect, Size, Stroke, Text};

/// One page, ready to be written.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// The page's extent. Nothing is drawn outside.
    pub size: Size,
    /// Behind everything; `None` is transparent.
    pub background: Option<Paint>,
    /// The page's name for people who cannot see it.
    pub title: String,
    /// What the page shows, in words.
    pub description: String,
    /// Times the size the author asked for; writers apply it to the output's extent.
    pub scale: f64,
    /// From back to front.
    pub items: Vec<Item>,
}

impl Scene {
    /// An empty page.
    pub fn new(size: Size) -> Self {
        let (title, description) = (String::new(), String::new());
        Self { size, background: None, title, description, scale: 1.0, items: Vec::new() }
    }
}

/// Something on the page.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// Things that belong together.
    Group(Group),
    /// An outline.
    Shape(Shape),
    /// Letters.
    Text(Text),
    /// Pixels.
    Image(Image),
}

/// Things that belong together: a participant, a message, a note.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// What it is, as one lower-case word such as `message`.
    pub role: &'static str,
    /// Names it within the page; unique there.
    pub id: Option<String>,
    /// What a pointer resting on it shows, and what a screen reader says.
    pub title: Option<String>,
    /// Where a click leads.
    pub link: Option<Link>,
    /// The text that asked for it.
    pub origin: Option<Origin>,
    /// From back to front.
    pub items: Vec<Item>,
}

impl Group {
    /// A group that only says what it is.
    pub fn new(role: &'static str) -> Self {
        Self { role, id: None, title: None, link: None, origin: None, items: Vec::new() }
    }
}

/// The text that asked for something to be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// Which source.
    pub source: SourceId,
    /// Its line, from 1.
    pub line: u32,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// An address. Only http, https, mailto and relative ones ever reach a scene.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The address.
    pub url: String,
    /// What a pointer resting on it shows.
    pub tooltip: Option<String>,
}

/// An outline with its paint.
#[derive(Debug, Clone, PartialEq)]
pub struct Shape {
    /// The outline.
    pub geometry: Geometry,
    /// The inside.
    pub fill: Option<Paint>,
    /// The line.
    pub stroke: Option<Stroke>,
}

/// A picture made of pixels, such as a sprite.
#[derive(Debug, Clone, PartialEq)]
pub struct Image {
    /// Where it goes; the pixels are stretched to it.
    pub bounds: Rect,
    /// Pixels across.
    pub columns: u32,
    /// Pixels down.
    pub rows: u32,
    /// Four bytes a pixel, row by row: red, green, blue, opacity (not premultiplied).
    pub rgba: Vec<u8>,
    /// What it shows, in words.
    pub title: String,
}
