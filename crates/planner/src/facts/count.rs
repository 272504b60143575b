//! Numbers of people and things, areas, measures, percentages and times of day.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::language::Language;
use super::number::{FIGURES, NUMBER, decimal, number};
use super::person::is_person;
use super::text::{Found, Text, is_in, last_words, pattern};
use super::{Bound, Count, CountRole, Person, Value};

const AUDIENCE: &str = "damen|herren|dames|ladies|gentlemen|citoyens|bürger|ppl|pax|pers|convives|swimmers|cyclists|dancers|walkers|nageurs|danseurs|joueurs|spieler|schwimmer|tänzer|\
    exposants|aussteller|exhibitors|lycéens|collégiens|étudiants|étudiantes|studenten|refugees|\
    geflüchtete|girls|boys|habitants|einwohner|inhabitants|läufer|coureurs|membres|mitglieder|kollegen|kolleginnen|\
    erwachsene|betten|exemplare|exemplaires|équipes|écoles|schulen|adolescents|jeunes|jugendliche|\
    seniors|senioren|teens|neighbours|anwender|nutzer|probanden|utilisateurs|relatives|villagers|\
    tenants|fans|schüler|kinder|leute|familien|haushalte|zuschauer|spectateurs|élèves|enfants|clients|\
    people|person|persons|guests|guest|visitors|users|students|pupils|participants|attendees|members|\
    customers|seats|seat|children|kids|households|families|patients|beneficiaries|subscribers|learners|\
    copies|residents|delegates|companies|runners|units|practices|schools|shops|practitioners|teams|\
    donors|riders|listeners|readers|rooms|beds|desks|apartments|flats|stands|exhibitors|spectators|\
    singers|athletes|women|men|teenagers|adults|covers|gäste|kunden|plätze|sitzplätze|teilnehmer|\
    teilnehmende|personen|besucher|personnes|invités|places|couverts";
const TEAM: &str = "vets|agents|testers|analysts|technicians|drivers|reps|paid staff|beschäftigte|angestellte|ingenieure|\
    handwerker|ingénieurs|ouvriers|developers|developer|engineers|engineer|volunteers|employees|staff|\
    baristas|founders|founder|designers|designer|teachers|teacher|trainers|researchers|workers|helpers|\
    colleagues|programmers|partners|friends|cooks|chefs|interns|postdocs|investigators|managers|owners|\
    therapists|operators|actors|directors|musicians|fundraisers|electricians|carpenters|nurses|ftes|fte|\
    mechanics|waiters|architects|bakers|lawyers|mitarbeiter|helfer|entwickler|mitarbeitende|\
    ehrenamtliche|freiwillige|freunde|développeurs|bénévoles|salariés|employés|associés|amis|admins|\
    consultants|coaches|carers|assistants|apprentices|crew members|part-timers|tutors|coders|curators|registrars|\
    therapeuten|therapeutinnen|trainer|trainerinnen|lehrkräfte|pflegekräfte|techniker|fahrer|aushilfen|köche|gesellen|\
    azubis|referenten|hauptamtliche|ärzte|ärztinnen|ingenieurinnen|entwicklerinnen|kolleginnen und kollegen|\
    techniciens|formateurs|infirmières|enseignants|comédiens|animateurs|stagiaires|référents|agents communaux";
const RELATIONS: &str = "nephew|niece|neffe|nichte|neveu|nièce|sister|brother|business partner|partner|wife|husband|friend|mother|father|colleague|cousin|son|\
    daughter|uncle|aunt|neighbour|boss|freund|freundin|frau|mann|schwester|bruder|partnerin|sœur|frère|femme|mari|ami|amie";

/// Words between a number and its noun that end the search.
const STOP: &str = "in|for|by|per|of|and|to|the|a|an|at|most|least|or|on|with|from|is|are|must|should|can|will|that|\
    which|who|und|oder|für|mit|im|bis|von|am|die|der|das|pro|et|ou|pour|avec|dans|par|le|la|les|de|du|\
    after|before|until|than|we|i|it|but|so|because|each|every|times|percent|ist|sind|have";
const MEASURES: &str = "km|kilometres|kilometers|miles|metres|meters|m|cm|mm|kg|g|tonnes|tons|t|litres|liters|l|kW|kWh|MWh|kWp|MW|GB|TB|MB|PB|acres?|hectares?|ha|lbs?|oz|inch(?:es)?|yards?|gallons?|feet|ft|°C|V|Hz|MHz|GHz|hours|hrs?|minutes|min|stunden|minuten|heures|lines";

static COUNT: LazyLock<Regex> = LazyLock::new(|| {
    let number = &*NUMBER;
    pattern(&format!(
        r"(?i)(?P<all>\b(?:(?:{FIGURES})\s?(?:-|–)\s?)?(?P<count>{number})(?P<k>k)?(?P<sep>-|\s+(?:d['’]|de\s+|of (?:our|my|the|their)\s+)?)(?P<rest>[\p{{L}}][\p{{L}}'’-]*(?:\s+[\p{{L}}][\p{{L}}'’-]*){{0,3}}))"
    ))
});
static MEASURE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"\b(?P<count>\d{{1,3}}(?:[ .,'’]\d{{3}})+|\d+(?:[.,]\d+)?)[\s-]?(?P<unit>{MEASURES})\b"
    ))
});
/// How old somebody is: "my mother (81)", "Tischlermeister, 29", "I'm 44,".
static AGE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:\p{L}{3,} \(|\((?:\p{L}[\p{L} -]*, ))(?P<n>[1-9]\d?)\)|\b(?:I'm|I am|Ich bin|ich bin|wird|turns|turning) (?P<own>[1-9]\d?)(?:[,.;)]| (?:am|on|im|in|und|and)\b)",
    )
});
/// Square metres of a square foot.
const SQUARE_FOOT: f64 = 0.092_903_04;
static AREA: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?P<count>\d{1,3}(?:[ .,']\d{3})+|\d+(?:[.,]\d+)?)[\s-]?(?:(?P<feet>sq\.?[\s-]?(?:ft|feet|foot)\b\.?|square[ -](?:feet|foot)|ft²|pi²|pieds carrés)|m²|m2\b|sq\.?[\s-]?m\b|sq\.?[\s-]?met(?:er|re)s?\b|qm\b|square[ -]met(?:er|re)s?|quadratmetern?|mètres carrés)",
    )
});
static PERCENT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)\b(?P<n>\d+(?:[.,]\d+)?)\s?(?:%|percent\b|per cent\b|prozent\b|pour cent\b)")
});
static TIME: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?P<h>[01]?\d|2[0-3])[:h](?P<m>[0-5]\d)\b|\b(?P<h12>1[0-2]|[1-9])(?:[.:][0-5]\d)?\s?(?P<half>am|pm|a\.m\.|p\.m\.)(?:\b|\s|$)|\b(?P<hu>[01]?\d|2[0-3])\s?uhr\b",
    )
});
static PAIR: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)\bmy (?:{RELATIONS})(?: \w+)?(?: \([^)]{{0,40}}\))? and I\b|\bI and my (?:{RELATIONS})\b|\bmeine? (?:{RELATIONS}) und ich\b|\bm(?:a|on) (?:{RELATIONS}) et moi\b|\bme and my (?:{RELATIONS}|mate|pal|buddy|girlfriend|boyfriend)\b"
    ))
});
static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"\b(?i:my|our|meine?|unsere?|mon|ma)\s+(?i:(?P<of>{RELATIONS}))\s+(?P<name>\p{{Lu}}\p{{Ll}}+)\b"
    ))
});
static WE_ARE: LazyLock<Regex> = LazyLock::new(|| {
    let number = &*NUMBER;
    pattern(&format!(
        r"(?i)\b(?:we are|we're|wir sind|nous sommes|on est|on sera|(?:a )?(?:team|crew|cast|committee|group|steering group|working group|arbeitsgruppe|groupe|staff|office|firm|company|agency) of|teams? (?:von|aus)|équipe de|(?:crew|cast|team|équipe|mannschaft) ?:|(?P<bare>crew|team|équipe))(?: a team of)? (?P<count>{number})(?P<of> people| persons| of us| friends| personen| leuten?| personnes)?\b"
    ))
});
static HOUSEHOLD: LazyLock<Regex> = LazyLock::new(|| {
    let number = &*NUMBER;
    pattern(&format!(r"(?i)\b(?:family|household|famille) (?:of|de) (?P<count>{number})\b"))
});
/// "zu zweit", "à trois": those who write count themselves.
static TOGETHER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?P<size>(?P<us>\b(?:zu|à|nous sommes)) (?P<count>zweit|dritt|viert|fünft|sechst|siebt|acht|deux|trois|quatre|cinq|six|sept|huit|neuf|dix))(?:[,.;]|$| (?:en|dans|pour|du|au|sur|avec|faire|et|à|vers|nous|une?|notre|nos|und|mit|in|im|nach|eine?[nm]?|für|die|das|den|am|ab|von|durch) )",
    )
});
/// "Our startup (5 people)", "my firm of 25".
static OUR_SIZE: LazyLock<Regex> = LazyLock::new(|| {
    let number = &*NUMBER;
    pattern(&format!(
        r"(?i)\b(?:our|my|unser|unsere|unserer|notre) (?:[\p{{L}}-]+ ){{1,3}}(?:\(|of |von |de )(?P<size>(?P<count>{number}) (?:people|persons|staff|employees|personen|leute|mitarbeiter|personnes))\b"
    ))
});
/// "at least 10 and at most 5 helpers": the noun belongs to both.
static BETWEEN: LazyLock<Regex> = LazyLock::new(|| {
    let number = &*NUMBER;
    pattern(&format!(
        r"(?i)\b(?:at least|minimum|mindestens|au moins)\s+(?P<least>{number})\s*(?:,|and|und|et|but|aber|mais)?\s*(?:at most|maximum|höchstens|maximal|au plus|no more than)\s+(?:{number})\s+(?P<noun>[\p{{L}}-]+)"
    ))
});
static OF_US: LazyLock<Regex> = LazyLock::new(|| {
    let number = &*NUMBER;
    pattern(&format!(r"(?i)\b(?:there are )?(?P<count>{number}) of us\b"))
});

pub(super) fn read(text: &Text<'_>, found: &mut Vec<Found>) {
    let taken: Vec<Range<usize>> = found
        .iter()
        .filter(|one| !matches!(one.value, Value::Demand { .. }))
        .map(|one| one.span.clone())
        .collect();
    let is_free = |span: &Range<usize>, taken: &[Range<usize>]| {
        !taken.iter().any(|it| it.start < span.end && span.start < it.end)
    };
    let mut push = |span: Range<usize>, value: Value, taken: &mut Vec<Range<usize>>| {
        if is_free(&span, taken) {
            taken.push(span.clone());
            found.push(Found { span, value });
        }
    };
    let mut taken = taken;
    for captures in AREA.captures_iter(text.prompt) {
        let whole = captures.get(0).expect("a match has a whole");
        if let Some(size) = decimal(&captures["count"]) {
            let m2 = if captures.name("feet").is_some() { size * SQUARE_FOOT } else { size };
            push(whole.range(), Value::Area { m2: m2.round() as u64 }, &mut taken);
        }
    }
    for captures in PERCENT.captures_iter(text.prompt) {
        let whole = captures.get(0).expect("a match has a whole");
        if let Some(percent) = decimal(&captures["n"]) {
            push(whole.range(), Value::Percent { percent }, &mut taken);
        }
    }
    for captures in TIME.captures_iter(text.prompt) {
        let whole = captures.get(0).expect("a match has a whole");
        let number =
            |name: &str| captures.name(name).and_then(|it| it.as_str().parse::<u32>().ok());
        // "2 am Empfang" are two people.
        let is_word = || captures.name("half").is_some_and(|it| it.as_str() == "am");
        if text.language == Language::German && is_word() {
            continue;
        }
        let time = match (number("h"), number("m"), number("h12"), number("hu")) {
            (Some(hours), Some(minutes), ..) => format!("{hours:02}:{minutes:02}"),
            (_, _, Some(hours), _) => {
                let is_pm = captures["half"].to_lowercase().starts_with('p');
                format!("{:02}:00", hours % 12 + if is_pm { 12 } else { 0 })
            }
            (_, _, _, Some(hours)) => format!("{hours:02}:00"),
            _ => continue,
        };
        push(
            whole.start()..whole.start() + whole.as_str().trim_end().len(),
            Value::Time { time },
            &mut taken,
        );
    }
    for captures in AGE.captures_iter(text.prompt) {
        let age = captures.name("n").or_else(|| captures.name("own"));
        let Some(age) = age else { continue };
        let (number, unit) = (age.as_str().to_owned(), "years old".to_owned());
        push(age.range(), Value::Measure { number, unit }, &mut taken);
    }
    for captures in MEASURE.captures_iter(text.prompt) {
        let whole = captures.get(0).expect("a match has a whole");
        let value = Value::Measure {
            number: captures["count"].to_owned(),
            unit: captures["unit"].to_owned(),
        };
        push(whole.range(), value, &mut taken);
    }
    let groups = [
        (&WE_ARE, CountRole::Team, "people"),
        (&OF_US, CountRole::Team, "people"),
        (&OUR_SIZE, CountRole::Team, ""),
        (&TOGETHER, CountRole::Team, "people"),
        (&HOUSEHOLD, CountRole::Quantity, "family members"),
    ];
    for (pattern, role, of) in groups {
        for captures in pattern.captures_iter(text.prompt) {
            let Some(whole) = captures.name("size").or(captures.get(0)) else { continue };
            let rest = &text.prompt[whole.end()..];
            // "We are three developers" counts developers, not everybody.
            let noun: String =
                rest.trim_start().chars().take_while(|it| it.is_alphabetic()).collect();
            let noun = noun.to_lowercase();
            let counts_some = captures.name("size").is_none()
                && sort(&noun, text.language) != "thing"
                && !is_everybody(&noun);
            // "Budget 50k, team 7": a number alone counts people only at the end of its entry.
            let is_alone = captures.name("bare").is_none()
                || rest.is_empty()
                || rest.starts_with([',', '.', ';', '\n']);
            // "zu fünft" has the number before its last letter.
            let count = match captures["count"].to_lowercase().as_str() {
                "dritt" => Some(3),
                "acht" => Some(8),
                word => number(word).or_else(|| number(word.trim_end_matches('t'))),
            };
            if let Some(count) = count.filter(|_| !counts_some && is_alone) {
                let said = whole.as_str().rsplit(' ').next().unwrap_or_default().to_lowercase();
                let mut value = counted(role, count, if of.is_empty() { &said } else { of });
                value.own = captures.name("us").is_some();
                push(whole.range(), Value::Count(value), &mut taken);
            }
        }
    }
    for captures in BETWEEN.captures_iter(text.prompt) {
        let least = captures.name("least").expect("the pattern names the least");
        let noun = captures["noun"].to_lowercase();
        if let Some(count) = number(least.as_str()) {
            let mut value = counted(CountRole::Quantity, count, &noun);
            value.bound = Some(Bound::AtLeast);
            push(least.range(), Value::Count(value), &mut taken);
        }
    }
    for captures in NAMED.captures_iter(text.prompt) {
        let name = captures.name("name").expect("the pattern names somebody");
        let person =
            Person { name: name.as_str().to_owned(), relation: captures["of"].to_lowercase() };
        let whole = captures.get(0).expect("a match has a whole");
        push(whole.range(), Value::Person(person), &mut taken);
    }
    let mut at = 0;
    while let Some(captures) = COUNT.captures_at(text.prompt, at) {
        let all = captures.name("all").expect("the pattern names all");
        at = captures.name("count").expect("the pattern names a count").end();
        let thousands = if captures.name("k").is_some() { 1000.0 } else { 1.0 };
        let count = decimal(&captures["count"]).map(|it| it * thousands);
        let Some(count) = count.filter(|it| it.fract() == 0.0 && *it < 1e12) else { continue };
        let count = count as u64;
        let hyphened = &captures["sep"] == "-";
        let Some((noun, length)) = noun(text, &captures["rest"], hyphened, &captures["count"])
        else {
            continue;
        };
        let rest = captures.name("rest").expect("the pattern names the rest");
        let span = all.start()..rest.start() + length;
        let lower = noun.to_lowercase();
        let is_everybody = is_in("ppl|pax|pers", &lower) || hyphened && lower == "person";
        let of = if is_everybody { "people" } else { &lower };
        let mut value = counted(CountRole::Quantity, count, of);
        value.own = is_own(text, span.start);
        value.bound = bound(text, span.start);
        push(span, Value::Count(value), &mut taken);
    }
    for whole in PAIR.find_iter(text.prompt) {
        let mut value = counted(CountRole::Team, 2, "people");
        value.own = true;
        // A named person inside is a fact of its own.
        found.push(Found { span: whole.range(), value: Value::Count(value) });
    }
}

/// Whether a word says how somebody is related to those who write.
pub(super) fn is_relation(word: &str) -> bool {
    is_in(RELATIONS, word)
}

/// Whether a noun counts everybody who writes: "we are five people".
fn is_everybody(noun: &str) -> bool {
    is_in("people|persons|of|personen|leute|leuten|personnes", noun)
}

fn counted(role: CountRole, count: u64, of: &str) -> Count {
    Count { role, count, of: of.to_owned(), own: false, bound: None }
}

/// What lists and endings say about a counted noun: `team`, `audience`, `person` or `thing`.
pub(super) fn sort(noun: &str, language: Language) -> &'static str {
    match role(noun) {
        CountRole::Quantity if is_person(noun, language) => "person",
        CountRole::Quantity => "thing",
        known => known.as_str(),
    }
}

fn role(noun: &str) -> CountRole {
    // "Gästen", "testers" and "tester" are one word each.
    let stem = |word: &str| {
        let word = word.strip_suffix("innen").unwrap_or(word);
        word.trim_end_matches(['s', 'n']).trim_end_matches('e').to_owned()
    };
    let singular = stem(noun);
    let has = |list: &str| list.split('|').any(|it| it == noun || stem(it) == singular);
    if has(TEAM) {
        CountRole::Team
    } else if has(AUDIENCE) {
        CountRole::Audience
    } else {
        CountRole::Quantity
    }
}

/// The noun that a number counts, and how many bytes of `rest` reach to its end.
fn noun(text: &Text<'_>, rest: &str, hyphened: bool, count: &str) -> Option<(String, usize)> {
    let mut at = 0;
    for (idx, word) in rest.split_whitespace().enumerate() {
        let start = at + rest[at..].find(word)?;
        at = start + word.len();
        let lower = word.to_lowercase();
        // "two IT people".
        if is_in(STOP, &lower) && word != "IT" || super::date::is_month(word) && idx == 0 {
            break;
        }
        let irregular = ["people", "children", "men", "women", "staff", "feet", "mice", "sheep"];
        let known = role(&lower) != CountRole::Quantity || irregular.contains(&lower.as_str());
        let is_noun = match text.language {
            Language::German => word.starts_with(char::is_uppercase),
            Language::French => lower.ends_with(['s', 'x']),
            Language::English => {
                lower.ends_with("men")
                    || lower.ends_with('s')
                        && !lower.ends_with("ss")
                        && !lower.ends_with("'s")
                        && !lower.ends_with("ous")
            }
        };
        // "60 member households" are households.
        let next = rest[at..].split_whitespace().next().unwrap_or_default().to_lowercase();
        let is_single = number(count) == Some(1);
        let is_counted = if is_single {
            is_person(&next, text.language)
        } else {
            next.ends_with('s') || role(&next) != CountRole::Quantity
        };
        // "a one-woman business".
        if is_single && hyphened {
            return None;
        }
        let is_modifier = text.language == Language::English
            && !hyphened
            && (!lower.ends_with('s') || !known && role(&next) != CountRole::Quantity)
            && !irregular.contains(&lower.as_str())
            && is_counted
            && !is_in(STOP, &next)
            && rest[..at].ends_with(char::is_alphabetic);
        if is_modifier {
            continue;
        }
        // "one full-time archivist".
        let is_one = is_single && is_person(&lower, text.language);
        if known || is_noun || is_one {
            return Some((word.to_owned(), at));
        }
        if hyphened && idx == 0 {
            return Some((word.to_owned(), at));
        }
    }
    None
}

/// Whether those who write count themselves: "we are three developers and one designer".
fn is_own(text: &Text<'_>, start: usize) -> bool {
    let before = text.before(&(start..start));
    ["we are", "we're", "wir sind", "nous sommes", "on est"]
        .iter()
        .any(|words| before.contains(words))
}

fn bound(text: &Text<'_>, start: usize) -> Option<Bound> {
    let near = last_words(&text.before(&(start..start)), 3).join(" ");
    let ends = |all: &[&str]| all.iter().any(|words| near.ends_with(words));
    if ends(&["at least", "mindestens", "au moins", "more than", "over", "minimum"]) {
        Some(Bound::AtLeast)
    } else if ends(&[
        "at most",
        "höchstens",
        "au plus",
        "no more than",
        "up to",
        "maximum",
        "maximal",
        "fewer than",
        "bis zu",
    ]) {
        Some(Bound::AtMost)
    } else {
        None
    }
}
