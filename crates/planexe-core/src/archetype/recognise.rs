//! Which kind of project a text is about, by its words.

use std::sync::LazyLock;

use regex_lite::Regex;

use super::{ARCHETYPES, Archetype};

/// The archetype most of whose words are in the text, and those words. Without any: generic work.
pub(crate) fn recognise(text: &str) -> (&'static Archetype, Vec<&'static str>) {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric() && c != '-').collect();
    // What an idea is usually comes first, so that early words weigh more.
    let weight = |word: &str| {
        let is_it = |it: &&str| *it == word || it.strip_suffix('s') == Some(word);
        let position = words.iter().position(is_it)?;
        let weight = if position < 12 { 6 } else { 4 };
        Some(if WEAK.contains(&word) { weight / 2 } else { weight })
    };
    let generic = ARCHETYPES.last().expect("the generic archetype is there");
    let is_firm = FIRM_MOVES.is_match(text);
    let mut best: (u32, usize, &Archetype, Vec<&str>) = (0, 0, generic, Vec::new());
    for archetype in ARCHETYPES.iter() {
        if archetype.id == if is_firm { "relocation" } else { "office_move" } {
            continue;
        }
        let hits: Vec<(&str, u32)> = archetype
            .words
            .iter()
            .filter_map(|word| Some((word.as_str(), weight(word)?)))
            .collect();
        let mut hits = hits;
        for stem in &archetype.stems {
            if let Some(at) = words.iter().position(|word| word.contains(stem.as_str())) {
                hits.push((stem, if at < 12 { 6 } else { 4 }));
            }
        }
        let score = hits.iter().map(|hit| hit.1).sum();
        // Among equals the one that is named first: "a bakery with a code of its own".
        let first = hits.iter().filter_map(|hit| lower.find(hit.0)).min().unwrap_or(lower.len());
        if score > best.0 || score == best.0 && score > 0 && first < best.1 {
            best = (score, first, archetype, hits.into_iter().map(|hit| hit.0).collect());
        }
    }
    (best.2, best.3)
}

/// Words of a kind that are at home in others as well.
const WEAK: [&str; 35] = [
    "bar",
    "building",
    "business",
    "care",
    "code",
    "data",
    "developer",
    "developers",
    "food",
    "game",
    "garden",
    "goods",
    "guests",
    "heat",
    "house",
    "install",
    "kitchen",
    "launch",
    "media",
    "members",
    "online",
    "paper",
    "pilot",
    "product",
    "products",
    "production",
    "school",
    "service",
    "students",
    "supplier",
    "tool",
    "units",
    "users",
    "video",
    "write",
];

/// A firm that moves, not a person.
static FIRM_MOVES: LazyLock<Regex> = LazyLock::new(|| {
    let what =
        "office|headquarters|warehouse|company|firm|factory|shop|workshop|laborator|practice";
    let pattern = format!(
        r"(?i)\b(?:move|moving|relocat\w+|relocation of|move of)\s+(?:our|the|my|a|an)\s+(?:[\w-]+\s+){{0,3}}(?:{what})"
    );
    Regex::new(&pattern).expect("the pattern is valid")
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_decide_and_nothing_means_generic() {
        for (prompt, id) in [
            ("A street festival for 300 guests", "event"),
            ("We are getting married in Tuscany with 80 guests", "wedding"),
            ("Install a second bottling line in our plant", "plant_line"),
            ("A fundraising campaign of our food bank with volunteers and donors", "campaign"),
            ("Ich möchte eine Fahrradwerkstatt eröffnen", "service_business"),
            ("An app with a web API for dentists", "software_product"),
            ("Open a café in Porto", "food_retail"),
            ("Move from Berlin to Lisbon with two kids", "relocation"),
            ("Move our 12-person accounting office from Vienna to Graz", "office_move"),
            ("A bakery with a code of its own", "food_retail"),
            ("A developer conference for 400 people", "event"),
            ("Start a mobile dog grooming business", "service_business"),
            ("Migrate our ERP to the cloud for 120 users", "it_migration"),
            ("Renovate the roof of our house", "construction"),
            ("Get ISO 27001 certification", "compliance"),
            ("Write and publish a novel", "publication"),
            ("A study on sleep with 60 participants", "research"),
            ("Something else entirely", "generic"),
        ] {
            assert_eq!(recognise(prompt).0.id, id, "{prompt}");
        }
        assert_eq!(super::super::find("made up").id, "generic");
        assert!(ARCHETYPES.len() >= 12);
    }
}
