//! `hide …`, `show …`, `footbox on|off`, `url of A is [[…]]`.

use crate::ast::{StmtKind, Switch};
use crate::grammar::Read;
use puml_syntax::codes::MISSING_ARGUMENT;
use puml_syntax::grammar::inert;
use puml_syntax::grammar::link;
use puml_syntax::{Context, Miss, broken};
use puml_syntax::{Cursor, is_blank};

/// `hide` and `show` commands, and `footbox`.
pub(super) fn hide(mut cursor: Cursor<'_>) -> Read {
    let start = cursor.pos;
    if cursor.keyword("footbox") {
        cursor.blanks();
        let switch = cursor.one_of(&[("on", Switch::On), ("off", Switch::Off)]);
        if cursor.at_end() {
            return Ok(StmtKind::Footbox(switch.unwrap_or(Switch::Off)));
        }
        return Err(Miss::Other);
    }
    let switch = if cursor.eat_word("hide") {
        Switch::Off
    } else if cursor.eat_word("show") {
        Switch::On
    } else {
        return Err(Miss::Other);
    };
    let keyword = cursor.since(start);
    let blank = cursor.blanks();
    let rest = cursor.rest();
    if rest.eq_ignore_ascii_case("footbox") {
        return Ok(StmtKind::Footbox(switch));
    }
    if !blank {
        return Err(Miss::Other);
    }
    let target = rest.strip_prefix('@').unwrap_or(rest);
    if target.eq_ignore_ascii_case("unlinked") {
        return Ok(StmtKind::Unlinked(switch));
    }
    let last = rest.split(is_blank).next_back().unwrap_or_default().to_ascii_lowercase();
    if matches!(last.as_str(), "stereotype" | "stereotypes") {
        return Ok(StmtKind::Stereotypes(switch));
    }
    let known = matches!(
        last.as_str(),
        "members"
            | "member"
            | "attributes"
            | "attribute"
            | "fields"
            | "field"
            | "methods"
            | "method"
            | "circle"
            | "circles"
            | "circled"
            | "description"
    );
    if known { Ok(inert(keyword)) } else { Err(Miss::Other) }
}

/// `url [of|for] A [is] [[…]]`.
pub(super) fn url(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let start = cursor.pos;
    if !cursor.keyword("url") {
        return Err(Miss::Other);
    }
    let keyword = cursor.since(start);
    if !cursor.blanks() {
        return Err(Miss::Other);
    }
    let mut ahead = cursor;
    if (ahead.keyword("of") || ahead.keyword("for")) && ahead.blanks() {
        cursor = ahead;
    }
    let Some(who) = cursor.name() else {
        return Err(Miss::Other);
    };
    cursor.blanks();
    cursor.keyword("is");
    cursor.blanks();
    match link(&mut cursor).filter(|_| cursor.at_end()) {
        Some(link) => Ok(StmtKind::Url { who, link }),
        None => broken(
            ctx.at(MISSING_ARGUMENT, keyword, "`url` needs a participant and a link")
                .with_hint("write `url of A is [[https://example.com]]`"),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::probe::{accepts, kind, refuses};
    use crate::ast::{StmtKind, Switch};

    #[test]
    fn hidden_and_shown_things_are_told_apart() {
        accepts(&[
            "hide footbox",
            "hidefootbox",
            "footbox on",
            "show unlinked",
            "hide @unlinked",
            "hide stereotype",
            "hide empty members",
            "hide empty description",
            "url of A is [[http://x]]",
            "url A [[http://x]]",
        ]);
        assert_eq!(kind("footbox"), StmtKind::Footbox(Switch::Off));
        assert_eq!(kind("show footbox"), StmtKind::Footbox(Switch::On));
    }

    #[test]
    fn unknown_targets_are_refused() {
        refuses(&[
            ("hide everything", "syntax/unknown-statement"),
            ("url of A is nowhere", "syntax/missing-argument"),
        ]);
    }
}
