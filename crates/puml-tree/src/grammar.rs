//! What a line may be: the shared constructs, then those of the notation.

pub(crate) mod mindmap;
mod node;
pub(crate) mod wbs;

use puml_syntax::codes::UNKNOWN_STATEMENT;
use puml_syntax::grammar::{Rule, first_match, shared_rules};
use puml_syntax::{Context, Cursor, Read, Reader, Stage, broken};

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
    let rules: Vec<Rule<StmtKind>> =
        shared_rules().into_iter().chain(own.iter().copied()).collect();
    match first_match(&rules, cursor, stage, ctx, reader) {
        Ok(kind) => Ok(kind),
        Err(Some(finding)) => broken(*finding),
        Err(None) => broken(
            ctx.at(UNKNOWN_STATEMENT, cursor.rest_range(), "this line is no node of the tree")
                .with_hint(hint),
        ),
    }
}
