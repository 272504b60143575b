//! A page of cells: lines that join, signs and letters.

use std::collections::BTreeMap;

use unicode_width::UnicodeWidthChar;

use super::glyphs::{Charset, DOWN, LEFT, Pen, RIGHT, Sign, UP};

/// What stands in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
enum Cell {
    #[default]
    Empty,
    Lines {
        directions: u8,
        pen: Pen,
        hold: Hold,
    },
    Sign(Sign),
    Letter(char),
    /// The right half of a wide letter.
    Rest,
}

/// Whether a line stays where something crosses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hold {
    /// It joins what crosses it.
    Firm,
    /// It only passes by, and is covered.
    Loose,
}

/// How a line treats what it crosses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Crossing {
    /// Joins other lines with a junction.
    Join,
    /// Covers loose lines.
    Cover,
}

/// A page of cells.
pub(super) struct Grid {
    width: usize,
    cells: Vec<Cell>,
    /// Accents and other marks that share a cell with the letter before them.
    marks: BTreeMap<usize, String>,
}

impl Grid {
    /// An empty page.
    pub(super) fn new(width: usize, height: usize) -> Self {
        Self { width, cells: vec![Cell::Empty; width * height], marks: BTreeMap::new() }
    }

    /// A line along a row, both ends included and open towards each other.
    pub(super) fn horizontal(
        &mut self,
        row: usize,
        from: usize,
        to: usize,
        pen: Pen,
        crossing: Crossing,
    ) {
        for column in from..=to {
            let directions = match (column == from, column == to) {
                (true, false) => RIGHT,
                (false, true) => LEFT,
                (true, true) | (false, false) => LEFT | RIGHT,
            };
            self.line(row, column, directions, pen, crossing);
        }
    }

    /// A line down a column, both ends included and open towards each other.
    pub(super) fn vertical(&mut self, column: usize, from: usize, to: usize, pen: Pen, hold: Hold) {
        for row in from..=to {
            let mut directions = 0;
            if row > from {
                directions |= UP;
            }
            if row < to {
                directions |= DOWN;
            }
            let Some(cell) = self.cell(row, column) else { continue };
            *cell = match *cell {
                Cell::Lines { directions: old, pen, hold: before } => {
                    let hold = if before == hold { hold } else { Hold::Firm };
                    Cell::Lines { directions: old | directions, pen, hold }
                }
                // A line within one row is still seen.
                Cell::Empty if directions == 0 => Cell::Lines { directions: UP | DOWN, pen, hold },
                Cell::Empty => Cell::Lines { directions, pen, hold },
                // A line that comes from behind does not go through letters.
                other => other,
            };
        }
    }

    fn line(&mut self, row: usize, column: usize, directions: u8, pen: Pen, crossing: Crossing) {
        let Some(cell) = self.cell(row, column) else { return };
        *cell = match (*cell, crossing) {
            // The end of a line joins even a loose one: there it begins.
            (Cell::Lines { hold: Hold::Loose, .. } | Cell::Sign(Sign::Bar), Crossing::Cover)
                if directions == LEFT | RIGHT =>
            {
                Cell::Lines { directions, pen, hold: Hold::Firm }
            }
            (Cell::Lines { directions: old, pen: before, .. }, _) => {
                let rule_on_rule = crossing == Crossing::Cover && old & (UP | DOWN) == 0;
                let pen = if rule_on_rule && before == Pen::Light { Pen::Double } else { pen };
                Cell::Lines { directions: old | directions, pen, hold: Hold::Firm }
            }
            _ => Cell::Lines { directions, pen, hold: Hold::Firm },
        };
    }

    /// A sign, in place of whatever was there.
    pub(super) fn sign(&mut self, row: usize, column: usize, sign: Sign) {
        if let Some(cell) = self.cell(row, column) {
            *cell = Cell::Sign(sign);
        }
    }

    /// Empties the cells of a rectangle, all edges included.
    pub(super) fn clear(
        &mut self,
        rows: std::ops::RangeInclusive<usize>,
        columns: std::ops::RangeInclusive<usize>,
    ) {
        for row in rows {
            for column in columns.clone() {
                if let Some(cell) = self.cell(row, column) {
                    *cell = Cell::Empty;
                }
            }
        }
    }

    /// Cuts off lines that lead from a part of a row or column in these directions.
    pub(super) fn cut(
        &mut self,
        rows: std::ops::RangeInclusive<usize>,
        columns: std::ops::RangeInclusive<usize>,
        toward: u8,
    ) {
        for row in rows {
            for column in columns.clone() {
                if let Some(Cell::Lines { directions, .. }) = self.cell(row, column) {
                    *directions &= !toward;
                }
            }
        }
    }

    /// Letters from a column on, in place of whatever was there.
    pub(super) fn write(&mut self, row: usize, mut column: usize, text: &str) {
        for ch in text.chars() {
            match ch.width() {
                None => {}
                Some(0) => {
                    if let Some(before) = column.checked_sub(1) {
                        let place = row * self.width + before;
                        self.marks.entry(place).or_default().push(ch);
                    }
                }
                Some(width) => {
                    for part in 0..width {
                        if let Some(cell) = self.cell(row, column + part) {
                            *cell = if part == 0 { Cell::Letter(ch) } else { Cell::Rest };
                        }
                    }
                    column += width;
                }
            }
        }
    }

    /// Whether letters stand anywhere in a part of a row.
    pub(super) fn has_letters(&self, row: usize, columns: std::ops::Range<usize>) -> bool {
        let columns = columns.start.min(self.width)..columns.end.min(self.width);
        let start = row * self.width;
        let cells = self.cells.get(start + columns.start..start + columns.end);
        cells.is_some_and(|all| all.iter().any(|it| matches!(it, Cell::Letter(_) | Cell::Rest)))
    }

    fn cell(&mut self, row: usize, column: usize) -> Option<&mut Cell> {
        if column >= self.width {
            return None;
        }
        self.cells.get_mut(row * self.width + column)
    }

    /// The page as lines of text, without empty columns on the left and spaces at the ends.
    pub(super) fn print(&self, out: &mut String, charset: Charset) {
        if self.width == 0 {
            return;
        }
        let indent = |cells: &[Cell]| cells.iter().position(|it| *it != Cell::Empty);
        let first = self.cells.chunks(self.width).filter_map(indent).min().unwrap_or(0);
        for (row, cells) in self.cells.chunks(self.width).enumerate() {
            for (column, cell) in cells.iter().enumerate().skip(first) {
                match *cell {
                    Cell::Empty => out.push(' '),
                    Cell::Lines { directions, pen, .. } => {
                        out.push(charset.line(directions, pen, column));
                    }
                    Cell::Sign(sign) => out.push(charset.sign(sign)),
                    Cell::Letter(ch) => out.push(ch),
                    Cell::Rest => {}
                }
                if let Some(marks) = self.marks.get(&(row * self.width + column)) {
                    out.push_str(marks);
                }
            }
            out.truncate(out.trim_end_matches(' ').len());
            out.push('\n');
        }
    }
}
