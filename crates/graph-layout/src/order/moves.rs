//! Moves that lower the number of crossings of rows that are already sorted: exchanging neighbours, moving single
//! entries, leading a line past a group on its other side; and the choice among equals that is nearest to the source.

use super::{Rows, Search, slot};
use crate::layers::{Chain, Kind};

impl Search<'_> {
    /// Exchanges neighbours in a row while that removes crossings.
    pub(super) fn exchange(&mut self) {
        for _ in 0..4 {
            let mut gain = false;
            for layer in 0..self.rows.len() {
                gain |= self.exchange_row(layer);
            }
            if !gain {
                break;
            }
        }
    }

    fn exchange_row(&mut self, layer: usize) -> bool {
        let mut gained = false;
        let mut at = 0;
        while at < self.rows[layer].len() {
            let Some(middle) = self.entry_end(layer, at) else {
                at += 1;
                continue;
            };
            let Some(end) = self.entry_end(layer, middle) else {
                at += 1;
                continue;
            };
            if self.delta(layer, (at, middle), (middle, end)).is_some_and(|it| it < 0) {
                self.rotate(layer, at, middle, end);
                gained = true;
            }
            // A group is entered to exchange its content too.
            at += 1;
        }
        gained
    }

    /// Among orders with equally many crossings, the one nearer to the source: small edits then change little.
    pub(super) fn towards_source(&mut self) {
        let is_free = self.layers.runs.is_empty() && self.part.order.is_empty();
        let (against, along) = self.inversions();
        if is_free && against > along {
            self.mirror();
        }
        for _ in 0..3 {
            let mut moved = false;
            for layer in 0..self.rows.len() {
                for at in 1..self.rows[layer].len() {
                    let (left, right) = (self.rows[layer][at - 1], self.rows[layer][at]);
                    let is_single =
                        |it: usize| it < self.part.items.len() && self.layers.run_of[it].is_none();
                    let is_same =
                        self.layers.vertices[left].group == self.layers.vertices[right].group;
                    if left > right
                        && is_same
                        && is_single(left)
                        && is_single(right)
                        && self.delta(layer, (at - 1, at), (at, at + 1)) == Some(0)
                    {
                        self.rotate(layer, at - 1, at, at + 1);
                        moved = true;
                    }
                }
            }
            if !moved {
                break;
            }
        }
    }

    /// Neighbouring items of a row that stand against and along the order of the source.
    fn inversions(&self) -> (usize, usize) {
        let (mut against, mut along) = (0, 0);
        for row in &self.rows {
            let items: Vec<usize> =
                row.iter().copied().filter(|&it| it < self.part.items.len()).collect();
            for (index, a) in items.iter().enumerate() {
                for b in items[index + 1..].iter().take(20) {
                    if a > b {
                        against += 1;
                    } else {
                        along += 1;
                    }
                }
            }
        }
        (against, along)
    }

    /// Turns the drawing over: left becomes right.
    fn mirror(&mut self) {
        for row in &mut self.rows {
            row.reverse();
            for vertex in row.iter_mut() {
                let own = &self.layers.vertices[*vertex];
                let (group, side) = match own.kind {
                    Kind::Left(group) => (group, 1),
                    Kind::Right(group) => (group, 0),
                    _ => continue,
                };
                *vertex = self.layers.sides[group][own.layer - self.layers.spans[group].0][side];
            }
        }
        for groups in &mut self.groups {
            groups.reverse();
        }
        for row in &self.rows {
            for (place, &vertex) in row.iter().enumerate() {
                self.position[vertex] = place;
            }
        }
    }

    /// Moves each entry to the best place among its siblings in the row.
    pub(super) fn sift(&mut self) {
        for layer in 0..self.rows.len() {
            let entries: Vec<usize> = self.rows[layer].clone();
            for vertex in entries {
                if !matches!(self.layers.vertices[vertex].kind, Kind::Left(_) | Kind::Right(_)) {
                    self.sift_one(layer, vertex);
                }
            }
        }
    }

    fn sift_one(&mut self, layer: usize, vertex: usize) {
        let at = self.position[vertex];
        let Some(end) = self.entry_end(layer, at) else { return };
        let (mut best, mut target) = (0_i64, None);
        let mut sum = 0;
        let mut next = end;
        while let Some(after) = self.entry_end(layer, next) {
            let Some(delta) = self.delta(layer, (at, end), (next, after)) else { break };
            sum += delta;
            if sum < best {
                (best, target) = (sum, Some(after));
            }
            next = after;
        }
        sum = 0;
        next = at;
        while let Some(before) = self.entry_start(layer, next) {
            let Some(delta) = self.delta(layer, (before, next), (at, end)) else { break };
            sum += delta;
            if sum < best {
                (best, target) = (sum, Some(before));
            }
            next = before;
        }
        match target {
            Some(after) if after > at => self.rotate(layer, at, end, after),
            Some(before) => self.rotate(layer, before, at, end),
            None => {}
        }
    }

    /// Exchanges the neighbouring stretches `from..middle` and `middle..to` of a row.
    pub(super) fn rotate(&mut self, layer: usize, from: usize, middle: usize, to: usize) {
        self.rows[layer][from..to].rotate_left(middle - from);
        for place in from..to {
            self.position[self.rows[layer][place]] = place;
        }
    }

    /// Leads whole lines past groups on the other side, where that lowers the number of crossings.
    pub(super) fn flip(&mut self, mut best: Rows) -> Rows {
        let mut left = 160;
        for chain in &self.layers.chains {
            let Chain::Down { steps, .. } = chain else { continue };
            let mut passed: Vec<usize> = Vec::new();
            for &vertex in &steps[1..steps.len() - 1] {
                let own = &self.layers.vertices[vertex];
                for &group in &self.groups[slot(own.group)] {
                    let (first, last) = self.layers.spans[group];
                    if first <= own.layer && own.layer <= last && !passed.contains(&group) {
                        passed.push(group);
                    }
                }
            }
            for group in passed {
                if left == 0 || best.crossings == 0 {
                    return best;
                }
                left -= 1;
                self.flip_one(&steps[1..steps.len() - 1], group);
                if self.count() <= best.crossings {
                    self.exchange();
                    best = self.snapshot();
                } else {
                    self.restore(&best);
                }
            }
        }
        best
    }

    fn flip_one(&mut self, steps: &[usize], group: usize) {
        let (first, last) = self.layers.spans[group];
        for &vertex in steps {
            let own = &self.layers.vertices[vertex];
            let layer = own.layer;
            if own.group != self.part.groups[group].parent || layer < first || layer > last {
                continue;
            }
            let [left, right] = self.layers.sides[group][layer - first].map(|it| self.position[it]);
            let at = self.position[vertex];
            if at < left {
                self.rotate(layer, at, at + 1, right + 1);
            } else if at > right {
                self.rotate(layer, left, at, at + 1);
            }
        }
    }

    /// Where the entry that ends here begins.
    fn entry_start(&self, layer: usize, end: usize) -> Option<usize> {
        let row = &self.rows[layer];
        let vertex = *row.get(end.checked_sub(1)?)?;
        match self.layers.vertices[vertex].kind {
            Kind::Left(_) => None,
            Kind::Right(group) => {
                let first = self.layers.spans[group].0;
                Some(self.position[self.layers.sides[group][layer - first][0]])
            }
            Kind::Item => match self.layers.run_of[vertex] {
                Some(run) => Some(end - self.layers.runs[run].len()),
                None => Some(end - 1),
            },
            _ => Some(end - 1),
        }
    }

    /// Where the entry that begins here ends: a single vertex, a run or a whole group.
    fn entry_end(&self, layer: usize, at: usize) -> Option<usize> {
        let row = &self.rows[layer];
        let vertex = *row.get(at)?;
        match self.layers.vertices[vertex].kind {
            Kind::Right(_) => None,
            Kind::Left(group) => {
                let first = self.layers.spans[group].0;
                let right = self.layers.sides[group][layer - first][1];
                Some(self.position[right] + 1)
            }
            Kind::Item => match self.layers.run_of[vertex] {
                Some(run) => {
                    let list = &self.layers.runs[run];
                    (list[0] == vertex).then_some(at + list.len())
                }
                None => Some(at + 1),
            },
            _ => Some(at + 1),
        }
    }

    /// How many crossings more there are if two neighbouring stretches are exchanged; nothing if they must not be.
    fn delta(&self, layer: usize, left: (usize, usize), right: (usize, usize)) -> Option<i64> {
        let row = &self.rows[layer];
        let (left, right) = (&row[left.0..left.1], &row[right.0..right.1]);
        let is_block = |list: &[usize]| matches!(self.layers.vertices[list[0]].kind, Kind::Left(_));
        let breaks_wish = || {
            let mut wishes = self.part.order.iter();
            wishes.any(|(first, second)| left.contains(first) && right.contains(second))
        };
        if is_block(left) && is_block(right) || breaks_wish() {
            return None;
        }
        let mut delta = 0_i64;
        for all in [&self.up, &self.down] {
            for &(a, wa) in left.iter().flat_map(|&it| &all[it]) {
                let a = self.position[a];
                for &(b, wb) in right.iter().flat_map(|&it| &all[it]) {
                    let b = self.position[b];
                    if a < b {
                        delta += (wa * wb) as i64;
                    } else if a > b {
                        delta -= (wa * wb) as i64;
                    }
                }
            }
        }
        Some(delta)
    }
}
