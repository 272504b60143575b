//! The prompt as the readers see it: sentences, what stands before and after a place, numbers.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::Range;

use regex::Regex;

use super::Value;
use super::language::Language;
use crate::calendar::Date;

/// A prompt with what is needed to read it.
pub(super) struct Text<'a> {
    pub(super) prompt: &'a str,
    pub(super) today: Date,
    pub(super) language: Language,
    /// Where facts begin whose role no words state.
    pub(super) guesses: RefCell<BTreeSet<usize>>,
}

/// Something a reader found.
#[derive(Debug, Clone)]
pub(super) struct Found {
    pub(super) span: Range<usize>,
    pub(super) value: Value,
}

impl Text<'_> {
    /// Notes that the role of the fact at a place follows from nothing that is said.
    pub(super) fn guess(&self, start: usize) {
        self.guesses.borrow_mut().insert(start);
    }

    /// The sentence around a place, as a range of bytes.
    pub(super) fn sentence(&self, span: &Range<usize>) -> Range<usize> {
        sentence(self.prompt, span)
    }

    /// The words of the sentence before a place, in lower case.
    pub(super) fn before(&self, span: &Range<usize>) -> String {
        let sentence = self.sentence(span);
        self.prompt[sentence.start.min(span.start)..span.start].to_lowercase()
    }

    /// The words of the sentence after a place, in lower case.
    pub(super) fn after(&self, span: &Range<usize>) -> String {
        let sentence = self.sentence(span);
        self.prompt[span.end..sentence.end.max(span.end)].to_lowercase()
    }
}

/// A pattern that is known to be valid.
pub(super) fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the pattern is valid")
}

/// Abbreviations whose point ends no sentence.
const ABBREVIATIONS: &str = "jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|okt|nov|dec|dez|janv|févr|avr|juil|déc|approx|ca|env|e.g|\
    i.e|mr|mrs|ms|dr|st|no|nr|z.b|u.a|d.h|mio|mrd|tsd|max|min|incl|inkl|vs|bzw|fr";

/// The sentence around a place.
pub(crate) fn sentence(prompt: &str, span: &Range<usize>) -> Range<usize> {
    let is_end = |(at, letter): (usize, char)| match letter {
        '!' | '?' | '\n' | ';' => true,
        '.' => is_full_stop(prompt, at),
        // "Repair the roof / until May / 20 helpers".
        '/' => prompt[..at].ends_with(' ') && prompt[at + 1..].starts_with(' '),
        _ => false,
    };
    let from = prompt[..span.start]
        .char_indices()
        .rev()
        .find(|&it| is_end(it))
        .map_or(0, |(at, _)| at + 1);
    let mut tail = prompt[span.end..].char_indices().map(|(at, letter)| (at + span.end, letter));
    let to = tail.find(|&it| is_end(it)).map_or(prompt.len(), |(at, _)| at);
    let text = &prompt[from..to];
    let begin = from + (text.len() - text.trim_start().len());
    begin..(begin + text.trim().len()).max(begin)
}

/// Whether a point ends a sentence: no ordinal ("1. März"), no abbreviation, no decimal point.
fn is_full_stop(prompt: &str, point: usize) -> bool {
    let next = prompt[point + 1..].chars().next();
    if next.is_some_and(|letter| !letter.is_whitespace() && !matches!(letter, ')' | '"' | '\'')) {
        return false;
    }
    let word: String = prompt[..point]
        .chars()
        .rev()
        .take_while(|letter| letter.is_alphanumeric() || *letter == '.')
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .collect::<String>()
        .to_lowercase();
    let follows = prompt[point + 1..].trim_start().chars().next();
    let is_number =
        !word.is_empty() && word.len() <= 2 && word.bytes().all(|it| it.is_ascii_digit());
    let is_ordinal = is_number && follows.is_some_and(char::is_alphabetic) && {
        let next: String = prompt[point + 1..]
            .trim_start()
            .chars()
            .take_while(|it| it.is_alphanumeric())
            .collect();
        super::date::is_month(&next)
            || ["quartal", "halbjahr"].contains(&next.to_lowercase().as_str())
            || ["bis", "und", "to"].contains(&next.as_str())
    };
    // "24.06. bis 04.08.": a short date, not the end of a sentence.
    let is_short_date = word.len() > 2
        && word.contains('.')
        && word.bytes().all(|it| it.is_ascii_digit() || it == b'.')
        && follows.is_some_and(|it| it.is_lowercase() || matches!(it, ')' | '–' | '-'));
    !(is_ordinal || is_short_date || follows.is_some() && is_in(ABBREVIATIONS, &word))
}

/// The words of a text in lower case.
pub(crate) fn words(text: &str) -> Vec<String> {
    let is_inner = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '\'' | '’');
    text.split(|letter: char| !is_inner(letter))
        .map(|word| word.trim_matches(['-', '\'', '’']).to_lowercase())
        .filter(|word| !word.is_empty())
        .collect()
}

/// The last `count` words of a text.
pub(super) fn last_words(text: &str, count: usize) -> Vec<String> {
    let mut all = words(text);
    all.split_off(all.len().saturating_sub(count))
}

/// The text after the last mark that separates thoughts.
pub(super) fn tail_clause(before: &str) -> &str {
    let marks = before.char_indices().rev().filter(|(_, it)| ",:(—–".contains(*it));
    let mark =
        marks.map(|(at, it)| (at, at + it.len_utf8())).find(|&it| !is_in_figures(before, it));
    mark.map_or(before, |(_, end)| &before[end..])
}

/// Whether a mark stands between digits: "2,000", "7:30", "5–8".
fn is_in_figures(text: &str, (start, end): (usize, usize)) -> bool {
    text[..start].ends_with(|it: char| it.is_ascii_digit())
        && text[end..].starts_with(|it: char| it.is_ascii_digit())
}

/// Whether the words right before a place say that the thing is not there.
pub(crate) fn is_denied(prompt: &str, start: usize) -> bool {
    const NO: &str =
        "no|not|without|never|don't|cannot|kein|keine|keinen|ohne|nicht|sans|pas|ni|aucun|aucune";
    let from = sentence(prompt, &(start..start)).start.min(start);
    let clause = prompt[from..start].to_lowercase();
    let clause = clause.rsplit([',', '(', ':']).next().unwrap_or_default();
    last_words(clause, 4).iter().any(|word| is_in(NO, word))
}
/// Whether a word stands in a list with bars between its words.
pub(crate) fn is_in(list: &str, word: &str) -> bool {
    list.split('|').any(|it| it == word)
}
