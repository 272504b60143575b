//! The prompts in `tests/prompts` and what is expected of them.
#![expect(clippy::print_stdout, reason = "an example talks to a terminal")]

use std::process::ExitCode;

use planner::{Date, Facts, Value};
use serde::Deserialize;

#[derive(Deserialize)]
struct File {
    prompt: Vec<Prompt>,
}

/// A prompt and what is expected of it.
#[derive(Deserialize)]
pub(crate) struct Prompt {
    pub(crate) text: String,
    /// The kind of project, or `undecided`.
    pub(crate) kind: String,
    /// Lines of facts, as [`Value::line`] prints them; names, demands and measures are not listed. Where two parts are
    /// equally right, a bar stands between them.
    pub(crate) facts: Vec<String>,
    /// What must be listed as unread.
    #[serde(default)]
    unread: Vec<String>,
    /// How many contradictions there are.
    #[serde(default)]
    conflicts: usize,
}

const FILES: [(&str, &str); 51] = [
    ("en-plain", include_str!("../../tests/prompts/en-plain.toml")),
    ("en-mixed", include_str!("../../tests/prompts/en-mixed.toml")),
    ("en-daily", include_str!("../../tests/prompts/en-daily.toml")),
    ("en-wide", include_str!("../../tests/prompts/en-wide.toml")),
    ("de-plain", include_str!("../../tests/prompts/de-plain.toml")),
    ("de-daily", include_str!("../../tests/prompts/de-daily.toml")),
    ("de-wide", include_str!("../../tests/prompts/de-wide.toml")),
    ("fr-plain", include_str!("../../tests/prompts/fr-plain.toml")),
    ("fr-daily", include_str!("../../tests/prompts/fr-daily.toml")),
    ("fr-wide", include_str!("../../tests/prompts/fr-wide.toml")),
    ("en-fresh", include_str!("../../tests/prompts/en-fresh.toml")),
    ("de-fresh", include_str!("../../tests/prompts/de-fresh.toml")),
    ("fr-fresh", include_str!("../../tests/prompts/fr-fresh.toml")),
    ("last", include_str!("../../tests/prompts/last.toml")),
    ("unseen-1", include_str!("../../tests/prompts/unseen-1.toml")),
    ("unseen-2", include_str!("../../tests/prompts/unseen-2.toml")),
    ("unseen-3", include_str!("../../tests/prompts/unseen-3.toml")),
    ("unseen-4", include_str!("../../tests/prompts/unseen-4.toml")),
    ("unseen-5", include_str!("../../tests/prompts/unseen-5.toml")),
    ("unseen-6", include_str!("../../tests/prompts/unseen-6.toml")),
    ("unseen-7", include_str!("../../tests/prompts/unseen-7.toml")),
    ("unseen-8", include_str!("../../tests/prompts/unseen-8.toml")),
    ("unseen-9", include_str!("../../tests/prompts/unseen-9.toml")),
    ("unseen-10", include_str!("../../tests/prompts/unseen-10.toml")),
    ("unseen-11", include_str!("../../tests/prompts/unseen-11.toml")),
    ("unseen-12", include_str!("../../tests/prompts/unseen-12.toml")),
    ("unseen-13", include_str!("../../tests/prompts/unseen-13.toml")),
    ("unseen-14", include_str!("../../tests/prompts/unseen-14.toml")),
    ("unseen-15", include_str!("../../tests/prompts/unseen-15.toml")),
    ("unseen-16", include_str!("../../tests/prompts/unseen-16.toml")),
    ("unseen-17", include_str!("../../tests/prompts/unseen-17.toml")),
    ("unseen-18", include_str!("../../tests/prompts/unseen-18.toml")),
    ("unseen-19", include_str!("../../tests/prompts/unseen-19.toml")),
    ("unseen-20", include_str!("../../tests/prompts/unseen-20.toml")),
    ("unseen-21", include_str!("../../tests/prompts/unseen-21.toml")),
    ("unseen-22", include_str!("../../tests/prompts/unseen-22.toml")),
    ("unseen-23", include_str!("../../tests/prompts/unseen-23.toml")),
    ("unseen-24", include_str!("../../tests/prompts/unseen-24.toml")),
    ("unseen-25", include_str!("../../tests/prompts/unseen-25.toml")),
    ("unseen-26", include_str!("../../tests/prompts/unseen-26.toml")),
    ("unseen-27", include_str!("../../tests/prompts/unseen-27.toml")),
    ("unseen-28", include_str!("../../tests/prompts/unseen-28.toml")),
    ("unseen-29", include_str!("../../tests/prompts/unseen-29.toml")),
    ("unseen-30", include_str!("../../tests/prompts/unseen-30.toml")),
    ("unseen-31", include_str!("../../tests/prompts/unseen-31.toml")),
    ("unseen-32", include_str!("../../tests/prompts/unseen-32.toml")),
    ("unseen-33", include_str!("../../tests/prompts/unseen-33.toml")),
    ("unseen-34", include_str!("../../tests/prompts/unseen-34.toml")),
    ("unseen-35", include_str!("../../tests/prompts/unseen-35.toml")),
    ("unseen-36", include_str!("../../tests/prompts/unseen-36.toml")),
    ("hostile", include_str!("../../tests/prompts/hostile.toml")),
];

/// Facts that are compared: what a plan reckons with.
fn is_compared(value: &Value) -> bool {
    matches!(
        value,
        Value::Money(_)
            | Value::Date(_)
            | Value::Duration(_)
            | Value::Hours(_)
            | Value::Area { .. }
            | Value::Place(_)
    ) || matches!(value, Value::Count(count) if count.role != planner::CountRole::Quantity)
}

fn lines(facts: &Facts) -> Vec<String> {
    facts
        .facts
        .iter()
        .filter(|fact| is_compared(&fact.value))
        .map(|fact| fact.value.line())
        .collect()
}

/// The lines that an expectation allows, the best first: `date deadline|takes_place 2027-06-01` is two.
pub(crate) fn allowed(want: &str) -> Vec<String> {
    let mut words = want.splitn(3, ' ');
    let (kind, roles) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let Some(value) = words.next() else { return vec![want.to_owned()] };
    roles.split('|').map(|role| format!("{kind} {role} {value}")).collect()
}

/// Whether two lines say the same number, day or name in different parts.
fn is_same_value(one: &str, other: &str) -> bool {
    let parts = |line: &str| {
        let mut words = line.splitn(3, ' ').map(str::to_owned);
        (words.next(), words.nth(1))
    };
    parts(one) == parts(other)
}

/// Whether the numbers or names of an expected line are among what is listed as unread.
fn is_listed(line: &str, unread: &[&str]) -> bool {
    let values = line.splitn(3, ' ').nth(2).unwrap_or_default();
    let is_word = |word: &&str| word.chars().count() > 1;
    let mut words = values.split([' ', '-']).map(|it| it.trim_start_matches('0')).filter(is_word);
    words.any(|word| {
        unread.iter().any(|it| it.replace([' ', ',', '.', '\u{a0}', '\u{202f}'], "").contains(word))
    })
}

/// Every prompt with the name of its file.
pub(crate) fn all() -> impl Iterator<Item = (&'static str, Prompt)> {
    FILES.iter().flat_map(|(name, file)| {
        let file: File = toml_edit::de::from_str(file).expect("the prompts are TOML");
        file.prompt.into_iter().map(|prompt| (*name, prompt))
    })
}

/// Compares the files whose name contains `part`. Good is: at most 2 of 100 kinds wrong, at least 93 of 100 facts, and at
/// most 3 of 100 that are read otherwise and not marked as assumed.
pub(crate) fn print(today: Date, part: &str) -> ExitCode {
    let (mut prompts, mut kinds, mut expected, mut read, mut extra) = (0, 0, 0, 0, 0);
    let (mut asked, mut guessed, mut misread, mut assumed, mut unused, mut second) =
        (0, 0, 0, 0, 0, 0);
    for (_, prompt) in all().filter(|(name, _)| name.contains(part)) {
        prompts += 1;
        let facts = planner::read_facts(&prompt.text, today);
        let kind = planner::kind_of(&prompt.text, &facts).unwrap_or("undecided");
        let found = lines(&facts);
        let is_read = |want: &&String| allowed(want).iter().any(|it| found.contains(it));
        let missed: Vec<&String> = prompt.facts.iter().filter(|it| !is_read(it)).collect();
        let is_first = |want: &&String| found.contains(&allowed(want)[0]);
        second += prompt.facts.iter().filter(|it| is_read(it) && !is_first(it)).count();
        let expectations: Vec<String> = prompt.facts.iter().flat_map(|it| allowed(it)).collect();
        let more: Vec<&String> = found.iter().filter(|it| !expectations.contains(it)).collect();
        let unread: Vec<&str> = facts.unread.iter().map(|it| it.quote.as_str()).collect();
        let lost: Vec<&String> =
            prompt.unread.iter().filter(|it| !unread.contains(&it.as_str())).collect();
        let surplus: Vec<&&str> =
            unread.iter().filter(|it| !prompt.unread.iter().any(|want| want == **it)).collect();
        let is_guess = |line: &String| {
            facts.facts.iter().any(|fact| fact.is_guess && fact.value.line() == **line)
        };
        guessed += more.iter().filter(|line| is_guess(line)).count();
        asked += usize::from(kind == "undecided" && kind != prompt.kind);
        kinds += usize::from(kind == prompt.kind);
        let all: Vec<String> = facts.facts.iter().map(|fact| fact.value.line()).collect();
        let (other, rest): (Vec<&String>, Vec<&String>) =
            missed.iter().partition(|want| all.iter().any(|it| is_same_value(it, want)));
        let is_assumed = |want: &&&String| {
            let same = |fact: &planner::Fact| is_same_value(&fact.value.line(), want);
            facts.facts.iter().any(|fact| fact.is_guess && same(fact))
        };
        assumed += other.iter().filter(is_assumed).count();
        misread += other.iter().filter(|want| !is_assumed(want)).count();
        unused += rest.iter().filter(|want| is_listed(want, &unread)).count();
        expected += prompt.facts.len();
        read += prompt.facts.len() - missed.len();
        extra += more.len();
        let conflicts = facts.conflicts.len();
        if kind != prompt.kind
            || !missed.is_empty()
            || !more.is_empty()
            || !lost.is_empty()
            || !surplus.is_empty()
            || conflicts != prompt.conflicts
        {
            println!("{}", prompt.text);
            if kind != prompt.kind {
                println!("  kind {kind}, expected {}", prompt.kind);
            }
            for it in &missed {
                println!("  missed: {it}");
            }
            for it in &more {
                println!("  not expected: {it}");
            }
            for it in &lost {
                println!("  not listed as unread: {it}");
            }
            for it in &surplus {
                println!("  unread: {it}");
            }
            if conflicts != prompt.conflicts {
                println!("  {conflicts} contradictions, expected {}", prompt.conflicts);
            }
        }
    }
    let wrong = prompts - kinds - asked;
    println!(
        "{prompts} prompts: {read} of {expected} expected facts read, {second} of them in a part that is as good; of the rest {misread} have another part, \
         {assumed} one that is marked as assumed, {unused} are listed as unread; {extra} others, {guessed} of them marked as assumed; \
         {kinds} kinds as expected, {asked} asked instead, {wrong} wrong"
    );
    if wrong * 50 <= prompts
        && read * 100 >= expected * 93
        && (extra - guessed) * 100 <= expected * 3
    {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
