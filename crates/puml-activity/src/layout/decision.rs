//! `if`, `elseif`, `else`: the main way goes straight down, the others stand to its side.

use super::board::{Board, Place, Shift, Tile};
use super::nodes::MERGE;
use super::outline::Outline;
use super::sequence::{COLUMN_GAP, Following, GAP, HEAD, LABEL_GAP, TRACK};
use crate::model::{Branch, If, MergeStyle, Step, goes_on};

/// From the middle of a test to the top of a way at its side.
const SIDE_DROP: f64 = 24.0;
/// From the lowest step to where lines meet.
const JOIN: f64 = 14.0;

/// A branch of a test with its steps laid out.
struct LaidBranch<'m> {
    branch: &'m Branch,
    tile: Tile,
}

impl<'m> Board<'m> {
    pub(super) fn decision(&mut self, step: &'m Step, it: &'m If, following: Following) -> Tile {
        if it.branches.len() == 1 {
            self.one_test(step, it, following)
        } else {
            self.chain(step, it, following)
        }
    }

    fn laid_branch(
        &mut self,
        branch: &'m Branch,
        lane: usize,
        following: Following,
    ) -> LaidBranch<'m> {
        let tile = self.sequence(&branch.steps, lane, following);
        LaidBranch { branch, tile }
    }

    /// What stands behind each way: a mark, if it is drawn where they meet.
    fn behind(&self, it: &If) -> Following {
        let ways = it.branches.iter().chain([&it.otherwise]);
        let going = ways.filter(|it| !it.steps.is_empty() && goes_on(&it.steps)).count();
        let is_marked = it.merge.is_some() || self.model.style.merge == MergeStyle::Diamond;
        if going > 1 && is_marked { Following::Merge } else { Following::Line }
    }

    /// Which of two ways goes straight down: the one that goes on, the one in the same lane, the first.
    fn straight(lane: usize, first: &Tile, second: &Tile) -> bool {
        match (first.exit.is_some(), second.exit.is_some()) {
            (true, false) => return true,
            (false, true) => return false,
            _ => {}
        }
        if first.is_empty != second.is_empty {
            return second.is_empty;
        }
        first.entry.lane == lane || second.entry.lane != lane
    }

    fn one_test(&mut self, step: &'m Step, it: &'m If, following: Following) -> Tile {
        let start = self.parts.len();
        let lane = step.lane.0 as usize;
        let branch = &it.branches[0];
        let behind = self.behind(it);
        let then = self.laid_branch(branch, lane, behind);
        let otherwise = self.laid_branch(&it.otherwise, lane, behind);
        let is_then = Self::straight(lane, &then.tile, &otherwise.tile);
        let (mut main, side) = if is_then { (then, otherwise) } else { (otherwise, then) };
        let shape = self.test_shape(&branch.test, branch.look);
        let (width, height) = (shape.width, shape.height);
        let side_label = self.label(&side.branch.arrow);
        let label_size =
            side_label.as_ref().map_or((0.0, 0.0), |it| (it.bounds.width, it.bounds.height));
        // A tall label stands higher than its test.
        let top = (label_size.1 + 3.0 - height / 2.0).max(0.0).ceil();
        let mut outline = Outline::default();
        let at = Place::new(lane, 0.0, top);
        self.node(shape, at, &step.notes, branch.link.as_ref(), step.origin, &mut outline);
        let mid = top + height / 2.0;
        // The main way; in another lane it leaves at the side, as the other one does.
        let is_left = side.tile.entry.lane < lane;
        let main_lane = main.tile.entry.lane;
        let is_beside = !main.tile.is_empty && main_lane != lane && (main_lane < lane) != is_left;
        let y;
        if is_beside {
            y = mid + SIDE_DROP;
            self.shift(&mut main.tile, y, &[]);
            let sign = if main_lane < lane { -1.0 } else { 1.0 };
            let corner = Place::new(lane, sign * width / 2.0, mid);
            let entry = main.tile.entry;
            let points = vec![corner, entry.at_y(mid), entry];
            self.line(points, &main.branch.arrow, main.tile.head, &mut outline);
            if let Some(text) = self.label(&main.branch.arrow) {
                let width = text.bounds.width;
                let x =
                    if sign < 0.0 { corner.x - LABEL_GAP - width } else { corner.x + LABEL_GAP };
                let y = mid - 2.0 - text.bounds.height;
                self.text(Place::new(lane, x, y), text, &mut outline);
            }
        } else {
            let from = Place::new(lane, 0.0, top + height);
            y = self.branch_top(from, &main);
            self.shift(&mut main.tile, y, &[]);
            self.connect(from, main.tile.entry, &main.branch.arrow, main.tile.head, &mut outline);
        }
        let mut main_bottom = y + main.tile.height;
        outline.merge(std::mem::take(&mut main.tile.outline));
        // The other one.
        let sign = if is_left { -1.0 } else { 1.0 };
        let corner = Place::new(lane, sign * width / 2.0, mid);
        let least = width / 2.0 + label_size.0 + 2.0 * LABEL_GAP + 8.0;
        let mut tile = side.tile;
        let both_go_on = main.tile.exit.is_some() && tile.exit.is_some();
        let is_bypass = tile.is_empty;
        let mut side_top = mid + SIDE_DROP;
        let joins_late = !is_bypass && both_go_on;
        if is_bypass {
            side_top = mid + 4.0;
            let bottom = main_bottom + JOIN;
            let reach = outline.extent(lane, mid, bottom).map_or(0.0, |it| it.to);
            let x = (reach + TRACK).max(least).ceil();
            self.shift(&mut tile, side_top, &[(lane, x)]);
            tile.entry = Place::new(lane, x, side_top);
            tile.exit = both_go_on.then_some(tile.entry);
        } else {
            let mut below = tile.outline.clone();
            below.shift(side_top, &[]);
            if joins_late && let Some(exit) = tile.exit {
                // The line down to the join takes room as well.
                let end = main_bottom.max(side_top + tile.height) + JOIN;
                let from = exit.at_y(side_top + tile.height);
                below.add_line(&[from, from.at_y(end)]);
            }
            let mut ahead = outline.clone();
            if joins_late && let Some(exit) = main.tile.exit {
                let end = main_bottom.max(side_top + tile.height) + JOIN;
                ahead.add_line(&[exit, exit.at_y(end)]);
            }
            let (mut shifts, is_free) = if is_left {
                // What comes from the left stands at the left of the main way.
                let (shifts, is_free) = below.beside(&ahead, COLUMN_GAP);
                (shifts.into_iter().map(|it| (it.0, -it.1.max(0.0).ceil())).collect(), is_free)
            } else {
                ahead.beside(&below, COLUMN_GAP)
            };
            if !is_free {
                side_top = outline.bottom() + GAP;
                shifts.retain(|it| it.0 != tile.entry.lane || it.1 != 0.0);
            }
            if !is_left {
                shifts = own_lane(shifts, lane, least, &tile);
            }
            self.shift(&mut tile, side_top, &shifts);
        }
        let entry = tile.entry;
        let points = vec![corner, entry.at_y(mid), entry];
        self.line(points, &side.branch.arrow, tile.head, &mut outline);
        if let Some(text) = side_label {
            let x = if is_left {
                corner.x - LABEL_GAP - text.bounds.width
            } else {
                corner.x + LABEL_GAP
            };
            self.text(Place::new(lane, x, mid - 2.0 - text.bounds.height), text, &mut outline);
        }
        let side_bottom = side_top + tile.height;
        outline.merge(std::mem::take(&mut tile.outline));
        let mut done = Tile {
            parts: start..start,
            height: 0.0,
            entry: at,
            head: true,
            exit: None,
            breaks: Vec::new(),
            outline,
            is_empty: false,
        };
        let mut breaks: Vec<Place> = std::mem::take(&mut main.tile.breaks);
        breaks.append(&mut tile.breaks);
        if top > 0.0 {
            let plain = self.plain();
            done.entry = at.at_y(0.0);
            done.head = false;
            self.line(vec![done.entry, at], plain, true, &mut done.outline);
        }
        match (main.tile.exit, tile.exit) {
            (Some(straight), Some(other)) => {
                let bottom = main_bottom.max(if is_bypass { 0.0 } else { side_bottom });
                let ends = [(straight, &main.branch.after), (other, &side.branch.after)];
                let needs_mark = following.needs_mark(!is_bypass && !main.tile.is_empty);
                let lanes = ends.iter().map(|it| it.0.lane);
                let lane_out = following.meeting(step.lane_out.0 as usize, lanes);
                self.join(&mut done, it, &ends, lane_out, bottom, needs_mark, step);
            }
            (Some(exit), None) => {
                if breaks.is_empty() {
                    done.exit = Some(exit);
                } else {
                    main_bottom = main_bottom.max(side_bottom);
                    self.extend_exit(&mut done, exit, main_bottom);
                }
                if main.tile.is_empty {
                    // Below the line at the side there is room for what follows.
                    main_bottom = main_bottom.max(mid + 12.0);
                    self.extend_exit(&mut done, exit, main_bottom);
                }
                self.after(&mut done, &main.branch.after, main_bottom);
                done.height = done.exit.map_or(main_bottom, |it| it.y);
            }
            (_, exit) => {
                done.exit = exit;
                done.height = main_bottom.max(side_bottom);
                if let Some(exit) = exit {
                    let bottom = done.height;
                    self.extend_exit(&mut done, exit, bottom);
                }
            }
        }
        self.lead_breaks(&mut done, breaks, step);
        done.parts = start..self.parts.len();
        done
    }

    /// The label of the line behind a way that goes on alone.
    fn after(&mut self, done: &mut Tile, arrow: &'m crate::model::Arrow, bottom: f64) {
        let Some(exit) = done.exit else { return };
        if let Some(text) = self.label(arrow) {
            let y = bottom + text.bounds.height + 6.0;
            let at = Place::new(exit.lane, exit.x + LABEL_GAP, exit.y + 3.0);
            self.text(at, text, &mut done.outline);
            self.extend_exit(done, exit, y);
        }
    }

    /// Where a way begins below its test.
    fn branch_top(&self, from: Place, way: &LaidBranch<'m>) -> f64 {
        let label = self.label(&way.branch.arrow).map_or(0.0, |it| it.bounds.height);
        let turn = if from.is_above(way.tile.entry) { 0.0 } else { 12.0 };
        let head = if way.tile.head { HEAD } else { 4.0 };
        let labelled = if label > 0.0 { label + 5.0 + head } else { 0.0 };
        let least = if way.tile.is_empty { 10.0 } else { GAP };
        (from.y + least.max(labelled + turn)).ceil()
    }

    /// Leads lines out of a loop to the lower edge.
    fn lead_breaks(&mut self, done: &mut Tile, breaks: Vec<Place>, step: &'m Step) {
        for at in breaks {
            let end = at.at_y(done.height);
            if end.y > at.y {
                self.line(vec![at, end], &step.arrow, false, &mut done.outline);
            }
            done.breaks.push(end.at_y(end.y.max(at.y)));
        }
    }

    /// Leads ways together below a height; with a diamond where several steps end there.
    #[expect(clippy::too_many_arguments, reason = "what meets, where, and how it is marked")]
    fn join(
        &mut self,
        done: &mut Tile,
        it: &'m If,
        ends: &[(Place, &'m crate::model::Arrow)],
        lane: usize,
        bottom: f64,
        needs_mark: bool,
        step: &'m Step,
    ) {
        let labels = ends.iter().filter_map(|it| self.label(it.1)).map(|it| it.bounds.height);
        let room = labels.fold(0.0, f64::max);
        let is_diamond =
            it.merge.is_some() || (needs_mark && self.model.style.merge == MergeStyle::Diamond);
        let centre = Place::new(lane, 0.0, 0.0);
        let head = if is_diamond { HEAD } else { JOIN };
        let level = (bottom + room + head + if room > 0.0 { 4.0 } else { 0.0 }).ceil();
        let (top, mid) = if is_diamond { (level, level + MERGE / 2.0) } else { (level, level) };
        for (end, arrow) in ends {
            if let Some(text) = self.label(arrow) {
                let at = Place::new(end.lane, end.x + LABEL_GAP, end.y + 3.0);
                self.text(at, text, &mut done.outline);
            }
            let points = if end.is_above(centre) {
                vec![*end, end.at_y(top)]
            } else {
                let is_left = (end.lane, end.x) < (centre.lane, centre.x);
                let edge = if !is_diamond {
                    0.0
                } else if is_left {
                    -MERGE / 2.0
                } else {
                    MERGE / 2.0
                };
                vec![*end, end.at_y(mid), Place::new(lane, edge, mid)]
            };
            self.line(points, arrow, is_diamond, &mut done.outline);
        }
        if is_diamond {
            let look =
                it.merge.unwrap_or_else(|| self.ctx.looks.of(crate::element::Element::Diamond));
            let shape = Self::merge_shape(look);
            self.node(shape, centre.at_y(top), &[], None, step.origin, &mut done.outline);
            done.height = top + MERGE;
        } else {
            done.height = level;
        }
        done.exit = Some(centre.at_y(done.height));
    }

    /// Several tests below each other, their ways at the right, the last way straight down.
    fn chain(&mut self, step: &'m Step, it: &'m If, following: Following) -> Tile {
        let start = self.parts.len();
        let lane = step.lane.0 as usize;
        let behind = self.behind(it);
        let branches = it.branches.iter();
        let mut ways: Vec<LaidBranch<'m>> =
            branches.map(|it| self.laid_branch(it, lane, behind)).collect();
        let mut last = self.laid_branch(&it.otherwise, lane, behind);
        let shapes: Vec<_> =
            it.branches.iter().map(|it| self.test_shape(&it.test, it.look)).collect();
        let widest = shapes.iter().map(|it| it.width / 2.0).fold(0.0, f64::max);
        let label_width = ways
            .iter()
            .filter_map(|it| self.label(&it.branch.arrow))
            .map(|it| it.bounds.width)
            .fold(0.0, f64::max);
        let least = widest + label_width + 2.0 * LABEL_GAP + 8.0;
        let mut outline = Outline::default();
        let mut y = 0.0_f64;
        // How far down the column at the right is taken.
        let mut taken = f64::NEG_INFINITY;
        let mut mids = Vec::new();
        let mut has_stub = false;
        let mut from = Place::new(lane, 0.0, 0.0);
        let entry = from;
        for (idx, shape) in shapes.into_iter().enumerate() {
            let branch = ways[idx].branch;
            let label = self.label(&branch.arrow);
            let label_height = label.as_ref().map_or(0.0, |it| it.bounds.height);
            let half = shape.height / 2.0;
            if idx > 0 {
                let before = self.label(&branch.before).map_or(0.0, |it| it.bounds.height);
                y = from.y + GAP.max(before + 5.0 + HEAD);
            }
            y = y.max(taken + 12.0 + label_height + 4.0 - half);
            if idx == 0 {
                y = (label_height + 3.0 - half).max(0.0);
            }
            let y_top = y.ceil();
            let at = Place::new(lane, 0.0, y_top);
            let (width, height) = (shape.width, shape.height);
            if idx > 0 {
                self.connect(from, at, &branch.before, true, &mut outline);
            } else if y_top > 0.0 {
                // The label of the first way is taller than its test.
                has_stub = true;
                let plain = self.plain();
                self.line(vec![entry, at], plain, true, &mut outline);
            }
            let notes: &'m [crate::model::Note] = if idx == 0 { &step.notes } else { &[] };
            self.node(shape, at, notes, branch.link.as_ref(), branch.origin, &mut outline);
            let mid = y_top + half;
            mids.push((mid, width / 2.0));
            if let Some(text) = label {
                let place =
                    Place::new(lane, width / 2.0 + LABEL_GAP, mid - 2.0 - text.bounds.height);
                self.text(place, text, &mut outline);
            }
            from = Place::new(lane, 0.0, y_top + height);
            let tall = ways[idx].tile.height;
            taken = mid + if ways[idx].tile.is_empty { 0.0 } else { SIDE_DROP + tall };
            if ways[idx].tile.exit.is_some() {
                taken += 10.0;
            }
        }
        // The way that is left goes straight down.
        let y = self.branch_top(from, &last);
        self.shift(&mut last.tile, y, &[]);
        self.connect(from, last.tile.entry, &last.branch.arrow, last.tile.head, &mut outline);
        let last_bottom = y + last.tile.height;
        outline.merge(std::mem::take(&mut last.tile.outline));
        // One column for all ways at the right.
        let mut column = least;
        for (way, (mid, _)) in ways.iter().zip(&mids) {
            let mut below = way.tile.outline.clone();
            below.shift(mid + SIDE_DROP, &[]);
            let (shifts, _) = outline.beside(&below, COLUMN_GAP);
            let own = shifts.iter().find(|it| it.0 == lane).map_or(0.0, |it| it.1);
            if way.tile.entry.lane == lane {
                column = column.max(own);
            }
        }
        let column = column.ceil();
        let goes_on = ways.iter().any(|it| it.tile.exit.is_some()) || last.tile.exit.is_some();
        let mut ends: Vec<(Place, &'m crate::model::Arrow)> = Vec::new();
        let mut breaks = std::mem::take(&mut last.tile.breaks);
        let mut bottom = last_bottom;
        let mut exits = Vec::new();
        for (way, (mid, half)) in ways.iter_mut().zip(&mids) {
            let top = mid + if way.tile.is_empty { 0.0 } else { SIDE_DROP };
            let shifts =
                if way.tile.entry.lane == lane { vec![(lane, column)] } else { Vec::new() };
            self.shift(&mut way.tile, top, &shifts);
            let entry = way.tile.entry;
            let corner = Place::new(lane, *half, *mid);
            if !way.tile.is_empty {
                let points = vec![corner, entry.at_y(*mid), entry];
                self.line(points, &way.branch.arrow, way.tile.head, &mut outline);
            }
            bottom = bottom.max(top + way.tile.height);
            breaks.append(&mut way.tile.breaks);
            outline.merge(std::mem::take(&mut way.tile.outline));
            if let Some(exit) = way.tile.exit {
                let from = if way.tile.is_empty { corner } else { exit };
                exits.push((from, way.branch, way.tile.is_empty));
            }
        }
        let mut done = Tile {
            parts: start..start,
            height: bottom,
            entry,
            head: !has_stub,
            exit: None,
            breaks: Vec::new(),
            outline,
            is_empty: false,
        };
        // Below the last way at the side nothing is in the way.
        let is_lowest = ways.last().is_some_and(|it| it.tile.exit.is_some());
        let lone = match exits.as_slice() {
            [(from, branch, false)] if is_lowest => Some((*from, &branch.after)),
            _ => None,
        };
        if lone.is_some() {
            exits.clear();
        }
        if goes_on {
            // Ways at the side come together on one line down.
            let side_lane = done.outline.lanes().map_or(lane, |it| it.1);
            let reach = done.outline.extent(side_lane, 0.0, bottom).map_or(0.0, |it| it.to);
            let bus = (reach + TRACK).max(if side_lane == lane { column } else { 0.0 }).ceil();
            for (from, branch, is_bypass) in &exits {
                let level = if *is_bypass { from.y } else { from.y + 8.0 };
                let turn = Place::new(side_lane, bus, level);
                let points = if *is_bypass {
                    vec![*from, turn, turn.at_y(level + 0.5)]
                } else {
                    vec![*from, from.at_y(level), turn, turn.at_y(level + 0.5)]
                };
                self.line(points, &branch.after, false, &mut done.outline);
                if let Some(text) = self.label(&branch.after).filter(|_| !is_bypass) {
                    let at = Place::new(from.lane, from.x + LABEL_GAP, from.y + 9.0);
                    self.text(at, text, &mut done.outline);
                }
            }
            if let Some((first, ..)) = exits.first() {
                let level = exits.iter().map(|it| it.0.y).fold(first.y, f64::min);
                let is_bypass = exits.iter().any(|it| it.2 && (it.0.y - level).abs() < 0.1);
                let from = Place::new(side_lane, bus, level + if is_bypass { 0.0 } else { 8.0 });
                bottom = bottom.max(exits.iter().map(|it| it.0.y + 8.0).fold(0.0, f64::max));
                ends.push((from, self.plain()));
            }
            ends.extend(lone);
            let meets = last.tile.exit.is_some() && !last.tile.is_empty && !ends.is_empty();
            if let Some(exit) = last.tile.exit {
                ends.insert(0, (exit, &last.branch.after));
            }
            let needs_mark = following.needs_mark(meets);
            let lanes = ends.iter().map(|it| it.0.lane);
            let lane_out = following.meeting(step.lane_out.0 as usize, lanes);
            self.join(&mut done, it, &ends, lane_out, bottom, needs_mark && ends.len() > 1, step);
        }
        self.lead_breaks(&mut done, breaks, step);
        done.parts = start..self.parts.len();
        done
    }
}

/// The shift of a way at the side: in the lane of its test at least so far, elsewhere only as far as it must.
fn own_lane(mut shifts: Vec<Shift>, lane: usize, least: f64, tile: &Tile) -> Vec<Shift> {
    for shift in &mut shifts {
        shift.1 = shift.1.max(0.0).ceil();
    }
    if tile.entry.lane == lane {
        match shifts.iter_mut().find(|it| it.0 == lane) {
            Some(shift) => shift.1 = shift.1.max(least).ceil(),
            None => shifts.push((lane, least.ceil())),
        }
    }
    shifts
}
