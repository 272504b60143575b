//! How state diagrams are read: their grammar and their composite states.

use puml_syntax::ast::FrameKind;
use puml_syntax::codes::{NO_OPEN_GROUP, UNCLOSED_GROUP};
use puml_syntax::{Context, Cursor, Grammar, Nesting, Read, Reader, Stage, TextRange, Unclosed};

use crate::ast::StmtKind;
use crate::grammar;

/// The grammar of state diagrams.
#[derive(Default)]
pub(crate) struct StateGrammar;

impl Grammar for StateGrammar {
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
        // Regions may stand outside any state: the whole diagram has them then.
        if *kind == StmtKind::Close {
            let finding = ctx
                .at(NO_OPEN_GROUP, range, "this closes nothing: no composite state is open")
                .with_fix(ctx.guess("remove the line", range, ""));
            ctx.report(finding);
        }
    }

    fn unclosed(&self, _: FrameKind) -> Option<Unclosed> {
        Some(Unclosed { code: UNCLOSED_GROUP, word: "state", close: "}" })
    }
}

/// What a statement does to composite states.
pub(crate) fn nesting(kind: &StmtKind) -> Nesting {
    match kind {
        StmtKind::Open(..) => Nesting::Open(FrameKind::Group),
        StmtKind::Region(_) => Nesting::Branch(FrameKind::Group),
        StmtKind::Close => Nesting::Close(FrameKind::Group),
        _ => Nesting::None,
    }
}
