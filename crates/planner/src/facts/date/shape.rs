//! Dates before their year is settled: a day of a month, a season, the n-th Thursday of November.

use std::ops::Range;

use super::Precision;
use crate::calendar::Date;

/// When something is, before its year is settled.
#[derive(Debug, Clone)]
pub(super) struct Atom {
    pub(super) span: Range<usize>,
    pub(super) shape: Shape,
    pub(super) year: Option<i64>,
    pub(super) precision: Precision,
    /// Days that need no year: "in two weeks".
    pub(super) fixed: Option<(Date, Date)>,
    /// Whether the prompt names both ends: "12 to 14 October".
    pub(super) is_range: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Shape {
    Day {
        month: u32,
        day: u32,
    },
    /// From a day to another one, perhaps in the year after.
    Days {
        from: (u32, u32),
        to: (u32, u32),
    },
    Months {
        first: u32,
        count: u32,
        part: Part,
    },
    /// Days after Easter Sunday.
    Easter(i64),
    /// The n-th weekday (0 is Monday) of a month, the fifth is the last; this many days after it, and
    /// this many days more.
    Nth {
        month: u32,
        weekday: i64,
        nth: i64,
        plus: i64,
        more: i64,
    },
    /// A week of the ISO calendar and this many more.
    Week {
        week: i64,
        more: i64,
    },
    Fixed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Whole,
    Early,
    Mid,
    End,
    FirstHalf,
    SecondHalf,
}

/// The last weekday of a month.
pub(super) const LAST: i64 = 5;

impl Shape {
    /// The first and the last day in a year; none where the year has no such day.
    pub(super) fn bounds(self, year: i64) -> Option<(Date, Date)> {
        match self {
            Self::Day { month, day } => Date::new(year, month, day).map(|date| (date, date)),
            Self::Days { from, to } => {
                let first = Date::new(year, from.0, from.1)?;
                let last = Date::new(year + i64::from(to < from), to.0, to.1)?;
                Some((first, last))
            }
            Self::Months { first, count, part } => {
                let end = |months: u32| {
                    let last = first - 1 + months - 1;
                    Date::end_of(year + i64::from(last / 12), last % 12 + 1)
                };
                let start = Date::new(year, first, 1)?;
                let third = count.div_ceil(3);
                Some(match (part, count) {
                    (Part::Whole, _) => (start, end(count)?),
                    (Part::FirstHalf, 1) => (start, start.plus_days(14)),
                    (Part::SecondHalf, 1) => (start.plus_days(15), end(1)?),
                    (Part::FirstHalf, _) => (start, end(count / 2)?),
                    (Part::SecondHalf, _) => (end(count / 2)?.plus_days(1), end(count)?),
                    (Part::Early, 1) => (start, start.plus_days(9)),
                    (Part::Mid, 1) => (start.plus_days(9), start.plus_days(14)),
                    (Part::End, 1) => (end(1)?.plus_days(-6), end(1)?),
                    (Part::Early, _) => (start, end(third)?),
                    // The middle of a year is June.
                    (Part::Mid, 12) => (end(5)?.plus_days(1), end(6)?),
                    (Part::Mid, _) => (end(third)?.plus_days(1), end(2 * third)?),
                    (Part::End, _) => (end(count - third)?.plus_days(1), end(count)?),
                })
            }
            Self::Easter(offset) => {
                let date = Date::easter(year)?.plus_days(offset);
                Some((date, date))
            }
            Self::Nth { month, weekday, nth, plus, more } => {
                let date = if nth == LAST {
                    let end = Date::end_of(year, month)?;
                    end.plus_days(-(end.weekday() - weekday).rem_euclid(7))
                } else {
                    let first = Date::new(year, month, 1)?;
                    first.plus_days((weekday - first.weekday()).rem_euclid(7) + 7 * (nth - 1))
                };
                let date = date.plus_days(plus);
                Some((date, date.plus_days(more)))
            }
            Self::Week { week, more } => {
                // The fourth of January is always in the first week.
                let fourth = Date::new(year, 1, 4)?;
                let monday = fourth.plus_days(7 * (week - 1) - fourth.weekday());
                (monday.parts().0 <= year && (1..=53).contains(&week))
                    .then(|| (monday, monday.plus_days(6 + 7 * more)))
            }
            Self::Fixed => None,
        }
    }
}
