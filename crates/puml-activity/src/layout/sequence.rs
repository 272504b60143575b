//! Steps one below the other, with the lines between them.

use super::board::{Board, Part, Place, Tile};
use super::outline::Outline;
use crate::model::{Arrow, Step, StepKind};

/// Between two steps.
pub(super) const GAP: f64 = 26.0;
/// How long a head is with the piece of line before it.
pub(super) const HEAD: f64 = 13.0;
/// From a line to its label.
pub(super) const LABEL_GAP: f64 = 5.0;
/// Between columns.
pub(super) const COLUMN_GAP: f64 = 26.0;
/// From the outermost thing to a line around it.
pub(super) const TRACK: f64 = 18.0;

/// What comes behind a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Following {
    /// A line to a step in this lane.
    Step(usize),
    /// A line goes on, nobody knows where to.
    Line,
    /// The place where the ways of a decision around it meet: lines that meet just before need no mark of their own.
    Merge,
    /// Nothing: lines that meet at the end need a place to meet.
    Nothing,
}

impl Following {
    /// The lane in which several lines meet best: near the next step, between those that the lines are in.
    pub(super) fn meeting(self, own: usize, lanes: impl Iterator<Item = usize> + Clone) -> usize {
        let (Some(first), Some(last)) = (lanes.clone().min(), lanes.max()) else { return own };
        match self {
            Self::Step(lane) => lane.clamp(first, last),
            Self::Line | Self::Merge | Self::Nothing => own.clamp(first, last),
        }
    }

    /// Whether lines from several steps, or any lines at the end, meet at a mark.
    pub(super) fn needs_mark(self, are_steps: bool) -> bool {
        match self {
            Self::Nothing => true,
            Self::Merge => false,
            Self::Step(_) | Self::Line => are_steps,
        }
    }
}

impl<'m> Board<'m> {
    /// Steps in order; an empty list is a tile without height.
    pub(super) fn sequence(
        &mut self,
        steps: &'m [Step],
        lane: usize,
        following: Following,
    ) -> Tile {
        let start = self.parts.len();
        let first = steps.first().map_or(lane, |it| it.lane.0 as usize);
        let mut done = Tile {
            parts: start..start,
            height: 0.0,
            entry: Place::new(first, 0.0, 0.0),
            head: false,
            exit: Some(Place::new(first, 0.0, 0.0)),
            breaks: Vec::new(),
            outline: Outline::default(),
            is_empty: steps.is_empty(),
        };
        // Lines that leave the loop, from where they turn aside.
        let mut leaving: Vec<Place> = Vec::new();
        let mut hanging = Outline::default();
        for (idx, step) in steps.iter().enumerate() {
            let is_last = idx + 1 == steps.len();
            let behind =
                steps.get(idx + 1).map_or(following, |it| Following::Step(it.lane.0 as usize));
            let mut tile = self.step(step, behind);
            let is_first = idx == 0;
            let has_line = !step.arrow.label.text.is_empty() || step.arrow.hidden;
            if is_first && !has_line {
                done.entry = tile.entry;
                done.head = tile.head;
            } else if is_first {
                done.entry = tile.entry.at_y(0.0);
                done.exit = Some(done.entry);
            }
            let gap = match (done.exit, is_first && !has_line) {
                (_, true) => 0.0,
                (_, false) if is_first && step.arrow.label.text.is_empty() => 0.0,
                (None, _) => GAP,
                (Some(exit), false) => self.gap(step, exit, tile.entry, tile.head),
            };
            let mut y = done.height + gap;
            let mut ahead = tile.outline.clone();
            ahead.shift(y, &[]);
            y += hanging.clearance(&ahead, done.height, 11.0);
            self.shift(&mut tile, y, &[]);
            if let Some(exit) = done.exit.filter(|_| !is_first || has_line) {
                self.connect(exit, tile.entry, &step.arrow, tile.head, &mut done.outline);
            }
            done.height = y + tile.height;
            done.exit = tile.exit;
            let tile_breaks = std::mem::take(&mut tile.breaks);
            hanging.merge(tile.outline.clone());
            done.outline.merge(tile.outline);
            if !tile_breaks.is_empty() {
                if is_last {
                    done.breaks.extend(tile_breaks);
                } else {
                    // A level piece runs to the side before the next step begins.
                    done.height += 8.0;
                    let level = done.height;
                    if let Some(exit) = done.exit {
                        self.extend_exit(&mut done, exit, level);
                    }
                    leaving.extend(tile_breaks.iter().map(|it| it.at_y(level - 4.0)));
                    for at in tile_breaks {
                        let points = vec![at, at.at_y(level - 4.0)];
                        self.line(points, &step.arrow, false, &mut done.outline);
                    }
                }
            }
            hanging = hanging.hanging(done.height);
        }
        self.finish(&mut done, leaving, steps);
        done.parts = start..self.parts.len();
        done
    }

    /// Makes a tile as high as everything in it, and leads lines out of loops down beside it.
    fn finish(&mut self, done: &mut Tile, leaving: Vec<Place>, steps: &'m [Step]) {
        let bottom = done.outline.bottom().max(done.height);
        if bottom > done.height + 0.5 {
            let bottom = bottom.ceil() + 2.0;
            if let Some(exit) = done.exit {
                self.extend_exit(done, exit, bottom);
            }
            let breaks = std::mem::take(&mut done.breaks);
            for at in breaks {
                let arrow = &steps[steps.len() - 1].arrow;
                self.line(vec![at, at.at_y(bottom)], arrow, false, &mut done.outline);
                done.breaks.push(at.at_y(bottom));
            }
            done.height = bottom;
        }
        for (idx, at) in leaving.into_iter().enumerate() {
            let reach = done.outline.extent(at.lane, at.y, done.height).map_or(0.0, |it| it.to);
            let x = (reach + TRACK).max(at.x) + 8.0 * idx as f64;
            let end = Place::new(at.lane, x, done.height);
            let points = vec![at, end.at_y(at.y), end];
            self.line(points, &steps[0].arrow, false, &mut done.outline);
            done.breaks.push(end);
        }
    }

    /// Lengthens the line out of a tile.
    pub(super) fn extend_exit(&mut self, tile: &mut Tile, exit: Place, y: f64) {
        let plain = self.plain();
        let end = exit.at_y(y);
        if y > exit.y {
            self.line(vec![exit, end], plain, false, &mut tile.outline);
        }
        tile.exit = Some(end);
    }

    /// How far below a place the next step begins.
    fn gap(&self, step: &'m Step, exit: Place, entry: Place, head: bool) -> f64 {
        let label = self.label(&step.arrow).map_or(0.0, |it| it.bounds.height);
        let is_turned = !exit.is_above(entry);
        let turn = if is_turned { 12.0 } else { 0.0 };
        let head = if head { HEAD } else { 4.0 };
        let labelled = if label > 0.0 { label + 6.0 + head } else { 0.0 };
        let least =
            if matches!(step.kind, StepKind::Break | StepKind::Goto(_)) { 14.0 } else { GAP };
        least.max(labelled + turn).max(turn + head + 4.0)
    }

    /// A line from one step to the next, with its label.
    pub(super) fn connect(
        &mut self,
        from: Place,
        to: Place,
        arrow: &'m Arrow,
        head: bool,
        outline: &mut Outline,
    ) {
        let label = self.label(arrow);
        if from.is_above(to) {
            if let Some(text) = label {
                let y = from.y + ((to.y - from.y - HEAD - text.bounds.height) / 2.0).max(2.0);
                self.text(Place::new(from.lane, from.x + LABEL_GAP, y), text, outline);
            }
            self.line(vec![from, to], arrow, head, outline);
            return;
        }
        let label_height = label.as_ref().map_or(0.0, |it| it.bounds.height);
        let room = to.y - from.y;
        let level = from.y + ((room - label_height - HEAD) / 2.0).clamp(6.0, room.max(12.0) / 2.0);
        if let Some(text) = label {
            self.text(Place::new(to.lane, to.x + LABEL_GAP, level + 3.0), text, outline);
        }
        self.line(vec![from, from.at_y(level), to.at_y(level), to], arrow, head, outline);
    }

    fn step(&mut self, step: &'m Step, following: Following) -> Tile {
        let lane = step.lane.0 as usize;
        let mut tile = match &step.kind {
            StepKind::Terminal(kind, look) => {
                let shape = Self::terminal_shape(*kind, *look);
                self.single(shape, lane, &step.notes, None, step.origin)
            }
            StepKind::Action(it) => {
                let shape = self.action_shape(it);
                self.single(shape, lane, &step.notes, it.link.as_ref(), step.origin)
            }
            StepKind::Connector(letter, look) => {
                let shape = self.connector_shape(letter, *look);
                self.single(shape, lane, &step.notes, None, step.origin)
            }
            StepKind::Label(name) => self.mark(step, lane, |at| Part::Anchor(name, at)),
            StepKind::Goto(name) => self.mark(step, lane, |at| Part::Jump(name, at, &step.arrow)),
            StepKind::Break => {
                let mut tile = self.mark(step, lane, |at| Part::Anchor("", at));
                tile.breaks.push(tile.entry);
                tile
            }
            StepKind::If(it) => self.decision(step, it, following),
            StepKind::Switch(it) => self.switch(step, it, following),
            StepKind::While(it) => self.while_loop(step, it, following),
            StepKind::Repeat(it) => self.repeat_loop(step, it),
            StepKind::Parallel(it) => self.parallel(step, it, following),
            StepKind::Group(it) => self.group(step, it, following),
        };
        let is_block = matches!(
            step.kind,
            StepKind::If(_) | StepKind::Switch(_) | StepKind::Parallel(_) | StepKind::Group(_)
        );
        // What is cut behind a decision is cut in its branches.
        if step.detached && !is_block {
            tile.exit = None;
        }
        tile
    }

    /// A place on the line that draws nothing itself.
    fn mark(&mut self, step: &'m Step, lane: usize, part: impl Fn(Place) -> Part<'m>) -> Tile {
        let start = self.parts.len();
        let at = Place::new(lane, 0.0, 0.0);
        let mut outline = Outline::default();
        outline.add_line(&[at, at]);
        for is_right in [false, true] {
            let side = step.notes.iter().filter(|it| it.right == is_right);
            self.notes(side, at, 6.0, 1.0, is_right, &mut outline);
        }
        self.parts.push(part(at));
        Tile {
            parts: start..self.parts.len(),
            height: 0.0,
            entry: at,
            head: false,
            exit: Some(at),
            breaks: Vec::new(),
            outline,
            is_empty: false,
        }
    }
}
