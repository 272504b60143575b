//! The cash flow: what is paid and received month by month, and what is left.

use std::collections::BTreeMap;

use super::super::break_down_work::Wbs;
use super::super::compute_schedule::Schedule;
use super::granted::decided;
use super::{Budget, CashMonth};
use crate::calendar::Date;
use crate::facts::{Fact, Facts, Money, MoneyRole};
use crate::id::WorkId;

/// No cash flow has more months.
const MOST: i64 = 60;

/// What is paid and received by month, with a few words for each.
#[derive(Default)]
struct Months(BTreeMap<String, (i64, i64, Vec<String>)>);

impl Months {
    fn pay(&mut self, day: Date, sum: i64, words: &str) {
        self.note(day, sum, 0, words);
    }

    fn receive(&mut self, day: Date, sum: i64, words: &str) {
        self.note(day, 0, sum, words);
    }

    fn note(&mut self, day: Date, paid: i64, received: i64, words: &str) {
        let entry = self.0.entry(day.month()).or_default();
        entry.0 += paid;
        entry.1 += received;
        if entry.2.len() < 2 && !entry.2.iter().any(|it| it == words) {
            entry.2.push(words.to_owned());
        }
    }

    /// The rows of the table. Months without payments stay in it, so that gaps are seen.
    fn rows(mut self, start: Date, mut balance: i64) -> Vec<CashMonth> {
        let first = self.0.keys().next().cloned().unwrap_or_else(|| start.month());
        let mut day: Date = format!("{}-01", first.min(start.month())).parse().unwrap_or(start);
        let end = self.0.keys().next_back().cloned().unwrap_or_default();
        let mut rows = Vec::new();
        while day.month() <= end && rows.len() < MOST as usize {
            let (paid, received, notes) = self.0.remove(&day.month()).unwrap_or_default();
            balance += received - paid;
            let (month, note) = (day.month(), notes.join("; "));
            rows.push(CashMonth { month, paid, received, balance, note });
            day = day.plus_months(1);
        }
        rows
    }
}

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
    let mut months = Months::default();
    let end_of = |task: &WorkId| {
        let row = schedule.tasks.iter().find(|row| row.id == *task);
        row.and_then(|row| row.end).unwrap_or(start)
    };
    let mut lines: Vec<_> = budget.lines.iter().collect();
    lines.sort_by_key(|line| std::cmp::Reverse(line.amount.likely));
    for line in lines {
        months.pay(end_of(&line.task), line.amount.likely, &line.item);
    }
    let last = schedule.finish.unwrap_or(start);
    if budget.sum.contingency > 0 {
        months.pay(last, budget.sum.contingency, "reserve, if it is needed");
    }
    let deadline = wbs
        .deadline_position()
        .and_then(|place| schedule.tasks.get(place))
        .and_then(|row| row.end)
        .unwrap_or(last);
    // On the day of an event those who come pay; when goods are sold, nobody knows.
    let paid_on = Some(deadline).filter(|_| wbs.deadline_kind == "fixed");
    takings(budget, deadline, last, paid_on, &mut months);
    // What is hoped for in all holds what each one pays.
    let hopes = facts.monies().filter(|(money, _)| {
        money.currency == budget.currency
            && money.role == MoneyRole::Income
            && money.period.is_none()
            && budget.takings.is_empty()
    });
    for (money, fact) in hopes {
        months.receive(last, money.amount, &format!("income \"{}\", if it comes", fact.quote));
    }
    for (money, fact) in later {
        let usual = if money.role == MoneyRole::Loan { start } else { last };
        let day = decided(fact, facts).unwrap_or(usual);
        months.receive(day, money.amount, &format!("\"{}\", once it is granted", fact.quote));
    }
    let stated = budget.stated.as_ref().map_or(0, |stated| stated.amount);
    months.rows(start, budget.opening.unwrap_or(stated))
}

/// What the prompt expects to take in, and the running costs beside what comes in each month.
fn takings(
    budget: &Budget,
    deadline: Date,
    last: Date,
    paid_on: Option<Date>,
    months: &mut Months,
) {
    let end = deadline.plus_months(3).max(last).month();
    let each = |first: Date| {
        let days = (0..MOST).map(move |ahead| first.plus_months(ahead));
        days.take_while(|day| day.month() <= end).collect::<Vec<_>>()
    };
    let opening = deadline.plus_months(1);
    let costs: i64 = budget.running.iter().map(|it| it.monthly).sum();
    let is_run = costs > 0 && budget.takings.iter().any(|it| it.monthly.is_some());
    for day in each(opening).into_iter().filter(|_| is_run) {
        months.pay(day, costs, "running costs");
    }
    for one in &budget.takings {
        match one.monthly {
            Some(sum) => {
                for day in each(one.day.unwrap_or(opening)) {
                    months.receive(day, sum, &format!("{}, as expected", one.short));
                }
            }
            None => {
                if let Some(day) = one.day.or(paid_on).filter(|_| !one.is_often) {
                    months.receive(day, one.once, &format!("{}, if all pay", one.short));
                }
            }
        }
    }
}
