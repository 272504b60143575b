//! Which suspects are guilty: a repair that the engine accepts is proof, and only a proven repair is offered.

use std::ops::Range;

use diag::{Diagnostic, Fix, TextEdit};

use super::clue::Clue;
use super::span;
use super::suspect::Suspect;
use crate::Limits;
use crate::render::first_drawable;

/// More attempts than this would make a refusal slower than a picture.
const MOST_ATTEMPTS: usize = 32;

/// The suspects that explain the refusal, with repairs where one is proven.
pub(super) fn confirmed(
    clue: &Clue<'_>,
    suspects: Vec<Suspect>,
    limits: &Limits,
) -> Vec<Diagnostic> {
    let attempts: Vec<_> = groups(&suspects)
        .into_iter()
        .map(|group| (merged(&group), group))
        .filter(|(edits, _)| !edits.is_empty())
        .take(MOST_ATTEMPTS)
        .collect();
    let sources = attempts.iter().map(|(edits, _)| edited(clue.source, edits)).collect();
    if let Some(proven) = first_drawable(sources, limits) {
        let (edits, group) = &attempts[proven];
        return with_fix(group, edits);
    }
    nearest(clue, suspects)
}

/// Sets of suspects to try together: each alone, then all of one kind, then all.
fn groups(suspects: &[Suspect]) -> Vec<Vec<&Suspect>> {
    let repairable: Vec<&Suspect> = suspects.iter().filter(|it| !it.edits.is_empty()).collect();
    let mut groups: Vec<Vec<&Suspect>> = Vec::new();
    if repairable.len() <= MOST_ATTEMPTS / 4 {
        groups.extend(repairable.iter().map(|it| vec![*it]));
    }
    let mut codes: Vec<&str> = Vec::new();
    for suspect in &repairable {
        if !codes.contains(&suspect.code.name) {
            codes.push(suspect.code.name);
        }
    }
    for code in &codes {
        groups.push(repairable.iter().filter(|it| it.code.name == *code).copied().collect());
    }
    // Two kinds at a time find most compound mistakes without the collateral of "all".
    for (idx, first) in codes.iter().enumerate() {
        for second in &codes[idx + 1..] {
            let both = |it: &&&Suspect| it.code.name == *first || it.code.name == *second;
            groups.push(repairable.iter().filter(both).copied().collect());
        }
    }
    groups.push(repairable);
    groups
}

/// The edits of a group; of two that want the same bytes the earlier suspect wins.
fn merged(group: &[&Suspect]) -> Vec<(Range<usize>, String)> {
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    for suspect in group {
        let overlaps = suspect.edits.iter().any(|(range, _)| {
            edits.iter().any(|(taken, _)| {
                range == taken || range.start < taken.end && taken.start < range.end
            })
        });
        if !overlaps {
            edits.extend(suspect.edits.iter().cloned());
        }
    }
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    edits
}

fn edited(source: &str, edits: &[(Range<usize>, String)]) -> String {
    let mut text = String::with_capacity(source.len() + 64);
    let mut done = 0;
    for (range, replacement) in edits {
        text.push_str(&source[done..range.start]);
        text.push_str(replacement);
        done = range.end;
    }
    text.push_str(&source[done..]);
    text
}

/// The findings of a proven group. One repair mends them all, so the first carries it.
fn with_fix(group: &[&Suspect], edits: &[(Range<usize>, String)]) -> Vec<Diagnostic> {
    let edits: Vec<TextEdit> =
        edits.iter().map(|(range, text)| TextEdit::replace(span(range.clone()), text)).collect();
    let title = match group {
        [only] => only.title.clone(),
        [first, rest @ ..] => format!("{} (and {} more)", first.title, rest.len()),
        [] => String::new(),
    };
    let mut findings: Vec<Diagnostic> = group.iter().map(|it| plain(it)).collect();
    if let Some(first) = findings.first_mut() {
        let guess = group.iter().any(|it| it.guess);
        first.fixes.push(if guess {
            Fix::suggested(title, edits)
        } else {
            Fix::safe(title, edits)
        });
    }
    findings
}

/// Without proof: what is certain, and else what lies on the line where the engine stumbled or the one before.
fn nearest(clue: &Clue<'_>, suspects: Vec<Suspect>) -> Vec<Diagnostic> {
    let (certain, possible): (Vec<_>, Vec<_>) = suspects.into_iter().partition(|it| it.certain);
    if !certain.is_empty() {
        return certain.iter().take(5).map(plain).collect();
    }
    let Some(place) = &clue.place else { return Vec::new() };
    let stumbled = clue.line_of(place.start);
    let close = possible
        .iter()
        .map(|it| (clue.line_of(it.range.start), it))
        .filter(|(line, _)| *line <= stumbled && stumbled - line <= 1)
        .max_by_key(|(line, _)| *line);
    close.map(|(_, it)| plain(it)).into_iter().collect()
}

fn plain(suspect: &Suspect) -> Diagnostic {
    let found = Diagnostic::new(suspect.code, span(suspect.range.clone()), &suspect.message);
    if suspect.hint.is_empty() { found } else { found.with_hint(&suspect.hint) }
}
