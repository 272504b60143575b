//! `$one $two`: tags by which commands find elements.

use crate::TextRange;
use crate::cursor::{Cursor, is_blank, is_quote};

/// Tags with the blanks before them, each without its `$`; none at all is fine.
pub fn tags(cursor: &mut Cursor<'_>) -> Vec<TextRange> {
    let mut found = Vec::new();
    loop {
        let mut ahead = *cursor;
        ahead.blanks();
        if !ahead.eat("$") {
            return found;
        }
        let start = ahead.pos;
        let is_part =
            |it: char| !is_blank(it) && !is_quote(it) && !matches!(it, '{' | '}' | '<' | '>' | '$');
        if ahead.skip(is_part) == 0 {
            return found;
        }
        found.push(ahead.since(start));
        *cursor = ahead;
    }
}
