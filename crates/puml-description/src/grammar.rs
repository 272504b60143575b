//! What a line may be: one file per construct, tried in the reference's order.

mod arrow;
mod element;
mod group;
mod link;
mod long_text;
mod name;
mod note;
mod settings;

use puml_syntax::codes::UNKNOWN_STATEMENT;
use puml_syntax::grammar::{
    Rule, chrome, directive, first_match, scale, skinparam, sprite, style, table,
};
use puml_syntax::{Context, Cursor, Miss, Reader, Stage};

use crate::ast::StmtKind;

/// A construct's answer to a line.
type Read<T = StmtKind> = puml_syntax::Read<T>;

/// First match wins.
const RULES: [Rule<StmtKind>; 28] = [
    |cursor, stage, ctx, _| directive(cursor, stage, ctx).map(StmtKind::from),
    |cursor, _, _, _| settings::footbox(cursor),
    |cursor, _, _, _| settings::direction(cursor),
    |cursor, _, _, _| settings::new_page(cursor),
    |cursor, _, _, _| settings::separator(cursor),
    |cursor, _, ctx, reader| chrome::title(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, reader| chrome::legend(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, reader| chrome::header(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, reader| skinparam(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, _| chrome::settings(cursor, ctx).map(StmtKind::from),
    |cursor, _, ctx, reader| sprite(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, reader| style(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, _| scale(cursor, ctx).map(StmtKind::from),
    |cursor, _, _, _| settings::part(cursor),
    |cursor, _, ctx, _| link::link(cursor, ctx),
    |cursor, _, _, _| settings::whole(cursor),
    |cursor, _, ctx, _| group::group(cursor, ctx),
    |cursor, _, _, _| group::together(cursor),
    |cursor, _, _, _| group::close(cursor),
    |cursor, _, ctx, reader| note::note(cursor, ctx, reader),
    |cursor, _, ctx, _| note::free_line(cursor, ctx),
    |cursor, _, _, _| settings::address(cursor),
    |cursor, _, ctx, _| element::element(cursor, ctx),
    |cursor, _, ctx, reader| long_text::long_text(cursor, ctx, reader),
    |cursor, _, ctx, reader| table::map(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, reader| table::json(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, reader| {
        element::archimate(cursor, ctx).or_else(|_| long_text::archimate(cursor, ctx, reader))
    },
    |cursor, _, _, _| element::domain(cursor),
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

const KEYWORDS: [&str; 46] = [
    "actor",
    "agent",
    "artifact",
    "boundary",
    "card",
    "circle",
    "cloud",
    "collections",
    "component",
    "control",
    "database",
    "entity",
    "file",
    "folder",
    "frame",
    "hexagon",
    "interface",
    "label",
    "node",
    "package",
    "person",
    "port",
    "portin",
    "portout",
    "process",
    "queue",
    "rectangle",
    "stack",
    "storage",
    "usecase",
    "action",
    "archimate",
    "together",
    "note",
    "hide",
    "show",
    "remove",
    "restore",
    "title",
    "legend",
    "header",
    "footer",
    "skinparam",
    "left",
    "scale",
    "newpage",
];

/// The finding for a line that no construct began.
fn unknown(cursor: Cursor<'_>, ctx: &Context) -> diag::Diagnostic {
    let text = cursor.text();
    let word = &text[..text.find(|it: char| !it.is_alphanumeric()).unwrap_or(text.len())];
    let range = cursor.range(0, if word.is_empty() { text.len() } else { word.len() });
    let message = "this line is no statement of a component, deployment or use case diagram";
    let finding = ctx.at(UNKNOWN_STATEMENT, range, message);
    match diag::nearest(word, KEYWORDS).filter(|it| word.len() > 2 && *it != word) {
        Some(near) => finding
            .with_hint(format!("did you mean `{near}`?"))
            .with_fix(ctx.guess(format!("replace with `{near}`"), range, near)),
        None => finding.with_hint(
            "a line is an element `[A]`, a link `[A] --> [B]`, a container `node N {`, a note or a command",
        ),
    }
}
