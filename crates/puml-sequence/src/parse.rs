//! How sequence diagrams are read: their grammar, their groups and boxes, and that somebody takes part.

use std::sync::Arc;

use diag::SourceId;
use puml_syntax::ast::FrameKind;
use puml_syntax::codes::{NO_OPEN_GROUP, UNCLOSED_GROUP};
use puml_syntax::{
    Context, Cursor, Extent, Finished, Grammar, Nesting, Read, Reader, Stage, TextRange, Unclosed,
};

use crate::ast::{NotePlace, StmtKind};
use crate::codes::syntax::{NO_OPEN_BOX, NO_PARTICIPANTS, UNCLOSED_BOX};
use crate::grammar;

/// A document and everything found wrong with it.
pub type Parse = puml_syntax::Parse<StmtKind>;

/// Reads every block of a text that begins with `@startuml`, and a text without blocks, as sequence
/// diagrams. Never fails; linear in the length of the text.
///
/// ```
/// use puml_sequence::parse;
/// use puml_syntax::Stage;
///
/// let parse = parse("A -> B : hello", diag::SourceId(0), Stage::Source);
/// assert!(parse.diagnostics.is_empty());
/// assert_eq!(parse.document.stmts.len(), 1);
/// ```
pub fn parse(text: &str, source: SourceId, stage: Stage) -> Parse {
    let text: Arc<str> = Arc::from(text);
    let lines = puml_syntax::split(&text);
    let own = |idx: usize| {
        let word = lines.blocks[idx].kind.slice(&text);
        word.is_empty() || word.eq_ignore_ascii_case("uml")
    };
    puml_syntax::parse_blocks(&text, &lines, own, stage, Extent::Whole, source, || Sequence)
}

/// The grammar of sequence diagrams.
pub(crate) struct Sequence;

impl Grammar for Sequence {
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
        let word = match kind {
            StmtKind::Else(_) => "else",
            StmtKind::BoxClose => {
                let message = "`end box` closes nothing: no box is open";
                let fix = ctx.guess("remove the line", range, "");
                ctx.report(ctx.at(NO_OPEN_BOX, range, message).with_fix(fix));
                return;
            }
            _ => "end",
        };
        let finding = ctx
            .at(NO_OPEN_GROUP, range, format!("`{word}` stands outside any group"))
            .with_hint("open a group before it with `alt`, `opt`, `loop`, `par` or `group`")
            .with_fix(ctx.guess("remove the line", range, ""));
        ctx.report(finding);
    }

    fn unclosed(&self, kind: FrameKind) -> Option<Unclosed> {
        Some(match kind {
            FrameKind::Group => Unclosed { code: UNCLOSED_GROUP, word: "group", close: "end" },
            FrameKind::Box => Unclosed { code: UNCLOSED_BOX, word: "box", close: "end box" },
        })
    }

    fn finish(&mut self, block: Finished<'_, StmtKind>, ctx: &mut Context) {
        let touched = block.stmts.iter().any(|it| names_somebody(&it.kind));
        if !touched && !block.failed {
            let finding = ctx.at(NO_PARTICIPANTS, block.start, "this diagram has no participant");
            ctx.report(finding.with_hint("write a message: `Alice -> Bob : hello`"));
        }
    }
}

/// What a statement does to groups and boxes.
pub(crate) fn nesting(kind: &StmtKind) -> Nesting {
    match kind {
        StmtKind::Group(_) => Nesting::Open(FrameKind::Group),
        StmtKind::Else(_) => Nesting::Branch(FrameKind::Group),
        StmtKind::End { .. } => Nesting::Close(FrameKind::Group),
        StmtKind::BoxOpen(_) => Nesting::Open(FrameKind::Box),
        StmtKind::BoxClose => Nesting::Close(FrameKind::Box),
        _ => Nesting::None,
    }
}

fn names_somebody(kind: &StmtKind) -> bool {
    match kind {
        StmtKind::Declaration(_)
        | StmtKind::Message(_)
        | StmtKind::Reference(_)
        | StmtKind::Url { .. } => true,
        StmtKind::Life(life) => life.who.is_some(),
        StmtKind::Note(note) => matches!(note.place, NotePlace::Beside(..) | NotePlace::Over(..)),
        _ => false,
    }
}
