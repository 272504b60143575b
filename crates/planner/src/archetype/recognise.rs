//! Which kind of project a prompt is about: what is done to what. Below a margin nothing is chosen.

use super::evidence::{by_facts, speaks_against};
use super::{ARCHETYPES, Archetype};
use crate::answers::Answers;
use crate::facts::{Facts, Language};
use crate::goal::{Goal, NEUTRAL};

/// A kind that may be meant.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    pub(crate) archetype: &'static Archetype,
    /// 6 is verb and noun, 5 a noun that needs no verb; less are hints for the question.
    pub(crate) score: u32,
    /// The words that speak for it.
    pub(crate) evidence: Vec<String>,
}

/// The least score and the least lead over the next kind that decide.
pub(crate) const ENOUGH: u32 = 5;
/// What a hint counts that speaks for one kind and does not decide.
pub(super) const HINT: u32 = 3;
pub(crate) const MARGIN: u32 = 2;

/// All kinds with any evidence, the best first. Generic work is never among them.
pub(crate) fn candidates(prompt: &str, facts: &Facts) -> Vec<Candidate> {
    let goal = Goal::read(prompt, facts.language);
    let longest = longest_noun(&goal, facts.language);
    let mut all: Vec<Candidate> = ARCHETYPES
        .iter()
        .filter(|archetype| !archetype.is_generic())
        .filter_map(|archetype| judge(archetype, &goal, facts, longest))
        .collect();
    all.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
    all
}

/// The kind, if the evidence decides.
pub(crate) fn decided(candidates: &[Candidate]) -> Option<&Candidate> {
    let best = candidates.first().filter(|best| best.score >= ENOUGH)?;
    let next = candidates.get(1).map_or(0, |next| next.score);
    (best.score >= next + MARGIN).then_some(best)
}

/// The kind that the answers name or the evidence decides; generic work where the answers say so.
pub(crate) fn choose(candidates: &[Candidate], answers: &Answers) -> Option<&'static Archetype> {
    let named = answers.kind.as_ref().and_then(|id| ARCHETYPES.iter().find(|it| it.id == *id));
    let assumed = || answers.assume.then(|| super::find("generic"));
    named.or_else(|| decided(candidates).map(|one| one.archetype)).or_else(assumed)
}

/// Whether some kind has a word for what the goal is about.
pub(crate) fn knows(goal: &Goal, language: Language) -> bool {
    longest_noun(goal, language) > 0
}

/// The length of the longest noun of any kind that an object of the goal ends with: "repair café" is
/// more than "café".
fn longest_noun(goal: &Goal, language: Language) -> usize {
    let nouns =
        ARCHETYPES.iter().flat_map(|archetype| archetype.nouns.iter().chain(&archetype.verb_nouns));
    nouns
        .filter(|noun| names(goal, noun, language))
        .map(|noun| lemma(noun).chars().count())
        .max()
        .unwrap_or(0)
}

/// Whether an object of the goal is the noun: ends with it as a word, or in German as a part of one.
fn names(goal: &Goal, noun: &str, language: Language) -> bool {
    // In French a "course" is a race.
    if language == Language::French && noun == "course" {
        return false;
    }
    let singular = lemma(noun);
    goal.objects.iter().any(|object| {
        let is_end = |noun: &str| {
            object == noun
                || object.strip_suffix(noun).is_some_and(|before| before.ends_with([' ', '-']))
                || language == Language::French && object.starts_with(&format!("{noun} "))
        };
        let genitive = object
            .strip_suffix("es")
            .or_else(|| object.strip_suffix('s'))
            .or_else(|| object.strip_suffix('n'))
            .or_else(|| object.strip_suffix('e'));
        let is_part = language == Language::German
            && noun.chars().count() > 3
            && (object.ends_with(noun) || genitive.is_some_and(|it| it.ends_with(noun)));
        // "footbridge", "watermill".
        let is_compound = language == Language::English
            && singular.chars().count() > 5
            && !singular.contains(' ')
            && object.ends_with(&singular);
        is_end(&singular) || is_end(noun) || is_part || is_compound
    })
}

/// A noun of an archetype with its last word in the singular.
fn lemma(noun: &str) -> String {
    match noun.rsplit_once(' ') {
        Some((head, last)) => format!("{head} {}", crate::goal::singular(last)),
        None => crate::goal::singular(noun),
    }
}

fn judge(
    archetype: &'static Archetype,
    goal: &Goal,
    facts: &Facts,
    longest: usize,
) -> Option<Candidate> {
    let language = facts.language;
    let mut evidence = Vec::new();
    let own_verb = goal.verbs.iter().find(|verb| archetype.verbs.contains(verb));
    let is_neutral = |verb: &String| NEUTRAL.split_whitespace().any(|it| it == verb);
    let any_neutral = goal.verbs.is_empty() || goal.verbs.iter().any(is_neutral);
    let find = |nouns: &'static [String]| {
        let found = nouns.iter().filter(|noun| names(goal, noun, language));
        found.max_by_key(|noun| lemma(noun).chars().count())
    };
    let noun = find(&archetype.nouns).filter(|noun| lemma(noun).chars().count() == longest);
    let verb_noun =
        find(&archetype.verb_nouns).filter(|noun| lemma(noun).chars().count() == longest);
    let strong = goal.words.iter().find(|word| archetype.strong.contains(word));
    let mut score = 0;
    if let Some(noun) = noun {
        evidence.push(format!("\"{noun}\" is what it is about"));
        score = match own_verb {
            Some(_) => 6,
            None if any_neutral => 5,
            None => 1,
        };
    }
    if let (Some(noun), Some(_)) = (verb_noun, own_verb) {
        evidence.push(format!("\"{noun}\" is what it is done to"));
        score = score.max(5);
    } else if let Some(noun) = verb_noun {
        evidence.push(format!("\"{noun}\" may be what it is about"));
        score = score.max(1);
    }
    if let Some(verb) = own_verb {
        evidence.push(format!("\"{verb}\" is what is done"));
        score = score.max(1);
    }
    if let Some(word) = strong {
        evidence.push(format!("\"{word}\" means this kind"));
        score = score.max(ENOUGH);
    }
    // "Run a half marathon" may be said by somebody who takes part.
    let races = ["marathon", "half marathon", "race", "triathlon", "ultramarathon"];
    let is_race = noun.is_some_and(|it| races.contains(&it.as_str()));
    let takes_part =
        is_race && goal.verbs.iter().all(|verb| ["run", "train"].contains(&verb.as_str()));
    if takes_part {
        score = score.min(ENOUGH - 1);
    }
    if let Some(verb) = goal.verbs.iter().find(|verb| archetype.sole.contains(verb)) {
        evidence.push(format!("\"{verb}\" is hardly said of anything else"));
        score = score.max(HINT);
    }
    if let Some((points, reason)) = by_facts(archetype, goal, facts) {
        evidence.push(reason.to_owned());
        score = score.max(points);
    }
    if speaks_against(archetype, goal, noun.map(String::as_str)) {
        score = score.min(ENOUGH - 1);
    }
    // A noun elsewhere in the goal is a hint for the question, nothing more.
    if score == 0 {
        let all = goal.words.join(" ");
        let hint =
            archetype.nouns.iter().find(|noun| format!(" {all} ").contains(&format!(" {noun} ")));
        if let Some(noun) = hint {
            evidence.push(format!("\"{noun}\" is mentioned"));
            score = 1;
        }
    }
    (score > 0).then_some(Candidate { archetype, score, evidence })
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
            ("Sell our café in Porto", "undecided"),
            ("Something else entirely", "undecided"),
            ("Nous voulons ouvrir un bar à ramen à Lyon", "place"),
            ("Our choir tours Scotland in May", "undecided"),
            ("Organise a choir tour to Scotland", "trip"),
            ("Our office of 18 moves from Rotterdam to The Hague", "undecided"),
            ("Der Sportverein will eine Flutlichtanlage mit LED für zwei Plätze", "undecided"),
            ("Monter un atelier vélo solidaire à Roubaix", "undecided"),
            ("We want to put our paper bookshop on the web", "undecided"),
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
