//! The front door: a source becomes the models of its diagrams and everything there is to say about it.

use std::sync::Arc;

use diag::{Diagnostic, SourceId, Sources, Span};
use puml_family::{BlockSource, Input, Model, NoWorld, Options, Theme, World};

use crate::detect::{Detected, detect};
use crate::preprocess::preprocess;

/// What became of a source. It is accepted when no finding is an error.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// The diagrams that are drawn, in order. A diagram with errors is there as far as it was understood.
    pub diagrams: Vec<Diagram>,
    /// The diagrams that are not, in order. Each has a finding `syntax/other-diagram`.
    pub undrawn: Vec<Undrawn>,
    /// All findings in reading order, about the user's own text.
    pub diagnostics: Vec<Diagnostic>,
}

impl Compiled {
    /// Whether nothing refuses the source.
    pub fn is_accepted(&self) -> bool {
        !diag::has_errors(&self.diagnostics)
    }
}

/// One diagram of a source.
#[derive(Debug, Clone)]
pub struct Diagram {
    /// What follows `@startuml`: a file name or an id.
    pub name: Option<String>,
    /// From its first marker to its last; all of the text when it has none.
    pub span: Span,
    /// The name of its family: `sequence`, `class`, …
    pub kind: &'static str,
    /// What it says.
    pub model: Arc<dyn Model>,
}

/// A diagram of a kind that is not drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undrawn {
    /// From its first marker to its last.
    pub span: Span,
    /// What it is, with its article: `a salt diagram`.
    pub noun: &'static str,
}

/// Compiles all diagrams of a source. Never fails.
///
/// Included texts and, where macros are expanded, the expanded text are added to `sources`; findings
/// point at what was written.
pub fn compile(
    sources: &mut Sources,
    id: SourceId,
    world: &dyn World,
    options: &Options,
) -> Compiled {
    let expanded = preprocess(sources, id, world, options);
    let text = Arc::clone(sources.source(expanded.source).text());
    let lines = puml_syntax::split(&text);
    let mut compiled = Compiled {
        diagrams: Vec::with_capacity(lines.blocks.len()),
        undrawn: Vec::new(),
        diagnostics: expanded.diagnostics,
    };
    for (block, span) in lines.blocks.iter().enumerate() {
        let extent = extent(span, expanded.source, &text);
        let input = Input {
            source: expanded.source,
            origins: &expanded.origins,
            themes: within(&expanded.themes, extent),
            options,
            world,
            name: sources.source(id).name(),
        };
        let source = BlockSource { text: &text, lines: &lines, block, source: expanded.source };
        let place = expanded.origins.span(extent);
        let found = match detect(source, input) {
            Detected::Diagram(it) => {
                let name = span.name.map(|it| it.slice(&text).trim().to_owned());
                let kind = it.family.name();
                compiled.diagrams.push(Diagram { name, span: place, kind, model: it.model });
                it.diagnostics
            }
            Detected::Undrawn { noun, finding } => {
                compiled.undrawn.push(Undrawn { span: place, noun });
                vec![finding]
            }
        };
        let told = found.into_iter();
        let told = told.map(|it| expanded.origins.diagnostic(expanded.source, &text, it));
        compiled.diagnostics.extend(told);
    }
    diag::sort(&mut compiled.diagnostics);
    compiled
}

/// What there is to say about a text that includes nothing.
///
/// ```
/// assert!(puml_compiler::check("Alice -> Bob : hello").is_empty());
/// assert_eq!(puml_compiler::check("end")[0].code.name, "syntax/no-open-group");
/// ```
pub fn check(text: &str) -> Vec<Diagnostic> {
    let mut sources = Sources::default();
    let id = sources.add("<text>", text);
    compile(&mut sources, id, &NoWorld, &Options::default()).diagnostics
}

/// The themes that are chosen inside a block.
fn within(themes: &[Theme], block: Span) -> &[Theme] {
    let start = themes.partition_point(|it| it.at < block.start);
    let end = themes.partition_point(|it| it.at <= block.end);
    &themes[start..end.max(start)]
}

fn extent(block: &puml_syntax::Span, source: SourceId, text: &str) -> Span {
    let start = block.start.map_or(0, |it| it.start);
    let end = block.end.map_or(text.len() as u32, |it| it.end);
    Span::new(source, start, end.max(start))
}
