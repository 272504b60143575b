//! Attributes of an entity: a type, a name, then keys, then a comment.

use super::clue::{Clue, Line};
use super::suspect::Suspect;
use crate::codes;

pub(super) fn suspects(clue: &Clue<'_>) -> Vec<Suspect> {
    if clue.kind != "er" {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut inside = false;
    for line in clue.statements() {
        let text = line.trimmed();
        if inside && !text.starts_with('}') {
            found.extend(attribute(line));
        }
        inside = text.ends_with('{') || inside && !text.ends_with('}');
    }
    found
}

fn attribute(line: &Line<'_>) -> Option<Suspect> {
    let text = line.trimmed();
    let (declared, comment) = text.find('"').map_or((text, ""), |at| text.split_at(at));
    let replaced = |message: &str, hint: &str, better: String| {
        let found = Suspect::new(codes::BAD_ATTRIBUTE, line.range(), message, hint);
        let title = format!("write `{better}`");
        Some(found.fix(title, [(line.range(), better)]))
    };
    if let Some(plain) = text.strip_suffix([',', ';']) {
        let message = "an attribute ends with its line, without a sign";
        return replaced(message, "put one attribute on a line", plain.trim_end().to_owned());
    }
    if let Some((name, kind)) = declared.split_once(':') {
        let better = format!("{} {} {comment}", kind.trim(), name.trim());
        let message = "an attribute begins with its type, and has no colon";
        return replaced(
            message,
            "write `type name`, as in `string title`",
            better.trim().to_owned(),
        );
    }
    if let Some((quoted, keys)) =
        comment.rsplit_once('"').filter(|(_, keys)| !keys.trim().is_empty())
    {
        let better = format!("{} {} {quoted}\"", declared.trim(), keys.trim());
        let message = "the keys of an attribute stand before its comment";
        return replaced(message, "write `type name PK \"comment\"`", better);
    }
    let words: Vec<&str> = declared.split_whitespace().collect();
    match words.as_slice() {
        [kind] => {
            let message = format!("the attribute `{kind}` has a type but no name");
            let found =
                Suspect::new(codes::BAD_ATTRIBUTE, line.range(), message, "write `type name`");
            Some(found.certain())
        }
        [kind, name @ ..] if name.len() > 1 && !name.iter().any(|it| is_key(it)) => {
            let better = format!("{kind} {} {comment}", name.join("_"));
            let message = "an attribute's name is one word";
            replaced(message, "join the words of the name", better.trim().to_owned())
                .map(Suspect::guess)
        }
        _ => None,
    }
}

fn is_key(word: &str) -> bool {
    matches!(
        word.trim_end_matches(','),
        "PK" | "FK" | "UK" | "PRIMARY" | "FOREIGN" | "UNIQUE" | "KEY"
    )
}
