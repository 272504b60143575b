//! What a line may be: one file per construct, tried in the reference's order.

mod change;
mod chart;
mod message;
mod note;
mod player;
mod tick;

use puml_syntax::codes::UNKNOWN_STATEMENT;
use puml_syntax::grammar::{Rule, first_match, shared_rules};
use puml_syntax::{Context, Cursor, Miss, Reader, Stage};

use crate::ast::StmtKind;

/// A construct's answer to a line.
type Read<T = StmtKind> = puml_syntax::Read<T>;

/// First match wins.
const RULES: [Rule<StmtKind>; 16] = [
    |cursor, _, ctx, _| player::player(cursor, ctx),
    |cursor, _, _, _| player::states(cursor),
    |cursor, _, ctx, _| change::by_player(cursor, ctx),
    |cursor, _, ctx, _| change::by_tick(cursor, ctx),
    |cursor, _, _, _| tick::time(cursor),
    |cursor, _, _, _| tick::focus(cursor),
    |cursor, _, ctx, _| message::message(cursor, ctx),
    |cursor, _, ctx, reader| note::note(cursor, ctx, reader),
    |cursor, _, ctx, _| message::constraint(cursor, ctx),
    |cursor, _, ctx, _| chart::scale(cursor, ctx),
    |cursor, _, _, _| chart::axis(cursor),
    |cursor, _, ctx, _| chart::highlight(cursor, ctx),
    |cursor, _, _, _| chart::compact(cursor),
    |cursor, _, _, _| chart::player_setting(cursor),
    |cursor, _, _, _| chart::date_format(cursor),
    |cursor, _, _, _| chart::unread(cursor),
];

/// What a line is; where nothing fits, the finding of the construct that came furthest.
pub(crate) fn statement(
    cursor: Cursor<'_>,
    stage: Stage,
    ctx: &mut Context,
    reader: &mut Reader<'_>,
) -> Read {
    // `scale 5 as 100 pixels` begins like the scale of every family.
    if let Ok(kind) = first_match(&RULES[..1], cursor, stage, ctx, reader) {
        return Ok(kind);
    }
    let shared = match first_match(&shared_rules(), cursor, stage, ctx, reader) {
        Ok(kind) => return Ok(kind),
        Err(finding) => finding,
    };
    first_match(&RULES, cursor, stage, ctx, reader).map_err(|furthest| {
        Miss::Broken(furthest.or(shared).unwrap_or_else(|| Box::new(unknown(cursor, ctx))))
    })
}

const KEYWORDS: [&str; 16] = [
    "robust",
    "concise",
    "rectangle",
    "binary",
    "clock",
    "analog",
    "compact",
    "highlight",
    "note",
    "scale",
    "hide",
    "title",
    "legend",
    "header",
    "footer",
    "skinparam",
];

/// The finding for a line that no construct began.
fn unknown(cursor: Cursor<'_>, ctx: &Context) -> diag::Diagnostic {
    let text = cursor.text();
    let word = &text[..text.find(|it: char| !it.is_alphanumeric()).unwrap_or(text.len())];
    let range = cursor.range(0, if word.is_empty() { text.len() } else { word.len() });
    let finding = ctx.at(UNKNOWN_STATEMENT, range, "this line is no statement of a timing diagram");
    let near = diag::nearest(word, KEYWORDS);
    match near.filter(|it| word.len() > 2 && !it.eq_ignore_ascii_case(word)) {
        Some(near) => finding
            .with_hint(format!("did you mean `{near}`?"))
            .with_fix(ctx.guess(format!("replace with `{near}`"), range, near)),
        None => finding.with_hint(
            "a line declares a player, names a moment `@5`, changes a state `W is idle` or draws an arrow",
        ),
    }
}
