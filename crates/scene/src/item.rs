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
    /// Whether lines waver as if drawn by hand. Writers of outlines see to it; the geometry here is straight.
    pub handwritten: bool,
    /// From back to front.
    pub items: Vec<Item>,
}

impl Scene {
    /// An empty page.
    pub fn new(size: Size) -> Self {
        let (title, description) = (String::new(), String::new());
        Self {
            size,
            background: None,
            title,
            description,
            scale: 1.0,
            handwritten: false,
            items: Vec::new(),
        }
    }

    /// The same page with only what can be seen between two heights. What reaches into it stays whole, and groups
    /// keep those of their items that do.
    #[must_use]
    pub fn band(&self, top: f64, bottom: f64) -> Self {
        Self { items: within(&self.items, top, bottom), ..self.emptied() }
    }

    fn emptied(&self) -> Self {
        let (title, description) = (self.title.clone(), self.description.clone());
        Self { title, description, items: Vec::new(), ..*self }
    }
}

/// Strokes are counted by their middle; the widest reaches this far beyond it.
const STROKE: f64 = 8.0;

fn within(items: &[Item], top: f64, bottom: f64) -> Vec<Item> {
    let seen = |it: &&Item| {
        it.bounds().is_some_and(|it| it.y - STROKE < bottom && it.bottom() + STROKE > top)
    };
    let kept = items.iter().filter(seen).map(|item| match item {
        Item::Group(group) => Item::Group(Group {
            items: within(&group.items, top, bottom),
            title: group.title.clone(),
            link: group.link.clone(),
            ..*group
        }),
        other => other.clone(),
    });
    kept.collect()
}

/// Something on the page.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// Things that belong together.
    Group(Group),
    /// Filled, stroked or both.
    Shape(Shape),
    /// Letters.
    Text(Text),
    /// Pixels.
    Image(Image),
}

impl Item {
    /// The smallest rectangle around everything in it, strokes counted by their middle; `None` when it is empty.
    pub fn bounds(&self) -> Option<Rect> {
        match self {
            Self::Group(it) => it.bounds(),
            Self::Shape(it) => it.geometry.bounds(),
            Self::Text(it) => Some(it.bounds),
            Self::Image(it) => Some(it.bounds),
        }
    }
}

/// Things that belong together: a participant, a message, a note.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// What it is, as one lower-case word such as `message`.
    pub role: &'static str,
    /// Names it within the page, together with its role; unique there.
    pub id: Option<Id>,
    /// What a pointer resting on it shows, and what a screen reader says.
    pub title: Option<String>,
    /// Where a click leads.
    pub link: Option<Box<Link>>,
    /// The text that asked for it.
    pub origin: Option<Origin>,
    /// From back to front.
    pub items: Vec<Item>,
}

/// What tells a group from the others of its page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Id {
    /// Its role, of which there is one: `title`.
    Role,
    /// Its role and its place among those of that role, from 1: `message-7`.
    Number(u32),
}

impl Group {
    /// A group that only says what it is.
    pub fn new(role: &'static str) -> Self {
        Self { role, id: None, title: None, link: None, origin: None, items: Vec::new() }
    }

    /// The smallest rectangle around its items; `None` when there are none.
    pub fn bounds(&self) -> Option<Rect> {
        self.items.iter().filter_map(Item::bounds).reduce(Rect::cover)
    }
}

/// The text that asked for something to be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// The source that it was written in.
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
    /// Its scheme is on the list of allowed ones.
    pub url: String,
    /// What a pointer resting on it shows.
    pub tooltip: Option<String>,
}

/// An outline with its paint.
#[derive(Debug, Clone, PartialEq)]
pub struct Shape {
    /// What is filled and stroked.
    pub geometry: Geometry,
    /// Absent where the inside is left open.
    pub fill: Option<Paint>,
    /// Absent where no line is drawn.
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
    /// As many bytes for a dark page, where the pixels take the text's colour.
    pub dark: Option<Vec<u8>>,
    /// What it shows, in words.
    pub title: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Color, Point};

    #[test]
    fn a_group_is_as_large_as_what_it_holds() {
        let mut group = Group::new("message");
        assert_eq!(group.bounds(), None);
        let line = |x, y| {
            let geometry = Geometry::Line { from: Point { x, y }, to: Point { x: x + 4.0, y } };
            Item::Shape(Shape { geometry, fill: None, stroke: None })
        };
        group.items = vec![line(1.0, 2.0), line(10.0, 7.0)];
        assert_eq!(group.bounds(), Some(Rect { x: 1.0, y: 2.0, width: 13.0, height: 5.0 }));
    }

    fn line(from: f64, to: f64) -> Item {
        let point = |y| Point { x: 0.0, y };
        let geometry = Geometry::Line { from: point(from), to: point(to) };
        Item::Shape(Shape { geometry, fill: None, stroke: Some(Stroke::solid(Color::BLACK, 1.0)) })
    }

    #[test]
    fn a_band_keeps_what_reaches_into_it_in_order() {
        let mut scene = Scene::new(Size { width: 10.0, height: 400.0 });
        let group = Group { items: vec![line(10.0, 20.0), line(300.0, 310.0)], ..Group::new("a") };
        scene.items = vec![line(0.0, 400.0), Item::Group(group), line(350.0, 360.0)];
        let upper = scene.band(0.0, 100.0);
        assert_eq!(upper.size, scene.size);
        let kept = Group { items: vec![line(10.0, 20.0)], ..Group::new("a") };
        assert_eq!(upper.items, [line(0.0, 400.0), Item::Group(kept)]);
        assert_eq!(scene.band(0.0, 400.0), scene);
    }
}
