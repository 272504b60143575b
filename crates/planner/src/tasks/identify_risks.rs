//! IdentifyRisks: what may go wrong, how likely, how bad, who answers for it and how it shows early.

use serde::Deserialize;
use serde_json::{Value, json};

use super::identify_purpose::Purpose;
use super::make_assumptions::Assumptions;
use crate::archetype::{self, Archetype};
use crate::artifact::Kind;
use crate::embedded::NOTICE;
use crate::facts::{DemandRole, Fact, Facts, Money, amount};
use crate::id::{RiskId, Role};
use crate::task::{
    Ask, By, Context, Inputs, Phase, Produced, Task, TaskError, hard, no_faults, output, soft,
};

pub(super) const TASK: Task = Task {
    name: "IdentifyRisks",
    phase: Phase::GeneratingPlan,
    version: 7,
    inputs: &[
        soft("prompt.md"),
        hard("facts.json"),
        hard("purpose.json"),
        hard("assumptions.json"),
        hard("decisions.json"),
    ],
    outputs: &[output("risks.json", Kind::Intermediate)],
    weight: 3,
    by: By::Planner(Ask {
        prompt: "List four to twelve risks of this project. For each: cause, event, effect, probability \
                 and impact from 1 to 5, the role that owns it, the response, and the early sign that \
                 triggers the response (trigger, something that can be observed or counted). Include \
                 what follows from the facts and from assumptions that nothing supports.",
        shows: &["purpose.json", "facts.json", "assumptions.json", "decisions.json"],
        schema: || {
            r#"{"type":"object","required":["risks"],"properties":{"risks":{"type":"array","minItems":1,"maxItems":12,"items":{"type":"object","required":["cause","event","effect","probability","impact","owner","response","trigger"],"properties":{"cause":{"type":"string","maxLength":200},"event":{"type":"string","minLength":1,"maxLength":200},"effect":{"type":"string","minLength":1,"maxLength":200},"probability":{"type":"integer","minimum":1,"maximum":5},"impact":{"type":"integer","minimum":1,"maximum":5},"owner":{"type":"string","minLength":1,"maxLength":80},"response":{"type":"string","minLength":1,"maxLength":300},"trigger":{"type":"string","minLength":1,"maxLength":200}}}}}}"#.to_owned()
        },
        faults: no_faults,
        rules,
    }),
    run,
};

/// `risks.json`.
#[derive(Debug, Deserialize)]
pub(super) struct Risks {
    pub(super) risks: Vec<Risk>,
}

/// Something that may go wrong.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Risk {
    /// `R1` and up.
    pub(super) id: RiskId,
    #[serde(default)]
    pub(super) cause: String,
    pub(super) event: String,
    pub(super) effect: String,
    pub(super) probability: u64,
    pub(super) impact: u64,
    #[serde(default)]
    pub(super) owner: Role,
    pub(super) response: String,
    #[serde(default)]
    pub(super) trigger: String,
}

impl Risk {
    /// Probability times impact, 1 to 25.
    pub(super) fn score(&self) -> u64 {
        self.probability * self.impact
    }
}

impl Risks {
    /// The worst first; equals keep their order.
    pub(super) fn by_score(&self) -> Vec<&Risk> {
        let mut risks: Vec<&Risk> = self.risks.iter().collect();
        risks.sort_by_key(|risk| std::cmp::Reverse(risk.score()));
        risks
    }
}

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let mut answer = ctx.answer()?;
    super::number(&mut answer.value["risks"], "R");
    Ok(vec![ctx.stamped("risks.json", answer.value, &answer.origin)])
}

/// More than anybody keeps an eye on; also the limit of the schema.
const MOST: usize = 12;

/// Demands beyond these share the tests of the others.
const DEMANDS: usize = 3;

/// What happens when a demand is forgotten.
fn unmet(fact: &Fact, archetype: &Archetype, facts: &Facts) -> Value {
    let proves = archetype
        .work(archetype.proves_at())
        .map_or_else(String::new, |work| archetype.fill(&work.title, facts));
    let id = &fact.id;
    // The demand has a task of its own; what it hangs on may fail all the same.
    json!({
        "cause": format!("\"{}\" ({id}) hangs on people or things that are not under control here", fact.quote),
        "event": format!("what provides for {id} is not there when it counts"),
        "effect": format!("\"{proves}\" is called off, or goes on against the demand"),
        "probability": 3, "impact": 4, "owner": archetype.lead(),
        "response": "a second way named in writing; without either of them it does not take place",
        "trigger": format!("no confirmation for {id} two weeks before \"{proves}\""),
    })
}

/// What happens when each one sold costs more than the stated price bears.
fn dear(price: &Money, fact: &Fact, lead: &str) -> Value {
    let unit = price.unit.as_deref().unwrap_or("customer");
    let (third, currency) = (amount((price.amount + 2) / 3), price.currency);
    json!({
        "cause": format!("\"{}\" is what a {unit} pays, whatever it costs to serve one", fact.quote),
        "event": format!("a {unit} costs more in services, support and fees than the price bears"),
        "effect": "every further customer makes the loss larger",
        "probability": 3, "impact": 4, "owner": lead,
        "response": format!("write down each month what one {unit} costs; drop or charge for what takes it above {third} {currency}"),
        "trigger": format!("more than {third} {currency} (a third of the price) for one {unit} in any month"),
    })
}

fn rules(inputs: &Inputs) -> Result<Value, TaskError> {
    let facts: Facts = inputs.read("facts.json")?;
    let purpose: Purpose = inputs.read("purpose.json")?;
    let assumptions: Assumptions = inputs.read("assumptions.json")?;
    let archetype = archetype::find(&purpose.archetype);
    let lead = archetype.lead();
    let mut risks = Vec::new();
    for risk in archetype.risks.iter().filter(|risk| risk.applies(&facts)) {
        risks.push(json!({
            "cause": risk.cause, "event": archetype.fill(&risk.event, &facts),
            "effect": risk.effect, "probability": risk.p, "impact": risk.i,
            "owner": risk.owner(archetype), "response": risk.response, "trigger": risk.trigger,
        }));
    }
    // What is sold once has no month in which it could cost too much.
    let lasting = facts.price().filter(|(money, _)| money.period.is_some());
    risks.extend(lasting.map(|(price, fact)| dear(price, fact, lead)));
    // A price has a risk of its own.
    let is_open =
        |fact: &&Fact| !facts.price().is_some_and(|(_, price)| fact.quote.contains(&price.quote));
    // What must not be hangs on nobody else.
    let open = facts.demands().filter(|(role, _)| *role != DemandRole::MustNot);
    let open = open.map(|(_, fact)| fact).filter(is_open).take(DEMANDS);
    risks.extend(open.map(|fact| unmet(fact, archetype, &facts)));
    for assumption in assumptions.assumptions.iter().filter(|one| one.is_shaky()) {
        let id = &assumption.id;
        risks.push(json!({
            "cause": format!("{id} is assumed, not stated ({})", super::uncapitalised(assumption.statement.trim_end_matches('.'))),
            "event": "it turns out otherwise",
            "effect": "dates or amounts change after promises were made on them",
            "probability": 3, "impact": 3, "owner": lead,
            "response": super::uncapitalised(assumption.test.trim_end_matches('.')),
            "trigger": "not tested two weeks after the start",
        }));
    }
    // Ids follow the order in which readers meet the risks: the worst first.
    let score = |risk: &Value| {
        risk["probability"].as_u64().zip(risk["impact"].as_u64()).map(|(p, i)| p * i)
    };
    risks.sort_by_key(|risk| std::cmp::Reverse(score(risk)));
    risks.truncate(MOST);
    Ok(json!({ "risks": risks, "notice": NOTICE }))
}
