//! `box "title" #color` and `end box`.

use crate::ast::{BoxOpen, StmtKind};
use crate::grammar::Read;
use puml_syntax::TextRange;
use puml_syntax::codes::UNEXPECTED_TEXT;
use puml_syntax::grammar::{self, color};
use puml_syntax::{Context, Miss, broken};
use puml_syntax::{Cursor, is_blank};

/// A line that opens or closes a box of participants.
pub(super) fn boxes(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let mut ahead = cursor;
    if ahead.eat_word("end") {
        ahead.blanks();
        if ahead.keyword("box") && ahead.at_end() {
            return Ok(StmtKind::BoxClose);
        }
        return Err(Miss::Other);
    }
    if !cursor.keyword("box") {
        return Err(Miss::Other);
    }
    let mut ahead = cursor;
    let blank = ahead.blanks();
    let mut quoted = ahead;
    if blank
        && let Some(name) = quoted.quoted()
        && let Some(open) = tail(quoted, Some(name.range), ctx)
    {
        return Ok(StmtKind::BoxOpen(open));
    }
    let start = ahead.pos;
    let mut title = None;
    if blank && ahead.skip(|it| it != '#') > 0 {
        let length = ahead.text()[start..ahead.pos].trim_end_matches(is_blank).len();
        title = Some(ahead.range(start, start + length));
        cursor = ahead;
    }
    match tail(cursor, title, ctx) {
        Some(open) => Ok(StmtKind::BoxOpen(open)),
        None => broken(
            ctx.at(UNEXPECTED_TEXT, cursor.rest_range(), "this does not belong to a box")
                .with_hint("a box is `box \"Title\" #color`, with a blank behind the keyword"),
        ),
    }
}

fn tail(mut cursor: Cursor<'_>, title: Option<TextRange>, ctx: &mut Context) -> Option<BoxOpen> {
    let stereotypes = grammar::stereotypes(&mut cursor);
    let colors = color::set(&mut cursor, ctx);
    cursor.blanks();
    cursor.at_end().then_some(BoxOpen { title, stereotypes, colors })
}

#[cfg(test)]
mod tests {
    use super::super::probe::{accepts, kind, refuses};
    use crate::ast::StmtKind;

    #[test]
    fn titles_may_be_quoted_or_bare() {
        accepts(&[
            "box \"T\" <<st>> #red\nend box",
            "box T #red;line:blue\nendbox",
            "box\nEnd  Box",
            "box \"o\"\nbox \"i\"\nend box\nend box",
            "box \"T\" as B\nend box",
        ]);
        let StmtKind::BoxOpen(it) = kind("box Two words #red") else { panic!() };
        assert_eq!(it.title.unwrap().slice("box Two words #red"), "Two words");
    }

    #[test]
    fn broken_boxes_are_refused() {
        refuses(&[
            ("box\"T\"", "syntax/unexpected-text"),
            ("box \"T\" #nosuch\nend box", "syntax/unknown-color"),
            ("end box", "syntax/no-open-box"),
        ]);
    }
}
