//! Bytes inside, lines and columns outside: the translation in the encoding that was agreed on.

use diag::{LineIndex, TextEdit};
use gen_lsp_types as lsp;
use puml_syntax::TextRange;

/// What a column counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Bytes, as the text is kept: nothing to convert.
    Utf8,
    /// UTF-16 units, which every client knows.
    Utf16,
}

/// A text with its line starts, seen by a client.
#[derive(Clone, Copy)]
pub(crate) struct Ruler<'a> {
    pub(crate) text: &'a str,
    pub(crate) lines: &'a LineIndex,
    pub(crate) encoding: Encoding,
}

impl Ruler<'_> {
    /// The byte at a position; past the end of a line or of the text it is that end, inside a
    /// character its start. An editor that shows the `\r` of a `\r\n` as a letter counts it as one, so
    /// it is past the end only beyond that.
    pub(crate) fn offset(self, position: lsp::Position) -> u32 {
        let start = self.lines.line_range(self.text, position.line).start;
        let line = self.text[start..].split_inclusive('\n').next().unwrap_or_default();
        let mut column = position.character as usize;
        for (at, letter) in line.strip_suffix('\n').unwrap_or(line).char_indices() {
            let width = match self.encoding {
                Encoding::Utf8 => letter.len_utf8(),
                Encoding::Utf16 => letter.len_utf16(),
            };
            if column < width {
                return (start + at) as u32;
            }
            column -= width;
        }
        let letters = match line.strip_suffix('\n') {
            Some(body) if column > 0 => body.strip_suffix('\r').unwrap_or(body),
            Some(body) => body,
            None => line,
        };
        (start + letters.len()) as u32
    }

    /// The position of a byte.
    pub(crate) fn position(self, offset: u32) -> lsp::Position {
        let found = match self.encoding {
            Encoding::Utf8 => self.lines.utf8(offset),
            Encoding::Utf16 => self.lines.utf16(self.text, offset),
        };
        lsp::Position { line: found.line, character: found.column }
    }

    /// The bytes of a range; a range that runs backwards is turned.
    pub(crate) fn bytes(self, range: lsp::Range) -> TextRange {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        TextRange::new(start.min(end), start.max(end))
    }

    /// The range of some bytes.
    pub(crate) fn range(self, range: TextRange) -> lsp::Range {
        lsp::Range { start: self.position(range.start), end: self.position(range.end) }
    }

    /// The length of a range within one line.
    pub(crate) fn length(self, range: TextRange) -> u32 {
        let slice = range.slice(self.text);
        match self.encoding {
            Encoding::Utf8 => slice.len() as u32,
            Encoding::Utf16 => slice.encode_utf16().count() as u32,
        }
    }

    /// An edit of this text.
    pub(crate) fn edit(self, edit: &TextEdit) -> lsp::TextEdit {
        let range = TextRange::new(edit.span.start, edit.span.end);
        lsp::TextEdit { range: self.range(range), new_text: edit.text.clone() }
    }

    /// Edits of this text.
    pub(crate) fn edits(self, edits: &[TextEdit]) -> Vec<lsp::TextEdit> {
        edits.iter().map(|it| self.edit(it)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offset(text: &str, encoding: Encoding, line: u32, character: u32) -> u32 {
        let ruler = Ruler { text, lines: &LineIndex::new(text), encoding };
        ruler.offset(lsp::Position { line, character })
    }

    #[test]
    fn a_column_inside_a_letter_is_its_start() {
        for (encoding, columns) in [(Encoding::Utf8, [1, 4, 5]), (Encoding::Utf16, [1, 2, 3])] {
            assert_eq!(columns.map(|it| offset("a😀b\n", encoding, 0, it)), [1, 1, 5]);
        }
    }

    #[test]
    fn an_editor_may_take_the_carriage_return_for_a_letter() {
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            let columns = [2, 3, 4, 99].map(|it| offset("ab\r\ncd\r", encoding, 0, it));
            assert_eq!(columns, [2, 3, 2, 2]);
            assert_eq!([2, 3, 99].map(|it| offset("ab\r\ncd\r", encoding, 1, it)), [6, 7, 7]);
            assert_eq!(offset("ab\r\ncd\r", encoding, 2, 0), 7, "past the text");
        }
    }
}
