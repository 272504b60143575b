//! Which tasks of the plan a clause of the prompt speaks of, by their words.

use super::break_down_work::{Entry, Wbs};
use crate::archetype::{is_about_works, order, says};
use crate::facts::is_in;
use crate::id::FactId;

/// The words of every task.
pub(super) struct Trace<'a> {
    tasks: Vec<Words<'a>>,
}

struct Words<'a> {
    title: Vec<String>,
    /// The words of the title that say what the work is about, without those that the prompt put into it.
    nouns: Vec<String>,
    /// The numbers of the title: "with 6 brigades".
    numbers: Vec<String>,
    /// Whether a template wrote the task.
    is_template: bool,
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
            title: stems(title),
            nouns: entry.work().map_or_else(|| telling(title), |(_, work)| nouns(&work.title)),
            numbers: numbers(title),
            is_template: entry.work().is_some(),
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

impl Trace<'_> {
    pub(super) fn new(wbs: &Wbs) -> Self {
        Self { tasks: wbs.entries().map(|(_, entry)| Words::new(entry)).collect() }
    }

    /// The task that a clause names by the words that are meant for it: several words before a single one, "the rough
    /// cut is delivered", then what comes first, "a prototype for the study".
    pub(super) fn named(&self, clause: &str) -> Option<usize> {
        let lower = clause.to_lowercase();
        let hits = self.hits(&lower);
        let rank = |hit: &&Hit<'_>| {
            (std::cmp::Reverse(hit.word.split(' ').count()), hit.at, std::cmp::Reverse(hit.task))
        };
        hits.iter().min_by_key(rank).map(|hit| hit.task)
    }

    /// The named task. In "the race licence" the race only says which licence: it is about the `result` no more.
    fn named_beside(&self, clause: &str, result: Option<usize>) -> Option<usize> {
        let named = self.named(clause)?;
        if Some(named) != result {
            return Some(named);
        }
        let lower = clause.to_lowercase();
        let hits = self.hits(&lower);
        let follows = |hit: &&Hit<'_>| {
            let mut results = hits.iter().filter(|it| it.task == named);
            hit.task != named && results.any(|it| it.at + it.word.len() + 1 == hit.at)
        };
        Some(hits.iter().find(follows).map_or(named, |hit| hit.task))
    }

    /// Where a text in lower case has words that are meant for a task.
    fn hits<'t>(&'t self, lower: &str) -> Vec<Hit<'t>> {
        let mut hits = Vec::new();
        for (task, words) in self.tasks.iter().enumerate() {
            let said = words.answers.iter().filter(|word| says(lower, word));
            hits.extend(
                said.filter_map(|word| Some(Hit { task, word, at: lower.find(word.as_str())? })),
            );
        }
        hits
    }

    /// The task that a dated clause names, or that alone has one of its words in its title. The task of the result
    /// comes last: a day "for the permit of the race" is about the permit.
    pub(super) fn dated(&self, clause: &str, result: Option<usize>) -> Option<usize> {
        if let Some(named) = self.named_beside(clause, result) {
            return Some(named);
        }
        let scores = self.scores(clause);
        let best = scores.iter().copied().fold(0.0, f64::max);
        // A word that two tasks of a template share says nothing about either.
        let is_best = |at: &usize| {
            let least = if self.tasks[*at].is_template { 1.0 } else { 0.5 };
            scores[*at] >= best && scores[*at] >= least
        };
        result.filter(is_best).or_else(|| (0..scores.len()).rev().find(is_best))
    }

    /// The task without a template, as a model writes them, whose title says the same as a dated clause.
    pub(super) fn written(&self, clause: &str, wbs: &Wbs) -> Option<usize> {
        let task = self.dated(clause, None)?;
        wbs.entries().nth(task).filter(|(_, entry)| entry.work().is_none()).map(|_| task)
    }

    /// The tasks that name a demand: by its id, or by two words of their title; what a model wrote also by two words of deliverable and test.
    pub(super) fn demanded(&self, id: &FactId, demand: &str) -> Vec<usize> {
        // What has to wait for the demand does not meet it.
        let ordered =
            order(demand).filter(|(_, then)| self.named(then).is_some() || is_about_works(then));
        let awaiting = ordered.as_ref().and_then(|(_, then)| self.named(then));
        let lower = ordered.map_or_else(|| demand.to_lowercase(), |(first, _)| first);
        let wanted = stems(&lower);
        let names = |words: &Words<'_>| {
            words.ids.contains(id)
                || [&words.title, &words.written]
                    .iter()
                    .any(|said| wanted.iter().filter(|stem| said.contains(stem)).count() >= 2)
        };
        let naming = (0..self.tasks.len()).filter(|&task| names(&self.tasks[task]));
        naming.filter(|task| awaiting.is_none_or(|awaiting| *task < awaiting)).take(3).collect()
    }

    fn scores(&self, clause: &str) -> Vec<f64> {
        let (said, counted) = (telling(clause), numbers(clause));
        let has = |words: &Words<'_>, word: &str| words.nouns.iter().any(|it| is_form(it, word));
        // A word that many tasks have says little about any of them.
        let weight = |word: &str| {
            let count = self.tasks.iter().filter(|words| has(words, word)).count();
            1.0 / count.max(1) as f64
        };
        let score = |words: &Words<'_>| -> f64 {
            let shared = said.iter().filter(|word| has(words, word));
            // "70 shop owners to be interviewed" is about the work "from 70 owners".
            let is_counted = words.is_template
                && counted.iter().any(|number| words.numbers.contains(number))
                && said.iter().any(|word| words.plain.contains(word));
            shared.map(|word| weight(word)).sum::<f64>() + f64::from(u8::from(is_counted))
        };
        self.tasks.iter().map(score).collect()
    }
}

/// The words of a template's title behind its verb and without its gaps: "Run the closed test with {audience}".
fn nouns(title: &str) -> Vec<String> {
    let filled = title.split(['{', '}']).step_by(2).collect::<Vec<_>>().join(" ");
    telling(filled.split_once(' ').map_or("", |(_, rest)| rest))
}

/// The words of a text that say something about work, in lower case.
fn telling(text: &str) -> Vec<String> {
    let is_telling = |word: &&str| {
        word.chars().count() > 3 && !is_in(COMMON, word) && !word.starts_with(char::is_numeric)
    };
    let lower = text.to_lowercase();
    let words = lower.split(|letter: char| !letter.is_alphanumeric());
    words.filter(is_telling).map(str::to_owned).collect()
}

fn numbers(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| word.parse::<u32>().is_ok()).map(str::to_owned).collect()
}

/// Letters by which a form of a word may be longer than the word: "register" and "registered".
const ENDING: usize = 3;

/// Whether two words are forms of one: "concert" is none of "concerned".
fn is_form(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    long.strip_prefix(short).is_some_and(|ending| ending.chars().count() <= ENDING)
}

/// The beginnings of the words of a text that say something about work.
pub(super) fn stems(text: &str) -> Vec<String> {
    let words = telling(text).into_iter();
    let mut stems: Vec<String> =
        words.map(|word| word.trim_end_matches('s').chars().take(6).collect()).collect();
    stems.sort_unstable();
    stems.dedup();
    stems
}

/// A word of a clause that is meant for a task.
struct Hit<'a> {
    task: usize,
    word: &'a str,
    at: usize,
}

/// Words of demands that say nothing about the work, and the months.
const COMMON: &str = "about|after|also|april|august|been|before|between|comply|could|days|december|during|each|ends|every|february|\
        first|friday|hours|monday|saturday|sunday|thursday|tuesday|wednesday|week|weeks|year|years|from|happen|have|into|january|july|june|least|make|march|month|months|more|most|move|moved|moves|must|need|\
        needs|november|october|only|other|owner|place|public|require|required|requires|september|should|starts|\
        stay|take|than|that|their|them|there|they|this|under|until|want|were|when|which|while|will|with|\
        within|without|would";
