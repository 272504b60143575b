//! IdentifyPurpose: what the idea is about, which kind of project it is, and how success shows.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::archetype::{self, ARCHETYPES};
use crate::artifact::Kind;
use crate::facts::Facts;
use crate::providers::embedded::NOTICE;
use crate::task::{Ask, By, Context, Inputs, Phase, Produced, Task, TaskError, hard, output};

pub(super) const TASK: Task = Task {
    name: "IdentifyPurpose",
    phase: Phase::GeneratingPlan,
    version: 2,
    inputs: &[hard("prompt.md"), hard("facts.json")],
    outputs: &[output("purpose.json", Kind::Intermediate)],
    weight: 2,
    by: By::Planner(Ask {
        prompt: "Say what the idea in prompt.md is about: a short title (topic), the goal in one \
                 sentence that keeps the prompt's own numbers (goal), how success is measured \
                 (success), whether it is business, personal, public or other (purpose), whether it \
                 happens at a physical place or is digital (setting), the words of the prompt that \
                 show it (evidence), and the closest archetype: software_product, event, \
                 construction, food_retail, online_shop, service_business, research, campaign, \
                 relocation, course, nonprofit, manufacturing, compliance, publication or generic.",
        shows: &["prompt.md"],
        schema: r#"{"type":"object","required":["topic","goal","success","purpose","archetype","setting","evidence"],"properties":{"topic":{"type":"string","minLength":1,"maxLength":120},"goal":{"type":"string","minLength":1,"maxLength":500},"success":{"type":"string","minLength":1,"maxLength":400},"purpose":{"enum":["business","personal","public","other"]},"archetype":{"type":"string","maxLength":40},"setting":{"enum":["physical","digital","unknown"]},"evidence":{"type":"array","maxItems":10,"items":{"type":"string","maxLength":80}},"confidence":{"type":"string","maxLength":200},"notice":{"type":"string"}}}"#,
        faults,
        rules,
    }),
    run,
};

/// What later tasks read of `purpose.json`.
#[derive(Debug, Deserialize)]
pub(super) struct Purpose {
    pub(super) topic: String,
    pub(super) goal: String,
    pub(super) success: String,
    pub(super) archetype: String,
    #[serde(default)]
    pub(super) confidence: String,
}

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let answer = ctx.answer()?;
    Ok(vec![ctx.stamped("purpose.json", answer.value, &answer.origin)])
}

fn faults(_: &Inputs, answer: &Value) -> Vec<String> {
    let id = answer["archetype"].as_str().unwrap_or_default();
    if ARCHETYPES.iter().any(|archetype| archetype.id == id) {
        return Vec::new();
    }
    let known: Vec<&str> = ARCHETYPES.iter().map(|archetype| archetype.id.as_str()).collect();
    vec![format!("archetype {id:?} does not exist; use one of {}", known.join(", "))]
}

fn rules(inputs: &Inputs) -> Result<Value, TaskError> {
    let prompt = inputs.text("prompt.md")?;
    let facts: Facts = inputs.read("facts.json")?;
    let (archetype, evidence) = archetype::recognise(prompt);
    let confidence = match evidence.len() {
        0 => "low: no word of the prompt points to a kind of project".to_owned(),
        1 => format!("medium: one word, \"{}\"", evidence[0]),
        _ => format!("good: {} words", evidence.len()),
    };
    Ok(json!({
        "topic": topic(prompt), "goal": goal(prompt),
        "success": archetype.fill(&archetype.success, &facts),
        "purpose": archetype.purpose, "archetype": archetype.id, "setting": archetype.setting,
        "evidence": evidence, "confidence": confidence, "notice": NOTICE,
    }))
}

/// The first line of text, without its Markdown.
fn first_line(prompt: &str) -> &str {
    let line = prompt.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    line.trim_start_matches(['#', ' ', '-', '*'])
}

/// The first sentence, as long as it is.
fn goal(prompt: &str) -> String {
    let line = first_line(prompt);
    let is_end = |(at, letter): &(usize, char)| {
        matches!(letter, '.' | '!' | '?') && line[at + 1..].starts_with([' ', '\u{a0}'])
    };
    let end = line.char_indices().find(is_end).map_or(line.len(), |(at, _)| at);
    let sentence = line[..end].trim_end_matches(['.', '!', '?', ' ']);
    let sentence = if sentence.is_empty() { "The prompt states no goal" } else { sentence };
    format!("{sentence}.")
}

/// The goal, cut at a clause so that it fits a title.
fn topic(prompt: &str) -> String {
    let goal = goal(prompt);
    let goal = goal.trim_end_matches('.');
    let clause = goal.split([',', ';', ':', '(']).next().unwrap_or(goal).trim();
    let title = if clause.chars().count() >= 8 { clause } else { goal };
    if title.chars().count() <= 80 {
        return title.to_owned();
    }
    let mut short = String::new();
    for word in title.split_whitespace() {
        if short.chars().count() + word.chars().count() > 76 {
            break;
        }
        if !short.is_empty() {
            short.push(' ');
        }
        short.push_str(word);
    }
    format!("{}…", if short.is_empty() { title.chars().take(76).collect() } else { short })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_a_clause_and_a_goal_is_a_sentence() {
        let prompt = "# Open a café in Porto, 40 seats, for 80.000 EUR. It must be quiet.\n";
        assert_eq!(topic(prompt), "Open a café in Porto");
        assert_eq!(goal(prompt), "Open a café in Porto, 40 seats, for 80.000 EUR.");
        assert_eq!(topic("x"), "x");
        assert_eq!(goal("\n"), "The prompt states no goal.");
    }
}
