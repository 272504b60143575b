//! ExtractFacts: every amount, date, duration, head count and demand of the prompt, with its quote.

use std::sync::LazyLock;

use regex_lite::{Captures, Regex};
use serde_json::{Value, json};

use crate::artifact::Kind;
use crate::task::{By, Context, Phase, Produced, Task, TaskError, hard, output};

pub(super) const TASK: Task = Task {
    name: "ExtractFacts",
    phase: Phase::Initializing,
    version: 1,
    inputs: &[hard("prompt.md")],
    outputs: &[output("facts.json", Kind::Intermediate)],
    weight: 1,
    by: By::Code,
    run,
};

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let facts = facts(ctx.inputs.text("prompt.md")?);
    let notice = "found in the prompt by pattern, no language model";
    Ok(vec![Produced::json("facts.json", &json!({ "notice": notice, "facts": facts }))])
}

type Reader = fn(&Captures<'_>) -> Option<Value>;

static PATTERNS: LazyLock<Vec<(&str, Regex, Reader)>> = LazyLock::new(|| {
    let pattern = |text: &str| Regex::new(text).expect("the pattern is valid");
    vec![
        (
            "money",
            pattern(
                r"(?i)(?:(?P<before>EUR|USD|GBP|CHF|€|\$|£)\s?(?P<a>\d[\d,.']*\d|\d)(?:\s?(?P<am>k|m|thousand|million)\b)?|(?P<b>\d[\d,.']*\d|\d)\s?(?:(?P<bm>k|m|thousand|million)\s?)?(?P<after>EUR|USD|GBP|CHF|€|£|euros?|dollars?|pounds?)\b?)",
            ),
            money,
        ),
        ("date", pattern(r"\b(?P<iso>\d{4}-\d{2}-\d{2})\b"), |found| Some(json!(&found["iso"]))),
        (
            "month",
            pattern(
                r"\b(?:in|by|until|before|on|from)\s+(?P<text>(?:\d{1,2}\s+)?(?:January|February|March|April|May|June|July|August|September|October|November|December)(?:\s+\d{1,2})?(?:,?\s+\d{4})?)\b",
            ),
            |found| Some(json!(&found["text"])),
        ),
        (
            "duration_days",
            pattern(r"(?i)\b(?P<n>\d{1,4})[\s-]?(?P<unit>day|week|month|year)s?\b"),
            duration,
        ),
        (
            "people",
            pattern(
                r"(?i)\b(?P<n>\d[\d,]*)\s+(?:people|persons|guests|visitors|users|employees|students|participants|attendees|volunteers|developers|engineers|members|customers)\b",
            ),
            |found| found["n"].replace(',', "").parse::<u64>().ok().map(|n| json!(n)),
        ),
        (
            "demand",
            pattern(
                r"(?i)[^.!?\n]*\b(?:must|must not|has to|have to|without|at most|at least|no more than|needs? to|should not)\b[^.!?\n]*",
            ),
            |found| Some(json!(found[0].trim())),
        ),
    ]
});

/// The facts of a prompt, in the order they appear.
fn facts(prompt: &str) -> Vec<Value> {
    let mut found: Vec<(usize, &str, String, Value)> = Vec::new();
    for (kind, pattern, read) in PATTERNS.iter() {
        for captures in pattern.captures_iter(prompt) {
            let whole = captures.get(0).expect("a match has a whole");
            let quote = whole.as_str().trim();
            let offset = whole.start() + (whole.as_str().len() - whole.as_str().trim_start().len());
            if let Some(value) = read(&captures) {
                found.push((offset, kind, quote.to_owned(), value));
            }
        }
    }
    found.sort_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)));
    let number = |(idx, (offset, kind, quote, value)): (usize, (usize, &str, String, Value))| {
        json!({ "id": format!("F{}", idx + 1), "kind": kind, "value": value, "quote": quote,
                "offset": offset })
    };
    found.into_iter().enumerate().map(number).collect()
}

fn money(found: &Captures<'_>) -> Option<Value> {
    let name = |name: &str| found.name(name).map(|part| part.as_str());
    let digits: String = name("a").or(name("b"))?.chars().filter(char::is_ascii_digit).collect();
    let factor = match name("am").or(name("bm")).map(str::to_lowercase).as_deref() {
        Some("k" | "thousand") => 1_000,
        Some("m" | "million") => 1_000_000,
        _ => 1,
    };
    let currency = match name("before").or(name("after"))?.to_lowercase().as_str() {
        "€" | "eur" | "euro" | "euros" => "EUR",
        "$" | "usd" | "dollar" | "dollars" => "USD",
        "£" | "gbp" | "pound" | "pounds" => "GBP",
        _ => "CHF",
    };
    let amount = digits.parse::<u64>().ok()?.checked_mul(factor)?;
    Some(json!({ "amount": amount, "currency": currency }))
}

fn duration(found: &Captures<'_>) -> Option<Value> {
    let days = match found["unit"].to_lowercase().as_str() {
        "day" => 1,
        "week" => 7,
        "month" => 30,
        _ => 365,
    };
    Some(json!(found["n"].parse::<u64>().ok()? * days))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_dates_and_demands_carry_their_quote_and_place() {
        let prompt = "A fair for 300 guests in June 2027. It must not cost more than 20k EUR, \
                      ready within 6 weeks.";
        let facts = facts(prompt);
        for fact in &facts {
            let offset = fact["offset"].as_u64().unwrap() as usize;
            assert!(prompt[offset..].starts_with(fact["quote"].as_str().unwrap()), "{fact}");
        }
        let value =
            |kind: &str| facts.iter().find(|fact| fact["kind"] == kind).unwrap()["value"].clone();
        assert_eq!(value("people"), json!(300));
        assert_eq!(value("money"), json!({ "amount": 20_000, "currency": "EUR" }));
        assert_eq!(value("duration_days"), json!(42));
        assert_eq!(value("month"), json!("June 2027"));
        assert!(value("demand").as_str().unwrap().starts_with("It must not cost"));
    }
}
