//! JSON and YAML diagrams as families: what the table of families knows about them.

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
use crate::editor::WORDS;
use crate::grammar::Lines;
use crate::model::{Model, Notation};
use crate::{
    catalogue, codes, edits, explain, facts, format, layout, lower, model_json, readability,
    tree_json,
};

const CODES: &[&[Code]] = &[codes::syntax::ALL, codes::model::ALL, codes::lint::ALL];

/// JSON diagrams.
pub struct Json;

/// YAML diagrams.
pub struct Yaml;

impl Family for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn noun(&self) -> &'static str {
        "a JSON diagram"
    }

    fn starts(&self) -> &'static [&'static str] {
        &["json"]
    }

    fn read(&self, source: BlockSource<'_>, stage: Stage, extent: Extent) -> Reading {
        read(Notation::Json, source, stage, extent)
    }

    fn vocabulary(&self) -> &'static Vocabulary {
        crate::element::vocabulary(Notation::Json)
    }

    fn words(&self) -> &'static Words {
        &WORDS
    }

    fn catalogue(&self) -> &'static [Section] {
        catalogue::JSON
    }

    fn codes(&self) -> &'static [&'static [Code]] {
        CODES
    }
}

impl Family for Yaml {
    fn name(&self) -> &'static str {
        "yaml"
    }

    fn noun(&self) -> &'static str {
        "a YAML diagram"
    }

    fn starts(&self) -> &'static [&'static str] {
        &["yaml"]
    }

    fn read(&self, source: BlockSource<'_>, stage: Stage, extent: Extent) -> Reading {
        read(Notation::Yaml, source, stage, extent)
    }

    fn vocabulary(&self) -> &'static Vocabulary {
        crate::element::vocabulary(Notation::Yaml)
    }

    fn words(&self) -> &'static Words {
        &WORDS
    }

    fn catalogue(&self) -> &'static [Section] {
        catalogue::YAML
    }

    // The codes are those of JSON diagrams, which list them.
    fn codes(&self) -> &'static [&'static [Code]] {
        &[]
    }
}

fn read(notation: Notation, source: BlockSource<'_>, stage: Stage, extent: Extent) -> Reading {
    let BlockSource { text, lines, block, source } = source;
    let parsed = parse_block(text, lines, block, stage, extent, source, Lines::default());
    let tree = Written { document: parsed.document, notation, source };
    Reading { tree: Box::new(tree), diagnostics: parsed.diagnostics }
}

/// A block that was read as data.
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
            Notation::Json => "json",
            Notation::Yaml => "yaml",
        };
        tree_json::part(&self.document, word, before)
    }

    fn format(&self, form: Form) -> Vec<TextEdit> {
        format::format(&self.document, self.notation, self.source, form)
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
        let rows = self.tables.iter().map(|it| it.rows.len()).sum();
        [("tables", self.tables.len()), ("rows", rows)]
    }

    /// The lines from a row to the table that is its value.
    fn relations(&self) -> usize {
        self.tables.iter().filter(|it| it.parent.is_some()).count()
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
