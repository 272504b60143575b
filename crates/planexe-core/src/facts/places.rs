//! Places: a short gazetteer, and capitalised words where a place is expected.

use std::sync::LazyLock;

use regex_lite::Regex;
use serde_json::json;

use super::Kind;
use super::read::Found;

/// Countries and large cities that a plan is likely to name.
const KNOWN: &str = "Aachen|Alicante|Amsterdam|Antwerp|Argentina|Athens|Auckland|Augsburg|Austin|Australia|\
    Austria|Bangkok|Barcelona|Basel|Bath|Belfast|Belgium|Berlin|Bern|Bilbao|Birmingham|Bologna|\
    Bonn|Bordeaux|Boston|Bratislava|Brazil|Bremen|Brisbane|Bristol|Brittany|Brno|Brussels|\
    Bucharest|Budapest|Bulgaria|California|Cambridge|Canada|Cardiff|Chicago|Chile|China|Cologne|\
    Colombia|Copenhagen|Cork|Croatia|Cyprus|Czechia|Delhi|Denmark|Denver|Deutschland|Dortmund|\
    Dresden|Dubai|Dublin|Düsseldorf|Edinburgh|Egypt|England|Essen|Estonia|Finland|Florence|\
    France|Frankfurt|Galway|Gdansk|Geneva|Genf|Germany|Ghent|Glasgow|Gothenburg|Granada|Graz|\
    Greece|Groningen|Hamburg|Hanover|Helsinki|Hong Kong|Hungary|Iceland|India|Indonesia|\
    Innsbruck|Ireland|Istanbul|Italy|Japan|Kenya|Krakow|Kraków|Kyiv|Kyoto|Köln|Lausanne|Leeds|\
    Leipzig|Lille|Linz|Lisbon|Lissabon|Liverpool|Ljubljana|London|Los Angeles|Lucerne|\
    Luxembourg|Luxemburg|Lyon|Maastricht|Madrid|Mailand|Mainz|Malaga|Malaysia|Mallorca|Malta|\
    Manchester|Marseille|Melbourne|Mexico City|Miami|Milan|Montreal|Morocco|Mumbai|Munich|\
    München|Nairobi|Nantes|Naples|Netherlands|New York|New Zealand|Nice|Nigeria|Norway|\
    Nottingham|Nuremberg|Osaka|Oslo|Oxford|Paris|Philadelphia|Philippines|Plovdiv|Poland|\
    Portland|Porto|Portugal|Prag|Prague|Riga|Rom|Romania|Rome|Rotterdam|Salzburg|San Diego|\
    San Francisco|Schweiz|Scotland|Seattle|Seoul|Seville|Sheffield|Singapore|Slovakia|Slovenia|\
    Sofia|South Africa|South Korea|Spain|Split|Stockholm|Strasbourg|Stuttgart|Sweden|\
    Switzerland|Sydney|Taiwan|Tallinn|Texas|Thailand|The Hague|Tokyo|Toronto|Toulouse|Trieste|\
    Turin|Turkey|UK|USA|Uganda|Ukraine|United Kingdom|United States|Utrecht|Valencia|Vancouver|\
    Venice|Verona|Vienna|Vietnam|Vilnius|Wales|Warsaw|Warschau|Wien|Wroclaw|Zagreb|Zurich|\
    Zürich|Österreich|Mexico";

/// Those of them in the European Union, where its citizens need no permit to live and work.
const UNION: &str = "Aachen|Alicante|Amsterdam|Antwerp|Athens|Augsburg|Austria|Barcelona|Belgium|Berlin|Bilbao|\
    Bologna|Bonn|Bordeaux|Bratislava|Bremen|Brittany|Brno|Brussels|Bucharest|Budapest|Bulgaria|\
    Cologne|Copenhagen|Cork|Croatia|Cyprus|Czechia|Denmark|Deutschland|Dortmund|Dresden|Dublin|\
    Düsseldorf|Essen|Estonia|Finland|Florence|France|Frankfurt|Galway|Gdansk|Germany|Ghent|\
    Gothenburg|Granada|Graz|Greece|Groningen|Hamburg|Hanover|Helsinki|Hungary|Innsbruck|Ireland|\
    Italy|Krakow|Kraków|Köln|Leipzig|Lille|Linz|Lisbon|Lissabon|Ljubljana|Luxembourg|Luxemburg|\
    Lyon|Maastricht|Madrid|Mailand|Mainz|Malaga|Mallorca|Malta|Marseille|Milan|Munich|München|\
    Nantes|Naples|Netherlands|Nice|Nuremberg|Paris|Plovdiv|Poland|Porto|Portugal|Prag|Prague|\
    Riga|Rom|Romania|Rome|Rotterdam|Salzburg|Seville|Slovakia|Slovenia|Sofia|Spain|Split|\
    Stockholm|Strasbourg|Stuttgart|Sweden|Tallinn|The Hague|Toulouse|Trieste|Turin|Utrecht|\
    Valencia|Venice|Verona|Vienna|Vilnius|Warsaw|Warschau|Wien|Wroclaw|Zagreb|Österreich";

/// Whether a known place lies in the European Union.
pub(super) fn is_in_union(place: &str) -> bool {
    UNION.split('|').any(|it| it == place)
}

static PLACE: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = format!(r"(?:\b(?P<lead>[a-z]+)\s+(?:the\s+)?)?\b(?P<place>{KNOWN})\b");
    Regex::new(&pattern).expect("the pattern is valid")
});
static AFTER_PREPOSITION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?P<lead>in|to|from|at|near|University of|nach|von|aus)\s+(?P<place>[A-ZÀ-Þ][a-zß-ÿ]+(?:[ -][A-ZÀ-Þ][a-zß-ÿ]+){0,2})",
    )
    .expect("the pattern is valid")
});

/// Endings of words such as "Alpine" and "Scottish" that are capitalised and no places.
const SPEAKERS: [&str; 4] = ["ish", "ese", "pine", "ian"];

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
            if NO_PLACES.contains(&first) || SPEAKERS.iter().any(|it| first.ends_with(it)) {
                continue;
            }
            let role = match captures.name("lead").map(|lead| lead.as_str()) {
                Some("from" | "von" | "aus") => "origin",
                Some("to" | "nach") => "destination",
                _ => "site",
            };
            let (start, end) = (place.start(), place.end());
            found.push(Found { start, end, kind: Kind::Place, role, value: json!(place.as_str()) });
        }
    }
}
