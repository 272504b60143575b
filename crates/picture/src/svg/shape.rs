//! Outlines as the SVG element that says most about them.

use scene::{Geometry, Point, Segment, Shape};

use super::attribute::{attribute, number, number_attribute};
use super::paint::Palette;

/// One outline with its paint.
pub(super) fn shape(out: &mut String, palette: &mut Palette, shape: &Shape) {
    match &shape.geometry {
        Geometry::Line { from, to } => {
            let Some(stroke) = &shape.stroke else { return };
            out.push_str("<line");
            number_attribute(out, "x1", from.x);
            number_attribute(out, "y1", from.y);
            number_attribute(out, "x2", to.x);
            number_attribute(out, "y2", to.y);
            palette.line(out, stroke);
            out.push_str("/>\n");
            return;
        }
        Geometry::Rect { rect, corner } => {
            out.push_str("<rect");
            number_attribute(out, "x", rect.x);
            number_attribute(out, "y", rect.y);
            number_attribute(out, "width", rect.width);
            number_attribute(out, "height", rect.height);
            if *corner > 0.0 {
                number_attribute(out, "rx", *corner);
            }
        }
        Geometry::Ellipse { rect } => {
            out.push_str("<ellipse");
            number_attribute(out, "cx", rect.x + rect.width / 2.0);
            number_attribute(out, "cy", rect.y + rect.height / 2.0);
            number_attribute(out, "rx", rect.width / 2.0);
            number_attribute(out, "ry", rect.height / 2.0);
        }
        Geometry::Polyline(points) => run(out, "<polyline", points),
        Geometry::Polygon(points) => run(out, "<polygon", points),
        Geometry::Path(segments) => path(out, segments),
        Geometry::Pierced(segments) => {
            path(out, segments);
            attribute(out, "fill-rule", "evenodd");
        }
    }
    palette.shape(out, shape.fill, shape.stroke.as_ref());
    out.push_str("/>\n");
}

fn run(out: &mut String, opening: &str, points: &[Point]) {
    out.push_str(opening);
    out.push_str(" points=\"");
    for (idx, &at) in points.iter().enumerate() {
        out.push_str(if idx > 0 { " " } else { "" });
        point(out, at, ',');
    }
    out.push('"');
}

fn path(out: &mut String, segments: &[Segment]) {
    out.push_str("<path d=\"");
    for segment in segments {
        match *segment {
            Segment::Move(to) => {
                out.push('M');
                point(out, to, ' ');
            }
            Segment::Line(to) => {
                out.push('L');
                point(out, to, ' ');
            }
            Segment::Cubic(a, b, to) => {
                out.push('C');
                for (idx, at) in [a, b, to].into_iter().enumerate() {
                    out.push_str(if idx > 0 { " " } else { "" });
                    point(out, at, ' ');
                }
            }
            Segment::Close => out.push('Z'),
        }
    }
    out.push('"');
}

fn point(out: &mut String, at: Point, separator: char) {
    number(out, at.x);
    out.push(separator);
    number(out, at.y);
}
