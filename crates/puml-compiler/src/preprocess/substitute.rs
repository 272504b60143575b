//! Expanding text: variables and calls are replaced by what they stand for, the rest is copied.

use std::ops::Range;

use diag::Span;

use super::call::Target;
use super::fault::{Fault, Outcome};
use super::line::Line;
use super::machine::{Body, Flow, Machine};
use super::scan::is_name;
use super::value::Value;
use crate::codes::preprocess as codes;

/// Characters that stand for things a source line cannot hold; written out at the end.
pub(super) mod stand_in {
    /// A line end inside a label.
    pub(in super::super) const NEWLINE: char = '\u{e100}';
    /// A backslash that escapes nothing.
    pub(in super::super) const BACKSLASH: char = '\u{e101}';
    /// A line end after a left-aligned line.
    pub(in super::super) const LEFT: char = '\u{e102}';
    /// A line end after a right-aligned line.
    pub(in super::super) const RIGHT: char = '\u{e103}';
    /// A new source line.
    pub(in super::super) const BREAK: char = '\u{e104}';
}

/// Something to replace: its place, and one past its name.
struct Reference {
    start: usize,
    name_end: usize,
    is_call: bool,
}

/// A part of a line, and the value that stands for it.
type Part = (Range<usize>, Option<Value>);

impl Machine<'_> {
    /// A text with everything replaced; a procedure in it is an error.
    pub(super) fn expand(&mut self, text: &str) -> Outcome<String> {
        let mut out = String::new();
        let mut done = 0;
        while let Some(found) = self.find(text, done) {
            out.push_str(without_glue(&text[done..found.start]));
            let (value, end) = self.value_at(text, &found)?;
            out.push_str(&value.to_string());
            done = after_glue(text, end);
            out = self.bounded(out)?;
        }
        out.push_str(&text[done..]);
        self.bounded(out)
    }

    /// Expands a line of the diagram and writes it.
    pub(super) fn text_line(&mut self, line: &Line, body: Body) -> Outcome<()> {
        let text = line.text();
        if let Some(stand_in) = self.stand_in(line).filter(|_| body == Body::Lines) {
            let expanded = self.expand(&stand_in)?;
            return self.out.instead(&(written(&expanded) + "\n"), line.span, self.frame);
        }
        let quick = !self.memory.has_bare_names() && !text.contains(['$', '%']);
        let first = if quick { None } else { self.find(text, 0) };
        let Some(first) = first else {
            if body == Body::Lines {
                return self.verbatim(line);
            }
            if !text.trim().is_empty() {
                return Err(Fault::new(
                    codes::TEXT_IN_FUNCTION,
                    "a function only returns a value: this line is written nowhere",
                ));
            }
            return Ok(());
        };
        if body == Body::Function {
            self.expand(text)?;
            return Ok(());
        }
        self.expanded_line(line, first)
    }

    fn expanded_line(&mut self, line: &Line, first: Reference) -> Outcome<()> {
        let text = line.text();
        let mut pieces: Vec<Part> = Vec::new();
        let mut done = 0;
        let mut next = Some(first);
        // Whether this line has written anything that what follows belongs to.
        let mut begun = false;
        while let Some(found) = next {
            let before = without_glue(&text[done..found.start]).len();
            pieces.push((done..done + before, None));
            let name = &text[found.start..found.name_end];
            let end = if found.is_call {
                let call = self.prepare(text, name, found.name_end)?;
                let end = call.end;
                if let (true, Target::Declared(function)) = (call.yields_lines(), &call.target) {
                    let function = std::sync::Arc::clone(function);
                    let length = self.out.text.len();
                    if self.write_pieces(line, &mut pieces, begun)? {
                        self.out.glue();
                    }
                    let at = line.part(found.start..end);
                    let flow = self.write_call(&function, call.arguments, at)?;
                    begun |= self.out.text.len() > length;
                    if flow == Flow::Exit {
                        break;
                    }
                } else {
                    let value = self.value_of(call.target, call.arguments)?;
                    pieces.push((found.start..end, Some(value)));
                }
                end
            } else {
                let (value, end) = self.value_at(text, &found)?;
                pieces.push((found.start..end, Some(value)));
                end
            };
            done = after_glue(text, end);
            next = self.find(text, done);
        }
        pieces.push((done..text.len(), None));
        self.write_pieces(line, &mut pieces, begun)?;
        self.out.unglue(line.span)
    }

    /// Writes the pieces gathered so far as a line, or as the end of what this line began; `false` when
    /// there is nothing but blanks.
    fn write_pieces(&mut self, line: &Line, pieces: &mut Vec<Part>, begun: bool) -> Outcome<bool> {
        let text = line.text();
        let pieces = std::mem::take(pieces);
        let is_blank =
            |(range, value): &Part| value.is_none() && text[range.clone()].trim().is_empty();
        if pieces.iter().all(is_blank) {
            return Ok(false);
        }
        if begun {
            self.out.glue();
        }
        for (range, value) in pieces {
            let span = line.part(range.clone());
            match value {
                Some(value) => self.out.instead(&written(&value.to_string()), span, self.frame)?,
                None if line.exact => self.out.exactly(&text[range], span, self.frame)?,
                None => self.out.instead(&text[range], span, self.frame)?,
            }
        }
        let end = Span::at(line.span.source, line.span.end);
        self.out.instead("\n", end, self.frame)?;
        Ok(true)
    }

    /// Writes a line as the source has it.
    pub(super) fn verbatim(&mut self, line: &Line) -> Outcome<()> {
        let source = self.sources.source(line.span.source);
        let rest = &source.text()[line.span.end as usize..];
        let newline =
            if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with('\n')) };
        let span = Span::new(line.span.source, line.span.start, line.span.end + newline as u32);
        let text = std::sync::Arc::clone(source.text());
        self.out.exactly(span.slice(&text), span, self.frame)?;
        if newline == 0 {
            self.out.instead("\n", Span::at(line.span.source, line.span.end), self.frame)?;
        }
        Ok(())
    }

    fn value_at(&mut self, text: &str, found: &Reference) -> Outcome<(Value, usize)> {
        let name = &text[found.start..found.name_end];
        if found.is_call {
            return self.call_for_value(text, name, found.name_end);
        }
        let value = self.copied(name)?.unwrap_or_else(Value::empty);
        self.accessed(value, text, found.name_end)
    }

    /// The next variable or call from byte `from` on.
    fn find(&self, text: &str, from: usize) -> Option<Reference> {
        let bare = self.memory.has_bare_names();
        let mut at = from;
        while let Some(offset) =
            text[at..].find(|it: char| matches!(it, '$' | '%' | '\\') || bare && is_name(it))
        {
            let start = at + offset;
            let first = text[start..].chars().next().expect("a character was just found");
            if first == '\\' {
                // `\n` before a name is a line end, not the name's first letter.
                let escaped = text[start + 1..].starts_with(['n', 't', 'l', 'r']);
                at = start + 1 + usize::from(escaped);
                continue;
            }
            let sign = usize::from(matches!(first, '$' | '%'));
            let length =
                text[start + sign..].find(|it| !is_name(it)).unwrap_or(text.len() - start - sign);
            let name_end = start + sign + length;
            let name = &text[start..name_end];
            let is_call = text[name_end..].starts_with('(') && self.is_callable(name);
            if length > 0 && (is_call || self.memory.variable(name).is_some()) {
                return Some(Reference { start, name_end, is_call });
            }
            // `$X` may be a dollar sign and what a definition calls `X`.
            at = if bare && sign > 0 { start + sign } else { name_end };
        }
        None
    }
}

/// The text before a reference without a `##` that glues the two together.
fn without_glue(text: &str) -> &str {
    text.strip_suffix("##").unwrap_or(text)
}

/// The place after a reference, past a `##` that glues it to what follows.
fn after_glue(text: &str, end: usize) -> usize {
    end + if text[end..].starts_with("##") { 2 } else { 0 }
}

/// A value as the source would have written it.
pub(super) fn written(text: &str) -> String {
    if !text.contains(|it| ('\u{e100}'..='\u{e104}').contains(&it)) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 8);
    for it in text.chars() {
        match it {
            stand_in::NEWLINE => out.push_str("\\n"),
            stand_in::BACKSLASH => out.push_str("\\\\"),
            stand_in::LEFT => out.push_str("\\l"),
            stand_in::RIGHT => out.push_str("\\r"),
            stand_in::BREAK => out.push('\n'),
            other => out.push(other),
        }
    }
    out
}
