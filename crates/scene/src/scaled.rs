//! A page with its scale applied, for a page that stands inside another one.

use crate::{Geometry, Item, Point, Rect, Scene, Segment, Size, Stroke, Text};

impl Scene {
    /// The same page in pixels as they are shown: everything is as large as its scale makes it, and the scale is 1.
    #[must_use]
    pub fn scaled(mut self) -> Self {
        let by = self.scale;
        if by.to_bits() != 1.0_f64.to_bits() {
            self.size = Size { width: self.size.width * by, height: self.size.height * by };
            self.items.iter_mut().for_each(|it| scale(it, by));
            self.scale = 1.0;
        }
        self
    }
}

fn scale(item: &mut Item, by: f64) {
    match item {
        Item::Group(group) => group.items.iter_mut().for_each(|it| scale(it, by)),
        Item::Shape(shape) => {
            geometry(&mut shape.geometry, by);
            shape.stroke.iter_mut().for_each(|it| stroke(it, by));
        }
        Item::Text(it) => text(it, by),
        Item::Image(image) => rect(&mut image.bounds, by),
    }
}

fn text(text: &mut Text, by: f64) {
    rect(&mut text.bounds, by);
    for line in &mut text.lines {
        line.baseline *= by;
        for run in &mut line.runs {
            for length in [&mut run.x, &mut run.width, &mut run.font.size, &mut run.rise] {
                *length *= by;
            }
        }
    }
    text.items.iter_mut().for_each(|it| scale(it, by));
}

fn stroke(stroke: &mut Stroke, by: f64) {
    stroke.width *= by;
    stroke.dash.iter_mut().for_each(|it| *it *= by);
}

fn geometry(geometry: &mut Geometry, by: f64) {
    match geometry {
        Geometry::Line { from, to } => {
            for it in [from, to] {
                point(it, by);
            }
        }
        Geometry::Rect { rect: all, corner } => {
            rect(all, by);
            *corner *= by;
        }
        Geometry::Ellipse { rect: all } => rect(all, by),
        Geometry::Polyline(all) | Geometry::Polygon(all) => {
            for it in all {
                point(it, by);
            }
        }
        Geometry::Path(all) | Geometry::Pierced(all) => {
            for segment in all {
                match segment {
                    Segment::Move(to) | Segment::Line(to) => point(to, by),
                    Segment::Cubic(first, second, to) => {
                        for it in [first, second, to] {
                            point(it, by);
                        }
                    }
                    Segment::Close => {}
                }
            }
        }
    }
}

fn rect(rect: &mut Rect, by: f64) {
    for length in [&mut rect.x, &mut rect.y, &mut rect.width, &mut rect.height] {
        *length *= by;
    }
}

fn point(point: &mut Point, by: f64) {
    point.x *= by;
    point.y *= by;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Color, Shape};

    #[test]
    fn lengths_and_strokes_grow_together() {
        let mut scene = Scene::new(Size { width: 40.0, height: 20.0 });
        scene.scale = 2.0;
        let end = |x, y| Point { x, y };
        scene.items.push(Item::Shape(Shape {
            geometry: Geometry::Line { from: end(1.0, 2.0), to: end(3.0, 4.0) },
            fill: None,
            stroke: Some(Stroke::dashed(Color::BLACK, 1.0, [3.0, 4.0])),
        }));
        let scene = scene.scaled();
        assert_eq!(scene.size, Size { width: 80.0, height: 40.0 });
        let wanted = Shape {
            geometry: Geometry::Line { from: end(2.0, 4.0), to: end(6.0, 8.0) },
            fill: None,
            stroke: Some(Stroke::dashed(Color::BLACK, 2.0, [6.0, 8.0])),
        };
        assert_eq!(scene.items, [Item::Shape(wanted)]);
        assert_eq!(scene.clone().scaled(), scene);
    }
}
