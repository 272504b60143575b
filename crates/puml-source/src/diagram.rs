//! One diagram of a compiled source, whatever its family: what it is, what is in it, its pages.

use diag::{Diagnostic, Sources, Span};
use puml_compiler::{Explanation, LayoutOptions, layout};
use scene::Scene;
use serde_json::{Value, json};

/// A diagram with the sources that its spans point into.
#[derive(Debug, Clone, Copy)]
pub struct Diagram<'a> {
    compiled: &'a puml_compiler::Diagram,
    sources: &'a Sources,
}

/// How many of each thing a diagram has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Who takes part.
    pub participants: usize,
    /// What happens, over all pages.
    pub events: usize,
    /// At least one.
    pub pages: usize,
}

/// A participant that a source uses and does not declare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undeclared<'a> {
    /// How the source calls it.
    pub id: &'a str,
    /// What is shown; the same as the id unless the source says otherwise.
    pub label: &'a str,
    /// Its first use.
    pub origin: Span,
}

impl<'a> Diagram<'a> {
    /// A diagram of a compiled source.
    pub fn new(compiled: &'a puml_compiler::Diagram, sources: &'a Sources) -> Self {
        Self { compiled, sources }
    }

    /// Whether both are the same diagram of the same source.
    pub fn is_same(&self, other: &Self) -> bool {
        std::ptr::eq(self.compiled, other.compiled)
    }

    /// What follows `@startuml`: a file name or an id.
    pub fn name(&self) -> Option<&'a str> {
        self.compiled.name.as_deref()
    }

    /// From its first marker to its last.
    pub fn span(&self) -> Span {
        self.compiled.span
    }

    /// The public name of its type.
    pub fn kind(&self) -> &'static str {
        "sequence"
    }

    /// Whether there is nothing in it that could be drawn.
    pub fn is_empty(&self) -> bool {
        self.compiled.model.participants.is_empty()
    }

    /// How much is in it.
    pub fn counts(&self) -> Counts {
        let model = &self.compiled.model;
        Counts {
            participants: model.participants.len(),
            events: model.pages.iter().map(|it| it.events.len()).sum(),
            pages: model.pages.len(),
        }
    }

    /// Name, type and counts, as programs answer them.
    pub fn summary(&self) -> Value {
        let Counts { participants, events, pages } = self.counts();
        json!({
            "name": self.name(),
            "type": self.kind(),
            "participants": participants,
            "events": events,
            "pages": pages,
        })
    }

    /// What PlantUML says about a diagram that it has drawn: `(2 participants)`.
    pub fn description(&self) -> String {
        format!("({} participants)", self.compiled.model.participants.len())
    }

    /// How many pages it has.
    pub fn page_count(&self) -> usize {
        self.compiled.model.pages.len()
    }

    /// One page, counted from 0, laid out without the others; `None` if there are fewer.
    pub fn scene(&self, page: usize) -> Option<Scene> {
        let options = LayoutOptions { page: Some(page.checked_add(1)?) };
        layout(&self.compiled.model, self.sources, &options).pop()
    }

    /// All pages.
    pub fn scenes(&self) -> Vec<Scene> {
        layout(&self.compiled.model, self.sources, &LayoutOptions::default())
    }

    /// What it says, in words.
    pub fn explanation(&self) -> Explanation {
        puml_compiler::explain(&self.compiled.model)
    }

    /// What makes it hard to read.
    pub fn readability(&self) -> Vec<Diagnostic> {
        puml_compiler::readability(&self.compiled.model)
    }

    /// What it means, with everything resolved. Lines are those of the source that the diagram stands in.
    pub fn model_json(&self) -> Value {
        puml_compiler::model_json(&self.compiled.model, self.compiled.span.source)
    }

    /// Who is used and not declared, from left to right.
    pub fn undeclared(&self) -> impl Iterator<Item = Undeclared<'a>> {
        let participants = self.compiled.model.participants.iter();
        participants.filter(|it| !it.declared).map(|it| Undeclared {
            id: &it.id,
            label: &it.label.text,
            origin: it.origin,
        })
    }
}
