//! Days counted back from the day of the project: "replies are due six weeks before".

use super::{DateRole, Moment, Precision, YearSource};
use crate::calendar::Date;
use crate::facts::text::{Found, Text, is_in, words};
use crate::facts::{Duration, Unit, Value};

/// Words behind a span that count it back.
const BEFORE: &str = "before|beforehand|prior|earlier|vorher|vor|avant|auparavant";

/// Turns spans before the day on which the project takes place into days. Which day is meant is assumed.
pub(in crate::facts) fn count_back(text: &Text<'_>, found: &mut [Found]) {
    let is_day = |moment: &&Moment| {
        moment.role == DateRole::TakesPlace
            && moment.precision == Precision::Day
            && moment.from >= text.today
    };
    let Some(day) = found.iter().filter_map(|one| one.value.moment()).find(is_day) else { return };
    let day = day.from;
    for one in found {
        let Value::Duration(span) = &one.value else { continue };
        let next = words(&text.after(&one.span)).into_iter().next().unwrap_or_default();
        if !is_in(BEFORE, &next) {
            continue;
        }
        let Some(due) = back(day, span).filter(|due| *due >= text.today) else { continue };
        one.value = Value::Date(Moment {
            role: DateRole::Deadline,
            from: due,
            to: due,
            precision: Precision::Day,
            year: YearSource::Relative,
        });
        text.guess(one.span.start);
    }
}

fn back(day: Date, span: &Duration) -> Option<Date> {
    let count = i64::from(span.count);
    match span.unit {
        Unit::Days => Some(day.plus_days(-count)),
        Unit::Weeks => Some(day.plus_days(-7 * count)),
        Unit::Months => Some(day.plus_months(-count)),
        Unit::Years => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::calendar::Date;
    use crate::facts::read;

    #[test]
    fn a_span_before_the_day_is_a_day() {
        for (prompt, line) in [
            (
                "A party on Saturday 2 October 2027. Replies are due six weeks before.",
                "deadline 2027-08-21",
            ),
            (
                "Ein Fest am 16. Oktober 2027, die Plakate hängen drei Wochen vorher.",
                "deadline 2027-09-25",
            ),
        ] {
            let facts = read(prompt, Date::new(2026, 11, 16).unwrap());
            let lines: Vec<String> = facts.facts.iter().map(|fact| fact.value.line()).collect();
            assert!(lines.iter().any(|it| it.ends_with(line)), "{line} in {lines:?}");
        }
    }
}
