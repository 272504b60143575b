//! What a line may be: one file per construct, tried in the reference's order. A sentence is read as far as it makes
//! sense; what follows is ignored with a warning, as the reference ignores it without one.

mod anchor;
mod calendar;
mod chart;
mod color;
mod date;
mod duration;
mod link;
mod note;
mod resource;
mod sentence;
mod task;
mod words;

use puml_syntax::codes::UNKNOWN_STATEMENT;
use puml_syntax::grammar::{Rule, first_match, shared_rules};
use puml_syntax::{Context, Cursor, Miss, Reader, Stage};

use crate::ast::StmtKind;

/// A construct's answer to a line.
type Read<T = StmtKind> = puml_syntax::Read<T>;

/// First match wins.
const RULES: [Rule<StmtKind>; 21] = [
    |cursor, _, ctx, _| calendar::project(cursor, ctx),
    |cursor, _, ctx, _| calendar::today(cursor, ctx),
    |cursor, _, ctx, _| task::task(cursor, ctx),
    |cursor, _, ctx, _| resource::resource(cursor, ctx),
    |cursor, _, ctx, _| calendar::days(cursor, ctx),
    |cursor, _, ctx, _| chart::rule(cursor, ctx),
    |cursor, _, ctx, _| calendar::hours(cursor, ctx),
    |cursor, _, _, _| link::link(cursor),
    |cursor, _, ctx, _| link::tint(cursor, ctx),
    |cursor, _, _, _| chart::separator(cursor),
    |cursor, _, _, _| chart::week(cursor),
    |cursor, _, _, _| chart::group(cursor),
    |cursor, _, _, _| chart::end_group(cursor),
    |cursor, _, _, _| chart::language(cursor),
    |cursor, _, ctx, _| chart::scale(cursor, ctx),
    |cursor, _, _, _| chart::print(cursor),
    |cursor, _, ctx, reader| note::note(cursor, ctx, reader),
    |cursor, _, _, _| chart::switch(cursor),
    |cursor, _, _, _| chart::label_column(cursor),
    |cursor, _, ctx, _| chart::default_completion(cursor, ctx),
    |cursor, _, _, _| chart::name_separator(cursor),
];

/// What a line is; where nothing fits, the finding of the construct that came furthest.
pub(crate) fn statement(
    cursor: Cursor<'_>,
    stage: Stage,
    ctx: &mut Context,
    reader: &mut Reader<'_>,
) -> Read {
    let shared = first_match(&shared_rules(), cursor, stage, ctx, reader);
    let shared = match shared {
        Ok(kind) => return Ok(kind),
        Err(finding) => finding,
    };
    first_match(&RULES, cursor, stage, ctx, reader).map_err(|furthest| {
        Miss::Broken(furthest.or(shared).unwrap_or_else(|| Box::new(unknown(cursor, ctx))))
    })
}

const KEYWORDS: [&str; 22] = [
    "project",
    "today",
    "then",
    "group",
    "end group",
    "separator",
    "note bottom",
    "printscale",
    "print between",
    "language",
    "hide",
    "show",
    "title",
    "legend",
    "header",
    "footer",
    "skinparam",
    "saturday",
    "sunday",
    "monday",
    "caption",
    "scale",
];

/// The finding for a line that no construct began.
fn unknown(cursor: Cursor<'_>, ctx: &Context) -> diag::Diagnostic {
    let text = cursor.text();
    let word = &text[..text.find(|it: char| !it.is_alphanumeric()).unwrap_or(text.len())];
    let range = cursor.range(0, if word.is_empty() { text.len() } else { word.len() });
    let finding = ctx.at(UNKNOWN_STATEMENT, range, "this line is no sentence of a Gantt chart");
    let near = diag::nearest(word, KEYWORDS);
    match near.filter(|it| word.len() > 2 && !it.eq_ignore_ascii_case(word)) {
        Some(near) => finding
            .with_hint(format!("did you mean `{near}`?"))
            .with_fix(ctx.guess(format!("replace with `{near}`"), range, near)),
        None => finding.with_hint(
            "a task stands in brackets: `[Design] lasts 5 days`; days, people and links have sentences too",
        ),
    }
}
