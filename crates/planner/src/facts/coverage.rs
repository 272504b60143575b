//! What no fact uses: every number, date word and proper noun of the prompt is read or listed.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::language::Language;
use super::text::{Found, Text, last_words, pattern};
use super::{Unread, UnreadKind, Value, YearSource};

static NUMBERS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"[\p{L}\d.,:/'-]*\d[\p{L}\d.,:/'%²-]*"));
static DATE_WORDS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:Jan|Feb|Mar|March|Mars|May|Mai|Mrz|Apr|Jun|Jul|Aug|Sept?|Oct|Okt|Nov|Dec|Dez|Déc|January|February|April|June|July|August|September|October|November|December|Januar|Februar|März|Juni|Juli|Oktober|Dezember|janvier|février|avril|juillet|août|septembre|octobre|novembre|décembre|january|february|april|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|Ramadan|Eid|Christmas|Easter|Weihnachten|Ostern|Pfingsten|Noël|Pâques|Pentecôte|Advent|Totensonntag|Erntedank|Buß- und Bettag|Diwali|Hanukkah|Passover|Holi|(?:Sommer|Herbst|Winter|Weihnachts|Oster|Pfingst|Schul|Semester)ferien|Betriebsferien|(?:school|summer|winter|half-term) (?:holidays?|break|vacation)|half-term|vacances (?:scolaires|d.été|d.hiver|de Noël|de Pâques|de la Toussaint))(?:s|woche|hälfte|wochenende)?\b",
    )
});
static NAMES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:\d+\p{Lu}|\p{Lu})[\p{L}\d'’&+#-]*(?:\s+\p{Lu}[\p{L}\d'’&+#-]*|\s+\d+(?:\.\d+)*\b)*",
    )
});

/// Codes and ordinals that name something: "v2.0", "9b", "50th anniversary", "3rd floor".
static CODES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:stage|phase|level|stufe|étape|niveau|part|teil|class|klasse|type|typ)[ -][1-9]\b|\bv(?:ersion )?\d+(?:\.\d+)*\b|\b\d{1,2}[a-d]\b|\b\d+(?:st|nd|rd|th)\b|\b\d+(?:\.|e|er|ème)\s+(?:anniversary|birthday|floor|edition|grade|grader|graders|century|place|birthday|geburtstag|jubiläum|klasse|stock|etage|anniversaire|édition|étage)\b",
    )
});

/// Capitalised words that are no names.
const NO_NAMES: &str = "I I'm I'd I've I'll OK The A An We Our My It In On By For And But No Yes Is Are If What Who How Please Budget \
    Start Deadline Goal Team Plan Project Day Days Week Phase Ich Wir Ihr Sie Je Nous CEO CTO HR IT Mr Mrs Ms Dr English German French \
    Spanish Italian Dutch EU PS FAQ DIY GmbH Ltd Inc";

/// Names that stand for something: capitalised words inside sentences, abbreviations, products.
pub(super) fn names(text: &Text<'_>, found: &mut Vec<Found>) {
    codes(text, found);
    let taken: Vec<Range<usize>> = covering(found).collect();
    for whole in NAMES.find_iter(text.prompt) {
        let (mut start, mut raw) = (whole.start(), whole.as_str());
        // The first word of a sentence has its capital from there: "Get ISO 27001".
        if begins_sentence(text.prompt, start)
            && let Some((first, rest)) = raw.split_once(' ')
            && !first.chars().skip(1).any(|it| it.is_uppercase() || it.is_ascii_digit())
        {
            start += raw.len() - rest.len();
            raw = rest;
        }
        // "PHP 900,000": the number goes on, and is none of the name's.
        let rest = &text.prompt[start + raw.len()..];
        if rest.starts_with([',', '.', '\u{a0}', ' ', '\''])
            && rest.chars().nth(1).is_some_and(|it| it.is_ascii_digit())
        {
            raw = raw.trim_end_matches(|it: char| it.is_ascii_digit()).trim_end();
        }
        // "Durban ISO 9001": the place is read already.
        while let Some(read) = taken
            .iter()
            .find(|it| it.start <= start && start < it.end && it.end < start + raw.len())
        {
            let rest = raw[read.end - start..].trim_start();
            start += raw.len() - rest.len();
            raw = rest;
        }
        let name =
            raw.trim_end_matches("'s").trim_end_matches("’s").trim_end_matches(['\'', '’', '-']);
        let span = start..start + name.len();
        let is_taken = taken.iter().any(|it| it.start < span.end && span.start < it.end);
        let first = name.split_whitespace().next().unwrap_or_default();
        let begins = begins_sentence(text.prompt, span.start);
        let inner = first.chars().skip(1).any(|it| it.is_uppercase() || it.is_ascii_digit());
        let is_plain = NO_NAMES.split_whitespace().any(|it| it == name)
            || super::date::is_month(first)
            || DATE_WORDS.is_match(name);
        let is_name = if text.language == Language::German {
            // Every noun has a capital there: only what is spelt like no word counts.
            inner
        } else {
            !begins
                || inner
                || name.split_whitespace().count() > 1
                    && name.split_whitespace().skip(1).all(|it| it.starts_with(char::is_uppercase))
        };
        if is_name && !is_taken && !is_plain && name.chars().count() > 1 {
            let name = name.to_owned();
            let is_known = found
                .iter()
                .any(|one| matches!(&one.value, Value::Name { name: other } if *other == name));
            if !is_known {
                found.push(Found { span, value: Value::Name { name } });
            }
        }
    }
}

/// Codes and ordinals, as names.
fn codes(text: &Text<'_>, found: &mut Vec<Found>) {
    for whole in CODES.find_iter(text.prompt) {
        let is_taken = covering(found).any(|it| it.start < whole.end() && whole.start() < it.end);
        if !is_taken {
            let name = whole.as_str().to_owned();
            found.push(Found { span: whole.range(), value: Value::Name { name } });
        }
    }
}

/// Why a day that comes back is not read: "first Saturday of each month", "on Mondays".
fn recurring(prompt: &str, day: &Range<usize>) -> String {
    let around = |from: usize, to: usize| prompt.get(from..to).unwrap_or_default().to_lowercase();
    let before = last_words(&prompt[..day.start], 3).join(" ");
    let after: Vec<&str> = prompt[day.end..].split_whitespace().take(3).collect();
    let said = format!(" {before} {} ", after.join(" ").to_lowercase());
    let words = [
        " every ", " each ", " jeden ", " jede ", " jedes ", " chaque ", " tous ", " toutes ",
        " second ", " other ",
    ];
    let comes_back = words.iter().any(|word| said.contains(word))
        || ["s", "days"].iter().any(|end| around(day.start, day.end).ends_with(end));
    let reason = "it comes back, and the plan holds each piece of work once";
    if comes_back { reason.to_owned() } else { String::new() }
}

fn begins_sentence(prompt: &str, at: usize) -> bool {
    let before = prompt[..at].trim_end_matches([' ', '"', '“', '(', '*', '#', '-', '\t']);
    before.is_empty() || before.ends_with(['.', '!', '?', ':', '\n', ';', '•'])
}

/// Facts whose words are used up; a demand quotes its whole clause and uses up nothing.
fn covering(found: &[Found]) -> impl Iterator<Item = Range<usize>> + '_ {
    found
        .iter()
        .filter(|one| !matches!(one.value, Value::Demand { .. }))
        .map(|one| one.span.clone())
}

/// Numbers and date words outside of every fact. `wrong` explains those that look like dates.
pub(super) fn unread(
    text: &Text<'_>,
    found: &[Found],
    wrong: &[(Range<usize>, String)],
) -> Vec<Unread> {
    let taken: Vec<Range<usize>> = covering(found).collect();
    let is_taken =
        |span: &Range<usize>| taken.iter().any(|it| it.start < span.end && span.start < it.end);
    let mut out: Vec<Unread> = Vec::new();
    for (span, reason) in wrong {
        if !is_taken(span) {
            let quote = text.prompt[span.clone()].to_owned();
            out.push(Unread {
                quote,
                offset: span.start,
                kind: UnreadKind::Date,
                reason: reason.clone(),
            });
        }
    }
    let is_listed = |span: &Range<usize>, out: &[Unread]| {
        out.iter().any(|it| it.offset < span.end && span.start < it.offset + it.quote.len())
    };
    for whole in NUMBERS.find_iter(text.prompt) {
        let raw = whole.as_str().trim_end_matches(['.', ',', ':', '-', '\'', '/']);
        let start = whole.start()
            + (raw.len() - raw.trim_start_matches(['.', ',', ':', '-', '\'', '/']).len());
        let raw = raw.trim_start_matches(['.', ',', ':', '-', '\'', '/']);
        let span = start..start + raw.len();
        // The number of an entry in a list is no statement.
        let line = text.prompt[..start].rsplit('\n').next().unwrap_or_default();
        let is_bullet = line.trim().is_empty() && text.prompt[span.end..].starts_with(['.', ')']);
        // "in the holidays 2027 (24.06. to 04.08.)": the year is that of the days beside it.
        let is_year_of = |one: &Found| match &one.value {
            Value::Date(moment) => {
                moment.year == YearSource::Assumed
                    && raw.parse() == Ok(moment.from.parts().0)
                    && one.span.start.abs_diff(span.end) < 20
            }
            _ => false,
        };
        let is_used = is_taken(&span) || found.iter().any(is_year_of);
        if !raw.is_empty() && !is_used && !is_listed(&span, &out) && !is_bullet {
            let (quote, reason) = (raw.to_owned(), String::new());
            out.push(Unread { quote, offset: start, kind: UnreadKind::Number, reason });
        }
    }
    for whole in DATE_WORDS.find_iter(text.prompt) {
        // "Saturday 12 June": the day beside it is read, and says more.
        let near = whole.start().saturating_sub(2)..whole.end() + 6;
        let is_beside = taken.iter().any(|it| it.start < near.end && near.start < it.end);
        // "May we …" asks; "March!" orders; "Sept amis" are seven.
        let is_word = begins_sentence(text.prompt, whole.start()) && whole.len() < 6;
        if !is_beside && !is_word && !is_listed(&whole.range(), &out) {
            let quote = whole.as_str().to_owned();
            let reason = recurring(text.prompt, &whole.range());
            out.push(Unread { quote, offset: whole.start(), kind: UnreadKind::Date, reason });
        }
    }
    out.sort_by_key(|it| it.offset);
    out
}
