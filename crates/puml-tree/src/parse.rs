//! How tree diagrams are read: their grammar, and that there is a node at all.

use puml_syntax::{Context, Cursor, Finished, Grammar, Read, Reader, Stage};

use crate::ast::StmtKind;
use crate::codes::syntax::NO_NODES;
use crate::grammar;
use crate::model::Notation;

/// The grammar of one of the two notations.
pub(crate) struct Trees(pub(crate) Notation);

impl Grammar for Trees {
    type Kind = StmtKind;

    fn statement(
        &mut self,
        cursor: Cursor<'_>,
        stage: Stage,
        ctx: &mut Context,
        reader: &mut Reader<'_>,
    ) -> Read<StmtKind> {
        match self.0 {
            Notation::Mindmap => grammar::mindmap::statement(cursor, stage, ctx, reader),
            Notation::Wbs => grammar::wbs::statement(cursor, stage, ctx, reader),
        }
    }

    fn finish(&mut self, block: Finished<'_, StmtKind>, ctx: &mut Context) {
        let has_node = block.stmts.iter().any(|it| matches!(it.kind, StmtKind::Node(_)));
        if !has_node && !block.failed {
            let finding = ctx.at(NO_NODES, block.start, "this diagram has no node");
            ctx.report(finding.with_hint("write the root: `* text`"));
        }
    }
}
