//! One diagram of a compiled source, whatever its family: what it is, what is in it, its pages.

use diag::{Diagnostic, Sources, Span};
use puml_compiler::{Explanation, LayoutOptions, Undeclared};
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
    /// The number of participants, or of what stands for them in other families.
    pub participants: usize,
    /// What happens, over all pages.
    pub events: usize,
    /// What can be pointed at by its name or its text.
    pub elements: usize,
    /// The lines from one element to another.
    pub relations: usize,
    /// The number of pages, at least one.
    pub pages: usize,
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

    /// The text of the diagram alone, from its first marker to its last.
    pub fn text(&self) -> &'a str {
        self.sources.slice(self.compiled.span)
    }

    /// The whole text that the diagram stands in.
    pub fn whole_text(&self) -> &'a str {
        self.sources.source(self.compiled.span.source).text()
    }

    /// The public name of its type.
    pub fn kind(&self) -> &'static str {
        self.compiled.kind
    }

    /// Whether there is nothing in it that could be drawn.
    pub fn is_empty(&self) -> bool {
        self.compiled.model.counts().iter().all(|it| it.1 == 0)
    }

    /// How much is in it; what takes part and what happens are called differently in each family.
    pub fn counts(&self) -> Counts {
        let model = &self.compiled.model;
        let [(_, participants), (_, events)] = model.counts();
        let (elements, relations) = (model.elements(), model.relations());
        Counts { participants, events, elements, relations, pages: self.page_count() }
    }

    /// Name, type and counts, as programs answer them.
    pub fn summary(&self) -> Value {
        let [parts, happenings] = self.compiled.model.counts();
        json!({
            "name": self.name(),
            "type": self.kind(),
            parts.0: parts.1,
            happenings.0: happenings.1,
            "pages": self.page_count(),
        })
    }

    /// What PlantUML says about a diagram that it has drawn: `(2 participants)`.
    pub fn description(&self) -> String {
        let [(name, count), _] = self.compiled.model.counts();
        format!("({count} {name})")
    }

    /// How many pages it has.
    pub fn page_count(&self) -> usize {
        self.compiled.model.pages()
    }

    /// One page, counted from 0, laid out without the others; `None` if there are fewer.
    pub fn scene(&self, page: usize) -> Option<Scene> {
        let options = LayoutOptions { page: Some(page.checked_add(1)?) };
        self.compiled.model.layout(self.sources, &options).pop()
    }

    /// The scene of every page, in order.
    pub fn scenes(&self) -> Vec<Scene> {
        self.compiled.model.layout(self.sources, &LayoutOptions::default())
    }

    /// What it says, in words.
    pub fn explanation(&self) -> Explanation {
        self.compiled.model.explain()
    }

    /// What it says, one fact a line, without its looks.
    pub fn facts(&self) -> String {
        self.compiled.model.facts()
    }

    /// The line of the text that a place is in, from 1; none for a place in another text.
    pub fn line(&self, span: Span) -> Option<u32> {
        let home = self.compiled.span.source;
        let lines = self.sources.source(home).lines();
        (span.source == home).then(|| lines.line(span.start) + 1)
    }

    /// The line that declares an element, from 1.
    pub fn declared_on(&self, id: &str) -> Option<u32> {
        self.line(self.compiled.model.declaration(id)?)
    }

    /// What makes it hard to read.
    pub fn readability(&self) -> Vec<Diagnostic> {
        self.compiled.model.readability()
    }

    /// What it means, with everything resolved. Lines are those of the source that the diagram stands in.
    pub fn model_json(&self) -> Value {
        self.compiled.model.json(self.compiled.span.source)
    }

    /// Who is used and not declared, from left to right.
    pub fn undeclared(&self) -> impl Iterator<Item = Undeclared<'a>> {
        self.compiled.model.undeclared().into_iter()
    }
}
