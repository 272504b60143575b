//! Bytes inside, lines and columns outside: the translation in the encoding that was agreed on.

use diag::{LineIndex, TextEdit};
use gen_lsp_types as lsp;
use puml_syntax::TextRange;

/// What a column counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Bytes.
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
    /// The byte at a position; past the end of a line or of the text it is that end.
    pub(crate) fn offset(self, position: lsp::Position) -> u32 {
        let position = diag::Position { line: position.line, column: position.character };
        match self.encoding {
            Encoding::Utf8 => self.lines.offset_utf8(self.text, position),
            Encoding::Utf16 => self.lines.offset_utf16(self.text, position),
        }
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

    /// How long a stretch of one line is.
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
