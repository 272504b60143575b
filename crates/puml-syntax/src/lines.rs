//! Physical lines to logical ones: diagrams found in the text, comment prefixes dropped, comments
//! set apart, continued lines joined. What a line means is not decided here.

use std::ops::Range;

use crate::TextRange;
use crate::cooked::Cooked;

/// The lines of a text, grouped by diagram.
pub struct Lines<'a> {
    /// The text that ranges of lines are measured in.
    pub text: &'a str,
    /// The lines of all diagrams, in order.
    pub all: Vec<Line>,
    /// The diagrams, in order; at least one.
    pub blocks: Vec<Span>,
}

/// One logical line.
#[derive(Debug, Clone, Copy)]
pub struct Line {
    /// What sort of line it is.
    pub kind: LineKind,
    /// The whole line without the block's prefix and the line end; indentation included.
    pub raw: TextRange,
    /// Without blanks around it and without comments at its ends.
    pub content: TextRange,
}

/// The sorts of lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineKind {
    /// The line is empty or holds only blanks.
    Blank,
    /// A comment and nothing else.
    Comment,
    /// A comment that the text's end cut off.
    OpenComment,
    /// Something to read.
    Code,
}

/// One diagram: its markers and its lines.
#[derive(Debug, Clone)]
pub struct Span {
    /// `@startuml`; absent in a text that has no marker at all.
    pub start: Option<TextRange>,
    /// The `uml` in it; empty without a marker.
    pub kind: TextRange,
    /// What follows the marker.
    pub name: Option<TextRange>,
    /// `@enduml`; absent where the text ends first.
    pub end: Option<TextRange>,
    /// What stands before the marker and is dropped from every line.
    pub prefix: TextRange,
    /// Its lines in [`Lines::all`].
    pub lines: Range<usize>,
}

impl Span {
    fn open(start: Option<TextRange>, kind: TextRange, first: usize) -> Self {
        let prefix = TextRange::at(start.map_or(0, |it| it.start));
        Self { start, kind, name: None, end: None, prefix, lines: first..first }
    }
}

impl<'a> Lines<'a> {
    /// The text of a line as the language reads it, with the way back to the source.
    pub fn cooked(&self, line: Line) -> Cooked<'a> {
        Cooked::new(self.text, line.content)
    }
}

/// Splits a text. A text without any `@start` is one diagram.
pub fn split(text: &str) -> Lines<'_> {
    let mut splitter = Splitter { text, physical: physical(text), at: 0, lines: Vec::new() };
    let blocks = splitter.blocks();
    Lines { text, all: splitter.lines, blocks }
}

fn physical(text: &str) -> Vec<TextRange> {
    let mut out = Vec::with_capacity(text.len() / 32 + 1);
    let mut start = text.len() - text.trim_start_matches('\u{FEFF}').len();
    while start < text.len() {
        let stop = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let end = if text[start..stop].ends_with('\r') { stop - 1 } else { stop };
        out.push(TextRange::new(start as u32, end as u32));
        start = stop + 1;
    }
    out
}

struct Splitter<'a> {
    text: &'a str,
    physical: Vec<TextRange>,
    at: usize,
    lines: Vec<Line>,
}

impl Splitter<'_> {
    fn blocks(&mut self) -> Vec<Span> {
        let mut blocks = Vec::new();
        while self.at < self.physical.len() {
            let line = self.physical[self.at];
            if let Some(mut block) = self.marker(line) {
                self.at += 1;
                self.block(&mut block);
                blocks.push(block);
            } else {
                self.at += 1;
            }
        }
        if blocks.is_empty() {
            self.at = 0;
            let mut block = Span::open(None, TextRange::default(), 0);
            self.block(&mut block);
            blocks.push(block);
        }
        blocks
    }

    /// A line that opens a diagram: `@start…`, possibly behind a comment's own marks.
    fn marker(&self, line: TextRange) -> Option<Span> {
        let text = line.slice(self.text);
        if !text.bytes().any(|it| matches!(it, b'@' | b'\\')) {
            return None;
        }
        let at = text.find("@start").or_else(|| text.find("\\start"))?;
        if !is_prefix(&text[..at]) {
            return None;
        }
        let word = &text[at + 6..];
        let length = word.find(|it: char| !it.is_alphanumeric()).unwrap_or(word.len());
        if length == 0 {
            return None;
        }
        let from = line.start + at as u32;
        let stop = from + 6 + length as u32;
        let marker = TextRange::new(from, stop);
        let mut block = Span::open(Some(marker), TextRange::new(from + 6, stop), self.lines.len());
        if !text[..at].trim().is_empty() {
            block.prefix = TextRange::new(line.start, from);
        }
        let name = trimmed(self.text, TextRange::new(stop, line.end));
        block.name = (!name.is_empty()).then_some(name);
        Some(block)
    }

    fn block(&mut self, block: &mut Span) {
        while self.at < self.physical.len() {
            let raw = self.without_prefix(self.physical[self.at], block.prefix);
            let content = trimmed(self.text, raw);
            let word = content.slice(self.text);
            if block.start.is_some() && (word.starts_with("@end") || word.starts_with("\\end")) {
                let length = word[4..].find(|it: char| !it.is_alphanumeric());
                let stop = length.map_or(content.end, |it| content.start + 4 + it as u32);
                block.end = Some(TextRange::new(content.start, stop));
                self.at += 1;
                break;
            }
            // A new marker ends a diagram that was never closed.
            if block.start.is_some() && self.marker(self.physical[self.at]).is_some() {
                break;
            }
            self.at += 1;
            self.line(raw, content, block.prefix);
        }
        block.lines.end = self.lines.len();
    }

    fn without_prefix(&self, line: TextRange, prefix: TextRange) -> TextRange {
        let text = line.slice(self.text);
        let prefix = prefix.slice(self.text);
        for candidate in [prefix, prefix.trim_end()] {
            if text.starts_with(candidate) {
                return TextRange::new(line.start + candidate.len() as u32, line.end);
            }
        }
        line
    }

    fn line(&mut self, mut raw: TextRange, mut content: TextRange, prefix: TextRange) {
        while content.slice(self.text).starts_with("/'") {
            let Some(rest) = self.comment(content, raw.end) else {
                return;
            };
            raw = rest;
            content = trimmed(self.text, rest);
            if content.is_empty() {
                return;
            }
        }
        let text = content.slice(self.text);
        if text.is_empty() {
            self.lines.push(Line { kind: LineKind::Blank, raw, content });
        } else if text.starts_with('\'') {
            self.lines.push(Line { kind: LineKind::Comment, raw, content });
        } else {
            self.code(raw, content, prefix);
        }
    }

    /// `/' … '/`, on one or several lines; what follows it on its last line.
    fn comment(&mut self, content: TextRange, line_end: u32) -> Option<TextRange> {
        let inner = content.start + 2;
        let mut line = TextRange::new(inner, line_end);
        loop {
            if let Some(at) = line.slice(self.text).find("'/") {
                let stop = line.start + at as u32 + 2;
                let comment = TextRange::new(content.start, stop);
                self.lines.push(Line { kind: LineKind::Comment, raw: comment, content: comment });
                return Some(TextRange::new(stop, line.end));
            }
            let Some(next) = self.physical.get(self.at) else {
                let comment = TextRange::new(content.start, line.end);
                let kind = LineKind::OpenComment;
                self.lines.push(Line { kind, raw: comment, content: comment });
                return None;
            };
            line = *next;
            self.at += 1;
        }
    }

    fn code(&mut self, mut raw: TextRange, mut content: TextRange, prefix: TextRange) {
        while is_continued(raw.slice(self.text)) && self.at < self.physical.len() {
            let next = self.without_prefix(self.physical[self.at], prefix);
            if next.slice(self.text).trim_start().starts_with("@end") {
                break;
            }
            self.at += 1;
            raw.end = next.end;
            content = trimmed(self.text, raw);
        }
        let comment = trailing_comment(content.slice(self.text));
        if let Some(at) = comment {
            content = trimmed(self.text, TextRange::new(content.start, content.start + at as u32));
            raw.end = content.end;
        }
        self.lines.push(Line { kind: LineKind::Code, raw, content });
    }
}

/// Whether a line goes on below: one backslash ends it, not several.
fn is_continued(line: &str) -> bool {
    line.ends_with('\\') && !line.ends_with("\\\\")
}

/// Where a `/' … '/` that ends the line begins, unless it is all there is.
fn trailing_comment(text: &str) -> Option<usize> {
    let before = text.strip_suffix("'/")?;
    let at = before.rfind("/'")?;
    (at > 0).then_some(at)
}

/// What may stand before `@start`: no letters or digits, or whole tags such as `<pre>`.
fn is_prefix(text: &str) -> bool {
    let mut tag = false;
    text.chars().all(|it| {
        match it {
            '<' => tag = true,
            '>' => tag = false,
            _ => {}
        }
        tag || !(it.is_alphanumeric() || it == '_')
    })
}

/// A range without the blanks at its ends; no-break spaces count as blanks.
pub fn trimmed(text: &str, range: TextRange) -> TextRange {
    let slice = range.slice(text);
    let start = slice.len() - slice.trim_start().len();
    let length = slice.trim().len();
    let start = range.start + start as u32;
    TextRange::new(start, start + length as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contents(text: &str) -> Vec<String> {
        let lines = split(text);
        let code = lines.all.iter().filter(|it| it.kind == LineKind::Code);
        code.map(|it| lines.cooked(*it).text.to_string()).collect()
    }

    #[test]
    fn a_text_without_markers_is_one_diagram() {
        let lines = split("A -> B\nB -> C\n");
        assert_eq!(lines.blocks.len(), 1);
        assert_eq!(lines.all.len(), 2);
    }

    #[test]
    fn text_between_diagrams_is_not_read() {
        let lines = split("x\n@startuml one\nA -> B\n@enduml\ny\n@startuml\nC -> D\n");
        assert_eq!(lines.blocks.len(), 2);
        assert_eq!(lines.blocks[0].name.unwrap().slice(lines.text), "one");
        assert_eq!(lines.all.len(), 2);
        assert!(lines.blocks[1].end.is_none());
    }

    #[test]
    fn a_new_marker_ends_a_diagram_that_was_never_closed() {
        let lines = split("@startuml\nA -> B\n@startuml\nC -> D\n@enduml");
        assert_eq!(lines.blocks.len(), 2);
        assert!(lines.blocks[0].end.is_none());
        assert_eq!(contents("@startuml\nA -> B : see @startuml"), ["A -> B : see @startuml"]);
    }

    #[test]
    fn the_prefix_of_a_source_comment_is_dropped() {
        let text = " * @startuml\n * A -> B\n *\n * B -> A\n * @enduml\n */";
        assert_eq!(contents(text), ["A -> B", "B -> A"]);
    }

    #[test]
    fn a_mention_of_the_marker_in_prose_opens_nothing() {
        let lines = split("use @startuml to begin\nA -> B");
        assert!(lines.blocks[0].start.is_none());
    }

    #[test]
    fn comments_go_at_the_ends_of_a_line_and_stay_inside() {
        assert_eq!(contents("/' a '/ A -> B /' b '/"), ["A -> B"]);
        assert_eq!(contents("A -> B /' c '/ : m"), ["A -> B /' c '/ : m"]);
        assert_eq!(contents("/'\nA -> B\n'/ B -> C"), ["B -> C"]);
        assert_eq!(contents("A -> B : it's"), ["A -> B : it's"]);
    }

    #[test]
    fn a_backslash_joins_the_next_line() {
        assert_eq!(contents("A -> B \\\n   : text"), ["A -> B : text"]);
    }

    #[test]
    fn a_byte_order_mark_is_dropped() {
        assert_eq!(contents("\u{FEFF}A -> B"), ["A -> B"]);
    }
}
