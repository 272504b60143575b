//! Class diagrams: bodies, names and labels that the engine reads and Mermaid does not.

use super::{Fault, Line, semicolon, statement};
use crate::codes;

/// Faults of a class diagram, outside and inside of class bodies.
pub(super) fn faults(lines: &[Line<'_>]) -> Vec<(usize, Fault)> {
    let mut found = Vec::new();
    let mut in_body = false;
    for line in lines.iter().skip(1) {
        let text = line.text.trim();
        if in_body {
            if let Some(at) = line.text.find('{') {
                found.push((line.start, brace(at)));
            }
            in_body = !text.contains('}');
            continue;
        }
        let is_namespace = text.starts_with("namespace ");
        let opens = text.contains('{') && !is_namespace && !text.starts_with("acc");
        in_body = opens && !text.contains('}');
        let before_body = line.text.split('{').next().unwrap_or_default();
        let fault = semicolon::in_class(before_body)
            .or_else(|| statement::class_name(line.text))
            .or_else(|| statement::empty_class_def(line.text))
            .or_else(|| bad_name(before_body))
            .or_else(|| label(before_body));
        found.extend(fault.map(|it| (line.start, it)));
    }
    found
}

fn brace(at: usize) -> Fault {
    Fault {
        code: codes::UNCLOSED_BRACKET,
        range: at..at + 1,
        message: "a brace cannot stand inside a class body".to_owned(),
        hint: "close the body above with `}` first",
        replacement: None,
    }
}

/// `class A=B` and `+accTitle: x`: signs that no name has.
fn bad_name(line: &str) -> Option<Fault> {
    let at = line.len() - line.trim_start().len();
    let text = line.trim();
    let (range, name) = if let Some(name) = text.strip_prefix("class ") {
        let name = name.trim_start();
        let end = name.find(|it: char| it.is_whitespace() || "[{:<~`\"".contains(it));
        let name = &name[..end.unwrap_or(name.len())];
        let start = line.len() - line.trim_start().len()
            + (text.len() - text["class ".len()..].trim_start().len());
        (start..start + name.len(), name)
    } else {
        let name = text.get(..1).filter(|it| matches!(*it, "+" | "#"))?;
        (at..at + 1, name)
    };
    let sign = name.find(['=', '+', '!', '?', '&', '@', '%', '\\', '\'', '^', '$', '#'])?;
    let shown = name[sign..].chars().next()?;
    Some(Fault {
        code: codes::BAD_NAME,
        range: range.start + sign..range.start + sign + shown.len_utf8(),
        message: format!("`{shown}` cannot stand in a class name"),
        hint: "put the name in backticks, or leave the sign out",
        replacement: None,
    })
}

/// `A --> B :` without a text, and labels with another colon.
fn label(line: &str) -> Option<Fault> {
    let text = line.trim_start();
    let exempt = [
        "note",
        "click",
        "link",
        "callback",
        "style",
        "classDef",
        "cssClass",
        "acc",
        "class ",
        "namespace",
        "direction",
        "%%",
        "<<",
    ];
    if exempt.iter().any(|word| text.starts_with(word)) || line.contains(['"', '`']) {
        return None;
    }
    let plain = line.replace(":::", "   ");
    let colon = plain.find(':')?;
    let rest = &plain[colon + 1..];
    if rest.is_empty() {
        return Some(Fault {
            code: codes::SYNTAX,
            range: colon..colon + 1,
            message: "a text is missing behind the colon".to_owned(),
            hint: "write the text, or remove the colon",
            replacement: None,
        });
    }
    let second = colon + 1 + rest.find(':')?;
    Some(Fault {
        code: codes::SYNTAX,
        range: second..second + 1,
        message: "a text behind a colon cannot hold another colon".to_owned(),
        hint: "write members with a colon in the class's body, between braces",
        replacement: None,
    })
}
