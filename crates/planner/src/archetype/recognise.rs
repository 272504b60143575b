//! Which kind of project a prompt is about: the words of the goal and of the rest are cues, with weights that
//! `cargo run -p planner --example prompts -- learn` fits to the prompts in `tests/prompts`. Below a share nothing is chosen.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::{ARCHETYPES, Archetype};
use crate::answers::Answers;
use crate::facts::{Facts, MoneyRole, PlaceRole, goal_sentence, is_month, words};
use crate::weights::Weights;
use crate::word_lists::WordLists;

/// A kind that may be meant.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    pub(crate) archetype: &'static Archetype,
    /// Its share of all kinds, of 100.
    pub(crate) score: u32,
    /// Whether the prompt is a few words and no other kind comes near: "Plan my wedding".
    is_alone: bool,
    /// The words that speak for it.
    pub(crate) evidence: Vec<String>,
}

/// The share that decides.
const ENOUGH: u32 = 80;
/// The share that decides for a prompt of a few words, where it is so many times that of the next kind.
const ENOUGH_ALONE: u32 = 58;
const AHEAD: u32 = 8;
const FEW: usize = 20;
/// The least share that the question offers.
const OFFERED: u32 = 4;

static KINDS: LazyLock<Weights> =
    LazyLock::new(|| Weights::read(include_str!("../../roles/kinds.txt")));

/// Words that people use who speak of a kind of project.
static TOPICS: LazyLock<WordLists> =
    LazyLock::new(|| WordLists::read(include_str!("../../roles/topics.txt")));

/// All kinds with any evidence, the best first. Generic work is never among them.
pub(crate) fn candidates(prompt: &str, facts: &Facts) -> Vec<Candidate> {
    let cues = cues(prompt, facts);
    let shares = KINDS.shares(cues.iter().map(|(name, cue)| (name, cue.much)));
    let mut all: Vec<Candidate> = Vec::new();
    let kind = |name: &str| ARCHETYPES.iter().find(|it| it.id == name && !it.is_generic());
    // Who sells nothing opens no shop.
    let is_out = |name: &str| facts.has("nothing_sold") && kind(name).is_some_and(|it| it.sells);
    let rest = KINDS.names().iter().zip(&shares).filter(|it| !is_out(it.0)).map(|it| it.1);
    let rest: f32 = rest.sum();
    for (at, name) in KINDS.names().iter().enumerate() {
        let found = kind(name).filter(|_| !is_out(name));
        let score = (shares[at] / rest * 100.0).floor() as u32;
        if let Some(archetype) = found.filter(|_| score >= OFFERED) {
            let evidence = evidence(&cues, at);
            all.push(Candidate { archetype, score, is_alone: false, evidence });
        }
    }
    all.retain(|one| !one.evidence.is_empty());
    all.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
    let second = all.get(1).map_or(0, |it| it.score);
    if let Some(best) = all.first_mut() {
        // A kind that is ruled out was near.
        best.is_alone = words(prompt).len() <= FEW
            && best.score >= ENOUGH_ALONE
            && best.score > second * AHEAD
            && !facts.has("nothing_sold");
    }
    all
}

/// The cues of a prompt and how much there is of each, to learn the weights of the kinds from.
pub fn kind_cues(prompt: &str, facts: &Facts) -> BTreeMap<String, f32> {
    cues(prompt, facts).into_iter().map(|(name, cue)| (name, cue.much)).collect()
}

/// What a word says for a kind of project.
pub(crate) fn loudness(word: &str, kind: &Archetype) -> f32 {
    let at = KINDS.names().iter().position(|name| *name == kind.id);
    at.map_or(0.0, |at| forms(word).map(|form| KINDS.weight(&form, at)).sum())
}

/// Whether people use a word who speak of some kind of project.
pub(crate) fn is_topic(word: &str) -> bool {
    TOPICS.of(word).iter().any(|name| *name != "undecided")
}

/// The three cues that say the most for a kind, in words. Short words count, but convince nobody: "the".
fn evidence(cues: &BTreeMap<String, Cue>, kind: usize) -> Vec<String> {
    let is_fact = |name: &str| name.starts_with("fact");
    let telling = cues.iter().filter(|(name, cue)| {
        let is_long = cue.words.chars().count() > 4;
        is_long || is_fact(name) && !cue.words.is_empty() || is_topic(&cue.words)
    });
    let said = telling.map(|(name, cue)| (cue.much * KINDS.weight(name, kind), name, &cue.words));
    let mut said: Vec<_> = said.filter(|it| it.0 > 0.0).collect();
    said.sort_by(|one, other| other.0.total_cmp(&one.0));
    let line = |(_, name, words): (f32, &String, &String)| {
        if is_fact(name) { words.clone() } else { format!("\"{words}\" is said") }
    };
    let mut lines: Vec<String> = Vec::new();
    for line in said.into_iter().map(line) {
        if lines.len() < 3 && !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

/// The kind, if the evidence decides.
pub(crate) fn decided(candidates: &[Candidate]) -> Option<&Candidate> {
    candidates.first().filter(|best| best.score >= ENOUGH || best.is_alone)
}

/// The kind that the answers name or the evidence decides; generic work where the answers say so.
pub(crate) fn choose(candidates: &[Candidate], answers: &Answers) -> Option<&'static Archetype> {
    let named = answers.kind.as_ref().and_then(|id| ARCHETYPES.iter().find(|it| it.id == *id));
    let assumed = || answers.assume.then(|| super::find("generic"));
    named.or_else(|| decided(candidates).map(|one| one.archetype)).or_else(assumed)
}

/// What speaks for or against kinds.
#[derive(Default)]
struct Cue {
    /// How much of it there is: what the goal says counts twice.
    much: f32,
    /// The words that say it; nobody needs to see a cue without.
    words: String,
}

/// How the name of a cue begins that is a word of the prompt.
const WORD: char = '=';

fn cues(prompt: &str, facts: &Facts) -> BTreeMap<String, Cue> {
    let mut all = BTreeMap::from([("any".to_owned(), Cue { much: 1.0, words: String::new() })]);
    let places: BTreeSet<String> =
        facts.places().flat_map(|(place, _)| words(&place.name)).collect();
    for (place, text) in [("goal", &prompt[goal_sentence(prompt)]), ("text", prompt)] {
        // Where it is says nothing of what it is.
        let is_word = |word: &String| !places.contains(word);
        let words: BTreeSet<String> = words(text).into_iter().take(200).filter(is_word).collect();
        of_words(&words, &mut all);
        of_topics(place, &words, &mut all);
    }
    of_facts(facts, &mut all);
    all
}

/// Beginnings and ends of words.
fn of_words(words: &BTreeSet<String>, all: &mut BTreeMap<String, Cue>) {
    // Every kind of project has its months and its budget.
    let is_word = |word: &&str| {
        word.chars().count() > 2
            && word.starts_with(char::is_alphabetic)
            && !is_month(word)
            && !["budget", "euro", "euros"].contains(word)
    };
    let words = words.iter().map(|word| without_elision(word)).filter(is_word);
    let mut said: BTreeMap<String, &str> = BTreeMap::new();
    for word in words {
        said.extend(forms(word).map(|form| (form, word)));
    }
    for (name, word) in said {
        let cue = all.entry(name).or_default();
        cue.much += 1.0;
        word.clone_into(&mut cue.words);
    }
}

/// "association" of "l'association", and "club" of "club's".
pub(crate) fn without_elision(word: &str) -> &str {
    match word.split_once(['\'', '’']) {
        Some((before, after)) if before.len() < 3 => after,
        Some((before, _)) => before,
        None => word,
    }
}

/// How much of what is said belongs to each kind. A word of several kinds says as much less for each.
fn of_topics(place: &str, words: &BTreeSet<String>, all: &mut BTreeMap<String, Cue>) {
    for word in words.iter().map(|word| without_elision(word)) {
        let kinds = TOPICS.of(word);
        for kind in &kinds {
            let cue = all.entry(format!("{place}:{kind}")).or_default();
            cue.much += 1.0 / kinds.len() as f32;
            word.clone_into(&mut cue.words);
        }
    }
}

/// What a word shares with its other forms and with what it is a part of: its beginning, and the end of a long one.
fn forms(word: &str) -> impl Iterator<Item = String> {
    let end = word.char_indices().rev().nth(3).filter(|_| word.chars().count() > 7);
    let end = end.map(|(at, _)| format!("{WORD}-{}", &word[at..]));
    std::iter::once(format!("{WORD}{}", beginning(word))).chain(end)
}

fn beginning(word: &str) -> String {
    word.chars().take(6).collect()
}

/// What the facts of a prompt say about its kind.
fn of_facts(facts: &Facts, all: &mut BTreeMap<String, Cue>) {
    let mut say = |cue: &str, words: &str| {
        all.insert(format!("fact:{cue}"), Cue { much: 1.0, words: words.to_owned() });
    };
    for (place, _) in facts.places() {
        match place.role {
            PlaceRole::Origin => say("origin", "somebody leaves a place"),
            PlaceRole::Destination => say("destination", "somebody goes to a place"),
            PlaceRole::Site => say("site", ""),
        }
    }
    for (money, _) in facts.monies() {
        match money.role {
            MoneyRole::Rent => say("rent", "rent is paid"),
            MoneyRole::Price => say("price", "something is sold"),
            MoneyRole::Income => say("income", "money comes in"),
            MoneyRole::Each => say("each", "everybody pays"),
            MoneyRole::Loan => say("loan", ""),
            _ => {}
        }
    }
    if facts.area().is_some() {
        say("area", "");
    }
    for one in &facts.traits {
        say(one, if one == "nothing_sold" { "nothing is sold" } else { "" });
    }
    for (count, _) in facts.counts() {
        say(&format!("{}={}", count.role.as_str(), beginning(&count.of)), "");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::Date;
    use crate::facts;

    fn kind(prompt: &str) -> String {
        let facts = facts::read(prompt, Date::new(2026, 11, 16).unwrap());
        let all = candidates(prompt, &facts);
        decided(&all).map_or_else(|| "undecided".to_owned(), |one| one.archetype.id.clone())
    }

    #[test]
    fn short_words_of_the_text_are_not_quoted_as_evidence() {
        let prompt = "Our choir wants to record a CD in the parish church, CHF 9,500, with the organ and the band.";
        let facts = facts::read(prompt, Date::new(2026, 11, 16).unwrap());
        for candidate in candidates(prompt, &facts) {
            for line in candidate.evidence {
                let quoted = line.strip_suffix("\" is said").map(|it| it.trim_start_matches('"'));
                assert!(!["the", "our", "and", "for"].map(Some).contains(&quoted), "{line}");
            }
        }
    }

    #[test]
    fn what_is_done_to_what_decides() {
        for (prompt, id) in [
            ("A street festival for 300 guests", "event"),
            ("We are getting married in Tuscany with 80 guests", "wedding"),
            ("A fundraising campaign of our food bank with volunteers and donors", "campaign"),
            ("Ich möchte eine Fahrradwerkstatt eröffnen", "place"),
            ("Open a second-hand bicycle repair workshop and shop in Ghent", "place"),
            ("An app with a web API for dentists", "software_product"),
            ("Open a café in Porto", "place"),
            ("Start a repair café in our parish hall", "nonprofit"),
            ("Move from Berlin to Lisbon with two kids", "relocation"),
            ("Move our law firm with 25 lawyers to a new building", "office_move"),
            ("Move our 12-person accounting office from Vienna to Graz", "office_move"),
            ("A developer conference for 400 people", "event"),
            ("Migrate our ERP to the cloud for 120 users", "it_migration"),
            ("Renovate the roof of our house", "construction"),
            ("Get ISO 27001 certified within 9 months", "compliance"),
            ("Write and publish a novel", "publication"),
            ("Write a book about opening a café", "publication"),
            ("A study on sleep with 60 participants", "research"),
            ("Build a 3U CubeSat with 12 students", "undecided"),
            ("Open a reading room in Kilrush for all the town, nothing for sale", "undecided"),
            ("Sell our café in Porto", "undecided"),
            ("Something else entirely", "undecided"),
            ("Nous voulons ouvrir un bar à ramen à Lyon", "place"),
            ("Organise a choir tour to Scotland", "trip"),
            ("Der Sportverein will eine Flutlichtanlage mit LED für zwei Plätze", "undecided"),
            ("Unser Hofladen bekommt einen Selbstbedienungsautomaten", "undecided"),
        ] {
            assert_eq!(kind(prompt), id, "{prompt}");
        }
    }
}
