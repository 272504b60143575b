//! IdentifyPurpose: what the idea is about, which kind of project it is, and how success shows.

use std::sync::LazyLock;

use regex::Regex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::intake_prompt::kind_question;
use crate::answers::{ANSWERS, Answers};
use crate::archetype::{self, ARCHETYPES};
use crate::artifact::Kind;
use crate::facts::{Facts, goal_sentence};
use crate::task::{
    Asks, By, Context, Inputs, Phase, Produced, Task, TaskError, ask, hard, output, soft,
};

pub(super) const TASK: Task = Task {
    name: "IdentifyPurpose",
    phase: Phase::GeneratingPlan,
    version: 14,
    inputs: &[hard("prompt.md"), hard("facts.json"), hard("intake.json"), soft(ANSWERS)],
    outputs: &[output("purpose.json", Kind::Intermediate)],
    weight: 2,
    by: By::Planner(ask::<Question>()),
    run,
};

struct Question;

/// `purpose.json`.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Purpose {
    /// A short title.
    #[schemars(length(min = 1, max = 120))]
    pub(super) topic: String,
    /// The goal in one sentence.
    #[schemars(length(min = 1, max = 500))]
    pub(super) goal: String,
    /// How success is measured.
    #[schemars(length(min = 1, max = 400))]
    pub(super) success: String,
    #[serde(rename = "purpose")]
    #[schemars(extend("enum" = ["business", "personal", "public", "other"]))]
    sort: String,
    /// The closest kind of project.
    #[schemars(extend("enum" = kinds()))]
    pub(super) archetype: String,
    #[schemars(extend("enum" = ["physical", "digital", "unknown"]))]
    setting: String,
    /// Words of the prompt that show it.
    #[schemars(length(max = 10), inner(length(max = 160)))]
    evidence: Vec<String>,
    /// How sure the kind is, in words.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub(super) confidence: String,
}

fn kinds() -> Vec<&'static str> {
    ARCHETYPES.iter().map(|archetype| archetype.id.as_str()).collect()
}

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let (purpose, origin) = ctx.answered::<Purpose>()?;
    Ok(vec![ctx.written("purpose.json", &purpose, &origin)])
}

impl Asks for Question {
    type Answer = Purpose;
    const PROMPT: &'static str = "Say what the idea in prompt.md is about: a short title (topic), the goal in one sentence that keeps \
        the prompt's own numbers (goal), how success is measured (success), whether it is business, personal, public or other \
        (purpose), whether it happens at a physical place or is digital (setting), the words of the prompt that show it (evidence), \
        and the closest archetype; relocation is people who move and office_move a firm, place is a shop, restaurant, workshop or \
        studio that opens, manufacturing a product in series, generic everything else.";
    const SHOWS: &'static [&'static str] = &["prompt.md", "facts.json", "intake.json", ANSWERS];

    /// A model may see a kind that the words do not decide, but it has to quote what it saw.
    fn faults(inputs: &Inputs, answer: &Purpose) -> Vec<String> {
        let (Ok(prompt), Ok(facts), Ok(answers)) =
            (inputs.text("prompt.md"), inputs.read("facts.json"), Answers::read(inputs))
        else {
            return Vec::new();
        };
        let candidates = archetype::candidates(prompt, &facts);
        let decided = archetype::choose(&candidates, &answers).map(|it| it.id.as_str());
        let other = &answer.archetype;
        if decided.unwrap_or("generic") == other {
            return Vec::new();
        }
        let said = prompt.to_lowercase();
        let is_quoted = |words: &String| {
            words.chars().filter(|it| it.is_alphabetic()).count() > 2
                && said.contains(&words.trim().to_lowercase())
        };
        if answers.kind.is_none() && answer.evidence.iter().any(is_quoted) {
            return Vec::new();
        }
        vec![match decided {
            Some(decided) => format!(
                "the prompt's words and a person's answers say `{decided}`: choose it, or quote in evidence the words of prompt.md that say `{other}`"
            ),
            None => format!(
                "quote in evidence the words of prompt.md that say `{other}`, or choose generic"
            ),
        }]
    }

    fn rules(inputs: &Inputs) -> Result<Purpose, TaskError> {
        let prompt = inputs.text("prompt.md")?;
        let facts: Facts = inputs.read("facts.json")?;
        let answers = Answers::read(inputs)?;
        let candidates = archetype::candidates(prompt, &facts);
        let Some(archetype) = archetype::choose(&candidates, &answers) else {
            return Err(TaskError::NeedsAnswer(question(&candidates, prompt)));
        };
        let best = candidates.iter().find(|one| one.archetype.id == archetype.id);
        let evidence: Vec<String> = best.map(|one| one.evidence.clone()).unwrap_or_default();
        let confidence = match (answers.kind.is_some(), best) {
            (true, _) => "given: a person named the kind".to_owned(),
            (false, Some(one)) => format!("{} of 100: {}", one.score, one.evidence.join(", ")),
            (false, None) => {
                "none: a generic plan, because nobody named the kind of project".to_owned()
            }
        };
        Ok(Purpose {
            topic: topic(prompt, &facts, archetype.id == "relocation"),
            goal: goal(prompt),
            success: archetype.fill(&archetype.success, &facts),
            sort: archetype.purpose.clone(),
            archetype: archetype.id.clone(),
            setting: archetype.setting.clone(),
            evidence,
            confidence,
        })
    }
}

/// Why the rules do not choose, and how a person does.
fn question(candidates: &[archetype::Candidate], prompt: &str) -> String {
    let open = kind_question(candidates, prompt);
    let options: Vec<String> =
        open.options.iter().map(|one| format!("`{}`: {}", one.value, one.label)).collect();
    format!("{} The words of the prompt do not decide. {}", open.question, options.join("; "))
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the pattern is valid")
}

/// How people begin when they talk about what they want.
static WISH: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        "(?i)^(?:(?:I|we)(?: want|'d like| would like| need| plan| am planning| are planning| have) to\
         |(?:wir|ich) (?:wollen|will|möchten?)|(?:nous|je) (?:voulons|veux|souhaitons|souhaite)\
         |help (?:me|us)(?: to)?|please(?: plan to)?|make a plan (?:to|for)|plan(?: to)?) ",
    )
});
/// What stands in brackets is told below the title.
static BRACKETS: LazyLock<Regex> = LazyLock::new(|| pattern(r" \([^)]*\)"));

/// A clause of four words or more. A comma inside a number ends nothing.
static CLAUSE: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(?:\S+ ){3,}?[^\s,;:]\S*? ?[,;:] "));

/// The sentence that states the goal, without the words of wishing around it.
fn goal(prompt: &str) -> String {
    let text = prompt[goal_sentence(prompt)].split_whitespace().collect::<Vec<_>>().join(" ");
    let mut sentence =
        text.trim_start_matches(['#', ' ', '-', '*']).trim_end_matches(['.', '!', '?', ' ']);
    // "Please plan a conference".
    while let Some(wish) = WISH.find(sentence)
        && sentence[wish.end()..].contains(' ')
    {
        sentence = &sentence[wish.end()..];
    }
    if sentence.is_empty() {
        sentence = "The prompt states no goal";
    }
    let short: String = super::sentence(sentence).chars().take(480).collect();
    format!("{short}.")
}

/// The longest title, in letters.
const TITLE: usize = 90;

/// The goal, cut at a clause so that it fits a title. A move is named by its two places.
fn topic(prompt: &str, facts: &Facts, is_move: bool) -> String {
    if let (true, Some(from), Some(to)) = (is_move, facts.origin(), facts.place()) {
        return format!("Move from {} to {}", from.name, to.name);
    }
    let goal = goal(prompt);
    let goal = BRACKETS.replace_all(&goal, "");
    let goal = goal.trim_end_matches('.');
    let clause = CLAUSE.find(goal).map_or(goal, |it| it.as_str());
    super::shortened(clause.trim_end_matches([',', ';', ':', ' ']), TITLE)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::facts;

    #[test]
    fn a_title_is_a_clause_and_a_goal_is_a_sentence() {
        let today = "2026-11-16".parse().unwrap();
        let prompt = "# Open a café in Porto, 40 seats, for 80.000 EUR. It must be quiet.\n";
        let titled = |prompt: &str| topic(prompt, &facts::read(prompt, today), false);
        assert_eq!(titled(prompt), "Open a café in Porto");
        assert_eq!(goal(prompt), "Open a café in Porto, 40 seats, for 80.000 EUR.");
        assert_eq!(goal("\n"), "The prompt states no goal.");
        assert_eq!(goal("We want to renovate the roof. Soon."), "Renovate the roof.");
        assert_eq!(titled("Please plan a chess weekend in Cork."), "A chess weekend in Cork");
        let practice = "Our practice in Leeds (4 partners, 11 staff) has to move to EMIS Web.";
        assert_eq!(titled(practice), "Our practice in Leeds has to move to EMIS Web");
        let family = "My wife, our dog and I move from Bonn to Porto.";
        assert_eq!(topic(family, &facts::read(family, today), true), "Move from Bonn to Porto");
    }

    #[test]
    fn another_kind_than_the_words_decide_needs_a_quote() {
        let prompt = "A street festival for 300 guests in June 2027, at most 20000 EUR.";
        let facts = facts::read(prompt, "2026-11-16".parse().unwrap());
        let mut inputs = Inputs::default();
        inputs.insert("prompt.md", prompt.into());
        inputs.insert("facts.json", serde_json::to_vec(&facts).unwrap());
        let by_rule = Question::rules(&inputs).unwrap();
        assert_eq!(by_rule.archetype, "event");
        assert_eq!(Question::faults(&inputs, &by_rule), [""; 0]);
        let said = |inputs: &Inputs, evidence: &str| {
            let by_rule = Question::rules(inputs).unwrap();
            let evidence = vec![evidence.into()];
            Question::faults(inputs, &Purpose { archetype: "film".into(), evidence, ..by_rule })
        };
        let faults = said(&inputs, "F1");
        assert!(faults.len() == 1 && faults[0].contains("`event`"), "{faults:?}");
        assert_eq!(said(&inputs, "Street festival"), [""; 0]);
        let mut answers = Answers::default();
        answers.take("kind", "event");
        inputs.insert(ANSWERS, serde_json::to_vec(&answers).unwrap());
        assert_eq!(said(&inputs, "Street festival").len(), 1);
    }

    #[test]
    fn a_kind_that_the_words_do_not_decide_needs_a_quote_too() {
        let prompt = "Do something about the traffic in our village by 21 August 2027.";
        let facts = facts::read(prompt, "2026-11-16".parse().unwrap());
        let mut inputs = Inputs::default();
        inputs.insert("prompt.md", prompt.into());
        inputs.insert("facts.json", serde_json::to_vec(&facts).unwrap());
        assert!(Question::rules(&inputs).is_err(), "the words do not decide");
        let said = |archetype: &str, evidence: &str| {
            let answer = json!({
                "topic": "Traffic", "goal": "Cars are slow.", "success": "Nobody is hurt.",
                "purpose": "public", "setting": "physical", "evidence": [evidence],
                "archetype": archetype, "confidence": "",
            });
            Question::faults(&inputs, &serde_json::from_value(answer).unwrap())
        };
        assert_eq!(said("film", "\"cars\" is mentioned").len(), 1);
        assert_eq!(said("campaign", "something about the traffic"), [""; 0]);
        assert_eq!(said("generic", "F1"), [""; 0]);
    }
}
