//! Reading one line of a diagram with bracketed nodes: where labels lie, and which bytes are outside of them.

use std::ops::Range;

/// A bracketed label in a line; ranges count in the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Label {
    /// The opening brackets.
    pub(super) open: Range<usize>,
    /// What lies between the brackets, without quotes of its own being removed.
    pub(super) content: Range<usize>,
    /// Whether the brackets close again on this line.
    pub(super) closed: bool,
    /// What would close it.
    pub(super) closer: &'static str,
}

/// Opening and closing brackets of node shapes, longer ones first.
const SHAPES: &[(&str, &str)] = &[
    ("(((", ")))"),
    ("((", "))"),
    ("([", "])"),
    ("[[", "]]"),
    ("[(", ")]"),
    ("[/", "/]"),
    ("[\\", "\\]"),
    ("{{", "}}"),
    ("(", ")"),
    ("[", "]"),
    ("{", "}"),
];

/// The labels of a line, left to right. A quoted label ends at the quote before its closing bracket.
pub(super) fn labels(line: &str) -> Vec<Label> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = next_open(line, at) {
        let (opener, closer) = SHAPES
            .iter()
            .find(|(opener, _)| line[start..].starts_with(opener))
            .expect("every bracket opens a shape");
        let inside = start + opener.len();
        let open = start..inside;
        let label = if line[inside..].starts_with('"') {
            quoted(line, open, closer)
        } else {
            unquoted(line, open, opener, closer)
        };
        at = if label.closed { label.content.end + closer.len() } else { line.len() };
        found.push(label);
    }
    found
}

/// The next bracket that follows a name directly, outside of quotes and bars.
fn next_open(line: &str, from: usize) -> Option<usize> {
    let mut quoted = false;
    let mut barred = false;
    let mut before = ' ';
    for (at, letter) in line.char_indices() {
        if at < from {
            before = letter;
            continue;
        }
        match letter {
            '"' => quoted = !quoted,
            '|' if !quoted => barred = !barred,
            '[' | '(' | '{' if !quoted && !barred && is_name(before) => return Some(at),
            _ => {}
        }
        before = letter;
    }
    None
}

fn is_name(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.')
}

fn quoted(line: &str, open: Range<usize>, closer: &'static str) -> Label {
    let inside = open.end;
    let end_mark = format!("\"{closer}");
    let close = line[inside + 1..]
        .match_indices(&end_mark)
        .map(|(at, _)| inside + 1 + at + 1)
        .find(|end| {
            let after = line[end + closer.len()..].chars().next();
            after.is_none_or(|it| it.is_whitespace() || ";-=:&~<@.)]}".contains(it))
        });
    match close {
        Some(end) => Label { open, content: inside..end, closed: true, closer },
        None => Label { open, content: inside..line.len(), closed: false, closer },
    }
}

/// Follows nested brackets; an outer closing bracket ends the label even if an inner one is still open.
fn unquoted(line: &str, open: Range<usize>, opener: &str, closer: &'static str) -> Label {
    let inside = open.end;
    let mut nested: Vec<char> = opener.chars().filter_map(partner).collect();
    let outer = nested.first().copied();
    for (at, letter) in line[inside..].char_indices() {
        let at = inside + at;
        if let Some(close) = partner(letter) {
            nested.push(close);
        } else if Some(&letter) == nested.last() {
            nested.pop();
        } else if Some(letter) == outer && line[..=at].ends_with(closer) {
            nested.clear();
        }
        if nested.is_empty() {
            let end = at + letter.len_utf8();
            let content_end = end.checked_sub(closer.len()).filter(|it| *it >= inside);
            if let Some(content_end) = content_end
                && line[..end].ends_with(closer)
            {
                return Label { open, content: inside..content_end, closed: true, closer };
            }
            break;
        }
    }
    Label { open, content: inside..line.len(), closed: false, closer }
}

fn partner(letter: char) -> Option<char> {
    match letter {
        '[' => Some(']'),
        '(' => Some(')'),
        '{' => Some('}'),
        _ => None,
    }
}

/// Whether each byte of a line lies outside of labels, quotes and bars.
pub(super) fn outside(line: &str) -> Vec<bool> {
    let mut free = vec![true; line.len()];
    for label in labels(line) {
        let end = (label.content.end + label.closer.len()).min(line.len());
        free[label.open.start..end].fill(false);
    }
    for sign in ['"', '|'] {
        let places: Vec<usize> =
            line.match_indices(sign).map(|(at, _)| at).filter(|at| free[*at]).collect();
        for pair in places.chunks_exact(2) {
            free[pair[0]..=pair[1]].fill(false);
        }
    }
    free
}

/// Places where a text stands outside of labels, quotes and bars.
pub(super) fn find_outside(line: &str, wanted: &str) -> Vec<usize> {
    let free = outside(line);
    line.match_indices(wanted).map(|(at, _)| at).filter(|at| free[*at]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contents(line: &str) -> Vec<&str> {
        labels(line).into_iter().map(|label| &line[label.content]).collect()
    }

    #[test]
    fn labels_follow_nested_brackets() {
        assert_eq!(
            contents("A[Calls f(x, y[1])] --> B{Is {z} set?}"),
            ["Calls f(x, y[1])", "Is {z} set?"]
        );
        assert_eq!(contents("A([Start]) --> B((x)) --> C[[s]]"), ["Start", "x", "s"]);
        assert_eq!(contents("A[done :)] --> B[f(x]"), ["done :)", "f(x"]);
    }

    #[test]
    fn quoted_labels_end_before_their_bracket() {
        assert_eq!(contents("A[\"Is \"x\" set?\"] --> B"), ["\"Is \"x\" set?\""]);
    }

    #[test]
    fn an_open_label_reaches_to_the_line_end() {
        let label = labels("A[Start --> B").remove(0);
        assert!(!label.closed);
        assert_eq!(label.closer, "]");
    }
}
