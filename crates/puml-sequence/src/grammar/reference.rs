//! `ref over A, B : text`, inline and block.

use crate::ast::{Reference, StmtKind, Text};
use crate::grammar::{Read, slips};
use puml_syntax::codes::{IGNORED_COLOR, MISSING_ARGUMENT, UNCLOSED_BLOCK, UNEXPECTED_TEXT};
use puml_syntax::grammar::{color, link};
use puml_syntax::{Close, Reader};
use puml_syntax::{Context, Miss, broken};
use puml_syntax::{Cursor, is_blank};

/// A reference to another diagram.
pub(super) fn reference(
    mut cursor: Cursor<'_>,
    ctx: &mut Context,
    reader: &mut Reader<'_>,
) -> Read {
    let start = cursor.pos;
    let parallel = cursor.eat("&").then(|| cursor.since(start));
    cursor.blanks();
    if !cursor.keyword("ref") {
        return Err(Miss::Other);
    }
    if let Some(sign) = parallel {
        return broken(ctx.at(UNEXPECTED_TEXT, sign, "`&` does not go with a reference"));
    }
    let color = color::single(&mut cursor, ctx);
    let blank = cursor.blanks();
    if !blank || !cursor.keyword("over") {
        let range = cursor.rest_range();
        let finding = ctx
            .at(MISSING_ARGUMENT, range, "`ref` needs `over` and the names of participants")
            .with_hint("write `ref over A, B : text`; a color is glued: `ref#red over A : text`");
        let word = cursor.rest().split(is_blank).next().unwrap_or_default();
        let place = cursor.range(cursor.pos, cursor.pos + word.len());
        return broken(match diag::nearest(word, ["over"]) {
            Some(near) => finding.with_fix(ctx.guess("write `over`", place, near)),
            None => finding,
        });
    }
    let mut over = Vec::new();
    let mut ahead = cursor;
    let mut wanted = ahead.blanks();
    while wanted {
        let Some(name) = ahead.name() else {
            break;
        };
        over.push(name);
        cursor = ahead;
        ahead.blanks();
        wanted = ahead.eat(",");
        ahead.blanks();
    }
    if over.is_empty() {
        let range = cursor.rest_range();
        return broken(ctx.at(
            MISSING_ARGUMENT,
            range,
            "`ref over` needs the name of a participant",
        ));
    }
    cursor.blanks();
    let link = link(&mut cursor);
    cursor.blanks();
    let text = if let Some(text) = cursor.colon_text() {
        Text::Line(text)
    } else {
        let mut ahead = cursor;
        let second = color::single(&mut ahead, ctx);
        if !ahead.at_end() {
            let range = cursor.rest_range();
            let message = format!("`{}` does not belong to a reference", cursor.rest());
            let found = ctx
                .at(UNEXPECTED_TEXT, range, message)
                .with_hint("the text follows a colon, or stands on lines up to `end ref`");
            return broken(match slips::missing_comma(cursor, ctx) {
                Some(fix) => found.with_fix(fix),
                None => found,
            });
        }
        let Some(lines) = reader.body(Close::Reference) else {
            let range = cursor.range(start, cursor.text().len());
            return broken(
                ctx.at(UNCLOSED_BLOCK, range, "this reference has no `end ref`")
                    .with_hint("close it with a line `end ref`, or write the text behind a colon"),
            );
        };
        if let Some(second) = second {
            // The reference never looks at this color, known or not.
            ctx.diagnostics.retain(|it| it.span != second.range.in_source(ctx.source));
            let message = "only a color glued to `ref` has an effect";
            ctx.report(ctx.at(IGNORED_COLOR, second.range, message));
        }
        Text::Lines(lines)
    };
    Ok(StmtKind::Reference(Box::new(Reference { parallel, color, over, link, text })))
}

#[cfg(test)]
mod tests {
    use super::super::probe::{accepts, kind, refuses};
    use crate::ast::StmtKind;

    #[test]
    fn both_forms_take_any_number_of_participants() {
        accepts(&[
            "ref over A : x",
            "ref#red over A, \"B c\" , C [[u]] : x",
            "ref over A\nx\nend ref",
            "ref over A, B\nx\nend",
            "Ref Over A:",
        ]);
        let StmtKind::Reference(it) = kind("ref over A,B,C : x") else { panic!() };
        assert_eq!(it.over.len(), 3);
    }

    #[test]
    fn broken_references_are_refused() {
        refuses(&[
            ("ref #red over A : x", "syntax/missing-argument"),
            ("ref over : x", "syntax/missing-argument"),
            ("ref A : x", "syntax/missing-argument"),
            ("& ref over A : x", "syntax/unexpected-text"),
            ("ref over A\nx", "syntax/unclosed-block"),
            ("ref#nosuch over A : x", "syntax/unknown-color"),
        ]);
    }
}
