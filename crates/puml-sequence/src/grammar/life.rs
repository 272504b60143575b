//! `activate`, `deactivate`, `destroy`, `A ++`, `A --`, `return`, `autoactivate`.

use crate::ast::{Life, LifeAction, Return, StmtKind, Switch};
use crate::codes::syntax::GLUED_KEYWORD;
use crate::grammar::Read;
use puml_syntax::Cursor;
use puml_syntax::codes::{MISSING_ARGUMENT, UNEXPECTED_TEXT};
use puml_syntax::grammar::color;
use puml_syntax::{Context, Miss, broken};

const ACTIONS: [(&str, LifeAction); 3] = [
    ("activate", LifeAction::Activate),
    ("deactivate", LifeAction::Deactivate),
    ("destroy", LifeAction::Destroy),
];

/// The commands that start with a verb.
pub(super) fn command(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let start = cursor.pos;
    let Some(action) = cursor.one_of(&ACTIONS) else {
        return Err(Miss::Other);
    };
    let keyword = cursor.since(start);
    if cursor.at_end() {
        if action == LifeAction::Deactivate {
            return Ok(StmtKind::Life(Life { action, who: None, back: None, line: None }));
        }
        let message = format!("`{}` needs the name of a participant", cursor.text());
        return broken(ctx.at(MISSING_ARGUMENT, keyword, message));
    }
    let blank = cursor.blanks();
    let Some(who) = blank.then(|| cursor.name()).flatten() else {
        return Err(Miss::Other);
    };
    cursor.blanks();
    let back = color::single(&mut cursor, ctx);
    let line = cursor.blanks().then(|| color::single(&mut cursor, ctx)).flatten();
    if !cursor.at_end() {
        return broken(leftover(cursor, "`activate A #fill #border` has at most two colors", ctx));
    }
    Ok(StmtKind::Life(Life { action, who: Some(who), back, line }))
}

/// `A ++ #color` and `A --`.
pub(super) fn shorthand(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let Some(who) = cursor.code() else {
        return Err(Miss::Other);
    };
    cursor.blanks();
    let action = if cursor.eat("++") {
        LifeAction::Activate
    } else if cursor.eat("--") {
        LifeAction::Deactivate
    } else {
        return Err(Miss::Other);
    };
    cursor.blanks();
    let back = color::single(&mut cursor, ctx);
    if !cursor.at_end() {
        return Err(Miss::Other);
    }
    Ok(StmtKind::Life(Life { action, who: Some(who), back, line: None }))
}

/// `return [#color] [text]`.
pub(super) fn reply(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let start = cursor.pos;
    let parallel = cursor.eat("&").then(|| cursor.since(start));
    cursor.blanks();
    let keyword = cursor.pos;
    if !cursor.eat_word("return") {
        return Err(Miss::Other);
    }
    let glued = cursor.peek().is_some_and(|it| it.is_alphanumeric() || it == '_');
    let keyword = cursor.since(keyword);
    let gap = cursor.range(cursor.pos, cursor.pos);
    cursor.blanks();
    let mut ahead = cursor;
    let reported = ctx.diagnostics.len();
    let color = color::single(&mut ahead, ctx).filter(|_| ahead.blanks());
    if color.is_some() {
        cursor = ahead;
    } else {
        // Without a text behind it the color is the text.
        ctx.diagnostics.truncate(reported);
    }
    let text = (!cursor.at_end()).then(|| cursor.rest_range());
    if glued {
        let message = "`return` is glued to its text";
        let finding = ctx.at(GLUED_KEYWORD, keyword, message);
        ctx.report(finding.with_fix(ctx.safe("insert a blank", gap, " ")));
    }
    Ok(StmtKind::Return(Return { parallel, color, text }))
}

/// `autoactivate on|off`.
pub(super) fn autoactivate(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let start = cursor.pos;
    if !cursor.keyword("autoactivate") {
        return Err(Miss::Other);
    }
    let keyword = cursor.since(start);
    cursor.blanks();
    let switch = cursor.one_of(&[("on", Switch::On), ("off", Switch::Off)]);
    match switch.filter(|_| cursor.at_end()) {
        Some(switch) => Ok(StmtKind::AutoActivate(switch)),
        None => broken(
            ctx.at(MISSING_ARGUMENT, keyword, "`autoactivate` needs `on` or `off`")
                .with_hint("write `autoactivate on`"),
        ),
    }
}

fn leftover(cursor: Cursor<'_>, hint: &str, ctx: &Context) -> diag::Diagnostic {
    let message = format!("`{}` cannot stand here", cursor.rest());
    let finding = ctx.at(UNEXPECTED_TEXT, cursor.rest_range(), message).with_hint(hint);
    if cursor.rest() == ";" {
        return finding.with_fix(ctx.safe("remove it", cursor.rest_range(), ""));
    }
    finding
}

#[cfg(test)]
mod tests {
    use super::super::probe::{accepts, kind, refuses};
    use crate::ast::{LifeAction, StmtKind, Switch};

    #[test]
    fn verbs_and_shorthands_are_taken() {
        accepts(&[
            "activate A",
            "activate \"A B\" #red #blue",
            "deactivate A",
            "deactivate",
            "destroy A",
            "A ++ #gold",
            "A--",
            "return",
            "& return #red done",
            "autoactivate on",
        ]);
        let StmtKind::Life(it) = kind("A --") else { panic!() };
        assert_eq!(it.action, LifeAction::Deactivate);
        let StmtKind::Return(it) = kind("return #5") else { panic!() };
        assert!(it.color.is_none() && it.text.is_some());
        assert_eq!(kind("autoactivate off"), StmtKind::AutoActivate(Switch::Off));
    }

    #[test]
    fn missing_names_and_switches_are_refused() {
        refuses(&[
            ("activate", "syntax/missing-argument"),
            ("autoactivate", "syntax/missing-argument"),
            ("activate A #red #blue #green", "syntax/unexpected-text"),
            ("activate A #nosuch", "syntax/unknown-color"),
        ]);
    }
}
