//! Source bytes as the language reads them: continued lines joined, en dashes as hyphens.

use std::borrow::Cow;

use crate::TextRange;

/// A part of the source as the language reads it, with the way back.
pub struct Cooked<'a> {
    /// As the language reads it.
    pub text: Cow<'a, str>,
    start: u32,
    /// Where source and text run apart: offset in the text, offset in the source from there on.
    seams: Vec<(u32, u32)>,
}

impl<'a> Cooked<'a> {
    /// Reads a range of a source.
    pub fn new(source: &'a str, range: TextRange) -> Self {
        let raw = range.slice(source);
        if is_plain(raw) {
            return Self { text: Cow::Borrowed(raw), start: range.start, seams: Vec::new() };
        }
        let mut out = String::with_capacity(raw.len());
        let mut seams = Vec::new();
        cook(raw, &mut out, |text, source| seams.push((text as u32, range.start + source as u32)));
        Self { text: Cow::Owned(out), start: range.start, seams }
    }

    /// A text that is read as it stands, line ends included; its ranges count in itself.
    pub fn verbatim(text: &'a str) -> Self {
        Self { text: Cow::Borrowed(text), start: 0, seams: Vec::new() }
    }

    /// The source range of a range of the text.
    pub fn range(&self, from: usize, to: usize) -> TextRange {
        let start = self.source(from);
        // A part that ends at a seam ends before it, not behind the line break.
        let end = if to > from { self.source(to - 1) + 1 } else { start };
        TextRange::new(start, self.boundary(end, to))
    }

    /// `end` is one byte past the start of the last byte; where that byte stands for an en dash the
    /// source is two bytes longer.
    fn boundary(&self, end: u32, to: usize) -> u32 {
        let dash =
            self.seams.iter().any(|&(text, source)| text as usize == to && source == end + 2);
        if dash { end + 2 } else { end }
    }

    fn source(&self, offset: usize) -> u32 {
        let seam = self.seams.partition_point(|it| it.0 as usize <= offset);
        match seam.checked_sub(1).map(|it| self.seams[it]) {
            Some((text, source)) => source + (offset as u32 - text),
            None => self.start + offset as u32,
        }
    }
}

/// A slice of the source as the language reads it; borrows unless something changes.
pub(crate) fn text(raw: &str) -> Cow<'_, str> {
    if is_plain(raw) {
        return Cow::Borrowed(raw);
    }
    let mut out = String::with_capacity(raw.len());
    cook(raw, &mut out, |_, _| {});
    Cow::Owned(out)
}

fn is_plain(raw: &str) -> bool {
    !raw.bytes().any(|it| it == b'\n' || it == 0xE2)
        || !(raw.contains('\n') || raw.contains('\u{2013}'))
}

fn cook(raw: &str, out: &mut String, mut seam: impl FnMut(usize, usize)) {
    let mut at = 0;
    while let Some(found) = raw[at..].find(['\n', '\u{2013}']) {
        let stop = at + found;
        let piece = &raw[at..stop];
        if raw.as_bytes()[stop] == b'\n' {
            let piece = piece.strip_suffix('\r').unwrap_or(piece);
            out.push_str(piece.strip_suffix('\\').unwrap_or(piece));
            let rest = &raw[stop + 1..];
            at = stop + 1 + (rest.len() - rest.trim_start_matches([' ', '\t', '\u{A0}']).len());
        } else {
            out.push_str(piece);
            out.push('-');
            at = stop + '\u{2013}'.len_utf8();
        }
        seam(out.len(), at);
    }
    out.push_str(&raw[at..]);
}

/// Lines without trailing blanks and the indentation that all non-empty ones share, joined by `\n`.
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
        out.push_str(line[drop..].trim_end());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ordinary_slice_is_borrowed() {
        assert!(matches!(text("plain ü text"), Cow::Borrowed(_)));
        assert!(matches!(text("a ‘quote’"), Cow::Borrowed(_)));
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
    fn every_range_of_a_cooked_text_reads_back_the_same() {
        let source = "A \u{2013}\u{2013}> B \\\n  : a \u{2013} b\\\n c";
        let cooked = Cooked::new(source, TextRange::new(0, source.len() as u32));
        for from in 0..cooked.text.len() {
            for to in from..=cooked.text.len() {
                let range = cooked.range(from, to);
                assert_eq!(text(range.slice(source)), cooked.text[from..to], "{from}..{to}");
            }
        }
    }

    #[test]
    fn shared_indentation_goes_and_the_rest_stays() {
        assert_eq!(lines(["  a", "", "    b"].into_iter()), "a\n\n  b");
    }
}
