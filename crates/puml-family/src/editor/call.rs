//! A line that calls a macro, as far as an editor can read it without carrying it out.

use puml_syntax::TextRange;

use super::outline::Entry;
use super::tree::Mention;

/// `Name(argument, "text", $key="value") {`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallLine {
    /// The macro, with a leading `$` where it has one.
    pub name: TextRange,
    /// Trimmed, in order, quotes included.
    pub arguments: Vec<TextRange>,
    /// Whether a brace at the end opens a frame.
    pub is_opening: bool,
}

/// What a call stands for in a family.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Called {
    /// Elements that its arguments name, from left to right.
    pub mentions: Vec<Mention>,
    /// What the outline says about it.
    pub entry: Option<Entry>,
}

/// The call on a line; nothing where the line is anything else.
pub fn call_line(source: &str, range: TextRange) -> Option<CallLine> {
    let text = range.slice(source);
    let open = text.find('(')?;
    let name = text[..open].trim_end();
    let is_name = |it: char| it.is_alphanumeric() || it == '_';
    let bare = name.strip_prefix('$').unwrap_or(name);
    if bare.is_empty() || !bare.chars().all(is_name) {
        return None;
    }
    let at =
        |from: usize, to: usize| TextRange::new(range.start + from as u32, range.start + to as u32);
    let mut arguments = Vec::new();
    let (mut from, mut depth, mut is_text) = (open + 1, 0_u32, false);
    let mut push = |from: usize, to: usize| {
        let written = &text[from..to];
        let start = from + (written.len() - written.trim_start().len());
        arguments.push(at(start, start + written.trim().len()));
    };
    for (idx, it) in text.char_indices().skip_while(|it| it.0 <= open) {
        if is_text && it != '"' {
            continue;
        }
        match it {
            '"' => is_text = !is_text,
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            ',' if depth == 0 => {
                push(from, idx);
                from = idx + 1;
            }
            ')' => {
                if !text[open + 1..idx].trim().is_empty() {
                    push(from, idx);
                }
                let name = at(0, name.len());
                let is_opening = text[idx + 1..].trim() == "{";
                return Some(CallLine { name, arguments, is_opening });
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<(String, Vec<String>, bool)> {
        let call = call_line(line, TextRange::new(0, line.len() as u32))?;
        let word = |it: &TextRange| it.slice(line).to_owned();
        Some((word(&call.name), call.arguments.iter().map(word).collect(), call.is_opening))
    }

    #[test]
    fn a_call_falls_into_name_arguments_and_brace() {
        let all = |it: &[&str]| it.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        assert_eq!(
            read("Rel(a, b, \"x, (y\", $tags=\"t\")"),
            Some(("Rel".to_owned(), all(&["a", "b", "\"x, (y\"", "$tags=\"t\""]), false))
        );
        assert_eq!(
            read("Boundary(b, f(1, 2)) {"),
            Some(("Boundary".to_owned(), all(&["b", "f(1, 2)"]), true))
        );
        assert_eq!(read("$hide()"), Some(("$hide".to_owned(), Vec::new(), false)));
        assert_eq!(read("(use case) --> b"), None);
        assert_eq!(read("Rel(a, b"), None);
    }
}
