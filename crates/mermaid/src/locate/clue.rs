//! What a rule may look at: the source by lines, its type, and where the engine stumbled.

use std::ops::Range;

use crate::engine::{Part, SyntaxError};
use crate::kinds;

/// Nobody writes longer lines by hand, and rules look at every bracket of a line more than once.
const LONGEST_LINE: usize = 2_000;

/// The evidence for one refusal.
#[derive(Debug)]
pub(super) struct Clue<'src> {
    pub(super) source: &'src str,
    /// Lines of the diagram proper: no front matter, no comments, no blank or endless ones.
    pub(super) lines: Vec<Line<'src>>,
    /// Every line of the source, front matter included.
    pub(super) all_lines: Vec<Line<'src>>,
    /// The public name of the type, `unknown` without one.
    pub(super) kind: &'static str,
    pub(super) part: Part,
    /// The engine's words without its prefix.
    pub(super) words: String,
    /// The engine's place, if it is one.
    pub(super) place: Option<Range<usize>>,
}

/// A line without its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line<'src> {
    /// Byte offset in the source.
    pub(super) start: usize,
    pub(super) text: &'src str,
}

impl<'src> Line<'src> {
    /// The text without blanks around it.
    pub(super) fn trimmed(&self) -> &'src str {
        self.text.trim()
    }

    /// The bytes of the trimmed text.
    pub(super) fn range(&self) -> Range<usize> {
        let lead = self.text.len() - self.text.trim_start().len();
        self.start + lead..self.start + lead + self.trimmed().len()
    }

    /// The whole line with its line end, as far as the source has one.
    pub(super) fn with_end(&self, source: &str) -> Range<usize> {
        let end = self.start + self.text.len();
        let rest = &source[end..];
        let width = if rest.starts_with("\r\n") { 2 } else { rest.len().min(1) };
        self.start..end + width
    }

    /// A range inside the line as one of the source.
    pub(super) fn at(&self, range: Range<usize>) -> Range<usize> {
        self.start + range.start..self.start + range.end
    }

    /// The blanks before the text.
    pub(super) fn indent(&self) -> &'src str {
        &self.text[..self.text.len() - self.text.trim_start().len()]
    }
}

impl<'src> Clue<'src> {
    pub(super) fn new(source: &'src str, error: &SyntaxError) -> Self {
        let all_lines = lines(source);
        let body = without_front_matter(&all_lines);
        let lines: Vec<Line<'src>> = body
            .iter()
            .copied()
            .filter(|line| !line.trimmed().is_empty() && !line.trimmed().starts_with("%%"))
            .filter(|line| line.text.len() <= LONGEST_LINE)
            .collect();
        let first_word = lines.first().map_or("", |line| first_word(line.trimmed()));
        let kind = match (&error.kind, kinds::of_header(first_word)) {
            (Some(kind), _) => kinds::public_name(kind),
            (None, Some(kind)) => kind.name,
            (None, None) => "unknown",
        };
        let words =
            error.message.split_once("): ").map_or(error.message.as_str(), |(_, rest)| rest);
        let place = error
            .range
            .clone()
            .filter(|range| range.start <= range.end && range.end <= source.len())
            .filter(|range| {
                source.is_char_boundary(range.start) && source.is_char_boundary(range.end)
            });
        Self { source, lines, all_lines, kind, part: error.part, words: words.to_owned(), place }
    }

    /// The lines after the one with the diagram type.
    pub(super) fn statements(&self) -> &[Line<'src>] {
        self.lines.get(1..).unwrap_or_default()
    }

    /// Whether the type has nodes with bracketed labels and links between them.
    pub(super) fn is_flow(&self) -> bool {
        matches!(self.kind, "flowchart" | "swimlane" | "agentflow" | "block")
    }

    /// The zero-based line that holds an offset.
    pub(super) fn line_of(&self, offset: usize) -> usize {
        self.all_lines.partition_point(|line| line.start <= offset).saturating_sub(1)
    }

    /// Where a piece of text that the engine quotes stands in the diagram.
    pub(super) fn find(&self, quoted: &str) -> Option<Range<usize>> {
        let quoted = quoted.trim();
        if quoted.is_empty() {
            return None;
        }
        self.statements().iter().find_map(|line| {
            let at = line.text.find(quoted)?;
            Some(line.at(at..at + quoted.len()))
        })
    }
}

/// The leading run of characters of a first line that can be part of a type's name.
pub(super) fn first_word(text: &str) -> &str {
    let end =
        text.find(|it: char| it.is_whitespace() || it == ':' || it == ';').unwrap_or(text.len());
    &text[..end]
}

fn lines(source: &str) -> Vec<Line<'_>> {
    let mut start = 0;
    source
        .split('\n')
        .map(|text| {
            let line = Line { start, text: text.strip_suffix('\r').unwrap_or(text) };
            start += text.len() + 1;
            line
        })
        .collect()
}

/// The lines behind a closed front matter; all of them if there is none.
fn without_front_matter<'lines, 'src>(lines: &'lines [Line<'src>]) -> &'lines [Line<'src>] {
    let Some(open) = lines.iter().position(|line| !line.trimmed().is_empty()) else { return lines };
    if lines[open].trimmed() != "---" {
        return lines;
    }
    let close = lines[open + 1..].iter().position(|line| line.trimmed() == "---");
    close.map_or(lines, |at| &lines[open + at + 2..])
}
