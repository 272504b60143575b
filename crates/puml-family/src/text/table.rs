//! Tables in text: columns as wide as their widest cell, thin lines between.

use puml_syntax::color;
use puml_syntax::creole::Row;
use scene::{Geometry, Item, Point, Rect, Shape, Stroke, Text};

use super::Setting;
use super::blocks::{aligned, put, softened};
use super::inline::{self, Ink};
use super::lines::{self, Measured};
use crate::model::Align;

/// Pixels between a cell's lines and its text, at the left and the right.
const PAD_X: f64 = 6.0;
/// The same, above and below.
const PAD_Y: f64 = 3.0;

/// A measured table.
pub(super) struct Grid {
    columns: Vec<f64>,
    rows: Vec<GridRow>,
}

struct GridRow {
    height: f64,
    color: Option<color::Paint>,
    cells: Vec<GridCell>,
}

struct GridCell {
    color: Option<color::Paint>,
    align: Align,
    lines: Vec<Measured>,
}

/// Measures a table. Headers are bold and centred.
pub(super) fn grid(rows: &[Row], ink: &Ink, setting: Setting<'_>) -> Grid {
    let mut columns: Vec<f64> = Vec::new();
    let rows = rows.iter().map(|row| {
        let mut height = font::line_height(ink.font.size);
        let cells = row.cells.iter().enumerate().map(|(column, cell)| {
            let mut ink = ink.clone();
            ink.font.bold |= cell.header;
            let lines: Vec<Measured> = cell
                .lines
                .iter()
                .flat_map(|line| {
                    lines::lines(&inline::pieces(line, &ink, setting), setting.max_width, &ink)
                })
                .collect();
            height = height.max(lines.iter().map(Measured::height).sum());
            if columns.len() <= column {
                columns.push(0.0);
            }
            columns[column] = lines.iter().map(|it| it.width).fold(columns[column], f64::max);
            let align = if cell.header { Align::Center } else { Align::Left };
            GridCell { color: cell.color, align, lines }
        });
        let cells = cells.collect();
        GridRow { height, color: row.color, cells }
    });
    let rows = rows.collect();
    Grid { columns, rows }
}

impl Grid {
    /// With the lines around it.
    pub(super) fn width(&self) -> f64 {
        self.columns.iter().map(|it| it + 2.0 * PAD_X).sum()
    }

    /// Draws the table at `y`; returns its height.
    pub(super) fn place(self, y: f64, setting: Setting<'_>, text: &mut Text) -> f64 {
        let width = self.width();
        let height: f64 = self.rows.iter().map(|it| it.height + 2.0 * PAD_Y).sum();
        let stroke = Stroke::solid(softened(setting.look.text), 1.0);
        let rule = |from: Point, to: Point| {
            Item::Shape(Shape {
                geometry: Geometry::Line { from, to },
                fill: None,
                stroke: Some(stroke.clone()),
            })
        };
        let mut top = y + 2.0;
        let first = top;
        let mut rules = vec![rule(Point { x: 0.0, y: top }, Point { x: width, y: top })];
        for row in self.rows {
            let row_height = row.height + 2.0 * PAD_Y;
            let mut x = 0.0;
            for (column, &content) in self.columns.iter().enumerate() {
                let cell_width = content + 2.0 * PAD_X;
                let cell = row.cells.get(column);
                let fill = cell.and_then(|it| it.color).or(row.color).and_then(inline::paint);
                if let Some(fill) = fill {
                    let rect = Rect { x, y: top, width: cell_width, height: row_height };
                    let geometry = Geometry::Rect { rect, corner: 0.0 };
                    text.items.push(Item::Shape(Shape {
                        geometry,
                        fill: Some(fill.into()),
                        stroke: None,
                    }));
                }
                x += cell_width;
            }
            let mut x = 0.0;
            for (cell, content) in row.cells.into_iter().zip(&self.columns) {
                let mut line_top = top + PAD_Y;
                for line in cell.lines {
                    let at = x + PAD_X + aligned(cell.align, *content, line.width);
                    line_top += put(line, at, line_top, text);
                }
                x += content + 2.0 * PAD_X;
            }
            top += row_height;
            rules.push(rule(Point { x: 0.0, y: top }, Point { x: width, y: top }));
        }
        let mut x = 0.0;
        rules.push(rule(Point { x, y: first }, Point { x, y: top }));
        for column in &self.columns {
            x += column + 2.0 * PAD_X;
            rules.push(rule(Point { x, y: first }, Point { x, y: top }));
        }
        text.items.extend(rules);
        height + 4.0
    }
}
