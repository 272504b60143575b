//! A parsed block as an editor sees it, and what a family tells about its statements.

use std::borrow::Cow;

use puml_syntax::ast::{Block, Document, Frame, FrameKind, Kind, Lines, Name, Shared, Stmt};
use puml_syntax::{Nesting, TextRange};

use super::call::{CallLine, Called, call_line};
use super::outline::Entry;
use super::pieces::{Piece, PieceKind, Pieces, fill};
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

    /// Statements that belong together where no frame says so: a node with all that hangs from it, a value with its
    /// lines. In the order they begin.
    fn runs(_: &Document<Self>) -> Vec<Run> {
        Vec::new()
    }

    /// The outline of the whole block, where single statements cannot tell theirs.
    fn outline(_: &Document<Self>) -> Option<Vec<Entry>> {
        None
    }

    /// Every place that names a part of an element, in reading order: a field, a method, a state of a player.
    fn features(_: &Document<Self>) -> Vec<Feature> {
        Vec::new()
    }

    /// Section and name of its construct in the catalogue, for the word under the pointer.
    fn topic(&self, word: &str) -> Option<(&'static str, &'static str)>;

    /// The lines of text that stand below its first line.
    fn body(&self) -> Option<&Lines> {
        None
    }

    /// What a call of a macro stands for, by the macro's name and arguments alone.
    fn called(_: &CallLine, _: &Document<Self>) -> Called {
        Called::default()
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

/// A place that names a part of an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Feature {
    /// The statement's place in the tree.
    pub stmt: usize,
    /// The code of the element, as [`Mention::code`] has it.
    pub owner: String,
    /// The name alone, without quotes, marks and types.
    pub name: TextRange,
    /// Whether the place declares it.
    pub role: Role,
    /// What such a part is called: `field`, `method`, `state`.
    pub keyword: &'static str,
}

/// Statements that belong together, two at least.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// The statement that the others belong to.
    pub first: usize,
    /// The last of the others.
    pub last: usize,
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
    /// The statement that introduces the name.
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

    /// Every place that names a part of an element, in reading order.
    fn features(&self) -> Vec<Feature>;

    /// Statements that belong together where no frame says so, in the order they begin.
    fn runs(&self) -> Vec<Run>;

    /// The outline of the whole block, where single statements cannot tell theirs.
    fn outline(&self) -> Option<Vec<Entry>>;

    /// The text of a range as the language reads it.
    fn text(&self, range: TextRange) -> Cow<'_, str>;
}

/// A statement that only carrying out the preprocessor can judge, read as a call.
fn call_of<K: Describe>(document: &Document<K>, stmt: usize) -> Option<(CallLine, Called)> {
    let Stmt { kind, range } = &document.stmts[stmt];
    if !matches!(kind.shared()?, Shared::Call(_) | Shared::Template) {
        return None;
    }
    let line = call_line(&document.source, *range)?;
    let called = K::called(&line, document);
    Some((line, called))
}

/// The macro, the names and the texts of a call.
fn call_pieces(call: &CallLine, called: &Called, out: &mut Pieces<'_>) {
    out.add(call.name, PieceKind::Macro);
    for mention in &called.mentions {
        let kind = match mention.role {
            Role::Declares => PieceKind::Declaration,
            _ => PieceKind::Use,
        };
        out.name(mention.name, kind);
    }
    for argument in &call.arguments {
        let text = argument.slice(out.source());
        match text.split_once('=').filter(|it| it.0.starts_with('$')) {
            Some((key, value)) => {
                let middle = argument.start + key.len() as u32;
                out.add(TextRange::new(argument.start, middle), PieceKind::Property);
                let start = argument.end - value.len() as u32;
                call_value(TextRange::new(start, argument.end), out);
            }
            None if text.starts_with('"') => out.add(*argument, PieceKind::Text),
            None => {}
        }
    }
}

/// The value of a named argument: a colour, an address, or any other text.
fn call_value(range: TextRange, out: &mut Pieces<'_>) {
    let text = range.slice(out.source());
    let is_quoted = text.len() > 1 && text.starts_with('"') && text.ends_with('"');
    let edge = u32::from(is_quoted);
    let inner = TextRange::new(range.start + edge, range.end - edge);
    let value = inner.slice(out.source());
    if value.starts_with('#') && puml_syntax::color::parse(value).is_some() {
        out.add(inner, PieceKind::Color);
    } else if value.starts_with("https://") || value.starts_with("http://") {
        out.add(inner, PieceKind::Url);
    } else {
        out.add(range, PieceKind::Value);
    }
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
        let has_keywords = if let Some((call, called)) = call_of(self, stmt) {
            call_pieces(&call, &called, &mut out);
            false
        } else if let Some(it) = kind.shared() {
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
        if kind.shared().is_none() {
            return kind.mentions(self);
        }
        call_of(self, stmt).map(|it| it.1.mentions).unwrap_or_default()
    }

    fn entry(&self, stmt: usize) -> Option<Entry> {
        let Stmt { kind, range } = &self.stmts[stmt];
        if kind.shared().is_none() {
            return kind.entry(self, *range);
        }
        call_of(self, stmt)?.1.entry
    }

    fn nesting(&self, stmt: usize) -> Nesting {
        match call_of(self, stmt) {
            Some((call, called)) if call.is_opening && called.entry.is_some() => {
                Nesting::Open(FrameKind::Group)
            }
            _ => self.stmts[stmt].kind.nesting(),
        }
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

    fn features(&self) -> Vec<Feature> {
        K::features(self)
    }

    fn runs(&self) -> Vec<Run> {
        K::runs(self)
    }

    fn outline(&self) -> Option<Vec<Entry>> {
        K::outline(self)
    }

    fn text(&self, range: TextRange) -> Cow<'_, str> {
        Document::text(self, range)
    }
}
