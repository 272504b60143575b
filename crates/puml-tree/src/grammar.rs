//! What a line may be: the shared constructs, then those of the notation.

pub(crate) mod mindmap;
mod node;
pub(crate) mod wbs;

use puml_syntax::TextRange;
use puml_syntax::codes::UNKNOWN_STATEMENT;
use puml_syntax::grammar::{Rule, first_match, shared_rules};
use puml_syntax::{Context, Cursor, Miss, Read, Reader, Stage, broken};

use crate::ast::StmtKind;

/// The first construct that takes a line.
fn statement(
    own: &[Rule<StmtKind>],
    hint: &str,
    cursor: Cursor<'_>,
    stage: Stage,
    ctx: &mut Context,
    reader: &mut Reader<'_>,
) -> Read<StmtKind> {
    let mut furthest = match first_match(&shared_rules(), cursor, stage, ctx, reader) {
        Ok(kind) => return Ok(kind),
        Err(found) => found,
    };
    if let Ok(kind) = hide(cursor) {
        return Ok(kind);
    }
    let own = first_match(own, cursor, stage, ctx, reader);
    if let Err(Some(found)) = &own
        && furthest.as_ref().is_none_or(|it| it.span.start <= found.span.start)
    {
        furthest = Some(found.clone());
    }
    match own.map_err(|_| furthest) {
        Ok(kind) => Ok(kind),
        Err(Some(finding)) => broken(*finding),
        Err(None) => {
            let range = cursor.rest_range();
            let start = TextRange::at(range.start);
            broken(
                ctx.at(UNKNOWN_STATEMENT, range, "this line is no node of the tree")
                    .with_hint(hint)
                    .with_fix(ctx.guess("make it a node", start, "** ")),
            )
        }
    }
}

/// What `hide` and `show` name in pictures of classes: taken here as well, without effect.
const PARTS: [&str; 12] = [
    "member",
    "attribute",
    "field",
    "method",
    "circle",
    "circled",
    "stereotype",
    "members",
    "attributes",
    "fields",
    "methods",
    "stereotypes",
];

/// `hide stereotype` and its like.
fn hide(mut cursor: Cursor<'_>) -> Read<StmtKind> {
    let start = cursor.pos;
    if !(cursor.keyword("hide") || cursor.keyword("show")) || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let keyword = cursor.range(start, start + 4);
    let last = cursor.rest().split_whitespace().last().unwrap_or_default().to_ascii_lowercase();
    let is_description = cursor.rest().trim().eq_ignore_ascii_case("empty description");
    if PARTS.contains(&last.as_str()) || is_description {
        return Ok(puml_syntax::grammar::inert(keyword));
    }
    Err(Miss::Other)
}
