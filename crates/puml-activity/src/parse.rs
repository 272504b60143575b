//! How activity diagrams are read: their grammar, and which block each `else`, `case` and `end` belongs to.

use diag::Diagnostic;
use puml_syntax::ast::FrameKind;
use puml_syntax::codes::{NO_OPEN_GROUP, UNCLOSED_GROUP};
use puml_syntax::{
    Context, Cursor, Finished, Grammar, Miss, Nesting, Read, Reader, Stage, TextRange,
};

use crate::ast::{StmtKind, TerminalKind};
use crate::codes::syntax::{LATE_SWIMLANE, NO_CASE, NO_STEPS, NOTHING_TO_DETACH, TOO_DEEP};
use crate::grammar;

/// The deepest nesting of blocks.
const DEEPEST: usize = 200;

/// The grammar of activity diagrams.
pub(crate) struct ActivityGrammar {
    /// The list of steps that is being read; the outermost first.
    lists: Vec<List>,
    has_lane: bool,
    /// Whether a step stands there that must stand in a lane if any does.
    has_step: bool,
    is_empty: bool,
}

/// An open block.
struct List {
    block: Option<Block>,
    /// Where it opens, and how many characters the keyword has.
    range: TextRange,
    /// Whether its last step may be cut off.
    detachable: bool,
    /// Whether a branch of a switch or the `else` of an `if` has begun.
    branched: bool,
}

/// The sorts of blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Block {
    If,
    Switch,
    While,
    Repeat,
    Fork,
    Split,
    Group,
}

impl Block {
    const fn word(self) -> &'static str {
        match self {
            Self::If => "if",
            Self::Switch => "switch",
            Self::While => "while",
            Self::Repeat => "repeat",
            Self::Fork => "fork",
            Self::Split => "split",
            Self::Group => "frame",
        }
    }

    const fn close(self) -> &'static str {
        match self {
            Self::If => "endif",
            Self::Switch => "endswitch",
            Self::While => "endwhile",
            Self::Repeat => "repeat while ()",
            Self::Fork => "end fork",
            Self::Split => "end split",
            Self::Group => "}",
        }
    }
}

impl Default for ActivityGrammar {
    fn default() -> Self {
        let root =
            List { block: None, range: TextRange::default(), detachable: false, branched: false };
        Self { lists: vec![root], has_lane: false, has_step: false, is_empty: true }
    }
}

impl ActivityGrammar {
    fn current(&mut self) -> &mut List {
        self.lists.last_mut().expect("the outermost list stays open")
    }

    fn open(&mut self, block: Block, range: TextRange) {
        self.lists.push(List { block: Some(block), range, detachable: false, branched: false });
    }

    /// Whether the innermost block is of that sort.
    fn expect(
        &mut self,
        block: Block,
        what: &str,
        range: TextRange,
        ctx: &Context,
    ) -> Result<&mut List, Box<Diagnostic>> {
        let open: Vec<Block> = self.lists.iter().filter_map(|it| it.block).collect();
        if self.current().block == Some(block) {
            return Ok(self.current());
        }
        let word = block.word();
        let finding = match open.last() {
            Some(inner) if open.contains(&block) => {
                let close = inner.close();
                ctx.at(
                    NO_OPEN_GROUP,
                    range,
                    format!("this {what} stands inside an open `{}`", inner.word()),
                )
                .with_fix(ctx.guess(
                    format!("add `{close}`"),
                    TextRange::at(range.start),
                    &format!("{close}\n"),
                ))
            }
            _ => ctx
                .at(
                    NO_OPEN_GROUP,
                    range,
                    format!("this {what} belongs to nothing: no `{word}` is open"),
                )
                .with_fix(ctx.guess("remove the line", range, "")),
        };
        Err(Box::new(finding))
    }

    /// What a statement does to the blocks; the finding of one that cannot stand here.
    fn place(
        &mut self,
        kind: &StmtKind,
        range: TextRange,
        ctx: &Context,
    ) -> Result<(), Box<Diagnostic>> {
        let is_step = !matches!(
            kind,
            StmtKind::Arrow(_) | StmtKind::Note(_) | StmtKind::Lane(_) | StmtKind::Shared(_)
        );
        if is_step
            && !matches!(kind, StmtKind::Case(_) | StmtKind::EndSwitch(_))
            && self.current().block == Some(Block::Switch)
            && !self.current().branched
        {
            // What the reference lets pass here it loses.
            let finding = ctx
                .at(NO_CASE, range, "this step stands in no case of its switch")
                .with_fix(ctx.guess("add a case", TextRange::at(range.start), "case ()\n"));
            return Err(Box::new(finding));
        }
        if matches!(nesting(kind), Nesting::Open(_)) && self.lists.len() > DEEPEST {
            let message = format!("more than {DEEPEST} blocks stand inside one another");
            return Err(Box::new(ctx.at(TOO_DEEP, range, message)));
        }
        match kind {
            StmtKind::Shared(_) => return Ok(()),
            StmtKind::Kill => {
                if !self.current().detachable {
                    let message = "nothing stands before this whose line could be cut";
                    return Err(Box::new(
                        ctx.at(NOTHING_TO_DETACH, range, message).with_fix(ctx.guess(
                            "remove the line",
                            range,
                            "",
                        )),
                    ));
                }
            }
            StmtKind::Lane(_) => {
                if self.has_step && !self.has_lane {
                    let message = "the first swimlane must come before the first step";
                    return Err(Box::new(
                        ctx.at(LATE_SWIMLANE, range, message)
                            .with_hint("move it to the top: every step stands in a lane"),
                    ));
                }
                self.has_lane = true;
            }
            StmtKind::If(_) => self.open(Block::If, range),
            StmtKind::Switch(_) => self.open(Block::Switch, range),
            StmtKind::While(_) => self.open(Block::While, range),
            StmtKind::Repeat(_) => self.open(Block::Repeat, range),
            StmtKind::Fork(_) => self.open(Block::Fork, range),
            StmtKind::Split => self.open(Block::Split, range),
            StmtKind::Group(_) => self.open(Block::Group, range),
            StmtKind::ElseIf(_) | StmtKind::Else(_) => {
                let is_test = matches!(kind, StmtKind::ElseIf(_));
                let what = if is_test { "`elseif`" } else { "`else`" };
                let list = self.expect(Block::If, what, range, ctx)?;
                if list.branched {
                    let message = format!("this {what} comes behind the `else` of its `if`");
                    return Err(Box::new(ctx.at(NO_OPEN_GROUP, range, message)));
                }
                list.branched = !is_test;
                list.detachable = false;
            }
            StmtKind::Case(_) => {
                let list = self.expect(Block::Switch, "`case`", range, ctx)?;
                list.branched = true;
                list.detachable = false;
            }
            StmtKind::ForkAgain => {
                self.expect(Block::Fork, "`fork again`", range, ctx)?.detachable = false;
            }
            StmtKind::SplitAgain => {
                self.expect(Block::Split, "`split again`", range, ctx)?.detachable = false;
            }
            StmtKind::Backward(_) => {
                let inner = self.current().block;
                if !matches!(inner, Some(Block::While | Block::Repeat)) {
                    self.expect(Block::Repeat, "`backward`", range, ctx)?;
                }
            }
            StmtKind::EndIf(_) => self.close(Block::If, "`endif`", range, ctx)?,
            StmtKind::EndSwitch(_) => self.close(Block::Switch, "`endswitch`", range, ctx)?,
            StmtKind::EndWhile(_) => self.close(Block::While, "`endwhile`", range, ctx)?,
            StmtKind::RepeatWhile(_) => self.close(Block::Repeat, "`repeat while`", range, ctx)?,
            StmtKind::EndFork(_) => self.close(Block::Fork, "`end fork`", range, ctx)?,
            StmtKind::EndSplit => self.close(Block::Split, "`end split`", range, ctx)?,
            StmtKind::Close => self.close(Block::Group, "`}`", range, ctx)?,
            StmtKind::Action(_) | StmtKind::Connector(_) => self.current().detachable = true,
            StmtKind::Terminal(_) | StmtKind::Break | StmtKind::Goto(_) | StmtKind::Label(_) => {
                self.current().detachable = false;
            }
            StmtKind::Arrow(_) | StmtKind::Note(_) => {}
        }
        self.is_empty = false;
        self.has_step |= matches!(
            kind,
            StmtKind::Terminal(_)
                | StmtKind::Action(_)
                | StmtKind::If(_)
                | StmtKind::Switch(_)
                | StmtKind::While(_)
                | StmtKind::Repeat(_)
                | StmtKind::Fork(_)
        );
        Ok(())
    }

    fn close(
        &mut self,
        block: Block,
        what: &str,
        range: TextRange,
        ctx: &Context,
    ) -> Result<(), Box<Diagnostic>> {
        if let Err(finding) = self.expect(block, what, range, ctx) {
            // What was meant is the block further out: the lines behind it are read as if it had been closed.
            if let Some(at) = self.lists.iter().rposition(|it| it.block == Some(block)) {
                self.lists.truncate(at);
            }
            return Err(finding);
        }
        self.lists.pop();
        self.current().detachable = true;
        Ok(())
    }
}

impl Grammar for ActivityGrammar {
    type Kind = StmtKind;

    fn statement(
        &mut self,
        cursor: Cursor<'_>,
        stage: Stage,
        ctx: &mut Context,
        reader: &mut Reader<'_>,
    ) -> Read<StmtKind> {
        let next = reader.next;
        let kind = grammar::statement(cursor, stage, ctx, reader)?;
        let range = cursor.range(0, cursor.text().len());
        if let Err(finding) = self.place(&kind, range, ctx) {
            reader.next = next;
            return Err(Miss::Broken(finding));
        }
        Ok(kind)
    }

    fn nesting(&self, kind: &StmtKind) -> Nesting {
        nesting(kind)
    }

    fn finish(&mut self, block: Finished<'_, StmtKind>, ctx: &mut Context) {
        if block.failed {
            return;
        }
        if self.is_empty {
            let finding = ctx
                .at(NO_STEPS, block.start, "this diagram has no step")
                .with_hint("an action is `:text;`");
            ctx.report(finding);
        }
        let end = block.stmts.last().map_or(block.start.end, |it| it.range.end);
        for list in self.lists.iter().skip(1).rev() {
            let Some(open) = list.block else { continue };
            let (word, close) = (open.word(), open.close());
            let finding = ctx
                .at(UNCLOSED_GROUP, list.range, format!("this {word} has no `{close}`"))
                .with_hint("it runs to the end of the diagram")
                .with_fix(ctx.guess(
                    format!("add `{close}`"),
                    TextRange::at(end),
                    &format!("\n{close}"),
                ));
            ctx.report(finding);
        }
    }
}

/// What a statement does to the blocks.
pub(crate) fn nesting(kind: &StmtKind) -> Nesting {
    match kind {
        StmtKind::If(_)
        | StmtKind::Switch(_)
        | StmtKind::While(_)
        | StmtKind::Repeat(_)
        | StmtKind::Fork(_)
        | StmtKind::Split
        | StmtKind::Group(_) => Nesting::Open(FrameKind::Group),
        StmtKind::ElseIf(_)
        | StmtKind::Else(_)
        | StmtKind::Case(_)
        | StmtKind::ForkAgain
        | StmtKind::SplitAgain => Nesting::Branch(FrameKind::Group),
        StmtKind::EndIf(_)
        | StmtKind::EndSwitch(_)
        | StmtKind::EndWhile(_)
        | StmtKind::RepeatWhile(_)
        | StmtKind::EndFork(_)
        | StmtKind::EndSplit
        | StmtKind::Close => Nesting::Close(FrameKind::Group),
        _ => Nesting::None,
    }
}

/// Whether a flow goes no further behind a terminal.
pub(crate) const fn ends_flow(kind: TerminalKind) -> bool {
    !matches!(kind, TerminalKind::Start)
}
