//! What the engine lets pass and Mermaid itself does not. Each rule is as narrow as the case it is for.

use diag::{Code, Diagnostic, Fix, SourceId, Span, TextEdit};

use crate::{codes, kinds};

/// Faults of a source that the engine has accepted.
pub(crate) fn faults(source: &str, engine_kind: &str) -> Vec<Diagnostic> {
    let rule: fn(&str) -> Option<Fault> = match kinds::public_name(engine_kind) {
        "class" => class_name,
        "quadrant" => axis_arrow,
        "flowchart" => |line| empty_style(line).or_else(|| stray_backtick(line)),
        "er" => damaged_style,
        "requirement" => damaged_class,
        "sankey" => short_row,
        _ => return Vec::new(),
    };
    let mut found = Vec::new();
    let mut start = 0;
    for line in source.split_inclusive('\n') {
        if let Some(fault) = rule(line.trim_end()) {
            found.push(fault.diagnostic(start));
        }
        start += line.len();
    }
    found
}

/// A fault in one line; the range counts in the line.
struct Fault {
    code: Code,
    range: std::ops::Range<usize>,
    message: String,
    hint: &'static str,
    replacement: Option<String>,
}

impl Fault {
    /// The finding, for a line that begins at `start`.
    fn diagnostic(self, start: usize) -> Diagnostic {
        let span = Span::new(
            SourceId(0),
            (start + self.range.start) as u32,
            (start + self.range.end) as u32,
        );
        let found = Diagnostic::new(self.code, span, self.message).with_hint(self.hint);
        match self.replacement {
            Some(text) => {
                let title = format!("replace with `{text}`");
                found.with_fix(Fix::safe(title, vec![TextEdit::replace(span, text)]))
            }
            None => found,
        }
    }
}

/// A word of a line with its offset.
fn word_at(line: &str, wanted: usize) -> Option<(usize, &str)> {
    let word = line.split_whitespace().nth(wanted)?;
    let offset = word.as_ptr() as usize - line.as_ptr() as usize;
    Some((offset, word))
}

/// `class my-class`: a dash is an operator in class diagrams.
fn class_name(line: &str) -> Option<Fault> {
    let (_, "class") = word_at(line, 0)? else { return None };
    let (at, name) = word_at(line, 1)?;
    let plain = name.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '-'));
    (plain && name.contains('-')).then(|| Fault {
        code: codes::BAD_NAME,
        range: at..at + name.len(),
        message: format!("the class name `{name}` has a dash"),
        hint: "use an underscore, or put the name in backticks",
        replacement: Some(format!("`{name}`")),
    })
}

/// `x-axis Low -> High`: the short arrow is not one.
fn axis_arrow(line: &str) -> Option<Fault> {
    let (_, "x-axis" | "y-axis") = word_at(line, 0)? else { return None };
    let at = line.find(" -> ")? + 1;
    Some(Fault {
        code: codes::WRONG_ARROW,
        range: at..at + 2,
        message: "a quadrant diagram has no arrow `->`".to_owned(),
        hint: "write `-->`",
        replacement: Some("-->".to_owned()),
    })
}

/// `style A` and nothing more.
fn empty_style(line: &str) -> Option<Fault> {
    let (at, "style") = word_at(line, 0)? else { return None };
    let complete = word_at(line, 2).is_some();
    (!complete).then(|| Fault {
        code: codes::BAD_STYLE,
        range: at..line.len(),
        message: "`style` needs a name and a style".to_owned(),
        hint: "complete the statement, as in `style A fill:#eee,stroke:#333`, or remove it",
        replacement: None,
    })
}

/// A label in the Markdown form, quote and backtick, ends at its next backtick, which a quote must follow.
fn stray_backtick(line: &str) -> Option<Fault> {
    let start = line.find("\"`")? + 2;
    let at = start + line[start..].find('`')?;
    (!line[at + 1..].starts_with('"')).then(|| Fault {
        code: codes::QUOTE_IN_LABEL,
        range: at..at + 1,
        message: "a backtick inside a Markdown label ends it".to_owned(),
        hint: "leave out the backticks inside, or those around the label",
        replacement: None,
    })
}

/// Angle brackets in a style.
fn damaged_style(line: &str) -> Option<Fault> {
    let (_, "style" | "classDef") = word_at(line, 0)? else { return None };
    damaged_at(line, &['<', '>'])
}

/// A quote in a class definition.
fn damaged_class(line: &str) -> Option<Fault> {
    let (_, "style" | "classDef") = word_at(line, 0)? else { return None };
    damaged_at(line, &['"'])
}

fn damaged_at(line: &str, signs: &[char]) -> Option<Fault> {
    let at = line.find(signs)?;
    let sign = &line[at..=at];
    Some(Fault {
        code: codes::BAD_STYLE,
        range: at..at + 1,
        message: format!("`{sign}` cannot stand in a style"),
        hint: "write styles as `name:value` pairs separated by commas",
        replacement: None,
    })
}

/// A row that stops before its value.
fn short_row(line: &str) -> Option<Fault> {
    let text = line.trim();
    let is_row = text.contains(',') && !text.contains('"') && !text.starts_with("%%");
    let columns: Vec<&str> = text.split(',').collect();
    let complete = columns.len() == 3 && columns[2].trim().parse::<f64>().is_ok();
    (is_row && !complete).then(|| Fault {
        code: codes::BAD_NUMBER,
        range: line.len() - line.trim_start().len()..line.len(),
        message: "the row is not `source,target,value`".to_owned(),
        hint: "write rows as `Coal,Power,25.5`",
        replacement: None,
    })
}
