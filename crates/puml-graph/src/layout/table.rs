//! Tables of keys and values, nested where a value is a table again.

use puml_family::text::{self, Markup, Setting};
use puml_family::{Label, LayoutContext, Look, pen};
use scene::{Item, Point, Rect, Stroke, Text};

use crate::model::{Cell, Row};

/// Between a line and the text beside it.
const SIDE: f64 = 6.0;
/// Between a line and the text below or above it.
const AIR: f64 = 3.0;

/// A table with its texts measured.
pub(super) struct Grid {
    rows: Vec<Entry>,
    /// The width of the column of keys; zero where no row has one.
    keys: f64,
    values: f64,
}

struct Entry {
    key: Option<Text>,
    value: Field,
    height: f64,
}

enum Field {
    Text(Text),
    Table(Grid),
}

impl Field {
    fn width(&self) -> f64 {
        match self {
            Self::Text(text) => text.bounds.width + 2.0 * SIDE,
            Self::Table(grid) => grid.width(),
        }
    }

    fn height(&self) -> f64 {
        match self {
            Self::Text(text) => text.bounds.height + 2.0 * AIR,
            Self::Table(grid) => grid.height(),
        }
    }
}

/// Where no row has a value, keys stand alone: rows that only lead elsewhere.
fn drop_empty_values(rows: &mut [Entry]) {
    let is_bare = |it: &Entry| {
        it.key.is_some() && matches!(&it.value, Field::Text(text) if text.bounds.width == 0.0)
    };
    if rows.iter().all(is_bare) {
        for row in rows {
            row.value = row.key.take().map_or(Field::Text(text::empty()), Field::Text);
        }
    }
}

impl Grid {
    pub(super) fn new(rows: &[Row], look: &Look, ctx: LayoutContext<'_>) -> Self {
        let set = |label: &Label| {
            text::typeset(label, Markup::Lines, Setting { max_width: None, ..ctx.setting(look) })
        };
        let field = |cell: &Cell| match cell {
            Cell::Text(label) => Field::Text(set(label)),
            Cell::Table(rows) => Field::Table(Self::new(rows, look, ctx)),
        };
        let entry = |row: &Row| {
            let (key, value) = match row {
                Row::Pair { key, value } => (Some(set(key)), field(value)),
                Row::Item(value) => (None, field(value)),
                Row::Member { label, .. } | Row::Text(label) => (None, Field::Text(set(label))),
                Row::Rule { .. } | Row::Blank => return None,
            };
            let tall = key.as_ref().map_or(0.0, |it| it.bounds.height + 2.0 * AIR);
            let height = value.height().max(tall).max(look.font.size + 2.0 * AIR).ceil();
            Some(Entry { key, value, height })
        };
        let mut rows: Vec<Entry> = rows.iter().filter_map(entry).collect();
        drop_empty_values(&mut rows);
        let keys = rows.iter().filter_map(|it| it.key.as_ref());
        let keys = keys.map(|it| it.bounds.width + 2.0 * SIDE).fold(0.0, f64::max);
        let values = rows.iter().map(|it| it.value.width()).fold(0.0, f64::max);
        Self { rows, keys, values }
    }

    pub(super) fn width(&self) -> f64 {
        (self.keys + self.values).ceil()
    }

    pub(super) fn height(&self) -> f64 {
        self.rows.iter().map(|it| it.height).sum()
    }

    /// The middle of each row.
    pub(super) fn middles(&self) -> Vec<f64> {
        let mut y = 0.0;
        let middle = |it: &Entry| {
            y += it.height;
            y - it.height / 2.0
        };
        self.rows.iter().map(middle).collect()
    }

    /// Draws the texts and the lines between them, stretched to a place.
    pub(super) fn draw(self, place: Rect, stroke: Option<&Stroke>, items: &mut Vec<Item>) {
        let line = |from: Point, to: Point, items: &mut Vec<Item>| {
            if let Some(stroke) = stroke {
                items.push(pen::line(from, to, stroke.clone()));
            }
        };
        let split = puml_family::page::crisp(place.x + self.keys);
        let has_keys = self.keys > 0.0;
        let mut y = place.y;
        for (idx, Entry { key, value, height }) in self.rows.into_iter().enumerate() {
            if idx > 0 {
                let at = puml_family::page::crisp(y);
                line(pen::at(place.x, at), pen::at(place.right(), at), items);
            }
            if let Some(key) = key {
                let lead = (height - key.bounds.height) / 2.0;
                items.push(Item::Text(text::place(key, place.x + SIDE, y + lead)));
            }
            let left = if has_keys { split } else { place.x };
            match value {
                Field::Text(value) => {
                    let lead = (height - value.bounds.height) / 2.0;
                    items.push(Item::Text(text::place(value, left + SIDE, y + lead)));
                }
                Field::Table(grid) => {
                    let width = place.right() - left;
                    grid.draw(Rect { x: left, y, width, height }, stroke, items);
                }
            }
            if has_keys {
                line(pen::at(split, y), pen::at(split, y + height), items);
            }
            y += height;
        }
    }
}
