//! How the older syntax is read: its grammar, its partitions and its decisions.

use puml_syntax::ast::FrameKind;
use puml_syntax::codes::{NO_OPEN_GROUP, UNCLOSED_GROUP};
use puml_syntax::{
    Context, Cursor, Finished, Grammar, Nesting, Read, Reader, Stage, TextRange, Unclosed,
};

use super::ast::{StepName, StmtKind};
use super::grammar;
use crate::codes::syntax::{NO_STEPS, SURPLUS_CLOSE};

/// The grammar of the older syntax.
#[derive(Default)]
pub(crate) struct LegacyGrammar {
    /// How many braces closed nothing.
    surplus: u32,
}

impl Grammar for LegacyGrammar {
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

    fn nothing_open(&mut self, kind: &StmtKind, range: TextRange, ctx: &mut Context) {
        let remove = ctx.guess("remove the line", range, "");
        let finding = match kind {
            StmtKind::Else => ctx.at(NO_OPEN_GROUP, range, "this `else` belongs to no `if`"),
            StmtKind::EndIf => ctx.at(NO_OPEN_GROUP, range, "this `endif` belongs to no `if`"),
            _ => {
                self.surplus += 1;
                // The reference takes one in silence and refuses the next.
                let code = if self.surplus == 1 { SURPLUS_CLOSE } else { NO_OPEN_GROUP };
                ctx.at(code, range, "this closes nothing: no partition is open")
            }
        };
        ctx.report(finding.with_fix(remove));
    }

    fn unclosed(&self, kind: FrameKind) -> Option<Unclosed> {
        let (word, close) = match kind {
            FrameKind::Group => ("partition", "}"),
            FrameKind::Box => ("if", "endif"),
        };
        Some(Unclosed { code: UNCLOSED_GROUP, word, close })
    }

    fn finish(&mut self, block: Finished<'_, StmtKind>, ctx: &mut Context) {
        let says = |it: &StmtKind| !matches!(it, StmtKind::Shared(_) | StmtKind::Direction(_));
        if !block.failed && !block.stmts.iter().any(|it| says(&it.kind)) {
            ctx.report(ctx.at(NO_STEPS, block.start, "this diagram has no step"));
        }
    }
}

/// What a statement does to partitions and decisions.
pub(crate) fn nesting(kind: &StmtKind) -> Nesting {
    match kind {
        StmtKind::Partition(_) => Nesting::Open(FrameKind::Group),
        StmtKind::Link(it) if it.to.name == StepName::Open => Nesting::Open(FrameKind::Group),
        StmtKind::Close => Nesting::Close(FrameKind::Group),
        StmtKind::If(_) => Nesting::Open(FrameKind::Box),
        StmtKind::Else => Nesting::Branch(FrameKind::Box),
        StmtKind::EndIf => Nesting::Close(FrameKind::Box),
        _ => Nesting::None,
    }
}
