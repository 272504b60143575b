//! A parsed text: its blocks, its statements and the frames they form.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use super::{Lines, Stmt, Text};
use crate::{TextRange, cooked};

/// A whole text after parsing.
#[derive(Debug, Clone, PartialEq)]
pub struct Document<K> {
    /// What was parsed, byte for byte.
    pub source: Arc<str>,
    /// The diagrams of the text, in order.
    pub blocks: Vec<Block>,
    /// The statements of all blocks, in order.
    pub stmts: Vec<Stmt<K>>,
    /// The frames of all blocks, in the order they open.
    pub frames: Vec<Frame>,
}

/// The place of a block in [`Document::blocks`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockId(pub u32);

/// The place of a statement in [`Document::stmts`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StmtId(pub u32);

/// The place of a frame in [`Document::frames`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FrameId(pub u32);

/// From one `@start…` to its `@end…`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Which language it holds.
    pub kind: BlockKind,
    /// The marker `@startuml` alone; absent in a text that has none at all.
    pub start: Option<TextRange>,
    /// What follows the marker: a file name, an id.
    pub name: Option<TextRange>,
    /// The marker `@enduml`; absent where the text ends first.
    pub end: Option<TextRange>,
    /// What stands before `@startuml` and is dropped from every line: `* `, `# `, `// `.
    pub prefix: TextRange,
    /// Its statements in [`Document::stmts`].
    pub stmts: Range<u32>,
}

/// What a block is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockKind {
    /// The family of this tree.
    Own,
    /// Another language; the range covers the `mindmap` of `@startmindmap`. Not read.
    Other(TextRange),
}

/// A group, a package or a box: what opens it, divides it and closes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// Whether it nests with groups or with boxes.
    pub kind: FrameKind,
    /// The opening statement.
    pub open: StmtId,
    /// Each `else`, in order; a box has none.
    pub branches: Vec<StmtId>,
    /// The closing statement; absent where the block ends first, which is only warned about.
    pub close: Option<StmtId>,
    /// The frame of the same sort around it.
    pub parent: Option<FrameId>,
}

/// The two sorts of frames. They nest independently of each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FrameKind {
    /// Of what happens, or of what is nested.
    Group,
    /// Of those who take part, where that nests apart from the groups.
    Box,
}

impl<K> Document<K> {
    /// The text of a range as the language reads it: continued lines joined, en dash as `-`.
    ///
    /// Borrows unless something had to change.
    pub fn text(&self, range: TextRange) -> Cow<'_, str> {
        cooked::text(range.slice(&self.source))
    }

    /// The lines of a block without trailing blanks and the indentation that all of them share,
    /// joined by `\n`.
    pub fn lines(&self, lines: &Lines) -> String {
        cooked::lines(lines.lines.iter().map(|it| it.slice(&self.source)))
    }

    /// Either form of a text; only [`Text::Line`] may still hold escapes such as `\n`.
    pub fn read(&self, text: &Text) -> Cow<'_, str> {
        match text {
            Text::Line(range) => self.text(*range),
            Text::Lines(lines) => Cow::Owned(self.lines(lines)),
        }
    }

    /// The statement of an id, which must be of this document.
    pub fn stmt(&self, id: StmtId) -> &Stmt<K> {
        &self.stmts[id.0 as usize]
    }

    /// The statements of one block with their ids.
    pub fn block_stmts(&self, block: &Block) -> impl Iterator<Item = (StmtId, &Stmt<K>)> {
        let range = block.stmts.clone();
        range.map(|id| (StmtId(id), &self.stmts[id as usize]))
    }

    /// The first diagram of this family, if the text has any.
    pub fn first_own(&self) -> Option<&Block> {
        self.blocks.iter().find(|it| it.kind == BlockKind::Own)
    }
}
