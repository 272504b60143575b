//! Where moments stand on the time axis. Closed days may be left out; nights are, where there are working hours.

use crate::ast::{Part, ScaleUnit};
use crate::model::Model;
use crate::schedule::{DAY, Moment};

/// A chart with times but without working hours has wide days only if it has fewer than these.
const SHORT: i64 = 14;

/// The time axis, from 0 to its width.
pub(super) struct Axis {
    first: i64,
    last: i64,
    /// Pixels of a day.
    day: f64,
    /// How many days are shown before each day of the chart; one more than there are days.
    before: Vec<u32>,
    /// The hours that are shown of a day, in seconds.
    window: (i64, i64),
}

impl Axis {
    pub(super) fn new(model: &Model) -> Self {
        let chart = &model.chart;
        let hours = model.calendar.hours();
        let window = match (hours.first(), hours.last()) {
            (Some(first), Some(last)) => (first.0, last.1),
            _ => (0, DAY),
        };
        let is_short = chart.last - chart.first < SHORT;
        let mut ends = model.entries.iter().flat_map(|it| [it.start, it.end]).flatten();
        let has_times = !hours.is_empty() || is_short && ends.any(|it| it.of_day_seconds() > 0);
        let day = match chart.unit {
            ScaleUnit::Daily if has_times => 60.0,
            ScaleUnit::Daily => 20.0,
            ScaleUnit::Weekly => 5.0,
            ScaleUnit::Monthly => 1.5,
            ScaleUnit::Quarterly => 0.6,
            ScaleUnit::Yearly => 0.3,
        };
        let mut before = vec![0];
        let hides = !chart.shows(Part::Closed) && chart.unit == ScaleUnit::Daily;
        for day in chart.first..=chart.last {
            let shown = u32::from(!hides || !model.calendar.is_closed(day));
            before.push(before.last().copied().unwrap_or(0) + shown);
        }
        let (first, last) = (chart.first, chart.last);
        Self { first, last, day: day * chart.zoom, before, window }
    }

    /// Pixels of a day.
    pub(super) fn day(&self) -> f64 {
        self.day
    }

    pub(super) fn width(&self) -> f64 {
        self.day * f64::from(self.before.last().copied().unwrap_or(0))
    }

    /// The days that are shown, in order.
    pub(super) fn days(&self) -> impl Iterator<Item = i64> {
        (self.first..=self.last).filter(|it| self.is_shown(*it))
    }

    pub(super) fn is_shown(&self, day: i64) -> bool {
        if day < self.first || day > self.last {
            return false;
        }
        let idx = (day - self.first) as usize;
        self.before[idx] < self.before[idx + 1]
    }

    /// Where a moment is; the nearest end for one that is not shown.
    pub(super) fn x(&self, moment: Moment) -> f64 {
        let day = moment.day();
        if day < self.first {
            return 0.0;
        }
        if day > self.last {
            return self.width();
        }
        let idx = (day - self.first) as usize;
        let start = self.day * f64::from(self.before[idx]);
        if self.before[idx] == self.before[idx + 1] {
            return start;
        }
        let (from, to) = self.window;
        let share = (moment.of_day_seconds() - from) as f64 / (to - from) as f64;
        start + self.day * share.clamp(0.0, 1.0)
    }
}
