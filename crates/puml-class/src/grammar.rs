//! What a line may be: one file per construct, tried in the reference's order.

mod arrow;
mod declaration;
mod group;
mod link;
mod note;
mod settings;

use puml_syntax::codes::UNKNOWN_STATEMENT;
use puml_syntax::grammar::{Rule, chrome, directive, first_match, scale, skinparam, sprite, style};
use puml_syntax::{Context, Cursor, Miss, Reader, Stage};

use crate::ast::StmtKind;

/// A construct's answer to a line.
type Read<T = StmtKind> = puml_syntax::Read<T>;

/// First match wins.
const RULES: [Rule<StmtKind>; 20] = [
    |cursor, stage, ctx, _| directive(cursor, stage, ctx).map(StmtKind::from),
    |cursor, _, _, _| settings::direction(cursor),
    |cursor, _, ctx, _| scale(cursor, ctx).map(StmtKind::from),
    |cursor, _, _, _| declaration::member(cursor),
    |cursor, _, _, _| settings::visibility(cursor),
    |cursor, _, ctx, reader| declaration::declaration(cursor, ctx, reader),
    |cursor, _, ctx, _| group::group(cursor, ctx),
    |cursor, _, _, _| group::close(cursor),
    |cursor, _, _, _| settings::separator(cursor),
    |cursor, _, ctx, _| note::free_line(cursor, ctx),
    |cursor, _, ctx, reader| note::note(cursor, ctx, reader),
    |cursor, _, ctx, _| link::link(cursor, ctx),
    |cursor, _, _, _| declaration::symbol(cursor),
    |cursor, _, ctx, reader| chrome::title(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, reader| chrome::legend(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, reader| chrome::header(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, reader| skinparam(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, _| chrome::settings(cursor, ctx).map(StmtKind::from),
    |cursor, _, ctx, reader| sprite(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, reader| style(cursor, ctx, reader).map(StmtKind::from),
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

const KEYWORDS: [&str; 24] = [
    "class",
    "abstract",
    "interface",
    "enum",
    "annotation",
    "entity",
    "struct",
    "object",
    "package",
    "namespace",
    "together",
    "note",
    "hide",
    "show",
    "remove",
    "title",
    "legend",
    "header",
    "footer",
    "skinparam",
    "extends",
    "implements",
    "left",
    "scale",
];

/// The finding for a line that no construct began.
fn unknown(cursor: Cursor<'_>, ctx: &Context) -> diag::Diagnostic {
    let text = cursor.text();
    let word = &text[..text.find(|it: char| !it.is_alphanumeric()).unwrap_or(text.len())];
    let range = cursor.range(0, if word.is_empty() { text.len() } else { word.len() });
    let finding = ctx.at(UNKNOWN_STATEMENT, range, "this line is no statement of a class diagram");
    match diag::nearest(word, KEYWORDS).filter(|it| word.len() > 2 && *it != word) {
        Some(near) => finding
            .with_hint(format!("did you mean `{near}`?"))
            .with_fix(ctx.guess(format!("replace with `{near}`"), range, near)),
        None => finding.with_hint(
            "a line is a class, a member `A : text`, a link `A --> B`, a package, a note or a command",
        ),
    }
}
