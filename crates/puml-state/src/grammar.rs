//! What a line may be: one file per construct, tried in the reference's order.

mod arrow;
mod note;
mod settings;
mod state;
mod transition;

use puml_syntax::codes::UNKNOWN_STATEMENT;
use puml_syntax::grammar::{
    Rule, chrome, directive, first_match, scale, skinparam, sprite, style, table,
};
use puml_syntax::{Context, Cursor, Miss, Reader, Stage};

use crate::ast::StmtKind;

/// A construct's answer to a line.
type Read<T = StmtKind> = puml_syntax::Read<T>;

/// First match wins.
const RULES: [Rule<StmtKind>; 23] = [
    |cursor, stage, ctx, _| directive(cursor, stage, ctx).map(StmtKind::from),
    |cursor, _, _, _| settings::direction(cursor),
    |cursor, _, ctx, _| state::state(cursor, ctx),
    |cursor, _, ctx, _| transition::transition(cursor, ctx),
    |cursor, _, ctx, _| state::frame(cursor, ctx),
    |cursor, _, _, _| state::close(cursor),
    |cursor, _, _, _| state::description(cursor),
    |cursor, _, _, _| state::region(cursor),
    |cursor, _, ctx, _| note::free_line(cursor, ctx),
    |cursor, _, ctx, reader| note::note(cursor, ctx, reader),
    |cursor, _, ctx, reader| table::json(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, reader| table::map(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, _, _| note::url(cursor),
    |cursor, _, ctx, reader| chrome::title(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, reader| chrome::legend(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, reader| chrome::header(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, reader| skinparam(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, _, _| settings::separator(cursor),
    |cursor, _, ctx, _| chrome::settings(cursor, ctx).map(StmtKind::from),
    |cursor, _, ctx, reader| sprite(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, reader| style(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, _| scale(cursor, ctx).map(StmtKind::from),
    |cursor, _, _, _| settings::visibility(cursor),
];

/// What a line is; where nothing fits, the finding of the construct that came furthest.
pub(crate) fn statement(
    cursor: Cursor<'_>,
    stage: Stage,
    ctx: &mut Context,
    reader: &mut Reader<'_>,
) -> Read {
    first_match(&RULES, cursor, stage, ctx, reader).map_err(|furthest| {
        Miss::Broken(furthest.unwrap_or_else(|| Box::new(unknown(cursor, ctx))))
    })
}

const KEYWORDS: [&str; 17] = [
    "map",
    "json",
    "state",
    "frame",
    "note",
    "hide",
    "show",
    "remove",
    "restore",
    "title",
    "legend",
    "header",
    "footer",
    "caption",
    "skinparam",
    "left",
    "scale",
];

/// The finding for a line that no construct began.
fn unknown(cursor: Cursor<'_>, ctx: &Context) -> diag::Diagnostic {
    let text = cursor.text();
    let word = &text[..text.find(|it: char| !it.is_alphanumeric()).unwrap_or(text.len())];
    let range = cursor.range(0, if word.is_empty() { text.len() } else { word.len() });
    let finding = ctx.at(UNKNOWN_STATEMENT, range, "this line is no statement of a state diagram");
    match diag::nearest(word, KEYWORDS).filter(|it| word.len() > 2 && *it != word) {
        Some(near) => finding
            .with_hint(format!("did you mean `{near}`?"))
            .with_fix(ctx.guess(format!("replace with `{near}`"), range, near)),
        None => finding.with_hint(
            "a line is a state, a description `A : text`, a transition `A --> B`, a note or a command",
        ),
    }
}
