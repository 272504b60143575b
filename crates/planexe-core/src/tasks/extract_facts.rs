//! ExtractFacts: every amount, date, span, head count, place, trait and demand of the prompt, with
//! its quote. The same code in every mode; reading is in `facts/`.

use serde_json::json;

use crate::artifact::Kind;
use crate::facts;
use crate::session::SessionId;
use crate::task::{By, Context, Phase, Produced, Task, TaskError, hard, output};

pub(super) const TASK: Task = Task {
    name: "ExtractFacts",
    phase: Phase::Initializing,
    version: 3,
    inputs: &[hard("prompt.md")],
    outputs: &[output("facts.json", Kind::Intermediate)],
    weight: 1,
    by: By::Code,
    run,
};

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let today = SessionId::day(ctx.session).unwrap_or_else(facts::edition);
    let facts = facts::read(ctx.inputs.text("prompt.md")?, today);
    let notice = "found in the prompt by pattern, no language model";
    let value = json!({ "notice": notice, "today": facts.today, "facts": facts.facts });
    Ok(vec![ctx.computed("facts.json", &value)])
}
