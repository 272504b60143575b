//! `[[url{tooltip} label]]`.

use crate::TextRange;
use crate::ast::Link;
use crate::cursor::{Cursor, is_blank, is_quote};

/// A link, if one stands here and is closed on this line.
pub fn link(cursor: &mut Cursor<'_>) -> Option<Link> {
    let mut ahead = *cursor;
    let start = ahead.pos;
    if !ahead.eat("[[") {
        return None;
    }
    let inner = ahead.rest().find("]]")?;
    let (from, to) = (ahead.pos, ahead.pos + inner);
    let text = ahead.text();
    let mut pos = from + skip_blanks(&text[from..to]);
    let url = if text[pos..to].starts_with(is_quote) {
        let open = pos + text[pos..].chars().next().map_or(1, char::len_utf8);
        let close = text[open..to].find(is_quote).map_or(to, |it| open + it);
        pos = (close + text[close..].chars().next().map_or(0, char::len_utf8)).min(to);
        (open, close)
    } else {
        let length = text[pos..to].find(|it| is_blank(it) || it == '{').unwrap_or(to - pos);
        let url = (pos, pos + length);
        pos += length;
        url
    };
    let mut tooltip = None;
    let braces = pos + skip_blanks(&text[pos..to]);
    if text[braces..to].starts_with('{')
        && let Some(close) = text[braces..to].find('}')
    {
        tooltip = Some(ahead.range(braces + 1, braces + close));
        pos = braces + close + 1;
    }
    let label = pos + skip_blanks(&text[pos..to]);
    let label = (label < to).then(|| ahead.range(label, to));
    let url: TextRange = ahead.range(url.0, url.1);
    ahead.pos = to + 2;
    *cursor = ahead;
    Some(Link { range: ahead.since(start), url, tooltip, label })
}

fn skip_blanks(text: &str) -> usize {
    text.len() - text.trim_start().len()
}
