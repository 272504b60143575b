//! Ways side by side: `switch`, `fork`, `split`.

use scene::Interval;

use super::board::{Bar, Board, Part, Place, Tile};
use super::nodes::MERGE;
use super::outline::Outline;
use super::sequence::{COLUMN_GAP, Following, GAP, HEAD, LABEL_GAP};
use crate::element::Element;
use crate::model::{Arrow, Branch, Parallel, ParallelKind, Step, Switch};

/// How thick the bar of a fork is.
const BAR: f64 = 6.0;
/// How far a bar reaches over the outermost lines.
const OVERHANG: f64 = 24.0;

/// A branch, laid out.
struct Column<'m> {
    branch: &'m Branch,
    tile: Tile,
}

impl<'m> Board<'m> {
    /// Lays branches out and packs them from left to right around the axis, below a height.
    fn columns(
        &mut self,
        branches: &'m [Branch],
        lane: usize,
        top: f64,
        has_labels: bool,
    ) -> Vec<Column<'m>> {
        let mut columns: Vec<Column<'m>> = Vec::with_capacity(branches.len());
        let mut before = Outline::default();
        for branch in branches {
            let mut tile = self.sequence(&branch.steps, lane, Following::Line);
            let label = if has_labels { self.label(&branch.arrow) } else { None };
            let entry = tile.entry;
            let mut outline = tile.outline.clone();
            outline.shift(top, &[]);
            if let Some(text) = &label {
                let right = entry.x + LABEL_GAP + text.bounds.width;
                outline.add_box(entry.lane, 0.0, top, entry.x, right);
            }
            // Lines run down to the end beside a shorter branch.
            outline.add_line(&[entry.at_y(0.0), entry.at_y(top)]);
            if let Some(exit) = tile.exit {
                outline.add_line(&[exit.at_y(top + tile.height), exit.at_y(1.0e6)]);
            }
            let (shifts, _) = before.beside(&outline, COLUMN_GAP);
            let shifts: Vec<_> = shifts.into_iter().map(|it| (it.0, it.1.ceil())).collect();
            self.shift(&mut tile, top, &shifts);
            outline.shift(0.0, &shifts);
            before.merge(outline);
            columns.push(Column { branch, tile });
        }
        // The middle of the outermost lines stands on the axis.
        let own = columns.iter().filter(|it| it.tile.entry.lane == lane).map(|it| it.tile.entry.x);
        let is_single =
            columns.iter().all(|it| it.tile.outline.lanes().is_none_or(|it| it == (lane, lane)));
        if is_single
            && let (Some(first), Some(last)) = (own.clone().reduce(f64::min), own.reduce(f64::max))
        {
            let middle = -f64::midpoint(first, last).round();
            for column in &mut columns {
                self.shift(&mut column.tile, 0.0, &[(lane, middle)]);
            }
        }
        columns
    }

    pub(super) fn switch(&mut self, step: &'m Step, it: &'m Switch, following: Following) -> Tile {
        let start = self.parts.len();
        let lane = step.lane.0 as usize;
        let shape = self.test_shape(&it.test, it.look);
        let height = shape.height;
        let labels = it.cases.iter().filter_map(|it| self.label(&it.arrow));
        let label = labels.map(|it| it.bounds.height).fold(0.0, f64::max);
        let bus = height + 12.0;
        let top = (bus + GAP.max(label + 5.0 + HEAD)).ceil();
        let columns = self.columns(&it.cases, lane, top, true);
        let mut outline = Outline::default();
        let at = Place::new(lane, 0.0, 0.0);
        self.node(shape, at, &step.notes, None, step.origin, &mut outline);
        let from = at.at_y(height);
        let mut bottom = top;
        let mut exits: Vec<(Place, &'m Arrow)> = Vec::new();
        let mut breaks = Vec::new();
        for Column { branch, mut tile } in columns {
            let entry = tile.entry;
            let points = if entry.is_above(from) {
                vec![from, entry]
            } else {
                vec![from, from.at_y(bus), entry.at_y(bus), entry]
            };
            self.line(points, &branch.arrow, tile.head, &mut outline);
            if let Some(text) = self.label(&branch.arrow) {
                let place = Place::new(entry.lane, entry.x + LABEL_GAP, bus + 3.0);
                self.text(place, text, &mut outline);
            }
            bottom = bottom.max(top + tile.height);
            exits.extend(tile.exit.map(|it| (it, &branch.after)));
            breaks.append(&mut tile.breaks);
            outline.merge(tile.outline);
        }
        let mut done = plain_tile(at, outline, bottom);
        if !exits.is_empty() || it.cases.is_empty() {
            let is_marked =
                it.merge.is_some() || following == Following::Nothing && exits.len() > 1;
            if it.cases.is_empty() {
                exits.push((from, &step.arrow));
            }
            let lanes = exits.iter().map(|it| it.0.lane);
            let lane_out = following.meeting(step.lane_out.0 as usize, lanes);
            let look =
                is_marked.then(|| it.merge.unwrap_or_else(|| self.ctx.looks.of(Element::Diamond)));
            self.gather(&mut done, &exits, lane_out, bottom, look, step);
        }
        self.lead_down(&mut done, breaks, step);
        done.parts = start..self.parts.len();
        done
    }

    /// Leads lines together on one level, perhaps into a diamond.
    fn gather(
        &mut self,
        done: &mut Tile,
        exits: &[(Place, &'m Arrow)],
        lane: usize,
        bottom: f64,
        diamond: Option<puml_family::LookId>,
        step: &'m Step,
    ) {
        let labels = exits.iter().filter_map(|it| self.label(it.1)).map(|it| it.bounds.height);
        let room = labels.fold(0.0, f64::max);
        let level = (bottom + 14.0 + room).ceil();
        let centre = Place::new(lane, 0.0, level);
        for (exit, arrow) in exits {
            if let Some(text) = self.label(arrow) {
                let at = Place::new(exit.lane, exit.x + LABEL_GAP, exit.y + 3.0);
                self.text(at, text, &mut done.outline);
            }
            let points = if exit.is_above(centre) {
                vec![*exit, centre]
            } else {
                vec![*exit, exit.at_y(level), centre]
            };
            self.line(points, arrow, false, &mut done.outline);
        }
        done.height = level;
        if let Some(look) = diamond {
            let top = level + HEAD;
            let plain = self.plain();
            self.line(vec![centre, centre.at_y(top)], plain, true, &mut done.outline);
            let shape = Self::merge_shape(look);
            self.node(shape, centre.at_y(top), &[], None, step.origin, &mut done.outline);
            done.height = top + MERGE;
        }
        done.exit = Some(centre.at_y(done.height));
    }

    /// Leads lines out of a loop to the lower edge.
    pub(super) fn lead_down(&mut self, done: &mut Tile, breaks: Vec<Place>, step: &'m Step) {
        for at in breaks {
            let end = at.at_y(done.height.max(at.y));
            if end.y > at.y {
                self.line(vec![at, end], &step.arrow, false, &mut done.outline);
            }
            done.breaks.push(end);
        }
    }

    pub(super) fn parallel(
        &mut self,
        step: &'m Step,
        it: &'m Parallel,
        following: Following,
    ) -> Tile {
        let start = self.parts.len();
        let lane = step.lane.0 as usize;
        let is_split = it.kind == ParallelKind::Split;
        let thick = if is_split { 1.5 } else { BAR };
        let top = thick + GAP - 4.0;
        let columns = self.columns(&it.branches, lane, top, false);
        let is_hidden = |it: &Branch| it.steps.first().is_some_and(|it| it.arrow.hidden);
        let has_bar = !it.branches.iter().all(is_hidden);
        let mut outline = Outline::default();
        let at = Place::new(lane, 0.0, 0.0);
        let shown = columns.iter().filter(|it| !is_hidden(it.branch));
        let entries: Vec<Place> = shown.map(|it| it.tile.entry).collect();
        let mut bottom = top;
        let mut exits: Vec<(Place, &'m Arrow)> = Vec::new();
        let mut breaks = Vec::new();
        let mut inner: Vec<Outline> = Vec::new();
        for Column { branch, mut tile } in columns {
            let entry = tile.entry;
            if !is_hidden(branch) {
                let arrow = self.plain();
                self.line(vec![entry.at_y(thick), entry], arrow, tile.head, &mut outline);
            }
            bottom = bottom.max(top + tile.height);
            exits.extend(tile.exit.map(|it| (it, &branch.after)));
            breaks.append(&mut tile.breaks);
            inner.push(tile.outline);
        }
        for it in inner {
            outline.merge(it);
        }
        let mut done = plain_tile(at, outline, bottom);
        if has_bar {
            let bar = self.bar(at, &entries, thick, it, step, &mut done.outline);
            for note in &step.notes {
                // Notes of a fork stand beside its upper bar.
                let edge = if note.right { bar.to } else { -bar.from };
                let one = std::iter::once(note);
                self.notes(one, at, edge, thick, note.right, &mut done.outline);
            }
        }
        if !exits.is_empty() {
            let lanes = exits.iter().map(|it| it.0.lane);
            let lane_out = following.meeting(step.lane_out.0 as usize, lanes);
            if is_split {
                self.gather(&mut done, &exits, lane_out, bottom, None, step);
            } else if it.kind == ParallelKind::Merge {
                let look = self.ctx.looks.of(Element::Diamond);
                self.gather(&mut done, &exits, lane_out, bottom, Some(look), step);
            } else {
                self.lower_bar(&mut done, &exits, lane_out, bottom, it, step);
            }
            self.bar_label(&mut done, it);
        }
        self.lead_down(&mut done, breaks, step);
        done.parts = start..self.parts.len();
        done
    }

    fn lower_bar(
        &mut self,
        done: &mut Tile,
        exits: &[(Place, &'m Arrow)],
        lane: usize,
        bottom: f64,
        it: &'m Parallel,
        step: &'m Step,
    ) {
        let labels = exits.iter().filter_map(|it| self.label(it.1)).map(|it| it.bounds.height);
        let room = labels.fold(0.0, f64::max);
        let level = (bottom + (GAP - 4.0).max(room + 5.0 + HEAD)).ceil();
        for (exit, arrow) in exits {
            if let Some(text) = self.label(arrow) {
                let at = Place::new(exit.lane, exit.x + LABEL_GAP, exit.y + 3.0);
                self.text(at, text, &mut done.outline);
            }
            self.line(vec![*exit, exit.at_y(level)], arrow, true, &mut done.outline);
        }
        let centre = Place::new(lane, 0.0, level);
        let places: Vec<Place> = exits.iter().map(|it| it.0).collect();
        self.bar(centre, &places, BAR, it, step, &mut done.outline);
        done.height = level + BAR;
        done.exit = Some(centre.at_y(done.height));
    }

    /// The text beside the lower end of a fork.
    fn bar_label(&mut self, done: &mut Tile, it: &'m Parallel) {
        let look = self.ctx.element(Element::Arrow);
        let text = self.ctx.line(&it.label, look);
        let Some(exit) = done.exit.filter(|_| text.bounds.width > 0.0) else { return };
        let place = Place::new(exit.lane, exit.x + LABEL_GAP + 3.0, exit.y + 3.0);
        let y = exit.y + text.bounds.height + 6.0;
        self.text(place, text, &mut done.outline);
        self.extend_exit(done, exit, y);
        done.height = y;
    }

    /// A bar over or under lines; how far it reaches to both sides in the lane of its middle.
    fn bar(
        &mut self,
        centre: Place,
        lines: &[Place],
        height: f64,
        it: &'m Parallel,
        step: &'m Step,
        outline: &mut Outline,
    ) -> Interval {
        let all = || lines.iter().copied().chain([centre]);
        let less = |a: &Place, b: &Place| a.lane.cmp(&b.lane).then(a.x.total_cmp(&b.x));
        let left = all().min_by(less).unwrap_or(centre);
        let right = all().max_by(less).unwrap_or(centre);
        let hang = if it.kind == ParallelKind::Split { 0.0 } else { OVERHANG };
        let from = Place::new(left.lane, left.x - hang, centre.y);
        let to = Place::new(right.lane, right.x + hang, centre.y);
        let look = self.ctx.look(it.look);
        if it.kind == ParallelKind::Split {
            let look = self.ctx.element(Element::Arrow);
            let points = vec![from, to];
            outline.add_line(&points);
            self.parts.push(Part::Line(super::board::Line {
                points,
                look,
                head: false,
                origin: Some(step.origin),
            }));
        } else {
            outline.add_line(&[from, to]);
            self.parts.push(Part::Bar(Bar { from, to, height, look, origin: step.origin }));
        }
        let reach = |it: Place| if it.lane == centre.lane { it.x } else { 0.0 };
        Interval::new(reach(from), reach(to))
    }
}

fn plain_tile(entry: Place, outline: Outline, height: f64) -> Tile {
    Tile {
        parts: 0..0,
        height,
        entry,
        head: true,
        exit: None,
        breaks: Vec::new(),
        outline,
        is_empty: false,
    }
}
