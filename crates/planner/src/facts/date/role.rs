//! What a date is for, by the words around it.

use std::ops::Range;

use super::{DateRole, Moment, Precision, YearSource};
use crate::facts::text::{Text, last_words, tail_clause, words};

const DEADLINE: [&str; 31] = [
    "closes",
    "closing",
    "endet",
    "schließt",
    "clôture",
    "abgabe",
    "expire",
    "läuft",
    "zum",
    "by",
    "before",
    "until",
    "till",
    "latest",
    "deadline",
    "due",
    "bis",
    "spätestens",
    "vor",
    "avant",
    "ici",
    "jusqu",
    "jusqu'au",
    "jusqu'en",
    "than",
    "tard",
    "d'ici",
    "expires",
    "ends",
    "finished",
    "termine",
];
/// Nouns that make every day of their clause one.
const DUE: [&str; 21] = [
    "abgabe",
    "abgabetermin",
    "stichtag",
    "einreichung",
    "frist",
    "submission",
    "deadline",
    "cut-off",
    "remise",
    "échéance",
    "limite",
    "rendu",
    "handover",
    "übergabe",
    "versement",
    "paiement",
    "zahlung",
    "payment",
    "anmeldeschluss",
    "anmeldefrist",
    "redaktionsschluss",
];
const BEGIN: [&str; 27] = [
    "compter",
    "start",
    "starts",
    "starting",
    "begin",
    "begins",
    "beginning",
    "kick-off",
    "kickoff",
    "from",
    "after",
    "ab",
    "beginn",
    "beginnt",
    "partir",
    "dès",
    "commence",
    "commencer",
    "démarre",
    "startet",
    "starten",
    "beginnen",
    "available",
    "opens",
    "since",
    "beginnend",
    "debut",
];
const ON: [&str; 14] =
    ["à", "on", "am", "le", "in", "im", "during", "en", "at", "this", "next", "au", "zu", "over"];
const PAST: [&str; 14] = [
    "since",
    "founded",
    "built",
    "established",
    "seit",
    "gegründet",
    "depuis",
    "fondée",
    "fondé",
    "gebaut",
    "construit",
    "bought",
    "dating",
    "last",
];
/// Subjects whose beginning is not that of the work.
const OTHERS: [&str; 52] = [
    "mondays",
    "tuesdays",
    "wednesdays",
    "thursdays",
    "fridays",
    "saturdays",
    "sundays",
    "sessions",
    "evenings",
    "episodes",
    "play",
    "semesters",
    "unterricht",
    "tenancy",
    "course",
    "class",
    "classes",
    "lessons",
    "training",
    "workshop",
    "job",
    "school",
    "lease",
    "contract",
    "season",
    "term",
    "semester",
    "tour",
    "camp",
    "exhibition",
    "festival",
    "conference",
    "customers",
    "users",
    "practices",
    "students",
    "pupils",
    "he",
    "she",
    "they",
    "tenants",
    "market",
    "kurs",
    "schule",
    "stelle",
    "saison",
    "cours",
    "école",
    "bail",
    "trial",
    "participants",
    "pilot",
];
const WORK: [&str; 23] = [
    "retrofit",
    "moderni",
    "insulat",
    "rénov",
    "constru",
    "aménag",
    "baut",
    "build",
    "renovat",
    "construct",
    "implement",
    "install",
    "migrat",
    "refurbish",
    "convert",
    "sanier",
    "umbau",
    "bauen",
    "renov",
    "travaux",
    "replace",
    "develop",
    "raise",
];
/// Words that close a time to work.
const CLOSED: [&str; 34] = [
    "freeze",
    "frozen",
    "blackout",
    "closed",
    "closure",
    "unavailable",
    "not available",
    "away",
    "on leave",
    "on holiday",
    "on vacation",
    "our holidays",
    "shut down",
    "shutdown",
    "school holidays",
    "maternity leave",
    "betriebsferien",
    "urlaub",
    "geschlossen",
    "sperrzeit",
    "schulferien",
    "nicht verfügbar",
    "pause ",
    "fermé",
    "fermeture",
    "vacances",
    "en congé",
    "absent",
    "gel des",
    "gel de ",
    "indisponible",
    "embargo",
    "moratorium",
    "ramadan",
];
const NEGATIONS: [&str; 17] = [
    "no", "not", "nobody", "never", "cannot", "can't", "none", "don't", "won't", "keine", "kein",
    "keinen", "nicht", "niemand", "pas", "aucun", "personne",
];
/// What a negation rules out for a time: "no deployments", "keine Arbeiten".
const ACTIVITIES: [&str; 24] = [
    "work",
    "works",
    "working",
    "change",
    "changes",
    "deploy",
    "deployments",
    "deployment",
    "releases",
    "release",
    "access",
    "construction",
    "noise",
    "arbeiten",
    "arbeitet",
    "änderungen",
    "deployments",
    "baulärm",
    "travaux",
    "travailler",
    "travaille",
    "changement",
    "changements",
    "livraison",
];

/// Negations that set a limit and close nothing.
const LIMITS: [&str; 6] =
    ["no later", "not later", "no more than", "no earlier", "not before", "pas plus tard"];

/// Whether the words around a date close that time to work.
fn is_closed(around: &str, lead: &str, is_range: bool) -> bool {
    let around = &LIMITS.iter().fold(around.to_owned(), |text, limit| text.replace(limit, ""));
    let all = words(around);
    let has = |list: &[&str]| all.iter().any(|word| list.contains(&word.as_str()));
    // "the roof is closed by 31 August" is a result.
    let is_result = !is_range && ["by", "before", "avant", "vor"].contains(&lead);
    let closes = CLOSED.iter().any(|word| around.contains(word)) && !is_result;
    // "no go-live between … and …": whatever is denied for a stretch of days is denied the work.
    let denies = [
        "nothing", "nichts", "rien", "sans", "ohne", "without", "no", "keine", "kein", "keinen",
        "aucun", "aucune", "pas",
    ];
    // "nicht in der Woche vor Ostern", "not during the harvest".
    let is_denied_time = [
        "not between",
        "nicht zwischen",
        "pas entre",
        "not in",
        "not during",
        "nicht in",
        "nicht im",
        "nicht während",
        "pas pendant",
        "sauf",
        "außer",
    ]
    .iter()
    .any(|it| format!(" {around}").contains(&format!(" {it} ")));
    if is_denied_time && is_range {
        return true;
    }
    let links = [
        "during", "between", "from", "in", "zwischen", "von", "vom", "im", "während", "entre",
        "du", "pendant",
    ];
    let denied = all.iter().position(|word| denies.contains(&word.as_str()));
    let is_denied_range = is_range
        && denied
            .is_some_and(|at| all[at..].iter().take(6).any(|word| links.contains(&word.as_str())));
    if is_denied_range && !is_result {
        return true;
    }
    closes || has(&NEGATIONS) && has(&ACTIVITIES) && !is_result
}

/// The moment with its role, and with the day before it where something is due before a month.
pub(super) fn assign(
    text: &Text<'_>,
    span: &Range<usize>,
    moment: &Moment,
    is_range: bool,
) -> Moment {
    let (before, after) = (text.before(span), text.after(span));
    let quote = text.prompt[span.clone()].to_lowercase();
    // "in the week of 8 November".
    let is_week = ["week of", "woche vom", "woche ab", "semaine du"]
        .iter()
        .any(|words| before.trim_end().trim_end_matches(" the").ends_with(words));
    if is_week && moment.precision == Precision::Day && moment.from == moment.to {
        let to = moment.from.plus_days(6);
        return Moment { role: DateRole::TakesPlace, to, ..moment.clone() };
    }
    let role = role(text, &before, &after, moment, &quote, is_range).unwrap_or_else(|| {
        text.guess(span.start);
        let is_alone = before.trim().is_empty() || before.trim_end().ends_with(',');
        if is_alone && moment.precision == Precision::Day {
            DateRole::TakesPlace
        } else {
            DateRole::Deadline
        }
    });
    let is_before = last_words(&before, 3)
        .iter()
        .any(|word| ["before", "vor", "avant"].contains(&word.as_str()));
    let ends = ["end of", "ende", "fin "].iter().any(|word| {
        text.prompt[span.clone()].to_lowercase().contains(word)
            || before.trim_end().ends_with("end of")
    });
    let lead = last_words(&before, 2).join(" ");
    let is_for_season = moment.precision == Precision::Quarter
        && ["for the", "for", "für die", "pour la", "pour le", "pour l'"].contains(&lead.as_str());
    let (from, to) = match role {
        DateRole::Start => (moment.from, moment.from),
        // What is made for a season is there when it begins.
        DateRole::Deadline if is_for_season => (moment.from, moment.from),
        DateRole::Deadline if is_before && moment.precision > Precision::Day && !ends => {
            let day = moment.from.plus_days(-1);
            (day, day)
        }
        DateRole::Deadline => (moment.to, moment.to),
        _ => (moment.from, moment.to),
    };
    Moment { role, from, to, ..moment.clone() }
}

/// The role that the words around a date state.
fn role(
    text: &Text<'_>,
    before: &str,
    after: &str,
    moment: &Moment,
    quote: &str,
    names_range: bool,
) -> Option<DateRole> {
    // "au mois de mai", "in the month of May".
    let before = ["mois de ", "month of "]
        .iter()
        .fold(before, |it, words| it.strip_suffix(words).unwrap_or(it));
    // "from the new school year (6 September)": the words before the bracket say it.
    let outside = before.trim_end().strip_suffix('(');
    let clause = tail_clause(outside.unwrap_or(before));
    let near = last_words(clause, if outside.is_some() { 5 } else { 3 });
    let says = |all: &[&str]| near.iter().any(|word| all.contains(&word.as_str()));
    let last = near.last().map_or("", String::as_str);
    // "no changes in the flu season, Jan to March": the clause before the comma says it.
    let mut pieces = before.rsplit([',', ';', '(']).filter(|piece| !piece.trim().is_empty());
    let clause_before = pieces.next().unwrap_or_default();
    let clause_after = after.split([',', ';', ')']).next().unwrap_or_default();
    let around = format!("{} {}", tail(clause_before, 70), head(clause_after, 40));
    let is_range = moment.from != moment.to;
    if is_closed(&around, last, is_range) && (is_range || moment.precision == Precision::Day) {
        return Some(DateRole::Blackout);
    }
    let phrase = last_words(clause, 4).join(" ");
    let is_earliest = [
        "earlier than",
        "not before",
        "earliest",
        "frühestens",
        "nicht vor",
        "pas avant",
        "plus tôt",
    ]
    .iter()
    .any(|words| phrase.contains(words));
    if is_earliest {
        return Some(DateRole::Start);
    }
    if PAST.contains(&last) && moment.year != YearSource::Relative && moment.from <= text.today
        || says(&PAST[1..9]) && moment.to < text.today
        || moment.to < text.today && moment.precision == Precision::Year
    {
        return Some(DateRole::Background);
    }
    if names_range {
        let is_work = |word: &String| {
            ["arbeiten", "bauarbeiten", "chantier"].contains(&word.as_str())
                || WORK.iter().any(|work| word.starts_with(work))
        };
        let all = words(clause);
        let has_work = all.iter().any(is_work) && !all.iter().any(|it| it == "raise")
            || all.first().is_some_and(|it| it == "works");
        return Some(if has_work { DateRole::Window } else { DateRole::TakesPlace });
    }
    // "by her 90th birthday on 3 May": the day belongs to what is due by then.
    let due = ["by", "before", "until", "bis", "avant"];
    let long = last_words(clause, 10);
    let is_due_day = ["on", "am", "le"].contains(&last)
        && long.iter().any(|word| due.contains(&word.as_str()))
        && !long.iter().any(|word| ["and", "then", "und", "et"].contains(&word.as_str()));
    if is_due_day {
        return Some(DateRole::Deadline);
    }
    let moved = [
        "moved forward to",
        "moved to",
        "postponed to",
        "verschoben auf",
        "vorverlegt auf",
        "reporté au",
        "avancé au",
    ];
    if moved.iter().any(|words| phrase.ends_with(words)) {
        return Some(DateRole::TakesPlace);
    }
    let follows =
        ["at the latest", "or earlier", "au plus tard", "spätestens", "latest", "deadline"];
    let ends = ["runs out", "run out", "läuft aus", "läuft ab", "prend fin", "à échéance"];
    // "rent-free until 2029" says how things are.
    let states = [
        "free",
        "valid",
        "guaranteed",
        "mietfrei",
        "gültig",
        "gilt",
        "garantiert",
        "valable",
        "gratuit",
        "garanti",
    ];
    if last_words(clause, 4).iter().any(|word| states.iter().any(|it| word.ends_with(it)))
        && ["until", "till", "bis", "jusqu'en", "jusqu'au"].contains(&last)
    {
        return Some(DateRole::Background);
    }
    let part = [" and ", " und ", " et "]
        .iter()
        .fold(clause, |clause, join| clause.rsplit(join).next().unwrap_or_default());
    let all = words(part);
    let is_ready_for = ["pour le", "for", "for the", "zum", "zur"]
        .contains(&last_words(clause, 2).join(" ").as_str())
        || last == "for";
    let is_made_ready = all.iter().any(|word| {
        [
            "ready",
            "done",
            "finished",
            "ligne",
            "prêt",
            "prête",
            "terminé",
            "livré",
            "fertig",
            "live",
            "online",
            "opérationnel",
        ]
        .contains(&word.as_str())
    });
    let is_deadline = says(&DEADLINE)
        || all.iter().any(|word| DUE.contains(&word.as_str()))
        || is_ready_for && is_made_ready
        || ends.iter().any(|words| phrase.contains(words))
        || follows.iter().any(|words| after.trim_start().starts_with(words));
    if is_deadline && !(last == "from" || last == "ab") {
        return Some(DateRole::Deadline);
    }
    if says(&BEGIN) || near.iter().any(|word| word.ends_with("beginn")) {
        return Some(beginning(clause, before));
    }
    // "Start: 1 March", "Deadline: June".
    let label = before.trim_end().trim_end_matches(':').trim_end();
    let label = label.rsplit([',', '.', ';', '(', '\n']).next().unwrap_or_default().trim();
    if before.trim_end().ends_with(':')
        && ["start", "start date", "beginn", "début"].contains(&label)
    {
        return Some(DateRole::Start);
    }
    if before.trim_end().ends_with(':') && moment.precision == Precision::Day && !says(&DEADLINE) {
        return Some(DateRole::TakesPlace);
    }
    // "nach Malmö Anfang Juli" is when it happens; an end without a preposition is a limit.
    let begins = ["anfang ", "mitte ", "début ", "early ", "mid-", "mi-"];
    let is_about = begins.iter().any(|word| quote.starts_with(word))
        && !before.trim_end().ends_with([',', ':']);
    if is_about || last == "for" && moment.precision == Precision::Year {
        return Some(DateRole::TakesPlace);
    }
    // "onto the November 2028 ballot": the date belongs to the noun after it.
    let is_attribute = ["the", "our"].contains(&last)
        && after.strip_prefix(' ').is_some_and(|it| it.starts_with(char::is_alphabetic))
        && !after.trim_start().starts_with("is ");
    if is_attribute {
        return Some(DateRole::TakesPlace);
    }
    let names_next =
        ["next", "this", "nächst", "dies", "kommend"].iter().any(|word| quote.starts_with(word));
    if moment.year == YearSource::Relative && moment.from == moment.to && !names_next {
        return Some(DateRole::Deadline);
    }
    let is_on = names_next || last_words(before, 2).iter().any(|word| ON.contains(&word.as_str()));
    if is_on || last.is_empty() && is_range {
        return Some(DateRole::TakesPlace);
    }
    None
}

/// The beginning of the work, or of something that the work has to precede.
fn beginning(clause: &str, before: &str) -> DateRole {
    let part = clause.rsplit(" and ").next().unwrap_or_default();
    let all = words(part);
    // "Ten-week ukulele course, 12 participants, starts in May": the subject stands before.
    let is_verb = ["starts", "begins", "beginnt", "startet", "commence", "démarre"];
    let is_alone = all.len() == 1 && is_verb.contains(&all[0].as_str());
    let all = if is_alone { words(before) } else { all };
    // "Renovate the roof, starting in May" begins with it; "the course starts in May" is for others.
    let is_other = all.iter().any(|word| OTHERS.contains(&word.as_str()));
    // "deliveries from October", "once a month from February": what runs from then on, not the work.
    let runs = [
        "monthly",
        "weekly",
        "daily",
        "once",
        "twice",
        "monatlich",
        "wöchentlich",
        "every",
        "jeden",
        "chaque",
    ];
    let last = all.last().map_or("", String::as_str);
    let is_noun_from = ["from", "ab", "dès"].contains(&last)
        && (all.len() == 2 && all[0].ends_with('s')
            || all.iter().any(|word| runs.contains(&word.as_str())));
    // "ein Angestellter ab Juli": somebody who comes then.
    let counts = [
        "a", "an", "one", "two", "three", "ein", "eine", "zwei", "drei", "un", "une", "deux",
        "trois",
    ];
    let units = ["days", "weeks", "months", "years", "tage", "wochen", "monate", "jahre"];
    let is_span = all.iter().rev().nth(1).is_some_and(|it| units.contains(&it.as_str()));
    let is_counted = ["from", "ab", "dès"].contains(&last)
        && !is_span
        && (3..=4).contains(&all.len())
        && all.first().is_some_and(|it| counts.contains(&it.as_str()) || it.parse::<u32>().is_ok());
    let is_other = is_other || is_noun_from || is_counted;
    if is_other { DateRole::OthersBegin } else { DateRole::Start }
}

fn tail(text: &str, bytes: usize) -> &str {
    let mut from = text.len().saturating_sub(bytes);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    &text[from..]
}

fn head(text: &str, bytes: usize) -> &str {
    let mut to = text.len().min(bytes);
    while !text.is_char_boundary(to) {
        to -= 1;
    }
    &text[..to]
}
