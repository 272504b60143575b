//! The smallest pieces of the preprocessor's lines: words, names, quoted texts, bracketed texts.

/// Letters, digits and underscores at the start, and what follows.
pub(super) fn word(text: &str) -> (&str, &str) {
    text.split_at(text.find(|it| !is_name(it)).unwrap_or(text.len()))
}

/// Everything up to the first blank, and what follows.
pub(super) fn bare(text: &str) -> (&str, &str) {
    text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))
}

/// A variable's or function's name at the start, `$` included, and what follows.
pub(super) fn identifier(text: &str) -> Option<(&str, &str)> {
    let sign = usize::from(text.starts_with('$'));
    let (name, _) = word(&text[sign..]);
    if name.is_empty() || name.starts_with(|it: char| it.is_numeric()) {
        return None;
    }
    Some(text.split_at(sign + name.len()))
}

/// Whether a character can stand inside a name.
pub(super) fn is_name(it: char) -> bool {
    it.is_alphanumeric() || it == '_'
}

/// The end of a quoted text that starts at `start`: one past its closing quote, or the text's end.
pub(super) fn quoted_end(text: &str, start: usize) -> usize {
    let quote = text.as_bytes()[start] as char;
    text[start + 1..].find(quote).map_or(text.len(), |at| start + 1 + at + 1)
}

/// The end of one argument from `start` on: a comma, a closing parenthesis or the text's end.
/// Brackets nest and quotes protect.
pub(super) fn argument_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let mut depth = 0_u32;
    let mut at = start;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                at = quoted_end(text, at);
                continue;
            }
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b',' if depth == 0 => return at,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    at
}

/// The end of a JSON text that starts with a bracket at `start`; `None` when it never closes.
pub(super) fn json_end(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut depth = 0_u32;
    let mut at = start;
    let mut in_text = false;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if in_text => at += 1,
            b'"' => in_text = !in_text,
            b'{' | b'[' if !in_text => depth += 1,
            b'}' | b']' if !in_text => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}
