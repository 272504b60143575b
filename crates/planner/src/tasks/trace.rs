//! Which tasks of the plan a clause of the prompt speaks of, by their words.

use super::break_down_work::{Entry, Wbs};
use crate::archetype::says;
use crate::facts::{Facts, is_in};
use crate::id::FactId;

/// The words of every task.
pub(super) struct Trace<'a> {
    tasks: Vec<Words<'a>>,
    /// Words that every task may have and that tell none apart: the places of the prompt.
    places: Vec<String>,
}

struct Words<'a> {
    /// Whether the task was added for a demand of the prompt.
    is_added: bool,
    title: Vec<String>,
    /// The title's words as they stand, in lower case.
    plain: Vec<String>,
    /// Facts that the title or the test names.
    ids: Vec<FactId>,
    /// Words of prompts that mean this task, whatever it is called.
    answers: &'a [String],
    /// The words of title, deliverable and test, where no template wrote them.
    written: Vec<String>,
}

impl Words<'_> {
    fn new(entry: &Entry) -> Self {
        // A task that was added for a day is about that day alone.
        let is_dated = entry.template.starts_with("date:");
        let title = if is_dated { "" } else { entry.title.as_str() };
        Self {
            is_added: entry.template.starts_with("demand:"),
            title: stems(title),
            plain: title
                .to_lowercase()
                .split(|letter: char| !letter.is_alphanumeric())
                .map(str::to_owned)
                .collect(),
            ids: format!("{} {}", entry.title, entry.done_when)
                .split(|letter: char| !letter.is_alphanumeric())
                .filter(|word| word.starts_with('F') && word[1..].parse::<u32>().is_ok())
                .map(FactId::from)
                .collect(),
            answers: entry.work().map_or(&[], |(_, work)| &work.answers),
            written: match entry.work() {
                Some(_) => Vec::new(),
                None if is_dated => Vec::new(),
                None => {
                    stems(&format!("{} {} {}", entry.title, entry.deliverable, entry.done_when))
                }
            },
        }
    }
}

/// The words of a task that are compared.
type Field = for<'w, 'a> fn(&'w Words<'a>) -> &'w Vec<String>;

/// What a word of `answers` weighs: it was put there for this task.
const NAMED: f64 = 2.0;

impl Trace<'_> {
    pub(super) fn new(wbs: &Wbs, facts: &Facts) -> Self {
        let places = facts.places().map(|(place, _)| place.name.as_str());
        Self {
            tasks: wbs.entries().map(|(_, entry)| Words::new(entry)).collect(),
            places: places.flat_map(stems).collect(),
        }
    }

    /// The task that a clause names first by the words that are meant for it: what comes first is
    /// what the clause is about, "a prototype for the study".
    pub(super) fn named(&self, clause: &str) -> Option<usize> {
        let lower = clause.to_lowercase();
        let place = |task: &Words<'_>| {
            let words = task.answers.iter().filter(|word| says(&lower, word));
            words.filter_map(|word| lower.find(word.as_str())).min()
        };
        let places =
            self.tasks.iter().enumerate().filter_map(|(at, task)| Some((place(task)?, at)));
        places.min_by_key(|(place, at)| (*place, std::cmp::Reverse(*at))).map(|(_, at)| at)
    }

    /// The task that a dated clause names, or whose title says the same. Among equals `preferred`,
    /// then the last.
    pub(super) fn dated(&self, clause: &str, preferred: Option<usize>) -> Option<usize> {
        if let Some(named) = self.named(clause) {
            return Some(named);
        }
        let mut scores = self.scores(clause, |words| &words.title);
        // What was added for a demand or a day says the prompt's own words: other work comes first.
        let mut both = scores.iter_mut().zip(&self.tasks);
        if both.any(|(score, task)| !task.is_added && *score >= 0.5) {
            for (score, _) in scores.iter_mut().zip(&self.tasks).filter(|(_, task)| task.is_added) {
                *score = 0.0;
            }
        }
        let best = scores.iter().copied().fold(0.0, f64::max);
        let is_best = |task: &usize| scores[*task] >= best;
        if best < 0.5 {
            return None;
        }
        preferred.filter(is_best).or_else(|| (0..scores.len()).rev().find(is_best))
    }

    /// The task without a template, as a model writes them, whose title says the same as a dated clause.
    pub(super) fn written(&self, clause: &str, wbs: &Wbs) -> Option<usize> {
        let task = self.dated(clause, None)?;
        wbs.entries().nth(task).filter(|(_, entry)| entry.work().is_none()).map(|_| task)
    }

    /// The tasks that name a demand: by its id, by words that are meant for them, or by two words of
    /// their title; what a model wrote also by two words of deliverable and test.
    pub(super) fn demanded(&self, id: &FactId, demand: &str) -> Vec<usize> {
        let lower = demand.to_lowercase();
        let wanted = stems(demand);
        let short = ruled_out(&lower);
        let names = |words: &Words<'_>| {
            words.ids.contains(id)
                || short.as_ref().is_some_and(|word| words.plain.contains(word))
                || words.answers.iter().any(|word| says(&lower, word))
                || [&words.title, &words.written]
                    .iter()
                    .any(|said| wanted.iter().filter(|stem| said.contains(stem)).count() >= 2)
        };
        (0..self.tasks.len()).filter(|&task| names(&self.tasks[task])).take(3).collect()
    }

    fn scores(&self, clause: &str, of: Field) -> Vec<f64> {
        let wanted: Vec<String> =
            stems(clause).into_iter().filter(|stem| !self.places.contains(stem)).collect();
        // A word that many tasks have says little about any of them.
        let weight = |stem: &String| {
            let count = self.tasks.iter().filter(|words| of(words).contains(stem)).count();
            1.0 / count.max(1) as f64
        };
        let lower = clause.to_lowercase();
        let score = |words: &Words<'_>| -> f64 {
            let shared = wanted.iter().filter(|stem| of(words).contains(stem)).map(weight);
            let named = words.answers.iter().filter(|word| says(&lower, word)).count();
            shared.sum::<f64>() + NAMED * named as f64
        };
        self.tasks.iter().map(score).collect()
    }
}

/// The one thing that a demand of two words rules out or asks for: "no gas".
fn ruled_out(demand: &str) -> Option<String> {
    let words: Vec<&str> = demand.split_whitespace().collect();
    let [first, thing] = words[..] else { return None };
    let rules_out =
        ["no", "only", "never", "without", "kein", "keine", "keinen", "nur", "ohne", "sans"];
    (rules_out.contains(&first) && thing.chars().count() > 2).then(|| thing.to_owned())
}

/// The beginnings of the words of a text that say something about work.
pub(super) fn stems(text: &str) -> Vec<String> {
    let lower = text.to_lowercase().replace("gdpr", "privacy").replace("dsgvo", "privacy");
    let words = lower.split(|letter: char| !letter.is_alphanumeric());
    let is_telling = |word: &&str| {
        word.chars().count() > 3 && !is_in(COMMON, word) && !word.starts_with(char::is_numeric)
    };
    let long = words.filter(is_telling);
    let mut stems: Vec<String> =
        long.map(|word| word.trim_end_matches('s').chars().take(6).collect()).collect();
    stems.sort_unstable();
    stems.dedup();
    stems
}

/// Words of demands that say nothing about the work, and the months.
const COMMON: &str = "about|after|also|april|august|been|before|between|comply|could|december|during|each|every|february|\
        first|from|happen|have|into|january|july|june|least|make|march|month|months|more|most|must|need|\
        needs|november|october|only|other|owner|place|public|require|required|requires|september|should|\
        stay|take|than|that|their|them|there|they|this|under|until|want|were|when|which|while|will|with|\
        within|without|would";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_demand_of_two_words_is_met_by_work_that_names_its_thing() {
        let wbs: Wbs = serde_json::from_value(serde_json::json!({
            "lead": "Lead", "deadline_task": "Hand over", "deadline_kind": "latest",
            "stages": [{ "id": "W1", "title": "All", "milestone": "Done", "tasks": [
                { "id": "W1.1", "title": "Draw the layout without gas", "deliverable": "", "done_when": "", "role": "Lead" },
                { "id": "W1.2", "title": "Hand over", "deliverable": "", "done_when": "", "role": "Lead" },
            ] }],
        }))
        .unwrap();
        let today = crate::calendar::Date::new(2026, 11, 16).unwrap();
        let facts = crate::facts::read("Convert the signal box. No gas.", today);
        let trace = Trace::new(&wbs, &facts);
        assert_eq!(trace.demanded(&FactId::from("F9"), "No gas"), [0]);
        assert_eq!(trace.demanded(&FactId::from("F9"), "No oil"), Vec::<usize>::new());
    }
}
