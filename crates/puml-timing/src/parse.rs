//! How timing diagrams are read.

use puml_syntax::{Context, Cursor, Finished, Grammar, Read, Reader, Stage};

use crate::ast::StmtKind;
use crate::grammar;

/// The grammar of timing diagrams.
pub(crate) struct TimingGrammar;

impl Grammar for TimingGrammar {
    type Kind = StmtKind;

    fn statement(
        &mut self,
        cursor: Cursor<'_>,
        stage: Stage,
        ctx: &mut Context,
        reader: &mut Reader<'_>,
    ) -> Read<StmtKind> {
        grammar::statement(cursor, stage, ctx, reader)
    }

    /// A diagram without a player is one of another family.
    fn finish(&mut self, block: Finished<'_, StmtKind>, ctx: &mut Context) {
        let has_player = block.stmts.iter().any(|it| matches!(it.kind, StmtKind::Player(_)));
        if !has_player && !block.failed {
            let message = "this diagram declares no player";
            let finding = ctx.at(puml_syntax::codes::UNKNOWN_STATEMENT, block.start, message);
            ctx.report(finding.with_hint("declare one: `robust \"Web server\" as W`"));
        }
    }
}
