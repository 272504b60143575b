//! Outlines that stand around text: boxes of all kinds, as elements and as frames.

use puml_family::{Look, pen};
use scene::{Geometry, Item, Point, Rect, Segment, Size};

use super::{HEAD, NECK};
use crate::symbol::Symbol;

/// How much of the width of a folder that holds nothing its tab takes, and how high the tab is.
pub(super) const LEAF_TAB: f64 = 0.45;
pub(super) const LEAF_TAB_HEIGHT: f64 = 12.0;

/// The outline of an element.
pub(super) fn leaf(symbol: Symbol, rect: Rect, look: &Look) -> Vec<Item> {
    match symbol {
        Symbol::Label => Vec::new(),
        Symbol::Collections => {
            let (back, front) =
                (Rect { x: rect.x + 4.0, y: rect.y + 4.0, ..shrunk(rect, 4.0) }, shrunk(rect, 4.0));
            let mut items = pen::panel(back, look);
            items.extend(pen::panel(front, look));
            items
        }
        Symbol::Person => person(rect, look),
        Symbol::UseCase | Symbol::Requirement => pen::cast(Geometry::Ellipse { rect }, look),
        Symbol::BusinessUseCase => {
            let mut items = pen::cast(Geometry::Ellipse { rect }, look);
            let chord = slash(rect);
            items.extend(pen::stroke(look).map(|it| pen::line(chord.0, chord.1, it)));
            items
        }
        Symbol::Package | Symbol::Folder => {
            folder(rect, rect.width * LEAF_TAB, LEAF_TAB_HEIGHT, look)
        }
        Symbol::Frame => {
            let mut items = pen::panel(rect, look);
            items.extend(corner_tab(rect, (rect.width * 0.4).min(60.0), 12.0, look));
            items
        }
        other => body(other, rect, look),
    }
}

/// The outline of a container; the room of its title decides how large tabs are.
pub(in super::super) fn frame(symbol: Symbol, rect: Rect, title: Rect, look: &Look) -> Vec<Item> {
    let tab = frame_tab(rect, title);
    match symbol {
        Symbol::Package | Symbol::Folder => folder(rect, tab.width, tab.height, look),
        Symbol::Frame => {
            let mut items = pen::panel(rect, look);
            items.extend(corner_tab(rect, tab.width, tab.height, look));
            items
        }
        other => body(other, rect, look),
    }
}

/// How large the tab of a container is, which its title stands in.
pub(super) fn frame_tab(rect: Rect, title: Rect) -> Size {
    Size { width: title.right() - rect.x, height: title.bottom() - rect.y }
}

/// Where the tab of a folder ends.
pub(super) fn tab_edge(rect: Rect, tab_width: f64) -> f64 {
    (rect.x + tab_width).min(rect.right() - 4.0)
}

/// How wide the slanted end of a tab is.
pub(super) fn tab_slope(tab_height: f64) -> f64 {
    6.0_f64.min(tab_height)
}

fn shrunk(rect: Rect, by: f64) -> Rect {
    Rect { width: rect.width - by, height: rect.height - by, ..rect }
}

/// Outlines that elements and containers share.
fn body(symbol: Symbol, rect: Rect, look: &Look) -> Vec<Item> {
    let (left, top, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
    let stroke = pen::stroke(look);
    let mut items = match symbol {
        Symbol::Node => return node(rect, look),
        Symbol::Cloud => pen::cast(cloud(rect), look),
        Symbol::Database => return database(rect, look),
        Symbol::Queue => return queue(rect, look),
        Symbol::File => return file(rect, look),
        Symbol::Storage => {
            let corner = 20.0_f64.min(rect.height / 2.0);
            pen::cast(Geometry::Rect { rect, corner }, look)
        }
        Symbol::Stack => return stack(rect, look),
        Symbol::Hexagon => {
            let cut = (rect.height / 4.0).min(24.0);
            let middle = f64::midpoint(top, bottom);
            pen::cast(
                Geometry::Polygon(vec![
                    pen::at(left, middle),
                    pen::at(left + cut, top),
                    pen::at(right - cut, top),
                    pen::at(right, middle),
                    pen::at(right - cut, bottom),
                    pen::at(left + cut, bottom),
                ]),
                look,
            )
        }
        Symbol::Process | Symbol::Action => pen::cast(arrow_box(symbol, rect), look),
        _ => pen::panel(rect, look),
    };
    let Some(stroke) = stroke else { return items };
    match symbol {
        Symbol::Component => {
            let icon = Rect { x: right - 21.0, y: top + 6.0, width: 14.0, height: 10.0 };
            items.push(pen::shape(Geometry::Rect { rect: icon, corner: 0.0 }, look));
            for dy in [2.0, 6.0] {
                let tab = Rect { x: icon.x - 3.0, y: icon.y + dy, width: 6.0, height: 2.5 };
                items.push(pen::shape(Geometry::Rect { rect: tab, corner: 0.0 }, look));
            }
        }
        Symbol::TabbedComponent => {
            for dy in [7.0, 17.0] {
                let tab = Rect { x: left - 6.0, y: top + dy, width: 12.0, height: 6.0 };
                items.push(pen::shape(Geometry::Rect { rect: tab, corner: 0.0 }, look));
            }
        }
        Symbol::Artifact => {
            let sheet = Rect { x: right - 18.0, y: top + 6.0, width: 11.0, height: 13.0 };
            items.extend(sheet_icon(sheet, look));
        }
        Symbol::Archimate => {
            let icon = Rect { x: right - 18.0, y: top + 6.0, width: 11.0, height: 11.0 };
            items.push(pen::stroked(Geometry::Rect { rect: icon, corner: 2.0 }, stroke));
        }
        Symbol::Domain => {
            items.push(pen::line(pen::at(left + 5.0, top), pen::at(left + 5.0, bottom), stroke));
        }
        _ => {}
    }
    items
}

/// A sheet with its upper right corner folded.
fn sheet_icon(rect: Rect, look: &Look) -> Vec<Item> {
    let fold = 4.0;
    let (left, top, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
    let sheet = Geometry::Polygon(vec![
        pen::at(left, top),
        pen::at(right - fold, top),
        pen::at(right, top + fold),
        pen::at(right, bottom),
        pen::at(left, bottom),
    ]);
    let mut items = vec![pen::shape(sheet, look)];
    let corner = Geometry::Polyline(vec![
        pen::at(right - fold, top),
        pen::at(right - fold, top + fold),
        pen::at(right, top + fold),
    ]);
    items.extend(pen::stroke(look).map(|it| pen::stroked(corner, it)));
    items
}

fn file(rect: Rect, look: &Look) -> Vec<Item> {
    let fold = 11.0_f64.min(rect.height / 3.0);
    let (left, top, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
    let sheet = Geometry::Polygon(vec![
        pen::at(left, top),
        pen::at(right - fold, top),
        pen::at(right, top + fold),
        pen::at(right, bottom),
        pen::at(left, bottom),
    ]);
    let corner = Geometry::Polyline(vec![
        pen::at(right - fold, top),
        pen::at(right - fold, top + fold),
        pen::at(right, top + fold),
    ]);
    let mut items = pen::cast(sheet, look);
    items.extend(pen::stroke(look).map(|it| pen::stroked(corner, it)));
    items
}

/// A box with depth: its front, then the edges of its top and its side.
fn node(rect: Rect, look: &Look) -> Vec<Item> {
    let depth = 10.0_f64.min(rect.height / 3.0);
    let (left, top, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
    let outline = Geometry::Polygon(vec![
        pen::at(left, top + depth),
        pen::at(left + depth, top),
        pen::at(right, top),
        pen::at(right, bottom - depth),
        pen::at(right - depth, bottom),
        pen::at(left, bottom),
    ]);
    let mut items = pen::cast(outline, look);
    if let Some(stroke) = pen::stroke(look) {
        let inner = pen::at(right - depth, top + depth);
        let edges = [
            (pen::at(left, top + depth), inner),
            (inner, pen::at(right, top)),
            (inner, pen::at(right - depth, bottom)),
        ];
        items.extend(edges.into_iter().map(|(from, to)| pen::line(from, to, stroke.clone())));
    }
    items
}

/// The share of a radius at which a cubic's controls make an ellipse.
const ROUND: f64 = 0.5523;

/// How far the caps of a cylinder reach.
pub(super) fn cap(extent: f64) -> f64 {
    10.0_f64.min(extent / 4.0)
}

fn database(rect: Rect, look: &Look) -> Vec<Item> {
    let cap = cap(rect.height);
    let (left, top, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
    let arc = |from: Point, to: Point, dy: f64| {
        let dx = (to.x - from.x) / 2.0;
        let peak = pen::at(from.x + dx, from.y + dy);
        [
            Segment::Cubic(
                pen::at(from.x, from.y + dy * ROUND),
                pen::at(peak.x - dx * ROUND, peak.y),
                peak,
            ),
            Segment::Cubic(
                pen::at(peak.x + dx * ROUND, peak.y),
                pen::at(to.x, to.y + dy * ROUND),
                to,
            ),
        ]
    };
    let (upper_left, upper_right) = (pen::at(left, top + cap), pen::at(right, top + cap));
    let (lower_left, lower_right) = (pen::at(left, bottom - cap), pen::at(right, bottom - cap));
    let mut outline = vec![Segment::Move(upper_left)];
    outline.extend(arc(upper_left, upper_right, -cap));
    outline.push(Segment::Line(lower_right));
    outline.extend(arc(lower_right, lower_left, cap));
    outline.push(Segment::Close);
    let mut lid = vec![Segment::Move(upper_left)];
    lid.extend(arc(upper_left, upper_right, cap));
    let mut items = pen::cast(Geometry::Path(outline), look);
    items.extend(pen::stroke(look).map(|it| pen::stroked(Geometry::Path(lid), it)));
    items
}

fn queue(rect: Rect, look: &Look) -> Vec<Item> {
    let cap = cap(rect.width);
    let (left, top, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
    let half = rect.height / 2.0;
    let middle = top + half;
    let arc = |x: f64, dx: f64, from: f64, to: f64| {
        let sign = if to > from { 1.0 } else { -1.0 };
        [
            Segment::Cubic(
                pen::at(x + dx * ROUND, from),
                pen::at(x + dx, middle - sign * half * ROUND),
                pen::at(x + dx, middle),
            ),
            Segment::Cubic(
                pen::at(x + dx, middle + sign * half * ROUND),
                pen::at(x + dx * ROUND, to),
                pen::at(x, to),
            ),
        ]
    };
    let mut outline =
        vec![Segment::Move(pen::at(left + cap, top)), Segment::Line(pen::at(right - cap, top))];
    outline.extend(arc(right - cap, cap, top, bottom));
    outline.push(Segment::Line(pen::at(left + cap, bottom)));
    outline.extend(arc(left + cap, -cap, bottom, top));
    outline.push(Segment::Close);
    let mut lid = vec![Segment::Move(pen::at(right - cap, top))];
    lid.extend(arc(right - cap, -cap, top, bottom));
    let mut items = pen::cast(Geometry::Path(outline), look);
    items.extend(pen::stroke(look).map(|it| pen::stroked(Geometry::Path(lid), it)));
    items
}

/// A box between two sides that stand further out.
fn stack(rect: Rect, look: &Look) -> Vec<Item> {
    let out = 12.0_f64.min(rect.width / 6.0);
    let inner = Rect { x: rect.x + out, width: rect.width - 2.0 * out, ..rect };
    let mut items = pen::panel(inner, look);
    if let Some(stroke) = pen::stroke(look) {
        for (x, edge) in [(rect.x, inner.x), (rect.right(), inner.right())] {
            let line = Geometry::Polyline(vec![
                pen::at(x, rect.y),
                pen::at(edge, rect.y),
                pen::at(edge, rect.bottom()),
                pen::at(x, rect.bottom()),
            ]);
            items.push(pen::stroked(line, stroke.clone()));
        }
    }
    items
}

/// How far the tip of an arrow-shaped box reaches.
pub(super) fn tip(rect: Rect) -> f64 {
    14.0_f64.min(rect.height / 2.0)
}

fn arrow_box(symbol: Symbol, rect: Rect) -> Geometry {
    let (left, top, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
    let (tip, middle) = (tip(rect), f64::midpoint(top, bottom));
    let mut points = vec![
        pen::at(left, top),
        pen::at(right - tip, top),
        pen::at(right, middle),
        pen::at(right - tip, bottom),
        pen::at(left, bottom),
    ];
    if symbol == Symbol::Process {
        points.push(pen::at(left + tip, middle));
    }
    Geometry::Polygon(points)
}

fn folder(rect: Rect, tab_width: f64, tab_height: f64, look: &Look) -> Vec<Item> {
    let (left, top, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
    let edge = tab_edge(rect, tab_width);
    let under = top + tab_height;
    let slope = tab_slope(tab_height);
    let outline = Geometry::Polygon(vec![
        pen::at(left, top),
        pen::at(edge - slope, top),
        pen::at(edge, under),
        pen::at(right, under),
        pen::at(right, bottom),
        pen::at(left, bottom),
    ]);
    let mut items = pen::cast(outline, look);
    if let Some(stroke) = pen::stroke(look) {
        items.push(pen::line(pen::at(left, under), pen::at(edge, under), stroke));
    }
    items
}

/// A pentagon in the upper left corner of a frame.
fn corner_tab(rect: Rect, width: f64, height: f64, look: &Look) -> Option<Item> {
    let (left, top) = (rect.x, rect.y);
    let right = (left + width).min(rect.right() - 4.0);
    let line = Geometry::Polyline(vec![
        pen::at(left, top + height),
        pen::at(right - 6.0, top + height),
        pen::at(right, top + height - 6.0),
        pen::at(right, top),
    ]);
    pen::stroke(look).map(|it| pen::stroked(line, it))
}

fn person(rect: Rect, look: &Look) -> Vec<Item> {
    let head = Rect { x: rect.x + (rect.width - HEAD) / 2.0, y: rect.y, width: HEAD, height: HEAD };
    let shoulders = rect.y + HEAD - NECK;
    let body = Rect { y: shoulders, height: rect.height - (HEAD - NECK), ..rect };
    let corner = 16.0_f64.min(body.height / 2.0);
    let mut items = pen::cast(Geometry::Rect { rect: body, corner }, look);
    items.extend(pen::cast(Geometry::Ellipse { rect: head }, look));
    items
}

/// The stroke across a use case of a business.
fn slash(rect: Rect) -> (Point, Point) {
    let (cx, cy) = (rect.x + rect.width / 2.0, rect.y + rect.height / 2.0);
    let point = |angle: f64| {
        pen::at(cx + rect.width / 2.0 * angle.cos(), cy - rect.height / 2.0 * angle.sin())
    };
    (point(-0.35), point(1.1))
}

/// Bubbles around a box, more of them on longer sides.
fn cloud(rect: Rect) -> Geometry {
    let bulge = 9.0_f64.min(rect.height / 5.0).min(rect.width / 5.0);
    let inner = Rect {
        x: rect.x + bulge,
        y: rect.y + bulge,
        width: rect.width - 2.0 * bulge,
        height: rect.height - 2.0 * bulge,
    };
    let corners = [
        pen::at(inner.x, inner.y),
        pen::at(inner.right(), inner.y),
        pen::at(inner.right(), inner.bottom()),
        pen::at(inner.x, inner.bottom()),
    ];
    let outward = [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)];
    let mut outline = vec![Segment::Move(corners[0])];
    for side in 0..4 {
        let (from, to) = (corners[side], corners[(side + 1) % 4]);
        let (ox, oy) = outward[side];
        let length = (to.x - from.x).abs() + (to.y - from.y).abs();
        let count = (length / 26.0).round().clamp(1.0, 60.0);
        let step = ((to.x - from.x) / count, (to.y - from.y) / count);
        // A cubic reaches three quarters of the way to its controls.
        let reach = bulge / 0.75;
        for idx in 0..count as u32 {
            let idx = f64::from(idx);
            let start = pen::at(from.x + step.0 * idx, from.y + step.1 * idx);
            let end = pen::at(start.x + step.0, start.y + step.1);
            outline.push(Segment::Cubic(
                pen::at(start.x + ox * reach - step.0 * 0.1, start.y + oy * reach - step.1 * 0.1),
                pen::at(end.x + ox * reach + step.0 * 0.1, end.y + oy * reach + step.1 * 0.1),
                end,
            ));
        }
    }
    outline.push(Segment::Close);
    Geometry::Path(outline)
}
