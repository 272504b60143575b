//! Finds amounts: with a sign, a code or the name of a currency, or in bare thousands.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::terms::terms;
use super::{Currency, Money, MoneyRole};
use crate::facts::count::sort;
use crate::facts::number::{WORDS, decimal};
use crate::facts::text::{Found, Text, is_in, last_words, pattern, words};
use crate::facts::{Language, Value};

static PATTERN: LazyLock<Regex> = LazyLock::new(|| {
    let signs = r"US\$|CA\$|AU\$|NZ\$|HK\$|C\$|A\$|S\$|R\$|€|\$|£|¥|₹|₩|₪|₺";
    let codes = r"(?:EUR|USD|GBP|CHF|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RON|ISK|JPY|CNY|RMB|INR|KRW|SGD|HKD|THB|AED|ILS|BRL|MXN|ZAR|KES|PHP|UAH|RSD|BGN|NGN|EGP|MAD|MYR|IDR|VND|ARS|CLP|COP|PKR|TEUR|MEUR)\b";
    // "R145,000" are rand; a capital R with a space or before a small number is not.
    let before = format!(r"(?:{signs}|\b{codes}|\b(?-i:Rs)\.?|\b(?-i:R))");
    let name = r"(?:euros?|dollars?|bucks|pounds?|quid|franken|swiss francs|yen|rupees|zł|zloty|kč|forint|lei|yuan|baht|dirhams|shekels|lira|reais|pesos|rand)\b";
    let canadian = r"dollars canadiens|\$\s?(?:CA\b|canadiens)";
    let after = format!(r"(?:{canadian}|{name}|{signs}|{codes})");
    let digits = r"\d{1,3}(?:[ \u{a0}\u{202f}'’.,]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)?";
    let words = &*WORDS;
    let unit = r"(?:k|K|thousand|grand|tausend|tsd\.?|mille|millions?|millionen|mio\.?|mn|m|M|billions?|mrd\.?|milliards?|milliarden?|bn|lakhs?|crores?)";
    let dash = r"\s?(?:-|–|to|bis|à|\band\b|\bund\b|\bet\b)\s?";
    pattern(&format!(
        r"(?i)(?P<s1>{before})\s?(?:(?P<l1>{digits})\s?(?P<lu1>{unit}\b)?(?P<d1>{dash})(?:{before}\s?)?)?(?P<n1>{digits})(?:\s?(?P<u1>{unit})(?:\b|\s|$))?(?:\.-|,-)?|\b(?:(?P<l2>{digits}|{words})\s?(?P<lu2>{unit}\b)?(?:\s?{after})?(?P<d2>{dash}))?(?P<n2>{digits}|\b(?:{words}))\s?(?:[.,][-–]\s?)?(?:(?P<u2>{unit}|t)\s?(?:d'|de )?)?(?P<s2>{after})"
    ))
});

fn factor(unit: Option<&str>) -> f64 {
    match unit.map(|it| it.to_lowercase().trim_end_matches('.').to_owned()).as_deref() {
        Some("k" | "t" | "thousand" | "grand" | "tausend" | "tsd" | "mille") => 1e3,
        Some("lakh" | "lakhs") => 1e5,
        Some("crore" | "crores") => 1e7,
        Some("m" | "million" | "millions" | "millionen" | "mio" | "mn") => 1e6,
        Some(_) => 1e9,
        None => 1.0,
    }
}

/// Whose dollars are meant: those that the prompt names elsewhere, or Canadian ones where it is in French.
fn dollars(text: &Text<'_>) -> &'static str {
    let named = ["CAD", "AUD", "NZD"].into_iter().find(|code| text.prompt.contains(code));
    named.unwrap_or(if text.language == Language::French { "CAD" } else { "$" })
}

pub(in crate::facts) fn read(text: &Text<'_>, found: &mut Vec<Found>) {
    let mut at = 0;
    while let Some(captures) = PATTERN.captures_at(text.prompt, at) {
        let whole = captures.get(0).expect("a match has a whole");
        at = whole.end();
        let group = |first: &str, second: &str| captures.name(first).or(captures.name(second));
        let part = |first: &str, second: &str| group(first, second).map(|it| it.as_str());
        let sign = part("s1", "s2").unwrap_or_default();
        let sign = if sign == "$" { dollars(text) } else { sign };
        let Some(currency) = Currency::parse(sign) else { continue };
        let thousands = match sign.to_lowercase().as_str() {
            "teur" => 1e3,
            "meur" => 1e6,
            _ => 1.0,
        };
        let mut span = whole.start()..whole.start() + whole.as_str().trim_end().len();
        let (mut number, mut unit) = (part("n1", "n2"), part("u1", "u2"));
        let mut least = part("l1", "l2");
        // "€500 and 60 guests" is no range; "between €500 and €600" is one.
        let joins = part("d1", "d2").is_some_and(|dash| dash.contains(char::is_alphabetic))
            && !["to", "bis", "à"].contains(&part("d1", "d2").unwrap_or_default().trim());
        let lead = text.prompt[..span.start].trim_end().to_lowercase();
        let is_between = ["between", "zwischen", "entre"].iter().any(|it| lead.ends_with(it));
        if joins && !is_between {
            match (captures.name("l1"), captures.name("n2")) {
                (Some(first), _) => {
                    number = Some(first.as_str());
                    unit = captures.name("lu1").map(|it| it.as_str());
                    span.end = captures.name("lu1").map_or(first.end(), |it| it.end());
                    at = span.end;
                }
                (None, Some(last)) => {
                    let (first, dash) = (captures.name("l2"), captures.name("d2"));
                    let between = first.zip(dash).map(|(it, dash)| it.end()..dash.start());
                    let own = between.map_or("", |it| text.prompt[it].trim());
                    // "40 000 € et 8 000 €" are two amounts.
                    if let (Some(first), false) = (first, own.is_empty()) {
                        number = Some(first.as_str());
                        unit = captures.name("lu2").map(|it| it.as_str());
                        span = first.start()..dash.map_or(first.end(), |it| it.start());
                        at = last.start();
                    } else {
                        span.start = last.start();
                    }
                }
                (None, None) => {}
            }
            least = None;
        }
        let Some(value) = number.and_then(decimal) else { continue };
        let value = value * factor(unit) * thousands;
        // "14 mai 2027 à 280 € par jour" is a day and a price.
        if least.and_then(decimal).is_some_and(|least| least >= value)
            && let Some(number) = captures.name("n2")
        {
            span.start = number.start();
            least = None;
        }
        // "PHP 8" is a language, "COP 30" a conference.
        let is_name = ["PHP", "COP", "MAD", "ARS"].contains(&currency.code()) || sign == "R";
        let is_apart = sign == "R" && whole.as_str().starts_with("R ");
        if is_apart || is_name && (value < 100.0 || !sign.chars().all(char::is_uppercase)) {
            continue;
        }
        let least = least.and_then(decimal).map(|least| {
            let own = part("lu1", "lu2");
            // "20-30k": the unit belongs to both.
            least * factor(own.or(unit).filter(|_| own.is_some() || least < 1000.0)) * thousands
        });
        // "-500 EUR" is no amount that anybody has.
        let is_negative = text.prompt[..span.start].ends_with(['-', '−'])
            && !text.prompt[..span.start]
                .trim_end_matches(['-', '−'])
                .ends_with(char::is_alphanumeric);
        if !(1.0..=1e12).contains(&value) || is_negative {
            continue;
        }
        let least = least.filter(|least| *least < value).map(|least| least.round() as i64);
        push(text, span, (value.round() as i64, least), currency, found);
    }
    bare(text, found);
    in_lists(text, found);
}

fn push(
    text: &Text<'_>,
    span: Range<usize>,
    (amount, least): (i64, Option<i64>),
    currency: Currency,
    found: &mut Vec<Found>,
) {
    let (unit, period) = terms(text, &span);
    let role = MoneyRole::Amount;
    let money =
        Money { role, amount, least, currency, currency_assumed: false, unit, period, item: None };
    found.push(Found { span, value: Value::Money(money) });
}

/// Thousands without a currency: "an app, 3 months, 15k".
static BARE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:^|[\s(~≈<])(?P<all>(?:(?P<l>\d{1,3}(?:[.,]\d)?)\s?[kK]?\s?[-–]\s?)?(?P<n>\d{1,3}(?:[.,]\d)?)\s?(?:[kK]|grand))\b",
    )
});
/// Figures alone, at the end of their entry.
static SUM: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?:^|[\s(:~])(?P<n>\d{1,3}(?:[ \u{a0}'.,]\d{3})+|\d{3,}|\d+(?:[.,]\d+)?\s?(?P<unit>millions?|millionen|mio\.?))(?:[.,;)]|$|\s(?:a month|im monat|par mois|and|und|et|from|by|of|von|vom|aus|du|de|for|für|pour|in|to|towards|come|comes|kommen|kommt|viennent|are|is|sind|sont|net|netto|brutto|ht|ttc|more|dazu|drauf|davon|dont|saved|ourselves)\b)",
    )
});
/// Words before an amount that make it one where the prompt names no currency.
const GIVES: &str = "budget|adds|add|gives|give|pays|pay|contributes|contribute|donates|chips|gibt|geben|zahlt|zahlen|spendet|ajoute|\
    ajoutent|donne|donnent|verse|versent|paie|have|has|haben|habe|hat|avons|plus|another|weitere|put|saved|left|lends|rent|\
    miete|loyer|quoted|priced|estimated|which|dont|davon";

/// Reads amounts without a currency in that of the prompt's other money, else as euros.
fn bare(text: &Text<'_>, found: &mut Vec<Found>) {
    let others: Vec<(Range<usize>, Currency)> = found
        .iter()
        .filter_map(|one| match &one.value {
            Value::Money(money) => Some((one.span.clone(), money.currency)),
            _ => None,
        })
        .collect();
    let currency = others.first().map_or(Currency::EUR, |(_, currency)| *currency);
    // Beside other money a thousand of something else is more likely: "5k followers".
    let is_other = |span: &Range<usize>| {
        let next = words(&text.prompt[span.end..]).into_iter().next().unwrap_or_default();
        let ends = text.prompt[span.end..].trim_start_matches(' ');
        let is_alone = !ends.starts_with(char::is_alphanumeric)
            || ["from", "for", "in", "and", "to", "by", "und", "für", "von", "et", "pour", "de"]
                .contains(&next.as_str());
        others.iter().any(|(it, _)| it.start < span.end && span.start < it.end)
            || !others.is_empty() && !is_alone
    };
    // "a 10k run", "120k newsletter subscribers".
    let is_distance = |end: usize| {
        let next: Vec<String> = words(&text.prompt[end..]).into_iter().take(2).collect();
        let is_counted = |word: &String| {
            ["run", "race", "lines", "steps"].contains(&word.as_str())
                || sort(word, text.language) == "audience"
        };
        text.prompt[end..].starts_with(' ') && next.iter().any(is_counted)
    };
    for captures in BARE.captures_iter(text.prompt) {
        let all = captures.name("all").expect("the pattern names all");
        let Some(number) = decimal(&captures["n"]) else { continue };
        // A grand is money, whatever follows; so is what somebody got or has.
        let lead = words(&text.prompt[..all.start()]).pop().unwrap_or_default();
        let has = ["got", "have", "saved", "savings", "capital", "habe", "haben", "ai", "avons"];
        let is_grand = all.as_str().ends_with("grand") || has.contains(&lead.as_str());
        let is_inside = others.iter().any(|(it, _)| it.contains(&all.start()));
        if is_inside || is_distance(all.end()) || is_other(&all.range()) && !is_grand {
            continue;
        }
        let least =
            captures.name("l").and_then(|it| decimal(it.as_str())).map(|it| (it * 1e3) as i64);
        assume(text, all.range(), ((number * 1e3).round() as i64, least), currency, found);
    }
    for captures in SUM.captures_iter(text.prompt) {
        let number = captures.name("n").expect("the pattern names a number");
        let (figures, factor) = captures.name("unit").map_or((number.as_str(), 1.0), |unit| {
            (text.prompt[number.start()..unit.start()].trim_end(), 1e6)
        });
        let lead = last_words(&text.prompt[..number.start()], 3);
        let is_large = factor > 1.0 || figures.contains(|it: char| !it.is_ascii_digit());
        let is_money = !others.is_empty() && is_large || lead.iter().any(|word| is_in(GIVES, word));
        let is_taken = |one: &Found| one.span.start < number.end() && number.start() < one.span.end;
        let is_free = is_money && !is_year(figures) && !found.iter().any(is_taken);
        if let Some(value) = decimal(figures).filter(|_| is_free) {
            assume(text, number.range(), ((value * factor).round() as i64, None), currency, found);
        }
    }
}

/// Amounts without a currency in a list that splits another: they are in its currency.
fn in_lists(text: &Text<'_>, found: &mut Vec<Found>) {
    let wholes = found.iter().filter_map(|one| {
        let money = one.value.money()?;
        Some(((one.span.clone(), money.amount), (money.currency, money.currency_assumed)))
    });
    let mut wholes: Vec<_> = wholes.collect();
    wholes.sort_by_key(|((span, _), _)| span.start);
    let amounts: Vec<_> = wholes.iter().map(|it| it.0.clone()).collect();
    let is_signed = |span: &Range<usize>| {
        wholes.iter().any(|((it, _), (_, is_assumed))| it == span && !is_assumed)
    };
    for (span, amount) in super::parts::bare(text.prompt, &amounts, is_signed) {
        let before = wholes.iter().rfind(|((it, _), _)| it.end <= span.start);
        let currency = before.map_or(Currency::EUR, |(_, (currency, _))| *currency);
        push(text, span, (amount, None), currency, found);
    }
}

/// Whether figures may be a year; a round number is a sum.
pub(super) fn is_year(text: &str) -> bool {
    text.len() == 4 && (text.starts_with("19") || text.starts_with("20")) && !text.ends_with("00")
}

fn assume(
    text: &Text<'_>,
    span: Range<usize>,
    amounts: (i64, Option<i64>),
    currency: Currency,
    found: &mut Vec<Found>,
) {
    push(text, span, amounts, currency, found);
    if let Some(Found { value: Value::Money(money), .. }) = found.last_mut() {
        money.currency_assumed = true;
    }
}
