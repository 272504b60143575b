//! Pixels across to columns: wide enough for every text between the lines beside it.

use std::collections::BTreeMap;

use scene::{Interval, Point};

use super::pieces::{PathKind, Piece};

/// Lines closer than this share a column.
const SAME: f64 = 4.5;
/// Columns for each pixel where no text asks for more.
const BASE: f64 = 1.0 / 12.0;
/// An arrow stops short of what it points to by no more than its head.
const REACH: f64 = 18.0;

/// A text this near to a line on one side stands beside it, with one space between them.
const BESIDE: f64 = 16.0;

/// A text whose middle is this near to an upright line is centred on it.
const CENTRED: f64 = 3.0;

/// The mapping, and where each text begins.
pub(super) struct Columns {
    uprights: Vec<Upright>,
    /// For each piece, the first column of its text.
    starts: Vec<usize>,
    count: usize,
}

/// All upright lines at one place.
struct Upright {
    x: f64,
    column: usize,
    /// From top to bottom, merged and in order.
    spans: Vec<Interval>,
    /// Half the width of the bars there.
    half: f64,
    /// Whether frames stand there, and not only lifelines.
    framed: bool,
}

impl Upright {
    fn covers(&self, y: f64) -> bool {
        let after = self.spans.partition_point(|span| span.from <= y + 0.5);
        after > 0 && self.spans[after - 1].to >= y - 0.5
    }
}

/// Where the end of an arrow goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// Beside an upright line in this column.
    Beside(usize),
    /// On an upright line of a frame.
    On(usize),
    /// In this column, with no upright line near.
    Free(usize),
}

/// The direction something points in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Left,
    Right,
}

impl Direction {
    fn sign(self) -> f64 {
        match self {
            Self::Left => -1.0,
            Self::Right => 1.0,
        }
    }
}

impl Columns {
    /// Finds the columns in which every text fits.
    pub(super) fn fit(pieces: &[Piece]) -> Self {
        let mut uprights = uprights(pieces);
        let rooms: Vec<Option<Room>> = pieces.iter().map(|it| room(it, &uprights)).collect();
        let mut needs = side_by_side(pieces, &rooms);
        needs.extend(rooms.iter().flatten().flat_map(Room::needs));
        let columns = solve(&uprights, needs);
        for (upright, column) in uprights.iter_mut().zip(columns) {
            upright.column = column;
        }
        let mut this = Self { uprights, starts: vec![0; pieces.len()], count: 0 };
        this.place(pieces, &rooms);
        this
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The first column of the text that is piece `idx`.
    pub(super) fn start(&self, idx: usize) -> usize {
        self.starts[idx]
    }

    /// The column of a place; between upright lines in proportion.
    pub(super) fn column(&self, x: f64) -> usize {
        let after = self.uprights.partition_point(|it| it.x <= x);
        let near = [after.checked_sub(1), Some(after)].into_iter().flatten();
        let near = near.filter_map(|idx| self.uprights.get(idx)).find(|it| (it.x - x).abs() < SAME);
        if let Some(upright) = near {
            return upright.column;
        }
        match (after.checked_sub(1), self.uprights.get(after)) {
            (Some(before), Some(right)) => {
                let left = &self.uprights[before];
                let part = (x - left.x) / (right.x - left.x);
                left.column + (part * (right.column - left.column) as f64).round() as usize
            }
            (Some(before), None) => self.uprights[before].column,
            (None, _) => 0,
        }
    }

    /// Where an arrow's end at this point goes, seen along the arrow.
    pub(super) fn arrow_end(&self, at: Point, direction: Direction) -> End {
        match self.ahead(at, direction, REACH) {
            Some(upright) => End::Beside(upright.column),
            None => End::Free(self.column(at.x)),
        }
    }

    /// Where a rule's end at this point goes.
    pub(super) fn rule_end(&self, at: Point) -> End {
        let first = self.uprights.partition_point(|it| it.x < at.x - 1.5);
        let near = self.uprights[first..].iter().take_while(|it| it.x <= at.x + 1.5);
        let touched = near.filter(|it| it.framed).find(|it| it.covers(at.y));
        touched.map_or_else(|| End::Free(self.column(at.x)), |it| End::On(it.column))
    }

    /// The column of a sign that points at something: beside it, after what already stands between them.
    pub(super) fn sign(&self, tip: Point, direction: Direction) -> usize {
        let Some(upright) = self.ahead(tip, direction, REACH) else { return self.column(tip.x) };
        let gap = ((upright.x - tip.x).abs() - upright.half).max(0.0);
        let away = 1 + (gap / 8.0).round() as usize;
        match direction {
            Direction::Left => upright.column + away,
            Direction::Right => upright.column.saturating_sub(away),
        }
    }

    /// The column of a sign without a direction: beside an upright line it does not stand on, or where it is.
    pub(super) fn beside(&self, at: Point) -> usize {
        let near =
            |direction| self.ahead(at, direction, REACH).filter(|it| (it.x - at.x).abs() > 1.5);
        let distance = |it: Option<&Upright>| it.map_or(f64::INFINITY, |it| (it.x - at.x).abs());
        let (left, right) = (near(Direction::Left), near(Direction::Right));
        match if distance(left) < distance(right) {
            (left, Direction::Left)
        } else {
            (right, Direction::Right)
        } {
            (Some(upright), Direction::Left) => upright.column + 1,
            (Some(upright), Direction::Right) => upright.column.saturating_sub(1),
            (None, _) => self.column(at.x),
        }
    }

    fn ahead(&self, at: Point, direction: Direction, reach: f64) -> Option<&Upright> {
        let distance = |it: &Upright| (it.x - at.x) * direction.sign();
        let (from, to) = match direction {
            Direction::Left => (at.x - reach, at.x + 1.5),
            Direction::Right => (at.x - 1.5, at.x + reach),
        };
        let first = self.uprights.partition_point(|it| it.x < from);
        self.uprights[first..]
            .iter()
            .take_while(|it| it.x <= to)
            .filter(|it| it.covers(at.y))
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }

    /// Lines that begin together on the page still do here, if the same upright lines stand around them.
    fn place(&mut self, pieces: &[Piece], rooms: &[Option<Room>]) {
        self.count = self.uprights.last().map_or(0, |it| it.column + 1);
        let mut aligned: BTreeMap<(usize, usize, i64, usize), Vec<usize>> = BTreeMap::new();
        for (idx, (piece, room)) in pieces.iter().zip(rooms).enumerate() {
            let (Piece::Words { x, width, cells, block, .. }, Some(room)) = (piece, room) else {
                continue;
            };
            let start = room.start(&self.uprights, *x, *width);
            self.starts[idx] = start;
            self.count = self.count.max(start + cells);
            // The rows of a box are texts of their own.
            let is_boxed = [room.left, room.right].iter().all(|it| self.uprights[*it].framed);
            let block = if is_boxed { 0 } else { *block };
            let same = (room.left, room.right, (x * 2.0).round() as i64, block);
            aligned.entry(same).or_default().push(idx);
        }
        for lines in aligned.values().filter(|it| it.len() > 1) {
            let least = lines.iter().map(|it| self.starts[*it]).min().unwrap_or(0);
            for line in lines {
                self.starts[*line] = least;
            }
        }
    }
}

/// The upright lines around a text.
struct Room {
    left: usize,
    right: usize,
    /// One that the text is centred on, such as the lifeline below a name.
    middle: Option<usize>,
    cells: usize,
    /// Spaces wanted on each side.
    padding: usize,
}

/// At least this many columns from one upright line to another.
struct Need {
    left: usize,
    right: usize,
    columns: usize,
}

impl Room {
    fn needs(&self) -> impl Iterator<Item = Need> {
        let &Self { left, right, cells, padding, .. } = self;
        let half = cells / 2;
        let (one, other) = match self.middle {
            Some(middle) => (
                Need { left, right: middle, columns: half + 1 + padding },
                Some(Need { left: middle, right, columns: cells - half + padding }),
            ),
            None => (Need { left, right, columns: cells + 1 + 2 * padding }, None),
        };
        std::iter::once(one).chain(other)
    }

    fn start(&self, uprights: &[Upright], x: f64, width: f64) -> usize {
        let cells = self.cells;
        if let Some(middle) = self.middle {
            return uprights[middle].column - cells / 2;
        }
        let (left, right) = (&uprights[self.left], &uprights[self.right]);
        let free = (right.column - left.column).saturating_sub(1 + cells);
        let (before, after) = ((x - left.x).max(0.0), (right.x - x - width).max(0.0));
        let offset = if before < BESIDE && before + 6.0 < after {
            free.min(1)
        } else if after < BESIDE && after + 6.0 < before {
            free.saturating_sub(1)
        } else {
            let part = if before + after > 0.0 { before / (before + after) } else { 0.0 };
            (part * free as f64).round() as usize
        };
        left.column + 1 + offset
    }
}

fn room(piece: &Piece, uprights: &[Upright]) -> Option<Room> {
    let Piece::Words { cells, x, width, y, .. } = piece else { return None };
    let end = uprights.len() - 1;
    let before = uprights.partition_point(|it| it.x <= x + 1.0);
    let left = (0..before).rev().find(|&idx| uprights[idx].covers(*y)).unwrap_or(0);
    let after = uprights.partition_point(|it| it.x < x + width - 1.0).max(left + 1);
    let right = (after..end).find(|&idx| uprights[idx].covers(*y)).unwrap_or(end);
    let slack = uprights[right].x - uprights[left].x - width;
    let padding = usize::from(slack >= 8.0);
    let center = x + width / 2.0;
    let middle = uprights.partition_point(|it| it.x < center - CENTRED);
    let is_centred = left < middle && middle < right && uprights[middle].x <= center + CENTRED;
    Some(Room { left, right, middle: is_centred.then_some(middle), cells: *cells, padding })
}

/// Every place with upright lines from left to right, between the two edges of the page.
fn uprights(pieces: &[Piece]) -> Vec<Upright> {
    let mut found: Vec<Upright> = Vec::new();
    let upright = |x, span, half, framed| Upright { x, column: 0, spans: vec![span], half, framed };
    let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
    let mut reach = |from: f64, to: f64| {
        least = least.min(from);
        most = most.max(to);
    };
    for piece in pieces {
        match piece {
            Piece::Frame { rect, .. } => {
                reach(rect.x, rect.right());
                let span = Interval::new(rect.y, rect.bottom());
                found.extend([rect.x, rect.right()].map(|x| upright(x, span, 0.0, true)));
            }
            Piece::Bar { x, half, top, bottom } => {
                found.push(upright(*x, Interval::new(*top, *bottom), *half, false));
            }
            Piece::Path { points, kind, .. } => {
                for pair in points.windows(2) {
                    let (a, b) = (pair[0], pair[1]);
                    reach(a.x.min(b.x), a.x.max(b.x));
                    if (a.x - b.x).abs() < 1.0 {
                        let framed = *kind == PathKind::Rule;
                        let span = Interval::new(a.y.min(b.y), a.y.max(b.y));
                        found.push(upright(a.x, span, 0.0, framed));
                    }
                }
            }
            Piece::Words { x, width, .. } => reach(*x, x + width),
            Piece::Sign { tip, .. } => reach(tip.x, tip.x),
            Piece::Figure { x, .. } => reach(x - SAME, x + SAME),
            Piece::Patch { .. } => {}
        }
    }
    if least > most {
        (least, most) = (0.0, 0.0);
    }
    found.sort_by(|a, b| a.x.total_cmp(&b.x));
    let edge = |x| Upright { x, column: 0, spans: Vec::new(), half: 0.0, framed: false };
    let mut out = vec![edge(least - 2.0 * SAME)];
    for it in found {
        match out.last_mut() {
            Some(last) if it.x - last.x < SAME => {
                last.spans.extend(it.spans);
                last.half = last.half.max(it.half);
                last.framed |= it.framed;
            }
            _ => out.push(it),
        }
    }
    out.push(edge(most + 2.0 * SAME));
    for upright in &mut out {
        upright.spans = merged(std::mem::take(&mut upright.spans));
    }
    out
}

fn merged(mut spans: Vec<Interval>) -> Vec<Interval> {
    spans.sort_by(|a, b| a.from.total_cmp(&b.from));
    let mut out: Vec<Interval> = Vec::with_capacity(spans.len());
    for span in spans {
        match out.last_mut() {
            Some(last) if span.from <= last.to => last.to = last.to.max(span.to),
            _ => out.push(span),
        }
    }
    out
}

/// What two texts need that stand side by side without a line between them, each centred on its own lifeline.
fn side_by_side(pieces: &[Piece], rooms: &[Option<Room>]) -> Vec<Need> {
    let mut centred: Vec<(i64, usize, usize)> = Vec::new();
    for (piece, room) in pieces.iter().zip(rooms) {
        if let (Piece::Words { y, .. }, Some(Room { middle: Some(middle), cells, .. })) =
            (piece, room)
        {
            centred.push(((y / 4.0).round() as i64, *middle, *cells));
        }
    }
    centred.sort_unstable();
    centred
        .windows(2)
        .filter(|pair| pair[0].0 == pair[1].0 && pair[0].1 < pair[1].1)
        .map(|pair| {
            let ((_, left, one), (_, right, other)) = (pair[0], pair[1]);
            Need { left, right, columns: one - one / 2 + 1 + other / 2 }
        })
        .collect()
}

/// A column for each upright line.
///
/// A text spreads the cells it needs evenly over its room; where rooms overlap, the densest one counts.
/// So what stands in the middle of a room on the page stands in its middle here.
fn solve(uprights: &[Upright], needs: Vec<Need>) -> Vec<usize> {
    let density = |need: &Need| {
        need.columns as f64 / (uprights[need.right].x - uprights[need.left].x).max(1.0)
    };
    let mut needs: Vec<(f64, Need)> =
        needs.into_iter().map(|need| (density(&need), need)).collect();
    needs.sort_by(|a, b| b.0.total_cmp(&a.0));
    let gaps = uprights.len() - 1;
    let mut density = vec![BASE; gaps];
    // `next[i]` leads to the first gap from `i` on that no room has claimed yet.
    let mut next: Vec<usize> = (0..=gaps).collect();
    for (dense, need) in &needs {
        let mut gap = unclaimed(&mut next, need.left);
        while gap < need.right {
            density[gap] = dense.max(BASE);
            next[gap] = gap + 1;
            gap = unclaimed(&mut next, gap);
        }
    }
    let mut least: Vec<Vec<(usize, usize)>> = vec![Vec::new(); uprights.len()];
    for (_, need) in needs {
        least[need.right].push((need.left, need.columns));
    }
    let mut columns = vec![0; uprights.len()];
    for idx in 1..uprights.len() {
        let gap = density[idx - 1] * (uprights[idx].x - uprights[idx - 1].x);
        // Each gap is rounded by itself, so that equal halves stay equal; what is lost is made up at the end of a room.
        let beside = columns[idx - 1] + (gap.round() as usize).max(1);
        let fitted = least[idx].iter().map(|&(left, wide)| columns[left] + wide).max();
        columns[idx] = beside.max(fitted.unwrap_or(0));
    }
    columns
}

fn unclaimed(next: &mut [usize], from: usize) -> usize {
    let mut root = from;
    while next[root] != root {
        root = next[root];
    }
    let mut at = from;
    while next[at] != root {
        at = std::mem::replace(&mut next[at], root);
    }
    root
}
