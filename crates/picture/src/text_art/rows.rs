//! Pixels down to rows: lines and texts that stand above one another get rows of their own.

use super::columns::Columns;
use super::pieces::Piece;

/// What is closer than this, and overlaps, shares a row: the painter decides what is seen.
const SAME: f64 = 4.5;

/// What is further apart than this never shares a row, so that what comes later stands lower.
const APART: f64 = 12.0;

/// Which row of characters each height of the scene falls into.
pub(super) struct Rows {
    /// Heights that have a row, from top to bottom.
    known: Vec<(f64, usize)>,
    count: usize,
}

impl Rows {
    /// Gives rows to everything, as few as keep the order.
    pub(super) fn fit(pieces: &[Piece], columns: &Columns) -> Self {
        let mut demands: Vec<(f64, usize, usize)> = Vec::new();
        for (idx, piece) in pieces.iter().enumerate() {
            demand(piece, idx, columns, &mut demands);
        }
        demands.sort_by(|a, b| a.0.total_cmp(&b.0));
        // For each column, the first row that is still free below what is there.
        let mut free = vec![0; columns.count() + 1];
        let mut known: Vec<(f64, usize)> = Vec::new();
        let (mut row, mut began) = (0, f64::NEG_INFINITY);
        let mut rest = demands.as_slice();
        while let Some(&(y, ..)) = rest.first() {
            let end = rest.partition_point(|it| it.0 <= y);
            let (now, later) = rest.split_at(end);
            rest = later;
            if y - began >= SAME {
                let below =
                    now.iter().flat_map(|&(_, from, to)| &free[from..=to.max(from)]).copied().max();
                let apart = usize::from(y - began >= APART && !known.is_empty());
                let needed = below.unwrap_or(0).max(row + apart);
                if needed > row || known.is_empty() {
                    began = y;
                }
                row = needed;
            }
            for &(_, from, to) in now {
                for last in &mut free[from..=to.max(from)] {
                    *last = (*last).max(row + 1);
                }
            }
            known.push((y, row));
        }
        Self { known, count: if demands.is_empty() { 0 } else { row + 1 } }
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The row of a height, or of what stands nearest above it.
    pub(super) fn row(&self, y: f64) -> usize {
        let after = self.known.partition_point(|it| it.0 <= y + 0.5);
        after.checked_sub(1).map_or(0, |idx| self.known[idx].1)
    }

    /// The rows of what stands strictly between two heights.
    pub(super) fn between(&self, top: f64, bottom: f64) -> Option<(usize, usize)> {
        let from = self.known.partition_point(|it| it.0 <= top);
        let to = self.known.partition_point(|it| it.0 < bottom);
        (from < to).then(|| (self.known[from].1, self.known[to - 1].1))
    }
}

fn demand(piece: &Piece, idx: usize, columns: &Columns, out: &mut Vec<(f64, usize, usize)>) {
    match piece {
        Piece::Frame { rect, .. } => {
            let (from, to) = (columns.column(rect.x), columns.column(rect.right()));
            out.extend([rect.y, rect.bottom()].map(|y| (y, from, to)));
        }
        Piece::Path { points, .. } => {
            for pair in points.windows(2) {
                if (pair[0].y - pair[1].y).abs() < 1.0 {
                    let (a, b) = (columns.column(pair[0].x), columns.column(pair[1].x));
                    out.push((pair[0].y, a.min(b), a.max(b)));
                }
            }
        }
        Piece::Sign { tip, .. } => {
            let column = columns.column(tip.x);
            out.push((tip.y, column, column));
        }
        Piece::Figure { x, arms, legs } => {
            let column = columns.column(*x);
            for y in [*arms, *legs] {
                out.push((y, column.saturating_sub(1), (column + 1).min(columns.count())));
            }
        }
        Piece::Words { cells, y, .. } => {
            let start = columns.start(idx);
            out.push((*y, start, (start + cells - 1).min(columns.count())));
        }
        Piece::Bar { .. } | Piece::Patch { .. } => {}
    }
}
