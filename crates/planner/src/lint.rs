//! What a model's prose names that the material does not: ids, dates, amounts, large numbers, people and
//! organisations. Such an answer goes back once; what is still there is marked where it stands.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use crate::provider::Question;

/// The tasks whose answers are prose about the plan as it stands.
const PROSE: [&str; 4] = ["AnalyzeSwot", "WriteDetailedPlan", "WriteExecutiveSummary", "Premortem"];

/// Begins a sentence that a model vouches for itself; it is not looked up in the material.
pub const MODEL_KNOWLEDGE: &str = "Model knowledge:";

/// Begins the mark behind a text with something that is not in the material.
pub const MARK: &str = "[not in the material: ";

static TOKEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?x)
        \b(?:W\d+\.\d+|[RAFDMQST]\d{1,3})\b                      # ids of artifacts
        |\b20\d{2}-\d{2}-\d{2}\b                                # days
        |\b\d{1,3}(?:[\s\u{a0}\u{202f}.,'’]\d{3})+\b|\b\d{3,}\b # large numbers
        |[€$£]\s?\d+|\b\d+\s?(?:€|EUR|USD|GBP|CHF|euros?|dollars?|pounds?)\b
        |\b\d+(?:\s?%|\s(?:percent|Prozent|pour\scent|(?:working\s)?days?|weeks?|months?|hours?|Tage?n?|Wochen?|Monate?n?
          |Stunden?|jours?|semaines?|mois|heures?)\b)             # spans and shares",
    )
    .expect("the pattern is valid")
});
/// Days as people write them.
static DAY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)\b(?:\d{1,2}(?:st|nd|rd|th|\.)?\s(?:of\s)?(?:
            jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|mar(?:ch|s)?|märz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|
            sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?|février|avril|juin|juillet|août|septembre|octobre|
            novembre|décembre)
        |(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|
            aug|sept?|oct|nov|dec)\s\d{1,2}(?:st|nd|rd|th)?
        |\d{1,2}[./]\d{1,2}[./](?:20)?\d{2})\b",
    )
    .expect("the pattern is valid")
});
static TAG: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"</?(?:table|tr|td|div|span|p|ul|li|h[1-6]|html|body)\b")
        .expect("the pattern is valid")
});
static NAME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\p{Lu}\p{Ll}{2,}(?:\s\p{Lu}\p{Ll}{2,})+").expect("the pattern is valid")
});

/// What an answer names and its question's material does not, each once, in order.
pub fn inventions(question: &Question<'_>, answer: &Value) -> Vec<String> {
    if !PROSE.contains(&question.task) {
        return Vec::new();
    }
    let material = Material::of(question);
    let mut found: Vec<String> = Vec::new();
    for token in prose(answer).into_iter().flat_map(|text| material.unknown(text)) {
        if !found.contains(&token) {
            found.push(token);
        }
    }
    found
}

/// Marks every text of an answer that names something the material does not.
pub(crate) fn mark(question: &Question<'_>, answer: &mut Value) {
    if PROSE.contains(&question.task) {
        mark_all(&Material::of(question), answer);
    }
}

/// The lists of each question, with the least and the most entries that its prompt asks for.
const ASKED: [(&str, &[&str], usize, usize); 9] = [
    ("MakeAssumptions", &["assumptions"], 4, 10),
    ("ChooseStrategy", &["decisions"], 2, 5),
    ("MapStakeholders", &["stakeholders"], 3, 7),
    ("IdentifyRisks", &["risks"], 4, 12),
    ("BreakDownWork", &["stages"], 2, 6),
    ("AnalyzeSwot", &["strengths", "weaknesses", "opportunities", "threats"], 1, 4),
    ("WriteDetailedPlan", &["watch"], 2, 7),
    ("Premortem", &["failures"], 2, 5),
    ("SelfAudit", &["items"], 8, 40),
];

/// Lists with fewer or more entries than were asked for. Schemas leave that out: endpoints differ in what
/// they do with such limits.
pub(crate) fn miscounts(task: &str, answer: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    for (_, lists, least, most) in ASKED.iter().filter(|(of, ..)| *of == task) {
        for list in *lists {
            let count = answer[list].as_array().map_or(0, Vec::len);
            if !(*least..=*most).contains(&count) {
                faults.push(format!(
                    "{list} has {count} entries, and {least} to {most} were asked for"
                ));
            }
        }
    }
    faults
}

/// Texts that say nothing: numbers and days where words belong, a bare label, HTML, a sentence that breaks off; in the
/// prose of the plan, which wants sentences, a single word as well.
pub(crate) fn hollow(task: &str, answer: &Value) -> Vec<String> {
    let is_prose = task == "WriteDetailedPlan";
    let says_nothing = |text: &&str| {
        let text = text.trim();
        // The day on which to look is asked for.
        let is_day = task == "Premortem" && text.parse::<crate::calendar::Date>().is_ok();
        let is_bare = !text.is_empty() && !text.chars().any(char::is_alphabetic) && !is_day;
        let is_word = is_prose && !text.is_empty() && !text.contains(char::is_whitespace);
        let breaks_off = text.ends_with([',', ';', ':', '(', '-']);
        is_bare || is_word || breaks_off || TAG.is_match(text)
    };
    let fault =
        |text: &str| format!("{text:?} says nothing: write whole sentences there, and no HTML");
    prose(answer).into_iter().filter(says_nothing).take(3).map(fault).collect()
}

/// What a model that turns in circles says: a sentence twice in one text or in three different fields, or one text in
/// two fields of an entry, in most of them if it is short.
pub(crate) fn repetitions(answer: &Value) -> Vec<String> {
    let mut found = BTreeSet::new();
    let mut places: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    repeated(answer, "", &mut places, &mut found);
    found.extend(places.into_iter().filter(|(_, fields)| fields.len() > 2).map(|(it, _)| it));
    let fault =
        |it: String| format!("{it:?} is said again and again: say it once, or leave it out");
    found.into_iter().take(3).map(fault).collect()
}

fn repeated<'a>(
    value: &'a Value,
    field: &'a str,
    places: &mut BTreeMap<String, BTreeSet<&'a str>>,
    found: &mut BTreeSet<String>,
) {
    match value {
        Value::String(text) => {
            let mut own = BTreeSet::new();
            for sentence in sentences(text) {
                places.entry(sentence.clone()).or_default().insert(field);
                if !own.insert(sentence.clone()) {
                    found.insert(sentence);
                }
            }
        }
        Value::Array(entries) => {
            for entry in entries {
                repeated(entry, field, places, found);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                repeated(field, name, places, found);
            }
            let texts: Vec<&str> = fields.values().filter_map(Value::as_str).collect();
            let same = |text: &&str| texts.iter().filter(|it| *it == text).count();
            let is_sentence = |text: &&str| text.split_whitespace().count() > 3;
            let is_again = |text: &&&str| {
                same(text) > 2 && same(text) * 2 > texts.len()
                    || same(text) > 1 && is_sentence(text)
            };
            if let Some(text) = texts.iter().find(is_again) {
                found.insert((*text).to_owned());
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Sentences that are long enough to be nobody's set phrase, in lower case.
fn sentences(text: &str) -> impl Iterator<Item = String> {
    let all = text.split_inclusive(['.', '!', '?', '\n']);
    let bare = all.map(|it| it.trim().trim_end_matches(['.', '!', '?']).to_lowercase());
    bare.filter(|it| it.split_whitespace().count() > 4)
}

fn mark_all(material: &Material, value: &mut Value) {
    match value {
        Value::String(text) => {
            let unknown = material.unknown(text);
            if !unknown.is_empty() {
                *text = format!("{} {MARK}{}]", text.trim_end(), unknown.join(", "));
            }
        }
        Value::Array(entries) => entries.iter_mut().for_each(|entry| mark_all(material, entry)),
        Value::Object(fields) => {
            fields.values_mut().for_each(|field| mark_all(material, field));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// All texts but quotes, which are as they are.
fn prose(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(entries) => entries.iter().flat_map(prose).collect(),
        Value::Object(fields) => {
            fields.iter().filter(|it| it.0 != "quote").flat_map(|it| prose(it.1)).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

/// What the question shows, as it is compared: digits without marks between thousands.
struct Material {
    text: String,
    numbers: BTreeSet<String>,
    /// What is marked in it as an invention: that is nobody's material.
    marked: BTreeSet<String>,
}

impl Material {
    fn of(question: &Question<'_>) -> Self {
        let text = question.material();
        let numbers = TOKEN.find_iter(&text).map(|it| digits(it.as_str())).collect();
        let lists = text.split(MARK).skip(1).filter_map(|it| it.split(']').next());
        let marked = lists.flat_map(|it| it.split(", ")).map(str::to_owned).collect();
        Self { text, numbers, marked }
    }

    /// Whether a day is one of those that the material names, in any form.
    fn has_day(&self, token: &str) -> bool {
        /// A day without a year is compared without it.
        const YEAR: usize = 4;
        let today = crate::calendar::Date::new(2027, 1, 1).expect("it is a day");
        let read = crate::facts::read(token, today);
        let has = |day: String| self.text.contains(&day[YEAR..]);
        let mut days = read.moments().map(|(moment, _)| moment.from.to_string());
        !self.marked.contains(token) && (self.text.contains(token) || days.any(has))
    }

    fn unknown(&self, text: &str) -> Vec<String> {
        // What follows the label is the model's word.
        let text = text.split(MODEL_KNOWLEDGE).next().unwrap_or_default();
        let tokens = TOKEN.find_iter(text).map(|it| it.as_str().trim());
        let mut out: Vec<String> = tokens.filter(|it| !self.has(it)).map(str::to_owned).collect();
        let days = DAY.find_iter(text).map(|it| it.as_str());
        out.extend(days.filter(|it| !self.has_day(it)).map(str::to_owned));
        // The first word of a sentence has its capital from there.
        let begins = |at: usize| {
            let before = text[..at].trim_end();
            before.is_empty() || before.ends_with(['.', '!', '?', ':', '*', '-'])
        };
        let names = NAME.find_iter(text).filter(|it| !begins(it.start())).map(|it| it.as_str());
        let is_new = |name: &&str| {
            self.marked.contains(*name) || name.split(' ').any(|word| !self.text.contains(word))
        };
        out.extend(names.filter(is_new).map(str::to_owned));
        out.dedup();
        out
    }

    fn has(&self, token: &str) -> bool {
        let figures = digits(token);
        if self.marked.contains(token) {
            return false;
        }
        self.text.contains(token)
            || !token.starts_with(|it: char| it.is_ascii_uppercase())
                && self.numbers.contains(&figures)
            || figures.len() < 3
                && self.text.contains(&figures)
                && !token.starts_with(char::is_alphabetic)
    }
}

/// The digits of a token: "€ 1 200" and "1,200" are one amount.
fn digits(token: &str) -> String {
    token.chars().filter(char::is_ascii_digit).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::task::{Ask, Inputs, no_faults};

    const ASK: Ask = Ask {
        prompt: "Summarise.",
        shows: &["budget.json"],
        schema: || "{}".to_owned(),
        faults: no_faults,
        rules: |_| Ok(Value::Null),
    };

    fn check(markdown: &str) -> (Vec<String>, Value) {
        let mut inputs = Inputs::default();
        inputs.insert("prompt.md", b"A fair in Anna Nagar with 12,500 EUR.".to_vec());
        inputs
            .insert("budget.json", br#"{"total":11800,"task":"W1.2","end":"2027-06-12"}"#.to_vec());
        let task = "WriteExecutiveSummary";
        let question = Question { task, session: "", generation: "", ask: &ASK, inputs: &inputs };
        let mut answer = json!({ "markdown": markdown });
        let found = inventions(&question, &answer);
        mark(&question, &mut answer);
        (found, answer)
    }

    #[test]
    fn an_answer_that_turns_in_circles_is_a_fault() {
        let goal = "The project is about knowledge of models. So be it. The project is about knowledge of models.";
        assert_eq!(repetitions(&json!({ "goal": goal })).len(), 1);
        let entry = json!({ "name": "Kent", "interest": "Kent", "needs": "Kent", "influence": 2 });
        assert_eq!(repetitions(&json!({ "stakeholders": [entry] })).len(), 1);
        let line = "This is what the whole plan says.";
        let spread = json!({ "cause": line, "event": line, "effect": line, "owner": "lead" });
        assert!(!repetitions(&json!({ "risks": [spread] })).is_empty());
    }

    #[test]
    fn a_day_to_look_says_enough_in_a_premortem() {
        let answer = json!({ "failures": [{ "tripwire": "2027-03-31" }] });
        assert_eq!(hollow("Premortem", &answer), [""; 0]);
        assert_eq!(hollow("IdentifyRisks", &answer).len(), 1);
    }

    #[test]
    fn a_list_that_is_too_short_and_texts_that_say_nothing_are_faults() {
        let stages = json!({ "stages": [{ "milestone": "20000" }], "lead": "Model knowledge:" });
        assert_eq!(miscounts("BreakDownWork", &stages).len(), 1);
        assert_eq!(hollow("BreakDownWork", &stages).len(), 2);
        assert_eq!(hollow("Premortem", &json!({ "markdown": "<table class=" })).len(), 1);
        let fields = json!({ "approach": "The plan is to have a plan with three cases,", "watch": ["id", "date_p80"] });
        assert_eq!(hollow("WriteDetailedPlan", &fields).len(), 3);
        let fine =
            json!({ "stages": [{ "milestone": "Open" }, { "milestone": "Over" }], "note": "" });
        assert_eq!(miscounts("BreakDownWork", &fine), Vec::<String>::new());
        assert_eq!(hollow("BreakDownWork", &fine), Vec::<String>::new());
        let risk = json!({ "event": "the hall is not free", "effect": "the hall is not free" });
        assert_eq!(repetitions(&json!({ "risks": [risk] })).len(), 1);
    }

    #[test]
    fn one_basis_for_many_estimates_is_no_repetition() {
        let row = |id: &str| json!({ "id": id, "basis": "Model knowledge: usual time of small crews.", "days": 3 });
        let answer = json!({ "estimates": [row("W1.1"), row("W1.2"), row("W1.3"), row("W1.4")] });
        assert_eq!(repetitions(&answer), Vec::<String>::new());
    }

    #[test]
    fn what_the_material_says_is_no_invention() {
        let said = "W1.2 ends on 2027-06-12 and costs 11 800 of 12,500 EUR, in Anna Nagar.";
        let (found, answer) = check(said);
        assert_eq!(found, Vec::<String>::new());
        assert_eq!(answer["markdown"], said);
    }

    #[test]
    fn invented_ids_days_amounts_and_names_are_marked() {
        let (found, answer) = check("W9.9 ends on 2028-01-01 for 40,000 EUR, says Peter Miller.");
        assert_eq!(found, ["W9.9", "2028-01-01", "40,000", "Peter Miller"]);
        assert!(answer["markdown"].as_str().unwrap().ends_with("Peter Miller]"), "{answer}");
    }

    #[test]
    fn what_the_model_vouches_for_is_left_alone() {
        let (found, _) =
            check("It fits. Model knowledge: stalls cost 250 EUR at fairs like Peter Miller's.");
        assert_eq!(found, Vec::<String>::new());
    }
}
