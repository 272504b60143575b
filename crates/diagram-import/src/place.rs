//! Lines and columns of parsers as spans, and the findings about them.

use diag::{Diagnostic, SourceId, Span};

use crate::codes;

/// The rest of a line from a line and a column that count from 1; columns count characters.
pub(crate) fn line_from(text: &str, source: SourceId, line: usize, column: usize) -> Span {
    let mut start = 0;
    let lines = text.split_inclusive('\n');
    let wanted = line.max(1);
    for (number, content) in lines.enumerate() {
        if number + 1 == wanted {
            let content = content.trim_end_matches(['\n', '\r']);
            let skipped = content.char_indices().nth(column.saturating_sub(1));
            let offset = skipped.map_or(content.len(), |it| it.0);
            return Span::new(source, (start + offset) as u32, (start + content.len()) as u32);
        }
        start += content.len();
    }
    Span::at(source, text.len() as u32)
}

/// The data cannot be read, and why.
pub(crate) fn unreadable(span: Span, message: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(codes::CANNOT_READ, span, message))
}

/// There is nothing to show, and what would be shown.
pub(crate) fn nothing(source: SourceId, message: &str, hint: &str) -> Box<Diagnostic> {
    let found = Diagnostic::new(codes::NOTHING_TO_DRAW, Span::at(source, 0), message);
    Box::new(found.with_hint(hint))
}

/// Something that the diagram does not say.
pub(crate) fn left_out(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(codes::LEFT_OUT, span, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_by_line_and_column() {
        let text = "one\ntwö three\r\nfour";
        let at = |line, column| line_from(text, SourceId(0), line, column).slice(text);
        assert_eq!(at(1, 1), "one");
        assert_eq!(at(2, 5), "three");
        assert_eq!(at(3, 9), "");
        assert_eq!(at(9, 1), "");
    }
}
