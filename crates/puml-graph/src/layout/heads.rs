//! Heads of links: crisp forms at the end of a line, all of one scale.

use graph_layout as engine;
use puml_family::{Look, pen};
use scene::{Color, Geometry, Item, Paint, Point, Rect, Segment, Shape, Stroke, Vector};

use crate::model::{Head, Middle};

/// The outline of a notched arrow.
const SWALLOW: &[Beside] = &[(0.0, 0.0), (10.0, -4.0), (7.0, 0.0), (10.0, 4.0)];

/// A place beside a tip: pixels back along the line, pixels to its right.
type Beside = (f64, f64);

/// A head and where its line ends.
pub(super) struct Drawn {
    pub(super) items: Vec<Item>,
    pub(super) line_end: Point,
}

/// Turns places beside a tip into places on the page.
#[derive(Clone, Copy)]
struct Axes {
    tip: Point,
    /// From the tip back along the line, one pixel long.
    back: Vector,
}

impl Axes {
    fn at(self, back: f64, right: f64) -> Point {
        let Vector { dx, dy } = self.back;
        pen::at(self.tip.x + dx * back - dy * right, self.tip.y + dy * back + dx * right)
    }

    fn circle(self, back: f64, radius: f64) -> Geometry {
        let Point { x, y } = self.at(back, 0.0);
        let rect = Rect { x: x - radius, y: y - radius, width: 2.0 * radius, height: 2.0 * radius };
        Geometry::Ellipse { rect }
    }
}

/// Draws a head with its tip at `tip`; `before` is the point of the line before it.
pub(super) fn head(head: Head, tip: Point, before: Point, look: &Look) -> Drawn {
    let line = Vector::between(tip, before);
    let length = line.length();
    if head == Head::None || length == 0.0 {
        return Drawn { items: Vec::new(), line_end: tip };
    }
    let axes = Axes { tip, back: Vector::new(line.dx / length, line.dy / length) };
    let color = look.head.unwrap_or(look.line);
    let stroke = Stroke::solid(color, look.line_width.max(1.0));
    let (items, back) = form(head, axes, color, &stroke);
    Drawn { items, line_end: axes.at(back.min(length), 0.0) }
}

/// How wide a head is across its line, and how long along it.
pub(super) fn size(head: Head) -> engine::Size {
    let (across, along) = match head {
        Head::None => (0, 0),
        Head::Swallow | Head::Triangle => (8, 9),
        Head::CircleArrow => (8, 17),
        Head::Cross => (8, 12),
        Head::Arrow | Head::HalfUpper | Head::HalfLower => (9, 9),
        Head::Composition | Head::Aggregation => (9, 15),
        Head::Circle | Head::Dot | Head::Square => (10, 10),
        Head::Many => (12, 10),
        Head::One => (12, 9),
        Head::OneOrMany => (12, 13),
        Head::ZeroOrOne => (12, 16),
        Head::ZeroOrMany => (12, 18),
        Head::Extension | Head::Plus => (14, 14),
        Head::Redefines | Head::DefinedBy => (14, 18),
        Head::CircleArc | Head::Arc => (16, 13),
    };
    engine::Size::new(across, along)
}

/// The circle on the middle of a line, with its arcs.
pub(super) fn middle(
    middle: Middle,
    center: Point,
    along: Vector,
    look: &Look,
    ground: Option<Paint>,
) -> Vec<Item> {
    let stroke = Stroke::solid(look.line, look.line_width.max(1.0));
    let (left, right) = match middle {
        Middle::None => return Vec::new(),
        Middle::Circle => (false, false),
        Middle::Circled => (true, true),
        Middle::ArcLeft => (true, false),
        Middle::ArcRight => (false, true),
    };
    let axes = Axes { tip: center, back: along };
    let mut items = vec![Item::Shape(Shape {
        geometry: axes.circle(0.0, 5.0),
        fill: ground,
        stroke: Some(stroke.clone()),
    })];
    let back = Axes { tip: center, back: Vector::new(-along.dx, -along.dy) };
    items.extend(right.then(|| arc(axes, 9.0, &stroke)));
    items.extend(left.then(|| arc(back, 9.0, &stroke)));
    items
}

/// The shapes of a head and how far back its line ends.
fn form(head: Head, axes: Axes, color: Color, stroke: &Stroke) -> (Vec<Item>, f64) {
    let outline = |geometry: Geometry| pen::stroked(geometry, stroke.clone());
    let solid = |geometry: Geometry| {
        Item::Shape(Shape {
            geometry,
            fill: Some(Paint::Solid(color)),
            stroke: Some(stroke.clone()),
        })
    };
    let strokes = |points: &[Beside]| {
        let mut path = Vec::new();
        for (idx, (back, right)) in points.iter().enumerate() {
            let at = axes.at(*back, *right);
            path.push(if idx == 0 { Segment::Move(at) } else { Segment::Line(at) });
        }
        outline(Geometry::Path(path))
    };
    let polygon = |points: &[Beside]| {
        Geometry::Polygon(points.iter().map(|it| axes.at(it.0, it.1)).collect())
    };
    let bar = |back: f64| strokes(&[(back, -6.0), (back, 6.0)]);
    let foot = |items: &mut Vec<Item>| {
        items.push(strokes(&[(0.0, -6.0), (10.0, 0.0), (0.0, 6.0)]));
    };
    match head {
        Head::None => (Vec::new(), 0.0),
        Head::Arrow => (vec![strokes(&[(9.0, -4.5), (0.0, 0.0), (9.0, 4.5)])], 0.0),
        Head::HalfUpper => (vec![strokes(&[(9.0, -4.5), (0.0, 0.0)])], 0.0),
        Head::HalfLower => (vec![strokes(&[(9.0, 4.5), (0.0, 0.0)])], 0.0),
        Head::Swallow => (vec![solid(polygon(SWALLOW))], 7.0),
        Head::CircleArrow => {
            let back: Vec<Beside> = SWALLOW.iter().map(|it| (it.0 + 10.0, it.1)).collect();
            (vec![outline(axes.circle(5.0, 5.0)), solid(polygon(&back))], 17.0)
        }
        Head::Triangle => (vec![solid(polygon(&[(0.0, 0.0), (9.0, -4.0), (9.0, 4.0)]))], 9.0),
        Head::Extension => (vec![outline(polygon(&[(0.0, 0.0), (14.0, -7.0), (14.0, 7.0)]))], 14.0),
        Head::Redefines => {
            let triangle = outline(polygon(&[(0.0, 0.0), (14.0, -7.0), (14.0, 7.0)]));
            (vec![triangle, strokes(&[(18.0, -7.0), (18.0, 7.0)])], 14.0)
        }
        Head::DefinedBy => {
            let triangle = outline(polygon(&[(0.0, 0.0), (14.0, -7.0), (14.0, 7.0)]));
            let dot = |right: f64| {
                let Point { x, y } = axes.at(18.0, right);
                let rect = Rect { x: x - 1.5, y: y - 1.5, width: 3.0, height: 3.0 };
                pen::filled(Geometry::Ellipse { rect }, color)
            };
            (vec![triangle, dot(-4.0), dot(4.0)], 14.0)
        }
        Head::Composition => {
            let rhombus = polygon(&[(0.0, 0.0), (7.5, -4.5), (15.0, 0.0), (7.5, 4.5)]);
            (vec![solid(rhombus)], 15.0)
        }
        Head::Aggregation => {
            let rhombus = polygon(&[(0.0, 0.0), (7.5, -4.5), (15.0, 0.0), (7.5, 4.5)]);
            (vec![outline(rhombus)], 15.0)
        }
        Head::Cross => {
            (vec![strokes(&[(4.0, -4.0), (12.0, 4.0)]), strokes(&[(4.0, 4.0), (12.0, -4.0)])], 0.0)
        }
        Head::Circle => (vec![outline(axes.circle(5.0, 5.0))], 10.0),
        Head::Dot => (vec![solid(axes.circle(5.0, 5.0))], 10.0),
        Head::CircleArc => (vec![outline(axes.circle(5.0, 5.0)), arc(axes, 8.0, stroke)], 10.0),
        Head::Arc => (vec![arc(axes, 8.0, stroke)], 8.0),
        Head::Square => {
            (vec![outline(polygon(&[(0.0, -5.0), (10.0, -5.0), (10.0, 5.0), (0.0, 5.0)]))], 10.0)
        }
        Head::Plus => (
            vec![
                outline(axes.circle(7.0, 7.0)),
                strokes(&[(0.0, 0.0), (14.0, 0.0)]),
                strokes(&[(7.0, -7.0), (7.0, 7.0)]),
            ],
            14.0,
        ),
        Head::Many => {
            let mut items = Vec::new();
            foot(&mut items);
            (items, 0.0)
        }
        Head::OneOrMany => {
            let mut items = vec![bar(13.0)];
            foot(&mut items);
            (items, 0.0)
        }
        Head::ZeroOrMany => {
            let mut items =
                vec![outline(axes.circle(14.0, 4.0)), strokes(&[(0.0, 0.0), (10.0, 0.0)])];
            foot(&mut items);
            (items, 18.0)
        }
        Head::ZeroOrOne => (
            vec![bar(5.0), outline(axes.circle(12.0, 4.0)), strokes(&[(0.0, 0.0), (8.0, 0.0)])],
            16.0,
        ),
        Head::One => (vec![bar(5.0), bar(9.0)], 0.0),
    }
}

/// Half a circle that opens towards the tip.
fn arc(axes: Axes, radius: f64, stroke: &Stroke) -> Item {
    // The share of the radius at which a cubic's controls make it a circle.
    let k = 0.5523 * radius;
    let outline = vec![
        Segment::Move(axes.at(0.0, -radius)),
        Segment::Cubic(axes.at(k, -radius), axes.at(radius, -k), axes.at(radius, 0.0)),
        Segment::Cubic(axes.at(radius, k), axes.at(k, radius), axes.at(0.0, radius)),
    ];
    pen::stroked(Geometry::Path(outline), stroke.clone())
}
