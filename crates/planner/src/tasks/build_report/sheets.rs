//! Tables for spreadsheets: comma-separated, one header line.

use std::fmt::Display;

use super::super::compute_budget::Budget;
use super::super::compute_schedule::Schedule;
use super::super::identify_risks::Risks;
use super::Material;
use crate::budget::Spread;
use crate::calendar::Date;

/// A sheet while it is written.
struct Sheet(String);

impl Sheet {
    fn new(headings: &str) -> Self {
        Self(format!("{headings}\r\n"))
    }

    fn row<const N: usize>(&mut self, values: [&dyn Display; N]) {
        let cells = values.map(|value| cell_text(&value.to_string()));
        self.0.push_str(&cells.join(","));
        self.0.push_str("\r\n");
    }
}

/// A cell that a spreadsheet takes as text or number, never as a formula.
fn cell_text(cell: &str) -> String {
    let is_number = cell.parse::<f64>().is_ok();
    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t']) && !is_number;
    let cell = if is_formula { format!("'{cell}") } else { cell.to_owned() };
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell
    }
}

pub(super) fn wbs(all: &Material) -> String {
    let mut sheet = Sheet::new(
        "id,stage,task,deliverable,done_when,role,min_days,likely_days,max_days,effort_days,basis",
    );
    for (stage, entry) in all.wbs.entries() {
        let estimate = all.estimates.of(&entry.id);
        sheet.row([
            &entry.id,
            &stage.title,
            &entry.title,
            &entry.deliverable,
            &entry.done_when,
            &entry.role,
            &estimate.days.min,
            &estimate.days.likely,
            &estimate.days.max,
            &estimate.effort_days,
            &estimate.basis,
        ]);
    }
    sheet.0
}

pub(super) fn schedule(schedule: &Schedule) -> String {
    let mut sheet = Sheet::new(
        "id,task,role,start_day,end_day,start,end,float_days,critical,criticality_percent",
    );
    let date = |date: Option<Date>| date.map_or_else(String::new, |date| date.to_string());
    for row in &schedule.tasks {
        sheet.row([
            &row.id,
            &row.title,
            &row.role,
            &row.start_day,
            &row.end_day,
            &date(row.start),
            &date(row.end),
            &row.float_days,
            if row.is_critical() { &"yes" } else { &"no" },
            &row.criticality,
        ]);
    }
    sheet.0
}

pub(super) fn risks(risks: &Risks) -> String {
    let mut sheet =
        Sheet::new("id,cause,event,effect,probability,impact,score,owner,response,early_sign");
    for risk in risks.by_score() {
        sheet.row([
            &risk.id,
            &risk.cause,
            &risk.event,
            &risk.effect,
            &risk.probability,
            &risk.impact,
            &risk.score(),
            &risk.owner,
            &risk.response,
            &risk.trigger,
        ]);
    }
    sheet.0
}

pub(super) fn budget(budget: &Budget) -> String {
    let mut sheet = Sheet::new("task,stage,item,min,likely,max,currency,basis");
    let currency = &budget.currency;
    for line in &budget.lines {
        let Spread { min, likely, max } = &line.amount;
        sheet.row([&line.task, &line.stage, &line.item, min, likely, max, currency, &line.basis]);
    }
    let sum = &budget.sum;
    for (item, likely, basis) in [
        ("Subtotal", sum.subtotal, ""),
        ("Reserve", sum.contingency, sum.contingency_basis.as_str()),
        ("Total", sum.total, ""),
    ] {
        sheet.row([&"", &"", &item, &"", &likely, &"", currency, &basis]);
    }
    sheet.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_cannot_become_formulas_or_break_their_row() {
        let mut sheet = Sheet::new("a,b");
        sheet.row([&"=1+1", &"x, \"y\"\nz"]);
        sheet.row([&-5, &""]);
        assert_eq!(sheet.0, "a,b\r\n'=1+1,\"x, \"\"y\"\"\nz\"\r\n-5,\r\n");
    }
}
