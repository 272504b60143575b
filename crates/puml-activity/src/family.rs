//! Activity diagrams as a family: what the table of families knows about them.

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
use puml_syntax::{Extent, Stage, format, parse_block};
use scene::Scene;
use serde_json::Value;

use crate::ast::Document;
use crate::catalogue::CATALOGUE;
use crate::format::Canonical;
use crate::model::{Model, StepKind};
use crate::parse::ActivityGrammar;
use crate::words::WORDS;
use crate::{
    codes, edits, explain, facts, flow, layout, lower, model_json, readability, tree_json,
};

/// Activity diagrams in the current syntax: `start`, `:text;`, `if (test) then`.
pub struct Activity;

impl Family for Activity {
    fn name(&self) -> &'static str {
        "activity"
    }

    fn noun(&self) -> &'static str {
        "an activity diagram"
    }

    fn starts(&self) -> &'static [&'static str] {
        &["uml"]
    }

    fn read(&self, source: BlockSource<'_>, stage: Stage, extent: Extent) -> Reading {
        let BlockSource { text, lines, block, source } = source;
        let grammar = ActivityGrammar::default();
        let parsed = parse_block(text, lines, block, stage, extent, source, grammar);
        let tree = ActivityTree { document: parsed.document, source };
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
        &[codes::syntax::ALL, codes::model::ALL, codes::lint::ALL]
    }
}

/// A block that was read as an activity diagram.
pub struct ActivityTree {
    /// With one block.
    pub document: Document,
    source: SourceId,
}

impl Tree for ActivityTree {
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
        let (mut steps, mut decisions) = (0, 0);
        self.walk(&mut |step, _| match step.kind {
            StepKind::If(_) | StepKind::Switch(_) | StepKind::While(_) | StepKind::Repeat(_) => {
                decisions += 1;
            }
            StepKind::Group(_) | StepKind::Parallel(_) => {}
            _ => steps += 1,
        });
        [("steps", steps), ("decisions", decisions)]
    }

    fn elements(&self) -> usize {
        flow::count(&self.steps).elements
    }

    fn relations(&self) -> usize {
        flow::count(&self.steps).relations
    }

    /// Ways side by side are compared with each other.
    fn parts(&self) -> u64 {
        let [(_, steps), (_, decisions)] = self.counts();
        let mut parts = 2 * steps as u64 + decisions as u64;
        self.walk(&mut |step, _| {
            let ways = match &step.kind {
                StepKind::Switch(it) => it.cases.len(),
                StepKind::Parallel(it) => it.branches.len(),
                _ => 0,
            };
            parts += (ways * ways / 200) as u64;
        });
        parts
    }

    fn layout(&self, sources: &Sources, options: &LayoutOptions) -> Vec<Scene> {
        if options.page.is_some_and(|it| it != 1) {
            return Vec::new();
        }
        vec![layout::layout(self, sources)]
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
        model_json::model(self, source)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
