//! Offsets to lines and columns and back, in bytes, UTF-16 units and characters.

/// A zero-based line and column. What the column counts is the caller's choice of method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Zero-based line.
    pub line: u32,
    /// Zero-based column in the unit of the method used.
    pub column: u32,
}

/// The line starts of one text. A line ends after `\n`; `\r\n` counts as one end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineIndex {
    starts: Vec<u32>,
    len: u32,
}

impl LineIndex {
    /// Scans the text once.
    pub fn new(text: &str) -> Self {
        let mut starts = Vec::with_capacity(text.len() / 24 + 1);
        starts.push(0);
        starts.extend(text.match_indices('\n').map(|(at, _)| at as u32 + 1));
        Self { starts, len: text.len() as u32 }
    }

    /// The number of lines; a text that ends in a newline has an empty last line.
    pub fn line_count(&self) -> u32 {
        self.starts.len() as u32
    }

    /// The zero-based line that holds `offset`.
    pub fn line(&self, offset: u32) -> u32 {
        self.starts.partition_point(|&start| start <= offset) as u32 - 1
    }

    /// The byte range of a line without its line end; empty past the last line.
    pub fn line_range(&self, text: &str, line: u32) -> std::ops::Range<usize> {
        let Some(&start) = self.starts.get(line as usize) else {
            return self.len as usize..self.len as usize;
        };
        let end = self.starts.get(line as usize + 1).copied().unwrap_or(self.len);
        let body = text[start as usize..end as usize].trim_end_matches(['\n', '\r']);
        start as usize..start as usize + body.len()
    }

    /// The position of `offset`, the column in bytes.
    pub fn utf8(&self, offset: u32) -> Position {
        let line = self.line(offset);
        Position { line, column: offset - self.starts[line as usize] }
    }

    /// The position of `offset`, the column in UTF-16 units.
    pub fn utf16(&self, text: &str, offset: u32) -> Position {
        self.counted(text, offset, |before| {
            // Most lines are, and need no counting.
            if before.is_ascii() { before.len() } else { before.encode_utf16().count() }
        })
    }

    /// The position of `offset`, the column in characters: what people count.
    pub fn chars(&self, text: &str, offset: u32) -> Position {
        self.counted(text, offset, |before| before.chars().count())
    }

    fn counted(&self, text: &str, offset: u32, count: impl Fn(&str) -> usize) -> Position {
        let line = self.line(offset);
        let start = self.starts[line as usize] as usize;
        Position { line, column: count(&text[start..offset as usize]) as u32 }
    }

    /// The offset of a byte position, moved back to the line's end and to a character boundary.
    pub fn offset_utf8(&self, text: &str, position: Position) -> u32 {
        let range = self.line_range(text, position.line);
        let mut offset = range.start.saturating_add(position.column as usize).min(range.end);
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset as u32
    }

    /// The offset of a UTF-16 position; inside a surrogate pair it is the pair's start.
    pub fn offset_utf16(&self, text: &str, position: Position) -> u32 {
        let range = self.line_range(text, position.line);
        let mut units = 0;
        for (at, character) in text[range.clone()].char_indices() {
            units += character.len_utf16() as u32;
            if units > position.column {
                return (range.start + at) as u32;
            }
        }
        range.end as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "ab\r\nc😀d\n\nend";

    #[test]
    fn offsets_round_trip_in_both_encodings() {
        let index = LineIndex::new(TEXT);
        for (offset, character) in TEXT.char_indices() {
            if matches!(character, '\r' | '\n') {
                continue;
            }
            let offset = offset as u32;
            assert_eq!(index.offset_utf8(TEXT, index.utf8(offset)), offset);
            assert_eq!(index.offset_utf16(TEXT, index.utf16(TEXT, offset)), offset);
        }
    }

    #[test]
    fn a_final_newline_begins_an_empty_line() {
        let counts = ["", "a", "a\n", "a\nb", TEXT].map(|it| LineIndex::new(it).line_count());
        assert_eq!(counts, [1, 1, 2, 2, 4]);
        let index = LineIndex::new(TEXT);
        let lines: Vec<u32> = (0..=TEXT.len() as u32).map(|it| index.line(it)).collect();
        assert_eq!(lines, [0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 3, 3, 3, 3]);
    }

    #[test]
    fn an_emoji_is_two_units_four_bytes_one_character() {
        let index = LineIndex::new(TEXT);
        let d = TEXT.find('d').unwrap() as u32;
        assert_eq!(index.utf16(TEXT, d), Position { line: 1, column: 3 });
        assert_eq!(index.utf8(d), Position { line: 1, column: 5 });
        assert_eq!(index.chars(TEXT, d), Position { line: 1, column: 2 });
    }

    #[test]
    fn a_line_has_no_line_end_and_a_far_column_stops_there() {
        let index = LineIndex::new(TEXT);
        assert_eq!(&TEXT[index.line_range(TEXT, 0)], "ab");
        assert_eq!(&TEXT[index.line_range(TEXT, 2)], "");
        assert_eq!(index.offset_utf16(TEXT, Position { line: 0, column: 99 }), 2);
        assert_eq!(index.offset_utf8(TEXT, Position { line: 99, column: 0 }), TEXT.len() as u32);
    }

    #[test]
    fn a_column_inside_a_character_moves_to_its_start() {
        let index = LineIndex::new(TEXT);
        let start = TEXT.find('😀').unwrap() as u32;
        assert_eq!(index.offset_utf8(TEXT, Position { line: 1, column: 3 }), start);
        assert_eq!(index.offset_utf16(TEXT, Position { line: 1, column: 2 }), start);
    }
}
