//! How class diagrams are read: their grammar and their packages.

use puml_syntax::ast::FrameKind;
use puml_syntax::codes::{NO_OPEN_GROUP, UNCLOSED_GROUP};
use puml_syntax::{
    Context, Cursor, Grammar, Nesting, Read, Reader, Stage, TextRange, Unclosed, broken,
};

use crate::ast::{Declaration, EntityKind, StmtKind};
use crate::codes::syntax::{MIXED_ELEMENT, SURPLUS_BRACE};
use crate::grammar;

/// The grammar of class diagrams.
#[derive(Default)]
pub(crate) struct ClassGrammar {
    /// The braces that closed nothing.
    surplus: Vec<TextRange>,
    /// Whether elements of description diagrams may stand among classes.
    mixing: bool,
}

impl ClassGrammar {
    /// One that takes elements of description diagrams everywhere.
    pub(crate) fn mixed() -> Self {
        Self { mixing: true, ..Self::default() }
    }
}

impl Grammar for ClassGrammar {
    type Kind = StmtKind;

    fn statement(
        &mut self,
        cursor: Cursor<'_>,
        stage: Stage,
        ctx: &mut Context,
        reader: &mut Reader<'_>,
    ) -> Read<StmtKind> {
        let read = grammar::statement(cursor, stage, ctx, reader)?;
        match &read {
            StmtKind::AllowMixing => self.mixing = true,
            StmtKind::Declaration(it) if !self.mixing && needs_mixing(it, cursor) => {
                let message = "this is an element of another kind of diagram";
                let line = TextRange::at(it.keyword.start);
                let fix = ctx.guess("allow mixing", line, "allowmixing\n");
                let finding = ctx.at(MIXED_ELEMENT, it.keyword, message).with_hint(
                    "put `allowmixing` before it to mix classes with elements of other diagrams",
                );
                return broken(finding.with_fix(fix));
            }
            _ => {}
        }
        if let Some(brace) = self.surplus.first().filter(|_| makes_something(&read)) {
            // The reference takes one brace in silence and breaks at the next element.
            let message = "PlantUML stops here, because a `}` before it closes nothing";
            let finding = ctx.at(NO_OPEN_GROUP, cursor.rest_range(), message);
            let fix = ctx.guess("remove that `}`", *brace, "");
            let label = brace.in_source(ctx.source);
            self.surplus.clear();
            ctx.report(finding.with_label(label, "no package is open here").with_fix(fix));
        }
        Ok(read)
    }

    fn nesting(&self, kind: &StmtKind) -> Nesting {
        nesting(kind)
    }

    fn nothing_open(&mut self, _: &StmtKind, range: TextRange, ctx: &mut Context) {
        // The reference takes one in silence and refuses the next.
        let code = if self.surplus.is_empty() { SURPLUS_BRACE } else { NO_OPEN_GROUP };
        self.surplus.push(range);
        let finding = ctx
            .at(code, range, "this `}` closes nothing: no package is open")
            .with_fix(ctx.guess("remove the line", range, ""));
        ctx.report(finding);
    }

    fn unclosed(&self, _: FrameKind) -> Option<Unclosed> {
        Some(Unclosed { code: UNCLOSED_GROUP, word: "package", close: "}" })
    }
}

/// Whether a statement makes an element or a link.
fn makes_something(kind: &StmtKind) -> bool {
    matches!(
        kind,
        StmtKind::Declaration(_)
            | StmtKind::Member(_)
            | StmtKind::Link(_)
            | StmtKind::Lollipop(_)
            | StmtKind::Group(_)
            | StmtKind::EmptyGroup(_)
            | StmtKind::Note(_)
    )
}

/// Whether an element stands among classes only after `allowmixing`. One with a long text always may.
fn needs_mixing(it: &Declaration, cursor: Cursor<'_>) -> bool {
    let has_prefix = cursor.text().get(..4).is_some_and(|it| it.eq_ignore_ascii_case("mix_"));
    matches!(it.kind, EntityKind::Described(_)) && it.body.is_none() && !has_prefix
}

/// What a statement does to packages.
pub(crate) fn nesting(kind: &StmtKind) -> Nesting {
    match kind {
        StmtKind::Group(_) => Nesting::Open(FrameKind::Group),
        StmtKind::Close => Nesting::Close(FrameKind::Group),
        _ => Nesting::None,
    }
}
