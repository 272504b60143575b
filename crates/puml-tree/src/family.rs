//! Mind maps and work breakdown structures as families: what the table of families knows about them.

use std::any::Any;
use std::sync::Arc;

use diag::{Code, Diagnostic, SourceId, Sources, TextEdit};
use puml_family::editor::{EditorTree, Words};
use puml_family::edits::{Edit, EditError};
use puml_family::{
    BlockSource, Explanation, Family, Input, LayoutOptions, Lowered, Reading, Tally, Tree,
    Vocabulary,
};
use puml_syntax::catalogue::Section;
use puml_syntax::format::Form;
use puml_syntax::json::{Numbers, Part};
use puml_syntax::{Extent, Stage, parse_block};
use scene::Scene;
use serde_json::Value;

use crate::ast::Document;
use crate::model::{Model, Notation};
use crate::parse::Trees;
use crate::{
    catalogue, codes, editor, edits, explain, facts, format, layout, lower, model_json,
    readability, tree_json,
};

const CODES: &[&[Code]] = &[codes::syntax::ALL, codes::model::ALL, codes::lint::ALL];

/// Mind maps.
pub struct Mindmap;

/// Work breakdown structures.
pub struct Wbs;

impl Family for Mindmap {
    fn name(&self) -> &'static str {
        "mindmap"
    }

    fn noun(&self) -> &'static str {
        "a mind map"
    }

    fn starts(&self) -> &'static [&'static str] {
        &["mindmap"]
    }

    fn read(&self, source: BlockSource<'_>, stage: Stage, extent: Extent) -> Reading {
        read(Notation::Mindmap, source, stage, extent)
    }

    fn vocabulary(&self) -> &'static Vocabulary {
        crate::element::vocabulary(Notation::Mindmap)
    }

    fn words(&self) -> &'static Words {
        &editor::MINDMAP
    }

    fn catalogue(&self) -> &'static [Section] {
        catalogue::MINDMAP
    }

    fn codes(&self) -> &'static [&'static [Code]] {
        CODES
    }
}

impl Family for Wbs {
    fn name(&self) -> &'static str {
        "wbs"
    }

    fn noun(&self) -> &'static str {
        "a work breakdown structure"
    }

    fn starts(&self) -> &'static [&'static str] {
        &["wbs"]
    }

    fn read(&self, source: BlockSource<'_>, stage: Stage, extent: Extent) -> Reading {
        read(Notation::Wbs, source, stage, extent)
    }

    fn vocabulary(&self) -> &'static Vocabulary {
        crate::element::vocabulary(Notation::Wbs)
    }

    fn words(&self) -> &'static Words {
        &editor::WBS
    }

    fn catalogue(&self) -> &'static [Section] {
        catalogue::WBS
    }

    // The codes are those of mind maps, which list them.
    fn codes(&self) -> &'static [&'static [Code]] {
        &[]
    }
}

fn read(notation: Notation, source: BlockSource<'_>, stage: Stage, extent: Extent) -> Reading {
    let BlockSource { text, lines, block, source } = source;
    let parsed = parse_block(text, lines, block, stage, extent, source, Trees(notation));
    let tree = Written { document: parsed.document, notation, source };
    Reading { tree: Box::new(tree), diagnostics: parsed.diagnostics }
}

/// A block that was read as a tree.
struct Written {
    document: Document,
    notation: Notation,
    source: SourceId,
}

impl Tree for Written {
    fn lower(&self, input: Input<'_>) -> Lowered {
        let (model, diagnostics) = lower::lower(&self.document, self.notation, input);
        Lowered { model: Arc::new(model), diagnostics }
    }

    fn json(&self, before: Numbers) -> Part {
        let word = match self.notation {
            Notation::Mindmap => "mindmap",
            Notation::Wbs => "wbs",
        };
        tree_json::part(&self.document, word, before)
    }

    fn format(&self, _: Form) -> Vec<TextEdit> {
        format::format(&self.document, self.source)
    }

    fn edit(&self, edit: &Edit) -> Result<Vec<TextEdit>, EditError> {
        edits::edit(&self.document, self.notation, self.source, edit)
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
        [("nodes", self.nodes.len()), ("arrows", self.arrows.len())]
    }

    /// The lines to parents and the free arrows.
    fn relations(&self) -> usize {
        let hanging = self.nodes.iter().filter(|it| it.parent.is_some()).count();
        hanging + self.arrows.len()
    }

    fn layout(&self, sources: &Sources, options: &LayoutOptions) -> Vec<Scene> {
        if options.page.is_some_and(|it| it != 1) {
            return Vec::new();
        }
        layout::layout(self, sources)
    }

    fn explain(&self) -> Explanation {
        explain::explain(self)
    }

    fn readability(&self) -> Vec<Diagnostic> {
        readability::readability(self)
    }

    fn facts(&self) -> String {
        facts::facts(self)
    }

    fn json(&self, source: SourceId) -> Value {
        model_json::model_json(self, source)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
