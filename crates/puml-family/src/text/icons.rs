//! Icons under the names that Open Iconic made common. None of its outlines is here: Bootstrap's set stands in.

mod own;
mod table;

use scene::{Color, Item, Size};

use self::table::ICONS;
use super::figures;
use crate::model::Sprite;
use crate::sprites::decode_svg;

/// Cells across and down of every drawing.
const GRID: f64 = 16.0;

/// The names of all icons, by alphabet.
pub fn names() -> impl Iterator<Item = &'static str> {
    ICONS.iter().map(|it| it.0)
}

/// Draws an icon with its upper left corner at the origin, `side` pixels wide and high; `None` if there is none of
/// that name.
pub(super) fn draw(name: &str, side: f64, color: Color) -> Option<(Item, Size)> {
    let at = ICONS.binary_search_by_key(&name, |it| it.0).ok()?;
    let (mut item, size) = figures::draw(&sprite(name, ICONS[at].1), side / GRID, color, None);
    if let Item::Group(group) = &mut item {
        group.role = "icon";
    }
    Some((item, size))
}

fn sprite(name: &str, elements: &str) -> Sprite {
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {GRID} {GRID}\" fill=\"currentColor\">{elements}</svg>"
    );
    let (picture, lost) = decode_svg(&svg).expect("an icon of the table is SVG");
    debug_assert!(lost.is_empty(), "{name}: {lost:?}");
    let crate::sprites::Picture { columns, rows, content } = picture;
    Sprite { name: name.to_owned(), columns, rows, content }
}

#[cfg(test)]
mod tests {
    use scene::{Geometry, Point, Segment};

    use super::*;

    /// Where the lines and curves of an icon begin and end.
    fn ends(name: &str) -> Vec<Point> {
        let (Item::Group(group), _) = draw(name, GRID, Color::BLACK).expect(name) else {
            panic!("an icon is a group")
        };
        let mut out = Vec::new();
        for item in &group.items {
            let Item::Shape(shape) = item else { panic!("{name} is outlines only") };
            let (Geometry::Path(segments) | Geometry::Pierced(segments)) = &shape.geometry else {
                panic!("{name} is paths only")
            };
            out.extend(segments.iter().filter_map(|it| match *it {
                Segment::Move(to) | Segment::Line(to) | Segment::Cubic(_, _, to) => Some(to),
                Segment::Close => None,
            }));
        }
        out
    }

    #[test]
    fn every_icon_is_found_and_stays_on_its_grid() {
        assert!(ICONS.is_sorted_by_key(|it| it.0));
        for name in names() {
            let ends = ends(name);
            assert!(ends.len() > 2, "{name}");
            for Point { x, y } in ends {
                let room = -0.5..=GRID + 0.5;
                assert!(room.contains(&x) && room.contains(&y), "{name}: {x} {y}");
            }
        }
        assert!(draw("no-such-icon", GRID, Color::BLACK).is_none());
    }

    #[test]
    fn an_icon_takes_the_colour_of_the_text() {
        let red = Color::hex(0xff_0000);
        for name in names() {
            let (Item::Group(group), _) = draw(name, GRID, red).expect(name) else {
                panic!("an icon is a group")
            };
            for item in &group.items {
                let Item::Shape(shape) = item else { panic!("{name} is outlines only") };
                let inks = shape.stroke.iter().map(|it| it.color.into()).chain(shape.fill);
                assert!(inks.into_iter().all(|it| it == red.into()), "{name}");
            }
        }
    }
}
