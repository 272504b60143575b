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

    #[test]
    fn a_cut_line_shows_a_quarter_of_the_excerpt_before_the_finding() {
        let line: String = (0..1_000).map(|idx| char::from(b'a' + (idx % 26) as u8)).collect();
        assert_eq!(excerpt(&line, 500), format!("…{}…", &line[399..799]));
        assert_eq!(excerpt(&line, 50), format!("{}…", &line[..400]));
        assert_eq!(excerpt(&line, 950), format!("…{}", &line[849..]));
        // The longest line that is shown whole, and the shortest that is not.
        assert_eq!(excerpt(&line[..400], 399), &line[..400]);
        assert_eq!(excerpt(&line[..401], 0), format!("{}…", &line[..400]));
        // What is left after the cut fits exactly: nothing is missing on the right.
        assert_eq!(excerpt(&line[..799], 500), format!("…{}", &line[399..799]));
    }

    #[test]
    fn a_finding_has_its_place_and_only_what_is_attached_to_it() {
        let mut sources = Sources::default();
        let main = sources.add("a.puml", "x\né -> B\n");
        let other = sources.add("b.iuml", "!x\n");
        let code = crate::Code::warning("demo/odd", "something is odd");
        let bare = Diagnostic::new(code, Span::new(main, 4, 6), "odd arrow");
        let place = json!({
            "start": { "line": 2, "column": 2, "offset": 4 },
            "end": { "line": 2, "column": 4, "offset": 6 },
        });
        let expected = json!({
            "code": "demo/odd",
            "severity": "warning",
            "message": "odd arrow",
            "file": "a.puml",
            "range": place,
            "excerpt": "é -> B",
        });
        assert_eq!(json(&sources, &bare), expected);

        let edit = crate::TextEdit::replace(Span::new(main, 4, 6), "->");
        let whole = bare
            .with_label(Span::at(other, 0), "included here")
            .with_hint("use another arrow")
            .with_fix(Fix::safe("replace it", vec![edit]))
            .with_fix(Fix::suggested("think about it", Vec::new()));
        let written = json(&sources, &whole);
        let start = json!({ "line": 1, "column": 1, "offset": 0 });
        let label = json!({
            "message": "included here",
            "file": "b.iuml",
            "range": { "start": start, "end": start },
        });
        assert_eq!(written["labels"], json!([label]));
        assert_eq!(written["hints"], json!(["use another arrow"]));
        let edit = json!({ "file": "a.puml", "range": place, "text": "->" });
        assert_eq!(
            written["fixes"],
            json!([
                { "title": "replace it", "safe": true, "edits": [edit] },
                { "title": "think about it", "safe": false, "edits": [] },
            ])
        );
    }
}
