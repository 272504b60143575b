//! Component, deployment and use case diagrams as a family: what the table of families knows about them.

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
use crate::parse::DescriptionGrammar;
use crate::{codes, edits, explain, lower, tree_json};

/// Component, deployment and use case diagrams.
pub struct Description;

impl Family for Description {
    fn name(&self) -> &'static str {
        "description"
    }

    fn noun(&self) -> &'static str {
        VOCABULARY.noun
    }

    fn starts(&self) -> &'static [&'static str] {
        &["uml"]
    }

    fn read(&self, source: BlockSource<'_>, stage: Stage, extent: Extent) -> Reading {
        let BlockSource { text, lines, block, source } = source;
        let grammar = DescriptionGrammar::default();
        let parsed = parse_block(text, lines, block, stage, extent, source, grammar);
        let tree = DescriptionTree { document: parsed.document, source };
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
        &[codes::model::ALL]
    }
}

/// A block that was read as a component, deployment or use case diagram.
pub struct DescriptionTree {
    /// With one block.
    pub document: Document,
    source: SourceId,
}

impl Tree for DescriptionTree {
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
        edits::edit(edit, &self.document, self.source)
    }

    fn tally(&self) -> Tally {
        Tally::of(&self.document)
    }

    fn editor(&self) -> Option<&dyn EditorTree> {
        Some(&self.document)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl puml_family::Model for Model {
    fn pages(&self) -> usize {
        self.pages.len()
    }

    fn counts(&self) -> [(&'static str, usize); 2] {
        let entities = self.pages.iter().map(|it| it.graph.entities.len()).sum();
        let links = self.pages.iter().map(|it| it.graph.links.len()).sum();
        [("entities", entities), ("links", links)]
    }

    fn parts(&self) -> u64 {
        let [(_, elements), (_, links)] = self.counts();
        puml_graph::parts(elements, links)
    }

    fn layout(&self, sources: &Sources, options: &LayoutOptions) -> Vec<Scene> {
        let ctx = LayoutContext { looks: &self.looks, sprites: &self.sprites, sources };
        let wanted = |idx: usize| options.page.is_none_or(|it| it == idx + 1);
        let last = self.pages.len();
        let pages = self.pages.iter().enumerate().filter(|it| wanted(it.0));
        pages
            .map(|(idx, it)| {
                let drawn = puml_graph::draw(&it.graph, ctx);
                let page = page::Page {
                    items: drawn.items,
                    extent: drawn.extent,
                    title: None,
                    number: PageNumber { page: idx + 1, last },
                    kind: "Component diagram",
                    description: explain::explain(self).summary,
                };
                page::finish(ctx, &it.surroundings, page)
            })
            .collect()
    }

    fn explain(&self) -> Explanation {
        explain::explain(self)
    }

    fn readability(&self) -> Vec<Diagnostic> {
        explain::readability(self)
    }

    fn facts(&self) -> String {
        let mut out = String::new();
        for (idx, page) in self.pages.iter().enumerate() {
            if idx > 0 {
                out.push_str("page\n");
            }
            if let Some(title) = &page.surroundings.title {
                out = format!("{out}title {:?}\n", title.label.text);
            }
            out += &puml_graph::facts(&page.graph);
        }
        out
    }

    fn json(&self, source: SourceId) -> Value {
        let mut out = Object::default();
        out.put("version", 1);
        let mut pages = self.pages.iter();
        if let Some(first) = pages.next() {
            json::surroundings(&mut out, &first.surroundings);
            puml_graph::json(&mut out, &first.graph, source);
        }
        let others = pages.map(|it| {
            let mut page = Object::default();
            json::surroundings(&mut page, &it.surroundings);
            puml_graph::json(&mut page, &it.graph, source);
            page.done()
        });
        let others: Vec<Value> = others.collect();
        if !others.is_empty() {
            out.put("furtherPages", others);
        }
        json::sprites(&mut out, &self.sprites);
        out.put("looks", json::looks(&self.looks, &VOCABULARY));
        out.done()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
