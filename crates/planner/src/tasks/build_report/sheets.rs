//! Tables for spreadsheets: comma-separated, one header line.

use super::super::compute_budget::Budget;
use super::super::compute_schedule::Schedule;
use super::super::identify_risks::Risks;
use super::Material;
use crate::calendar::Date;

/// A sheet while it is written.
struct Sheet(String);

impl Sheet {
    fn new(headings: &[&str]) -> Self {
        let mut sheet = Self(String::new());
        sheet.row(headings.iter().map(|it| (*it).to_owned()));
        sheet
    }

    fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells: Vec<String> = cells.into_iter().map(|cell| cell_text(&cell)).collect();
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
    let headings = [
        "id",
        "stage",
        "task",
        "deliverable",
        "done_when",
        "role",
        "min_days",
        "likely_days",
        "max_days",
        "effort_days",
        "basis",
    ];
    let mut sheet = Sheet::new(&headings);
    for (stage, entry) in all.wbs.entries() {
        let estimate = all.estimates.of(&entry.id);
        sheet.row([
            entry.id.to_string(),
            stage.title.clone(),
            entry.title.clone(),
            entry.deliverable.clone(),
            entry.done_when.clone(),
            entry.role.to_string(),
            estimate.days.min.to_string(),
            estimate.days.likely.to_string(),
            estimate.days.max.to_string(),
            estimate.effort_days.to_string(),
            estimate.basis,
        ]);
    }
    sheet.0
}

pub(super) fn schedule(schedule: &Schedule) -> String {
    let headings = [
        "id",
        "task",
        "role",
        "start_day",
        "end_day",
        "start",
        "end",
        "float_days",
        "critical",
        "criticality_percent",
    ];
    let mut sheet = Sheet::new(&headings);
    let date = |date: Option<Date>| date.map_or_else(String::new, |date| date.to_string());
    for row in &schedule.tasks {
        sheet.row([
            row.id.to_string(),
            row.title.clone(),
            row.role.to_string(),
            row.start_day.to_string(),
            row.end_day.to_string(),
            date(row.start),
            date(row.end),
            row.float_days.to_string(),
            if row.is_critical() { "yes" } else { "no" }.to_owned(),
            row.criticality.to_string(),
        ]);
    }
    sheet.0
}

pub(super) fn risks(risks: &Risks) -> String {
    let headings = [
        "id",
        "cause",
        "event",
        "effect",
        "probability",
        "impact",
        "score",
        "owner",
        "response",
        "early_sign",
    ];
    let mut sheet = Sheet::new(&headings);
    for risk in risks.by_score() {
        sheet.row([
            risk.id.to_string(),
            risk.cause.clone(),
            risk.event.clone(),
            risk.effect.clone(),
            risk.probability.to_string(),
            risk.impact.to_string(),
            risk.score().to_string(),
            risk.owner.to_string(),
            risk.response.clone(),
            risk.trigger.clone(),
        ]);
    }
    sheet.0
}

pub(super) fn budget(budget: &Budget) -> String {
    let headings = ["task", "stage", "item", "min", "likely", "max", "currency", "basis"];
    let mut sheet = Sheet::new(&headings);
    let currency = || budget.currency.to_string();
    for line in &budget.lines {
        sheet.row([
            line.task.to_string(),
            line.stage.to_string(),
            line.item.clone(),
            line.amount.min.to_string(),
            line.amount.likely.to_string(),
            line.amount.max.to_string(),
            currency(),
            line.basis.clone(),
        ]);
    }
    let sum = &budget.sum;
    for (item, value, basis) in [
        ("Subtotal", sum.subtotal, ""),
        ("Reserve", sum.contingency, sum.contingency_basis.as_str()),
        ("Total", sum.total, ""),
    ] {
        let empty = String::new;
        let likely = value.to_string();
        sheet.row([
            empty(),
            empty(),
            item.to_owned(),
            empty(),
            likely,
            empty(),
            currency(),
            basis.to_owned(),
        ]);
    }
    sheet.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_cannot_become_formulas_or_break_their_row() {
        let mut sheet = Sheet::new(&["a", "b"]);
        sheet.row(["=1+1".to_owned(), "x, \"y\"\nz".to_owned()]);
        sheet.row(["-5".to_owned(), String::new()]);
        assert_eq!(sheet.0, "a,b\r\n'=1+1,\"x, \"\"y\"\"\nz\"\r\n-5,\r\n");
    }
}
