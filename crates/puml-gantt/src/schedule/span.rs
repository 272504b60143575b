//! A task's dates: the two that were set last of start, end and load.

use super::{Capacity, Moment};

/// What a sentence can set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Known {
    Start,
    End,
    Load,
}

/// When a task is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Span {
    start: Moment,
    end: Moment,
    /// Work in seconds.
    load: i64,
    /// The two that count, the older one first.
    known: [Known; 2],
    /// Whether it is one moment, which stays where it is even on a closed day.
    pub(crate) is_milestone: bool,
}

impl Span {
    /// A task that begins with the project.
    pub(crate) fn new(start: Moment, load: i64) -> Self {
        Self { start, end: start, load, known: [Known::Start, Known::Load], is_milestone: false }
    }

    fn knows(&self, which: Known) -> bool {
        self.known.contains(&which)
    }

    /// The one that was set last comes last; a third drops the oldest.
    fn touch(&mut self, which: Known) {
        if self.known[1] != which {
            self.known = [self.known[1], which];
        }
    }

    /// A start that is set twice is the later one.
    pub(crate) fn set_start(&mut self, at: Moment) {
        self.start = if self.knows(Known::Start) { self.start.max(at) } else { at };
        self.touch(Known::Start);
    }

    pub(crate) fn set_end(&mut self, at: Moment) {
        self.end = at;
        self.touch(Known::End);
    }

    pub(crate) fn set_load(&mut self, seconds: i64) {
        self.load = seconds;
        self.touch(Known::Load);
    }

    /// Work in seconds; a day where start and end say how long it takes.
    pub(crate) fn load(&self) -> i64 {
        if self.knows(Known::Load) { self.load } else { super::DAY }
    }

    /// Where it begins; nothing where nobody ever works on it.
    pub(crate) fn start(&self, capacity: &Capacity<'_>) -> Option<Moment> {
        if !self.knows(Known::Start) {
            capacity.backward(self.end, self.load)
        } else if self.is_milestone {
            Some(self.start)
        } else {
            capacity.next_open(self.start)
        }
    }

    /// One past its last moment; nothing where nobody ever works on it.
    pub(crate) fn end(&self, capacity: &Capacity<'_>) -> Option<Moment> {
        if self.knows(Known::End) {
            return Some(self.end);
        }
        let start = if self.knows(Known::Start) { self.start } else { self.start(capacity)? };
        capacity.forward(start, self.load)
    }
}
