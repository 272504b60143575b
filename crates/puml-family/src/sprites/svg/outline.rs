//! Elements of SVG as segments, and what transforms do to them.

use roxmltree::Node;
use scene::{Point, Segment};
use svgtypes::{Length, LengthUnit, PointsParser, SimplePathSegment, SimplifyingPathParser};

/// Where a circle's control points lie, in radii.
const KAPPA: f64 = 0.552_284_75;

/// Further out nothing is drawn.
const FAR: f64 = 100_000.0;

/// The segments of a shape; nothing for an element that is none.
pub(super) fn segments(node: Node<'_, '_>) -> Option<Vec<Segment>> {
    let at = |name: &str| node.attribute(name).and_then(length).unwrap_or(0.0);
    let point = |x: f64, y: f64| Point { x, y };
    Some(match node.tag_name().name() {
        "path" => path(node.attribute("d").unwrap_or_default()),
        "rect" => {
            let given = |name: &str| node.attribute(name).and_then(length);
            let rx = given("rx").or(given("ry")).unwrap_or(0.0);
            let ry = given("ry").unwrap_or(rx);
            rect(at("x"), at("y"), at("width"), at("height"), rx, ry)
        }
        "circle" => ellipse(at("cx"), at("cy"), at("r"), at("r")),
        "ellipse" => ellipse(at("cx"), at("cy"), at("rx"), at("ry")),
        "line" => {
            let (from, to) = (point(at("x1"), at("y1")), point(at("x2"), at("y2")));
            vec![Segment::Move(from), Segment::Line(to)]
        }
        "polyline" => run(node),
        "polygon" => {
            let mut out = run(node);
            out.push(Segment::Close);
            out
        }
        _ => return None,
    })
}

/// A length in pixels; `None` for one that depends on its surroundings.
pub(super) fn length(value: &str) -> Option<f64> {
    let Length { number, unit } = value.trim().parse().ok()?;
    let pixels = match unit {
        LengthUnit::None | LengthUnit::Px => 1.0,
        LengthUnit::Pt => 4.0 / 3.0,
        LengthUnit::Pc => 16.0,
        LengthUnit::In => 96.0,
        LengthUnit::Cm => 96.0 / 2.54,
        LengthUnit::Mm => 96.0 / 25.4,
        LengthUnit::Em | LengthUnit::Ex | LengthUnit::Percent => return None,
    };
    Some(number * pixels)
}

/// Path data up to its end or its first mistake, as the standard asks.
pub(crate) fn path(data: &str) -> Vec<Segment> {
    let mut here = Point::default();
    let mut out = Vec::new();
    for segment in SimplifyingPathParser::from(data).map_while(Result::ok) {
        out.push(match segment {
            SimplePathSegment::MoveTo { x, y } => {
                here = Point { x, y };
                Segment::Move(here)
            }
            SimplePathSegment::LineTo { x, y } => {
                here = Point { x, y };
                Segment::Line(here)
            }
            SimplePathSegment::CurveTo { x1, y1, x2, y2, x, y } => {
                here = Point { x, y };
                Segment::Cubic(Point { x: x1, y: y1 }, Point { x: x2, y: y2 }, here)
            }
            SimplePathSegment::Quadratic { x1, y1, x, y } => {
                let from = here;
                here = Point { x, y };
                let toward = |it: Point| Point {
                    x: it.x + (x1 - it.x) * 2.0 / 3.0,
                    y: it.y + (y1 - it.y) * 2.0 / 3.0,
                };
                Segment::Cubic(toward(from), toward(here), here)
            }
            SimplePathSegment::ClosePath => Segment::Close,
        });
    }
    out
}

fn run(node: Node<'_, '_>) -> Vec<Segment> {
    let points = PointsParser::from(node.attribute("points").unwrap_or_default());
    points
        .enumerate()
        .map(|(idx, (x, y))| {
            let at = Point { x, y };
            if idx == 0 { Segment::Move(at) } else { Segment::Line(at) }
        })
        .collect()
}

fn ellipse(cx: f64, cy: f64, rx: f64, ry: f64) -> Vec<Segment> {
    rect(cx - rx, cy - ry, 2.0 * rx, 2.0 * ry, rx, ry)
}

/// A rectangle whose corners are quarters of an ellipse; an ellipse has nothing but corners.
fn rect(x: f64, y: f64, width: f64, height: f64, rx: f64, ry: f64) -> Vec<Segment> {
    if width <= 0.0 || height <= 0.0 {
        return Vec::new();
    }
    let (right, bottom) = (x + width, y + height);
    let (rx, ry) = (rx.clamp(0.0, width / 2.0), ry.clamp(0.0, height / 2.0));
    let at = |x: f64, y: f64| Point { x, y };
    if rx == 0.0 || ry == 0.0 {
        return vec![
            Segment::Move(at(x, y)),
            Segment::Line(at(right, y)),
            Segment::Line(at(right, bottom)),
            Segment::Line(at(x, bottom)),
            Segment::Close,
        ];
    }
    let (kx, ky) = (rx * (1.0 - KAPPA), ry * (1.0 - KAPPA));
    vec![
        Segment::Move(at(x + rx, y)),
        Segment::Line(at(right - rx, y)),
        Segment::Cubic(at(right - kx, y), at(right, y + ky), at(right, y + ry)),
        Segment::Line(at(right, bottom - ry)),
        Segment::Cubic(at(right, bottom - ky), at(right - kx, bottom), at(right - rx, bottom)),
        Segment::Line(at(x + rx, bottom)),
        Segment::Cubic(at(x + kx, bottom), at(x, bottom - ky), at(x, bottom - ry)),
        Segment::Line(at(x, y + ry)),
        Segment::Cubic(at(x, y + ky), at(x + kx, y), at(x + rx, y)),
        Segment::Close,
    ]
}

/// Whether a segment stays where something can be drawn.
pub(super) fn is_sane(segment: &Segment) -> bool {
    let sane = |it: &Point| it.x.abs() < FAR && it.y.abs() < FAR;
    match segment {
        Segment::Move(to) | Segment::Line(to) => sane(to),
        Segment::Cubic(a, b, to) => [a, b, to].into_iter().all(sane),
        Segment::Close => true,
    }
}

/// A transform: the six numbers of SVG's `matrix`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Affine(pub(super) [f64; 6]);

impl Affine {
    /// First `inner`, then this one.
    pub(super) fn then(self, inner: Self) -> Self {
        let ([a, b, c, d, e, f], [ia, ib, ic, id, ie, if_]) = (self.0, inner.0);
        Self([
            a * ia + c * ib,
            b * ia + d * ib,
            a * ic + c * id,
            b * ic + d * id,
            a * ie + c * if_ + e,
            b * ie + d * if_ + f,
        ])
    }

    pub(super) fn point(self, at: Point) -> Point {
        let [a, b, c, d, e, f] = self.0;
        Point { x: a * at.x + c * at.y + e, y: b * at.x + d * at.y + f }
    }

    pub(super) fn segment(self, segment: &mut Segment) {
        match segment {
            Segment::Move(to) | Segment::Line(to) => *to = self.point(*to),
            Segment::Cubic(a, b, to) => {
                for it in [a, b, to] {
                    *it = self.point(*it);
                }
            }
            Segment::Close => {}
        }
    }

    /// How much longer lengths become, on average over all directions.
    pub(super) fn scale(self) -> f64 {
        let [a, b, c, d, ..] = self.0;
        (a * d - b * c).abs().sqrt()
    }

    /// Whether upright things do not stay upright.
    pub(super) fn turns(self) -> bool {
        let [a, b, c, d, ..] = self.0;
        b.abs() > 1e-6 || c.abs() > 1e-6 || a <= 0.0 || d <= 0.0
    }
}
