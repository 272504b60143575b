//! Dividers, delays, space, page breaks, durations.

use crate::ast::{Delay, Divider, Duration, NewPage, Space, StmtKind};
use crate::codes::syntax::MALFORMED_STRETCH;
use crate::grammar::Read;
use puml_syntax::Cursor;
use puml_syntax::codes::MISSING_ARGUMENT;
use puml_syntax::grammar::{chrome, inert};
use puml_syntax::{Context, Miss, broken};

/// `== text ==`.
pub(super) fn divider(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let text = cursor.text();
    if !cursor.eat("==") {
        return Err(Miss::Other);
    }
    let Some(inner) = cursor.rest().strip_suffix("==") else {
        let end = cursor.range(text.len(), text.len());
        return broken(
            ctx.at(MALFORMED_STRETCH, cursor.range(0, text.len()), "this divider is not closed")
                .with_hint("a divider is `== text ==`")
                .with_fix(ctx.safe("close the divider", end, " ==")),
        );
    };
    let stop = cursor.pos + inner.len();
    cursor.blanks();
    let start = cursor.pos.min(stop);
    Ok(StmtKind::Divider(Divider { text: cursor.range(start, stop) }))
}

/// `...`, `...text...`, also with the one-character ellipsis.
pub(super) fn delay(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let text = cursor.text();
    if !cursor.eat("...") && !cursor.eat("…") {
        return Err(Miss::Other);
    }
    if cursor.at_end() {
        return Ok(StmtKind::Delay(Delay { text: None }));
    }
    let rest = cursor.rest();
    let Some(inner) = rest.strip_suffix("...").or_else(|| rest.strip_suffix('…')) else {
        let whole = cursor.range(0, text.len());
        let dots = text.chars().all(|it| it == '.');
        let fixed = if dots { "...".to_owned() } else { format!("{text}...") };
        return broken(
            ctx.at(MALFORMED_STRETCH, whole, "this delay is not `...` and not `...text...`")
                .with_fix(ctx.safe(format!("write `{fixed}`"), whole, &fixed)),
        );
    };
    let range = cursor.range(cursor.pos, cursor.pos + inner.len());
    Ok(StmtKind::Delay(Delay { text: (!inner.is_empty()).then_some(range) }))
}

/// `|||`, `||45||`.
pub(super) fn space(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let text = cursor.text();
    if !cursor.eat("||") {
        return Err(Miss::Other);
    }
    let digits = cursor.digits();
    let bars = cursor.skip(|it| it == '|');
    if bars == 0 || !cursor.at_end() {
        let whole = cursor.range(0, text.len());
        let number: String = text.chars().filter(char::is_ascii_digit).collect();
        let fixed = if number.is_empty() { "|||".to_owned() } else { format!("||{number}||") };
        return broken(
            ctx.at(MALFORMED_STRETCH, whole, "this space is not `|||` and not `||45||`")
                .with_fix(ctx.safe(format!("write `{fixed}`"), whole, &fixed)),
        );
    }
    Ok(StmtKind::Space(Space { pixels: digits.map(|it| it.parse().unwrap_or(u32::MAX)) }))
}

/// `newpage`, `ignore newpage`, `autonewpage 10`.
pub(super) fn page(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let start = cursor.pos;
    if cursor.eat_word("ignore") {
        cursor.blanks();
        if cursor.keyword("newpage") && cursor.at_end() {
            return Ok(StmtKind::IgnoreNewPage);
        }
        return Err(Miss::Other);
    }
    if cursor.keyword("autonewpage") {
        let keyword = cursor.since(start);
        if cursor.blanks() && cursor.digits().is_some() && cursor.at_end() {
            return Ok(inert(keyword));
        }
        return broken(ctx.at(MISSING_ARGUMENT, keyword, "`autonewpage` needs a number"));
    }
    cursor.eat("@");
    if !cursor.keyword("newpage") {
        return Err(Miss::Other);
    }
    if cursor.at_end() {
        return Ok(StmtKind::NewPage(NewPage { title: None }));
    }
    let keyword = cursor.since(start);
    match chrome::free_text(&mut cursor) {
        Some(title) => Ok(StmtKind::NewPage(NewPage { title: Some(title) })),
        None => broken(ctx.at(
            MISSING_ARGUMENT,
            keyword,
            "the title of a new page needs a letter or digit",
        )),
    }
}

/// `{a} <-> {b} : text`.
pub(super) fn duration(mut cursor: Cursor<'_>) -> Read {
    let Some(from) = cursor.anchor() else {
        return Err(Miss::Other);
    };
    cursor.blanks();
    if !cursor.eat("<->") {
        return Err(Miss::Other);
    }
    cursor.blanks();
    let Some(to) = cursor.anchor() else {
        return Err(Miss::Other);
    };
    cursor.blanks();
    let text = cursor.colon_text();
    if !cursor.at_end() {
        return Err(Miss::Other);
    }
    Ok(StmtKind::Duration(Duration { from, to, text }))
}

#[cfg(test)]
mod tests {
    use super::super::probe::{accepts, kind, refuses};
    use crate::ast::{Space, StmtKind};

    #[test]
    fn every_form_is_taken() {
        accepts(&[
            "== x ==",
            "====",
            "=== x ===",
            "...",
            "...later...",
            "…later…",
            "|||",
            "||45||",
            "||45|",
            "newpage",
            "newpage : Two",
            "@newpage",
            "ignore newpage",
            "autonewpage 10",
            "{a} <-> {b} : 5 s",
        ]);
        assert_eq!(kind("||7||"), StmtKind::Space(Space { pixels: Some(7) }));
    }

    #[test]
    fn half_written_ones_are_refused() {
        refuses(&[
            ("== x", "syntax/malformed-stretch"),
            ("....", "syntax/malformed-stretch"),
            ("...later", "syntax/malformed-stretch"),
            ("||", "syntax/malformed-stretch"),
            ("|| 45 ||", "syntax/malformed-stretch"),
            ("newpage !!!", "syntax/missing-argument"),
            ("autonewpage", "syntax/missing-argument"),
        ]);
    }
}
