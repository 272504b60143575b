//! ExtractFacts: every amount, date, span, count, place, name and demand of the prompt, with its quote,
//! and what could not be read. Patterns read it in every mode; a model adds what they miss.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answers::{self, ANSWERS};
use crate::artifact::Kind;
use crate::facts::{self, Said};
use crate::task::{
    Asks, By, Context, Inputs, Level, Phase, Produced, Task, TaskError, ask, hard, output, soft,
};

pub(super) const TASK: Task = Task {
    name: "ExtractFacts",
    phase: Phase::Initializing,
    version: 16,
    inputs: &[hard("prompt.md"), soft(ANSWERS)],
    outputs: &[output("facts.json", Kind::Intermediate)],
    weight: 2,
    by: By::Planner(ask::<Question>()),
    run,
};

struct Question;

/// What patterns read is shown to the model under the path where the result will stand.
const DRAFT: &str = "facts.json";

/// What a model found.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Found {
    #[schemars(length(max = 60))]
    facts: Vec<Said>,
}

impl Asks for Question {
    type Answer = Found;
    const PROMPT: &'static str = "List the facts that prompt.md states: amounts of money, dates, durations, counts of people and \
        things, places and demands. For each copy the words letter by letter (quote) and say what they mean: kind, role and values. \
        Dates are YYYY-MM-DD; a month or a quarter runs from its first to its last day. Roles of dates: start (work begins), deadline \
        (due by then), takes_place (an event on that day or in that range), others_begin, window (the work itself lies between the two days; preparation may come before), blackout (no work, no changes), \
        background. Roles of money: budget, part, share, each, cap, price, price_limit, rate, rent, income, grant, loan, monthly, \
        yearly, amount. List nothing that the prompt does not say. facts.json is what patterns read: to correct it, state the fact \
        with the same quote; to drop what is no fact of this project, give its quote the kind nothing.";
    const SHOWS: &'static [&'static str] = &["prompt.md", ANSWERS, DRAFT];

    fn faults(inputs: &Inputs, answer: &Found) -> Vec<String> {
        let Ok(text) = answers::material(inputs) else { return Vec::new() };
        let invented = answer.facts.iter().filter(|one| !text.contains(&one.quote));
        let invented = invented
            .map(|one| format!("the quote {:?} is not in prompt.md, letter by letter", one.quote));
        invented.chain(answer.facts.iter().filter_map(Said::misfit)).collect()
    }

    fn rules(_: &Inputs) -> Result<Found, TaskError> {
        Ok(Found { facts: Vec::new() })
    }
}

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let text = answers::material(ctx.inputs)?;
    let read = facts::read(&text, ctx.today);
    let mut inputs = ctx.inputs.clone();
    inputs.insert(DRAFT, serde_json::to_vec(&read).expect("facts are plain data"));
    let asked = Context { inputs: &inputs, ..*ctx };
    let (said, origin) = asked.answered::<Found>()?;
    let (facts, invented) = facts::merge(read, &text, &said.facts);
    if invented > 0 {
        ctx.report.log(
            Level::Warn,
            &format!("{invented} quotes of the model are not in the prompt and were dropped"),
        );
    }
    let by = if said.facts.is_empty() {
        "rules: patterns over the prompt".to_owned()
    } else {
        format!("patterns, and {origin}")
    };
    Ok(vec![ctx.written("facts.json", &facts, &by)])
}
