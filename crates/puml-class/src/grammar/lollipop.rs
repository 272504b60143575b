//! `A ()-- text` and `A -(( text`: a circle that belongs to one class.

use puml_syntax::grammar;
use puml_syntax::{Cursor, Miss, TextRange};

use super::{Read, arrow, link, name};
use crate::ast::{EntityKind, Lollipop, StmtKind};

/// One end: its name without and with quotes, and the text beside it.
struct End {
    name: puml_syntax::ast::Name,
    outer: TextRange,
}

pub(super) fn lollipop(mut cursor: Cursor<'_>) -> Read {
    link::weight(&mut cursor);
    kind(&mut cursor);
    for (left, after) in ends(cursor) {
        if let Some(found) = from_left(&left, after) {
            return Ok(StmtKind::Lollipop(Box::new(found)));
        }
    }
    Err(Miss::Other)
}

fn from_left(left: &End, mut cursor: Cursor<'_>) -> Option<Lollipop> {
    grammar::stereotypes(&mut cursor);
    cursor.blanks();
    let left_text = cursor.quoted().map(|it| it.range);
    cursor.blanks();
    let before = if cursor.eat("()") {
        Some(false)
    } else if cursor.eat("))") {
        Some(true)
    } else {
        None
    };
    let from = cursor.pos;
    let length = cursor.skip(arrow::is_body) as u32;
    let dashed = cursor.text()[from..cursor.pos].contains('.');
    if length == 0 {
        return None;
    }
    let after = match before {
        Some(_) => None,
        None if cursor.eat("()") => Some(false),
        None if cursor.eat("((") => Some(true),
        None => return None,
    };
    cursor.blanks();
    let mut ahead = cursor;
    let text = ahead.quoted().map(|it| it.range);
    let tries = [(text, ahead), (None, cursor)];
    for (right_text, mut cursor) in
        tries.into_iter().filter(|it| it.0.is_some() || text.is_none() || it.1.pos == cursor.pos)
    {
        cursor.blanks();
        kind(&mut cursor);
        for (right, mut after_name) in ends(cursor) {
            grammar::stereotypes(&mut after_name);
            after_name.blanks();
            let label = after_name.colon_text().filter(|it| !it.is_empty());
            if !after_name.at_end() {
                continue;
            }
            let circle_first = before.is_some();
            let (owner, circle) =
                if circle_first { (right.name, left.outer) } else { (left.name, right.outer) };
            return Some(Lollipop {
                owner,
                circle,
                circle_first,
                half: before.or(after).unwrap_or_default(),
                length,
                dashed,
                left_text,
                right_text,
                label,
            });
        }
    }
    None
}

fn ends(cursor: Cursor<'_>) -> Vec<(End, Cursor<'_>)> {
    let from = cursor.pos;
    let with = |(name, after): (puml_syntax::ast::Name, Cursor<'_>)| End {
        name,
        outer: after.since(from),
    };
    name::ends(cursor).into_iter().map(|it| (with(it), it.1)).collect()
}

/// A keyword before a name says nothing here.
fn kind(cursor: &mut Cursor<'_>) {
    for (words, _) in EntityKind::KEYWORDS {
        let mut ahead = *cursor;
        let mut all = words.split(' ');
        if all.next().is_some_and(|it| ahead.keyword(it))
            && all.all(|it| ahead.blanks() && ahead.keyword(it))
            && ahead.blanks()
            && ahead.peek().is_some_and(|it| it.is_alphanumeric() || it == '"')
        {
            *cursor = ahead;
            return;
        }
    }
}
