//! Nodes, frames and bars as shapes, once their places are known.

use puml_family::pen::{self, at};
use puml_family::{LayoutContext, Look, text};
use scene::{Ends, Geometry, Group, Id, Item, Paint, Point, Rect, Segment, Stroke};

use super::board::{Bar, Frame, Node, NodeKind};
use super::nodes::POINT;
use crate::ast::GroupKind;
use crate::model::{ActionShape, TestStyle};

/// The corner of a note that is folded.
const FOLD: f64 = 9.0;

/// A node with the middle of its top at a point.
pub(super) fn node(node: Node<'_>, top: Point, number: u32, ctx: LayoutContext<'_>) -> Item {
    let rect = Rect {
        x: (top.x - node.width / 2.0).round() + 0.5,
        y: top.y.round() + 0.5,
        width: node.width - 1.0,
        height: node.height - 1.0,
    };
    let mut group = ctx.group(role(node.kind), node.origin);
    group.id = Some(Id::Number(number));
    group.link = node.link.and_then(|it| text::safe_link(&it.url, it.tooltip.as_deref()));
    group.title = node.text.as_ref().map(text::spoken).filter(|it| !it.is_empty());
    outline(node.kind, rect, node.look, &mut group);
    if let Some(words) = node.text {
        let Point { x, y } = text_place(node.kind, rect, words.bounds);
        group.items.push(Item::Text(text::place(words, x, y)));
    }
    Item::Group(group)
}

const fn role(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Action(_) => "action",
        NodeKind::Test(_) => "decision",
        NodeKind::Merge => "merge",
        NodeKind::Start => "start",
        NodeKind::Stop => "stop",
        NodeKind::End => "end",
        NodeKind::Connector => "connector",
        NodeKind::Note(_) => "note",
    }
}

/// The upper left corner of a node's words.
fn text_place(kind: NodeKind, rect: Rect, words: Rect) -> Point {
    let middle = rect.x + (rect.width - words.width) / 2.0;
    let centre = rect.y + (rect.height - words.height) / 2.0;
    match kind {
        NodeKind::Test(TestStyle::Beside) => {
            at(rect.right() + 3.0, rect.y + rect.height / 2.0 - words.height - 3.0)
        }
        NodeKind::Action(
            ActionShape::Input
            | ActionShape::Trigger
            | ActionShape::Output
            | ActionShape::SendSignal,
        ) => at(middle - POINT / 2.0, centre),
        NodeKind::Action(ActionShape::AcceptEvent) => at(middle + POINT / 2.0, centre),
        NodeKind::Action(ActionShape::TimeEvent) => at(middle, rect.bottom() - words.height - 4.0),
        _ => at(middle, centre),
    }
}

fn outline(kind: NodeKind, rect: Rect, look: &Look, group: &mut Group) {
    let (left, top, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
    let (x, y) = (left + rect.width / 2.0, top + rect.height / 2.0);
    let polygon = |points: Vec<Point>| pen::cast(Geometry::Polygon(points), look);
    match kind {
        NodeKind::Action(shape) => action(shape, rect, look, group),
        NodeKind::Test(TestStyle::Hexagon) => {
            let point = POINT.min(rect.width / 3.0);
            group.items.extend(polygon(vec![
                at(left + point, top),
                at(right - point, top),
                at(right, y),
                at(right - point, bottom),
                at(left + point, bottom),
                at(left, y),
            ]));
        }
        NodeKind::Test(_) | NodeKind::Merge => {
            let points = vec![at(x, top), at(right, y), at(x, bottom), at(left, y)];
            group.items.extend(polygon(points));
        }
        NodeKind::Start => {
            let ink = look.fill.unwrap_or(look.line.into());
            group.items.push(pen::filled(Geometry::Ellipse { rect }, ink));
        }
        NodeKind::Stop => {
            let ink = look.fill.unwrap_or(look.line.into());
            let inset = rect.width * 0.24;
            let inner = Rect {
                x: left + inset,
                y: top + inset,
                width: rect.width - 2.0 * inset,
                height: rect.height - 2.0 * inset,
            };
            let stroke = Stroke::solid(look.line, look.line_width.max(1.5));
            group.items.push(pen::stroked(Geometry::Ellipse { rect }, stroke));
            group.items.push(pen::filled(Geometry::Ellipse { rect: inner }, ink));
        }
        NodeKind::End => {
            let stroke = Stroke::solid(look.line, look.line_width.max(1.5));
            group.items.push(pen::stroked(Geometry::Ellipse { rect }, stroke.clone()));
            group.items.extend(pen::cross(at(x, y), rect.width * 0.24, &stroke));
        }
        NodeKind::Connector => {
            group.items.push(pen::shape(Geometry::Ellipse { rect }, look));
        }
        NodeKind::Note(tie) => {
            if let (Some(reach), Some(stroke)) = (tie, pen::stroke(look)) {
                let stroke = Stroke::dashed(stroke.color, stroke.width, [4.0, 3.0]);
                let from = if reach < 0.0 { left } else { right };
                let y = top + rect.height.min(28.0) / 2.0;
                group.items.push(pen::line(at(from, y), at(from + reach, y), stroke));
            }
            let fold = FOLD.min(rect.height / 2.0);
            group.items.extend(polygon(vec![
                at(left, top),
                at(right - fold, top),
                at(right, top + fold),
                at(right, bottom),
                at(left, bottom),
            ]));
            if let Some(stroke) = pen::stroke(look) {
                let points = vec![
                    at(right - fold, top),
                    at(right - fold, top + fold),
                    at(right, top + fold),
                ];
                group.items.push(pen::stroked(Geometry::Polyline(points), stroke));
            }
        }
    }
}

fn action(shape: ActionShape, rect: Rect, look: &Look, group: &mut Group) {
    let (left, top, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
    let y = top + rect.height / 2.0;
    let polygon = |points: Vec<Point>| pen::cast(Geometry::Polygon(points), look);
    let sharp = Look { corner: 0.0, bevel: 0.0, ..look.clone() };
    match shape {
        ActionShape::Plain => group.items.extend(pen::panel(rect, look)),
        ActionShape::Task | ActionShape::Object => group.items.extend(pen::panel(rect, &sharp)),
        ActionShape::Procedure => {
            group.items.extend(pen::panel(rect, &sharp));
            if let Some(stroke) = pen::stroke(look) {
                for x in [left + 6.0, right - 6.0] {
                    group.items.push(pen::line(at(x, top), at(x, bottom), stroke.clone()));
                }
            }
        }
        ActionShape::Input | ActionShape::Trigger => group.items.extend(polygon(vec![
            at(left, top),
            at(right, top),
            at(right - POINT, y),
            at(right, bottom),
            at(left, bottom),
        ])),
        ActionShape::Output | ActionShape::SendSignal => group.items.extend(polygon(vec![
            at(left, top),
            at(right - POINT, top),
            at(right, y),
            at(right - POINT, bottom),
            at(left, bottom),
        ])),
        ActionShape::ObjectSignal => group.items.extend(polygon(vec![
            at(left, top),
            at(right - POINT, top),
            at(right, y),
            at(right - POINT, bottom),
            at(left, bottom),
            at(left + POINT, y),
        ])),
        ActionShape::AcceptEvent => group.items.extend(polygon(vec![
            at(left, top),
            at(right, top),
            at(right, bottom),
            at(left, bottom),
            at(left + POINT, y),
        ])),
        ActionShape::Load => group.items.extend(polygon(vec![
            at(left, top),
            at(right - POINT, top),
            at(right, bottom),
            at(left + POINT, bottom),
        ])),
        ActionShape::Save => group.items.extend(polygon(vec![
            at(left + POINT, top),
            at(right, top),
            at(right - POINT, bottom),
            at(left, bottom),
        ])),
        ActionShape::Continuous => {
            if let Some(stroke) = pen::stroke(look) {
                for (edge, inner) in [(left, left + 6.0), (right, right - 6.0)] {
                    let points = vec![at(inner, top), at(edge, y), at(inner, bottom)];
                    group.items.push(pen::stroked(Geometry::Polyline(points), stroke.clone()));
                }
            }
        }
        ActionShape::TimeEvent => {
            let x = left + rect.width / 2.0;
            let (half, low) = (13.0, top + 32.0);
            group.items.extend(polygon(vec![
                at(x - half, top),
                at(x + half, top),
                at(x - half, low),
                at(x + half, low),
            ]));
        }
    }
}

/// A bar between two points of its upper edge.
pub(super) fn bar(
    bar: &Bar<'_>,
    from: Point,
    to: Point,
    number: u32,
    ctx: LayoutContext<'_>,
) -> Item {
    let mut group = ctx.group("bar", bar.origin);
    group.id = Some(Id::Number(number));
    let color = match bar.look.fill {
        Some(Paint::Solid(color)) => color,
        _ => bar.look.line,
    };
    // A thick line, which is a line in letters too.
    let y = from.y.round() + bar.height / 2.0;
    let (start, end) = (pen::at(from.x.round(), y), pen::at(to.x.round(), y));
    let stroke = Stroke { color, width: bar.height, dash: Vec::new(), ends: Ends::Flat };
    group.items.push(pen::line(start, end, stroke));
    Item::Group(group)
}

/// A frame with its title.
pub(super) fn frame(
    frame: Frame<'_>,
    from: Point,
    to: Point,
    number: u32,
    ctx: LayoutContext<'_>,
) -> Item {
    let rect = Rect {
        x: from.x.round() + 0.5,
        y: from.y.round() + 0.5,
        width: (to.x - from.x).round() - 1.0,
        height: (to.y - from.y).round() - 1.0,
    };
    let look = frame.look;
    let mut group = ctx.group("group", frame.origin);
    group.id = Some(Id::Number(number));
    group.title = Some(text::spoken(&frame.title)).filter(|it| !it.is_empty());
    let words = frame.title.bounds;
    let (width, height) = (words.width + 16.0, words.height + 6.0);
    let has_title = words.width > 0.0;
    match frame.kind {
        GroupKind::Package if has_title => {
            // A folder: the title stands in a tab that is a part of the outline.
            let slope = 7.0;
            let (left, top, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
            let points = vec![
                Segment::Move(at(left, top)),
                Segment::Line(at(left + width, top)),
                Segment::Line(at(left + width + slope, top + height)),
                Segment::Line(at(right, top + height)),
                Segment::Line(at(right, bottom)),
                Segment::Line(at(left, bottom)),
                Segment::Close,
            ];
            group.items.extend(pen::cast(Geometry::Path(points), look));
            if let Some(stroke) = pen::stroke(look) {
                let points = vec![at(left, top + height), at(left + width + slope, top + height)];
                group.items.push(pen::stroked(Geometry::Polyline(points), stroke));
            }
        }
        GroupKind::Card if has_title => {
            group.items.extend(pen::panel(rect, look));
            if let Some(stroke) = pen::stroke(look) {
                let y = rect.y + height;
                group.items.push(pen::line(at(rect.x, y), at(rect.right(), y), stroke));
            }
        }
        GroupKind::Partition | GroupKind::Group if has_title => {
            group.items.extend(pen::panel(rect, look));
            let tab = Rect { width, height, ..rect };
            group.items.push(pen::tab(tab, look.corner, &Look { fill: None, ..look.clone() }));
        }
        _ => group.items.extend(pen::panel(rect, look)),
    }
    if has_title {
        group.items.push(Item::Text(text::place(frame.title, rect.x + 8.0, rect.y + 3.0)));
    }
    Item::Group(group)
}
