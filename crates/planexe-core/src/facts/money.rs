//! Amounts of money: what they are worth and what they are for.

use std::sync::LazyLock;

use regex_lite::Regex;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Kind;
use super::read::{Found, around};

/// Whole units of a currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Money {
    pub(crate) amount: i64,
    pub(crate) currency: String,
}

impl Money {
    pub(crate) fn from_value(value: &Value) -> Option<Self> {
        serde_json::from_value(value.clone()).ok()
    }
}

/// An amount with spaces between thousands, which every country reads.
pub(crate) fn amount(value: i64) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut out = String::new();
    for (idx, digit) in digits.chars().enumerate() {
        if idx > 0 && (digits.len() - idx).is_multiple_of(3) {
            out.push('\u{a0}');
        }
        out.push(digit);
    }
    if value < 0 { format!("−{out}") } else { out }
}

/// Spellings of currencies, and what a euro is in each, rounded: for turning the reference prices
/// of archetypes into something of the right size, not for trading.
const CURRENCIES: [(&str, &[&str], f64); 16] = [
    ("EUR", &["€", "eur", "euro", "euros"], 1.0),
    ("USD", &["$", "usd", "us$", "dollar", "dollars"], 1.1),
    ("GBP", &["£", "gbp", "pound", "pounds"], 0.85),
    ("CHF", &["chf", "francs"], 0.95),
    ("CAD", &["cad", "c$"], 1.5),
    ("AUD", &["aud", "a$"], 1.65),
    ("SEK", &["sek"], 11.0),
    ("NOK", &["nok"], 11.5),
    ("DKK", &["dkk"], 7.5),
    ("PLN", &["pln", "zł"], 4.3),
    ("CZK", &["czk"], 25.0),
    ("JPY", &["¥", "jpy", "yen"], 160.0),
    ("INR", &["₹", "inr", "rupees"], 90.0),
    ("BRL", &["brl", "r$"], 6.0),
    ("MXN", &["mxn"], 20.0),
    ("ZAR", &["zar"], 20.0),
];

/// What a euro is in a currency, rounded; 1 for currencies that are not listed.
pub(crate) fn rate(currency: &str) -> f64 {
    CURRENCIES.iter().find(|(code, ..)| *code == currency).map_or(1.0, |it| it.2)
}

/// A reference price in euros, in another currency, rounded to two leading digits.
pub(crate) fn convert(euros: f64, currency: &str) -> i64 {
    let rate = rate(currency);
    let exact = euros * rate;
    if (rate - 1.0).abs() < f64::EPSILON || exact < 100.0 {
        return exact.round() as i64;
    }
    let step = 10_f64.powf(exact.log10().floor() - 1.0);
    ((exact / step).round() * step).round() as i64
}

static PATTERN: LazyLock<Regex> = LazyLock::new(|| {
    let sign =
        r"(?:EUR|USD|GBP|CHF|CAD|AUD|SEK|NOK|DKK|PLN|CZK|JPY|INR|BRL|MXN|ZAR|US\$|€|\$|£|¥|₹)";
    let name = r"(?:euros?|dollars?|pounds?|francs|yen|rupees|zł)";
    let digits = r"\d[\d,.']*\d|\d";
    let unit = r"k|thousand|tausend|million|millionen|m";
    let pattern = format!(
        r"(?i)(?P<s1>{sign})\s?(?P<n1>{digits})(?:\s?(?P<u1>{unit})\b)?|\b(?P<n2>{digits})\s?(?:(?P<u2>{unit})\s?)?(?P<s2>{name}\b|{sign})"
    );
    Regex::new(&pattern).expect("the pattern is valid")
});

pub(super) fn read(prompt: &str, found: &mut Vec<Found>) {
    for captures in PATTERN.captures_iter(prompt) {
        let whole = captures.get(0).expect("a match has a whole");
        let part = |first: &str, second: &str| {
            captures.name(first).or(captures.name(second)).map(|it| it.as_str())
        };
        let Some(number) = part("n1", "n2").and_then(decimal) else { continue };
        let factor = match part("u1", "u2").map(str::to_lowercase).as_deref() {
            Some("k" | "thousand" | "tausend") => 1e3,
            Some("m" | "million" | "millionen") => 1e6,
            _ => 1.0,
        };
        let sign = part("s1", "s2").unwrap_or_default().to_lowercase();
        let Some((currency, ..)) =
            CURRENCIES.iter().find(|(_, names, _)| names.contains(&sign.as_str()))
        else {
            continue;
        };
        let value = number * factor;
        if !(1.0..=1e12).contains(&value) {
            continue;
        }
        found.push(Found {
            start: whole.start(),
            end: whole.end(),
            kind: Kind::Money,
            role: role(prompt, whole.start(), whole.end()),
            value: terms(prompt, &whole, value.round() as i64, currency),
        });
    }
    bare(prompt, found);
}

/// Thousands without a currency: "an app, 3 months, 15k".
static BARE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?P<n>\d{1,3}(?:[.,]\d)?)\s?[kK]\b").expect("the pattern is valid")
});

/// Reads amounts without a currency as euros, where the prompt has no other money.
fn bare(prompt: &str, found: &mut Vec<Found>) {
    if found.iter().any(|one| one.kind == Kind::Money) {
        return;
    }
    for captures in BARE.captures_iter(prompt) {
        let whole = captures.get(0).expect("a match has a whole");
        let Some(number) = decimal(&captures["n"]) else { continue };
        let mut value = terms(prompt, &whole, (number * 1e3).round() as i64, "EUR");
        value["currency_assumed"] = json!(true);
        let (start, end, role) = (whole.start(), whole.end(), "amount");
        found.push(Found { start, end, kind: Kind::Money, role, value });
    }
}

/// An amount, with what it is paid for (`unit`) and how often (`period`) where the words say so.
fn terms(prompt: &str, whole: &regex_lite::Match<'_>, amount: i64, currency: &str) -> Value {
    let (before, after) = around(prompt, whole.start(), whole.end(), 40);
    let mut value = json!({ "amount": amount, "currency": currency });
    if let Some(captures) = PER.captures(&after) {
        for word in ["one", "two"].into_iter().filter_map(|name| captures.name(name)) {
            let field = if PERIODS.contains(&word.as_str()) { "period" } else { "unit" };
            value[field] = json!(word.as_str());
        }
    }
    if let Some(captures) = FOR_EACH.captures(&before) {
        value["unit"] = json!(&captures["word"]);
    }
    value
}

const PERIODS: [&str; 5] = ["hour", "day", "week", "month", "year"];

/// "a month", "per practice per month" right after an amount.
static PER: LazyLock<Regex> = LazyLock::new(|| {
    let per = "(?:per |a |an |/ ?|each )";
    Regex::new(&format!(r"^ ?{per}(?P<one>[a-z]+)(?: ?{per}(?P<two>[a-z]+))?"))
        .expect("the pattern is valid")
});
/// "cost a practice at most" right before an amount.
static FOR_EACH: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:costs?|charges?|pays?)\s+(?:a|an|each|every|per)\s+(?P<word>[a-z]+)\b[^.;:]*$",
    )
    .expect("the pattern is valid")
});

/// Reads both ways of writing thousands: a last group of three digits is never a fraction.
fn decimal(text: &str) -> Option<f64> {
    let text = text.replace('\'', "");
    let point = text.rfind([',', '.']);
    let is_fraction =
        point.is_some_and(|at| text.len() - at - 1 != 3 && text.matches([',', '.']).count() == 1);
    match point {
        Some(at) if is_fraction => {
            format!("{}.{}", text[..at].replace([',', '.'], ""), &text[at + 1..]).parse().ok()
        }
        _ => text.replace([',', '.'], "").parse().ok(),
    }
}

/// What an amount is for, by the words next to it. `amount` says that nothing tells.
fn role(prompt: &str, start: usize, end: usize) -> &'static str {
    let (before, after) = around(prompt, start, end, 40);
    let near = after.trim_start();
    let starts = |words: &[&str]| words.iter().any(|word| near.starts_with(word));
    // Only what belongs to the same clause says what the amount is for.
    let clause = before.rsplit([',', '.', ';', '!', '?', '(', ':']).next().unwrap_or_default();
    let says = |words: &[&str]| words.iter().any(|word| clause.contains(word));
    let price = if says(&LIMITS) { "price_limit" } else { "price" };
    if starts(&MONTHLY) {
        return if says(&["rent", "lease", "miete", "pacht"]) {
            "rent"
        } else if says(&PRICE) && !is_cost(clause) {
            price
        } else if says(&INCOME) || says(&GRANT) {
            "income"
        } else {
            "monthly"
        };
    }
    if starts(&["a year", "per year", "/year", "yearly", "annually", "p.a", "im jahr", "pro jahr"])
    {
        "yearly"
    } else if starts(&["a day", "per day", "/day", "an hour", "per hour", "/hour", "a night"]) {
        "rate"
    } else if starts(&["each"]) && !says(&SOLD) {
        "each"
    } else if starts(&["each", "per ", "/", "a ticket", "a head", "a person", "apiece", "pro "])
        || says(&["price", "ticket", "fee of", "charge", "costs ", "preis"])
    {
        price
    } else if says(&LIMITS) && is_part(clause) {
        "cap"
    } else if GIVING.iter().any(|verb| clause.trim_end().ends_with(verb)) {
        "share"
    } else if says(&["salary", "salaries", "wage"]) {
        "monthly"
    } else if says(&["rent", "miete"]) {
        "rent"
    } else if says(&INCOME) {
        "income"
    } else if says(&GRANT) || starts(&["grant", "subsidy"]) {
        "grant"
    } else if says(&["loan", "debt", "mortgage", "owe", "kredit"])
        || starts(&["loan", "credit", "mortgage"])
    {
        "loan"
    } else if says(&BUDGET) || starts(&["budget", "to spend", "eigenkapital"]) {
        "budget"
    } else {
        "amount"
    }
}

/// Whether a clause limits what one thing costs, and not the whole: "the footage may cost at most".
fn is_part(clause: &str) -> bool {
    let Some((subject, _)) = clause.split_once("cost") else { return false };
    let mut words = subject.split_whitespace().rev().filter(|word| !MODALS.contains(word));
    let whole = ["it", "this", "that", "all", "everything", "project", "whole", "total"];
    words.next().is_some_and(|word| !whole.contains(&word))
}

/// Whether a clause says what a thing costs those who write, and not what their customers pay: "the
/// room costs".
fn is_cost(clause: &str) -> bool {
    let is_for_each = FOR_EACH.is_match(clause);
    let sold = ["app", "service", "product", "membership", "subscription", "which", "ticket"];
    let subject = clause.split("cost").next().unwrap_or_default().split_whitespace();
    let mut words = subject.rev().filter(|word| !MODALS.contains(word));
    let subject = words.next();
    clause.contains("cost")
        && !is_for_each
        && is_part(clause)
        && subject.is_none_or(|word| !sold.contains(&word))
}

const MODALS: [&str; 8] = ["must", "may", "should", "can", "not", "to", "has", "will"];
const LIMITS: [&str; 8] = [
    "at most",
    "no more than",
    "more than",
    "not exceed",
    "limited to",
    "höchstens",
    "maximum",
    "up to",
];
/// Words of what is sold; without them "each" speaks of those who pay for it together.
const SOLD: [&str; 9] =
    ["price", "ticket", "fee", "charge", "cost", "sell", "sold", "preis", "copies"];
const PRICE: [&str; 6] = ["cost", "price", "charge", "fee", "subscription", "preis"];
/// Verbs of those who bring a part of the money.
const GIVING: [&str; 9] =
    ["adds", "add", "contributes", "gives", "grants", "provides", "donates", "puts in", "lends"];

const MONTHLY: [&str; 9] = [
    "a month",
    "per month",
    "/month",
    "monthly",
    "each month",
    "pro monat",
    "im monat",
    "monatlich",
    "/mo",
];
const INCOME: [&str; 8] =
    ["revenue", "turnover", "earn", "sales of", "profit", "raise", "raising", "umsatz"];
const GRANT: [&str; 4] = ["grant", "subsid", "zuschuss", "förder"];
const BUDGET: [&str; 17] = [
    "budget",
    "we have ",
    "i have ",
    "ich habe ",
    "wir haben ",
    "funded",
    "funding",
    "investment",
    "limited to",
    "at most",
    "no more than",
    "not cost more than",
    "höchstens",
    "capital",
    "spend",
    "savings of",
    "kapital",
];

/// Names one budget: what the prompt calls so, else its largest amount. Amounts that add up to it are
/// its parts.
pub(super) fn settle(found: &mut [Found]) {
    let read = |one: &Found| Money::from_value(&one.value).filter(|_| one.kind == Kind::Money);
    let is_open = |one: &Found| matches!(one.role, "amount" | "loan" | "budget");
    let is_named = |one: &Found| one.kind == Kind::Money && matches!(one.role, "budget" | "share");
    if !found.iter().any(is_named) {
        let weak = found.iter_mut().filter(|one| one.kind == Kind::Money && one.role == "amount");
        let value = |one: &Found| Money::from_value(&one.value).map_or(0, |money| money.amount);
        // The first of equals, so that the order of the prompt decides.
        let best = weak.reduce(|best, next| if value(next) > value(best) { next } else { best });
        if let Some(best) = best {
            best.role = "budget";
        }
    }
    // A grant that is all the money there is is the budget.
    let is_money = |one: &Found| one.kind == Kind::Money;
    if !found.iter().any(is_named)
        && let Some(one) =
            found.iter_mut().find(|one| is_money(one) && matches!(one.role, "grant" | "loan"))
    {
        one.role = "budget";
    }
    let budgets = found.iter().filter(|one| one.role == "budget").filter_map(read);
    let Some(budget) =
        budgets.reduce(|best, next| if next.amount > best.amount { next } else { best })
    else {
        return;
    };
    let is_part = |one: &Found| {
        is_open(one)
            && read(one)
                .is_some_and(|it| it.currency == budget.currency && it.amount < budget.amount)
    };
    let sum: i64 =
        found.iter().filter(|one| is_part(one)).filter_map(read).map(|it| it.amount).sum();
    if sum == budget.amount {
        for one in found.iter_mut().filter(|one| is_part(one)) {
            one.role = "part";
        }
    }
}
