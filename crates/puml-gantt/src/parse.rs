//! How Gantt charts are read: their grammar and their groups.

use puml_syntax::ast::FrameKind;
use puml_syntax::codes::{EMPTY_BLOCK, NO_OPEN_GROUP, UNCLOSED_GROUP};
use puml_syntax::{
    Context, Cursor, Finished, Grammar, Nesting, Read, Reader, Stage, TextRange, Unclosed,
};

use crate::ast::StmtKind;
use crate::grammar;

/// The grammar of Gantt charts.
pub(crate) struct GanttGrammar;

impl Grammar for GanttGrammar {
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

    fn nesting(&self, kind: &StmtKind) -> Nesting {
        nesting(kind)
    }

    fn nothing_open(&mut self, _: &StmtKind, range: TextRange, ctx: &mut Context) {
        let finding = ctx
            .at(NO_OPEN_GROUP, range, "no group is open that this could close")
            .with_fix(ctx.guess("remove the line", range, ""));
        ctx.report(finding);
    }

    fn finish(&mut self, block: Finished<'_, StmtKind>, ctx: &mut Context) {
        if block.stmts.is_empty() && !block.failed {
            let finding = ctx.at(EMPTY_BLOCK, block.start, "this chart says nothing");
            ctx.report(finding.with_hint("write a task: `[Design] lasts 5 days`"));
        }
    }

    fn unclosed(&self, _: FrameKind) -> Option<Unclosed> {
        Some(Unclosed { code: UNCLOSED_GROUP, word: "group", close: "end group" })
    }
}

/// What a statement does to groups.
pub(crate) fn nesting(kind: &StmtKind) -> Nesting {
    match kind {
        StmtKind::Group(_) => Nesting::Open(FrameKind::Group),
        StmtKind::EndGroup => Nesting::Close(FrameKind::Group),
        _ => Nesting::None,
    }
}
