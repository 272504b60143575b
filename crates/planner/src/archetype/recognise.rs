//! Which kind of project a prompt is about: the words of the goal and of the rest are cues, with weights that
//! `cargo run -p planner --example prompts -- learn` fits to the prompts in `tests/prompts`. Below a share nothing is chosen.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::nouns::{self, Noun, longest};
use super::{ARCHETYPES, Archetype};
use crate::answers::Answers;
use crate::facts::{Facts, Language, MoneyRole, PlaceRole, goal_sentence, is_month, words};
use crate::goal::Goal;
use crate::weights::Weights;
use crate::word_lists::WordLists;

/// A kind that may be meant.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    pub(crate) archetype: &'static Archetype,
    /// Its share of all kinds, of 100.
    pub(crate) score: u32,
    /// Whether what is done to what speaks for it, and names no other kind.
    is_goal: bool,
    /// The words that speak for it.
    pub(crate) evidence: Vec<String>,
}

/// The share that decides where the goal itself speaks for the kind.
const ENOUGH: u32 = 80;
/// The share that decides where only the words around it do, or where the goal has a noun of another kind.
const ENOUGH_AROUND: u32 = 85;
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
    let shares = KINDS.shares(cues.keys());
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
            let is_goal = is_goal(&cues, at, name);
            all.push(Candidate { archetype, score, is_goal, evidence: evidence(&cues, at) });
        }
    }
    all.retain(|one| !one.evidence.is_empty());
    all.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
    all
}

/// The cues of a prompt, to learn the weights of the kinds from.
pub fn kind_cues(prompt: &str, facts: &Facts) -> BTreeSet<String> {
    cues(prompt, facts).into_keys().collect()
}

/// The three cues that say the most for a kind, in words. Short words of the text count, but convince nobody: "the".
fn evidence(cues: &BTreeMap<String, String>, kind: usize) -> Vec<String> {
    let mut said: Vec<(f32, &String, &String)> = cues
        .iter()
        .filter(|(cue, words)| {
            let is_text = cue.starts_with("goal=") || cue.starts_with("text=");
            words.chars().count() > if is_text { 4 } else { 0 }
        })
        .map(|(cue, words)| (KINDS.weight(cue, kind), cue, words))
        .filter(|it| it.0 > 0.0)
        .collect();
    said.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut lines: Vec<String> = Vec::new();
    let mut quoted: Vec<&String> = Vec::new();
    for (_, cue, words) in said {
        if lines.len() == 3 || quoted.contains(&words) {
            continue;
        }
        quoted.push(words);
        lines.push(match cue.split_once([':', '=']).map_or("", |it| it.0) {
            "noun" | "both" => format!("\"{words}\" is what it is about"),
            "verb" => format!("\"{words}\" is what is done"),
            "fact" => words.clone(),
            _ => format!("\"{words}\" is said"),
        });
    }
    lines
}

/// Whether the goal itself speaks for a kind, and not against it.
fn is_goal(cues: &BTreeMap<String, String>, kind: usize, name: &str) -> bool {
    let has = |cue: &str, name: &str| cues.contains_key(&format!("{cue}:{name}"));
    let names = |name: &str| ["noun", "both", "strong", "perhaps"].iter().any(|it| has(it, name));
    let is_other = || ARCHETYPES.iter().any(|it| it.id != name && has("noun", &it.id));
    let says = |cue: &String| {
        let is_goal = cue.starts_with("does=") || cue.starts_with("head=");
        is_goal && KINDS.weight(cue, kind) > 0.0
    };
    let is_said = || has("verb", name) || has("goal", name) || cues.keys().any(says);
    names(name) || !is_other() && is_said()
}

/// The kind, if the evidence decides.
pub(crate) fn decided(candidates: &[Candidate]) -> Option<&Candidate> {
    let enough = |best: &Candidate| if best.is_goal { ENOUGH } else { ENOUGH_AROUND };
    candidates.first().filter(|best| best.score >= enough(best))
}

/// The kind that the answers name or the evidence decides; generic work where the answers say so.
pub(crate) fn choose(candidates: &[Candidate], answers: &Answers) -> Option<&'static Archetype> {
    let named = answers.kind.as_ref().and_then(|id| ARCHETYPES.iter().find(|it| it.id == *id));
    let assumed = || answers.assume.then(|| super::find("generic"));
    named.or_else(|| decided(candidates).map(|one| one.archetype)).or_else(assumed)
}

/// What speaks for any kind, and the words that say it; nobody needs to see those without words.
fn cues(prompt: &str, facts: &Facts) -> BTreeMap<String, String> {
    let goal = Goal::read(prompt, facts.language);
    let mut all = BTreeMap::from([("any".to_owned(), String::new())]);
    of_goal(&goal, facts.language, &mut all);
    for (place, text) in [("goal", &prompt[goal_sentence(prompt)]), ("text", prompt)] {
        of_words(place, &words(text), &mut all);
        of_topics(place, &words(text), &mut all);
    }
    of_facts(facts, &mut all);
    all
}

/// What is done to what.
fn of_goal(goal: &Goal, language: Language, all: &mut BTreeMap<String, String>) {
    let longest = longest(goal, language);
    let owners =
        ["our", "my", "unser", "unsere", "unseren", "mein", "meine", "notre", "nos", "mon", "ma"];
    for archetype in ARCHETYPES.iter().filter(|it| !it.is_generic()) {
        let find = |nouns: &'static [Noun]| {
            let found = nouns.iter().filter(|noun| noun.names(goal, language));
            let best = found.max_by_key(|noun| noun.letters);
            best.filter(|noun| noun.letters == longest).map(|noun| noun.text)
        };
        let known = nouns::of(archetype);
        let verb = goal.verbs.iter().find(|verb| archetype.verbs.contains(verb));
        let noun = find(&known.alone);
        let mut say = |cue: &str, words: &str| {
            all.insert(format!("{cue}:{}", archetype.id), words.to_owned());
        };
        if let Some(noun) = noun {
            say("noun", noun);
            let head = noun.rsplit(' ').next().unwrap_or_default();
            // "our café": nobody founds what they have.
            let is_owned = goal.words.iter().enumerate().any(|(at, word)| {
                owners.contains(&word.as_str())
                    && goal.words.iter().skip(at + 1).take(3).any(|it| it.ends_with(head))
            });
            if is_owned {
                say("owned", "");
            }
        }
        if let Some(noun) = find(&known.with_verb) {
            say("perhaps", noun);
            if verb.is_some() {
                say("both", noun);
            }
        }
        if let (Some(noun), Some(_)) = (noun, verb) {
            say("both", noun);
        }
        if let Some(verb) = verb {
            say("verb", verb);
        }
        if let Some(word) = goal.words.iter().find(|word| archetype.strong.contains(word)) {
            say("strong", word);
        }
    }
    for verb in &goal.verbs {
        all.insert(format!("does={verb}"), verb.clone());
    }
    for object in &goal.objects {
        let head = object.rsplit(' ').next().unwrap_or_default();
        all.insert(format!("head={}", beginning(head)), head.to_owned());
    }
}

/// Beginnings and ends of words, and the nouns of kinds among them.
fn of_words(place: &str, words: &[String], all: &mut BTreeMap<String, String>) {
    // Every kind of project has its months and its budget.
    let is_word = |word: &&String| {
        word.chars().count() > 2
            && word.starts_with(char::is_alphabetic)
            && !is_month(word)
            && !["budget", "euro", "euros"].contains(&word.as_str())
    };
    for word in words.iter().take(200).filter(is_word) {
        all.insert(format!("{place}={}", beginning(word)), word.clone());
        let letters: Vec<char> = word.chars().collect();
        if letters.len() > 7 {
            let end: String = letters[letters.len() - 5..].iter().collect();
            all.insert(format!("{place}=-{end}"), word.clone());
        }
    }
    let text = format!(" {} ", words.join(" "));
    for archetype in ARCHETYPES.iter().filter(|it| !it.is_generic()) {
        let is_said = |noun: &&String| {
            text.contains(&format!(" {noun} ")) || text.contains(&format!(" {noun}s "))
        };
        if let Some(noun) = archetype.nouns.iter().find(is_said) {
            all.insert(format!("{place}:{}", archetype.id), noun.clone());
        }
    }
}

/// How much of what is said belongs to each kind. A word of several kinds says as much less for each.
fn of_topics(place: &str, words: &[String], all: &mut BTreeMap<String, String>) {
    const STEPS: [f32; 7] = [0.5, 1.0, 1.5, 2.0, 3.0, 4.5, 6.0];
    let distinct: BTreeSet<&String> = words.iter().take(200).collect();
    let mut said: BTreeMap<&str, f32> = BTreeMap::new();
    for kinds in distinct.into_iter().map(|word| TOPICS.of(word)) {
        for kind in &kinds {
            *said.entry(kind).or_default() += 1.0 / kinds.len() as f32;
        }
    }
    for (kind, sum) in &said {
        for step in STEPS.iter().filter(|it| **it <= *sum) {
            all.insert(format!("{place}>{step}:{kind}"), String::new());
        }
    }
    let mut sums: Vec<(&str, f32)> = said.into_iter().collect();
    sums.sort_by(|one, other| other.1.total_cmp(&one.1));
    for (rank, (kind, _)) in sums.iter().take(2).enumerate() {
        all.insert(format!("{place}#{}:{kind}", rank + 1), String::new());
    }
}

/// What a word shares with its other forms.
fn beginning(word: &str) -> String {
    word.chars().take(6).collect()
}

/// What the facts of a prompt say about its kind.
fn of_facts(facts: &Facts, all: &mut BTreeMap<String, String>) {
    let mut say = |cue: &str, words: &str| {
        all.insert(format!("fact:{cue}"), words.to_owned());
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
                assert!(quoted.is_none_or(|it| it.chars().count() > 4), "{line}");
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
            assert_eq!(
                kind(prompt),
                id,
                "{prompt}: {:?}",
                Goal::read(prompt, Language::of(prompt))
            );
        }
    }
}
