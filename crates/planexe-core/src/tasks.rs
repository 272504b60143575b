//! The planning pipeline: one file per task, and the table that makes a graph of them.

use crate::graph::Graph;
use crate::task::Task;

mod break_down_work;
mod build_report;
mod check_consistency;
mod compute_schedule;
mod extract_facts;
mod finalize_run;
mod identify_purpose;
mod identify_risks;
mod make_assumptions;
mod parse_plan;
mod self_audit;
mod write_detailed_plan;
mod write_executive_summary;
mod write_validation_report;

const TASKS: [Task; 14] = [
    extract_facts::TASK,
    identify_purpose::TASK,
    make_assumptions::TASK,
    break_down_work::TASK,
    identify_risks::TASK,
    compute_schedule::TASK,
    write_detailed_plan::TASK,
    parse_plan::TASK,
    write_executive_summary::TASK,
    check_consistency::TASK,
    self_audit::TASK,
    write_validation_report::TASK,
    build_report::TASK,
    finalize_run::TASK,
];

/// The graph every session follows: from `prompt.md` to `report.html` and `manifest.json`.
pub fn pipeline() -> Graph {
    Graph::new(&TASKS).expect("the table of tasks has no cycle and no double output")
}

#[cfg(test)]
mod tests;
