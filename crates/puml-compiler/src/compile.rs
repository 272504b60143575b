//! The front door: a source becomes the models of its diagrams and everything there is to say about it.

use diag::{Diagnostic, SourceId, Sources, Span};
use puml_syntax::ast::{Block, BlockKind};
use puml_syntax::{Stage, parse};

use crate::lower::{Input, lower};
use crate::model::Model;
use crate::options::Options;
use crate::preprocess::{Theme, preprocess};
use crate::world::{NoWorld, World};

/// What became of a source. It is accepted when no finding is an error.
#[derive(Debug, Clone, PartialEq)]
pub struct Compiled {
    /// The sequence diagrams, in order. A diagram with errors is there as far as it was understood.
    pub diagrams: Vec<Diagram>,
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
#[derive(Debug, Clone, PartialEq)]
pub struct Diagram {
    /// What follows `@startuml`: a file name or an id.
    pub name: Option<String>,
    /// From its first marker to its last; all of the text when it has none.
    pub span: Span,
    /// What it says.
    pub model: Model,
}

/// Compiles all sequence diagrams of a source. Never fails.
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
    let source = sources.source(expanded.source);
    let text = std::sync::Arc::clone(source.text());
    let name = sources.source(id).name();
    let parsed = parse(&text, expanded.source, Stage::Expanded);
    let mut found = parsed.diagnostics;
    let diagrams = parsed
        .document
        .blocks
        .iter()
        .filter(|block| block.kind == BlockKind::Uml)
        .map(|block| {
            let input = Input {
                document: &parsed.document,
                block,
                source: expanded.source,
                origins: &expanded.origins,
                themes: within(&expanded.themes, extent(block, expanded.source, &text)),
                options,
                world,
                name,
            };
            Diagram {
                name: block.name.map(|it| parsed.document.text(it).trim().to_owned()),
                span: expanded.origins.span(extent(block, expanded.source, &text)),
                model: lower(input, &mut found),
            }
        })
        .collect();
    let told = found.into_iter().map(|it| expanded.origins.diagnostic(expanded.source, &text, it));
    let mut diagnostics = expanded.diagnostics;
    diagnostics.extend(told);
    diag::sort(&mut diagnostics);
    Compiled { diagrams, diagnostics }
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

fn extent(block: &Block, source: SourceId, text: &str) -> Span {
    let start = block.start.map_or(0, |it| it.start);
    let end = block.end.map_or(text.len() as u32, |it| it.end);
    Span::new(source, start, end.max(start))
}
