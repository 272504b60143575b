//! A source cut into logical lines: comment prefixes stripped, continued lines joined.

use std::ops::Range;
use std::sync::Arc;

use diag::{SourceId, Sources, Span};

/// A logical line. Cheap to clone: it shares the text it is cut from.
#[derive(Debug, Clone)]
pub(super) struct Line {
    whole: Arc<str>,
    range: Range<u32>,
    /// What the line covers in its source, without the line end.
    pub(super) span: Span,
    /// Whether [`Line::text`] is, byte for byte, what the source has there.
    pub(super) exact: bool,
    /// Whether the line lies in a comment over several lines.
    pub(super) comment: bool,
}

impl Line {
    /// Without the line end.
    pub(super) fn text(&self) -> &str {
        &self.whole[self.range.start as usize..self.range.end as usize]
    }

    /// The place of a part of [`Line::text`]; the whole line where lines were joined.
    pub(super) fn part(&self, range: Range<usize>) -> Span {
        if self.exact {
            let at = |offset: usize| self.span.start + offset as u32;
            Span::new(self.span.source, at(range.start), at(range.end))
        } else {
            self.span
        }
    }

    /// The part of the line from byte `start` on.
    pub(super) fn rest(&self, start: usize) -> Self {
        let mut line = self.clone();
        line.range.start += start as u32;
        if line.exact {
            line.span.start += start as u32;
        }
        line
    }

    /// Ends the line before byte `end`.
    fn cut(&mut self, end: usize) {
        let removed = self.text().len() - end;
        self.range.end -= removed as u32;
        if self.exact {
            self.span.end -= removed as u32;
        }
    }
}

/// All lines of a source, as they stand.
pub(super) fn lines(sources: &Sources, id: SourceId) -> Vec<Line> {
    let text = sources.source(id).text();
    let mut all = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let body = text[start..end].strip_suffix('\r').unwrap_or(&text[start..end]);
        let range = start as u32..(start + body.len()) as u32;
        all.push(Line {
            whole: Arc::clone(text),
            span: Span::new(id, range.start, range.end),
            range,
            exact: true,
            comment: false,
        });
        start = end + 1;
    }
    all
}

/// Joins continued lines and marks the insides of long comments.
pub(super) fn logical(lines: &[Line]) -> Vec<Line> {
    let mut all: Vec<Line> = Vec::with_capacity(lines.len());
    let mut in_comment = false;
    let mut idx = 0;
    while idx < lines.len() {
        let mut line = lines[idx].clone();
        idx += 1;
        let opens = !in_comment && is_open_comment(line.text());
        if in_comment || opens {
            in_comment = !line.text().contains("'/") && idx <= lines.len();
            line.comment = true;
            all.push(line);
            continue;
        }
        line = without_comments(line);
        if line.text().ends_with('\\') && !line.text().trim_start().starts_with('\'') {
            line = joined(&line, lines, &mut idx);
        }
        all.push(line);
    }
    all
}

/// A directive without the comments before and behind it. Comments of other lines are left to the families.
fn without_comments(line: Line) -> Line {
    let mut directive = line.clone();
    let text = line.text();
    let indented = text.trim_start();
    if let Some(inner) = indented.strip_prefix("/'")
        && let Some(end) = inner.find("'/")
    {
        let rest = inner[end + 2..].trim_start();
        directive = line.rest(text.len() - rest.len());
    }
    if !directive.text().trim_start().starts_with('!') {
        return line;
    }
    if let Some(before) = directive.text().trim_end().strip_suffix("'/")
        && let Some(at) = before.rfind("/'")
    {
        directive.cut(before[..at].trim_end().len());
    }
    directive
}

/// Whether a comment begins here that this line does not end.
fn is_open_comment(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with("/'") && !text[2..].contains("'/")
}

fn joined(first: &Line, lines: &[Line], idx: &mut usize) -> Line {
    let mut text = String::new();
    let mut next = first.clone();
    let mut span = first.span;
    loop {
        let Some(body) = next.text().strip_suffix('\\') else {
            text.push_str(next.text());
            break;
        };
        text.push_str(body);
        let Some(after) = lines.get(*idx) else { break };
        *idx += 1;
        span.end = after.span.end;
        next = after.rest(after.text().len() - after.text().trim_start().len());
    }
    let range = 0..text.len() as u32;
    Line { whole: text.into(), range, span, exact: false, comment: false }
}

/// What stands before `@start` on its line, if the line opens a block: blanks or a comment sign.
pub(super) fn start_prefix(text: &str) -> Option<usize> {
    let at = text.find(['@', '\\'])?;
    let word = text[at + 1..].get(..5)?;
    let prefix = &text[..at];
    let is_sign =
        prefix.chars().all(|it| !it.is_alphanumeric() && !matches!(it, '"' | '<' | '>' | '$'));
    (word.eq_ignore_ascii_case("start")
        && is_sign
        && text[at + 6..].starts_with(|it: char| it.is_ascii_alphabetic()))
    .then_some(at)
}

/// Whether the line closes a block.
pub(super) fn is_end(text: &str) -> bool {
    let text = text.trim_start();
    let Some(rest) = text.strip_prefix(['@', '\\']) else { return false };
    rest.get(..3).is_some_and(|it| it.eq_ignore_ascii_case("end"))
        && rest[3..].starts_with(|it: char| it.is_ascii_alphabetic())
}

/// The line without the block's comment sign, if it has it.
pub(super) fn without_prefix(line: &Line, prefix: &str) -> Line {
    let text = line.text();
    if prefix.is_empty() {
        return line.clone();
    }
    if text.starts_with(prefix) {
        return line.rest(prefix.len());
    }
    let trimmed = prefix.trim_end();
    if !trimmed.is_empty() && text.trim_end() == trimmed {
        line.rest(text.len())
    } else {
        line.clone()
    }
}
