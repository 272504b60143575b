//! Statements that Mermaid refuses by their words, one line at a time.

use super::Fault;
use crate::codes;

/// A word of a line with its offset.
pub(super) fn word_at(line: &str, wanted: usize) -> Option<(usize, &str)> {
    let word = line.split_whitespace().nth(wanted)?;
    let offset = word.as_ptr() as usize - line.as_ptr() as usize;
    Some((offset, word))
}

/// `class my-class`: a dash is an operator in class diagrams.
pub(super) fn class_name(line: &str) -> Option<Fault> {
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
pub(super) fn axis_arrow(line: &str) -> Option<Fault> {
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
pub(super) fn empty_style(line: &str) -> Option<Fault> {
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
pub(super) fn stray_backtick(line: &str) -> Option<Fault> {
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
pub(super) fn damaged_style(line: &str) -> Option<Fault> {
    let (_, "style" | "classDef") = word_at(line, 0)? else { return None };
    damaged_at(line, &['<', '>'])
}

/// A quote in a class definition.
pub(super) fn damaged_class(line: &str) -> Option<Fault> {
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

/// A row that does not have three columns.
pub(super) fn short_row(line: &str) -> Option<Fault> {
    let text = line.trim();
    let is_row = text.contains(',') && !text.contains('"') && !text.starts_with("%%");
    let complete = text.split(',').count() == 3;
    (is_row && !complete).then(|| Fault {
        code: codes::BAD_NUMBER,
        range: line.len() - line.trim_start().len()..line.len(),
        message: "the row is not `source,target,value`".to_owned(),
        hint: "write rows as `Coal,Power,25.5`",
        replacement: None,
    })
}

/// `classDef name` and nothing more.
pub(super) fn empty_class_def(line: &str) -> Option<Fault> {
    let (at, "classDef") = word_at(line, 0)? else { return None };
    let complete = word_at(line, 2).is_some();
    (!complete).then(|| Fault {
        code: codes::BAD_STYLE,
        range: at..line.trim_end().len(),
        message: "`classDef` needs a name and a style".to_owned(),
        hint: "complete the statement, as in `classDef warm fill:#eee,stroke:#333`, or remove it",
        replacement: None,
    })
}

/// `x-axisMonths`: the keyword runs into the title.
pub(super) fn joined_axis(line: &str) -> Option<Fault> {
    let text = line.trim_start();
    let rest = ["x-axis", "y-axis"].iter().find_map(|word| text.strip_prefix(word))?;
    let at = line.len() - text.len();
    rest.starts_with(char::is_alphabetic).then(|| Fault {
        code: codes::UNKNOWN_KEYWORD,
        range: at..at + 6,
        message: "a blank is missing behind the axis".to_owned(),
        hint: "write `x-axis Title` or `y-axis Title`",
        replacement: Some(format!("{} ", &line[at..at + 6])),
    })
}

/// `quadrant-2` without a text.
pub(super) fn empty_quadrant(line: &str) -> Option<Fault> {
    let text = line.trim();
    let number = text.strip_prefix("quadrant-")?;
    let at = line.len() - line.trim_start().len();
    matches!(number, "1" | "2" | "3" | "4").then(|| Fault {
        code: codes::SYNTAX,
        range: at..at + text.len(),
        message: format!("`{text}` needs a text"),
        hint: "write the text behind it, or remove the statement",
        replacement: None,
    })
}
