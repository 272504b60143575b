//! The one JSON form of a diagnostic, the same in every program.

use serde_json::{Map, Value, json};

use crate::{Diagnostic, Fix, Safety, Sources, Span};

/// The finding as JSON: `code`, `severity`, `message`, `file`, `range`, `excerpt`, and where
/// present `labels`, `hints`, `fixes`. Lines and columns count from 1, columns in characters;
/// `offset` counts bytes from 0.
pub fn json(sources: &Sources, diagnostic: &Diagnostic) -> Value {
    let source = sources.source(diagnostic.span.source);
    let line = source.lines().line(diagnostic.span.start);
    let mut out = Map::new();
    out.insert("code".into(), diagnostic.code.name.into());
    out.insert("severity".into(), diagnostic.severity.to_string().into());
    out.insert("message".into(), diagnostic.message.as_str().into());
    out.insert("file".into(), source.name().into());
    out.insert("range".into(), range(sources, diagnostic.span));
    let whole = source.lines().line_range(source.text(), line);
    let at = (diagnostic.span.start as usize).saturating_sub(whole.start);
    out.insert("excerpt".into(), excerpt(&source.text()[whole], at).into());
    if !diagnostic.labels.is_empty() {
        let labels = diagnostic.labels.iter().map(|label| {
            let file = sources.source(label.span.source).name();
            json!({ "message": label.text, "file": file, "range": range(sources, label.span) })
        });
        out.insert("labels".into(), labels.collect());
    }
    if !diagnostic.hints.is_empty() {
        out.insert("hints".into(), diagnostic.hints.clone().into());
    }
    if !diagnostic.fixes.is_empty() {
        out.insert("fixes".into(), diagnostic.fixes.iter().map(|it| fix(sources, it)).collect());
    }
    Value::Object(out)
}

/// Characters of a line that are shown; of a longer one, those around the finding.
const EXCERPT: usize = 400;

/// The line, or as much of it around the byte `at` as is shown.
fn excerpt(line: &str, at: usize) -> String {
    if line.len() <= EXCERPT {
        return line.to_owned();
    }
    let before = line
        .get(..at)
        .map_or(0, |it| it.char_indices().rev().nth(EXCERPT / 4).map_or(0, |it| it.0));
    let shown = &line[before..];
    let end = shown.char_indices().nth(EXCERPT).map_or(shown.len(), |it| it.0);
    let (left, right) = (before > 0, end < shown.len());
    format!("{}{}{}", if left { "…" } else { "" }, &shown[..end], if right { "…" } else { "" })
}

fn fix(sources: &Sources, fix: &Fix) -> Value {
    let edits: Vec<Value> = fix
        .edits
        .iter()
        .map(|edit| {
            let file = sources.source(edit.span.source).name();
            json!({ "file": file, "range": range(sources, edit.span), "text": edit.text })
        })
        .collect();
    json!({ "title": fix.title, "safe": fix.safety == Safety::Safe, "edits": edits })
}

fn range(sources: &Sources, span: Span) -> Value {
    let source = sources.source(span.source);
    let point = |offset: u32| {
        let at = source.lines().chars(source.text(), offset);
        json!({ "line": at.line + 1, "column": at.column + 1, "offset": offset })
    };
    json!({ "start": point(span.start), "end": point(span.end) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_cut_around_the_finding() {
        assert_eq!(excerpt("A -> B", 2), "A -> B");
        let line = "é".repeat(5_000) + "here" + &"x".repeat(5_000);
        let shown = excerpt(&line, 10_000);
        assert!(shown.starts_with('…') && shown.ends_with('…') && shown.contains("here"));
        assert!(shown.chars().count() <= EXCERPT + 2);
        assert!(excerpt(&line, 0).ends_with('…'));
        assert!(excerpt(&line, usize::MAX).ends_with('…'));
    }
}
