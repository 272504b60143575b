//! Places: names of the gazetteer, and capitalised names where grammar says place.

use std::sync::LazyLock;

use regex::Regex;

use super::gazetteer::{self, AMBIGUOUS};
use super::language::Language;
use super::text::{Found, Text, is_in, pattern, words};
use super::{Place, PlaceRole, Value};
use crate::calendar::Country;

/// A preposition and the capitalised words after it.
static AFTER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?P<lead>in|to|from|out of|leave|near|around|round|outside|along|towards?|via|through|dans|nach|von|aus|bei|au|aux|en|à|vers|près (?:de|d['’])|autour (?:de|d['’])|départ (?:de|du|d['’])|depuis|In|From|Near|À|Bei)\s*(?:\s|\b)(?:the\s+|der\s+|dem\s+|la\s+|le\s+|les\s+)?(?:rural\s+|northern\s+|southern\s+|eastern\s+|western\s+|central\s+|Region\s+|région de\s+)?(?P<place>\p{Lu}[\p{L}'’-]+(?:\s+(?:\p{Lu}[\p{L}'’-]+|de|am|an der|upon|sur)){0,2})",
    )
});
/// "l'école de Pézenas", "the town of Kendal".
static OF_TOWN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:(?:forêt|vallée|lac|baie|région|maire|association|paroisse|école|mairie|ville|commune|village|gare|port|lycée|collège|hôpital|fêtes|église|musée|stade|université|marché|salon|chorale|fanfare|étude|foire|cinéma|théâtre|canton|abbaye|pays) (?:de |d['’])|(?:twin town|Partnerstadt|Partnergemeinde|ville jumelée|Bürgermeister(?:in)? von) |\p{Ll}+(?:eurs|iens|éens|ants|èves|iers|istes) (?:de la |de l['’]|du |de |d['’])|(?:town|city|village|municipality|island|mayor) of |(?:hall|depot|trial|cottage|plant|farm|camp|station|site|works|house|church|mill|market|school|field|hut|yard|harbour|museum) at |(?:[Tt]our|[Tt]raversée|[Aa]scension|[Cc]rossing|[Rr]ound trip) (?:du |des |de la |de l['’]|of (?:the )?)|(?:Gemeinde|Stadt|Landkreis|Insel|Bezirk|Kanton|Canton|canton|Stadtteil|Ortsteil|Quartier|quartier|Raum|Region|\p{Lu}\p{Ll}+(?:praxis|kanzlei|werk|gymnasium|verein|verband|klinik)) |(?i:city|town|place|location|venue|where|ort|stadt|lieu|ville) ?: )(?P<place>\p{Lu}\p{Ll}[\p{L}'’-]+)|\bde (?P<from>\p{Lu}\p{L}+-(?:le|la|les|sur|sous|lès|en|de|du|des|aux)-\p{Lu}[\p{L}-]+)",
    )
});
/// Names that say of themselves that they are places: "Lake Bled", "Upper Silesia", "County Mayo"; and names behind the
/// building that they belong to: "village hall Thornbury", "Stadthalle Fulda".
static NATURAL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?P<place>(?:Saint|Sainte)-\p{Lu}[\p{L}-]+|(?:Lake|Mount|Upper|Lower|County|Cape|Isle of|Port|Lac|Mont|Val|Haute|Basse) \p{Lu}\p{Ll}+)\b|\b(?:[Hh]all|church|library|theatre|castle|stadium|campsite|\p{Lu}\p{Ll}*(?:halle|kirche|haus|heim|schule|bad|schloss|markt|park|platz)|salle des fêtes|gymnase|camping) \(?(?P<to>\p{Lu}\p{Ll}{3,})(?:,|\.|;|\)|$| am\b| on\b)",
    )
});
/// "de Paris à Bordeaux", "von Siegen nach Gießen".
static FROM_TO: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:(?:de|von) |leave |, )(?P<from>\p{Lu}[\p{L}'’-]+) (?:à|vers|nach|bis|for|–|→) (?P<to>\p{Lu}[\p{L}'’-]+)",
    )
});
/// The place behind a comma at the beginning, as in a heading: "Chainsaw course for women, Bega, two Saturdays".
static HEADING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\A[^.\n;:]*?(?:\p{Ll}|\d|\))(?:, | \u{2013} | - )(?P<place>\p{Lu}\p{Ll}{3,}(?:-\p{Lu}\p{Ll}+)?)(?:,|\.|\n|\z| [\u{2013}-] )",
    )
});
/// A lower-case word after a preposition, as people type in a hurry: "in leeds".
static LOWER: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(?P<lead>in|near|from|to|nach|à)\s+(?P<place>\p{Ll}{4,})\b"));
static WORD: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)?\b"));

/// Capitalised words after a preposition that are no places: languages, tools, months are elsewhere.
const NOT_PLACES: &str = "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Spring|Summer|Autumn|Winter|Christmas|Easter\
    |English|French|German|Spanish|Dutch|Italian|Latin|Greek|Arabic|Python|Rust|Java|Kotlin|Swift|Go|Excel\
    |Figma|Notion|Docker|Kubernetes|Postgres|PostgreSQL|Postgre|Oracle|Aurora|Azure|Google|Amazon|Microsoft\
    |Linux|Windows|Android|Salesforce|Jira|Confluence|Slack|Teams|Shopify|Magento|WordPress|Django|React\
    |Angular|Hetzner|Heroku|Snowflake|Exchange|SharePoint|Outlook|Gmail|Phase|Stage|Step|Version|Chapter\
    |Holy|Kickstarter|Instagram|YouTube|Hand|God|Altstadt|Innenstadt|Mitte|Ende|Anfang";

/// Endings of words such as "Scottish" that are capitalised and no places.
const ADJECTIVES: &str = "ish|ese|ian|ean";

/// Endings of German towns; other capitalised words after "in" are nouns there.
const TOWNS: &str =
    "burg|stadt|heim|dorf|hausen|ingen|furt|bach|brück|münde|rode|weiler|walde|hafen";

/// Whether a country is in the European Union.
pub(crate) fn is_in_union(country: Country) -> bool {
    !matches!(
        country,
        Country::UnitedStates
            | Country::UnitedKingdom
            | Country::Switzerland
            | Country::Norway
            | Country::Iceland
            | Country::Canada
            | Country::Australia
            | Country::NewZealand
            | Country::Brazil
            | Country::Mexico
            | Country::Elsewhere
    )
}

pub(super) fn read(text: &Text<'_>, found: &mut Vec<Found>) {
    let mut places: Vec<Found> = Vec::new();
    let heading = HEADING.captures(text.prompt).filter(|_| text.language != Language::German);
    let named = [&*FROM_TO, &NATURAL, &OF_TOWN].map(|it| it.captures_iter(text.prompt));
    for captures in named.into_iter().flatten().chain(heading) {
        for place in ["place", "from", "to"].into_iter().filter_map(|name| captures.name(name)) {
            let name = place.as_str();
            // "My friends, Anna, and I".
            let is_word = ADJECTIVES.split('|').any(|it| name.ends_with(it))
                || text.prompt[place.end()..].starts_with(", and ");
            if !is_word && !is_in(NOT_PLACES, name) && !super::date::is_month(name) {
                push(&mut places, place.range(), name, gazetteer::find(name));
            }
        }
    }
    for captures in AFTER.captures_iter(text.prompt) {
        let place = captures.name("place").expect("the pattern names a place");
        let lead = captures["lead"].to_lowercase();
        // "Frankfurt am Main", but "in Schweinfurt am 2. Mai".
        let name = place.as_str().trim_end_matches([' ', '\n']);
        let links = [" am", " an der", " de", " upon", " sur"];
        let name = links.iter().fold(name, |name, link| name.strip_suffix(link).unwrap_or(name));
        let Some((name, country)) =
            known_prefix(name).or_else(|| unknown(text, &lead, name, place.start()))
        else {
            continue;
        };
        let span = place.start()..place.start() + name.len();
        push(&mut places, span, name, country);
    }
    for captures in LOWER.captures_iter(text.prompt) {
        let place = captures.name("place").expect("the pattern names a place");
        let mut letters = place.as_str().chars();
        let first: String =
            letters.next().map_or_else(String::new, |it| it.to_uppercase().collect());
        let name = first + letters.as_str();
        let Some(country) = gazetteer::find(&name) else { continue };
        if !is_in(AMBIGUOUS, &name) {
            push(&mut places, place.range(), &name, Some(country));
        }
    }
    // Names of the gazetteer also count without a preposition, unless they mean something else too.
    for whole in WORD.find_iter(text.prompt) {
        // "Stadtkirche Celle": the town may be the second word.
        let second = whole.as_str().find(' ').map(|at| at + 1);
        let found = [Some(0), second]
            .into_iter()
            .flatten()
            .find_map(|at| known_prefix(&whole.as_str()[at..]).map(|found| (at, found)));
        let Some((at, (name, country))) = found else { continue };
        if is_in(AMBIGUOUS, name) {
            continue;
        }
        let span = whole.start() + at..whole.start() + at + name.len();
        push(&mut places, span, name, country);
    }
    // "clôture à Pâques" is a day.
    let is_other = |one: &Found| {
        found.iter().any(|it| it.span.start < one.span.end && one.span.start < it.span.end)
    };
    places.retain(|one| !is_other(one));
    places.sort_by_key(|one| one.span.start);
    found.extend(places);
}

fn push(
    places: &mut Vec<Found>,
    span: std::ops::Range<usize>,
    name: &str,
    country: Option<Country>,
) {
    let is_known = |one: &Found| {
        one.span.start < span.end && span.start < one.span.end
            || matches!(&one.value, Value::Place(place) if place.name == name)
    };
    if !places.iter().any(is_known) {
        let value = Value::Place(Place { role: PlaceRole::Site, name: name.to_owned(), country });
        places.push(Found { span, value });
    }
}

/// The longest beginning of some words that the gazetteer knows.
fn known_prefix(text: &str) -> Option<(&str, Option<Country>)> {
    let mut end = text.len();
    loop {
        let name = text[..end].trim_end().trim_end_matches("'s").trim_end_matches("’s");
        if let Some(country) = gazetteer::find(name) {
            return Some((name, Some(country)));
        }
        end = text[..end].trim_end().rfind(char::is_whitespace)?;
    }
}

/// A name that only grammar makes a place.
fn unknown<'t>(
    text: &Text<'_>,
    lead: &str,
    name: &'t str,
    start: usize,
) -> Option<(&'t str, Option<Country>)> {
    let first = name.split([' ', '-']).next().unwrap_or_default();
    let is_name = |word: &str| {
        word.split(['-', '\'', '’']).all(|part| part.chars().skip(1).all(char::is_lowercase))
    };
    let streets = ["Street", "Road", "Avenue", "Lane", "Square", "Straße", "Platz"];
    // "Scottish", "Vietnamese"; but "to the Peloponnese".
    let is_adjective = ADJECTIVES.split('|').any(|it| first.ends_with(it));
    let is_toward = ["to", "from", "around", "through"].contains(&lead)
        && text.prompt[..start].ends_with("the ")
        && !text.prompt[start + name.len()..].starts_with(' ');
    let is_odd = streets.iter().any(|it| name.ends_with(it))
        || is_in(NOT_PLACES, first)
        || super::date::is_month(first)
        || is_adjective && !is_toward
        || !name.split_whitespace().all(is_name)
        || first.chars().count() < 3
        || text.prompt[start + name.len()..]
            .trim_start_matches(' ')
            .starts_with(|letter: char| letter.is_ascii_digit() || letter == '_');
    if is_odd {
        return None;
    }
    let allowed = match text.language {
        Language::German => {
            TOWNS.split('|').any(|ending| first.ends_with(ending)) && first.chars().count() > 5
                || is_german_place(text, lead, name, start)
        }
        Language::English | Language::French => match lead {
            "in" | "near" | "around" | "round" | "outside" | "à" | "dans" | "leave" | "out of"
            | "along" => true,
            _ if lead.starts_with("près") || lead.starts_with("autour") => true,
            _ if lead.starts_with("départ") => true,
            "au" | "aux" | "en" => text.language == Language::French,
            // "from Oracle to Aurora" moves data, "from Ulm to Bath" moves people.
            "from" | "to" | "via" | "through" | "toward" | "towards" | "vers" | "depuis" | "de" => {
                movement(text.prompt) != "stays"
            }
            _ => false,
        },
    };
    allowed.then_some((name, None))
}

/// Names of towns have no article in German: "in Passau", but "in der Schule". Abstract nouns have none
/// either ("in Teilzeit"); their endings tell them.
fn is_german_place(text: &Text<'_>, lead: &str, name: &str, start: usize) -> bool {
    const ABSTRACT: &str = "druck|mathe|bedarf|ung|ie|ik|kunde|heit|keit|zeit|schaft|tion|arbeit|form|regie|weise|en|ion|tät|ruhe\
    |höhe|höchstens|kürze|person|betrieb|rente|anspruch|absprache|plan|abzug|hause|abend|wunsch|lust|norm\
    |vorgabe|aussicht";
    let before = text.prompt[..start].trim_end();
    let is_bare = before.ends_with(lead) || before.ends_with("In") || before.ends_with("im");
    let lower = name.to_lowercase();
    let first = name.split_whitespace().next().unwrap_or_default().to_lowercase();
    let is_spa = ["bad", "sankt", "st", "neu"].contains(&first.as_str());
    // "eine Scheune bei Celle", but "bei Regen".
    let word_before = before.trim_end_matches("bei").split_whitespace().next_back();
    let is_beside =
        lead == "bei" && word_before.is_some_and(|word| !word.starts_with(char::is_lowercase));
    let is_abstract = ABSTRACT.split('|').any(|ending| lower.ends_with(ending));
    // "weiter nach Narvik", but "nach Absprache".
    let is_journey = lead == "nach"
        && movement(text.prompt) != "stays"
        && !super::date::is_weekday(&first)
        && !is_abstract;
    (lead == "in" || is_beside || is_journey)
        && is_bare
        && (is_spa || !is_abstract)
        && first.chars().count() > 2
}

/// Whether the prompt speaks of moving house, of travelling, or of neither.
pub(super) fn movement(prompt: &str) -> &'static str {
    let all = words(prompt);
    let says = |stems: &[&str]| all.iter().any(|it| stems.iter().any(|stem| it.starts_with(stem)));
    if says(&[
        "mov",
        "reloc",
        "emigr",
        "umzug",
        "umzieh",
        "zieh",
        "auswander",
        "déménag",
        "emménag",
    ]) {
        "moves"
    } else if says(&[
        "trip",
        "tour",
        "travel",
        "flight",
        "fly",
        "reise",
        "fahr",
        "flug",
        "voyage",
        "départ",
        "partir",
        "urlaub",
        "nachtzug",
        "interrail",
        "randonn",
        "trek",
        "hik",
        "wander",
        "camino",
    ]) {
        "travels"
    } else {
        "stays"
    }
}
