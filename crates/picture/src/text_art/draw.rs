//! Pieces into cells, from back to front.

use std::ops::RangeInclusive;

use scene::Point;

use super::columns::{Columns, Direction, End};
use super::glyphs::{DOWN, LEFT, Pen, RIGHT, Sign, UP};
use super::grid::{Crossing, Grid, Hold};
use super::pieces::{PathKind, Piece};
use super::rows::Rows;

/// Draws the pieces into a grid of characters.
pub(super) fn draw(pieces: &[Piece], columns: &Columns, rows: &Rows) -> Grid {
    let grid = Grid::new(columns.count(), rows.count());
    let mut painter = Painter { grid, columns, rows };
    for (idx, piece) in pieces.iter().enumerate() {
        painter.piece(idx, piece);
    }
    painter.grid
}

struct Painter<'a> {
    grid: Grid,
    columns: &'a Columns,
    rows: &'a Rows,
}

impl Painter<'_> {
    fn piece(&mut self, idx: usize, piece: &Piece) {
        match piece {
            Piece::Frame { rect, corner, filled, folded } => {
                let (left, right) =
                    (self.columns.column(rect.x), self.columns.column(rect.right()));
                let (top, bottom) = (self.rows.row(rect.y), self.rows.row(rect.bottom()));
                if *filled {
                    self.cover(top..=bottom, left..=right);
                }
                for row in [top, bottom] {
                    self.grid.horizontal(row, left, right, *corner, Crossing::Join);
                }
                for column in [left, right] {
                    self.grid.vertical(column, top, bottom, *corner, Hold::Firm);
                }
                if *folded {
                    self.grid.sign(top, right, Sign::Fold);
                }
            }
            Piece::Patch { rect } => {
                let (left, right) =
                    (self.columns.column(rect.x), self.columns.column(rect.right()));
                if let Some((top, bottom)) = self.rows.between(rect.y, rect.bottom())
                    && right > left + 1
                {
                    self.grid.clear(top..=bottom, left + 1..=right - 1);
                }
            }
            Piece::Bar { x, top, bottom, .. } => {
                let column = self.columns.column(*x);
                for row in self.rows.row(*top)..=self.rows.row(*bottom) {
                    self.grid.sign(row, column, Sign::Bar);
                }
            }
            Piece::Path { points, pen, kind } => self.path(points, *pen, *kind),
            Piece::Sign { sign, tip, open: true } => self.open_head(*sign, *tip),
            Piece::Sign { sign, tip, open: false } => {
                self.sign(*sign, *tip);
            }
            Piece::Figure { x, arms, legs } => {
                let column = self.columns.column(*x);
                let (arms, legs) = (self.rows.row(*arms), self.rows.row(*legs));
                self.grid.sign(arms, column, Sign::Body);
                for row in [arms, legs] {
                    self.grid.sign(row, column.saturating_sub(1), Sign::ArmLeft);
                    self.grid.sign(row, column + 1, Sign::ArmRight);
                }
            }
            Piece::Words { text, cells, y, .. } => {
                let (row, mut start) = (self.rows.row(*y), self.columns.start(idx));
                while start + cells < self.columns.count()
                    && self.grid.has_letters(row, start..start + cells)
                {
                    start += 1;
                }
                self.grid.write(row, start, text);
            }
        }
    }

    /// Hides what is behind a filled frame, and what leads into it from the cells of its edges.
    fn cover(&mut self, rows: RangeInclusive<usize>, columns: RangeInclusive<usize>) {
        let (top, bottom, left, right) =
            (*rows.start(), *rows.end(), *columns.start(), *columns.end());
        self.grid.cut(top..=top, columns.clone(), DOWN);
        self.grid.cut(bottom..=bottom, columns, UP);
        self.grid.cut(rows.clone(), left..=left, RIGHT);
        self.grid.cut(rows, right..=right, LEFT);
        if bottom > top + 1 && right > left + 1 {
            self.grid.clear(top + 1..=bottom - 1, left + 1..=right - 1);
        }
    }

    fn path(&mut self, points: &[Point], pen: Pen, kind: PathKind) {
        let last = points.len().saturating_sub(2);
        for (idx, pair) in points.windows(2).enumerate() {
            let (from, to) = (pair[0], pair[1]);
            if (from.x - to.x).abs() < 1.0 {
                let (a, b) = (self.rows.row(from.y), self.rows.row(to.y));
                let column = self.columns.column(from.x);
                let hold = if kind == PathKind::Life { Hold::Loose } else { Hold::Firm };
                self.grid.vertical(column, a.min(b), a.max(b), Pen::Light, hold);
                continue;
            }
            let way = if from.x < to.x { Direction::Right } else { Direction::Left };
            let back = if way == Direction::Right { Direction::Left } else { Direction::Right };
            // Only the two ends of a path meet other things; its corners are its own.
            let corner = |at: Point| End::Free(self.columns.column(at.x));
            let start = if idx == 0 { self.end(from, back, kind) } else { corner(from) };
            let end = if idx == last { self.end(to, way, kind) } else { corner(to) };
            let (left, right) = if way == Direction::Right { (start, end) } else { (end, start) };
            let from_column = match left {
                End::Beside(column) => column + 1,
                End::On(column) | End::Free(column) => column,
            };
            let to_column = match right {
                End::Beside(column) => column.saturating_sub(1),
                End::On(column) | End::Free(column) => column,
            };
            if from_column > to_column {
                continue;
            }
            let row = self.rows.row(from.y);
            let crossing = if points.len() == 2 || kind == PathKind::Arrow {
                Crossing::Cover
            } else {
                Crossing::Join
            };
            self.grid.horizontal(row, from_column, to_column, pen, crossing);
        }
    }

    fn end(&self, at: Point, way: Direction, kind: PathKind) -> End {
        match kind {
            PathKind::Arrow => self.columns.arrow_end(at, way),
            PathKind::Rule | PathKind::Life => self.columns.rule_end(at),
        }
    }

    fn sign(&mut self, sign: Sign, tip: Point) -> usize {
        let column = match sign {
            Sign::Left => self.columns.sign(tip, Direction::Left),
            Sign::Right => self.columns.sign(tip, Direction::Right),
            Sign::Circle | Sign::SmallCross => self.columns.beside(tip),
            _ => self.columns.column(tip.x),
        };
        self.grid.sign(self.rows.row(tip.y), column, sign);
        column
    }

    /// An open head is written twice, to be told from a filled one.
    fn open_head(&mut self, sign: Sign, tip: Point) {
        let column = self.sign(sign, tip);
        let second = if sign == Sign::Left { column + 1 } else { column.saturating_sub(1) };
        self.grid.sign(self.rows.row(tip.y), second, sign);
    }
}
