//! The pieces that nodes of both notations are made of.

use puml_syntax::grammar::color;
use puml_syntax::{Context, Cursor, Reader, TextRange, is_blank, trimmed};

use crate::ast::{ColorRef, NodeText};

/// Blanks before the line that is being read; a tab counts as one.
pub(super) fn blanks(reader: &Reader<'_>) -> u32 {
    let line = reader.lines.all[reader.next - 1];
    TextRange::new(line.raw.start, line.content.start).slice(reader.lines.text).chars().count()
        as u32
}

/// `[#colour]`: one colour word in brackets; anything else in brackets is text.
pub(super) fn boxed_color(cursor: &mut Cursor<'_>, ctx: &mut Context) -> Option<ColorRef> {
    let inner = cursor.rest().strip_prefix("[#")?;
    let end = inner.find(']')?;
    if end == 0 || !inner[..end].chars().all(color::is_word) {
        return None;
    }
    cursor.advance(1);
    let found = color::single(cursor, ctx);
    cursor.advance(1);
    found
}

/// A text without the `<<classes>>` at its end, and those classes in order.
pub(super) fn classes(text: &str, range: TextRange) -> (TextRange, Vec<TextRange>) {
    let mut found = Vec::new();
    let mut rest = trimmed(text, range);
    while let Some(inner) = rest.slice(text).strip_suffix(">>") {
        let Some(open) = inner.rfind("<<") else { break };
        let start = rest.start + open as u32;
        let class = trimmed(text, TextRange::new(start + 2, rest.end - 2));
        if !class.is_empty() {
            found.push(class);
        }
        rest = trimmed(text, TextRange::new(rest.start, start));
    }
    found.reverse();
    (rest, found)
}

/// The lines from the `:` at the cursor to the first later line that ends in `;`; nothing, and nothing consumed, where
/// no such line comes.
pub(super) fn until_semicolon(
    cursor: Cursor<'_>,
    reader: &mut Reader<'_>,
) -> Option<(NodeText, Vec<TextRange>)> {
    let text = reader.lines.text;
    let mut lines = vec![cursor.rest_range()];
    for at in reader.next..reader.stop {
        let line = reader.lines.all[at];
        let (rest, stereotypes) = classes(text, line.content);
        if rest.slice(text).ends_with(';') {
            lines.push(TextRange::new(line.raw.start.min(rest.start), rest.end - 1));
            reader.next = at + 1;
            return Some((NodeText::Lines(lines), stereotypes));
        }
        lines.push(line.raw);
    }
    None
}

/// The text behind the marks, with at least one blank before it if there is any.
pub(super) fn line_text(cursor: Cursor<'_>, text: &str) -> (NodeText, Vec<TextRange>) {
    let (rest, stereotypes) = classes(text, cursor.rest_range());
    (NodeText::Line(rest), stereotypes)
}

/// Whether the line goes on with a blank or ends.
pub(super) fn at_blank(cursor: Cursor<'_>) -> bool {
    cursor.peek().is_none_or(is_blank)
}
