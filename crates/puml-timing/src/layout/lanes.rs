//! Texts beside each other share a line; those that would overlap stand in the next one.

use scene::Interval;

/// Lines of texts that do not touch.
#[derive(Default)]
pub(super) struct Lanes {
    all: Vec<Vec<Interval>>,
}

impl Lanes {
    /// Takes room in the first line that has it, and returns which one that is.
    pub(super) fn place(&mut self, room: Interval) -> usize {
        let is_apart = |it: &Interval| it.to + 5.0 <= room.from || room.to + 5.0 <= it.from;
        let is_free = |lane: &Vec<Interval>| lane.iter().all(is_apart);
        let lane = self.all.iter().position(is_free).unwrap_or(self.all.len());
        if lane == self.all.len() {
            self.all.push(Vec::new());
        }
        self.all[lane].push(room);
        lane
    }

    pub(super) fn count(&self) -> usize {
        self.all.len()
    }
}
