//! Differences that are meant: where the reference misreads a spelling or has given it up, we draw what was meant and
//! warn. A difference counts as one of these by a rule and never by its name: a warning of ours stands at or before the
//! place where the reference goes another way, and the warning's own fixes lead to a source without that warning which
//! has the same model.

use diag::{Diagnostic, SourceId, Sources, TextEdit};

use super::{Answer, answer, models};

/// What we read otherwise on purpose, with a warning.
const CODES: [diag::Code; 3] = [
    puml_activity::codes::syntax::OLD_COLOR,
    puml_activity::codes::syntax::OLD_SHAPE,
    puml_class::codes::syntax::GLUED_NAME,
];

/// Where the reference goes another way.
#[derive(Clone, Copy)]
pub(crate) enum Place {
    /// The 1-based line that it refuses, or that we refuse.
    Line(u64),
    /// Somewhere.
    Anywhere,
}

/// Whether the reference takes a sequence diagram that no family reads whole as a description because it reads a delay,
/// `...`, as an entity of that name. There is no such entity here.
pub(crate) fn is_delay_misread(verdict: &str, kind: &str, text: &str, ours: &Answer) -> bool {
    let is_delay = |it: &str| it.trim() == "...";
    let stops = |at: u32| text.lines().nth(at as usize - 1).is_some_and(is_delay);
    match (verdict, kind) {
        ("accept", "DESCRIPTION") => text.lines().any(is_delay),
        // It goes on to a later line that is wrong as well.
        ("reject", "component") => ours.error.as_ref().is_some_and(|it| stops(it.0)),
        _ => false,
    }
}

/// Whether the older activity syntax of the reference stops at a name with a letter beyond ASCII, which is a letter here.
pub(crate) fn is_foreign_letter(verdict: &str, kind: &str, text: &str, line: Option<u64>) -> bool {
    let refused = line.and_then(|it| text.lines().nth((it as usize).checked_sub(1)?));
    verdict == "reject" && kind == "activity" && refused.is_some_and(|it| !it.is_ascii())
}

/// Whether we refuse a part that another one begins in. The reference refuses it as well and names a line that depends
/// on the comments before it.
pub(crate) fn is_nested_part(verdict: &str, ours: &Answer) -> bool {
    let is_found = |it: &str| it.ends_with("closes this part before the next one begins");
    verdict == "reject" && ours.compiled.diagnostics.iter().any(|it| is_found(&it.message))
}

/// Whether the line that we refuse stands behind an empty part (`!startsub` and at once `!endsub`). The reference drops
/// everything behind such a part, and so never sees that line.
pub(crate) fn is_behind_empty_part(verdict: &str, text: &str, ours: &Answer) -> bool {
    let refused = ours.error.as_ref().map_or(0, |it| it.0 as usize);
    let lines: Vec<&str> = text.lines().take(refused).map(str::trim).collect();
    let is_empty = |it: &[&str]| it[0].starts_with("!startsub") && it[1].starts_with("!endsub");
    verdict == "accept" && lines.windows(2).any(is_empty)
}

/// The warnings that account for a difference, as `warned as code (line 3)`; nothing where none do.
pub(crate) fn warned(text: &str, ours: &Answer, place: Place) -> Option<String> {
    let mut sources = Sources::default();
    let id = sources.add("diagram.puml", text);
    let lines = sources.source(id).lines();
    let line = |it: &Diagnostic| u64::from(lines.line(it.span.start)) + 1;
    let found: Vec<&Diagnostic> = ours
        .compiled
        .diagnostics
        .iter()
        .filter(|it| it.span.source == SourceId(0) && CODES.contains(&it.code))
        .filter(|it| match place {
            Place::Line(at) => line(it) <= at + 1,
            Place::Anywhere => true,
        })
        .collect();
    let first = found.first()?;
    let told = match found.len() {
        1 => format!("warned as {} (line {})", first.code.name, line(first)),
        count => {
            format!("warned as {} (line {} and {} more)", first.code.name, line(first), count - 1)
        }
    };
    let respelt = respelt(text, ours)?;
    let is_same = match &ours.error {
        Some((_, message)) => answer(&respelt).error.is_some_and(|(_, same)| same == *message),
        None => models(text) == models(&respelt),
    };
    is_same.then_some(told)
}

/// The text with the fixes of every such warning; nothing where one of them has no fix or stays.
fn respelt(text: &str, ours: &Answer) -> Option<String> {
    let mut edits: Vec<TextEdit> = Vec::new();
    for found in &ours.compiled.diagnostics {
        if CODES.contains(&found.code) && found.span.source == SourceId(0) {
            edits.extend(found.fixes.first()?.edits.iter().cloned());
        }
    }
    let respelt = diag::apply_to(text, &edits).ok()?;
    let rest = answer(&respelt).compiled.diagnostics;
    (!rest.iter().any(|it| CODES.contains(&it.code))).then_some(respelt)
}
