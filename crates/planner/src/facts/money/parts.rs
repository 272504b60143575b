//! Lists that split an amount: "Budget 14,500 GBP: 4,000 for tents, 3,200 for music, the rest for posters".

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::{Money, MoneyRole};
use crate::facts::Value;
use crate::facts::number::decimal;
use crate::facts::text::{Found, Text, pattern, sentence};

/// What stands between an amount and the list of its parts.
static OPENER: LazyLock<Regex> = LazyLock::new(|| {
    let filler = "in total|total|altogether|overall|insgesamt|gesamt|au total|en tout|available|ht|ttc|brutto|netto";
    let lead = "of which|out of which|of that|of this|davon|darunter|wovon|dont|including|split into|made up of|aufgeteilt in";
    pattern(&format!(
        r"(?i)^(?:\s*(?:{filler})\b)?\s*(?:(?P<mark>[:(=–—]|[^.;,:\d\n(]{{1,45}}:)|[,.;]?\s*\(?(?:(?P<lead>{lead})|with|mit|avec)\b)\s*:?\s*"
    ))
});
/// The next sentence or clause, where its entries have to say what they are for.
static NEXT: LazyLock<Regex> = LazyLock::new(|| pattern(r"^[^.;,:\d\n]{0,50}[.;,]\s+"));
/// Figures that may be an amount.
static FIGURES: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\d{1,3}(?:[ \u{a0}\u{202f}'’.,]\d{3})+\b|\b\d{3,}\b"));
/// What may stand right before an entry that begins with its amount.
static BEGINS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?:^|[,;:(+&\n•–-]|\b(?:and|und|et|sowie|plus))\s*(?:[-*•]\s*)?(?:(?:a|another|about|around|ca\.|rund|etwa|environ|weitere)\s+)*$",
    )
});
/// The rest of the amount, and what it is for.
static REST: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)[,;]?\s*(?:\b(?:and|und|et|while)\s+)?\b(?:the (?:rest|remainder|balance)|d(?:er|en) rest|le (?:reste|solde)|what(?:ever)? (?:is left|remains))\b(?P<words>[^.;)\n]*)",
    )
});
/// Words between an amount and what it is for.
static GLUE: LazyLock<Regex> = LazyLock::new(|| {
    let verbs = "is|are|will be|goes?|ist|sind|geht|gehen|est|sont|va|vont";
    let preps = "for|on|to|towards|into|as|für|in|auf|als|pour|à|au|aux|en|comme";
    let articles = "the|a|an|our|der|die|das|den|einen?|eine|unser[e]?|le|la|les|un|une|des";
    pattern(&format!(
        r"(?i)^[\s:]*(?:(?:{verbs})\s+)?(?:(?P<prep>{preps})\s+)?(?:(?:{articles})\s+|l['’])?"
    ))
});
/// Where money comes from, and not what it is for.
static SOURCE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\s*(?:from|by|von|vom|aus|de la|du|des|d['’])\b|\b(?:grants?|loans?|savings|saved|own|equity|credit|lottery|sponsors?|donations?|\w*zusch[uü]ss\w*|\w*förder\w+|\w*kredit|\w*darlehen|erspart\w*|eigen\w*|\w*spenden|apport|prêt|emprunt|subventions?|économies|dons)\b",
    )
});

/// One part and what it is for.
#[derive(Debug)]
struct Entry {
    span: Range<usize>,
    value: i64,
    label: String,
    /// Whether a word like "for" leads to what it is for.
    is_said: bool,
}

#[derive(Debug)]
struct List {
    entries: Vec<Entry>,
    rest: Option<String>,
}

/// An amount with its place.
type Amount = (Range<usize>, i64);

/// Amounts without a currency that split one of those already found; `is_signed` tells those with a currency.
pub(super) fn bare(
    prompt: &str,
    wholes: &[Amount],
    is_signed: impl Fn(&Range<usize>) -> bool,
) -> Vec<Amount> {
    let is_read = |span: &Range<usize>| {
        wholes.iter().any(|(it, _)| it.start < span.end && span.start < it.end)
    };
    let figures: Vec<Amount> = FIGURES
        .find_iter(prompt)
        .filter(|it| !is_read(&it.range()) && !super::read::is_year(it.as_str()))
        .filter_map(|it| Some((it.range(), decimal(it.as_str())?.round() as i64)))
        .collect();
    let mut out: Vec<Amount> = Vec::new();
    for whole in wholes {
        let signed = wholes.iter().filter(|it| it.0.start > whole.0.start);
        let mut all: Vec<Amount> = figures.iter().chain(signed).cloned().collect();
        all.sort_by_key(|it| it.0.start);
        let Some(list) = list(prompt, whole, &all) else { continue };
        // Where the first part has a currency, figures alone count something else.
        if is_signed(&list.entries[0].span) {
            continue;
        }
        let bare = list.entries.into_iter().filter(|entry| !is_read(&entry.span));
        out.extend(bare.map(|entry| (entry.span, entry.value)));
    }
    out.sort_by_key(|it| it.0.start);
    out.dedup();
    out
}

/// Makes the entries of such a list parts of the budget, each with what it is for.
pub(in crate::facts) fn split(text: &Text<'_>, found: &mut [Found]) {
    let amounts: Vec<(usize, Amount)> = found
        .iter()
        .enumerate()
        .filter_map(|(at, one)| {
            let money = one.value.money()?;
            let is_once = money.period.is_none() && money.unit.is_none();
            is_once.then(|| (at, (one.span.clone(), money.amount)))
        })
        .collect();
    for (idx, (at, whole)) in amounts.iter().enumerate() {
        let is_sum = found[*at].value.money().is_some_and(is_sum);
        let later: Vec<Amount> = amounts[idx + 1..].iter().map(|it| it.1.clone()).collect();
        let Some(list) = list(text.prompt, whole, &later).filter(|_| is_sum) else { continue };
        let mut settle = |span: &Range<usize>, role: MoneyRole, item: Option<String>| {
            let one = found.iter_mut().find(|one| one.span == *span);
            if let Some(Found { value: Value::Money(money), .. }) = one {
                money.role = role;
                money.item = item;
                text.guesses.borrow_mut().remove(&span.start);
            }
        };
        settle(&whole.0, MoneyRole::Budget, list.rest);
        for entry in list.entries {
            settle(&entry.span, MoneyRole::Part, Some(entry.label));
        }
    }
}

/// Whether an amount may be the whole of a list.
fn is_sum(money: &Money) -> bool {
    use MoneyRole::{Amount, Budget, Grant, Part, Share};
    matches!(money.role, Budget | Amount | Grant | Share | Part) && money.item.is_none()
}

/// The list right behind an amount, if it says what its parts are for.
fn list(prompt: &str, whole: &Amount, amounts: &[Amount]) -> Option<List> {
    let behind = &prompt[whole.0.end..];
    if let Some(opener) = OPENER.captures(behind) {
        let start = whole.0.end + opener.get(0)?.end();
        let is_part = opener.name("lead").is_some();
        let is_closed = opener.get(0)?.as_str().contains('(');
        let list = entries(prompt, start, is_closed, amounts);
        let list = list.filter(|list| fits(list, whole.1, is_part));
        return list.filter(|list| {
            opener.name("mark").is_some() || list.entries.iter().all(|entry| entry.is_said)
        });
    }
    let start = whole.0.end + NEXT.find(behind)?.end();
    let list = entries(prompt, start, false, amounts)?;
    let sum: i64 = list.entries.iter().map(|entry| entry.value).sum();
    let is_split = sum * 3 > whole.1 && list.entries.iter().all(|entry| entry.is_said);
    (is_split && fits(&list, whole.1, false)).then_some(list)
}

/// Whether the entries can be parts of a sum and not something else that is counted.
fn fits(list: &List, whole: i64, is_part: bool) -> bool {
    let sum: i64 = list.entries.iter().map(|entry| entry.value).sum();
    let least = if is_part || list.rest.is_some() { 1 } else { 2 };
    let is_said = list.entries.iter().all(|entry| entry.is_said);
    list.entries.len() >= least
        && list.entries.iter().all(|entry| entry.value < whole)
        && sum <= whole * 2
        && (is_said || sum * 5 >= whole * 2 && sum * 2 <= whole * 3)
}

/// Where the list that begins there ends: at the end of the sentence, or of the last line or clause with an amount.
fn end(prompt: &str, start: usize, is_closed: bool, amounts: &[Amount]) -> usize {
    let mut end = sentence(prompt, &(start..start)).end.max(start);
    while prompt[end..].starts_with([';', '\n']) {
        let next = prompt[end..].trim_start_matches([';', '\n', ' ', '-', '*', '•']);
        let next = prompt.len() - next.len();
        if !amounts.iter().any(|it| it.0.start == next) {
            break;
        }
        end = sentence(prompt, &(next..next)).end.max(next);
    }
    let close = prompt[start..end].find(')').filter(|_| is_closed);
    close.map_or(end, |at| start + at)
}

/// The entries from a place on. Either all begin with their amounts or all end with them.
fn entries(prompt: &str, start: usize, is_closed: bool, amounts: &[Amount]) -> Option<List> {
    let mut end = end(prompt, start, is_closed, amounts);
    let mut rest = None;
    if let Some(found) = REST.captures(&prompt[start..end]) {
        rest = Some(tidy(&found["words"]).0);
        end = start + found.get(0)?.start();
    }
    let inside: Vec<&Amount> =
        amounts.iter().filter(|it| start <= it.0.start && it.0.end <= end).collect();
    let first = inside.first()?;
    let leads = |from: usize, to: usize| BEGINS.is_match(&prompt[from..to]);
    let entries = if leads(start, first.0.start) && prompt[start..first.0.start].len() < 12 {
        let begins = |it: &&Amount| it.0 == first.0 || leads(start, it.0.start);
        let all: Vec<&Amount> = inside.into_iter().filter(begins).collect();
        let labels = (0..all.len()).map(|at| {
            let to = all.get(at + 1).map_or(end, |next| next.0.start);
            (all[at], &prompt[all[at].0.end..to], at + 1 == all.len())
        });
        labels.map(|(amount, words, is_last)| entry(amount, words, is_last)).collect()
    } else {
        let mut from = start;
        let mut all = Vec::new();
        for amount in inside {
            let words = prompt[from..amount.0.start].trim_matches([',', ';', ' ', '\n']);
            let words = words.strip_prefix("and ").or(words.strip_prefix("und ")).unwrap_or(words);
            let words = words.strip_prefix("et ").unwrap_or(words);
            if words.len() > 60 {
                return None;
            }
            // No word leads from an amount to what stands before it.
            all.push(entry(amount, words, false).map(|it| Entry { is_said: false, ..it }));
            from = amount.0.end;
        }
        all
    };
    let entries: Option<Vec<Entry>> = entries.into_iter().collect();
    entries.map(|entries| List { entries, rest })
}

/// What an amount is for; none where the words name a source, or nothing.
fn entry(amount: &Amount, words: &str, is_last: bool) -> Option<Entry> {
    // Behind the last part another clause may follow.
    let words = if is_last { words.split(", ").next().unwrap_or_default() } else { words };
    let (label, is_said) = tidy(words);
    let is_use = is_said || !SOURCE.is_match(words);
    let is_named = label.starts_with(char::is_alphabetic) && is_use;
    let (span, value) = amount.clone();
    is_named.then_some(Entry { span, value, label, is_said })
}

/// What is paid for, without what leads to it and what joins it to the next; and whether "for" leads to it.
fn tidy(words: &str) -> (String, bool) {
    const MOST: usize = 60;
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let glue = GLUE.captures(&words);
    let is_said = glue.as_ref().is_some_and(|it| it.name("prep").is_some());
    let from = glue.and_then(|it| it.get(0)).map_or(0, |it| it.end());
    let is_mark = |letter: char| letter.is_whitespace() || ",;:.()-–&+•".contains(letter);
    let mut label = words[from..].trim_matches(is_mark);
    for join in [" and", " und", " et", " plus", " another", " a", " for", " at", " à"] {
        label = label.strip_suffix(join).unwrap_or(label).trim_end_matches(is_mark);
    }
    if label.len() > MOST {
        label = label.split(", ").next().unwrap_or(label);
    }
    (label.to_owned(), is_said)
}
