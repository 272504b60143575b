//! IntakePrompt: what the prompt leaves open, and what to ask before much work is done.

use serde_json::{Value, json};

use crate::archetype::{self, Archetype, Per};
use crate::artifact::Kind;
use crate::facts::{self, Facts, Limit};
use crate::providers::embedded::NOTICE;
use crate::task::{
    Ask, By, Context, Inputs, Phase, Produced, Task, TaskError, hard, no_faults, output,
};

pub(super) const TASK: Task = Task {
    name: "IntakePrompt",
    phase: Phase::Initializing,
    version: 3,
    inputs: &[hard("prompt.md")],
    outputs: &[output("intake.json", Kind::Intermediate)],
    weight: 2,
    by: By::Planner(Ask {
        prompt: "Read the idea in prompt.md as a sceptical project lead. List what is missing for a \
                 plan (missing), what can be read in two ways (ambiguous), the questions to ask first, \
                 at most six (questions), and anything unlawful, dangerous or impossible \
                 (red_flags, empty if none). Do not answer the questions.",
        shows: &["prompt.md"],
        schema: r#"{"type":"object","required":["missing","ambiguous","questions","red_flags"],"properties":{"missing":{"type":"array","maxItems":8,"items":{"type":"string","maxLength":200}},"ambiguous":{"type":"array","maxItems":6,"items":{"type":"string","maxLength":300}},"questions":{"type":"array","maxItems":6,"items":{"type":"string","maxLength":300}},"red_flags":{"type":"array","maxItems":6,"items":{"type":"string","maxLength":300}}}}"#,
        faults: no_faults,
        rules,
    }),
    run,
};

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let answer = ctx.answer()?;
    Ok(vec![ctx.stamped("intake.json", answer.value, &answer.origin)])
}

fn rules(inputs: &Inputs) -> Result<Value, TaskError> {
    let prompt = inputs.text("prompt.md")?;
    // Which day it is does not matter here: what is open is open on any day.
    let facts = facts::read(prompt, facts::edition());
    let (archetype, evidence) = archetype::recognise(prompt);
    let mut open = Open::default();
    open.look(&facts, archetype);
    let mut ambiguous = Vec::new();
    for fact in facts.of(facts::Kind::Date).filter(|fact| fact.lacks_year()) {
        ambiguous
            .push(format!("\"{}\" names no year; the next one that fits is taken.", fact.quote));
    }
    let budgets = facts.of(facts::Kind::Money).filter(|fact| fact.role == "budget");
    let quotes: Vec<String> = budgets.map(|fact| format!("\"{}\"", fact.quote)).collect();
    if quotes.len() > 1 {
        let all = quotes.join(" and ");
        ambiguous.push(format!("{all} could each be the budget; the plan takes the largest."));
    }
    if evidence.is_empty() {
        let title = &archetype.title;
        ambiguous.push(format!("The kind of project is not clear; it is planned as \"{title}\"."));
    }
    if let Some(language) = language(prompt) {
        ambiguous.push(format!(
            "The prompt is in {language}; the plan is in English, and rules understand only part of the \
             prompt's words: compare its facts with the prompt."
        ));
    }
    let mut red_flags = Vec::new();
    let dates = facts.due().chain(facts.start());
    for (_, fact) in dates.filter(|(date, _)| *date < facts.today()) {
        red_flags.push(format!("\"{}\" lies in the past.", fact.quote));
        let question =
            format!("Which day is meant instead of \"{}\", which has passed?", fact.quote);
        open.questions.insert(0, question);
    }
    let words = prompt.split_whitespace().count();
    if words < 8 {
        open.missing.push(format!("Almost everything: the prompt has {words} words."));
    }
    open.questions.truncate(6);
    Ok(json!({
        "missing": open.missing, "ambiguous": ambiguous, "questions": open.questions,
        "red_flags": red_flags, "notice": NOTICE,
    }))
}

/// The language of a prompt that is not English, by its smallest words.
fn language(prompt: &str) -> Option<&'static str> {
    const SMALL: [(&str, [&str; 8]); 3] = [
        ("German", ["und", "ich", "der", "die", "eine", "mit", "für", "wir"]),
        ("French", ["et", "je", "les", "une", "avec", "pour", "nous", "dans"]),
        ("Spanish", ["y", "los", "una", "con", "para", "quiero", "del", "en"]),
    ];
    let lower = prompt.to_lowercase();
    let words: Vec<&str> = lower.split(|letter: char| !letter.is_alphanumeric()).collect();
    let found = |small: &[&str; 8]| words.iter().filter(|word| small.contains(word)).count();
    let best = SMALL.iter().max_by_key(|(_, small)| found(small))?;
    (found(&best.1) * 12 >= words.len() && found(&best.1) >= 3).then_some(best.0)
}

#[derive(Default)]
struct Open {
    missing: Vec<String>,
    questions: Vec<String>,
}

impl Open {
    fn look(&mut self, facts: &Facts, archetype: &Archetype) {
        let noun = archetype.audience_noun(facts);
        if facts.budget().is_none() {
            self.ask("The budget", "How much money is there, and who decides on it?");
        }
        if facts.start().is_none() && !matches!(facts.limit(), Some((Limit::Day(_), _))) {
            self.ask("A start date", "On which day can work begin?");
        }
        if facts.limit().is_none() {
            self.ask("A latest end", "What is the latest date that is still useful, and why?");
        }
        if archetype.pays_per(Per::Head, facts) && !archetype.heads(facts).1 {
            let question = format!("For how many {noun} is it meant?");
            self.ask(&format!("The number of {noun}"), &question);
        }
        if archetype.setting == "physical" && facts.place().is_none() {
            self.ask("The place", "In which town is it? Rules and prices depend on it.");
        }
        let is_work = archetype.purpose != "personal";
        if is_work && facts.team().is_none() && facts.named().next().is_none() {
            self.ask("Who works on it", "Who works on it, and for how many days a week?");
        }
    }

    fn ask(&mut self, missing: &str, question: &str) {
        self.missing.push(format!("{missing} is not stated."));
        self.questions.push(question.to_owned());
    }
}
