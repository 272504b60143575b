//! The prompt as the readers see it: sentences, what stands before and after a place, numbers.

use std::ops::Range;

use super::Value;
use super::language::Language;
use crate::calendar::Date;

/// A prompt with what is needed to read it.
pub(super) struct Text<'a> {
    pub(super) prompt: &'a str,
    pub(super) today: Date,
    pub(super) language: Language,
}

/// Something a reader found.
#[derive(Debug, Clone)]
pub(super) struct Found {
    pub(super) span: Range<usize>,
    pub(super) value: Value,
}

impl Text<'_> {
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

/// Abbreviations whose point ends no sentence.
const ABBREVIATIONS: [&str; 44] = [
    "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "okt", "nov", "dec",
    "dez", "janv", "févr", "avr", "juil", "déc", "approx", "ca", "env", "e.g", "i.e", "mr", "mrs",
    "ms", "dr", "st", "no", "nr", "z.b", "u.a", "d.h", "mio", "mrd", "tsd", "max", "min", "incl",
    "inkl", "vs", "bzw", "fr",
];

/// The sentence around a place.
pub(super) fn sentence(prompt: &str, span: &Range<usize>) -> Range<usize> {
    let is_end = |(at, letter): (usize, char)| match letter {
        '!' | '?' | '\n' | ';' => true,
        '.' => is_full_stop(prompt, at),
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
    !(is_ordinal || follows.is_some() && ABBREVIATIONS.contains(&word.as_str()))
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
    before.rsplit([',', ':', '(', '—', '–']).next().unwrap_or_default()
}

/// Whether the words right before a place say that the thing is not there.
pub(crate) fn is_denied(prompt: &str, start: usize) -> bool {
    const NO: [&str; 16] = [
        "no", "not", "without", "never", "don't", "cannot", "kein", "keine", "keinen", "ohne",
        "nicht", "sans", "pas", "ni", "aucun", "aucune",
    ];
    let from = sentence(prompt, &(start..start)).start.min(start);
    let clause = prompt[from..start].to_lowercase();
    let clause = clause.rsplit([',', '(', ':']).next().unwrap_or_default();
    last_words(clause, 4).iter().any(|word| NO.contains(&word.as_str()))
}

/// Figures, or a number in words.
pub(super) const NUMBER: &str = r"(?:\d{1,3}(?:[ \u{a0}\u{202f}.,'’]\d{3})+|\d+(?:[.,]\d+)?|a dozen|two dozen|three dozen|a couple of|a hundred|two hundred|three hundred|a thousand|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|eighteen|twenty|twenty-five|thirty|forty|fifty|sixty|seventy|eighty|ninety|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|fünfzehn|zwanzig|dreißig|vierzig|fünfzig|hundert|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|douze|quinze|vingt|trente|quarante|cinquante|cent)";

const WORDS: [(&str, u64); 71] = [
    ("zero", 0),
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("thirteen", 13),
    ("fourteen", 14),
    ("fifteen", 15),
    ("sixteen", 16),
    ("eighteen", 18),
    ("twenty", 20),
    ("twenty-five", 25),
    ("thirty", 30),
    ("forty", 40),
    ("fifty", 50),
    ("sixty", 60),
    ("seventy", 70),
    ("eighty", 80),
    ("ninety", 90),
    ("a dozen", 12),
    ("two dozen", 24),
    ("three dozen", 36),
    ("a couple of", 2),
    ("a hundred", 100),
    ("two hundred", 200),
    ("three hundred", 300),
    ("a thousand", 1000),
    ("zwei", 2),
    ("drei", 3),
    ("vier", 4),
    ("fünf", 5),
    ("sechs", 6),
    ("sieben", 7),
    ("acht", 8),
    ("neun", 9),
    ("zehn", 10),
    ("elf", 11),
    ("zwölf", 12),
    ("fünfzehn", 15),
    ("zwanzig", 20),
    ("dreißig", 30),
    ("vierzig", 40),
    ("fünfzig", 50),
    ("hundert", 100),
    ("deux", 2),
    ("trois", 3),
    ("quatre", 4),
    ("cinq", 5),
    ("sept", 7),
    ("huit", 8),
    ("neuf", 9),
    ("dix", 10),
    ("onze", 11),
    ("douze", 12),
    ("quinze", 15),
    ("vingt", 20),
    ("trente", 30),
    ("quarante", 40),
    ("cinquante", 50),
    ("cent", 100),
    ("a", 1),
    ("an", 1),
    ("half", 0),
];

/// The value of what [`NUMBER`] matches; none for fractions.
pub(super) fn number(text: &str) -> Option<u64> {
    let lower = text.to_lowercase();
    if let Some((_, value)) = WORDS.iter().find(|(word, _)| *word == lower) {
        return Some(*value);
    }
    let value = decimal(text)?;
    (value.fract() == 0.0 && (0.0..1e12).contains(&value)).then_some(value as u64)
}

/// Figures with any usual mark between thousands; a last group of three digits is never a fraction.
pub(super) fn decimal(text: &str) -> Option<f64> {
    let text: String =
        text.chars().filter(|it| !matches!(it, ' ' | '\u{a0}' | '\u{202f}' | '\'' | '’')).collect();
    let point = text.rfind([',', '.']);
    let is_fraction = point.is_some_and(|at| {
        text.len() - at - 1 != 3 && text.matches([',', '.']).count() == 1
            || text.starts_with("0.")
            || text.starts_with("0,")
    });
    match point {
        Some(at) if is_fraction => {
            format!("{}.{}", text[..at].replace([',', '.'], ""), &text[at + 1..]).parse().ok()
        }
        _ => text.replace([',', '.'], "").parse().ok(),
    }
}
