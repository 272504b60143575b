//! The older syntax, `(*) --> "text"`: a graph of steps, drawn by `puml-graph`.

pub mod ast;
mod editor;
mod edits;
mod explain;
mod format;
mod grammar;
mod lower;
mod model;
mod parse;
mod tree_json;

use std::any::Any;
use std::sync::Arc;

use diag::{Code, Diagnostic, SourceId, Sources, TextEdit};
use puml_family::chrome::PageNumber;
use puml_family::editor::{EditorTree, Words};
use puml_family::edits::{Edit, EditError};
use puml_family::json::{self, Object};
use puml_family::{
    BlockSource, Explanation, Family, Input, LayoutContext, LayoutOptions, Lowered, Reading, Tally,
    Tree, Vocabulary, page,
};
use puml_syntax::catalogue::Section;
use puml_syntax::format::Form;
use puml_syntax::json::{Numbers, Part};
use puml_syntax::{Extent, Stage, parse_block};
use scene::Scene;
use serde_json::Value;

use crate::catalogue::LEGACY;
use crate::element::VOCABULARY;

use ast::Document;
pub use model::Model;
use parse::LegacyGrammar;

/// Activity diagrams in the older syntax.
pub struct Legacy;

impl Family for Legacy {
    fn name(&self) -> &'static str {
        "activity"
    }

    fn noun(&self) -> &'static str {
        "an activity diagram in the older syntax"
    }

    fn starts(&self) -> &'static [&'static str] {
        &["uml"]
    }

    fn read(&self, source: BlockSource<'_>, stage: Stage, extent: Extent) -> Reading {
        let BlockSource { text, lines, block, source } = source;
        let grammar = LegacyGrammar::default();
        let parsed = parse_block(text, lines, block, stage, extent, source, grammar);
        let tree = LegacyTree { document: parsed.document, source };
        Reading { tree: Box::new(tree), diagnostics: parsed.diagnostics }
    }

    fn catalogue(&self) -> &'static [Section] {
        LEGACY
    }

    fn vocabulary(&self) -> &'static Vocabulary {
        &VOCABULARY
    }

    fn words(&self) -> &'static Words {
        &editor::WORDS
    }

    fn codes(&self) -> &'static [&'static [Code]] {
        &[]
    }
}

/// A block that was read in the older syntax.
pub struct LegacyTree {
    /// With one block.
    pub document: Document,
    source: SourceId,
}

impl Tree for LegacyTree {
    fn lower(&self, input: Input<'_>) -> Lowered {
        let (model, diagnostics) = lower::lower(&self.document, input);
        Lowered { model: Arc::new(model), diagnostics }
    }

    fn json(&self, before: Numbers) -> Part {
        tree_json::part(&self.document, before)
    }

    fn format(&self, form: Form) -> Vec<TextEdit> {
        puml_syntax::format::format(&self.document, self.source, &format::Canonical, form)
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
        [("steps", self.graph.entities.len()), ("links", self.graph.links.len())]
    }

    fn layout(&self, sources: &Sources, options: &LayoutOptions) -> Vec<Scene> {
        if options.page.is_some_and(|it| it != 1) {
            return Vec::new();
        }
        let ctx = LayoutContext { looks: &self.looks, sprites: &self.sprites, sources };
        let drawn = puml_graph::draw(&self.graph, ctx);
        let page = page::Page {
            items: drawn.items,
            extent: drawn.extent,
            title: None,
            number: PageNumber { page: 1, last: 1 },
            kind: "Activity diagram",
            description: explain::explain(self).summary,
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
        let mut out = String::new();
        if let Some(title) = &self.surroundings.title {
            out = format!("title {:?}\n", title.label.text);
        }
        out + &puml_graph::facts(&self.graph)
    }

    fn json(&self, source: SourceId) -> Value {
        let mut out = Object::default();
        out.put("version", 1);
        json::surroundings(&mut out, &self.surroundings);
        puml_graph::json(&mut out, &self.graph, source);
        json::sprites(&mut out, &self.sprites);
        out.put("looks", json::looks(&self.looks, &VOCABULARY));
        out.done()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
