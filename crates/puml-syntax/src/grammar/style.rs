//! `<style>` blocks: nested selectors around `Property value`.

use crate::TextRange;
use crate::ast::{Shared, StyleDeclaration, StyleSheet};
use crate::codes::{UNCLOSED_BLOCK, UNEXPECTED_TEXT};
use crate::context::{Context, Miss, Read, broken};
use crate::cursor::Cursor;
use crate::lines::trimmed;
use crate::reader::{Close, Reader};

/// A style sheet, on its own lines or on one.
pub fn style(mut cursor: Cursor<'_>, ctx: &mut Context, reader: &mut Reader<'_>) -> Read<Shared> {
    let start = cursor.pos;
    if !cursor.eat_word("<style") {
        return Err(Miss::Other);
    }
    let mut sheet = StyleSheet::default();
    if cursor.blanks() && cursor.eat_word("src=") {
        cursor.skip(|it| matches!(it, '"' | '\''));
        let from = cursor.pos;
        cursor.skip(|it| !matches!(it, '>' | '"' | '\''));
        sheet.source = Some(cursor.since(from));
        return Ok(Shared::Style(sheet));
    }
    if !cursor.eat(">") {
        return Err(Miss::Other);
    }
    let source = reader.lines.text;
    let mut reading = Sheet {
        source,
        path: Vec::new(),
        pending: None,
        comment: false,
        stray: None,
        found: sheet,
    };
    let rest = cursor.rest_range();
    let inline = cursor.rest().to_ascii_lowercase().find("</style>");
    if let Some(at) = inline {
        reading.line(cursor.range(cursor.pos, cursor.pos + at));
    } else {
        let Some(lines) = reader.body(Close::Style) else {
            let range = cursor.range(start, cursor.text().len());
            return broken(ctx.at(UNCLOSED_BLOCK, range, "this style sheet has no `</style>`"));
        };
        reading.line(rest);
        for line in lines.lines {
            reading.line(line);
        }
    }
    if let Some(stray) = reading.stray.or(reading.pending) {
        let word = stray.slice(source);
        let message = format!("`{word}` in this style sheet has neither a value nor a block");
        let finding = ctx
            .at(UNEXPECTED_TEXT, cursor.range(start, start + "<style>".len()), message)
            .with_fix(ctx.guess(format!("remove `{word}`"), stray, ""));
        return broken(finding);
    }
    Ok(Shared::Style(reading.found))
}

struct Sheet<'a> {
    source: &'a str,
    path: Vec<TextRange>,
    /// A line without a value: the selector of a `{` on the next line.
    pending: Option<TextRange>,
    comment: bool,
    /// The first word that is neither a selector nor a property.
    stray: Option<TextRange>,
    found: StyleSheet,
}

impl Sheet<'_> {
    fn line(&mut self, line: TextRange) {
        let mut rest = trimmed(self.source, line);
        while !rest.is_empty() {
            rest = self.piece(rest);
        }
    }

    /// Reads up to the next brace, semicolon or end; what is left.
    fn piece(&mut self, range: TextRange) -> TextRange {
        let text = range.slice(self.source);
        if self.comment {
            return match text.find("*/") {
                Some(at) => {
                    self.comment = false;
                    self.after(range, at + 2)
                }
                None => TextRange::at(range.end),
            };
        }
        if text.starts_with("/*") {
            self.comment = true;
            return self.after(range, 2);
        }
        let stop = text.find(['{', '}', ';']).unwrap_or(text.len());
        // A comment to the end of the line may begin inside a word, as in an address.
        if let Some(at) = text[..stop].find("//") {
            let before = TextRange::new(range.start, range.start + at as u32);
            self.declaration(trimmed(self.source, before));
            return TextRange::at(range.end);
        }
        let comment = text[..stop].find("/*").unwrap_or(stop);
        let stop = stop.min(comment);
        let piece = trimmed(self.source, TextRange::new(range.start, range.start + stop as u32));
        match text.as_bytes().get(stop) {
            Some(b'{') => {
                let pending = self.pending.take();
                let selector = if piece.is_empty() {
                    pending
                } else {
                    self.stray = self.stray.or(pending);
                    Some(piece)
                };
                if !is_selector(selector.map_or("", |it| it.slice(self.source))) {
                    let brace = range.start + stop as u32;
                    let missing = TextRange::new(brace, brace + 1);
                    self.stray = self.stray.or(selector).or(Some(missing));
                }
                self.path.push(selector.unwrap_or(piece));
                self.after(range, stop + 1)
            }
            Some(b'}') => {
                self.declaration(piece);
                self.stray = self.stray.or(self.pending.take());
                self.path.pop();
                self.after(range, stop + 1)
            }
            Some(b';') => {
                self.declaration(piece);
                self.after(range, stop + 1)
            }
            _ => {
                self.declaration(piece);
                self.after(range, stop)
            }
        }
    }

    fn after(&self, range: TextRange, bytes: usize) -> TextRange {
        trimmed(self.source, TextRange::new(range.start + bytes as u32, range.end))
    }

    fn declaration(&mut self, range: TextRange) {
        if range.is_empty() {
            return;
        }
        let text = range.slice(self.source);
        let pending = self.pending.take();
        // What is no property can only be a selector, and no brace followed.
        let is_lost = |it: &TextRange| is_list(it.slice(self.source));
        self.stray = self.stray.or(pending.filter(is_lost));
        let at = property_end(text).filter(|it| *it > 0);
        let (property, value) = match (at, pending) {
            // A value may stand on the line below its property.
            (None, Some(property)) => (property, range),
            (None, None) => {
                self.pending = Some(range);
                return;
            }
            (Some(at), _) => {
                let value = text[at..].trim_start_matches([' ', '\t', ':']);
                if is_list(text) || !is_value(value) {
                    self.pending = Some(range);
                    return;
                }
                let value = TextRange::new(range.end - value.len() as u32, range.end);
                (TextRange::new(range.start, range.start + at as u32), value)
            }
        };
        let selectors = self.path.clone();
        self.found.declarations.push(StyleDeclaration { selectors, property, value });
    }
}

/// Where the name of a property ends: a class such as `.x y` holds blanks, and so does a name in quotes.
fn property_end(text: &str) -> Option<usize> {
    match text.as_bytes().first()? {
        b'.' => text.find(':'),
        b'"' => text[1..].find('"').map(|it| it + 2).filter(|it| *it < text.len()),
        _ => text.find([' ', '\t', ':']),
    }
}

/// Whether a text begins as only selectors do: with a star, or with names between commas.
fn is_list(text: &str) -> bool {
    let name = property_end(text).map_or(text, |it| &text[..it]);
    !name.starts_with('"') && (name.starts_with('*') || name.contains(','))
}

/// Signs may stand between the words of a value, not behind them.
fn is_value(text: &str) -> bool {
    let has_end = !text.is_empty() && !text.ends_with([':', ',']);
    has_end && text.split_whitespace().next_back() != Some("*") && !text.starts_with("**")
}

/// Whether commas divide the words; a rule such as `@media` has a language of its own. A class holds blanks, and so
/// does a name in quotes; a star stands at the end.
fn is_selector(text: &str) -> bool {
    if text.starts_with('@') {
        return true;
    }
    let list = text.strip_suffix('*').map_or(text, str::trim_end);
    list.split(',').all(|part| {
        let part = part.trim();
        let is_quoted = part.len() > 1 && part.starts_with('"') && part.ends_with('"');
        let is_word = || !part.starts_with('*') && part.split_whitespace().count() == 1;
        part.starts_with('.') || is_quoted || is_word()
    })
}

#[cfg(test)]
mod tests {
    use super::super::probe::{accepts, kind, refuses};
    use crate::ast::Shared;

    #[test]
    fn selectors_nest_on_one_line_or_many() {
        for text in [
            "<style>\nsequenceDiagram {\n  participant, actor {\n    LineColor: red;\n  }\n}\n</style>",
            "<style> sequenceDiagram { participant, actor { LineColor red } } </style>",
            "<style>\nsequenceDiagram\n{\n/* x */ participant, actor {\n// y\nLineColor red\n}\n}\n</style>",
        ] {
            let Shared::Style(it) = kind(text) else { panic!("{text}") };
            let [only] = it.declarations.as_slice() else { panic!("{text} {it:?}") };
            let selectors: Vec<&str> = only.selectors.iter().map(|it| it.slice(text)).collect();
            assert_eq!(selectors, ["sequenceDiagram", "participant, actor"], "{text}");
            assert_eq!(only.property.slice(text), "LineColor");
            assert_eq!(only.value.slice(text), "red");
        }
    }

    #[test]
    fn names_and_values_are_those_of_the_reference() {
        let sheet = |text: &str| format!("<style>\nclassDiagram {{\n{text}\n}}\n</style>");
        for text in [
            ".a .b { c d }",
            ".a b { c d }",
            "\"a b\" { c d }",
            ".\"a b\" { c d }",
            "a * { c d }",
            "a, b { c d }",
            ".x: y",
            "a b // c",
            "a b, c",
            "\"a, b\" c",
            "a b:c",
            "a::b",
            "a * b",
        ] {
            accepts(&[sheet(text).as_str()]);
        }
        for text in [
            "a .b { c d }",
            "a *, b { c d }",
            "* { c d }",
            "* x",
            "**** x",
            ".x y",
            "a // b",
            "a http://x",
            "a, b",
            "a ,",
            "a b *",
            "a **b",
            "a b:",
        ] {
            refuses(&[(sheet(text).as_str(), "syntax/unexpected-text")]);
        }
    }

    #[test]
    fn a_sheet_needs_its_end() {
        accepts(&["<style src=\"a.css\">", "<style>\nparticipant {\n</style>"]);
        refuses(&[
            ("<style>\nparticipant {", "syntax/unclosed-block"),
            ("<style>\nparticipant {\nFontSize\n}\n</style>", "syntax/unexpected-text"),
            ("<style>\nonce\nparticipant {\n}\n</style>", "syntax/unexpected-text"),
            ("<style>\nactor arrow {\n}\n</style>", "syntax/unexpected-text"),
            ("<style>\n{\n}\n</style>", "syntax/unexpected-text"),
        ]);
    }
}
