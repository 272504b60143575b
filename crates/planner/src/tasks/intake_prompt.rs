//! IntakePrompt: what the prompt leaves open, what contradicts itself, and what to ask before work.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answers::{ANSWERS, Answers};
use crate::archetype::{self, Archetype, Per};
use crate::artifact::Kind;
use crate::facts::{Facts, Language, Limit, MoneyRole, goal_sentence};
use crate::task::{
    Asks, By, Context, Inputs, Phase, Produced, Task, TaskError, ask, hard, output, soft,
};

pub(super) const TASK: Task = Task {
    name: "IntakePrompt",
    phase: Phase::Initializing,
    version: 12,
    inputs: &[hard("prompt.md"), hard("facts.json"), soft(ANSWERS)],
    outputs: &[output("intake.json", Kind::Intermediate)],
    weight: 2,
    by: By::Planner(ask::<Question>()),
    run,
};

struct Question;

/// What a model or the rules say about a prompt.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Review {
    /// What a plan needs and the prompt does not say.
    #[schemars(length(max = 10), inner(length(max = 200)))]
    pub(super) missing: Vec<String>,
    /// What can be read in two ways.
    #[schemars(length(max = 10), inner(length(max = 300)))]
    pub(super) ambiguous: Vec<String>,
    /// What to ask first.
    #[schemars(length(max = 6))]
    pub(super) questions: Vec<Open>,
    /// What is unlawful, dangerous or impossible.
    #[schemars(length(max = 10), inner(length(max = 300)))]
    pub(super) red_flags: Vec<String>,
}

/// A question that only a person can answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Open {
    /// `kind`, `budget`, `deadline`: the name under which it is answered.
    #[schemars(length(min = 1, max = 40))]
    pub id: String,
    /// The question as a person is asked it.
    #[schemars(length(min = 1, max = 300))]
    pub question: String,
    /// Answers to choose from; empty where words are wanted.
    #[serde(default)]
    #[schemars(length(max = 5))]
    pub options: Vec<Choice>,
}

/// One of the answers to choose from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Choice {
    /// The value that is stored if this choice is taken.
    #[schemars(length(min = 1, max = 60))]
    pub value: String,
    /// The choice in words for a person.
    #[schemars(length(max = 200))]
    pub label: String,
}

/// `intake.json`.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Intake {
    #[serde(flatten)]
    pub(super) review: Review,
    /// The kinds of projects that the goal may mean, the best first.
    #[serde(default)]
    pub(super) kinds: Vec<KindEvidence>,
    /// Whether the evidence decides between them.
    #[serde(default)]
    pub(super) is_decided: bool,
}

impl Intake {
    /// The questions that are still open, those that stop the run first.
    pub fn questions(&self) -> &[Open] {
        &self.review.questions
    }
}

/// A kind of project and the words that speak for it.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(super) struct KindEvidence {
    pub(super) kind: String,
    pub(super) title: String,
    /// Its share of all kinds, of 100.
    pub(super) score: u32,
    pub(super) evidence: Vec<String>,
}

impl Asks for Question {
    type Answer = Review;
    const PROMPT: &'static str = "Read the idea in prompt.md as a sceptical project lead. List what is missing for a plan (missing), what \
        can be read in two ways (ambiguous), the questions to ask first, at most six, each with a short id in lower case (questions; \
        options stays empty unless there are few answers), and anything unlawful, dangerous or impossible (red_flags, empty if none). \
        facts.json says what was read, and under unread what was not. Do not answer the questions.";
    const SHOWS: &'static [&'static str] = &["prompt.md", "facts.json", ANSWERS];

    /// "F1" asks nothing.
    fn faults(_: &Inputs, answer: &Review) -> Vec<String> {
        let distinct = |text: &str| text.split_whitespace().collect::<BTreeSet<_>>().len();
        let is_short = |it: &&Open| distinct(&it.question) < 3;
        let fault =
            |it: &Open| format!("{:?} is no question: ask in a whole sentence", it.question);
        let said = answer.missing.iter().chain(&answer.ambiguous).chain(&answer.red_flags);
        let is_label = |it: &&String| it.split_whitespace().count() < 2;
        let labels = said.filter(is_label).take(3);
        let labels = labels.map(|it| format!("{it:?} says nothing: say what it is in words"));
        answer.questions.iter().filter(is_short).map(fault).chain(labels).collect()
    }

    fn rules(inputs: &Inputs) -> Result<Review, TaskError> {
        let prompt = inputs.text("prompt.md")?;
        let facts: Facts = inputs.read("facts.json")?;
        let answers = Answers::read(inputs)?;
        let candidates = archetype::candidates(prompt, &facts);
        let chosen = archetype::choose(&candidates, &answers);
        let mut review = Review::default();
        if chosen.is_none() {
            review.questions.push(kind_question(&candidates, prompt));
        }
        let archetype = chosen.unwrap_or_else(|| archetype::find("generic"));
        review.open(&facts, archetype);
        let budgets = facts.monies().filter(|(money, _)| money.role == MoneyRole::Budget);
        let budgets: Vec<String> = budgets.map(|(_, it)| format!("\"{}\"", it.quote)).collect();
        if budgets.len() > 1 {
            let all = budgets.join(" and ");
            let message = format!("{all} could each be the budget; the plan takes the largest.");
            review.ambiguous.push(message);
        }
        if facts.language != Language::English {
            review.ambiguous.push(format!(
                "The prompt is in {}; the plan is in English. Compare its facts with the prompt.",
                facts.language.name()
            ));
        }
        review.red_flags.extend(facts.conflicts.iter().map(|conflict| conflict.message.clone()));
        let words = prompt.split_whitespace().count();
        if words < 8 {
            review.missing.push(format!("Almost everything: the prompt has {words} words."));
        }
        review.questions.truncate(6);
        review.ambiguous.truncate(10);
        review.red_flags.truncate(10);
        Ok(review)
    }
}

/// The question that stops a run without a model: two or three kinds to choose from, or a generic plan.
pub(super) fn kind_question(candidates: &[archetype::Candidate], prompt: &str) -> Open {
    let mut options: Vec<Choice> = candidates
        .iter()
        .take(3)
        .map(|one| Choice {
            value: one.archetype.id.clone(),
            label: format!("{} ({})", one.archetype.title, one.evidence.join(", ")),
        })
        .collect();
    let label = "none of these: go on with a generic plan, labelled as such".to_owned();
    options.push(Choice { value: "generic".to_owned(), label });
    let goal = prompt[goal_sentence(prompt)].split_whitespace().collect::<Vec<_>>().join(" ");
    let question = format!("Which kind of project is \"{}\"?", super::shortened(&goal, 80));
    // Whoever knows the kind may name it, whatever the words of the prompt say.
    let question = match candidates.len() {
        0 => format!("{question} Name one: {}.", archetype::kinds().join(", ")),
        _ => question,
    };
    Open { id: "kind".to_owned(), question, options }
}

impl Review {
    fn open(&mut self, facts: &Facts, archetype: &Archetype) {
        if facts.budget().is_none() {
            self.ask("budget", "How much money is there?");
        }
        if facts.limit().is_none() {
            self.ask("deadline", "What is the latest date that is still useful?");
        }
        if facts.start().is_none() && !matches!(facts.limit(), Some((Limit::Day(_), _))) {
            self.ask("start", "On which day can work begin?");
        }
        if archetype.pays_per(Per::Head, facts) && archetype.heads(facts).is_none() {
            let noun = archetype.audience_noun(facts);
            self.ask("size", &format!("For how many {noun} is it meant?"));
        }
        if archetype.setting == "physical" && facts.place().is_none() {
            let question = "In which town is it? Rules, prices and holidays depend on it.";
            self.ask("place", question);
        }
        let is_work = archetype.purpose != "personal";
        let is_said = facts.hours_of_others().next().is_some() || facts.hours_a_week().is_some();
        if is_work && !is_said && facts.team().is_none() && facts.people().next().is_none() {
            self.ask("team", "Who works on it, and for how many days a week?");
        }
    }

    fn ask(&mut self, id: &str, question: &str) {
        let (id, question) = (id.to_owned(), question.to_owned());
        self.questions.push(Open { id, question, options: Vec::new() });
    }
}

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let (review, origin) = ctx.answered::<Review>()?;
    let facts: Facts = ctx.inputs.read("facts.json")?;
    let candidates = archetype::candidates(ctx.inputs.text("prompt.md")?, &facts);
    let kinds = candidates.iter().take(4).map(|one| KindEvidence {
        kind: one.archetype.id.clone(),
        title: one.archetype.title.clone(),
        score: one.score,
        evidence: one.evidence.clone(),
    });
    let intake = Intake {
        review,
        kinds: kinds.collect(),
        is_decided: archetype::decided(&candidates).is_some(),
    };
    Ok(vec![ctx.written("intake.json", &intake, &origin)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_no_question_and_no_red_flag() {
        let flags = vec!["F2".to_owned(), "The hall is not permitted for 300 guests.".to_owned()];
        let review = Review { red_flags: flags, ..Review::default() };
        let question = "F1: F1: F1: F1: F1:".to_owned();
        let asked = Open { id: "f1".to_owned(), question, options: Vec::new() };
        let asked = Review { questions: vec![asked], ..Review::default() };
        assert_eq!(Question::faults(&Inputs::default(), &asked).len(), 1);
        let faults = Question::faults(&Inputs::default(), &review);
        assert!(faults.len() == 1 && faults[0].contains("\"F2\""), "{faults:?}");
    }
}
