//! A parsed block as an editor sees it, and what a family tells about its statements.

use std::borrow::Cow;

use puml_syntax::ast::{Block, Document, Frame, Kind, Lines, Name, Shared, Stmt};
use puml_syntax::{Nesting, TextRange};

use super::outline::Entry;
use super::pieces::{Piece, Pieces, fill};
use super::shared;

/// What a family tells about one of its statements. What all families share need not be told.
pub trait Describe: Kind {
    /// Gathers the pieces; words between them are keywords.
    fn pieces(&self, range: TextRange, out: &mut Pieces<'_>);

    /// Every place where the statement names an element, from left to right.
    fn mentions(&self, document: &Document<Self>) -> Vec<Mention>;

    /// What the outline says about it, if it stands there.
    fn entry(&self, document: &Document<Self>, range: TextRange) -> Option<Entry>;

    /// What it does to the frames.
    fn nesting(&self) -> Nesting {
        Nesting::None
    }

    /// Section and name of its construct in the catalogue, for the word under the pointer.
    fn topic(&self, word: &str) -> Option<(&'static str, &'static str)>;

    /// The lines of text that stand below its first line.
    fn body(&self) -> Option<&Lines> {
        None
    }
}

/// A place that names an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// The name as it stands there.
    pub name: Name,
    /// Which element it names: equal for all its mentions in a block.
    pub code: String,
    /// What the statement does with it.
    pub role: Role,
    /// What the statement says about it, if it declares it or gives it a long name.
    pub declared: Declared,
}

/// What a statement says about an element.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Declared {
    /// The keyword of its kind.
    pub keyword: Option<&'static str>,
    /// What is drawn, where that differs from the code.
    pub shown: Option<String>,
    /// Where that stands, if it is a name on the same line.
    pub long: Option<Name>,
}

/// What a statement does with an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Declares it.
    Declares,
    /// Relates it to others, as the one who begins.
    From,
    /// Relates others to it.
    To,
    /// Speaks about it: notes, activations, addresses.
    Other,
}

/// A block as an editor sees it.
pub trait EditorTree: Send + Sync {
    /// The block that the tree was read from, with its markers.
    fn block(&self) -> &Block;

    /// How many statements it has.
    fn len(&self) -> usize;

    /// Whether it says nothing at all.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where a statement stands.
    fn range(&self, stmt: usize) -> TextRange;

    /// The statement, if every family has it.
    fn shared(&self, stmt: usize) -> Option<&Shared>;

    /// The pieces of a statement, in reading order and without overlap.
    fn pieces(&self, stmt: usize) -> Vec<Piece>;

    /// Every place where a statement names an element, from left to right.
    fn mentions(&self, stmt: usize) -> Vec<Mention>;

    /// What the outline says about a statement.
    fn entry(&self, stmt: usize) -> Option<Entry>;

    /// What a statement does to the frames.
    fn nesting(&self, stmt: usize) -> Nesting;

    /// Section and name of a statement's construct in the catalogue, for the word under the pointer.
    fn topic(&self, stmt: usize, word: &str) -> Option<(&'static str, &'static str)>;

    /// The lines of text that stand below a statement's first line.
    fn body(&self, stmt: usize) -> Option<&Lines>;

    /// In the order they open; their statements count as those of the tree.
    fn frames(&self) -> &[Frame];

    /// The text of a range as the language reads it.
    fn text(&self, range: TextRange) -> Cow<'_, str>;
}

impl<K: Describe> EditorTree for Document<K> {
    fn block(&self) -> &Block {
        self.blocks.first().expect("a tree has one block")
    }

    fn len(&self) -> usize {
        self.stmts.len()
    }

    fn range(&self, stmt: usize) -> TextRange {
        self.stmts[stmt].range
    }

    fn shared(&self, stmt: usize) -> Option<&Shared> {
        self.stmts[stmt].kind.shared()
    }

    fn pieces(&self, stmt: usize) -> Vec<Piece> {
        let Stmt { kind, range } = &self.stmts[stmt];
        let mut out = Pieces::new(&self.source);
        let has_keywords = if let Some(it) = kind.shared() {
            shared::pieces(it, *range, &mut out);
            shared::has_keywords(it)
        } else {
            kind.pieces(*range, &mut out);
            true
        };
        let mut found = out.sorted();
        if has_keywords {
            fill(&self.source, *range, &mut found);
        }
        found
    }

    fn mentions(&self, stmt: usize) -> Vec<Mention> {
        let kind = &self.stmts[stmt].kind;
        if kind.shared().is_some() { Vec::new() } else { kind.mentions(self) }
    }

    fn entry(&self, stmt: usize) -> Option<Entry> {
        let Stmt { kind, range } = &self.stmts[stmt];
        if kind.shared().is_some() { None } else { kind.entry(self, *range) }
    }

    fn nesting(&self, stmt: usize) -> Nesting {
        self.stmts[stmt].kind.nesting()
    }

    fn topic(&self, stmt: usize, word: &str) -> Option<(&'static str, &'static str)> {
        let kind = &self.stmts[stmt].kind;
        if kind.shared().is_some() { None } else { kind.topic(word) }
    }

    fn body(&self, stmt: usize) -> Option<&Lines> {
        let kind = &self.stmts[stmt].kind;
        kind.shared().map_or_else(|| kind.body(), shared::body)
    }

    fn frames(&self) -> &[Frame] {
        &self.frames
    }

    fn text(&self, range: TextRange) -> Cow<'_, str> {
        Document::text(self, range)
    }
}
