//! Arrows between tasks. They leave a bar below or above its end, run between the rows and through columns where no bar
//! stands, and enter the other bar from its side.

use puml_family::{Look, pen};
use scene::{Geometry, Id, Interval, Item, Point, Segment, Vector};

use super::Sheet;
use super::rows::{BAR, DIAMOND, extent};
use crate::model::{Dependency, Edge, Entry, EntryKind};

/// From a bar to the vertical part of an arrow.
const OUT: f64 = 8.0;
/// What a vertical line keeps free on both sides.
const FREE: f64 = 3.0;
/// How far above two bars of one row an arrow between them runs.
const OVER: f64 = 5.0;
/// How many columns are tried before an arrow goes around everything.
const TRIES: usize = 200;

pub(super) fn draw(sheet: &Sheet<'_>) -> Vec<Item> {
    let mut routes = Routes { sheet, used: Vec::new() };
    let mut items = Vec::new();
    for (idx, link) in sheet.model.links.iter().enumerate() {
        if link.hidden || !is_drawn(sheet, link.from) || !is_drawn(sheet, link.to) {
            continue;
        }
        let mut group = sheet.ctx.group("link", link.origin);
        group.id = Some(Id::Number(idx as u32 + 1));
        let look = sheet.ctx.look(link.look);
        let points = routes.route(link, idx);
        group.items.extend(arrow(&points, look));
        items.push(Item::Group(group));
    }
    items
}

fn is_drawn(sheet: &Sheet<'_>, idx: usize) -> bool {
    let entry = &sheet.model.entries[idx];
    let chart = &sheet.model.chart;
    let (Some(start), Some(last)) = (entry.start, crate::explain::last_day(entry)) else {
        return false;
    };
    start.day() <= chart.last && last >= chart.first
}

/// The arrows that are drawn so far.
struct Routes<'s, 'm> {
    sheet: &'s Sheet<'m>,
    used: Vec<Upright>,
}

/// The vertical part of an arrow.
struct Upright {
    x: f64,
    /// As the arrow runs, so perhaps upwards.
    y: Interval,
    /// The two tasks of the arrow.
    from: usize,
    to: usize,
}

impl Routes<'_, '_> {
    fn route(&mut self, link: &Dependency, number: usize) -> Vec<Point> {
        let sheet = self.sheet;
        let entries = &sheet.model.entries;
        let (from, to) = (&entries[link.from], &entries[link.to]);
        let (from_row, to_row) = (sheet.rows.index(link.from), sheet.rows.index(link.to));
        let (source, target) = (sheet.rows.of(link.from), sheet.rows.of(link.to));
        let target_x = side(sheet, to, link.to_edge);
        let inward = if link.to_edge == Edge::Start { 1.0 } else { -1.0 };
        let enter = pen::at(target_x, target.middle() + drop_of(to));
        let approach = target_x - inward * OUT;
        if from_row == to_row {
            return self.within_row(link, enter);
        }
        let down = to_row > from_row;
        let exit_x = exit(sheet, from, link.from_edge, approach);
        let half = match from.kind {
            EntryKind::Milestone => DIAMOND - 1.0,
            EntryKind::Group => 0.0,
            _ => BAR / 2.0,
        };
        let exit_y = source.middle() + if down { half } else { -half };
        // Lanes between rows lie a little apart, so that arrows of neighbours do not merge.
        let shift = ((number % 3) as f64 - 1.0) * 1.5;
        let lane_out = if down { source.y + source.height } else { source.y } + shift;
        let lane_in = if down { target.y } else { target.y + target.height } + shift;
        let is_next = from_row.abs_diff(to_row) == 1;
        let between = if down { from_row + 1..to_row } else { to_row + 1..from_row };
        // A note or a text below the bar: the arrow leaves beside it.
        let blocked = |x: f64| source.below.iter().any(|it| it.from - FREE < x && x < it.to + FREE);
        let mut points = vec![pen::at(exit_x, exit_y)];
        let mut exit_x = exit_x;
        if down && blocked(exit_x) {
            let right = source.below.iter().map(|it| it.to).fold(exit_x, f64::max) + OUT;
            let edge = side(sheet, from, link.from_edge);
            points = vec![pen::at(edge, source.middle()), pen::at(right, source.middle())];
            exit_x = right;
        }
        let is_clear_row = |x: f64| {
            let (low, high) = (x.min(target_x), x.max(target_x));
            let own = extent(to, &sheet.axis, sheet.left);
            target.taken.iter().filter(|it| **it != own).all(|it| it.to < low || high < it.from)
        };
        // Straight down and in, where the target lies far enough on.
        let straight = (target_x - exit_x) * inward >= OUT - 2.0
            && self.is_free(exit_x, between.clone(), link, Interval::new(exit_y, enter.y))
            && is_clear_row(exit_x);
        if straight {
            self.used(exit_x, Interval::new(exit_y, enter.y), link);
            points.extend([pen::at(exit_x, enter.y), enter]);
            return points;
        }
        if is_next && source.y < target.y {
            points.extend([
                pen::at(exit_x, lane_out),
                pen::at(approach, lane_out),
                pen::at(approach, enter.y),
                enter,
            ]);
            return points;
        }
        let between_lanes = Interval::new(lane_out, lane_in);
        let column = self.column(approach, exit_x, between, link, between_lanes);
        self.used(column, between_lanes, link);
        points.extend([
            pen::at(exit_x, lane_out),
            pen::at(column, lane_out),
            pen::at(column, lane_in),
            pen::at(approach, lane_in),
            pen::at(approach, enter.y),
            enter,
        ]);
        points
    }

    fn used(&mut self, x: f64, y: Interval, link: &Dependency) {
        self.used.push(Upright { x, y, from: link.from, to: link.to });
    }

    /// Between two bars of one row, or from a bar back to itself.
    fn within_row(&self, link: &Dependency, enter: Point) -> Vec<Point> {
        let sheet = self.sheet;
        let (from, row) = (&sheet.model.entries[link.from], sheet.rows.of(link.from));
        let edge = side(sheet, from, link.from_edge);
        if link.from_edge == Edge::End && link.to_edge == Edge::Start && enter.x - edge >= OUT {
            return vec![pen::at(edge, row.middle()), enter];
        }
        // No room between the bars: over them, and in from above.
        let inward = if link.to_edge == Edge::Start { OUT } else { -OUT };
        let exit = exit(sheet, from, link.from_edge, enter.x - inward);
        let top = row.middle() - BAR / 2.0;
        let end = enter.x + inward;
        vec![
            pen::at(exit, top),
            pen::at(exit, top - OVER),
            pen::at(end, top - OVER),
            pen::at(end, top),
        ]
    }

    /// Whether a vertical line crosses nothing in some rows, nor lies upon another arrow.
    fn is_free(
        &self,
        x: f64,
        mut rows: std::ops::Range<usize>,
        link: &Dependency,
        reach: Interval,
    ) -> bool {
        let all = &self.sheet.rows.all;
        let touches = |it: &Interval| it.from - FREE < x && x < it.to + FREE;
        let is_clear = |row: usize| {
            let row = &all[row];
            !row.taken.iter().any(touches) && !row.below.iter().any(touches)
        };
        let (low, high) = (reach.from.min(reach.to), reach.from.max(reach.to));
        rows.all(is_clear)
            && !self.used.iter().any(|it| {
                (it.x - x).abs() < 3.5
                    && it.y.from.min(it.y.to) < high
                    && low < it.y.from.max(it.y.to)
                    && it.from != link.from
                    && it.to != link.to
            })
    }

    /// The column nearest to where an arrow enters that is free in all rows between.
    fn column(
        &self,
        approach: f64,
        exit: f64,
        rows: std::ops::Range<usize>,
        link: &Dependency,
        reach: Interval,
    ) -> f64 {
        let fits = |x: f64| self.is_free(x, rows.clone(), link, reach);
        if let Some(found) = [approach, exit].into_iter().find(|it| fits(*it)) {
            return found;
        }
        let all = &self.sheet.rows.all;
        let (low, high) = (self.sheet.left - OUT - 2.0, self.sheet.right() + OUT);
        let mut tried: Vec<f64> = rows
            .clone()
            .flat_map(|it| all[it].taken.iter().chain(&all[it].below))
            .filter(|it| it.from <= it.to)
            .flat_map(|it| [it.from - 6.0, it.to + 6.0])
            .chain((1..8).flat_map(|it| {
                let step = 4.0 * f64::from(it);
                [approach - step, approach + step, exit - step, exit + step]
            }))
            .filter(|it| *it >= low && *it <= high)
            .collect();
        tried.sort_by(|a, b| {
            let cost = |x: f64| (x - approach).abs() + (x - exit).abs();
            cost(*a).total_cmp(&cost(*b))
        });
        tried.dedup();
        let found = tried.into_iter().take(TRIES).find(|it| fits(*it));
        found.unwrap_or_else(|| {
            let taken = rows.flat_map(|it| all[it].taken.iter().chain(&all[it].below));
            taken.map(|it| it.to).fold(self.sheet.left, f64::max) + OUT
        })
    }
}

/// How far below the middle of its row an arrow enters.
fn drop_of(entry: &Entry) -> f64 {
    if entry.kind == EntryKind::Group { -2.5 } else { 0.0 }
}

/// The x of an end of a task.
fn side(sheet: &Sheet<'_>, entry: &Entry, edge: Edge) -> f64 {
    let Interval { from, to } = extent(entry, &sheet.axis, sheet.left);
    match edge {
        Edge::Start => from,
        Edge::End => to,
    }
}

/// Where an arrow leaves a bar: near its end, never past its middle; straight below `wanted` where that is near enough.
fn exit(sheet: &Sheet<'_>, entry: &Entry, edge: Edge, wanted: f64) -> f64 {
    let Interval { from, to } = extent(entry, &sheet.axis, sheet.left);
    let middle = f64::midpoint(from, to);
    if entry.kind == EntryKind::Milestone {
        return middle;
    }
    let usual = match edge {
        Edge::Start => (from + 5.0).min(middle),
        Edge::End => (to - 5.0).max(middle),
    };
    let is_near = (wanted - usual).abs() <= OUT && from + 2.0 <= wanted && wanted <= to - 2.0;
    if is_near { wanted } else { usual }
}

/// A line with rounded corners and a filled head.
fn arrow(points: &[Point], look: &Look) -> Vec<Item> {
    let mut clean: Vec<Point> = Vec::with_capacity(points.len());
    for point in points {
        if clean.last().is_some_and(|it| (it.x - point.x).abs() + (it.y - point.y).abs() < 0.5) {
            continue;
        }
        clean.push(*point);
    }
    let Some((tip, rest)) = clean.split_last() else { return Vec::new() };
    let Some(before) = rest.last() else { return Vec::new() };
    let (across, down) = (tip.x - before.x, tip.y - before.y);
    let reach = across.hypot(down).max(0.001);
    let (ux, uy) = (across / reach, down / reach);
    // A head is no longer than the piece of line that it ends.
    let length = reach.min(7.0);
    let back = |along: f64, aside: f64| {
        pen::at(tip.x - ux * along - uy * aside, tip.y - uy * along + ux * aside)
    };
    let end = back(length / 2.0, 0.0);
    let mut outline = vec![Segment::Move(clean[0])];
    for at in 1..clean.len() - 1 {
        let (a, corner, b) = (clean[at - 1], clean[at], clean[at + 1]);
        let toward = |from: Point, to: Point| {
            let way = Vector::between(from, to);
            let length = way.length().max(0.001);
            let radius = 3.0_f64.min(length / 2.0);
            Vector::new(way.dx / length * radius, way.dy / length * radius)
        };
        outline.extend(pen::bend(corner, toward(corner, a), toward(corner, b)));
    }
    outline.push(Segment::Line(end));
    let color = look.head.unwrap_or(look.line);
    let head =
        Geometry::Polygon(vec![*tip, back(length, length / 2.0), back(length, -length / 2.0)]);
    let mut items: Vec<Item> =
        pen::stroke(look).map(|it| pen::stroked(Geometry::Path(outline), it)).into_iter().collect();
    items.push(pen::filled(head, color));
    items
}
