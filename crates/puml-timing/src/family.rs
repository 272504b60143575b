//! Timing diagrams as a family: what the table of families knows about them.

use std::any::Any;
use std::sync::Arc;

use diag::{Code, Diagnostic, SourceId, Sources, TextEdit};
use puml_family::chrome::PageNumber;
use puml_family::editor::{EditorTree, Words};
use puml_family::edits::{Edit, EditError};
use puml_family::{
    BlockSource, Explanation, Family, Input, LayoutContext, LayoutOptions, Lowered, Reading, Tally,
    Tree, Vocabulary, page,
};
use puml_syntax::catalogue::Section;
use puml_syntax::format::Form;
use puml_syntax::json::{Numbers, Part};
use puml_syntax::{Extent, Stage, format, parse_block};
use scene::Scene;
use serde_json::Value;

use crate::ast::Document;
use crate::catalogue::CATALOGUE;
use crate::editor::WORDS;
use crate::format::Canonical;
use crate::model::Model;
use crate::parse::TimingGrammar;
use crate::{codes, edits, explain, facts, layout, lower, model_json, tree_json};

/// Timing diagrams.
pub struct Timing;

impl Family for Timing {
    fn name(&self) -> &'static str {
        "timing"
    }

    fn noun(&self) -> &'static str {
        "a timing diagram"
    }

    fn starts(&self) -> &'static [&'static str] {
        &["uml"]
    }

    fn read(&self, source: BlockSource<'_>, stage: Stage, extent: Extent) -> Reading {
        let BlockSource { text, lines, block, source } = source;
        let parsed = parse_block(text, lines, block, stage, extent, source, TimingGrammar);
        let tree = TimingTree { document: parsed.document, source };
        Reading { tree: Box::new(tree), diagnostics: parsed.diagnostics }
    }

    fn catalogue(&self) -> &'static [Section] {
        CATALOGUE
    }

    fn vocabulary(&self) -> &'static Vocabulary {
        &crate::element::VOCABULARY
    }

    fn words(&self) -> &'static Words {
        &WORDS
    }

    fn codes(&self) -> &'static [&'static [Code]] {
        &[codes::model::ALL, codes::lint::ALL]
    }
}

/// A block that was read as a timing diagram.
pub struct TimingTree {
    /// With one block.
    pub document: Document,
    source: SourceId,
}

impl Tree for TimingTree {
    fn lower(&self, input: Input<'_>) -> Lowered {
        let (model, diagnostics) = lower::lower(&self.document, input);
        Lowered { model: Arc::new(model), diagnostics }
    }

    fn json(&self, before: Numbers) -> Part {
        tree_json::part(&self.document, before)
    }

    fn format(&self, form: Form) -> Vec<TextEdit> {
        format::format(&self.document, self.source, &Canonical, form)
    }

    fn edit(&self, edit: &Edit) -> Result<Vec<TextEdit>, EditError> {
        edits::edits(edit, &self.document, self.source)
    }

    fn editor(&self) -> Option<&dyn EditorTree> {
        Some(&self.document)
    }

    fn tally(&self) -> Tally {
        Tally::of(&self.document)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl puml_family::Model for Model {
    fn pages(&self) -> usize {
        1
    }

    fn counts(&self) -> [(&'static str, usize); 2] {
        [
            ("players", self.players.len()),
            ("changes", self.players.iter().map(|it| it.changes.len()).sum()),
        ]
    }

    fn relations(&self) -> usize {
        self.messages.len()
    }

    fn layout(&self, sources: &Sources, options: &LayoutOptions) -> Vec<Scene> {
        if options.page.is_some_and(|it| it != 1) {
            return Vec::new();
        }
        let ctx = LayoutContext { looks: &self.looks, sprites: &self.sprites, sources };
        let (items, extent) = layout::layout(self, ctx);
        let page = page::Page {
            items,
            extent,
            title: None,
            number: PageNumber { page: 1, last: 1 },
            kind: "Timing diagram",
            description: explain::summary(self),
        };
        vec![page::finish(ctx, &self.surroundings, page)]
    }

    fn explain(&self) -> Explanation {
        explain::explain(self)
    }

    fn readability(&self) -> Vec<Diagnostic> {
        explain::readability(self)
    }

    fn facts(&self) -> String {
        facts::facts(self)
    }

    fn json(&self, source: SourceId) -> Value {
        model_json::json(self, source)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
