//! MakeAssumptions: what the prompt leaves open and the plan takes for granted.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::identify_purpose::Purpose;
use crate::answers::ANSWERS;
use crate::archetype;
use crate::artifact::Kind;
use crate::embedded::NOTICE;
use crate::facts::{self, DateRole, Facts, MoneyRole, YearSource};
use crate::id::AssumptionId;
use crate::task::{Ask, By, Context, Inputs, Phase, Produced, Task, TaskError, hard, output, soft};

pub(super) const TASK: Task = Task {
    name: "MakeAssumptions",
    phase: Phase::GeneratingPlan,
    version: 7,
    inputs: &[
        hard("prompt.md"),
        hard("facts.json"),
        hard("purpose.json"),
        hard("intake.json"),
        soft(ANSWERS),
    ],
    outputs: &[output("assumptions.json", Kind::Intermediate)],
    weight: 3,
    by: By::Planner(Ask {
        prompt: "List what a plan for this idea has to assume, four to ten items. For each: the \
                 statement, its basis (a verbatim quote of the prompt, or the word assumed), how much \
                 depends on it (sensitivity low, medium or high), and how to test it within two weeks. \
                 Do not assume anything that a fact already states.",
        shows: &["prompt.md", "facts.json", "intake.json", ANSWERS],
        schema: || {
            r#"{"type":"object","required":["assumptions"],"properties":{"assumptions":{"type":"array","minItems":1,"maxItems":12,"items":{"type":"object","required":["statement","basis","sensitivity","test"],"properties":{"statement":{"type":"string","minLength":1,"maxLength":300},"basis":{"type":"string","maxLength":200},"sensitivity":{"enum":["low","medium","high"]},"test":{"type":"string","minLength":1,"maxLength":300}}}}}}"#.to_owned()
        },
        faults,
        rules,
    }),
    run,
};

/// `assumptions.json`.
#[derive(Debug, Deserialize)]
pub(super) struct Assumptions {
    pub(super) assumptions: Vec<Assumption>,
}

/// Something taken for granted.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Assumption {
    /// `A1` and up.
    pub(super) id: AssumptionId,
    pub(super) statement: String,
    /// A quote, or `assumed`.
    pub(super) basis: String,
    pub(super) sensitivity: String,
    pub(super) test: String,
}

impl Assumption {
    /// Whether much rests on it and nothing supports it.
    pub(super) fn is_shaky(&self) -> bool {
        self.basis == "assumed" && self.sensitivity == "high"
    }
}

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let mut answer = ctx.answer()?;
    super::number(&mut answer.value["assumptions"], "A");
    Ok(vec![ctx.stamped("assumptions.json", answer.value, &answer.origin)])
}

/// A basis in quotation marks, or a sentence, must stand in the prompt.
fn faults(inputs: &Inputs, answer: &Value) -> Vec<String> {
    let Ok(prompt) = inputs.text("prompt.md") else { return Vec::new() };
    let bases = answer["assumptions"].as_array().into_iter().flatten().map(|one| &one["basis"]);
    let quotes = bases.filter_map(Value::as_str).filter(|basis| {
        let words = basis.trim_matches('"');
        basis.split_whitespace().count() > 2
            && !basis.starts_with(crate::lint::MODEL_KNOWLEDGE)
            && !words.split("\" and \"").all(|it| prompt.contains(it.trim_matches('"')))
    });
    let fault = |basis: &str| {
        format!(
            "the basis {basis:?} is not in prompt.md, letter by letter: quote it, or write assumed"
        )
    };
    quotes.map(fault).collect()
}

fn rules(inputs: &Inputs) -> Result<Value, TaskError> {
    let facts: Facts = inputs.read("facts.json")?;
    let purpose: Purpose = inputs.read("purpose.json")?;
    let archetype = archetype::find(&purpose.archetype);
    let mut list = Vec::new();
    let mut assume = |statement: String, basis: &str, sensitivity: &str, test: &str| {
        let one = json!({ "statement": statement, "basis": basis, "sensitivity": sensitivity,
                          "test": test });
        if !list.contains(&one) {
            list.push(one);
        }
    };
    let kind = if archetype.is_generic() {
        "Nobody named the kind of project: the work below is generic and has to be replaced by that of the trade.".to_owned()
    } else {
        format!("The idea is a project of the kind \"{}\".", archetype.title)
    };
    assume(
        kind,
        "assumed",
        "medium",
        "Read the work breakdown; if a third of it does not fit, name the kind in the prompt.",
    );
    match facts.budget() {
        Some(stated) => assume(
            format!(
                "\"{}\" {} all the money there is{}, taxes included.",
                stated.quote, if stated.quote.contains("\" and \"") { "are" } else { "is" }, grants(&facts)
            ),
            &stated.quote, "high", "Have whoever pays confirm amount, currency and date in writing.",
        ),
        None => assume(
            "The budget is not stated; the plan computes what is needed and nobody has agreed to it yet.".to_owned(),
            "assumed", "high", "Show the budget to whoever pays before the first contract.",
        ),
    }
    match facts.start() {
        Some((_, fact)) => assume(
            format!("Work can begin on the day of \"{}\".", fact.quote),
            &fact.quote,
            "medium",
            "Ask everybody in the team for that week's calendar.",
        ),
        None => assume(
            "No start is stated: work begins on the next working day.".to_owned(),
            "assumed",
            "medium",
            "Ask everybody in the team for the calendar of the first month, or name a start in the prompt and resume.",
        ),
    }
    let holidays = facts.country().filter(|country| country.has_holidays()).map_or_else(
        || "five working days a week; only 25 December and 1 January are free".to_owned(),
        |country| {
            format!(
                "five working days a week without the national public holidays of {}",
                country.name()
            )
        },
    );
    let test = "Compare with the calendar of the place; regional holidays are not in it.";
    assume(format!("The calendar has {holidays}."), "assumed", "low", test);
    size(&facts, archetype, &mut assume);
    let prices = if facts.currency().is_some_and(|currency| currency != facts::Currency::EUR) {
        "Reference prices are European ones, turned into this currency at a rounded rate."
    } else {
        "Reference prices are typical European ones."
    };
    assume(
        prices.to_owned(),
        "assumed",
        "medium",
        "Replace the five largest lines of the budget by local offers.",
    );
    if facts.has("within_union") && archetype.minds("within_union") {
        assume(
            "Everybody who moves is a citizen of the European Union and needs no permit."
                .to_owned(),
            "assumed",
            "high",
            "Look at every passport; for others add the permit to the plan.",
        );
    }
    for (money, fact) in facts.monies().filter(|(money, _)| money.currency_assumed) {
        let statement = format!("\"{}\" is in {}.", fact.quote, money.currency);
        assume(statement, &fact.quote, "medium", "Name the currency in the prompt and resume.");
    }
    if let Some((hours, fact)) = facts.hours_a_week() {
        assume(
            format!("{hours} hours a week are really there, every week of the plan."),
            if fact.quote.contains(|letter: char| letter.is_ascii_digit()) {
                fact.quote.as_str()
            } else {
                "assumed"
            },
            "high",
            "Keep a diary of the hours for three weeks before promising a date.",
        );
    }
    let moments = facts.moments().filter(|(moment, _)| moment.role != DateRole::Background);
    for (moment, fact) in moments.filter(|(moment, _)| moment.year != YearSource::Stated) {
        let (quote, date) = (&fact.quote, moment.to);
        let statement = if moment.year == YearSource::Relative {
            format!("\"{quote}\" counts from {}, the day of this session: {date}.", facts.today)
        } else {
            format!("\"{quote}\" means {date}, the next one that fits.")
        };
        assume(statement, quote, "low", "State the day with its year in the prompt and resume.");
    }
    Ok(json!({ "assumptions": list, "notice": NOTICE }))
}

/// Money that may come on top and is not counted.
fn grants(facts: &Facts) -> String {
    facts.money(MoneyRole::Grant).map_or_else(String::new, |(_, fact)| {
        format!("; \"{}\" is not counted before it is granted", fact.quote)
    })
}

/// The stated size, where costs go by it.
fn size(
    facts: &Facts,
    archetype: &archetype::Archetype,
    assume: &mut impl FnMut(String, &str, &str, &str),
) {
    let is_paid = facts.family().is_none() && archetype.pays_per(archetype::Per::Head, facts);
    if let Some((_, fact)) = facts.audience().filter(|_| is_paid) {
        assume(
            format!("\"{}\" is the number to plan for, not a hope.", fact.quote),
            &fact.quote,
            "medium",
            "Compare with a similar case before the first order.",
        );
    }
}
