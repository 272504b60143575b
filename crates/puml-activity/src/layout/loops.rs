//! `while` and `repeat`: the rounds stand on the main line, the way back takes the nearer side.

use scene::Size;

use super::board::{Board, Place, Tile};
use super::outline::Outline;
use super::sequence::{Following, GAP, HEAD, LABEL_GAP, TRACK};
use crate::model::{Arrow, Backward, Repeat, Step, While};

/// A side of the loop's body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

impl Side {
    fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    fn sign(self) -> f64 {
        match self {
            Self::Left => -1.0,
            Self::Right => 1.0,
        }
    }
}

impl<'m> Board<'m> {
    /// The side where a line around a body is shorter; lines that leave the loop go right.
    fn nearer(outline: &Outline, lane: usize, top: f64, bottom: f64, has_breaks: bool) -> Side {
        let (first, last) = outline.lanes().unwrap_or((lane, lane));
        if has_breaks || first == lane && last > lane {
            return Side::Left;
        }
        if last == lane && first < lane {
            return Side::Right;
        }
        let extent = outline.extent(lane, top, bottom).unwrap_or_default();
        if -extent.from <= extent.to { Side::Left } else { Side::Right }
    }

    /// A place for an upright line beside everything between two heights, `room` pixels away from it.
    fn track(
        outline: &Outline,
        lane: usize,
        side: Side,
        top: f64,
        bottom: f64,
        room: f64,
    ) -> Place {
        let (first, last) = outline.lanes().unwrap_or((lane, lane));
        let lane = if side == Side::Left { first } else { last };
        let extent = outline.extent(lane, top, bottom).unwrap_or_default();
        let x = match side {
            Side::Left => extent.from.min(0.0) - room,
            Side::Right => extent.to.max(0.0) + room,
        };
        Place::new(lane, (x * side.sign()).ceil() * side.sign(), 0.0)
    }

    /// A label above a level line that leaves a shape at a side.
    fn side_label(&mut self, arrow: &'m Arrow, corner: Place, side: Side, outline: &mut Outline) {
        let Some(text) = self.label(arrow) else { return };
        let x = match side {
            Side::Left => corner.x - LABEL_GAP - text.bounds.width,
            Side::Right => corner.x + LABEL_GAP,
        };
        let y = corner.y - 2.0 - text.bounds.height;
        self.text(Place::new(corner.lane, x, y), text, outline);
    }

    /// Zero where there is no label.
    fn label_size(&self, arrow: &'m Arrow) -> Size {
        let bounds = self.label(arrow).map(|it| it.bounds).unwrap_or_default();
        Size { width: bounds.width, height: bounds.height }
    }

    pub(super) fn while_loop(
        &mut self,
        step: &'m Step,
        it: &'m While,
        following: Following,
    ) -> Tile {
        let start = self.parts.len();
        let lane = step.lane.0 as usize;
        let shape = self.test_shape(&it.test, it.look);
        let (width, height) = (shape.width, shape.height);
        let mut body = self.sequence(&it.steps, lane, Following::Line);
        let out_label = self.label_size(&it.out);
        let yes_height = self.label_size(&it.yes).height;
        let top = (out_label.height + 3.0 - height / 2.0).max(0.0).ceil();
        let at = Place::new(lane, 0.0, top);
        let mid = top + height / 2.0;
        let mut outline = Outline::default();
        self.node(shape, at, &step.notes, None, step.origin, &mut outline);
        let from = at.at_y(top + height);
        let turn = if from.is_above(body.entry) { 0.0 } else { 12.0 };
        let down = if yes_height > 0.0 { yes_height + 5.0 + HEAD + turn } else { 0.0 };
        let body_top = (from.y + GAP.max(down)).ceil();
        self.shift(&mut body, body_top, &[]);
        self.connect(from, body.entry, &it.yes, body.head, &mut outline);
        let bottom = body_top + body.height;
        let breaks = std::mem::take(&mut body.breaks);
        outline.merge(std::mem::take(&mut body.outline));
        let mut turn_y = bottom + 12.0;
        let side = Self::nearer(&outline, lane, mid, turn_y, !breaks.is_empty());
        if let Some(exit) = body.exit {
            let corner = Place::new(lane, side.sign() * width / 2.0, mid);
            turn_y = self.way_back(
                exit,
                corner,
                side,
                turn_y,
                &it.back,
                it.backward.as_ref(),
                true,
                &mut outline,
            );
        }
        // The way out runs down at the other side and comes back to the main line.
        let out_side = side.other();
        let corner = Place::new(lane, out_side.sign() * width / 2.0, mid);
        let mut end_y = turn_y + 12.0;
        let mut track = Self::track(&outline, lane, out_side, mid, end_y, TRACK);
        let least = width / 2.0 + out_label.width + 2.0 * LABEL_GAP + 6.0;
        if track.lane == lane {
            track.x = out_side.sign() * (out_side.sign() * track.x).max(least).ceil();
        }
        self.side_label(&it.out, corner, out_side, &mut outline);
        for (idx, at) in breaks.iter().enumerate() {
            end_y = end_y.max(at.y + 6.0 + 6.0 * idx as f64);
        }
        let lanes = outline.lanes().unwrap_or((lane, lane));
        let lane_out = following.meeting(lane, [lanes.0, lanes.1].into_iter());
        let end = Place::new(lane_out, 0.0, end_y.ceil());
        let points = vec![corner, track.at_y(mid), track.at_y(end.y), end];
        self.line(points, &it.out, false, &mut outline);
        for at in &breaks {
            self.line(vec![*at, at.at_y(end.y), end], &step.arrow, false, &mut outline);
        }
        let mut done = Tile {
            parts: start..start,
            height: end.y,
            entry: at.at_y(0.0),
            head: top == 0.0,
            exit: Some(end),
            breaks: Vec::new(),
            outline,
            is_empty: false,
        };
        if top > 0.0 {
            let plain = self.plain();
            self.line(vec![done.entry, at], plain, true, &mut done.outline);
        }
        done.parts = start..self.parts.len();
        done
    }

    /// A line from below a body up beside it to a corner, perhaps through a box; how far down it reaches.
    #[expect(
        clippy::too_many_arguments,
        reason = "where the line begins and ends, and what stands on it"
    )]
    fn way_back(
        &mut self,
        exit: Place,
        corner: Place,
        side: Side,
        turn_y: f64,
        arrow: &'m Arrow,
        backward: Option<&'m Backward>,
        from_below: bool,
        outline: &mut Outline,
    ) -> f64 {
        let mut turn_y = turn_y;
        let shape = backward.map(|it| self.action_shape(&it.action));
        // Notes between the box and the body need room too.
        let notes = backward.map_or(0.0, |it| self.notes_width(&it.notes, side == Side::Left));
        let room = shape.as_ref().map_or(TRACK, |it| TRACK + it.width / 2.0) + notes;
        let below = if from_below { turn_y + 4.0 } else { turn_y + 2.0 };
        let mut track = Self::track(outline, corner.lane, side, corner.y, below, room);
        let label_width = self.label_size(arrow).width;
        if label_width > 0.0 && !from_below && track.lane == exit.lane {
            let least = exit.x.abs() + label_width + 2.0 * LABEL_GAP + 6.0;
            track.x = side.sign() * (side.sign() * track.x).max(least).ceil();
        }
        let lower = |turn_y: f64| {
            if from_below {
                vec![exit, exit.at_y(turn_y), track.at_y(turn_y)]
            } else {
                vec![exit, track.at_y(exit.y)]
            }
        };
        if let (Some(backward), Some(shape)) = (backward, shape) {
            let in_height = self.label_size(&backward.incoming).height;
            let out_height = self.label_size(&backward.outgoing).height;
            let needed =
                shape.height + (GAP.max(in_height + HEAD + 4.0)) + (12.0_f64).max(out_height + 6.0);
            if from_below {
                turn_y = turn_y.max(corner.y + needed).ceil();
            }
            let end = if from_below { turn_y } else { exit.y };
            let free = (end - corner.y - needed).max(0.0) / 2.0;
            let box_top = (corner.y + 12.0_f64.max(out_height + 6.0) + free).round();
            let box_bottom = box_top + shape.height;
            let mut points = lower(turn_y);
            points.push(track.at_y(box_bottom));
            self.line(points, &backward.incoming, true, outline);
            if let Some(text) = self.label(&backward.incoming) {
                let at = Place::new(track.lane, track.x + LABEL_GAP, box_bottom + HEAD);
                self.text(at, text, outline);
            }
            let points = vec![track.at_y(box_top), track.at_y(corner.y), corner];
            self.line(points, &backward.outgoing, true, outline);
            if let Some(text) = self.label(&backward.outgoing) {
                let at = Place::new(track.lane, track.x + LABEL_GAP, corner.y + 4.0);
                self.text(at, text, outline);
            }
            self.node(shape, track.at_y(box_top), &backward.notes, None, backward.origin, outline);
        } else {
            let mut points = lower(turn_y);
            points.extend([track.at_y(corner.y), corner]);
            self.line(points, arrow, true, outline);
            if from_below && let Some(text) = self.label(arrow) {
                let x = match side {
                    Side::Left => track.x + LABEL_GAP,
                    Side::Right => track.x - LABEL_GAP - text.bounds.width,
                };
                let y = turn_y - 2.0 - text.bounds.height;
                let at = Place::new(track.lane, x, y);
                self.text(at, text, outline);
            }
        }
        turn_y
    }

    pub(super) fn repeat_loop(&mut self, step: &'m Step, it: &'m Repeat) -> Tile {
        let start = self.parts.len();
        let lane = step.lane.0 as usize;
        let mut outline = Outline::default();
        let at = Place::new(lane, 0.0, 0.0);
        let first = match &it.first {
            Some(action) => self.action_shape(action),
            None => Self::merge_shape(it.start_look),
        };
        let (first_width, first_height) = (first.width, first.height);
        self.node(first, at, &step.notes, None, step.origin, &mut outline);
        let mut body = self.sequence(&it.steps, lane, Following::Line);
        let from = at.at_y(first_height);
        let turn = if from.is_above(body.entry) { 0.0 } else { 12.0 };
        let body_top = if body.is_empty { from.y } else { from.y + GAP - 4.0 + turn };
        self.shift(&mut body, body_top, &[]);
        if !body.is_empty {
            let plain = self.plain();
            self.connect(from, body.entry, plain, body.head, &mut outline);
        }
        let breaks = std::mem::take(&mut body.breaks);
        outline.merge(std::mem::take(&mut body.outline));
        let bottom = body_top + body.height;
        // The test.
        let test_lane = it.test_lane.0 as usize;
        let shape = self.test_shape(&it.test, it.look);
        let (width, height) = (shape.width, shape.height);
        let back_height = self.label_size(&it.back).height;
        let to_test = self.label_size(&it.to_test).height;
        let least = GAP.max(to_test + 5.0 + HEAD).max(back_height + 5.0 - height / 2.0 + 8.0);
        let turn = body.exit.map_or(0.0, |it| {
            if it.is_above(Place::new(test_lane, 0.0, 0.0)) { 0.0 } else { 12.0 }
        });
        let mut test_top = bottom + least + turn;
        let mut mid = test_top + height / 2.0;
        let side = Self::nearer(&outline, lane, first_height / 2.0, mid, !breaks.is_empty());
        if let Some(backward) = &it.backward {
            // The box on the way back needs its height.
            let needed = self.action_shape(&backward.action).height + GAP + 16.0;
            let missing = (needed - (mid - first_height / 2.0)).max(0.0);
            test_top += missing;
            mid += missing;
        }
        let test_at = Place::new(test_lane, 0.0, test_top.ceil());
        let mid = mid.ceil();
        self.node(shape, test_at, &it.test_notes, None, step.origin, &mut outline);
        if let Some(exit) = body.exit {
            self.connect(exit, test_at, &it.to_test, true, &mut outline);
        }
        let corner = Place::new(test_lane, side.sign() * width / 2.0, mid);
        let target = Place::new(lane, side.sign() * first_width / 2.0, first_height / 2.0);
        self.side_label(&it.back, corner, side, &mut outline);
        self.way_back(
            corner,
            target,
            side,
            mid,
            &it.back,
            it.backward.as_ref(),
            false,
            &mut outline,
        );
        let mut end = test_at.at_y(test_at.y + height);
        if let Some(text) = self.label(&it.out) {
            let to = end.at_y(end.y + text.bounds.height + 6.0);
            self.text(Place::new(end.lane, end.x + LABEL_GAP, end.y + 3.0), text, &mut outline);
            self.line(vec![end, to], &it.out, false, &mut outline);
            end = to;
        }
        if !breaks.is_empty() {
            // Lines that leave the loop meet the way out below the test.
            let to = end.at_y(end.y + 12.0);
            let plain = self.plain();
            self.line(vec![end, to], plain, false, &mut outline);
            for at in &breaks {
                self.line(vec![*at, at.at_y(to.y), to], &step.arrow, false, &mut outline);
            }
            end = to;
        }
        Tile {
            parts: start..self.parts.len(),
            height: end.y,
            entry: at,
            head: true,
            exit: Some(end),
            breaks: Vec::new(),
            outline,
            is_empty: false,
        }
    }
}
