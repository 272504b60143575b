//! ParsePlan: `plan.json`, the structure of whatever `plan.md` says now: sections, ids, dated rows,
//! sums in tables and diagrams.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use serde::{Deserialize, Serialize};

use crate::artifact::Kind;
use crate::task::{By, Context, Phase, Produced, Task, TaskError, hard, output};

pub(super) const TASK: Task = Task {
    name: "ParsePlan",
    phase: Phase::GeneratingPlan,
    version: 5,
    inputs: &[hard("plan.md")],
    outputs: &[output("plan.json", Kind::Plan)],
    weight: 1,
    by: By::Code,
    run,
};

/// `plan.json`.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Plan {
    pub(super) title: String,
    pub(super) sections: Vec<Section>,
    /// Every id the text mentions.
    pub(super) ids: BTreeSet<String>,
    /// The total of working days that the text states.
    pub(super) total_days: Option<u64>,
    /// The end that the goal states, as the text has it.
    #[serde(default)]
    pub(super) end: Option<String>,
    /// The total of money that the text states.
    pub(super) total_budget: Option<i64>,
    /// The money that the goal says is needed.
    #[serde(default)]
    pub(super) needed: Option<i64>,
    /// The reserve in the budget's table.
    #[serde(default)]
    pub(super) reserve: Option<i64>,
    /// Table rows that begin with a task and have a start and an end.
    pub(super) rows: Vec<DatedRow>,
    /// Sums in tables.
    pub(super) sums: Vec<TableSum>,
    pub(super) diagrams: Vec<Diagram>,
}

/// A heading and how much stands below it.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Section {
    pub(super) heading: String,
    pub(super) level: usize,
    pub(super) words: usize,
}

/// A task with its two days, as the text has them.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct DatedRow {
    pub(super) id: String,
    pub(super) start: String,
    pub(super) end: String,
}

/// A row that claims to be the sum of those above it.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TableSum {
    pub(super) section: String,
    pub(super) label: String,
    pub(super) stated: i64,
    pub(super) computed: i64,
}

/// A fenced block with a diagram.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Diagram {
    /// The word after the fence.
    pub(super) language: String,
    /// The line of the fence, from 1.
    pub(super) line: usize,
    pub(super) source: String,
}

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    Ok(vec![ctx.computed("plan.json", &parse(ctx.inputs.text("plan.md")?))])
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the pattern is valid")
}

static ID: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(?:[FADRSTM]\d+|W\d+(?:\.\d+)?)\b"));
static TOTAL: LazyLock<Regex> = LazyLock::new(|| pattern(r"Total:\s*(\d+)\s*(?:working\s+)?days"));
static MONEY: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"Total budget:\s*(\d[\d\u{a0}\u{202f} ,.']*)"));
static NEEDED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?m)^- \*\*Money needed:\*\*\s*(\d[\d\u{a0}\u{202f} ,.']*)"));
static RESERVE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?m)^\|[^|\n]*\|\s*Reserve\s*\|\s*(\d[\d\u{a0}\u{202f} ,.']*)"));
static END: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?m)^- \*\*End:\*\*\s*(\d{4}-\d{2}-\d{2})"));
static DAY: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\d{4}-\d{2}-\d{2}$"));

/// The structure of a plan as it stands.
pub(super) fn parse(text: &str) -> Plan {
    let mut plan = Plan::default();
    let mut prose = String::new();
    let mut table: Option<Table> = None;
    let mut fence: Option<Diagram> = None;
    for (idx, line) in text.lines().enumerate() {
        if let Some(open) = &mut fence {
            if line.trim_start().starts_with("```") {
                plan.diagrams.extend(fence.take());
            } else {
                open.source.push_str(line);
                open.source.push('\n');
            }
            continue;
        }
        if let Some(info) = line.trim_start().strip_prefix("```") {
            // A picture is worth at least a word.
            if let Some(section) = plan.sections.last_mut() {
                section.words += 1;
            }
            let language = info.trim().to_owned();
            fence = Some(Diagram { language, line: idx + 1, source: String::new() });
            continue;
        }
        let level = line.bytes().take_while(|&byte| byte == b'#').count();
        if level == 1 && plan.title.is_empty() {
            plan.title = super::unmarked(line[1..].trim());
        } else if (2..=3).contains(&level) {
            let heading = line[level..].trim().to_owned();
            plan.sections.push(Section { heading, level, words: 0 });
            table = None;
        } else if let Some(section) = plan.sections.last_mut() {
            section.words += line.split_whitespace().count();
        }
        prose.push_str(line);
        prose.push('\n');
        if line.trim_start().starts_with('|') {
            let section = plan.sections.last().map_or("", |it| it.heading.as_str()).to_owned();
            let open = table.get_or_insert_with(|| Table { section, ..Table::default() });
            open.row(&cells(line), &mut plan);
        } else {
            table = None;
        }
    }
    plan.ids = ID.find_iter(&prose).map(|found| found.as_str().to_owned()).collect();
    plan.total_days = TOTAL.captures(&prose).and_then(|found| found[1].parse().ok());
    plan.end = END.captures(&prose).map(|found| found[1].to_owned());
    let stated = |pattern: &Regex, text: &str| pattern.captures(text).and_then(|it| number(&it[1]));
    plan.total_budget = stated(&MONEY, &prose);
    plan.needed = stated(&NEEDED, text);
    plan.reserve = stated(&RESERVE, text);
    plan.diagrams.retain(|diagram| crate::draw::Notation::of_fence(&diagram.language).is_some());
    plan
}

/// A table while it is read: which column is summed, and how far the sum is.
#[derive(Default)]
struct Table {
    section: String,
    column: Option<usize>,
    sum: i64,
    rows: usize,
}

/// Headings of columns that are added up.
const SUMMED: [&str; 4] = ["Likely", "Monthly", "Amount", "Cost"];

impl Table {
    fn row(&mut self, cells: &[&str], plan: &mut Plan) {
        self.rows += 1;
        if self.rows == 1 {
            self.column = cells.iter().position(|cell| SUMMED.contains(cell));
            return;
        }
        if let Some(id) = cells.first().filter(|id| id.starts_with('W') && id.contains('.')) {
            let days: Vec<&&str> = cells.iter().filter(|cell| DAY.is_match(cell)).collect();
            if let [start, end] = days[..] {
                let (id, start, end) = ((*id).to_owned(), (*start).to_string(), (*end).to_string());
                plan.rows.push(DatedRow { id, start, end });
            }
        }
        let Some(column) = self.column else { return };
        let Some(stated) = cells.get(column).and_then(|cell| number(cell)) else { return };
        let label = cells.iter().take(column).find(|cell| {
            let lower = cell.to_lowercase();
            lower.starts_with("total") || lower.starts_with("subtotal") || lower.starts_with("sum")
        });
        match label {
            None => self.sum += stated,
            Some(label) => plan.sums.push(TableSum {
                section: self.section.clone(),
                label: (*label).to_owned(),
                stated,
                computed: self.sum,
            }),
        }
    }
}

/// The cells of a table row, without its outer bars.
fn cells(line: &str) -> Vec<&str> {
    line.trim().trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('*')).collect()
}

/// A whole number with any usual mark between thousands.
fn number(text: &str) -> Option<i64> {
    let text = text.trim().trim_end_matches(['.', ',']);
    let (sign, text) = text.strip_prefix(['-', '−']).map_or((1, text), |rest| (-1, rest));
    let digits: String = text
        .chars()
        .filter(|it| !matches!(it, ' ' | '\u{a0}' | '\u{202f}' | ',' | '.' | '\''))
        .collect();
    digits.parse::<i64>().ok().map(|value| sign * value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_words_ids_and_totals_are_found() {
        let plan = parse(
            "# T\n\nx\n\n## A\n\none two W1.1\n\n### B\n\n## C\nTotal: 12 working days\n\
             Total budget: 12\u{a0}500 EUR.\n",
        );
        assert_eq!(plan.title, "T");
        assert_eq!(plan.sections[0], Section { heading: "A".to_owned(), level: 2, words: 3 });
        assert_eq!(plan.sections[1].words, 0);
        assert!(plan.ids.contains("W1.1"));
        assert_eq!((plan.total_days, plan.total_budget), (Some(12), Some(12_500)));
    }

    #[test]
    fn sums_rows_and_diagrams_of_tables_are_found() {
        let plan = parse(
            "## Budget\n\n| Item | Likely |\n|---|---|\n| a | 1 000 |\n| b | 500 |\n| Subtotal | 1 500 |\n\
             | Reserve | 100 |\n| Total | 1 700 |\n\n## S\n\n| Id | Task | Start | End |\n|---|---|---|---|\n\
             | W1.1 | x | 2027-01-04 | 2027-01-05 |\n\n```mermaid\ngantt\n```\n\n```text\nW9.9\n```\n",
        );
        let sums: Vec<(i64, i64)> =
            plan.sums.iter().map(|sum| (sum.stated, sum.computed)).collect();
        assert_eq!(sums, [(1500, 1500), (1700, 1600)]);
        assert_eq!(plan.rows[0].end, "2027-01-05");
        assert_eq!(plan.diagrams.len(), 1);
        assert_eq!((plan.diagrams[0].line, plan.diagrams[0].source.as_str()), (17, "gantt\n"));
        assert!(!plan.ids.contains("W9.9"), "code is not prose");
    }
}
