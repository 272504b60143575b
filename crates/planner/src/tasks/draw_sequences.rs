//! DrawSequences: who has to say yes to what, in which order, and what happens after a no.

use std::fmt::Write as _;

use super::break_down_work::Wbs;
use super::choose_strategy::Decisions;
use super::map_stakeholders::{Stakeholder, Stakeholders};
use super::{picture, plain};
use crate::artifact::Kind;
use crate::draw::Notation;
use crate::task::{By, Context, Phase, Produced, Task, TaskError, hard, output};

pub(super) const TASK: Task = Task {
    name: "DrawSequences",
    phase: Phase::GeneratingPlan,
    version: 3,
    inputs: &[hard("stakeholders.json"), hard("decisions.json"), hard("wbs.json")],
    outputs: &[
        output("diagrams/approvals.puml", Kind::Plan),
        output("diagrams/approvals.svg", Kind::Plan),
    ],
    weight: 2,
    by: By::Drawing,
    run,
};

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let stakeholders: Stakeholders = ctx.inputs.read("stakeholders.json")?;
    let decisions: Decisions = ctx.inputs.read("decisions.json")?;
    let wbs: Wbs = ctx.inputs.read("wbs.json")?;
    let source = approvals(&stakeholders, &decisions, &wbs);
    Ok(vec![
        picture(ctx, "diagrams/approvals.svg", Notation::PlantUml, &source)?,
        Produced::text("diagrams/approvals.puml", source),
    ])
}

/// One round trip for each approval, in the order in which the work needs them.
fn approvals(stakeholders: &Stakeholders, decisions: &Decisions, wbs: &Wbs) -> String {
    let position = |one: &Stakeholder| {
        let before = one.before.as_deref().unwrap_or_default();
        wbs.entries().position(|(_, entry)| entry.title == before).unwrap_or(usize::MAX)
    };
    let mut asked: Vec<&Stakeholder> =
        stakeholders.stakeholders.iter().filter(|one| one.approves.is_some()).collect();
    asked.sort_by_key(|one| position(one));
    let mut out = String::from("@startuml\nhide footbox\nautonumber\n");
    let _ = writeln!(out, "actor \"{}\" as lead", plain(&wbs.lead));
    for one in &asked {
        let _ = writeln!(out, "participant \"{}\" as {}", plain(&one.name), one.id.to_lowercase());
    }
    for decision in &decisions.decisions {
        let _ = writeln!(out, "lead -> lead : {} {}", decision.id, plain(&decision.question));
    }
    for one in asked {
        let id = one.id.to_lowercase();
        let what = plain(one.approves.as_deref().unwrap_or_default());
        let _ = writeln!(out, "lead -> {id} ++ : asks for {what}\\n({})", plain(&one.needs));
        out.push_str("alt yes\n");
        let before = one.before.as_deref().filter(|before| !before.is_empty());
        let next = before.map_or_else(String::new, |before| format!("\\nnow: {}", plain(before)));
        let _ = writeln!(out, "  {id} --> lead : approved{next}");
        let _ = writeln!(out, "else no\n  {id} --> lead -- : reasons in writing");
        out.push_str("  lead -> lead : change the plan or stop here\nend\n");
    }
    out.push_str("@enduml\n");
    out
}
