//! What a family of diagrams is to the rest of the program: it reads a block into a tree, the tree becomes a model,
//! the model is drawn, told and printed. Nothing outside a family's package knows more about it.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use diag::{Code, Diagnostic, SourceId, Sources, Span, TextEdit};
use puml_syntax::ast::{Document, Kind, Shared};
use puml_syntax::catalogue::Section;
use puml_syntax::format::{Form, Indent};
use puml_syntax::json::{Numbers, Part};
use puml_syntax::{Extent, Lines, Stage, TextRange};
use scene::Scene;
use serde_json::Value;

use crate::editor::{EditorTree, NO_WORDS, Words};
use crate::edits::{Edit, EditError};
use crate::embedded::Embed;
use crate::explain::Explanation;
use crate::options::Options;
use crate::origin::{Origins, Theme};
use crate::vocabulary::Vocabulary;
use crate::world::World;

/// One family of diagrams. Its package has one value of it.
pub trait Family: Send + Sync {
    /// One word, the `type` in every answer: `sequence`, `class`, `mindmap`.
    fn name(&self) -> &'static str;

    /// With its article, for messages: `a sequence diagram`.
    fn noun(&self) -> &'static str;

    /// The words after `@start` whose blocks it may read, in lower case. `uml` is shared by many families.
    fn starts(&self) -> &'static [&'static str];

    /// Reads a block. Never fails: a block of another family is full of errors.
    fn read(&self, source: BlockSource<'_>, stage: Stage, extent: Extent) -> Reading;

    /// What it can say, section by section, with examples that compile.
    fn catalogue(&self) -> &'static [Section];

    /// The kinds of findings that only it reports, table by table.
    fn codes(&self) -> &'static [&'static [Code]];

    /// What its skin parameters and style blocks can name.
    fn vocabulary(&self) -> &'static Vocabulary;

    /// The words that an editor offers in its diagrams.
    fn words(&self) -> &'static Words {
        &NO_WORDS
    }
}

/// A block of a text that is to be read.
#[derive(Clone, Copy)]
pub struct BlockSource<'a> {
    /// The preprocessed text, all blocks included.
    pub text: &'a Arc<str>,
    /// The lines of that text.
    pub lines: &'a Lines<'a>,
    /// The block's place among all blocks of the text.
    pub block: usize,
    /// The text's id, for findings and edits.
    pub source: SourceId,
}

/// A block as one family understands it.
pub struct Reading {
    /// The tree, with error nodes where a line was not understood.
    pub tree: Box<dyn Tree>,
    /// What was not, in reading order.
    pub diagnostics: Vec<Diagnostic>,
}

/// A block that was read.
pub trait Tree: Send + Sync {
    /// What the block says, everything resolved, and what lowering found; findings have spans of the parsed text.
    fn lower(&self, input: Input<'_>) -> Lowered;

    /// The tree as JSON, as a part of a larger text.
    fn json(&self, before: Numbers) -> Part;

    /// The edits that bring the block into its canonical layout, in the form that is wanted.
    fn format(&self, form: Form) -> Vec<TextEdit>;

    /// What one level of nesting is indented by in that layout.
    fn indent(&self, form: Form) -> Indent {
        form.indent.unwrap_or_default()
    }

    /// The text edits that do what is asked for. Fails rather than change what was not asked for.
    fn edit(&self, edit: &Edit) -> Result<Vec<TextEdit>, EditError>;

    /// How much was understood: a family that understands more of a broken block speaks for it.
    fn tally(&self) -> Tally;

    /// The block as an editor sees it.
    fn editor(&self) -> Option<&dyn EditorTree> {
        None
    }

    /// The tree itself, for those who know its family.
    fn as_any(&self) -> &dyn Any;
}

/// How much of a block was understood.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tally {
    /// Lines of statements that say something; comments and styles, which every family takes, do not count.
    pub understood: usize,
    /// Lines whose meaning is open until the preprocessor ran.
    pub templates: usize,
    /// Lines that fit nothing, in order.
    pub errors: Vec<TextRange>,
}

impl Tally {
    /// Of all statements of a document.
    pub fn of<K: Kind>(document: &Document<K>) -> Self {
        let mut tally = Self::default();
        for stmt in &document.stmts {
            match stmt.kind.shared() {
                Some(Shared::Error) => tally.errors.push(stmt.range),
                Some(Shared::Template | Shared::Call(_)) => tally.templates += 1,
                Some(Shared::Comment | Shared::Skinparam(_) | Shared::Style(_)) => {}
                _ => {
                    let text = stmt.range.slice(&document.source);
                    tally.understood += 1 + text.bytes().filter(|it| *it == b'\n').count();
                }
            }
        }
        tally
    }
}

/// What lowering reads beside the tree.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// The parsed text.
    pub source: SourceId,
    /// The way from the parsed text to what the user wrote.
    pub origins: &'a Origins,
    /// The themes that the block chooses, in order.
    pub themes: &'a [Theme],
    /// The caller's choices.
    pub options: &'a Options,
    /// Where pictures come from.
    pub world: &'a dyn World,
    /// The name under which the user knows the text.
    pub name: &'a str,
    /// Draws the diagrams that stand inside texts.
    pub embed: &'a Embed<'a>,
}

/// A model and what was found on the way.
pub struct Lowered {
    /// As far as the block was understood.
    pub model: Arc<dyn Model>,
    /// With spans of the parsed text.
    pub diagnostics: Vec<Diagnostic>,
}

/// What a diagram says, everything resolved.
pub trait Model: fmt::Debug + Send + Sync {
    /// How many pages it has, at least one.
    fn pages(&self) -> usize;

    /// What it is made of, and what happens or is linked in it, by name: `participants` and `events`.
    fn counts(&self) -> [(&'static str, usize); 2];

    /// How many elements stand in the picture: what can be pointed at by its name or its text.
    fn elements(&self) -> usize {
        self.counts()[0].1
    }

    /// How many lines lead from one element to another.
    fn relations(&self) -> usize {
        self.counts()[1].1
    }

    /// Who is used and not declared, in order, where the family tells these apart.
    fn undeclared(&self) -> Vec<Undeclared<'_>> {
        Vec::new()
    }

    /// About how many parts are drawn on all pages together: what a limit on drawing counts. What a diagram is made of
    /// takes twice the room of what links it.
    fn parts(&self) -> u64 {
        let [(_, elements), (_, links)] = self.counts();
        2 * elements as u64 + links as u64
    }

    /// The pictures, one a page or only the one that is asked for.
    fn layout(&self, sources: &Sources, options: &LayoutOptions) -> Vec<Scene>;

    /// The diagram in words.
    fn explain(&self) -> Explanation;

    /// Where an element is declared, if it is.
    fn declaration(&self, id: &str) -> Option<Span> {
        let _ = id;
        None
    }

    /// What the picture shows and the text does not say, with the statement it belongs to: the numbers of messages.
    fn hints(&self) -> Vec<(Span, String)> {
        Vec::new()
    }

    /// Advice on reading, in reading order; never an error.
    fn readability(&self) -> Vec<Diagnostic>;

    /// What the model says, one fact a line, without its looks: for reviews and tests.
    fn facts(&self) -> String;

    /// The model as JSON; `source` is the text that ranges count in unless they say otherwise.
    fn json(&self, source: SourceId) -> Value;

    /// The model itself, for those who know its family.
    fn as_any(&self) -> &dyn Any;
}

/// Something that a source uses and does not declare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undeclared<'a> {
    /// How the source calls it.
    pub id: &'a str,
    /// What is shown; the same as the id unless the source says otherwise.
    pub label: &'a str,
    /// The place of its first use.
    pub origin: Span,
}

/// What a caller may choose about laying out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LayoutOptions {
    /// Only this page, counted from 1; all of them if there is none.
    pub page: Option<usize>,
}
