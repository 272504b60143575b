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
    version: 4,
    inputs: &[hard("prompt.md"), hard("facts.json")],
    outputs: &[output("purpose.json", Kind::Intermediate)],
    weight: 2,
    by: By::Planner(Ask {
        prompt: "Say what the idea in prompt.md is about: a short title (topic), the goal in one \
                 sentence that keeps the prompt's own numbers (goal), how success is measured \
                 (success), whether it is business, personal, public or other (purpose), whether it \
                 happens at a physical place or is digital (setting), the words of the prompt that \
                 show it (evidence), and the closest archetype; relocation is people who move and \
                 office_move a firm, plant_line is new machinery in a \
                 plant, manufacturing a product in series, medical_device anything that treats or \
                 diagnoses people, generic fits everything else.",
        shows: &["prompt.md"],
        schema: r#"{"type":"object","required":["topic","goal","success","purpose","archetype","setting","evidence"],"properties":{"topic":{"type":"string","minLength":1,"maxLength":120},"goal":{"type":"string","minLength":1,"maxLength":500},"success":{"type":"string","minLength":1,"maxLength":400},"purpose":{"enum":["business","personal","public","other"]},"archetype":{"enum":["software_product","film","medical_device","trip","it_migration","wedding","event","construction","food_retail","online_shop","service_business","research","campaign","office_move","relocation","course","nonprofit","plant_line","manufacturing","compliance","publication","generic"]},"setting":{"enum":["physical","digital","unknown"]},"evidence":{"type":"array","maxItems":10,"items":{"type":"string","maxLength":80}},"confidence":{"type":"string","maxLength":200}}}"#,
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
        "topic": topic(prompt, &facts, archetype.id == "relocation"), "goal": goal(prompt),
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

/// How people begin when they talk about what they want.
const WISHES: [&str; 26] = [
    "Ich möchte ",
    "Wir möchten ",
    "I want to ",
    "We want to ",
    "I would like to ",
    "We would like to ",
    "I'd like to ",
    "We'd like to ",
    "I need to ",
    "We need to ",
    "I plan to ",
    "We plan to ",
    "I am planning to ",
    "We are planning to ",
    "I have to ",
    "We have to ",
    "Help me to ",
    "Help me ",
    "Help us to ",
    "Help us ",
    "Please plan to ",
    "Please ",
    "Make a plan to ",
    "Make a plan for ",
    "Plan to ",
    "Plan ",
];

/// The first sentence, as long as it is, without the words of wishing around it.
fn goal(prompt: &str) -> String {
    let line = first_line(prompt);
    let is_end = |(at, letter): &(usize, char)| {
        matches!(letter, '.' | '!' | '?') && line[at + 1..].starts_with([' ', '\u{a0}'])
    };
    let end = line.char_indices().find(is_end).map_or(line.len(), |(at, _)| at);
    let sentence = line[..end].trim_end_matches(['.', '!', '?', ' ']);
    let wish = WISHES.iter().find_map(|wish| sentence.strip_prefix(wish));
    let sentence = match wish.filter(|rest| rest.split_whitespace().count() > 1) {
        Some(rest) => super::sentence(rest),
        None if sentence.is_empty() => "The prompt states no goal".to_owned(),
        None => super::sentence(sentence),
    };
    format!("{sentence}.")
}

/// The longest title.
const TITLE: usize = 90;

/// The goal, cut at a clause so that it fits a title. A move is named by its two places.
fn topic(prompt: &str, facts: &Facts, is_move: bool) -> String {
    if let (true, Some(from), Some(to)) = (is_move, facts.origin(), facts.place()) {
        return format!("Move from {from} to {to}");
    }
    let goal = goal(prompt);
    let goal = goal.trim_end_matches('.');
    let is_whole = |clause: &&str| clause.split_whitespace().count() >= 4;
    // A comma inside a number ends nothing.
    let is_end = |(at, letter): &(usize, char)| {
        *letter == '(' || matches!(letter, ',' | ';' | ':') && goal[at + 1..].starts_with(' ')
    };
    let ends = goal.char_indices().filter(is_end);
    let mut clauses = ends.map(|(at, _)| goal[..at].trim());
    let title = clauses.find(is_whole).unwrap_or(goal);
    if title.chars().count() <= TITLE {
        return title.to_owned();
    }
    let mut short = String::new();
    for word in title.split_whitespace() {
        if short.chars().count() + word.chars().count() > TITLE - 4 {
            break;
        }
        if !short.is_empty() {
            short.push(' ');
        }
        short.push_str(word);
    }
    format!("{}…", if short.is_empty() { title.chars().take(TITLE - 4).collect() } else { short })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts;

    #[test]
    fn a_title_is_a_clause_and_a_goal_is_a_sentence() {
        let prompt = "# Open a café in Porto, 40 seats, for 80.000 EUR. It must be quiet.\n";
        let titled = |prompt: &str| topic(prompt, &facts::read(prompt, facts::edition()), false);
        assert_eq!(titled(prompt), "Open a café in Porto");
        assert_eq!(goal(prompt), "Open a café in Porto, 40 seats, for 80.000 EUR.");
        assert_eq!(titled("x"), "X");
        assert_eq!(goal("\n"), "The prompt states no goal.");
        assert_eq!(goal("We want to renovate the roof. Soon."), "Renovate the roof.");
        let family = "My wife, our dog and I move from Bonn to Porto.";
        assert_eq!(
            topic(family, &facts::read(family, facts::edition()), true),
            "Move from Bonn to Porto"
        );
    }

    #[test]
    fn models_choose_among_all_archetypes() {
        let By::Planner(ask) = TASK.by else { panic!("a model answers") };
        let schema: Value = serde_json::from_str(ask.schema).unwrap();
        let known: Vec<&str> = ARCHETYPES.iter().map(|archetype| archetype.id.as_str()).collect();
        assert_eq!(schema["properties"]["archetype"]["enum"], json!(known));
    }
}
