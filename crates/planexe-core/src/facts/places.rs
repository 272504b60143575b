//! Places: a short gazetteer, and capitalised words where a place is expected.

use std::sync::LazyLock;

use regex_lite::Regex;
use serde_json::json;

use super::Kind;
use super::read::Found;

/// Countries and large cities that a plan is likely to name.
const KNOWN: &str = "Amsterdam|Argentina|Athens|Auckland|Australia|Austria|Bangkok|Barcelona|Basel|\
    Belgium|Berlin|Bern|Birmingham|Bologna|Bordeaux|Boston|Brazil|Bremen|Brisbane|Bristol|Brussels|\
    Bucharest|Budapest|Bulgaria|California|Canada|Chicago|Chile|China|Cologne|Colombia|Copenhagen|\
    Croatia|Cyprus|Czechia|Delhi|Denmark|Denver|Dresden|Dubai|Dublin|Edinburgh|Egypt|England|Estonia|\
    Finland|Florence|France|Frankfurt|Geneva|Germany|Ghent|Glasgow|Gothenburg|Greece|Hamburg|Hanover|\
    Helsinki|Hong Kong|Hungary|Iceland|India|Indonesia|Ireland|Istanbul|Italy|Japan|Kenya|Krakow|\
    Leeds|Leipzig|Lisbon|Liverpool|Ljubljana|London|Los Angeles|Luxembourg|Lyon|Madrid|Malaga|Malaysia|\
    Malta|Manchester|Marseille|Melbourne|Mexico|Mexico City|Milan|Montreal|Morocco|Mumbai|Munich|\
    Nairobi|Naples|Netherlands|New York|New Zealand|Nigeria|Norway|Nuremberg|Oslo|Paris|Philippines|\
    Poland|Porto|Portugal|Prague|Riga|Romania|Rome|Rotterdam|San Francisco|Scotland|Seattle|Seoul|\
    Seville|Singapore|Slovakia|Slovenia|South Africa|South Korea|Spain|Stockholm|Stuttgart|Sweden|\
    Switzerland|Sydney|Taiwan|Tallinn|Thailand|The Hague|Tokyo|Toronto|Turin|Turkey|Uganda|UK|\
    United Kingdom|United States|USA|Utrecht|Valencia|Vancouver|Vienna|Vietnam|Vilnius|Wales|Warsaw|\
    Zagreb|Zurich";

static PLACE: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = format!(r"(?:\b(?P<lead>[a-z]+)\s+(?:the\s+)?)?\b(?P<place>{KNOWN})\b");
    Regex::new(&pattern).expect("the pattern is valid")
});
static AFTER_PREPOSITION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?P<lead>in|to|from|at|near)\s+(?P<place>[A-ZÀ-Þ][a-zß-ÿ]+(?:[ -][A-ZÀ-Þ][a-zß-ÿ]+){0,2})",
    )
    .expect("the pattern is valid")
});

/// Capitalised words that follow a preposition and are no places.
const NO_PLACES: [&str; 24] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
    "Spring",
    "Summer",
    "Autumn",
    "Winter",
    "Christmas",
];

pub(super) fn read(prompt: &str, found: &mut Vec<Found>) {
    for pattern in [&PLACE, &AFTER_PREPOSITION] {
        for captures in pattern.captures_iter(prompt) {
            let place = captures.name("place").expect("the pattern names a place");
            let first = place.as_str().split([' ', '-']).next().unwrap_or_default();
            if NO_PLACES.contains(&first) {
                continue;
            }
            let role = match captures.name("lead").map(|lead| lead.as_str()) {
                Some("from") => "origin",
                Some("to") => "destination",
                _ => "site",
            };
            let (start, end) = (place.start(), place.end());
            found.push(Found { start, end, kind: Kind::Place, role, value: json!(place.as_str()) });
        }
    }
}
