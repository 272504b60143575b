//! Groups: quiet frames with their titles.

use puml_family::text::{self, Markup, Setting};
use puml_family::{Align, Label, LayoutContext, Look, pen};
use scene::{Geometry, Interval, Item, Rect, Segment, Size, Stroke, Text};

use super::place::Route;
use crate::model::{Frame, Graph, Group, Regions};
use crate::symbol::Symbol;

/// A title with its texts measured.
pub(super) struct Title {
    pub(super) size: Size,
    texts: Vec<Text>,
    /// Below the title of a composite state.
    description: Option<Text>,
}

/// Where a frame and its title stand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) frame: Rect,
    pub(super) title: Rect,
}

/// From the frame to its title.
const INSET: f64 = 8.0;

pub(super) fn measure(group: &Group, ctx: LayoutContext<'_>) -> Title {
    if matches!(group.frame, Frame::Region | Frame::None) {
        return Title {
            size: Size { width: 0.0, height: 0.0 },
            texts: Vec::new(),
            description: None,
        };
    }
    let look = ctx.look(group.look);
    let set = |label: &Label| {
        if matches!(group.frame, Frame::Symbol(_)) {
            return text::typeset(label, Markup::Blocks, ctx.setting(look));
        }
        let setting = ctx.setting(look).aligned(Align::Left);
        text::typeset(label, Markup::Lines, Setting { max_width: None, ..setting })
    };
    let texts: Vec<Text> = group.stereotypes.iter().chain([&group.label]).map(set).collect();
    let width = texts.iter().map(|it| it.bounds.width).fold(0.0, f64::max);
    let height: f64 = texts.iter().map(|it| it.bounds.height).sum();
    let parts = group.composite.as_ref().filter(|it| !it.description.text.is_empty());
    let description = parts.map(|it| ctx.block(&it.description, ctx.look(it.look)));
    let below = description.as_ref().map_or(0.0, |it| it.bounds.height + 8.0);
    let widest = description.as_ref().map_or(0.0, |it| it.bounds.width).max(width);
    let size = Size { width: widest + 2.0 * INSET, height: height + 8.0 + below };
    Title { size, texts, description }
}

/// Draws a frame with its title; a group without a frame leaves nothing. The words of a title bar go to `bars`, beside
/// the links that lead through it.
pub(super) fn draw(
    group: &Group,
    title: Title,
    place: Place,
    links: &[Route],
    ctx: LayoutContext<'_>,
    bars: &mut Vec<Item>,
) -> Option<Item> {
    if matches!(group.frame, Frame::Region | Frame::None) {
        return None;
    }
    let look = ctx.look(group.look);
    let mut out = ctx.group("group", group.origin);
    let words: Vec<String> = title.texts.iter().map(text::spoken).collect();
    out.title = Some(format!("Group {}", words.join(" ")));
    out.link = group.link.as_ref().and_then(puml_family::Link::safe);
    let Place { frame, title: at } = place;
    match group.frame {
        Frame::Folder => out.items.extend(folder(frame, at, look)),
        Frame::Rectangle => out.items.extend(pen::panel(frame, look)),
        Frame::State => {
            let mut bar = ctx.group("title", group.origin);
            state(place, title, look, links, (&mut out.items, &mut bar.items));
            bars.push(Item::Group(bar));
            return Some(Item::Group(out));
        }
        Frame::Region | Frame::None => {}
        Frame::Symbol(symbol) => {
            out.items.extend(super::figures::frame(symbol, frame, at, look));
        }
    }
    let tall: f64 = title.texts.iter().map(|it| it.bounds.height).sum();
    let mut y = match group.frame {
        Frame::Folder => f64::midpoint(frame.y, at.bottom()) - tall / 2.0,
        _ => at.y + 4.0,
    };
    for text in title.texts {
        let height = text.bounds.height;
        let left = match group.frame {
            Frame::Folder => tab_end(frame, at) - at.width + INSET / 2.0,
            // The title of a tab stands in the middle of the tab, unless a line made it move aside.
            Frame::Symbol(Symbol::Package | Symbol::Folder | Symbol::Frame) => {
                let is_aside = at.x - frame.x > 3.0 * INSET;
                let start = if is_aside { at.x } else { frame.x };
                f64::midpoint(start, at.right()) - text.bounds.width / 2.0
            }
            Frame::Symbol(_) => at.x + (at.width - text.bounds.width) / 2.0,
            _ => at.x + INSET,
        };
        out.items.push(Item::Text(text::place(text, left, y)));
        y += height;
    }
    Some(Item::Group(out))
}

/// A box with rounded corners; lines stand below its title and its description.
fn state(
    Place { frame, title: at }: Place,
    title: Title,
    look: &Look,
    links: &[Route],
    (items, bar): (&mut Vec<Item>, &mut Vec<Item>),
) {
    items.extend(pen::panel(frame, look));
    let across = |y: f64| {
        let y = puml_family::page::crisp(y);
        pen::stroke(look).map(|it| pen::line(pen::at(frame.x, y), pen::at(frame.right(), y), it))
    };
    let mut y = at.y;
    for text in title.texts {
        let Rect { width, height, .. } = text.bounds;
        let wished = at.x + (at.width - width) / 2.0;
        let x = beside(links, Rect { y, height, ..frame }, width, wished);
        bar.extend(ground(Rect { x, y, width, height }, look));
        bar.push(Item::Text(text::place(text, x, y)));
        y += height;
    }
    y += 8.0;
    items.extend(across(y));
    if let Some(text) = title.description {
        let Rect { width, height, .. } = text.bounds;
        let place = Rect { x: frame.x + INSET, y: y + 4.0, width, height };
        bar.extend(ground(place, look));
        bar.push(Item::Text(text::place(text, place.x, place.y)));
        items.extend(across(y + height + 8.0));
    }
}

/// The place nearest to the wished one where no link leads through words of this width in a bar; the wished one where
/// there is none.
fn beside(links: &[Route], bar: Rect, width: f64, wished: f64) -> f64 {
    const AIR: f64 = 3.0;
    let segments = links.iter().flat_map(|it| it.points.windows(2));
    let crossing: Vec<Interval> = segments
        .filter(|it| it[0].y.max(it[1].y) > bar.y && it[0].y.min(it[1].y) < bar.bottom())
        .map(|it| Interval::new(it[0].x.min(it[1].x), it[0].x.max(it[1].x)))
        .filter(|it| it.to > bar.x && it.from < bar.right())
        .collect();
    let is_free = |x: &f64| {
        bar.x + INSET <= *x
            && x + width <= bar.right() - INSET
            && crossing.iter().all(|it| it.to + AIR <= *x || x + width + AIR <= it.from)
    };
    let besides = crossing.iter().flat_map(|it| [it.to + AIR, it.from - AIR - width]);
    std::iter::once(wished)
        .chain(besides)
        .filter(is_free)
        .min_by(|one, other| (one - wished).abs().total_cmp(&(other - wished).abs()))
        .unwrap_or(wished)
}

/// The fill of a frame behind words on it, so that no line is seen through them.
fn ground(words: Rect, look: &Look) -> Option<Item> {
    let Rect { x, y, width, height } = words;
    let rect = Rect { x: x - 3.0, y, width: width + 6.0, height };
    let fill = look.fill.filter(|_| width > 0.0)?;
    Some(pen::filled(Geometry::Rect { rect, corner: 0.0 }, fill))
}

/// The dashed lines between the regions of divided groups.
pub(super) fn separators(graph: &Graph, places: &[Place], ctx: LayoutContext<'_>) -> Vec<Item> {
    let mut before: Vec<Option<Rect>> = vec![None; graph.groups.len()];
    let mut items = Vec::new();
    for (group, place) in graph.groups.iter().zip(places) {
        let Some(parent) = group.parent.filter(|_| group.frame == Frame::Region) else { continue };
        let owner = &graph.groups[parent.0 as usize];
        let Some(regions) = owner.composite.as_ref().and_then(|it| it.regions) else { continue };
        let around = places[parent.0 as usize].frame;
        let own = place.frame;
        let Some(last) = before[parent.0 as usize].replace(own) else { continue };
        let line = match regions {
            Regions::Stacked if last.bottom() <= own.y => {
                let y = puml_family::page::crisp(f64::midpoint(last.bottom(), own.y));
                (pen::at(around.x, y), pen::at(around.right(), y))
            }
            Regions::Beside if last.right() <= own.x => {
                let x = puml_family::page::crisp(f64::midpoint(last.right(), own.x));
                let top = places[parent.0 as usize].title.bottom().max(last.y.min(own.y));
                (pen::at(x, top), pen::at(x, around.bottom()))
            }
            Regions::Stacked | Regions::Beside => continue,
        };
        let look = ctx.look(owner.composite.as_ref().map_or(owner.look, |it| it.look));
        let mut out = ctx.group("separator", group.origin);
        let stroke = Stroke::dashed(look.line, look.line_width.max(1.0), vec![6.0, 5.0]);
        out.items.push(pen::line(line.0, line.1, stroke));
        items.push(Item::Group(out));
    }
    items
}

/// Where the tab of a folder ends: around a title at the left, behind one that makes room for a line.
fn tab_end(frame: Rect, title: Rect) -> f64 {
    const AT_THE_LEFT: f64 = 20.0;
    if title.x - frame.x > AT_THE_LEFT {
        title.right() + INSET / 2.0
    } else {
        frame.x + title.width + INSET
    }
}

/// A frame whose title has a tab of its own, cut at its lower right corner.
fn folder(frame: Rect, title: Rect, look: &Look) -> Vec<Item> {
    let mut items = pen::panel(frame, look);
    let bottom = title.bottom();
    let right = tab_end(frame, title);
    let outline = vec![
        Segment::Move(pen::at(frame.x, bottom)),
        Segment::Line(pen::at(right - 6.0, bottom)),
        Segment::Line(pen::at(right, bottom - 6.0)),
        Segment::Line(pen::at(right, frame.y)),
    ];
    items.extend(pen::stroke(look).map(|it| pen::stroked(Geometry::Path(outline), it)));
    items
}
