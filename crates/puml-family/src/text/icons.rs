//! A small set of icons under the names that OpenIconic made common, drawn here on a grid of eight by eight.

use scene::{Color, Geometry, Group, Item, Point, Rect, Shape, Stroke};

/// Cells across and down.
const GRID: f64 = 8.0;

/// A part of an icon, in cells.
#[derive(Debug, Clone, Copy)]
pub(super) enum Part {
    /// A filled outline.
    Solid(&'static [(f64, f64)]),
    /// A line one cell wide.
    Line(&'static [(f64, f64)]),
    /// A filled circle: middle and radius.
    Disc(f64, f64, f64),
    /// A circle's line, one cell wide.
    Ring(f64, f64, f64),
}

use Part::{Disc, Line, Ring, Solid};

/// Name and parts of every icon, by alphabet.
const ICONS: [(&str, &[Part]); 37] = [
    (
        "account-login",
        &[
            Line(&[(0.0, 4.0), (4.4, 4.0)]),
            Line(&[(2.6, 2.0), (4.6, 4.0), (2.6, 6.0)]),
            Line(&[(3.4, 0.8), (7.2, 0.8), (7.2, 7.2), (3.4, 7.2)]),
        ],
    ),
    (
        "arrow-bottom",
        &[Line(&[(4.0, 0.0), (4.0, 6.5)]), Line(&[(1.5, 4.5), (4.0, 7.0), (6.5, 4.5)])],
    ),
    ("arrow-left", &[Line(&[(8.0, 4.0), (1.5, 4.0)]), Line(&[(3.5, 1.5), (1.0, 4.0), (3.5, 6.5)])]),
    (
        "arrow-right",
        &[Line(&[(0.0, 4.0), (6.5, 4.0)]), Line(&[(4.5, 1.5), (7.0, 4.0), (4.5, 6.5)])],
    ),
    ("arrow-top", &[Line(&[(4.0, 8.0), (4.0, 1.5)]), Line(&[(1.5, 3.5), (4.0, 1.0), (6.5, 3.5)])]),
    ("ban", &[Ring(4.0, 4.0, 3.3), Line(&[(1.8, 1.8), (6.2, 6.2)])]),
    (
        "bell",
        &[
            Solid(&[
                (1.0, 6.0),
                (2.0, 5.0),
                (2.2, 2.5),
                (4.0, 1.0),
                (5.8, 2.5),
                (6.0, 5.0),
                (7.0, 6.0),
            ]),
            Disc(4.0, 6.9, 0.9),
        ],
    ),
    ("bolt", &[Solid(&[(4.6, 0.0), (1.0, 4.6), (3.6, 4.6), (2.8, 8.0), (7.0, 3.2), (4.4, 3.2)])]),
    ("check", &[Line(&[(1.0, 4.2), (3.2, 6.4), (7.2, 1.8)])]),
    ("circle-check", &[Ring(4.0, 4.0, 3.4), Line(&[(2.3, 4.1), (3.6, 5.4), (5.8, 2.9)])]),
    (
        "circle-x",
        &[Ring(4.0, 4.0, 3.4), Line(&[(2.7, 2.7), (5.3, 5.3)]), Line(&[(2.7, 5.3), (5.3, 2.7)])],
    ),
    ("clock", &[Ring(4.0, 4.0, 3.4), Line(&[(4.0, 1.8), (4.0, 4.2), (5.6, 5.2)])]),
    (
        "cloud",
        &[
            Disc(2.2, 4.8, 1.8),
            Disc(4.2, 3.6, 2.2),
            Disc(6.2, 5.0, 1.6),
            Solid(&[(2.2, 4.0), (6.2, 4.0), (6.2, 6.6), (2.2, 6.6)]),
        ],
    ),
    ("document", &[Solid(&[(1.2, 0.0), (5.0, 0.0), (6.8, 1.8), (6.8, 8.0), (1.2, 8.0)])]),
    (
        "envelope-closed",
        &[
            Solid(&[(0.0, 1.4), (8.0, 1.4), (4.0, 4.4)]),
            Solid(&[(0.0, 2.6), (4.0, 5.6), (8.0, 2.6), (8.0, 6.8), (0.0, 6.8)]),
        ],
    ),
    (
        "flag",
        &[
            Line(&[(1.2, 0.0), (1.2, 8.0)]),
            Solid(&[(1.5, 0.5), (7.4, 0.5), (5.8, 2.5), (7.4, 4.5), (1.5, 4.5)]),
        ],
    ),
    (
        "globe",
        &[
            Ring(4.0, 4.0, 3.4),
            Line(&[(0.8, 4.0), (7.2, 4.0)]),
            Line(&[(4.0, 0.8), (2.6, 4.0), (4.0, 7.2), (5.4, 4.0), (4.0, 0.8)]),
        ],
    ),
    (
        "heart",
        &[
            Disc(2.3, 2.7, 2.0),
            Disc(5.7, 2.7, 2.0),
            Solid(&[(0.6, 3.7), (4.0, 7.6), (7.4, 3.7), (4.0, 2.2)]),
        ],
    ),
    (
        "home",
        &[Solid(&[
            (0.0, 4.2),
            (4.0, 0.6),
            (8.0, 4.2),
            (6.8, 4.2),
            (6.8, 7.6),
            (4.9, 7.6),
            (4.9, 5.2),
            (3.1, 5.2),
            (3.1, 7.6),
            (1.2, 7.6),
            (1.2, 4.2),
        ])],
    ),
    (
        "info",
        &[
            Disc(4.0, 1.2, 1.0),
            Solid(&[
                (2.8, 3.2),
                (4.9, 3.2),
                (4.9, 7.0),
                (5.8, 7.0),
                (5.8, 8.0),
                (2.4, 8.0),
                (2.4, 7.0),
                (3.4, 7.0),
                (3.4, 4.2),
                (2.8, 4.2),
            ]),
        ],
    ),
    (
        "key",
        &[
            Ring(2.4, 4.0, 1.7),
            Line(&[(4.0, 4.0), (8.0, 4.0)]),
            Line(&[(7.2, 4.0), (7.2, 6.0)]),
            Line(&[(5.6, 4.0), (5.6, 5.4)]),
        ],
    ),
    (
        "layers",
        &[
            Solid(&[(0.0, 2.4), (4.0, 0.4), (8.0, 2.4), (4.0, 4.4)]),
            Line(&[(0.4, 4.0), (4.0, 5.8), (7.6, 4.0)]),
            Line(&[(0.4, 5.8), (4.0, 7.6), (7.6, 5.8)]),
        ],
    ),
    (
        "lock-locked",
        &[Ring(4.0, 2.8, 1.8), Solid(&[(1.2, 3.4), (6.8, 3.4), (6.8, 8.0), (1.2, 8.0)])],
    ),
    ("magnifying-glass", &[Ring(3.3, 3.3, 2.6), Line(&[(5.2, 5.2), (7.6, 7.6)])]),
    ("media-play", &[Solid(&[(1.6, 0.6), (7.2, 4.0), (1.6, 7.4)])]),
    ("media-record", &[Disc(4.0, 4.0, 3.0)]),
    ("media-stop", &[Solid(&[(1.0, 1.0), (7.0, 1.0), (7.0, 7.0), (1.0, 7.0)])]),
    ("minus", &[Line(&[(0.8, 4.0), (7.2, 4.0)])]),
    ("pencil", &[Solid(&[(0.0, 8.0), (0.6, 5.4), (5.6, 0.4), (7.6, 2.4), (2.6, 7.4)])]),
    (
        "people",
        &[
            Disc(2.6, 2.2, 1.5),
            Solid(&[(0.0, 7.0), (0.6, 4.6), (4.6, 4.6), (5.2, 7.0)]),
            Disc(6.0, 2.8, 1.2),
            Solid(&[(5.2, 4.8), (7.4, 4.8), (8.0, 7.0), (5.8, 7.0)]),
        ],
    ),
    (
        "person",
        &[
            Disc(4.0, 2.0, 1.9),
            Solid(&[(0.8, 8.0), (1.4, 5.2), (2.6, 4.4), (5.4, 4.4), (6.6, 5.2), (7.2, 8.0)]),
        ],
    ),
    ("plus", &[Line(&[(0.8, 4.0), (7.2, 4.0)]), Line(&[(4.0, 0.8), (4.0, 7.2)])]),
    (
        "print",
        &[
            Solid(&[(2.0, 0.0), (6.0, 0.0), (6.0, 1.6), (2.0, 1.6)]),
            Solid(&[(0.0, 2.2), (8.0, 2.2), (8.0, 5.6), (0.0, 5.6)]),
            Solid(&[(1.8, 6.2), (6.2, 6.2), (6.2, 8.0), (1.8, 8.0)]),
        ],
    ),
    (
        "star",
        &[Solid(&[
            (4.0, 0.2),
            (5.1, 2.8),
            (8.0, 3.0),
            (5.8, 4.9),
            (6.5, 7.7),
            (4.0, 6.2),
            (1.5, 7.7),
            (2.2, 4.9),
            (0.0, 3.0),
            (2.9, 2.8),
        ])],
    ),
    (
        "trash",
        &[
            Line(&[(0.8, 1.6), (7.2, 1.6)]),
            Line(&[(3.0, 0.6), (5.0, 0.6)]),
            Solid(&[(1.6, 2.8), (6.4, 2.8), (5.9, 8.0), (2.1, 8.0)]),
        ],
    ),
    (
        "warning",
        &[
            Line(&[(4.0, 1.0), (7.4, 7.2), (0.6, 7.2), (4.0, 1.0), (4.4, 1.7)]),
            Line(&[(4.0, 3.2), (4.0, 5.0)]),
            Disc(4.0, 6.0, 0.5),
        ],
    ),
    ("x", &[Line(&[(1.2, 1.2), (6.8, 6.8)]), Line(&[(1.2, 6.8), (6.8, 1.2)])]),
];

/// The icon of that name, if it is one of ours.
pub(super) fn find(name: &str) -> Option<&'static [Part]> {
    ICONS.binary_search_by_key(&name, |it| it.0).ok().map(|idx| ICONS[idx].1)
}

/// The names of all icons, by alphabet.
pub fn names() -> impl Iterator<Item = &'static str> {
    ICONS.iter().map(|it| it.0)
}

/// Draws an icon with its upper left corner at the origin, `size` pixels wide and high.
pub(super) fn draw(name: &str, parts: &[Part], size: f64, color: Color) -> Item {
    let cell = size / GRID;
    let points = |all: &[(f64, f64)]| -> Vec<Point> {
        all.iter().map(|&(x, y)| Point { x: x * cell, y: y * cell }).collect()
    };
    let circle = |x: f64, y: f64, radius: f64| {
        let rect = Rect {
            x: (x - radius) * cell,
            y: (y - radius) * cell,
            width: 2.0 * radius * cell,
            height: 2.0 * radius * cell,
        };
        Geometry::Ellipse { rect }
    };
    let solid = |geometry| Shape { geometry, fill: Some(color.into()), stroke: None };
    let line = |geometry| Shape { geometry, fill: None, stroke: Some(Stroke::solid(color, cell)) };
    let shape = |part: &Part| match *part {
        Solid(all) => solid(Geometry::Polygon(points(all))),
        Line(all) => line(Geometry::Polyline(points(all))),
        Disc(x, y, radius) => solid(circle(x, y, radius)),
        Ring(x, y, radius) => line(circle(x, y, radius)),
    };
    let mut group = Group::new("icon");
    group.title = Some(name.to_owned());
    group.items = parts.iter().map(|part| Item::Shape(shape(part))).collect();
    Item::Group(group)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_icon_is_found_and_stays_on_its_grid() {
        for (name, parts) in ICONS {
            assert!(find(name).is_some(), "{name}");
            let bounds = draw(name, parts, GRID, Color::BLACK).bounds().expect("icons are drawn");
            assert!(bounds.x >= 0.0 && bounds.y >= 0.0, "{name}: {bounds:?}");
            assert!(bounds.right() <= GRID && bounds.bottom() <= GRID, "{name}: {bounds:?}");
        }
        assert!(find("no-such-icon").is_none());
    }
}
