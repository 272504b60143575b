//! The goal of a prompt: what is done (verbs) to what (head nouns), and how the prompt calls it.

use std::sync::LazyLock;

use regex::Regex;

mod begin;
mod german;
mod thing;

pub(crate) use thing::called;

use crate::archetype::{ARCHETYPES, knows};
use crate::facts::{Language, goal_sentence, is_place, words};

/// The goal taken apart.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Goal {
    /// What is done, in the infinitive where that can be told.
    pub(crate) verbs: Vec<String>,
    /// The noun phrases that it is done to, in lower case, singular at the end.
    pub(crate) objects: Vec<String>,
    /// How the prompt calls the thing: the first noun phrase as written.
    pub(crate) thing: String,
    /// All words of the sentence in lower case.
    pub(crate) words: Vec<String>,
}

/// Words of wishing before what is wished for.
static WISH: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^(?:we|i) (?:run|own|have|operate|manage|lead|work|make|teach|breed|keep|sell)\b.{0,90}?\b(?:and|but) (?:(?:i|we) )?(?:now |also |therefore |so )?(?:must|should|will|(?:want|need|would like|\x27d like)(?: to)?)\s+|^(?:.{0,90}?\b(?:wants?|would like|'d like|would love|'d love|plan|planning|plans|going|needs?|have|has|hope|hoping|aim|aims|wish|decided|intend|trying|tasked|asked|wanting|goal is|aim is|task is|dream is|idea is)\s+(?:us\s+|me\s+|you\s+)?to\s+(?:be able to\s+)?)|^(?:.{0,90}?\b)?(?:nous|je|j'|on|et)\s+(?:voulons|veux|voudrais|voudrions|souhaitons|souhaite|allons|vais|veut|aimerais|aimerions|devons|dois|cherchons à|cherche à|comptons|envisageons de|envisage de|prévoyons de|projetons de|projette de)\s+|^.{0,60}?\b(?:veut|souhaite|doit|voudrait|aimerait|va)\s+|^(?:please\s+)?(?:(?:i |we )?need help (?:with )?(?:plan(?:ning)?|organis(?:e|ing)|organiz(?:e|ing))?|help (?:me|us)(?: to)?|can you|could you|make (?:me )?a plan (?:for|to)|(?:create|write|draft|give me|need|i need|we need) (?:a |the )?(?:project )?plan (?:for|to)|plan(?:ning)?(?: for| of| to)?|please plan|project:?|idea:?|goal:?|how (?:do|can|should) (?:i|we))\s+",
    )
    .expect("the pattern is valid")
});

static BRACKETS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\s*\([^)]*\)").expect("the pattern is valid"));

/// "Good morning, Anna!" and the like.
static HELLO: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^(?:euh\s+)?(?:hello|hiya|hi|hey|yo|good (?:morning|evening)|dear|hallo|hi zusammen|guten (?:tag|morgen|abend)|sehr geehrte|liebe|moin|servus|bonjour|bonsoir|salut|coucou|madame|monsieur)\b[^,!:.]{0,40}[,!:]+\s+",
    )
    .expect("the pattern is valid")
});

/// What stands behind a greeting.
pub(crate) fn after_greeting(sentence: &str) -> &str {
    HELLO.find(sentence).map_or(sentence, |found| &sentence[found.end()..])
}

/// Who writes, before what they are to do.
static GREETING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^(?:(?:as discussed|wie besprochen|comme convenu|stichpunkte|notes?)[^,:]{0,30}[,:]\s+)?(?:(?:ich bin|wir sind)\b.{0,80}?\b(?:und|,) (?:soll|will|möchte|muss|wollen|möchten|sollen|müssen)\b\s+)?",
    )
    .expect("the pattern is valid")
});

/// Nouns that stand for a verb: "launch of our app".
const DEEDS: [(&str, &str); 29] = [
    ("isolation", "isoler"),
    ("réhabilitation", "réhabiliter"),
    ("déménagement", "déménager"),
    ("ouverture", "ouvrir"),
    ("création", "créer"),
    ("rénovation", "rénover"),
    ("lancement", "lancer"),
    ("fabrication", "fabriquer"),
    ("aménagement", "aménager"),
    ("launch", "launch"),
    ("opening", "open"),
    ("organisation", "organise"),
    ("organization", "organise"),
    ("relocation", "relocate"),
    ("renovation", "renovate"),
    ("construction", "build"),
    ("redesign", "redesign"),
    ("development", "develop"),
    ("creation", "create"),
    ("production", "produce"),
    ("migration", "migrate"),
    ("installation", "install"),
    ("conversion", "convert"),
    ("move", "move"),
    ("publication", "publish"),
    ("introduction", "introduce"),
    ("foundation", "found"),
    ("refurbishment", "refurbish"),
    ("replacement", "replace"),
];

/// Verbs that any kind of project may begin with.
pub(crate) const NEUTRAL: &str = "plan organise organize start make do create launch set run get have prepare develop build establish \
    open eröffnen ouvrir found host hold want begin design produce implement need realise realize deliver put planen organisieren gründen starten machen \
    vorbereiten aufbauen créer organiser lancer monter faire préparer plans set-up introduce durchführen realisieren";

/// Further verbs that prompts begin with, so that they are not taken for nouns.
const VERBS: &str = "reopen close sell buy rent move relocate migrate replace renovate refurbish convert install construct write publish \
    record film shoot teach train study research conduct finish complete submit win raise collect campaign travel hike cycle walk climb \
    visit tour sail celebrate marry emigrate manufacture ship release code program redesign relaunch upgrade consolidate decommission \
    insulate extend remodel restore save reduce increase improve grow plant breed keep repair fix clean paint merge acquire hire recruit \
    retire phase learn pass achieve obtain become comply certify defend explore survey measure test pilot scale expand turn transform add \
    host throw stage cut switch digitise digitize automate recover rescue protect sue negotiate apply register found join leave quit \
    interview traverser umziehen ziehen bauen renovieren sanieren schreiben veröffentlichen drehen feiern veranstalten heiraten auswandern verkaufen \
    entwickeln einführen umbauen reisen wandern ausrichten schulen unterrichten verlegen ablösen umstellen migrieren sammeln \
    déménager construire rénover écrire publier tourner voyager vendre développer enseigner collecter installer aménager mener \
    integrate unify dig drill excavate sew knit brew roast circumnavigate conquer lose stop survive invest finance fund restructure rebuild outsource bring take give go work";

/// Verbs that are nouns before a preposition.
const NOUNY: &str = "study research survey test pilot plan campaign tour hike record film design work trial visit walk ride";

/// Words that end a noun phrase.
const ENDS: &str = "for in on at by with to from near that which where who because so when before after into within under about as using \
    through across during between starting off onto costing called named aimed without until while and/or if since than per via against around \
    outside inside over down along among beside behind built made owned based founded located designed used is are was were will must should can may has have starts takes costs für in im am mit von bis ab zu nach aus bei als \
    der die das des dem den ohne pour dans à avec en sur par chez avant vers du de près depuis qui que où et um über next this only";

/// Words before a verb that say nothing.
const ADVERBS: &str = "also then next finally so now first secondly please bitte außerdem zudem dann ensuite aussi puis enfin";

/// Words that begin a sentence which tells something before it says what is wanted.
const SUBJECTS: &str = "my our the his her mein meine unser unsere mon ma notre";

/// Words that begin a line of terms before the goal.
const TERMS: &str = "start begin finish end budget deadline beginn ende début fin";

const SKIP: &str = "a an the our my your their his her its this that new own first second third small large big little local brand-new \
    one two three four five six seven eight nine ten twelve eine einen ein einer eines unsere unser unseren mein meine meinen une un le la les \
    notre mon ma nos mes des some several another all alle tous toutes";

fn is_in(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|it| it == word)
}

/// A verb in the infinitive: "opening" and "opens" are "open".
fn infinitive(word: &str) -> Option<String> {
    let is_verb = |word: &str| {
        is_in(VERBS, word)
            || is_in(NEUTRAL, word)
            || ARCHETYPES.iter().any(|kind| kind.verbs.iter().any(|it| it == word))
    };
    if is_verb(word) {
        return Some(word.to_owned());
    }
    if ["pars", "part", "partons", "partez"].contains(&word) {
        return Some("partir".to_owned());
    }
    for (ending, verb) in [("geons", "ger"), ("ons", "er"), ("issons", "ir"), ("rons", "rir")] {
        if let Some(form) = word
            .strip_suffix(ending)
            .map(|stem| format!("{stem}{verb}"))
            .filter(|form| is_verb(form))
        {
            return Some(form);
        }
    }
    let stem = word
        .strip_suffix("ing")
        .or_else(|| word.strip_suffix("es"))
        .or_else(|| word.strip_suffix('s'));
    let stem = stem?;
    let doubled = stem.chars().rev().take(2).collect::<Vec<_>>();
    let single =
        if doubled.len() == 2 && doubled[0] == doubled[1] { &stem[..stem.len() - 1] } else { stem };
    let forms = [stem.to_owned(), format!("{stem}e"), single.to_owned()];
    forms.into_iter().find(|form| is_verb(form) && form.len() > 2)
}

/// A noun in the singular, roughly.
pub(crate) fn singular(noun: &str) -> String {
    if ["series", "species", "news", "premises", "headquarters", "gas", "bus", "campus", "analysis"]
        .contains(&noun)
    {
        return noun.to_owned();
    }
    if let Some(stem) = noun.strip_suffix("ies").filter(|stem| stem.len() > 2) {
        return format!("{stem}y");
    }
    for ending in ["ches", "shes", "xes", "sses"] {
        if noun.ends_with(ending) {
            return noun[..noun.len() - 2].to_owned();
        }
    }
    match noun.strip_suffix('s') {
        Some(stem) if stem.len() > 2 && !stem.ends_with(['s', 'u', 'i']) => stem.to_owned(),
        _ => noun.to_owned(),
    }
}

/// A noun in the singular of its language.
fn singular_in(noun: &str, language: Language) -> String {
    match language {
        Language::French if noun.chars().count() > 3 => {
            noun.strip_suffix('s').unwrap_or(noun).to_owned()
        }
        _ => singular(noun),
    }
}

impl Goal {
    /// Reads the sentence of a prompt that states what is wanted.
    pub(crate) fn read(prompt: &str, language: Language) -> Self {
        let mut sentence =
            prompt[goal_sentence(prompt)].trim().trim_start_matches(['#', '*', '-', '"', ' ']);
        // "Guten Tag, ich bin Hausmeister und soll den Hof umgestalten".
        sentence = after_greeting(sentence);
        if let Some(found) = GREETING.find(sentence) {
            sentence = &sentence[found.end()..];
        }
        // "Also plan a barbecue", "Start on 1 June and finish by May: repaint the clubhouse".
        if let Some((first, rest)) = sentence.split_once(' ')
            && is_in(ADVERBS, &bare(first))
        {
            sentence = rest;
        }
        if let Some((before, after)) = sentence.split_once(": ")
            && before.contains(|letter: char| letter.is_ascii_digit())
            && before.split(' ').next().is_some_and(|first| is_in(TERMS, &bare(first)))
        {
            sentence = after;
        }
        let goal = Self::of(sentence, language);
        // "My son turns ten on Saturday: a pirate party": what it is stands behind the colon.
        let subject = sentence.split(' ').next().map(bare).unwrap_or_default();
        let after = sentence.split_once(": ").filter(|_| is_in(SUBJECTS, &subject));
        let after = after.map(|(_, after)| Self::of(after, language));
        after.filter(|after| !knows(&goal, language) && knows(after, language)).unwrap_or(goal)
    }

    /// Whether some kind of project has a word for what it is about.
    pub(crate) fn is_known(&self, language: Language) -> bool {
        knows(self, language)
    }

    /// The goal of one sentence.
    pub(crate) fn of(sentence: &str, language: Language) -> Self {
        let sentence = &*BRACKETS.replace_all(sentence, "");
        let mut goal = match language {
            Language::German => german::german(sentence),
            Language::English | Language::French => english(sentence, language),
        };
        goal.words = words(sentence);
        goal
    }

    /// The nouns that the work has to name: the last word of each object, without what every project
    /// may be called.
    pub(crate) fn heads(&self) -> Vec<String> {
        let head = |object: &String| object.split_whitespace().last().map(str::to_owned);
        let vague = [
            "project", "idea", "plan", "thing", "things", "work", "projekt", "projet", "it", "way",
        ];
        self.objects
            .iter()
            .filter_map(head)
            .filter(|head| !vague.contains(&head.as_str()) && head.chars().count() > 2)
            .filter(|head| head.chars().all(|it| it.is_alphanumeric() || "-'’.".contains(it)))
            .collect()
    }
}

fn english(sentence: &str, language: Language) -> Goal {
    let mut rest = sentence;
    while let Some(found) = WISH.find(rest) {
        // "charity swim in August, 25 swimmers, want to raise 40k" begins with what it is.
        let first = rest.split(' ').next().map(bare).unwrap_or_default();
        let is_thing = found.as_str().contains(", ")
            && !is_in(SUBJECTS, &first)
            && !is_in("i we as a an in after since hello hi bonjour nous je on if when", &first);
        if found.end() >= rest.len() || is_thing {
            break;
        }
        rest = rest[found.end()..].trim_start();
    }
    let mut goal = Goal::default();
    let tokens: Vec<&str> = rest.split_whitespace().collect();
    let mut at = begin::verb(&tokens);
    // Verbs at the beginning, joined by "and".
    while let Some(token) = tokens.get(at) {
        let word = bare(token);
        let is_first = goal.verbs.is_empty();
        let is_name = token.starts_with(char::is_uppercase) && at > 0;
        // "Study with 40 patients" is a noun.
        let next = tokens.get(at + 1).map(|next| bare(next)).unwrap_or_default();
        let is_noun =
            is_first && is_in(NOUNY, &word) && is_in("with for in on of about at among", &next);
        if is_first && ["we", "i", "nous", "je", "on"].contains(&word.as_str()) {
            at += 1;
            continue;
        }
        let is_french = language == Language::French
            && is_first
            && ["er", "ir", "re"].iter().any(|ending| word.ends_with(ending))
            && is_in(SKIP, &next);
        let verb = infinitive(&word).or_else(|| is_french.then(|| word.clone()));
        match verb.filter(|_| !is_name && !is_noun) {
            Some(verb) => {
                goal.verbs.push(verb);
                at += 1;
                // "Design, build and launch".
                let goes_on = token.ends_with(',')
                    && tokens.get(at).is_some_and(|next| infinitive(&bare(next)).is_some());
                if ends_phrase(token) && !goes_on {
                    break;
                }
                // "set up", "carry out".
                if tokens.get(at).is_some_and(|next| ["up", "out", "over"].contains(next)) {
                    at += 1;
                }
                if tokens
                    .get(at)
                    .is_some_and(|next| ["and", "&", "then", "et", "or"].contains(next))
                    && tokens.get(at + 1).is_some_and(|next| infinitive(&bare(next)).is_some())
                {
                    at += 1;
                }
            }
            None if is_first && ["getting", "got"].contains(&word.as_str()) => at += 1,
            // "I coordinate a review": a word between a subject and an article is a verb.
            None if is_first && is_said(&tokens, at) => {
                goal.verbs.push(word);
                at += 1;
                break;
            }
            None => break,
        }
    }
    let rest = &tokens[at.min(tokens.len())..];
    phrases(&rest[becomes(&goal, rest)..], language, &mut goal);
    if goal.verbs.is_empty() {
        // "Our choir tours Scotland": the verb comes after its subject.
        let is_finite = |at: usize, word: &str| {
            let before =
                tokens.get(at.wrapping_sub(1)).map(|token| bare(token)).unwrap_or_default();
            let after = tokens.get(at + 1).map(|token| bare(token)).unwrap_or_default();
            let has_end = is_in("move relocate travel tour hike cycle", word)
                && is_in("from to into across", &after);
            has_end
                || word.ends_with('s') && !word.ends_with("ss")
                || ["we", "i", "they", "nous", "je"].contains(&before.as_str())
        };
        let later = tokens.iter().enumerate().skip(1).take(12).map(|(at, token)| (at, bare(token)));
        let mut found = later.filter(|(at, word)| !is_in(NEUTRAL, word) && is_finite(*at, word));
        goal.verbs.extend(found.find_map(|(_, word)| infinitive(&word)));
    }
    goal
}

/// Whether a word is what "we" or "I" do to something, or the "-ing" that they are at.
fn is_said(tokens: &[&str], at: usize) -> bool {
    let next = tokens.get(at + 1).map(|next| bare(next)).unwrap_or_default();
    let before = at.checked_sub(1).map(|before| bare(tokens[before])).unwrap_or_default();
    let is_article = is_in("a an the our un une le la les des", &next);
    is_article && (is_in("we i nous je on", &before) || at > 0 && tokens[at].ends_with("ing"))
}

/// Where what there will be begins: behind "into" in "turn a disused laundry into a reading room".
fn becomes(goal: &Goal, tokens: &[&str]) -> usize {
    let turns = goal.verbs.iter().any(|it| is_in("turn convert transform transformer", it));
    let clause = tokens.iter().take_while(|token| !ends_phrase(token)).count().min(10);
    let is_into = |pair: &[&str]| match pair[0] {
        "into" => true,
        "en" => is_in("un une", pair[1]),
        _ => false,
    };
    let into = tokens.windows(2).take(clause).position(is_into);
    into.filter(|_| turns).map_or(0, |at| at + 1)
}

fn bare(token: &str) -> String {
    token.trim_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase()
}

fn ends_phrase(token: &str) -> bool {
    token.ends_with([',', ';', ':', '.', ')', '?', '!'])
}

/// The noun phrases at the beginning of some words: "a bicycle workshop and shop in Ghent".
fn phrases(tokens: &[&str], language: Language, goal: &mut Goal) {
    let mut phrase: Vec<String> = Vec::new();
    let mut written: Vec<&str> = Vec::new();
    let close = |phrase: &mut Vec<String>, written: &mut Vec<&str>, goal: &mut Goal| {
        // "une crêperie de 32 couverts".
        while phrase.last().is_some_and(|last| ["de", "à"].contains(&last.as_str())) {
            phrase.pop();
            written.pop();
        }
        if let Some(last) = phrase.pop() {
            phrase.push(singular_in(&last, language));
            let object = phrase.join(" ");
            if goal.thing.is_empty() {
                let name = written.join(" ");
                name.trim_matches(|letter: char| !letter.is_alphanumeric())
                    .clone_into(&mut goal.thing);
            }
            goal.objects.push(object);
        }
        phrase.clear();
        written.clear();
    };
    let mut idx = 0;
    while idx < tokens.len() {
        let token = tokens[idx];
        idx += 1;
        if token.starts_with('(') || ["–", "—", "-"].contains(&token) {
            break;
        }
        let word = bare(token);
        let is_capital = |next: &&&str| next.starts_with(char::is_uppercase);
        // "Relocate from Austin", "Déménager de Paris": where, and not what.
        if phrase.is_empty()
            && goal.objects.is_empty()
            && !goal.verbs.is_empty()
            && is_in("from to in through across de à vers", &word)
            && tokens.get(idx).as_ref().is_some_and(is_capital)
        {
            break;
        }
        // "version 2 of our app", "a series of concerts": what follows is meant.
        if word == "of" && phrase.last().is_some_and(|last| is_container(last)) {
            phrase.clear();
            written.clear();
            continue;
        }
        let is_deed =
            || phrase.last().is_some_and(|last| DEEDS.iter().any(|(noun, _)| noun == last));
        let is_french = language == Language::French;
        if word == "of" || is_french && (word == "de" || is_in("des du", &word) && is_deed()) {
            // "launch of our app" is a verb in disguise; "a study of sleep" has its head already.
            let deed = phrase.last().and_then(|last| DEEDS.iter().find(|(noun, _)| noun == last));
            match deed {
                Some((_, verb)) => {
                    goal.verbs.push((*verb).to_owned());
                    phrase.clear();
                    written.clear();
                    continue;
                }
                None if language == Language::French => {
                    // "un atelier de réparation": the whole is one name, the first noun its head.
                    if phrase.len() > 2 {
                        break;
                    }
                    phrase.push("de".to_owned());
                    written.push(token);
                    continue;
                }
                // "Class of 1987" is who, and not what.
                None if tokens
                    .get(idx)
                    .is_some_and(|it| it.starts_with(|it: char| it.is_ascii_digit())) =>
                {
                    phrase.clear();
                    written.clear();
                    break;
                }
                None => break,
            }
        }
        if ["and", "&", "und", "et", "or", "plus"].contains(&word.as_str()) {
            let next = tokens.get(idx).map(|next| bare(next)).unwrap_or_default();
            if infinitive(&next).is_some() && !is_in("plan study test design work", &next) {
                break;
            }
            close(&mut phrase, &mut written, goal);
            continue;
        }
        if is_in(ENDS, &word) && !phrase.is_empty() {
            // "bar à ramen" is one name.
            if language == Language::French && word == "à" && phrase.len() == 1 {
                phrase.push("à".to_owned());
                written.push(token);
                continue;
            }
            break;
        }
        let is_number = word.starts_with(|letter: char| letter.is_ascii_digit());
        if word.is_empty() || is_in(SKIP, &word) || is_number || is_in(ENDS, &word) {
            // "our company's 50th anniversary": the owner is not what it is about.
            let is_owner =
                phrase.last().is_some_and(|last| last.ends_with("'s") || last.ends_with("’s"));
            if is_number && is_owner {
                phrase.clear();
                written.clear();
                continue;
            }
            if !written.is_empty() && is_number {
                break;
            }
            continue;
        }
        // "a shop run by refugees".
        if word == "run" && !phrase.is_empty() && tokens.get(idx) == Some(&"by") {
            break;
        }
        // "a unit serving six villages" has its head already.
        let next = tokens.get(idx).map(|next| bare(next)).unwrap_or_default();
        let is_participle = word.ends_with("ing")
            && !phrase.is_empty()
            && (is_in(SKIP, &next) || next.starts_with(|letter: char| letter.is_ascii_digit()));
        if is_participle {
            break;
        }
        if is_place(token.trim_matches(|letter: char| !letter.is_alphanumeric()))
            && phrase.is_empty()
        {
            continue;
        }
        phrase.push(word);
        written.push(token);
        if ends_phrase(token) || phrase.len() > 5 {
            break;
        }
    }
    close(&mut phrase, &mut written, goal);
    if language == Language::French {
        heads_first(goal);
    }
}

/// Whether a noun only says how much of the next one there is.
fn is_container(noun: &str) -> bool {
    let is_version = noun.starts_with('v') && noun[1..].starts_with(|it: char| it.is_ascii_digit());
    is_version
        || is_in(
            "version release series set line chain network pair edition round batch tonne tonnes kg tb gb pb litres hectares kilo kilos box boxes bag bags piece pieces",
            noun,
        )
}

/// In French the head comes first: "bar à ramen", "festival de musique".
fn heads_first(goal: &mut Goal) {
    for object in &mut goal.objects {
        let words: Vec<&str> = object.split_whitespace().collect();
        if let [first, link, ..] = words[..]
            && ["à", "de", "d", "en"].contains(&link)
        {
            *object = format!("{object} {}", singular_in(first, Language::French));
        } else if words.len() > 1 {
            *object = format!("{object} {}", singular_in(words[0], Language::French));
        }
    }
}
