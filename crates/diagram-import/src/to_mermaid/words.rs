//! Labels as Mermaid writes them: letters without markup, signs as entities.

use puml_syntax::creole::{self, Inline, LineAlignment};
use serde_json::Value;

use super::Out;

/// How the markup of a label is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    Label,
    /// Two underscores are letters, as in members of classes.
    Code,
}

/// The letters of a label with their lines.
pub(super) fn plain(label: &str, reading: Reading, part: &Value, out: &mut Out) -> String {
    let mut lines = Vec::new();
    for line in label.split('\n') {
        let bare = line.trim_start_matches('=');
        let is_heading = bare.len() < line.len() && bare.starts_with(' ') && !bare.ends_with('=');
        let line = if is_heading { bare } else { line };
        let read = match reading {
            Reading::Label => creole::label(line),
            Reading::Code => creole::code(line),
        };
        for line in read {
            let is_plain = line.content.iter().all(|it| matches!(it, Inline::Text(_)));
            if is_heading || !is_plain || line.alignment != LineAlignment::Inherit {
                out.lose(part, "the markup of texts");
            }
            lines.push(creole::plain(&line.content).trim().to_owned());
        }
    }
    let text = lines.join("\n");
    text.trim().chars().filter(|it| *it == '\n' || !it.is_control()).collect()
}

/// A text with its line ends as tags and with entities for the signs that would end it or mean something.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '\n' => escaped.push_str("<br/>"),
            '"' => escaped.push_str("#quot;"),
            '<' => escaped.push_str("#lt;"),
            '>' => escaped.push_str("#gt;"),
            '#' => escaped.push_str("#35;"),
            ';' => escaped.push_str("#59;"),
            '%' => escaped.push_str("#37;"),
            '\\' => escaped.push_str("#92;"),
            '`' => escaped.push_str("#96;"),
            '&' => escaped.push_str("#amp;"),
            _ => escaped.push(sign),
        }
    }
    escaped
}

/// ` : text` behind a link, or nothing; Mermaid reads no second colon there.
pub(super) fn labelled(text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        format!(" : {}", escaped(text).replace(':', "#58;"))
    }
}

/// A text in quotes; a blank where there is no text.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", if text.is_empty() { " ".to_owned() } else { escaped(text) })
}
