//! Groups: quiet frames with their titles.

use puml_family::text::{self, Markup, Setting};
use puml_family::{Align, Desk, Label, Look, pen};
use scene::{Geometry, Item, Rect, Segment, Size, Text};

use crate::model::{Frame, Group};

/// A title with its texts measured.
pub(super) struct Title {
    pub(super) size: Size,
    texts: Vec<Text>,
}

/// Where a frame and its title stand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) frame: Rect,
    pub(super) title: Rect,
}

/// From the frame to its title.
const INSET: f64 = 8.0;

pub(super) fn measure(group: &Group, desk: Desk<'_>) -> Title {
    let look = desk.look(group.look);
    let set = |label: &Label| {
        let setting = desk.setting(look).aligned(Align::Left);
        text::typeset(label, Markup::Lines, Setting { max_width: None, ..setting })
    };
    let texts: Vec<Text> = group.stereotypes.iter().chain([&group.label]).map(set).collect();
    let width = texts.iter().map(|it| it.bounds.width).fold(0.0, f64::max);
    let height: f64 = texts.iter().map(|it| it.bounds.height).sum();
    Title { size: Size { width: width + 2.0 * INSET, height: height + 8.0 }, texts }
}

/// Draws a frame with its title; a group without a frame leaves nothing.
pub(super) fn draw(group: &Group, title: Title, place: Place, desk: Desk<'_>) -> Option<Item> {
    if group.frame == Frame::None {
        return None;
    }
    let look = desk.look(group.look);
    let mut out = desk.group("group", group.origin);
    let words: Vec<String> = title.texts.iter().map(text::spoken).collect();
    out.title = Some(format!("Group {}", words.join(" ")));
    out.link = group.link.as_ref().and_then(puml_family::Link::safe);
    let Place { frame, title: at } = place;
    match group.frame {
        Frame::Folder => out.items.extend(folder(frame, at, look)),
        Frame::Rectangle => out.items.extend(pen::panel(frame, look)),
        Frame::None => {}
    }
    let mut y = at.y + 4.0;
    for text in title.texts {
        let height = text.bounds.height;
        out.items.push(Item::Text(text::place(text, at.x + INSET, y)));
        y += height;
    }
    Some(Item::Group(out))
}

/// A frame whose title has a tab of its own, cut at its lower right corner.
fn folder(frame: Rect, title: Rect, look: &Look) -> Vec<Item> {
    let mut items = pen::panel(frame, look);
    let bottom = title.bottom();
    let right = title.right();
    let outline = vec![
        Segment::Move(pen::at(frame.x, bottom)),
        Segment::Line(pen::at(right - 6.0, bottom)),
        Segment::Line(pen::at(right, bottom - 6.0)),
        Segment::Line(pen::at(right, frame.y)),
    ];
    items.extend(pen::stroke(look).map(|it| pen::stroked(Geometry::Path(outline), it)));
    items
}
