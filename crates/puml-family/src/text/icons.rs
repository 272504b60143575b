//! The icons of Open Iconic by name: one outline each, on a grid of eight by eight. The table and its licence stand in
//! `icons` of this package.

use std::sync::LazyLock;

use scene::{Color, Geometry, Group, Item, Point, Segment, Shape};

use crate::sprites::path_segments;

/// Cells across and down.
const GRID: f64 = 8.0;

/// A line for each icon, by alphabet: its name, where its outline begins, and the outline as SVG writes paths.
const TABLE: &str = include_str!("../../icons/open-iconic.txt");

/// An icon whose outline was not read yet.
#[derive(Debug, Clone, Copy)]
pub(super) struct Icon {
    name: &'static str,
    origin: Point,
    path: &'static str,
}

static ICONS: LazyLock<Vec<Icon>> = LazyLock::new(|| TABLE.lines().filter_map(entry).collect());

fn entry(line: &'static str) -> Option<Icon> {
    let mut parts = line.splitn(4, ' ');
    let name = parts.next()?;
    let origin = Point { x: parts.next()?.parse().ok()?, y: parts.next()?.parse().ok()? };
    Some(Icon { name, origin, path: parts.next()? })
}

/// The icon of that name.
pub(super) fn find(name: &str) -> Option<Icon> {
    ICONS.binary_search_by_key(&name, |it| it.name).ok().map(|idx| ICONS[idx])
}

/// The names of all icons, by alphabet.
pub fn names() -> impl Iterator<Item = &'static str> {
    ICONS.iter().map(|it| it.name)
}

/// Draws an icon with its upper left corner at the origin, `size` pixels wide and high.
pub(super) fn draw(icon: Icon, size: f64, color: Color) -> Item {
    let cell = size / GRID;
    let place =
        |it: Point| Point { x: (it.x + icon.origin.x) * cell, y: (it.y + icon.origin.y) * cell };
    let segments = path_segments(icon.path).into_iter().map(|it| match it {
        Segment::Move(to) => Segment::Move(place(to)),
        Segment::Line(to) => Segment::Line(place(to)),
        Segment::Cubic(a, b, to) => Segment::Cubic(place(a), place(b), place(to)),
        Segment::Close => Segment::Close,
    });
    let geometry = Geometry::Path(segments.collect());
    let mut group = Group::new("icon");
    group.title = Some(icon.name.to_owned());
    group.items = vec![Item::Shape(Shape { geometry, fill: Some(color.into()), stroke: None })];
    Item::Group(group)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_icons_are_found_and_stay_on_their_grid() {
        assert_eq!(names().count(), 223);
        for name in names() {
            let icon = find(name).unwrap_or_else(|| panic!("{name} is not found"));
            let bounds = draw(icon, GRID, Color::BLACK).bounds().expect("icons are drawn");
            assert!(bounds.width > 0.9 && bounds.height > 0.9, "{name}: {bounds:?}");
            assert!(bounds.x >= -0.6 && bounds.y >= -0.6, "{name}: {bounds:?}");
            let most = GRID + 0.6;
            assert!(bounds.right() <= most && bounds.bottom() <= most, "{name}: {bounds:?}");
        }
        assert!(find("no-such-icon").is_none());
    }
}
