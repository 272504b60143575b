//! A statement's text on one or several lines, with the way back to the source.

use puml_syntax::ast::{Lines, Text};
use puml_syntax::{Cooked, LineKind, Reader, TextRange};

/// Lines joined by line ends.
pub(super) struct Joined<'a> {
    pub(super) text: String,
    /// Where each line begins in the text.
    parts: Vec<(usize, Cooked<'a>)>,
    /// The line of the reader behind the last one.
    next: usize,
}

impl<'a> Joined<'a> {
    /// The line that is being read.
    pub(super) fn first(reader: &Reader<'a>) -> Self {
        let line = reader.lines.all[reader.next - 1];
        let cooked = reader.lines.cooked(line);
        Self { text: cooked.text.to_string(), parts: vec![(0, cooked)], next: reader.next }
    }

    /// Adds the next line, comments left out; whether there was one.
    pub(super) fn grow(&mut self, reader: &Reader<'a>) -> bool {
        while self.next < reader.stop {
            let line = reader.lines.all[self.next];
            self.next += 1;
            if matches!(line.kind, LineKind::Comment | LineKind::OpenComment) {
                continue;
            }
            // The indentation is a part of the text; what follows the content is not.
            let whole = TextRange::new(line.raw.start.min(line.content.start), line.content.end);
            let cooked = Cooked::new(reader.lines.text, whole);
            self.text.push('\n');
            self.parts.push((self.text.len(), cooked));
            self.text.push_str(&self.parts[self.parts.len() - 1].1.text);
            return true;
        }
        false
    }

    /// How many lines there are.
    pub(super) fn len(&self) -> usize {
        self.parts.len()
    }

    /// The last line.
    pub(super) fn last(&self) -> &str {
        &self.text[self.parts[self.parts.len() - 1].0..]
    }

    /// Where the last line begins.
    pub(super) fn last_start(&self) -> usize {
        self.parts[self.parts.len() - 1].0
    }

    /// Makes the reader go on behind the lines.
    pub(super) fn consume(&self, reader: &mut Reader<'_>) {
        reader.next = self.next;
    }

    /// The source range of a part of one line.
    pub(super) fn range(&self, from: usize, to: usize) -> TextRange {
        let idx = self.parts.partition_point(|it| it.0 <= from) - 1;
        let (start, cooked) = &self.parts[idx];
        let end = (to - start).min(cooked.text.len());
        cooked.range((from - start).min(end), end)
    }

    pub(super) fn part(&self, from: usize, to: usize) -> Text {
        let first = self.parts.partition_point(|it| it.0 <= from) - 1;
        let last = self.parts.partition_point(|it| it.0 <= to) - 1;
        if first == last {
            return Text::Line(self.range(from, to));
        }
        let lines = (first..=last).map(|idx| {
            let (start, cooked) = &self.parts[idx];
            let begin = from.max(*start);
            let end = to.min(start + cooked.text.len());
            cooked.range(begin - start, end - start)
        });
        Text::Lines(Lines { lines: lines.collect(), close: None })
    }
}
