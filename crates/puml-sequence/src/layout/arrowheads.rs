//! What arrows end in: triangles, strokes, crosses, circles.

use scene::{Color, Geometry, Item, Paint, Point, Rect, Shape, Stroke, Vector};

use crate::model::Head;
use puml_family::pen;

/// Along the line.
const LENGTH: f64 = 9.0;
/// To each side of the line.
const HALF: f64 = 4.5;
/// Half of a lost message's cross.
const CROSS: f64 = 4.5;
/// From the lifeline to the middle of a cross.
const CROSS_AWAY: f64 = 9.0;
/// Of a circle at an end.
const RADIUS: f64 = 4.0;

/// One end of an arrow.
#[derive(Clone, Copy)]
pub(super) struct Tip {
    /// Where the arrow touches: the lifeline, a bar or a head.
    pub(super) touch: Point,
    /// Unit vector from the other end to this one.
    pub(super) along: Vector,
    pub(super) head: Head,
    /// Whether a circle stands between the touch and the head.
    pub(super) circle: bool,
}

impl Tip {
    fn back(self, distance: f64) -> Point {
        Point {
            x: self.touch.x - self.along.dx * distance,
            y: self.touch.y - self.along.dy * distance,
        }
    }

    /// So far back from the touch and so far to the left of the way there.
    fn beside(self, distance: f64, side: f64) -> Point {
        let back = self.back(distance);
        Point { x: back.x + self.along.dy * side, y: back.y - self.along.dx * side }
    }

    /// Draws the end; returns where the line must stop.
    pub(super) fn draw(self, line: &Stroke, color: Color, items: &mut Vec<Item>) -> Point {
        let stroke = Stroke::solid(color, line.width);
        let start = if self.circle { 2.0 * RADIUS } else { 0.0 };
        if self.circle {
            let center = self.back(RADIUS);
            let rect = Rect {
                x: center.x - RADIUS,
                y: center.y - RADIUS,
                width: 2.0 * RADIUS,
                height: 2.0 * RADIUS,
            };
            items.push(pen::stroked(Geometry::Ellipse { rect }, stroke.clone()));
        }
        // "Upper" is up on the page whichever way the arrow runs.
        let up = if self.along.dx >= 0.0 { 1.0 } else { -1.0 };
        match self.head {
            Head::None => self.back(start),
            Head::Filled => {
                let points = vec![
                    self.back(start),
                    self.beside(start + LENGTH, HALF),
                    self.beside(start + LENGTH, -HALF),
                ];
                items.push(solid(points, color));
                self.back(start + LENGTH * 0.6)
            }
            Head::FilledUpper | Head::FilledLower => {
                let side = if self.head == Head::FilledUpper { up } else { -up };
                let points = vec![
                    self.back(start),
                    self.beside(start + LENGTH, HALF * side),
                    self.back(start + LENGTH),
                ];
                items.push(solid(points, color));
                self.back(start)
            }
            Head::Open => {
                let points = vec![
                    self.beside(start + LENGTH, HALF),
                    self.back(start),
                    self.beside(start + LENGTH, -HALF),
                ];
                items.push(pen::stroked(Geometry::Polyline(points), stroke));
                self.back(start)
            }
            Head::OpenUpper | Head::OpenLower => {
                let side = if self.head == Head::OpenUpper { up } else { -up };
                items.push(pen::line(
                    self.back(start),
                    self.beside(start + LENGTH, HALF * side),
                    stroke,
                ));
                self.back(start)
            }
            Head::Cross => {
                let thick = Stroke { width: line.width.max(1.5), ..stroke };
                items.extend(pen::cross(self.back(start + CROSS_AWAY), CROSS, &thick));
                self.back(start + CROSS_AWAY)
            }
        }
    }
}

fn solid(points: Vec<Point>, color: Color) -> Item {
    Item::Shape(Shape {
        geometry: Geometry::Polygon(points),
        fill: Some(Paint::Solid(color)),
        stroke: None,
    })
}
