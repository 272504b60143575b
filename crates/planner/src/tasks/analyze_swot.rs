//! AnalyzeSwot: what helps and what hinders, from inside and from outside.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::identify_purpose::Purpose;
use super::make_assumptions::Assumptions;
use super::text;
use crate::archetype;
use crate::artifact::Kind;
use crate::embedded::NOTICE;
use crate::facts::{Facts, MoneyRole};
use crate::task::{
    Ask, By, Context, Inputs, Phase, Produced, Task, TaskError, hard, no_faults, output, soft,
};

pub(super) const TASK: Task = Task {
    name: "AnalyzeSwot",
    phase: Phase::GeneratingPlan,
    version: 4,
    inputs: &[
        soft("prompt.md"),
        hard("facts.json"),
        hard("purpose.json"),
        hard("assumptions.json"),
        hard("decisions.json"),
    ],
    outputs: &[output("swot.md", Kind::Intermediate)],
    weight: 2,
    by: By::Planner(Ask {
        prompt: "Give strengths, weaknesses, opportunities and threats of this project, one to four \
                 each. Every item names something of this project; nothing that would be true of any.",
        shows: &["purpose.json", "facts.json", "assumptions.json", "decisions.json"],
        schema: || {
            r#"{"type":"object","required":["strengths","weaknesses","opportunities","threats"],"properties":{"strengths":{"type":"array","maxItems":5,"items":{"type":"string","maxLength":240}},"weaknesses":{"type":"array","maxItems":5,"items":{"type":"string","maxLength":240}},"opportunities":{"type":"array","maxItems":5,"items":{"type":"string","maxLength":240}},"threats":{"type":"array","maxItems":5,"items":{"type":"string","maxLength":240}}}}"#.to_owned()
        },
        faults: no_faults,
        rules,
    }),
    run,
};

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let answer = ctx.answer()?;
    let mut swot = format!("# SWOT\n\n*{}*\n", super::notice(ctx, &answer));
    for (heading, field) in [
        ("Strengths", "strengths"),
        ("Weaknesses", "weaknesses"),
        ("Opportunities", "opportunities"),
        ("Threats", "threats"),
    ] {
        let items: Vec<_> = answer.value[field].as_array().into_iter().flatten().collect();
        if items.is_empty() {
            continue;
        }
        let _ = write!(swot, "\n## {heading}\n\n");
        for item in items {
            let _ = writeln!(swot, "- {}", text(item));
        }
    }
    Ok(vec![Produced::text("swot.md", swot)])
}

fn rules(inputs: &Inputs) -> Result<Value, TaskError> {
    let facts: Facts = inputs.read("facts.json")?;
    let purpose: Purpose = inputs.read("purpose.json")?;
    let assumptions: Assumptions = inputs.read("assumptions.json")?;
    let archetype = archetype::find(&purpose.archetype);
    let mut strengths = Vec::new();
    if let Some(stated) = facts.budget() {
        strengths.push(format!("The money is named: \"{}\".", stated.quote));
    }
    if let Some((count, quote)) = facts.team() {
        strengths.push(format!("The team is known, {count} people: \"{quote}\"."));
    }
    strengths.extend(facts.place().map(|place| format!("The place is known: {}.", place.name)));
    let shaky = assumptions.assumptions.iter().filter(|one| one.basis == "assumed");
    let mut weaknesses: Vec<String> = shaky
        .filter(|one| one.sensitivity == "high")
        .map(|one| format!("Untested ({}): {}", one.id, one.statement))
        .collect();
    if weaknesses.is_empty() {
        weaknesses.push("Durations and prices are reference values, not offers.".to_owned());
    }
    // What else may help a project of its kind, rules do not know.
    let grants = facts.monies().filter(|(money, _)| money.role == MoneyRole::Grant);
    let grants = grants.map(|(_, fact)| format!("\"{}\" may come on top.", fact.quote));
    let mut risks: Vec<_> = archetype.risks.iter().filter(|risk| risk.applies(&facts)).collect();
    risks.sort_by_key(|risk| std::cmp::Reverse(risk.p * risk.i));
    let threats = risks.iter().take(3).map(|risk| {
        let event = archetype.fill(&risk.event, &facts);
        format!("{}: {event}.", super::sentence(risk.cause.trim_end_matches('.')))
    });
    Ok(json!({
        "strengths": strengths, "weaknesses": weaknesses,
        "opportunities": grants.collect::<Vec<_>>(),
        "threats": threats.collect::<Vec<_>>(), "notice": NOTICE,
    }))
}
