//! How the plan calls what there will be. What the goal says is kept where it is a name; a pronoun, a greeting or a
//! half sentence is none, and a noun that the kind of project knows takes its place, or nothing.

use std::sync::LazyLock;

use regex::Regex;

use super::{ENDS, SKIP, bare, ends_phrase, infinitive, is_in, singular};
use crate::archetype::Archetype;
use crate::facts::{CountRole, Facts, Language};

/// Words that no name has.
const NO_NAMES: &str = "i we you he she it they me us him them my our your i'm we're i've we've i'll we'll i'd we'd what who which there \
    would could should want wants wanted like be is are was were am has have had do does did get gets go goes going get got again lol \
    yo n sth something anything right thinking see prove well so because hi hello hey hiya dear subject brief betreff objet madame \
    monsieur bonjour coucou salut euh moin hallo servus sehr liebe guten damen herren years year help hilfe aide urgent info note notes \
    husband wife w ppl marions acheter sinon devenir je j'ai nous on me se tu il elle veut veulent dit dont suis sommes moi toi merci ich wir er sie es uns mich mir man hab habe \
    haben will wollen zusage opa oma eltern parents mutter vater mother father grandparents großeltern mère père vadder projektskizze konzept skizze auftrag planung support budget";

/// A name and its head noun, in lower case.
pub(crate) struct Thing {
    pub(crate) name: String,
    pub(crate) heads: Vec<String>,
}

/// The name that the goal gives, or the one that a kind knows, or none.
pub(crate) fn called(
    prompt: &str,
    name: &str,
    heads: Vec<String>,
    kind: Option<&Archetype>,
    facts: &Facts,
) -> Thing {
    let known = kind.and_then(|kind| known(prompt, kind));
    if kind.is_some_and(|kind| kind.id == "it_migration")
        && let Some(systems) = systems(prompt)
    {
        return systems;
    }
    let names_kind = || {
        let head = heads.first().map_or("", String::as_str);
        let nouns = kind.into_iter().flat_map(Archetype::known_nouns);
        nouns.into_iter().any(|noun| head.ends_with(&singular(noun)) || noun.ends_with(head))
    };
    // "I collect pinball machines. So: an arcade": nobody opens machines.
    let is_other = name.ends_with('s') && facts.language == Language::English && !names_kind();
    // "Repair café": a verb to the grammar, and part of the name.
    let is_longer =
        |known: &str| known.to_lowercase().ends_with(&format!(" {}", name.to_lowercase()));
    if is_name(name, facts)
        && !is_writer(prompt, name)
        && !is_other
        && !known.as_deref().is_some_and(is_longer)
    {
        let name = joined(prompt, name).unwrap_or_else(|| name.to_owned());
        return Thing { name, heads };
    }
    let Some(name) = known else {
        return Thing { name: String::new(), heads: Vec::new() };
    };
    let head = name.split(' ').next_back().map(|last| singular(&last.to_lowercase()));
    Thing { heads: head.into_iter().collect(), name }
}

/// "Buy the Cod and Lobster": both words are one name.
fn joined(prompt: &str, name: &str) -> Option<String> {
    let last = name.rsplit(' ').next()?;
    let is_capital = |word: &str| word.starts_with(char::is_uppercase);
    let at = prompt.find(&format!("{name} and ")).or_else(|| prompt.find(&format!("{name} & ")))?;
    let before = prompt[..at].trim_end();
    let rest: Vec<&str> = prompt[at + name.len()..].split_whitespace().take(2).collect();
    let next = rest.get(1)?.trim_end_matches(|letter: char| !letter.is_alphanumeric());
    (before.ends_with("the") && is_capital(last) && is_capital(next))
        .then(|| format!("{name} {} {next}", rest[0]))
}

/// Whether the name is of those who write: "we are a payments startup and need a certificate".
fn is_writer(prompt: &str, name: &str) -> bool {
    let lower = prompt.to_lowercase();
    let Some(at) = lower.find(&name.to_lowercase()) else { return false };
    let before: Vec<&str> = lower[..at].split_whitespace().rev().take(4).collect();
    let before = before.into_iter().rev().collect::<Vec<_>>().join(" ");
    let says = ["we are a", "we're a", "i am a", "i'm a", "wir sind ein", "ich bin ein"];
    let says_so = says.iter().chain(&["nous sommes un", "je suis un"]);
    says_so.into_iter().any(|it| format!(" {before}").contains(&format!(" {it}")))
}

/// "from Lotus to Exchange": what a migration leaves and where it goes.
fn systems(prompt: &str) -> Option<Thing> {
    static PAIR: LazyLock<Regex> = LazyLock::new(|| {
        let system = r"\p{Lu}[\w+-]+(?:\.\w+)*(?: \p{Lu}[\w+-]*(?:\.\w+)*| \d+)*";
        let pattern = format!(
            r"\b(?:from|von|de|d') ?(?P<from>{system}) (?:to|onto|auf|nach|zu|vers|à) (?P<to>{system})"
        );
        Regex::new(&pattern).expect("the pattern is valid")
    });
    let captures = PAIR.captures(prompt)?;
    let (from, to) = (&captures["from"], captures["to"].trim_end_matches('.'));
    let head = to.split(' ').next_back().unwrap_or(to).to_lowercase();
    Some(Thing { name: format!("{from} to {to}"), heads: vec![head] })
}

fn is_name(name: &str, facts: &Facts) -> bool {
    let lower = name.to_lowercase();
    let all: Vec<&str> = lower.split_whitespace().collect();
    let Some(last) = all.last() else { return false };
    // "Support ended", "aunt died"; a shed and a bed are things.
    let is_past = all.len() > 1
        && last.len() > 3
        && last.ends_with("ed")
        && !["eed", "shed", "sled", "bed"].iter().any(|end| last.ends_with(end));
    let is_place = || facts.places().any(|(place, _)| place.name.to_lowercase() == lower);
    let is_person = || {
        let mut team = facts.counts().filter(|(count, _)| count.role == CountRole::Team);
        team.any(|(count, _)| singular(&count.of) == singular(last))
    };
    !is_past
        && !all.iter().any(|word| is_in(NO_NAMES, &word.replace('’', "'")))
        && !is_place()
        && !is_person()
}

/// The longest noun of a kind that the prompt names, with the words that belong to it: "wheelchair basketball club".
fn known(prompt: &str, kind: &Archetype) -> Option<String> {
    let tokens: Vec<&str> = prompt.split_whitespace().take(80).collect();
    let words: Vec<String> = tokens.iter().copied().map(bare).collect();
    let nouns = || kind.known_nouns().filter(|noun| noun.chars().count() > 3);
    let ends_at = |at: usize| {
        let is_it = |noun: &&String| {
            let size = noun.split(' ').count();
            let said = (at + 1).checked_sub(size).map(|from| words[from..=at].join(" "));
            said.is_some_and(|said| {
                said == **noun || singular(&said) == **noun || size == 1 && is_compound(&said, noun)
            })
        };
        nouns().filter(is_it).map(|noun| (noun.chars().count(), noun.split(' ').count())).max()
    };
    let all =
        (0..words.len()).filter_map(|at| ends_at(at).map(|(length, size)| (length, at, size)));
    let (_, at, size) = all.max_by_key(|&(length, at, _)| (length, std::cmp::Reverse(at)))?;
    let mut from = at + 1 - size;
    while from > 0 && at - from < 3 && belongs(&words[from - 1], tokens[from - 1]) {
        from -= 1;
    }
    let name = tokens[from..=at].join(" ");
    Some(name.trim_matches(|letter: char| !letter.is_alphanumeric()).to_owned())
}

/// "modellbahnausstellung" is an "ausstellung".
fn is_compound(word: &str, noun: &str) -> bool {
    noun.chars().count() > 4 && word.ends_with(noun)
}

/// Whether a word before a noun is part of its name.
fn belongs(word: &str, token: &str) -> bool {
    !ends_phrase(token)
        && word.chars().count() > 2
        && word.chars().all(|letter| letter.is_alphabetic() || letter == '-')
        && [SKIP, ENDS, NO_NAMES, "and or und oder et ou not no kein any of including included with without inklusive samt"]
            .iter()
            .all(|list| !is_in(list, word))
        && infinitive(word).is_none()
}

#[cfg(test)]
mod tests {
    use crate::calendar::Date;
    use crate::facts::read;

    #[test]
    fn a_name_is_no_half_sentence() {
        for (prompt, name) in [
            ("We're four mums in Limerick starting a toy library.", "toy library"),
            ("The PTA would like a cookbook: 70 recipes, 400 copies.", "cookbook"),
            (
                "Volunteers turn a disused laundry in Leith into a reading room for the neighbourhood.",
                "reading room",
            ),
            ("Repair café in our parish hall in Leuven, with 8 volunteers.", "Repair café"),
            ("Hello, I coordinate a systematic review on hearing loss.", "systematic review"),
            (
                "We are a 35-person startup in Dublin and need ISO 27001 certification.",
                "certification",
            ),
            ("Buy the Cod and Lobster for the village of Staithes.", "Cod and Lobster"),
            (
                "Migrate our data from Lotus Notes to Exchange. The board wants it.",
                "Lotus Notes to Exchange",
            ),
            ("Bonjour, nous créons une association pour glaner les fruits.", "association"),
        ] {
            assert_eq!(read(prompt, Date::new(2026, 11, 16).unwrap()).thing, name, "{prompt}");
        }
    }

    #[test]
    fn who_writes_and_what_happened_is_no_name() {
        for prompt in [
            "Thinking of something different from September 2027, any ideas?",
            "My aunt died on 2 October 2026 and I'm her executor.",
            "We are three people.",
        ] {
            let thing = read(prompt, Date::new(2026, 11, 16).unwrap()).thing;
            assert_eq!(thing, "", "{prompt}");
        }
    }
}
