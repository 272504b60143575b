//! Texts of the source as labels: escapes resolved, links taken apart.

use puml_syntax::TextRange;
use puml_syntax::ast::{self, Document, Text};

use crate::embedded;
use crate::model::{Align, Label, Link};

/// The words of a range as a label, escapes resolved.
pub fn line_label<K>(document: &Document<K>, range: TextRange) -> Label {
    Label { text: unescape(&document.text(range)) }
}

/// A text on one line or in a block as a label.
pub fn text_label<K>(document: &Document<K>, text: &Text) -> Label {
    match text {
        Text::Line(range) => line_label(document, *range),
        // A block has lines of its own: a backslash in it is only a backslash.
        Text::Lines(lines) => Label { text: document.lines(lines) },
    }
}

/// The parts of a link.
pub fn link_of<K>(document: &Document<K>, link: ast::Link) -> Link {
    let text = |range: TextRange| document.text(range).into_owned();
    Link { url: text(link.url), tooltip: link.tooltip.map(text), label: link.label.map(text) }
}

/// Resolves `\n`, `\t`, `\\` and the aligned line ends `\l` and `\r`, except inside links and formulas.
pub fn unescape(text: &str) -> String {
    if !text.contains('\\') {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['\\', '[', '<']) {
        let (before, found) = rest.split_at(at);
        out.push_str(before);
        if let Some(kept) = protected(found) {
            out.push_str(&found[..kept]);
            rest = &found[kept..];
            continue;
        }
        let mut letters = found.chars();
        let first = letters.next().expect("a character was just found");
        let replaced = match (first, letters.next()) {
            ('\\', Some('n' | 'l' | 'r')) => Some('\n'),
            ('\\', Some('t')) => Some('\t'),
            ('\\', Some('\\')) => Some('\\'),
            _ => None,
        };
        out.push(replaced.unwrap_or(first));
        rest = &found[if replaced.is_some() { 2 } else { first.len_utf8() }..];
    }
    out.push_str(rest);
    out
}

/// What `<<x>>` in a text is written with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guillemets {
    /// Before the name.
    pub open: String,
    /// Behind it.
    pub close: String,
}

impl Default for Guillemets {
    fn default() -> Self {
        Self::of("«", "»")
    }
}

impl Guillemets {
    fn of(open: &str, close: &str) -> Self {
        Self { open: open.to_owned(), close: close.to_owned() }
    }

    /// By the value of the skin parameter: `false` leaves the signs as they are written, `none` leaves them out, two
    /// words stand for both signs.
    pub fn named(value: &str) -> Self {
        let value = value.trim().trim_matches('"');
        match value.to_ascii_lowercase().as_str() {
            "false" => Self::of("<<", ">>"),
            "none" => Self::of("", ""),
            _ => value
                .split_once(' ')
                .map_or_else(Self::default, |(open, close)| Self::of(open.trim(), close.trim())),
        }
    }

    /// A name between both signs.
    pub fn around(&self, name: &str) -> String {
        format!("{}{name}{}", self.open, self.close)
    }

    /// A text with the signs in place of `<<` and `>>`. Diagrams inside it stay as they are.
    pub fn put(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        for found in embedded::find(text) {
            self.put_into(&text[at..found.body.start], &mut out);
            out.push_str(&text[found.body.clone()]);
            at = found.body.end;
        }
        self.put_into(&text[at..], &mut out);
        out
    }

    fn put_into(&self, text: &str, out: &mut String) {
        let mut rest = text;
        while let Some(at) = rest.find("<<") {
            let inside = &rest[at + 2..];
            let end = inside.find(['<', '>', '\n']).unwrap_or(inside.len());
            let name = inside[..end].trim();
            if !name.is_empty() && inside[end..].starts_with(">>") {
                out.push_str(&rest[..at]);
                out.push_str(&self.around(name));
                rest = &inside[end + 2..];
            } else {
                // The second sign may begin a pair that has an end.
                out.push_str(&rest[..=at]);
                rest = &rest[at + 1..];
            }
        }
        out.push_str(rest);
    }
}

/// The first aligned line end decides for the whole text.
pub fn alignment(text: &str) -> Option<Align> {
    let mut letters = text.chars();
    while let Some(it) = letters.next() {
        if it != '\\' {
            continue;
        }
        match letters.next() {
            Some('l') => return Some(Align::Left),
            Some('r') => return Some(Align::Right),
            _ => {}
        }
    }
    None
}

/// The length of a link or formula at the start, whose inside stays as it is.
fn protected(text: &str) -> Option<usize> {
    for (open, close) in [("[[", "]]"), ("<math>", "</math>"), ("<latex>", "</latex>")] {
        if text.starts_with(open) {
            return text.find(close).map(|at| at + close.len());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_aligned_line_end_decides() {
        assert_eq!(alignment(r"a\nb\lc\rd"), Some(Align::Left));
        assert_eq!(alignment(r"a\\lb\n"), None);
    }

    #[test]
    fn guillemets_are_as_the_author_wants_them() {
        let put = |value: &str| Guillemets::named(value).put("a <<b c>> d << e <x>");
        assert_eq!(put("true"), "a «b c» d << e <x>");
        assert_eq!(put("false"), "a <<b c>> d << e <x>");
        assert_eq!(put("none"), "a b c d << e <x>");
        assert_eq!(put("[ ]"), "a [b c] d << e <x>");
        let text = "<<a>>\n{{\nclass A <<b>>\n}}\n<<c>>";
        assert_eq!(Guillemets::default().put(text), "«a»\n{{\nclass A <<b>>\n}}\n«c»");
    }

    #[test]
    fn escapes_become_what_they_mean_outside_links() {
        assert_eq!(unescape(r"a\nb\tc\\d\x"), "a\nb\tc\\d\\x");
        assert_eq!(
            unescape(r"[[http://a\nb]] x\ny <math>\nu</math>"),
            "[[http://a\\nb]] x\ny <math>\\nu</math>"
        );
        assert_eq!(unescape(r"[[open \n"), "[[open \n");
    }
}
