//! What lowering does in every family: labels, links, places in the user's text, what stands around the picture,
//! sprites and pictures.

mod chrome;
mod sprites;

use diag::{Code, Diagnostic, Fix, Span, TextEdit};
use puml_syntax::TextRange;
use puml_syntax::ast::{self, Document, Kind, Text};

use crate::family::Input;
use crate::label::{alignment, line_label, link_of, text_label};
use crate::looks::{LookBook, gather};
use crate::model::{Align, Label, Link, Sprite, Surroundings};
use crate::vocabulary::Styling;

/// The state that the lowering of every family has. Findings have spans of the parsed text; the model has spans of
/// the user's text.
pub struct Ground<'a, K> {
    /// The parsed block.
    pub document: &'a Document<K>,
    /// The block's origins, themes, options and world.
    pub input: Input<'a>,
    /// What was found so far.
    pub diagnostics: Vec<Diagnostic>,
    /// The looks that are resolved so far.
    pub looks: LookBook,
    /// What stands around the picture, as far as it is known.
    pub surroundings: Surroundings,
    /// The sprites and pictures that were decoded.
    pub sprites: Vec<Sprite>,
}

impl<'a, K: Kind> Ground<'a, K> {
    /// Reads the styles of a document with one block.
    pub fn new(document: &'a Document<K>, input: Input<'a>, styling: &mut dyn Styling) -> Self {
        let mut diagnostics = Vec::new();
        let looks = gather(document, &document.blocks[0], input, styling, &mut diagnostics);
        Self {
            document,
            input,
            diagnostics,
            looks,
            surroundings: Surroundings::default(),
            sprites: Vec::new(),
        }
    }

    /// Takes a statement that all families have; `false` for one that the family must take.
    pub fn shared(&mut self, stmt: &ast::Stmt<K>) -> bool {
        match stmt.kind.shared() {
            Some(ast::Shared::Chrome(it)) => {
                if !matches!(**it, ast::Chrome::Sprite(_) | ast::Chrome::Skin(_)) {
                    self.figures(stmt.range);
                }
                self.chrome(it, stmt.range);
            }
            Some(_) => {}
            None => return false,
        }
        true
    }

    /// A range of the parsed text as a place in it.
    pub fn span(&self, range: TextRange) -> Span {
        range.in_source(self.input.source)
    }

    /// A range of the parsed text as a place in what the user wrote.
    pub fn origin(&self, range: TextRange) -> Span {
        self.input.origins.span(self.span(range))
    }

    /// Adds a finding at a range; the order of calls is the order of findings.
    pub fn report(&mut self, code: Code, range: TextRange, message: impl Into<String>) {
        let span = self.span(range);
        self.diagnostics.push(Diagnostic::new(code, span, message));
    }

    /// Adds a fix to what was reported since `before`, if anything was.
    pub fn offer(&mut self, before: usize, title: impl Into<String>, edit: TextEdit) {
        if let Some(found) = self.diagnostics[before..].last_mut() {
            found.fixes.push(Fix::suggested(title, vec![edit]));
        }
    }

    /// The words of a range as a label.
    pub fn line_label(&self, range: TextRange) -> Label {
        line_label(self.document, range)
    }

    /// A text on one line that may be absent.
    pub fn optional_label(&self, range: Option<TextRange>) -> Label {
        range.map(|it| self.line_label(it)).unwrap_or_default()
    }

    /// A text on one line or in a block.
    pub fn text_label(&self, text: &Text) -> Label {
        text_label(self.document, text)
    }

    /// How the lines of a text on one line stand, where its line ends `\\l` and `\\r` say so.
    pub fn alignment(&self, range: Option<TextRange>) -> Option<Align> {
        range.and_then(|it| alignment(&self.document.text(it)))
    }

    /// The parts of a link.
    pub fn link(&self, link: Option<ast::Link>) -> Option<Link> {
        link.map(|it| link_of(self.document, it))
    }
}
