//! Head counts and areas: how large the thing is, and how many do the work.

use std::sync::LazyLock;

use regex_lite::Regex;
use serde_json::json;

use super::Kind;
use super::clauses::sentence;
use super::read::{Found, NUMBER, number};

const AUDIENCE: &str = "people|persons?|guests|visitors|users|students|pupils|participants|attendees|\
    members|customers|seats|children|kids|households|families|patients|beneficiaries|subscribers|\
    learners|copies|residents|delegates|companies|clients|runners|units|practices|schools|shops|practitioners|\
    teams|donors|Gäste|Kunden|Plätze|Teilnehmer";
const TEAM: &str = "developers?|engineers?|volunteers?|employees|staff|baristas?|founders?|\
    designers?|teachers?|trainers?|researchers?|workers|helpers|colleagues|programmers?|partners|\
    team members|of us|cooks?|students assistants|interns?|PhD students|postdocs?|\
    principal investigators?|managers?|owners?|therapists?|camera operators?|actors?|directors?|musicians?|fundraisers?|product owners?|electricians?|carpenters?|nurses|\
    Mitarbeiter|Helfer|Entwickler";

const RELATIONS: &str = "sister|brother|partner|wife|husband|friend|mother|father|colleague|cousin|son|\
    daughter|uncle|aunt|neighbour|freund|freundin|frau|mann|schwester|bruder|partnerin";

static COUNT: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = format!(
        r"(?i)\b(?P<count>{NUMBER})(?:\s+(?:[a-z-]+\s+)??|-)(?:(?P<team>{TEAM})|(?P<audience>{AUDIENCE}))\b"
    );
    Regex::new(&pattern).expect("the pattern is valid")
});
/// Two people who run it together.
static PAIR: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = format!(
        r"(?i)\bmy (?:{RELATIONS})(?: \w+)?(?: \([^)]{{0,40}}\))? and I\b|\bI and my (?:{RELATIONS})\b"
    );
    Regex::new(&pattern).expect("the pattern is valid")
});
/// Somebody who comes along.
static WITH: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(&format!(r"(?i)\bwith my (?:{RELATIONS})\b")).expect("the pattern is valid")
});
/// Somebody with a name.
static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    let pattern =
        format!(r"\b(?i:my|our|meine?)\s+(?i:(?P<of>{RELATIONS}))\s+(?P<name>[A-ZÀ-Þ][a-zß-ÿ]+)\b");
    Regex::new(&pattern).expect("the pattern is valid")
});
/// "We are four people": those who write.
static WE_ARE: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = format!(
        r"(?i)\b(?:we are|we're|wir sind)(?: a team of)? (?P<count>{NUMBER}|zwei|drei|vier|fünf)(?: people| persons| of us| friends)?\b"
    );
    Regex::new(&pattern).expect("the pattern is valid")
});
static TEAM_OF: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = format!(r"(?i)\bteam of (?P<count>{NUMBER})\b");
    Regex::new(&pattern).expect("the pattern is valid")
});
static AREA: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?P<count>\d[\d,.]*\d|\d)\s?(?:m²|m2|sqm|square met(?:er|re)s?)")
        .expect("the pattern is valid")
});

/// Whether those who write count themselves: "we are three developers and one designer".
fn is_own(prompt: &str, start: usize) -> bool {
    let (from, _) = sentence(prompt, start, start);
    let before = prompt[from..start].to_lowercase();
    ["we are", "we're", "wir sind"].iter().any(|words| before.contains(words))
}

pub(super) fn read(prompt: &str, found: &mut Vec<Found>) {
    for captures in COUNT.captures_iter(prompt) {
        let whole = captures.get(0).expect("a match has a whole");
        let (role, noun) = match (captures.name("team"), captures.name("audience")) {
            (Some(noun), _) => ("team", noun.as_str()),
            (None, Some(noun)) => ("audience", noun.as_str()),
            (None, None) => continue,
        };
        if let Some(count) = number(&captures["count"]) {
            let mut value = json!({ "count": count, "of": noun.to_lowercase() });
            if role == "team" && is_own(prompt, whole.start()) {
                value["own"] = json!(true);
            }
            found.push(Found {
                start: whole.start(),
                end: whole.end(),
                kind: Kind::People,
                role,
                value,
            });
        }
    }
    for captures in NAMED.captures_iter(prompt) {
        let whole = captures.get(0).expect("a match has a whole");
        let value = json!({ "name": &captures["name"], "of": captures["of"].to_lowercase() });
        let (start, end, role) = (whole.start(), whole.end(), "person");
        found.push(Found { start, end, kind: Kind::People, role, value });
    }
    let teams: Vec<usize> =
        found.iter().filter(|one| one.role == "team").map(|one| one.start).collect();
    for captures in WE_ARE.captures_iter(prompt) {
        let whole = captures.get(0).expect("a match has a whole");
        // "We are three developers" counts developers, not everybody.
        let counts_some = teams.iter().any(|start| whole.range().contains(start));
        if let Some(count) = number(&captures["count"]).filter(|_| !counts_some) {
            let value = json!({ "count": count, "of": "people" });
            let (start, end, role) = (whole.start(), whole.end(), "team");
            found.push(Found { start, end, kind: Kind::People, role, value });
        }
    }
    for whole in PAIR.find_iter(prompt).chain(WITH.find_iter(prompt)) {
        let value = json!({ "count": 2, "of": "partners" });
        let (start, end, role) = (whole.start(), whole.end(), "team");
        found.push(Found { start, end, kind: Kind::People, role, value });
    }
    for captures in TEAM_OF.captures_iter(prompt) {
        let whole = captures.get(0).expect("a match has a whole");
        let counts_some = teams.iter().any(|start| whole.range().contains(start));
        if let Some(count) = number(&captures["count"]).filter(|_| !counts_some) {
            let value = json!({ "count": count, "of": "people" });
            let role = "team";
            found.push(Found {
                start: whole.start(),
                end: whole.end(),
                kind: Kind::People,
                role,
                value,
            });
        }
    }
    for captures in AREA.captures_iter(prompt) {
        let whole = captures.get(0).expect("a match has a whole");
        if let Some(count) = number(&captures["count"]) {
            let value = json!(count);
            found.push(Found {
                start: whole.start(),
                end: whole.end(),
                kind: Kind::Area,
                role: "floor",
                value,
            });
        }
    }
}
