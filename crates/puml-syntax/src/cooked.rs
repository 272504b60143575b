//! Source bytes as the language reads them: continued lines joined, en dashes as hyphens.

use std::borrow::Cow;

/// A slice of the source as the language reads it; borrows unless something changes.
pub(crate) fn text(raw: &str) -> Cow<'_, str> {
    if !raw.bytes().any(|it| it == b'\n' || it == 0xE2) {
        return Cow::Borrowed(raw);
    }
    if !raw.contains('\n') && !raw.contains('\u{2013}') {
        return Cow::Borrowed(raw);
    }
    let mut out = String::with_capacity(raw.len());
    let mut lines = raw.split('\n').peekable();
    let mut first = true;
    while let Some(line) = lines.next() {
        let mut line = line.strip_suffix('\r').unwrap_or(line);
        if lines.peek().is_some() {
            line = line.strip_suffix('\\').unwrap_or(line);
        }
        let line = if first { line } else { line.trim_start() };
        out.extend(line.chars().map(|it| if it == '\u{2013}' { '-' } else { it }));
        first = false;
    }
    Cow::Owned(out)
}

/// Lines without the indentation that all non-empty ones share, joined by `\n`.
pub(crate) fn lines<'a>(raw: impl Iterator<Item = &'a str>) -> String {
    let lines: Vec<Cow<'_, str>> = raw.map(text).collect();
    let indent = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let shared = lines.iter().filter(|it| !it.trim().is_empty()).map(|it| indent(it)).min();
    let mut out = String::new();
    for (idx, line) in lines.iter().enumerate() {
        if idx > 0 {
            out.push('\n');
        }
        let drop = shared.unwrap_or(0).min(indent(line));
        out.push_str(&line[drop..]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ordinary_slice_is_borrowed() {
        assert!(matches!(text("plain ü text"), Cow::Borrowed(_)));
    }

    #[test]
    fn continued_lines_join_without_their_indentation() {
        assert_eq!(text("one \\\n   two"), "one two");
        assert_eq!(text("one\\\r\n\ttwo"), "onetwo");
    }

    #[test]
    fn an_en_dash_reads_as_a_hyphen() {
        assert_eq!(text("a \u{2013}> b"), "a -> b");
    }

    #[test]
    fn shared_indentation_goes_and_the_rest_stays() {
        assert_eq!(lines(["  a", "", "    b"].into_iter()), "a\n\n  b");
    }
}
