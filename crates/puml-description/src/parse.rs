//! How a block is read: its grammar and its containers.

use puml_graph::codes::syntax::SURPLUS_BRACE;
use puml_syntax::ast::FrameKind;
use puml_syntax::codes::{NO_OPEN_GROUP, UNCLOSED_GROUP};
use puml_syntax::{Context, Cursor, Grammar, Nesting, Read, Reader, Stage, TextRange, Unclosed};

use crate::ast::StmtKind;
use crate::grammar;

/// The grammar of component, deployment and use case diagrams.
#[derive(Default)]
pub(crate) struct DescriptionGrammar {
    /// How many braces closed nothing.
    surplus: u32,
}

impl Grammar for DescriptionGrammar {
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
        self.surplus += 1;
        // The reference takes one in silence and refuses the next.
        let code = if self.surplus == 1 { SURPLUS_BRACE } else { NO_OPEN_GROUP };
        let finding = ctx
            .at(code, range, "this `}` closes nothing: no container is open")
            .with_fix(ctx.guess("remove the line", range, ""));
        ctx.report(finding);
    }

    fn unclosed(&self, _: FrameKind) -> Option<Unclosed> {
        Some(Unclosed { code: UNCLOSED_GROUP, word: "container", close: "}" })
    }
}

/// What a statement does to containers.
pub(crate) fn nesting(kind: &StmtKind) -> Nesting {
    match kind {
        StmtKind::Group(_) => Nesting::Open(FrameKind::Group),
        StmtKind::Close => Nesting::Close(FrameKind::Group),
        _ => Nesting::None,
    }
}
