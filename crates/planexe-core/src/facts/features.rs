//! Traits that bring work of their own, and what the prompt demands.

use std::sync::LazyLock;

use regex_lite::Regex;
use serde_json::json;

use super::Kind;
use super::read::{Found, around, sentence};

/// A trait and the words that show it. Archetypes name traits in `when` and `unless`.
const FEATURES: [(&str, &str); 19] = [
    ("accessibility", "wheelchair|accessib|barrier-free|disabled"),
    ("ai", "AI|artificial intelligence|machine learning|LLMs?|chatbot|language model"),
    ("alcohol", "alcohol|beers?|wines?|cocktails?|spirits|brewery"),
    ("car", "car|driving licen[cs]e"),
    ("children", "children|kids?|daughters?|sons?|toddler|baby|teenagers?|minors|pupils"),
    ("donations", "donations?|donors?|crowdfund|fundrais|sponsors?|grants?"),
    ("export", "export|customs|overseas shipping|ship abroad"),
    ("health", "patients?|medical|clinics?|health|hospitals?|therap"),
    ("listed", "listed building|heritage|protected building"),
    ("mobile", "iOS|Android|iPhone|app stores?|mobile app"),
    ("music", "music|bands?|concert|DJ|choir|orchestra"),
    ("outdoor", "outdoors?|open-air|street|park|garden party|beach|field"),
    (
        "partner",
        "my (?:partner|wife|husband|spouse)|our (?:[a-z]+ )?(?:kids|children|family|sons?|daughters?)",
    ),
    ("payments", "payments?|subscriptions?|checkout|billing|pay online|invoices?"),
    ("personal_data", "accounts?|login|profiles?|personal data|sign up|GDPR|patients?|members?"),
    ("pets", "dogs?|cats?|pets?"),
    ("remote_work", "remote(?:ly)?|work from home|freelanc"),
    ("terrace", "terrace|outdoor seating|sidewalk|pavement tables"),
    ("solar", "solar|photovoltaic|heat pump|insulation"),
];

/// Whether a trait of that name is looked for.
#[cfg(test)]
pub(crate) fn is_feature(name: &str) -> bool {
    FEATURES.iter().any(|(feature, _)| *feature == name)
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
        r"(?i)\b(?:(?P<not>must not|must never|cannot|can't|should not|without|may not|no more than|not allowed)|must|has to|have to|at most|at least|needs? to|required|only if|limited to)\b",
    )
    .expect("the pattern is valid")
});

/// Whether the words right before a place say that the thing is not there.
fn is_denied(prompt: &str, start: usize) -> bool {
    let (before, _) = around(prompt, start, start, 28);
    let clause = before.rsplit([',', '.', ';', '!', '?', '(']).next().unwrap_or_default();
    let words = clause.split_whitespace().rev().take(4);
    words
        .into_iter()
        .any(|word| ["no", "not", "without", "never", "don't", "cannot"].contains(&word))
}

pub(super) fn read(prompt: &str, found: &mut Vec<Found>) {
    for (name, pattern) in PATTERNS.iter() {
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
    for captures in DEMAND.captures_iter(prompt) {
        let hit = captures.get(0).expect("a match has a whole");
        let (start, end) = sentence(prompt, hit.start(), hit.end());
        let role = if captures.name("not").is_some() { "must_not" } else { "must" };
        let value = json!(&prompt[start..end]);
        found.push(Found { start, end, kind: Kind::Demand, role, value });
    }
}
