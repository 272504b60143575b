//! Texts beside each other share a line; those that would overlap stand in the next one.

/// Lines of stretches that do not touch.
#[derive(Default)]
pub(super) struct Lanes {
    all: Vec<Vec<(f64, f64)>>,
}

impl Lanes {
    /// The first line in which a stretch has room; it is taken.
    pub(super) fn place(&mut self, from: f64, to: f64) -> usize {
        let is_free =
            |lane: &Vec<(f64, f64)>| lane.iter().all(|it| it.1 + 5.0 <= from || to + 5.0 <= it.0);
        let lane = self.all.iter().position(is_free).unwrap_or(self.all.len());
        if lane == self.all.len() {
            self.all.push(Vec::new());
        }
        self.all[lane].push((from, to));
        lane
    }

    pub(super) fn count(&self) -> usize {
        self.all.len()
    }
}
