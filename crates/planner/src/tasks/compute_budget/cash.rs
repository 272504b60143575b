//! The cash flow: what is paid and received month by month, and what is left.

use std::collections::BTreeMap;

use super::super::break_down_work::Wbs;
use super::super::compute_schedule::Schedule;
use super::granted::decided;
use super::{Budget, CashMonth};
use crate::facts::{Fact, Facts, Money, MoneyRole};
use crate::id::WorkId;

/// No cash flow has more months.
const MOST: usize = 60;

/// Payments in the month in which their task ends, the reserve with the last of them, and the income that the prompt
/// states. Running costs are in no sum of the budget: they are here only with the takings that carry them.
pub(super) fn cash(
    budget: &Budget,
    wbs: &Wbs,
    schedule: &Schedule,
    facts: &Facts,
    later: &[(&Money, &Fact)],
) -> Vec<CashMonth> {
    let Some(start) = schedule.start.filter(|_| budget.is_priced()) else { return Vec::new() };
    let mut months: BTreeMap<String, (i64, i64, Vec<String>)> = BTreeMap::new();
    let mut note = |month: String, paid: i64, received: i64, words: String| {
        let entry = months.entry(month).or_default();
        entry.0 += paid;
        entry.1 += received;
        if !words.is_empty() && entry.2.len() < 2 && !entry.2.contains(&words) {
            entry.2.push(words);
        }
    };
    let end_of = |task: &WorkId| {
        let row = schedule.tasks.iter().find(|row| row.id == *task);
        row.and_then(|row| row.end).unwrap_or(start)
    };
    let mut lines: Vec<_> = budget.lines.iter().collect();
    lines.sort_by_key(|line| std::cmp::Reverse(line.amount.likely));
    let monthly: i64 = budget.running.iter().map(|it| it.monthly).sum();
    for line in lines {
        note(end_of(&line.task).month(), line.amount.likely, 0, line.item.clone());
    }
    let last = schedule.finish.unwrap_or(start);
    if budget.sum.contingency > 0 {
        note(last.month(), budget.sum.contingency, 0, "reserve, if it is needed".to_owned());
    }
    let deadline = wbs
        .deadline_position()
        .and_then(|place| schedule.tasks.get(place))
        .and_then(|row| row.end)
        .unwrap_or(last);
    let end = deadline.plus_months(3).max(last).month();
    let monthly_takings: Vec<_> =
        budget.takings.iter().filter_map(|it| Some((it.monthly?, it))).collect();
    for ahead in (1..=3).filter(|_| monthly > 0 && !monthly_takings.is_empty()) {
        note(deadline.plus_months(ahead).month(), monthly, 0, "running costs".to_owned());
    }
    for (sum, one) in monthly_takings {
        let first = one.day.unwrap_or(deadline.plus_months(1));
        let days = (0..MOST as i64).map(|ahead| first.plus_months(ahead));
        for day in days.take_while(|day| day.month() <= end) {
            note(day.month(), 0, sum, format!("{}, as expected", one.short));
        }
    }
    // On the day of an event those who come pay; when goods are sold, nobody knows.
    let is_day = wbs.deadline_kind == "fixed";
    for one in budget.takings.iter().filter(|it| !it.is_often) {
        if let Some(day) = one.day.or(is_day.then_some(deadline)) {
            note(day.month(), 0, one.once, format!("{}, if all pay", one.short));
        }
    }
    // What is hoped for in all holds what each one pays.
    let hopes = facts.monies().filter(|(money, _)| {
        money.currency == budget.currency
            && money.role == MoneyRole::Income
            && money.period.is_none()
            && budget.takings.is_empty()
    });
    for (money, fact) in hopes {
        let words = format!("income \"{}\", if it comes", fact.quote);
        note(last.month(), 0, money.amount, words);
    }
    for (money, fact) in later {
        let day = decided(fact, facts).unwrap_or(if money.role == MoneyRole::Loan {
            start
        } else {
            last
        });
        note(day.month(), 0, money.amount, format!("\"{}\", once it is granted", fact.quote));
    }
    let stated = budget.stated.as_ref().map_or(0, |stated| stated.amount);
    let mut balance = budget.opening.unwrap_or(stated);
    // Months without payments stay in the table, so that gaps are seen.
    let first = months.keys().next().cloned().unwrap_or_else(|| start.month());
    let mut rows = Vec::new();
    let mut day = format!("{}-01", first.min(start.month()))
        .parse::<crate::calendar::Date>()
        .unwrap_or(start);
    let end = months.keys().next_back().cloned().unwrap_or_default();
    while day.month() <= end && rows.len() < MOST {
        let (paid, received, notes) = months.remove(&day.month()).unwrap_or_default();
        balance += received - paid;
        rows.push(CashMonth {
            month: day.month(),
            paid,
            received,
            balance,
            note: notes.join("; "),
        });
        day = day.plus_months(1);
    }
    rows
}
