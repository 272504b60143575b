//! What an amount is paid for and how often: "per seat and month", "a day", "cost a practice".

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::Period;
use crate::facts::text::{Text, last_words, pattern, tail_clause, words};

/// "a month", "per practice per month" right after an amount.
static PER: LazyLock<Regex> = LazyLock::new(|| {
    let goods = r"(?: ?,? ?(?:ht|ttc|netto|brutto|net|nets|gross|kalt|warm|plus vat))?(?: de chiffre d'affaires| (?:in |of )?(?:revenue|sales|turnover)| umsatz)?";
    let per = r"(?:per |a |an |/ ?|each |every |pro |je |im |par |(?:de )?l['’])";
    let times = "hour|day|week|month|year|stunde|tag|woche|monat|jahr|jour|heure|semaine|mois";
    pattern(&format!(
        r"^{goods} ?(?:(?:the |die |der |am |le |la )(?P<time>{times})\b|(?:la |le )(?P<piece>séance|leçon|pièce|place|unité|part|course)\b|{per}(?P<one>\p{{L}}+)(?: ?(?:{per}|and |und |et )(?P<two>\p{{L}}+))?)"
    ))
});
/// "cost a practice at most" right before an amount.
pub(super) static FOR_EACH: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:costs?|charges?|pays?)\s+(?:a|an|each|every|per)\s+(?P<word>[a-z]+)\b[^.;:]*$|\b(?:pro|je|per|par)\s+(?P<noun>[\p{L}]+)[\s:]*(?:max\.?|maximal|maximum|höchstens|at most|au plus)?\s*$",
    )
});

/// What an amount is paid for and how often.
pub(super) fn terms(text: &Text<'_>, span: &Range<usize>) -> (Option<String>, Option<Period>) {
    let (mut unit, mut period) = (None, None);
    let after = text.after(span);
    // "Fr. 1'850.– pro Monat" has no cents.
    let after = after.trim_start_matches(['.', ',', '-', '–']);
    if let Some(captures) = PER.captures(after) {
        for word in
            ["time", "piece", "one", "two"].into_iter().filter_map(|name| captures.name(name))
        {
            match Period::of(word.as_str()) {
                Some(found) => period = Some(found),
                None => unit = unit.or(Some(word.as_str().to_owned())),
            }
        }
    }
    let first = words(after).into_iter().next().unwrap_or_default();
    // "bus 60 EUR each" is for each person.
    if ["each", "chacun", "chacune", "pp", "p.p", "p.p."].contains(&first.as_str()) {
        unit = unit.or(Some("person".to_owned()));
    }
    // "loyer mensuel de 1 350 €", "a monthly rent of 900 EUR".
    let before = text.before(span);
    let near = last_words(tail_clause(&before), 4);
    let is_monthly =
        |word: &String| ["monthly", "mensuel", "monatlich"].iter().any(|it| word.starts_with(it));
    period = period.or(near.iter().any(is_monthly).then_some(Period::Month));
    period = period.or(match first.as_str() {
        "monthly" | "monatlich" | "mtl" | "mensuel" | "mensuels" | "pcm" => Some(Period::Month),
        "tagessatz" | "tageshonorar" => Some(Period::Day),
        "stundensatz" | "stundenlohn" => Some(Period::Hour),
        "weekly" | "wöchentlich" | "pw" => Some(Period::Week),
        "yearly" | "annually" | "jährlich" => Some(Period::Year),
        _ => None,
    });
    if let Some(captures) = FOR_EACH.captures(&text.before(span)) {
        let word = captures.name("word").or(captures.name("noun"));
        unit = word.map(|it| it.as_str().to_owned()).filter(|it| Period::of(it).is_none());
    }
    (unit, period)
}
