//! Sequence diagrams as a family: what the table of families knows about them.

use std::any::Any;
use std::sync::Arc;

use diag::{Code, Diagnostic, SourceId, Sources, Span, TextEdit};
use puml_family::editor::{EditorTree, Words};
use puml_family::edits::{Edit, EditError};
use puml_family::{
    BlockSource, Explanation, Family, Input, LayoutOptions, Lowered, Reading, Tally, Tree,
    Undeclared, Vocabulary,
};
use puml_syntax::catalogue::Section;
use puml_syntax::format::{Form, Indent};
use puml_syntax::json::{Numbers, Part};
use puml_syntax::{Extent, Stage, creole, parse_block};
use scene::Scene;
use serde_json::Value;

use crate::ast::Document;
use crate::catalogue::CATALOGUE;
use crate::editor::WORDS;
use crate::format;
use crate::model::{EventKind, Model};
use crate::{
    codes, edits, explain, facts, layout, lower, model_json, parse, readability, tree_json,
};

/// The family of sequence diagrams, for the table of families.
pub struct Sequence;

impl Family for Sequence {
    fn name(&self) -> &'static str {
        "sequence"
    }

    fn noun(&self) -> &'static str {
        "a sequence diagram"
    }

    fn starts(&self) -> &'static [&'static str] {
        &["uml"]
    }

    fn read(&self, source: BlockSource<'_>, stage: Stage, extent: Extent) -> Reading {
        let BlockSource { text, lines, block, source } = source;
        let parsed = parse_block(text, lines, block, stage, extent, source, parse::Sequence);
        let tree = SequenceTree { document: parsed.document, source };
        Reading { tree: Box::new(tree), diagnostics: parsed.diagnostics }
    }

    fn catalogue(&self) -> &'static [Section] {
        CATALOGUE
    }

    fn codes(&self) -> &'static [&'static [Code]] {
        &[codes::syntax::ALL, codes::model::ALL, codes::lint::ALL]
    }

    fn vocabulary(&self) -> &'static Vocabulary {
        &crate::element::VOCABULARY
    }

    fn words(&self) -> &'static Words {
        &WORDS
    }
}

/// A block that was read as a sequence diagram.
pub struct SequenceTree {
    /// With one block.
    pub document: Document,
    source: SourceId,
}

impl Tree for SequenceTree {
    fn lower(&self, input: Input<'_>) -> Lowered {
        let (model, diagnostics) = lower::lower(&self.document, input);
        Lowered { model: Arc::new(model), diagnostics }
    }

    fn json(&self, before: Numbers) -> Part {
        tree_json::part(&self.document, before)
    }

    fn format(&self, form: Form) -> Vec<TextEdit> {
        format::edits(&self.document, self.source, form)
    }

    fn indent(&self, form: Form) -> Indent {
        format::indent(&self.document, form)
    }

    fn edit(&self, edit: &Edit) -> Result<Vec<TextEdit>, EditError> {
        edits::edit_document(&self.document, self.source, edit)
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
        let events = self.pages.iter().map(|it| it.events.len()).sum();
        [("participants", self.participants.len()), ("events", events)]
    }

    fn relations(&self) -> usize {
        let events = self.pages.iter().flat_map(|it| &it.events);
        events.filter(|it| matches!(it.kind, EventKind::Message(_))).count()
    }

    fn undeclared(&self) -> Vec<Undeclared<'_>> {
        let unknown = self.participants.iter().filter(|it| !it.declared);
        unknown
            .map(|it| Undeclared { id: &it.id, label: &it.label.text, origin: it.origin })
            .collect()
    }

    // Every page shows every participant: a head, a foot, a lifeline.
    fn parts(&self) -> u64 {
        let events: usize = self.pages.iter().map(|it| it.events.len()).sum();
        events as u64 + 4 * (self.pages.len() * self.participants.len()) as u64
    }

    fn layout(&self, sources: &Sources, options: &LayoutOptions) -> Vec<Scene> {
        layout::layout(self, sources, options)
    }

    fn explain(&self) -> Explanation {
        explain::explain(self)
    }

    fn declaration(&self, id: &str) -> Option<Span> {
        let found = self.participants.iter().find(|it| it.id == id && it.declared);
        found.map(|it| it.origin)
    }

    fn hints(&self) -> Vec<(Span, String)> {
        let events = self.pages.iter().flat_map(|it| &it.events);
        let numbers = events.filter_map(|event| {
            let EventKind::Message(message) = &event.kind else { return None };
            let lines = creole::label(&message.number.as_ref()?.text);
            let plain: Vec<String> = lines.iter().map(|it| creole::plain(&it.content)).collect();
            Some((event.origin, plain.join(" ")))
        });
        numbers.collect()
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
