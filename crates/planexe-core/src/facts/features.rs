//! Traits that bring work of their own, and what the prompt demands.

use std::sync::LazyLock;

use regex_lite::Regex;
use serde_json::json;

use super::Kind;
use super::clauses::{begins_with_verb, clauses, sentence};
use super::read::{Found, around};

/// A trait and the words that show it. Archetypes name traits in `when` and `unless`.
const FEATURES: [(&str, &str); 42] = [
    ("accessibility", "wheelchair|accessib|barrier-free|disabled|walking frame|rollator|stairlift"),
    ("ai", "AI|artificial intelligence|machine learning|LLMs?|chatbot|language model"),
    ("alcohol", "alcohol|beers?|wines?|cocktails?|spirits|brewery"),
    ("bathroom", "bathroom|shower"),
    ("car", "car|driving licen[cs]e"),
    ("children", "children|kids?|daughters?|sons?|toddler|baby|teenagers?|minors|pupils"),
    (
        "data_in_union",
        "(?:in|inside|within) the (?:EU|European Union|EEA)|EU servers?|EU hosting|GDPR|DSGVO",
    ),
    ("donations", "donations?|donors?|crowdfund|fundrais|sponsors?|grants?"),
    ("episodes", "podcast|episodes?|video series"),
    ("export", "export|customs|overseas shipping|ship abroad"),
    ("field_work", "field ?work|sampling|samples|specimens|expedition"),
    ("grant", "grants?|subsid(?:y|ies)|culture fund|funding body|Förderung"),
    ("health", "patients?|medical|clinics?|health|hospitals?|therap"),
    ("heating", "heat pump|boiler|heating|wärmepumpe"),
    (
        "home_first",
        "(?:rent|sign|find|buy|need) (?:a|an|the|our) (?:[\\w-]+ )?(?:flat|house|home|apartment)[^.;]{0,40} (?:before|by|until)",
    ),
    ("job_kept", "keep (?:my|our|the|his|her)(?: \\w+)? (?:jobs?|work|position)"),
    (
        "job_secured",
        "new job|job offer|(?:my|our) employer (?:is )?(?:sends|sending|transfers)|being transferred|job starts",
    ),
    ("job_wanted", "(?:find|looks? for|looking for|needs?|seeks?) (?:a |new )?(?:job|work)"),
    (
        "keep_furniture",
        "ship (?:the|our|all)[^.;]{0,20}(?:furniture|household)|take (?:all )?(?:the|our) furniture|not sell (?:it|them|the furniture)",
    ),
    ("kitchen", "kitchen"),
    ("listed", "listed building|heritage|protected building"),
    (
        "landlord_waits",
        "landlord (?:wants|needs|expects|asks|waits|gives)|answer to the landlord|tell the landlord",
    ),
    (
        "live_in",
        "live in the (?:house|flat) during|stay in the (?:house|flat) during|while we live",
    ),
    ("mobile", "iOS|Android|iPhone|app stores?|mobile app"),
    ("music", "music|bands?|concert|DJ|choir|orchestra"),
    ("notice_period", "notice period|months' notice|weeks' notice|months notice|kündigungsfrist"),
    ("offline", "offline|without (?:an? )?(?:internet|network|connection)"),
    ("outdoor", "outdoors?|open-air|street|park|garden party|beach|field"),
    (
        "partner",
        "my (?:partner|wife|husband|spouse)|our (?:[a-z]+ )?(?:kids|children|family|sons?|daughters?)",
    ),
    ("payments", "payments?|subscriptions?|checkout|billing|pay online|invoices?"),
    ("personal_data", "accounts?|login|profiles?|personal data|sign up|GDPR|patients?|members?"),
    ("pilot", "pilot"),
    ("pets", "dogs?|cats?|pets?"),
    (
        "premises_found",
        "former [^.;,]{0,24}(?:shop|store|bakery|café|cafe|restaurant|office|studio|bank)|(?:that|which) (?:I|we) (?:can |will |already |could )?rent|already (?:found|rented|signed)|the landlord",
    ),
    ("print", "print(?:ed|ing)?|paperback|hardcover|copies"),
    ("recognition", "recogni[sz]ed?|recognition of|licen[cs]e to practi[cs]e"),
    ("remote_work", "remote(?:ly)?|work from home|freelanc"),
    ("terrace", "terrace|outdoor seating|sidewalk|pavement tables"),
    ("solar", "solar|photovoltaic|heat pump|insulation"),
    (
        "structural",
        "extension|roof|windows?|loft|attic|structural|fa[cç]ade|foundations?|storey|wall",
    ),
    ("thesis", "PhD|thesis|theses|dissertation|papers"),
    ("wiring", "rewir|wiring|electrics|electrical"),
];

/// Traits whose words mean something else beside these: animals have no health records of people.
const UNLESS: [(&str, &str); 1] = [("health", "veterinar")];

/// Traits that follow from other facts.
#[cfg(test)]
const DERIVED: [&str; 2] = ["rooms_only", "within_union"];

/// Whether a trait of that name is looked for.
#[cfg(test)]
pub(crate) fn is_feature(name: &str) -> bool {
    FEATURES.iter().any(|(feature, _)| *feature == name) || DERIVED.contains(&name)
}

static PATTERNS: LazyLock<Vec<(&'static str, Regex)>> = LazyLock::new(|| {
    let compile = |(name, words): (&'static str, &str)| {
        // Capitals matter where a word in capitals is an abbreviation.
        let flags = if words.starts_with("AI") { "" } else { "(?i)" };
        let pattern = format!(r"{flags}\b(?:{words})\w{{0,3}}\b");
        (name, Regex::new(&pattern).expect("the pattern is valid"))
    };
    FEATURES.into_iter().map(compile).collect()
});

static DEMAND: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:(?P<not>no (?:\w+ ){1,3}(?:may|must|should|can)|must not|must never|cannot|can't|should not|without|may not|not allowed|darf nicht|darf kein\w*|dürfen nicht)|(?P<limit>at most|at least|no more than|limited to|höchstens|mindestens)|(?P<need>needs?(?: to)?)|(?P<wish>wants?|would like|möchten?)|must|has to|have to|required|only if|muss|müssen)\b",
    )
    .expect("the pattern is valid")
});
/// A sentence that rules something out, or everything else.
static ONLY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:^|[.!?;]\s+|\n)(?P<word>[Nn]o|[Oo]nly|[Nn]ever|Keine?n?|Nur)\s+\w")
        .expect("the pattern is valid")
});

/// Whether the words right before a place say that the thing is not there.
fn is_denied(prompt: &str, start: usize) -> bool {
    let (before, _) = around(prompt, start, start, 28);
    let clause = before.rsplit([',', '.', ';', '!', '?', '(']).next().unwrap_or_default();
    let words = clause.split_whitespace().rev().take(4);
    words.into_iter().any(|word| {
        ["no", "not", "without", "never", "don't", "cannot", "kein", "keine", "keinen", "ohne"]
            .contains(&word)
    })
}

pub(super) fn read(prompt: &str, found: &mut Vec<Found>) {
    let lower = prompt.to_lowercase();
    for (name, pattern) in PATTERNS.iter() {
        if UNLESS.iter().any(|(feature, word)| feature == name && lower.contains(word)) {
            continue;
        }
        if let Some(hit) = pattern.find_iter(prompt).find(|hit| !is_denied(prompt, hit.start())) {
            let (start, end) = (hit.start(), hit.end());
            found.push(Found {
                start,
                end,
                kind: Kind::Feature,
                role: "trait",
                value: json!(name),
            });
        }
    }
    rooms_only(found);
    for captures in ONLY.captures_iter(prompt) {
        let word = captures.name("word").expect("the pattern names a word");
        let (start, end) = sentence(prompt, word.start(), word.end());
        let role =
            if matches!(word.as_str(), "Only" | "only" | "Nur") { "must" } else { "must_not" };
        demand(prompt, start, end, role, found);
    }
    for captures in DEMAND.captures_iter(prompt) {
        demands(prompt, &captures, found);
    }
}

/// The demands that one word makes: its own clause, and those that go on without a subject.
fn demands(prompt: &str, captures: &regex_lite::Captures<'_>, found: &mut Vec<Found>) {
    let hit = captures.get(0).expect("a match has a whole");
    let is = |name: &str| captures.name(name).is_some();
    // Amounts and days are facts of their own.
    let is_said = |one: &Found| {
        matches!(one.kind, Kind::Money | Kind::Date)
            && (hit.start()..hit.end() + 12).contains(&one.start)
    };
    if (is("limit") || is("need")) && found.iter().any(is_said) {
        return;
    }
    // The first sentence says what is wanted at all: that is the goal, not a wish beside it.
    if is("wish") && sentence(prompt, hit.start(), hit.end()).0 == sentence(prompt, 0, 0).0 {
        return;
    }
    let role = match (is("not"), is("wish")) {
        (true, _) => "must_not",
        (_, true) => "wish",
        _ => "must",
    };
    let all = clauses(prompt, hit.start(), hit.end());
    let mut following = all.into_iter().skip_while(|&(_, to)| to <= hit.start());
    let Some((from, to)) = following.next() else { return };
    let (from, to) = entry(prompt, (from, to), (hit.start(), hit.end()));
    demand(prompt, from, to, role, found);
    if is("limit") {
        return;
    }
    for (from, to) in following.take_while(|&(from, to)| begins_with_verb(&prompt[from..to])) {
        // "and must not …" speaks for itself.
        let own = DEMAND.captures(&prompt[from..to]).filter(|it| it.name("limit").is_none());
        if own.is_none() {
            demand(prompt, from, to, role, found);
        }
    }
}

/// Works on rooms and installations that leave the structure of a house as it is.
fn rooms_only(found: &mut Vec<Found>) {
    let has = |name: &str| found.iter().find(|one| one.kind == Kind::Feature && one.value == name);
    if has("structural").is_some() {
        return;
    }
    let first = ["kitchen", "bathroom", "wiring", "heating"].iter().find_map(|name| has(name));
    if let Some((start, end)) = first.map(|one| (one.start, one.end)) {
        let value = json!("rooms_only");
        found.push(Found { start, end, kind: Kind::Feature, role: "trait", value });
    }
}

fn demand(prompt: &str, start: usize, end: usize, role: &'static str, found: &mut Vec<Found>) {
    let value = json!(&prompt[start..end]);
    found.push(Found { start, end, kind: Kind::Demand, role, value });
}

/// Bytes above which a sentence says more than one thing.
const LONG: usize = 100;

/// A clause, or, of a long one, the entry around its word: such a sentence is a list.
fn entry(prompt: &str, (from, to): (usize, usize), (start, end): (usize, usize)) -> (usize, usize) {
    if to - from <= LONG || end > to {
        return (from, to);
    }
    let begin = prompt[from..start].rfind(", ").map_or(from, |at| from + at + 2);
    let finish = prompt[end..to].find(", ").map_or(to, |at| end + at);
    let text = &prompt[begin..finish];
    let word = ["and ", "but ", "so ", "und "].iter().find(|word| text.starts_with(**word));
    (begin + word.map_or(0, |word| word.len()), finish)
}
