//! What a line may be: one file per construct, tried in the reference's order.

mod arrow;
mod declaration;
mod element;
mod group;
mod link;
mod lollipop;
mod member;
mod name;
mod note;
mod object;
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
const RULES: [Rule<StmtKind>; 34] = [
    |cursor, stage, ctx, _| directive(cursor, stage, ctx).map(StmtKind::from),
    |cursor, _, _, _| settings::direction(cursor),
    |cursor, _, _, _| settings::word(cursor),
    |cursor, _, ctx, _| scale(cursor, ctx).map(StmtKind::from),
    |cursor, _, _, _| member::member(cursor),
    |cursor, _, _, _| settings::visibility(cursor),
    |cursor, _, ctx, reader| table::map(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, reader| declaration::declaration(cursor, ctx, reader),
    |cursor, _, ctx, reader| object::object(cursor, ctx, reader),
    |cursor, _, ctx, reader| table::json(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, _| declaration::symbol(cursor, ctx),
    |cursor, _, ctx, reader| group::package(cursor, ctx, reader),
    |cursor, _, _, _| group::close(cursor),
    |cursor, _, ctx, _| group::empty_package(cursor, ctx),
    |cursor, _, ctx, _| group::described(cursor, ctx),
    |cursor, _, _, _| group::together(cursor),
    |cursor, _, ctx, _| element::element(cursor, ctx),
    |cursor, _, ctx, _| note::free_line(cursor, ctx),
    |cursor, _, ctx, _| group::namespace(cursor, ctx),
    |cursor, _, _, _| member::stereotyped(cursor),
    |cursor, _, ctx, _| link::link(cursor, ctx),
    |cursor, _, _, _| lollipop::lollipop(cursor),
    |cursor, _, _, _| member::url(cursor),
    |cursor, _, ctx, reader| note::note(cursor, ctx, reader),
    |cursor, _, ctx, _| note::constraint(cursor, ctx),
    |cursor, _, ctx, reader| element::long(cursor, ctx, reader),
    |cursor, _, _, _| settings::separator(cursor),
    |cursor, _, ctx, reader| chrome::title(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, reader| chrome::legend(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, reader| chrome::header(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, reader| skinparam(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, _| settings::chrome(cursor, ctx),
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

/// `public final class A`: words of a programming language before the keyword.
fn modifier(cursor: Cursor<'_>, ctx: &Context) -> Option<diag::Diagnostic> {
    const WORDS: [&str; 9] = [
        "public",
        "private",
        "protected",
        "final",
        "sealed",
        "partial",
        "export",
        "internal",
        "data",
    ];
    let mut ahead = cursor;
    while WORDS.iter().any(|it| ahead.keyword(it)) {
        ahead.blanks();
    }
    let rest = ahead.rest().to_ascii_lowercase();
    let is_class = ["class ", "interface ", "enum ", "abstract ", "record ", "struct "]
        .iter()
        .any(|it| rest.starts_with(it));
    if ahead.pos == cursor.pos || !is_class {
        return None;
    }
    let range = ahead.since(cursor.pos);
    let finding = ctx.at(UNKNOWN_STATEMENT, range, "PlantUML takes no modifier before the keyword");
    let hint = "write `+`, `-`, `#` or `~` before the keyword to show a visibility";
    Some(finding.with_hint(hint).with_fix(ctx.guess("remove it", range, "")))
}

/// The finding for a line that no construct began.
fn unknown(cursor: Cursor<'_>, ctx: &Context) -> diag::Diagnostic {
    let text = cursor.text();
    let word = &text[..text.find(|it: char| !it.is_alphanumeric()).unwrap_or(text.len())];
    let range = cursor.range(0, if word.is_empty() { text.len() } else { word.len() });
    let finding = ctx.at(UNKNOWN_STATEMENT, range, "this line is no statement of a class diagram");
    if text.eq_ignore_ascii_case("classDiagram") || text.eq_ignore_ascii_case("erDiagram") {
        return finding
            .with_hint("this is how Mermaid names a diagram; in PlantUML the line is not needed")
            .with_fix(ctx.guess("remove the line", range, ""));
    }
    if let Some(finding) = modifier(cursor, ctx) {
        return finding;
    }
    match diag::nearest(word, KEYWORDS).filter(|it| word.len() > 2 && *it != word) {
        Some(near) => finding
            .with_hint(format!("did you mean `{near}`?"))
            .with_fix(ctx.guess(format!("replace with `{near}`"), range, near)),
        None => finding.with_hint(
            "a line is a class, a member `A : text`, a link `A --> B`, a package, a note or a command",
        ),
    }
}
