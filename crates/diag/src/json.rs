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
    out.insert(
        "excerpt".into(),
        source.text()[source.lines().line_range(source.text(), line)].into(),
    );
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
