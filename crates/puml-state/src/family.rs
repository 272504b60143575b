//! State diagrams as a family: what the table of families knows about them.

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
use puml_syntax::{Extent, Stage, format, parse_block};
use scene::Scene;
use serde_json::Value;

use crate::ast::Document;
use crate::catalogue::CATALOGUE;
use crate::editor::WORDS;
use crate::element::VOCABULARY;
use crate::format::Canonical;
use crate::model::Model;
use crate::parse::StateGrammar;
use crate::{codes, edits, explain, lower, readability, tree_json};

/// State machines, with composite states and concurrent regions.
pub struct State;

impl Family for State {
    fn name(&self) -> &'static str {
        "state"
    }

    fn noun(&self) -> &'static str {
        "a state diagram"
    }

    fn starts(&self) -> &'static [&'static str] {
        &["uml"]
    }

    fn read(&self, source: BlockSource<'_>, stage: Stage, extent: Extent) -> Reading {
        let BlockSource { text, lines, block, source } = source;
        let grammar = StateGrammar;
        let parsed = parse_block(text, lines, block, stage, extent, source, grammar);
        let tree = StateTree { document: parsed.document, source };
        Reading { tree: Box::new(tree), diagnostics: parsed.diagnostics }
    }

    fn catalogue(&self) -> &'static [Section] {
        CATALOGUE
    }

    fn vocabulary(&self) -> &'static Vocabulary {
        &VOCABULARY
    }

    fn words(&self) -> &'static Words {
        &WORDS
    }

    fn codes(&self) -> &'static [&'static [Code]] {
        &[codes::model::ALL, codes::lint::ALL]
    }
}

/// A block that was read as a state diagram.
pub struct StateTree {
    /// With one block.
    pub document: Document,
    source: SourceId,
}

impl Tree for StateTree {
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
        edits::edit(&self.document, self.source, edit)
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
        [("states", self.states()), ("transitions", self.graph.links.len())]
    }

    fn parts(&self) -> u64 {
        let [(_, elements), (_, links)] = self.counts();
        puml_graph::parts(elements, links)
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
            kind: "State diagram",
            description: explain::explain(self).summary,
        };
        vec![page::finish(ctx, &self.surroundings, page)]
    }

    fn explain(&self) -> Explanation {
        explain::explain(self)
    }

    fn readability(&self) -> Vec<Diagnostic> {
        readability::readability(self)
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
