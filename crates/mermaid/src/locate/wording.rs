//! The finding when no rule explains the refusal: the engine's place, in words without its slang.

use std::ops::Range;

use diag::Diagnostic;

use super::clue::{Clue, Line};
use super::span;
use crate::engine::{Engine as _, Merman};
use crate::render::header as header_span;
use crate::{Limits, codes, worker};

/// The general finding.
pub(super) fn generic(clue: &Clue<'_>, limits: &Limits) -> Diagnostic {
    let place = clue.place.clone().or_else(|| quoted_place(clue));
    let vague = place.as_ref().is_none_or(|it| clue.source[it.start..].trim().is_empty());
    if vague && let Some(line) = single_culprit(clue, limits) {
        let shown: String = line.trimmed().chars().take(60).collect();
        let message = format!("`{shown}` cannot be read in {}", diagram(clue.kind));
        return Diagnostic::new(codes::SYNTAX, span(line.range()), message)
            .with_hint("without this line the diagram is accepted");
    }
    let message = message(clue, place.as_ref());
    let span =
        place.map_or_else(|| header_span(clue.source), |place| span(visible(clue.source, place)));
    Diagnostic::new(codes::SYNTAX, span, message)
}

/// The only line without which the engine reads the source, if there is exactly one.
fn single_culprit<'src>(clue: &Clue<'src>, limits: &Limits) -> Option<Line<'src>> {
    const MOST_LINES: usize = 120;
    let statements = clue.statements();
    if statements.len() < 2 || statements.len() > MOST_LINES {
        return None;
    }
    let without: Vec<String> = statements
        .iter()
        .map(|line| {
            let cut = line.with_end(clue.source);
            format!("{}{}", &clue.source[..cut.start], &clue.source[cut.end..])
        })
        .collect();
    let accepted = worker::run(limits.time / 8, move |stop| {
        without.iter().map(|text| Merman.parse(text, stop).is_ok()).collect::<Vec<bool>>()
    });
    let accepted = accepted.ok()?;
    let mut culprits = statements.iter().zip(accepted).filter(|(_, accepted)| *accepted);
    let (line, _) = culprits.next()?;
    culprits.next().is_none().then_some(*line)
}

/// `a pie diagram`, `an architecture diagram`.
fn diagram(kind: &str) -> String {
    match kind {
        "unknown" => "this diagram".to_owned(),
        kind if kind.starts_with(['a', 'e', 'i', 'o']) => format!("an {kind} diagram"),
        kind => format!("a {kind} diagram"),
    }
}

/// The engine names no place but often ends its words with the text it could not read.
fn quoted_place(clue: &Clue<'_>) -> Option<Range<usize>> {
    let quoted = clue.words.rsplit_once(": ").map(|(_, quoted)| quoted)?;
    clue.find(quoted.trim_end_matches('.'))
}

/// One line at most, and at least one character where there is one.
fn visible(source: &str, place: Range<usize>) -> Range<usize> {
    let line_end = source[place.start..].find('\n').map_or(source.len(), |at| place.start + at);
    let end = place.end.min(line_end);
    let text = source[place.start..end].trim_end();
    let start = place.start;
    if text.is_empty() {
        // Something is missing behind the last word: that word is what one can see.
        let before = source[..start].trim_end();
        let word = before.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        let word = (word..before.len()).find(|at| before.is_char_boundary(*at)).unwrap_or(word);
        return word..before.len();
    }
    start..start + text.len()
}

fn message(clue: &Clue<'_>, place: Option<&Range<usize>>) -> String {
    let words = clue.words.as_str();
    let slang = words.starts_with("unexpected")
        || words.starts_with("Unexpected")
        || words.starts_with("expected")
        || words.starts_with("incomplete")
        || words.starts_with("Invalid text label");
    if !slang {
        return plain_words(words);
    }
    let Some(place) = place else { return plain_words(words) };
    if clue.source[place.start..].trim().is_empty() {
        return format!("the {} diagram ends too early", clue.kind);
    }
    let shown: String = clue.source[visible(clue.source, place.clone())].chars().take(40).collect();
    if place.is_empty() || clue.source[place.clone()].trim().is_empty() {
        return format!("something is missing behind `{}`", shown.trim());
    }
    format!("`{}` cannot stand here in {}", shown.trim(), diagram(clue.kind))
}

/// The engine's sentence in house style: one line, lower case, no stop.
fn plain_words(words: &str) -> String {
    let line = words.lines().next().unwrap_or_default().trim().trim_end_matches('.');
    let mut letters = line.chars();
    let first = letters.next().map(|it| it.to_lowercase().to_string()).unwrap_or_default();
    let text: String = first.chars().chain(letters).take(200).collect();
    if text.is_empty() { "the text breaks the rules of its diagram type".to_owned() } else { text }
}
