//! What the goal of a prompt is about: the noun phrase that says the most for its kind, as the prompt writes it.

use std::sync::LazyLock;

use regex::Regex;

use crate::archetype::{Archetype, loudness, without_elision};
use crate::facts::{CountRole, Facts, Language, goal_sentence, is_month, is_place};

/// How the prompt calls what there will be, and the nouns that the work has to name, in lower case.
#[derive(Default)]
pub(crate) struct Thing {
    pub(crate) name: String,
    pub(crate) heads: Vec<String>,
}

/// "Good morning, Anna!" and the like.
static HELLO: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^(?:euh\s+)?(?:hello|hiya|hi|hey|yo|good (?:morning|evening)|dear|hallo|hi zusammen|guten (?:tag|morgen|abend)|sehr geehrte|liebe|moin|servus|bonjour|bonsoir|salut|coucou|madame|monsieur)\b[^,!:.]{0,40}[,!:]+\s+",
    )
    .expect("the pattern is valid")
});

/// Verbs that goals begin with, so that they are not taken for nouns.
const VERBS: &str = "plan organise organize start make do create launch set run get have prepare develop build establish open eröffnen ouvrir found host \
    hold begin design produce implement realise realize deliver put planen organisieren gründen starten machen vorbereiten aufbauen créer \
    organiser lancer monter faire préparer introduce durchführen realisieren reopen close sell buy rent move relocate migrate replace renovate refurbish \
    convert install construct write publish record film shoot teach train research conduct finish complete submit win raise collect campaign travel hike \
    cycle walk climb visit tour sail celebrate marry emigrate manufacture ship release code redesign relaunch upgrade consolidate decommission insulate \
    extend remodel restore save reduce increase improve grow plant breed keep repair fix clean paint merge acquire hire recruit retire phase learn pass \
    achieve obtain become comply certify defend explore survey measure test scale expand turn transform add throw stage cut switch digitise digitize \
    automate recover rescue protect sue negotiate apply register join leave quit interview umziehen ziehen bauen renovieren sanieren schreiben \
    veröffentlichen drehen feiern veranstalten heiraten auswandern verkaufen entwickeln einführen umbauen reisen wandern ausrichten schulen verlegen \
    ablösen umstellen migrieren sammeln déménager construire rénover écrire publier tourner voyager vendre développer enseigner collecter installer \
    aménager mener ouvrir fêter migrer partir célébrer transformer integrate unify dig drill excavate sew knit brew roast circumnavigate conquer lose \
    stop survive retrofit fundraise invest finance fund restructure rebuild outsource bring take give go";

/// Verbs that are nouns before a preposition: "Study with 40 patients".
const NOUNS: &str = "study research survey test pilot plan campaign tour hike record film design trial visit walk ride move";

/// Prepositions: the noun behind one says where, when or with whom.
const PREPOSITIONS: &str = "for in on at by with to from near of that which where who because so when before after within under about as using through \
    across during between off onto called named aimed without until while if since than per via against around outside inside over down along among \
    beside behind based für im am mit von bis ab zu zum zur nach aus bei als auf über unter gegen durch vor pro ohne beim vom pour dans à avec en sur par \
    chez avant vers au aux près depuis qui que où um are am i'm we're bin sind \
    suis sommes";

/// Who or what stands before one of these does it.
const WISHES: &str = "will must should can could would may might is are was were has had does did wants wanted needs plans hopes möchte möchten wollen soll \
    sollen muss müssen braucht plant veut veulent voudrait doit doivent souhaite va";

/// Further words that end a noun phrase, and that no name has.
const ENDS: &str = "into de built made owned founded located designed used be am costs takes next also then finally now please i we you he she it they me us him \
    them i'm we're i've we've i'll we'll i'd we'd what there want would like likes get getting got again something anything different thinking idea ideas \
    any because more every better online up out going wanna pas hi hello hey hiya dear subject betreff objet madame monsieur bonjour hallo year years week weeks day days hour hours month months half \
    million help hilfe aide note notes je j'ai nous on me se tu il elle voulons voudrais dois devons suis sommes moi merci ich wir er sie es uns mich mir \
    man hab habe haben project projekt projet thing things way euro eur euros dollars budget und oder and or et ou & plus but mais aber not no eltern \
    parents mutter vater mother father oma opa mère père husband wife each monday tuesday wednesday thursday friday saturday sunday mondays tuesdays \
    wednesdays thursdays fridays saturdays sundays montag dienstag mittwoch donnerstag freitag samstag sonntag lundi mardi mercredi jeudi vendredi samedi \
    dimanche uhr";

/// Words before a noun that are no part of its name.
const SKIP: &str = "a an the our my your their his her its this these new own first second third small large big little local brand-new one two three four \
    five six seven eight nine ten twelve some several another all eine einen ein einer eines einem der die das des dem den unsere unser unseren unserer \
    unseres unserem mein meine meinen meiner meinem zwei drei vier fünf un une le la les du mon ma notre nos mes alle tous toutes deux trois quatre cinq";

fn is_in(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|it| it == word)
}

/// What stands behind a greeting.
pub(crate) fn after_greeting(sentence: &str) -> &str {
    HELLO.find(sentence).map_or(sentence, |found| &sentence[found.end()..])
}

/// Whether a word is a verb that goals begin with: "open", "opening", "opens".
pub(crate) fn is_verb(word: &str) -> bool {
    let stem = ["ing", "es", "s"].iter().find_map(|end| word.strip_suffix(end));
    let single = |stem: &str| {
        let last = stem.chars().next_back().filter(|last| stem.ends_with(&format!("{last}{last}")));
        last.is_some_and(|last| is_in(VERBS, &stem[..stem.len() - last.len_utf8()]))
    };
    is_in(VERBS, word)
        || stem.is_some_and(|it| is_in(VERBS, it) || is_in(VERBS, &format!("{it}e")) || single(it))
}

/// A noun in the singular, roughly.
fn singular(noun: &str, language: Language) -> String {
    let is_whole = [
        "series",
        "species",
        "news",
        "premises",
        "headquarters",
        "gas",
        "bus",
        "campus",
        "analysis",
    ];
    if is_whole.contains(&noun) || language == Language::German {
        return noun.to_owned();
    }
    if let Some(stem) = noun.strip_suffix("ies").filter(|stem| stem.len() > 2) {
        return format!("{stem}y");
    }
    let is_long = ["ches", "shes", "xes", "sses"].iter().any(|ending| noun.ends_with(ending));
    match noun.strip_suffix(if is_long { "es" } else { "s" }) {
        Some(stem)
            if stem.len() > 2
                && !stem.ends_with(['u', 'i'])
                && (is_long || !stem.ends_with('s')) =>
        {
            stem.to_owned()
        }
        _ => noun.to_owned(),
    }
}

/// Words that belong together, with the head noun among them.
struct Phrase<'a> {
    words: Vec<&'a str>,
    /// Whether a preposition or a number stands before it.
    is_aside: bool,
    /// Whether what is meant comes later: "launch of", "our choir wants", "turn a laundry into".
    is_before: bool,
    /// Whether it is joined to the one before: "workshop and shop".
    is_joined: bool,
    /// How many verbs stand before it that say what is done.
    deeds: usize,
}

impl Phrase<'_> {
    /// Whether the noun stands for a verb, or only says how much of the next there is.
    fn is_deed(&self) -> bool {
        let deeds = [
            "ation", "sion", "ction", "ning", "ment", "launch", "move", "series", "version", "ung",
            "zug", "bau", "erture",
        ];
        self.words
            .last()
            .is_some_and(|last| deeds.iter().any(|end| last.to_lowercase().ends_with(end)))
    }

    fn is_acronym(&self) -> bool {
        self.words.last().is_some_and(|last| last.len() > 2 && last.chars().all(char::is_uppercase))
    }

    fn name(&self) -> String {
        self.words.join(" ")
    }

    /// In French the head comes first: "bar à ramen".
    fn head(&self, language: Language) -> String {
        let head =
            if language == Language::French { self.words.first() } else { self.words.last() };
        head.map(|head| singular(&head.to_lowercase(), language)).unwrap_or_default()
    }
}

fn bare(token: &str) -> &str {
    token.trim_matches(|letter: char| !letter.is_alphanumeric())
}

fn starts_upper(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

/// Whether a word ends a noun phrase.
fn ends(word: &str) -> bool {
    let lists = [PREPOSITIONS, WISHES, ENDS, SKIP];
    word.is_empty() || is_number(word) || lists.iter().any(|list| is_in(list, word))
}

fn is_number(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_digit())
}

/// Whether a French word looks like the infinitive of a verb.
fn is_infinitive(word: &str) -> bool {
    ["er", "ir", "re"].iter().any(|end| word.ends_with(end))
}

/// The noun phrases of a text.
fn phrases(text: &str, language: Language) -> Vec<Phrase<'_>> {
    let is_french = language == Language::French;
    let tokens = text.split_whitespace().take(80);
    let tokens = tokens.map(|it| if is_french { without_elision(it) } else { it });
    let tokens: Vec<&str> = tokens.collect();
    let word = |at: usize| {
        tokens.get(at).map(|it| bare(it).to_lowercase().replace('’', "'")).unwrap_or_default()
    };
    let (mut all, mut open): (Vec<Phrase<'_>>, bool) = (Vec::new(), false);
    let (mut is_aside, mut joins) = (false, false);
    // In German the verb stands last.
    let mut deeds = usize::from(language == Language::German);
    for (at, token) in tokens.iter().enumerate() {
        let (name, lower, next) = (bare(token), word(at), word(at + 1));
        open &= !token.starts_with(['(', '–', '—']);
        let before = at.checked_sub(1).map(word).unwrap_or_default();
        let is_determined = is_in(SKIP, &next) || is_number(&next);
        let is_form = match language {
            Language::German => false,
            Language::English => {
                is_verb(&lower)
                    || is_in("need needs want wants", &lower)
                    || lower.ends_with("ing") && is_determined
            }
            Language::French => {
                is_verb(&lower) || at == 0 && is_infinitive(&lower) && is_determined
            }
        };
        let is_subject = language != Language::German && is_in("i we nous je on", &before);
        let is_first = at == 0 && !(is_in(NOUNS, &lower) && is_in(PREPOSITIONS, &next));
        let is_place_of_verb =
            is_first || is_determined && !starts_upper(name) || is_in("to and & et then", &before);
        let is_deed = is_subject && !ends(&lower) || is_form && is_place_of_verb;
        let is_noun = if language == Language::German { starts_upper(name) } else { !is_deed };
        // "bar à ramen" is one name.
        let is_link = open
            && language == Language::French
            && is_in("de à", &lower)
            && !ends(&next)
            && all.last().is_some_and(|it| {
                it.words.len() == 1 && !starts_upper(tokens.get(at + 1).unwrap_or(&""))
            });
        // "ISO 27001" is one name.
        let is_norm = open && is_number(&lower) && all.last().is_some_and(Phrase::is_acronym);
        if !is_link
            && !is_norm
            && (ends(&lower) || !is_noun || is_month(name) || !open && is_place(name))
        {
            if let Some(last) = all.last_mut().filter(|_| open) {
                let is_of =
                    is_in("of de des du der von unserer unseres eines einer meiner", &lower);
                last.is_before = is_in(WISHES, &lower) || is_of && last.is_deed();
            }
            if lower == "into" {
                for phrase in &mut all {
                    phrase.is_before = true;
                }
            }
            joins = is_in("and und et &", &lower) && open || joins && is_in(SKIP, &lower);
            deeds += usize::from(is_deed);
            is_aside = is_in(PREPOSITIONS, &lower) && lower != "of"
                || lower.chars().all(|it| it.is_ascii_digit())
                || is_aside && is_in(SKIP, &lower);
            open = false;
        } else if open && (language != Language::German || is_link) {
            all.last_mut().expect("a phrase is open").words.push(name);
        } else {
            all.push(Phrase {
                words: vec![name],
                is_aside,
                is_before: false,
                is_joined: joins,
                deeds,
            });
            (open, joins) = (true, false);
        }
        if token.ends_with([',', ';', ':', '.', ')', '?', '!']) {
            (open, is_aside) = (false, false);
        }
    }
    all
}

/// Whether a phrase may be what there will be: no people who do it, no place where, no news.
fn is_thing(phrase: &Phrase<'_>, facts: &Facts) -> bool {
    let head = phrase.head(facts.language);
    let lower = phrase.name().to_lowercase();
    let is_person = || {
        let mut team = facts.counts().filter(|(count, _)| count.role == CountRole::Team);
        team.any(|(count, _)| singular(&count.of, facts.language) == head)
    };
    // "Support ended", "aunt died"; a shed and a bed are things.
    let is_past = phrase.words.len() > 1
        && head.len() > 3
        && head.ends_with("ed")
        && !["eed", "shed", "sled", "bed"].iter().any(|end| head.ends_with(end));
    let is_site = || facts.places().any(|(place, _)| place.name.to_lowercase() == lower);
    head.chars().count() > 1 && phrase.words.len() < 7 && !is_past && !is_person() && !is_site()
}

/// The phrase that is what there will be: the earlier one, behind what is done, that says the most for the kind.
fn best(all: &[Phrase<'_>], kind: Option<&Archetype>, facts: &Facts) -> Option<usize> {
    let any_done = all.iter().any(|it| it.deeds > 0);
    let things = all.iter().enumerate().filter(|it| is_thing(it.1, facts));
    let points = things.enumerate().map(|(rank, (at, phrase))| {
        let loud = |kind| loudness(&phrase.head(facts.language), kind).clamp(-0.5, 1.2);
        let against = [phrase.is_aside, phrase.is_before || any_done && phrase.deeds == 0];
        let against = against.iter().filter(|it| **it).count();
        (at, 1.5 - 0.3 * rank as f32 - against as f32 + kind.map_or(0.0, loud))
    });
    let points: Vec<(usize, f32)> = points.filter(|it| it.1 > 0.6).collect();
    // Of equal ones the first.
    points.into_iter().rev().max_by(|one, other| one.1.total_cmp(&other.1)).map(|it| it.0)
}

/// What the goal of a prompt is about, or nothing.
pub(crate) fn thing(prompt: &str, kind: Option<&Archetype>, facts: &Facts) -> Thing {
    if kind.is_some_and(|kind| kind.id == "it_migration")
        && let Some(systems) = systems(prompt)
    {
        return systems;
    }
    let goal = after_greeting(&prompt[goal_sentence(prompt)]);
    let all = phrases(goal, facts.language);
    let Some(at) = best(&all, kind, facts) else { return Thing::default() };
    let joined = all[at + 1..].iter().take_while(|it| it.is_joined);
    let heads = std::iter::once(&all[at]).chain(joined).map(|it| it.head(facts.language));
    let is_word =
        |head: &String| head.chars().all(|it| it.is_alphanumeric() || "-'’.".contains(it));
    let heads = heads.filter(is_word);
    Thing { name: all[at].name(), heads: heads.collect() }
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
            ("Repair café in our parish hall in Leuven, with 8 volunteers.", "café"),
            ("Hello, I coordinate a systematic review on hearing loss.", "systematic review"),
            (
                "We are a 35-person startup in Dublin and need ISO 27001 certification.",
                "ISO 27001 certification",
            ),
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
