//! Small signs with their names below: actors, circles.

use puml_family::{Look, pen};
use scene::{Geometry, Item, Paint, Point, Rect, Segment, Size};

use crate::symbol::Symbol;

/// How large a sign is; nothing for figures with their text inside.
pub(super) fn size(symbol: Symbol) -> Option<Size> {
    let (width, height) = match symbol {
        Symbol::Actor | Symbol::BusinessActor => (32.0, 56.0),
        Symbol::Bust | Symbol::HollowBust => (40.0, 44.0),
        Symbol::Boundary => (46.0, 28.0),
        Symbol::Control => (28.0, 34.0),
        Symbol::Entity => (28.0, 32.0),
        Symbol::Interface | Symbol::Circle => (18.0, 18.0),
        _ => return None,
    };
    Some(Size { width, height })
}

/// Whether lines to the sides of a sign with its name below still meet it.
pub(super) fn is_tall(symbol: Symbol) -> bool {
    !matches!(symbol, Symbol::Interface | Symbol::Circle)
}

pub(super) fn draw(symbol: Symbol, rect: Rect, look: &Look) -> Vec<Item> {
    match symbol {
        Symbol::Actor => stick(rect, look),
        Symbol::BusinessActor => {
            let mut items = stick(rect, look);
            let center = pen::at(rect.x + rect.width / 2.0, rect.y + 9.0);
            let (dx, dy) = (6.9, 4.0);
            let chord =
                (pen::at(center.x - dx, center.y + dy), pen::at(center.x + dx, center.y - dy));
            items.extend(pen::stroke(look).map(|it| pen::line(chord.0, chord.1, it)));
            items
        }
        Symbol::Bust => bust(rect, look, Some(look.line.into())),
        Symbol::HollowBust => bust(rect, look, look.fill),
        Symbol::Boundary => {
            let circle = Rect { x: rect.right() - 28.0, width: 28.0, ..rect };
            let middle = rect.y + rect.height / 2.0;
            let mut items = vec![pen::shape(Geometry::Ellipse { rect: circle }, look)];
            if let Some(stroke) = pen::stroke(look) {
                let bar = (pen::at(rect.x, rect.y + 2.0), pen::at(rect.x, rect.bottom() - 2.0));
                items.push(pen::line(bar.0, bar.1, stroke.clone()));
                items.push(pen::line(pen::at(rect.x, middle), pen::at(circle.x, middle), stroke));
            }
            items
        }
        Symbol::Control => {
            let circle = Rect { y: rect.bottom() - 28.0, height: 28.0, ..rect };
            let tip = pen::at(rect.x + rect.width / 2.0 - 3.0, circle.y);
            let mut items = vec![pen::shape(Geometry::Ellipse { rect: circle }, look)];
            let head = Geometry::Polyline(vec![
                pen::at(tip.x + 7.0, tip.y - 5.0),
                tip,
                pen::at(tip.x + 7.0, tip.y + 5.0),
            ]);
            items.extend(pen::stroke(look).map(|it| pen::stroked(head, it)));
            items
        }
        Symbol::Entity => {
            let circle = Rect { height: 28.0, ..rect };
            let mut items = vec![pen::shape(Geometry::Ellipse { rect: circle }, look)];
            if let Some(stroke) = pen::stroke(look) {
                let y = circle.bottom() + 2.0;
                items.push(pen::line(pen::at(rect.x, y), pen::at(rect.right(), y), stroke));
            }
            items
        }
        _ => vec![pen::shape(Geometry::Ellipse { rect }, look)],
    }
}

/// A figure of strokes.
fn stick(rect: Rect, look: &Look) -> Vec<Item> {
    let center = rect.x + rect.width / 2.0;
    let head = Rect { x: center - 8.0, y: rect.y + 1.0, width: 16.0, height: 16.0 };
    let (neck, hip) = (head.bottom(), rect.y + 38.0);
    let mut items = vec![pen::shape(Geometry::Ellipse { rect: head }, look)];
    if let Some(stroke) = pen::stroke(look) {
        let line = |from: Point, to: Point| pen::line(from, to, stroke.clone());
        items.push(line(pen::at(center, neck), pen::at(center, hip)));
        items
            .push(line(pen::at(rect.x + 2.0, neck + 9.0), pen::at(rect.right() - 2.0, neck + 9.0)));
        items.push(line(pen::at(center, hip), pen::at(rect.x + 4.0, rect.bottom() - 1.0)));
        items.push(line(pen::at(center, hip), pen::at(rect.right() - 4.0, rect.bottom() - 1.0)));
    }
    items
}

/// Head and shoulders.
fn bust(rect: Rect, look: &Look, fill: Option<Paint>) -> Vec<Item> {
    let look = Look { fill, ..look.clone() };
    let center = rect.x + rect.width / 2.0;
    let head = Rect { x: center - 10.0, y: rect.y + 1.0, width: 20.0, height: 20.0 };
    let (top, bottom) = (head.bottom() + 3.0, rect.bottom() - 1.0);
    let shoulders = Geometry::Path(vec![
        Segment::Move(pen::at(rect.x, bottom)),
        Segment::Cubic(
            pen::at(rect.x, top + 2.0),
            pen::at(rect.x + 6.0, top),
            pen::at(center, top),
        ),
        Segment::Cubic(
            pen::at(rect.right() - 6.0, top),
            pen::at(rect.right(), top + 2.0),
            pen::at(rect.right(), bottom),
        ),
        Segment::Close,
    ]);
    vec![pen::shape(Geometry::Ellipse { rect: head }, &look), pen::shape(shoulders, &look)]
}
