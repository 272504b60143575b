//! Traits that bring work of their own, and what the prompt demands.

use std::sync::LazyLock;

use regex_lite::Regex;
use serde_json::json;

use super::Kind;
use super::read::{Found, sentence};

/// A trait and the words that show it. Archetypes name traits in `when`.
const FEATURES: [(&str, &str); 26] = [
    ("accessibility", "wheelchair|accessib|barrier-free|disabled"),
    ("ai", "AI|artificial intelligence|machine learning|LLMs?|chatbot|language model"),
    ("alcohol", "alcohol|beers?|wines?|cocktails?|bar|spirits|brewery"),
    ("camping", "camping|overnight|campsite"),
    ("car", "car|driving licen[cs]e|van"),
    ("children", "children|kids?|daughters?|sons?|toddler|baby|teenagers?|minors|pupils"),
    ("donations", "donations?|donors?|crowdfund|fundrais|sponsors?|grants?"),
    ("employees", "hire|hiring|employ|employees|staff|baristas?|recruit"),
    ("export", "export|customs|overseas shipping|ship abroad"),
    ("health", "patients?|medical|clinics?|health|hospitals?|therap"),
    ("hot_food", "kitchen|cook|hot food|lunch|brunch|meals|bak(?:e|ing|ery)|pastry|pastries|food"),
    ("job", "job|employer|work contract|position|salary"),
    ("listed", "listed building|heritage|protected building"),
    ("mobile", "iOS|Android|iPhone|app stores?|mobile app|phones?"),
    ("music", "music|bands?|concert|DJ|choir|orchestra"),
    ("online_sales", "online shop|web ?shop|e-commerce|order online|online orders?"),
    ("outdoor", "outdoors?|open-air|street|park|garden party|beach|field"),
    ("payments", "payments?|subscriptions?|checkout|billing|paid|pay online|invoices?"),
    ("personal_data", "accounts?|login|profiles?|personal data|sign up|GDPR|patients?|members?"),
    ("pets", "dogs?|cats?|pets?"),
    (
        "property",
        "buy a (?:house|flat|home)|mortgage|own (?:a )?house|sell (?:our|the|my) (?:house|flat|home)",
    ),
    ("remote_work", "remote(?:ly)?|work from home|freelanc"),
    ("solar", "solar|photovoltaic|heat pump|insulation"),
    ("sublet", "rented flat|lease|landlord|sublet"),
    ("terrace", "terrace|outdoor seating|sidewalk|pavement tables"),
    ("volunteers", "volunteers?|helpers"),
];

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

pub(super) fn read(prompt: &str, found: &mut Vec<Found>) {
    for (name, pattern) in PATTERNS.iter() {
        if let Some(hit) = pattern.find(prompt) {
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
