//! The front door: a source becomes the models of its diagrams and everything there is to say about it.

use std::collections::BTreeMap;
use std::sync::Arc;

use diag::{Diagnostic, SourceId, Sources, Span};
use puml_family::codes::model::{MORE_ERRORS, MORE_FINDINGS};
use puml_family::codes::style;
use puml_family::{BlockSource, Embedding, Input, Limits, Model, NoWorld, Options, Theme, World};
use puml_syntax::TextRange;
use puml_syntax::codes::MISSING_END_MARKER;

use crate::codes::preprocess::LIMIT_REACHED;
use crate::detect::{Detected, SourceBlock, Understood, detect};
use crate::embedded::Embedder;
use crate::preprocess::preprocess;
use crate::unknown_call;

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
    /// The diagram's meaning, ready for layout.
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
    compile_read(sources, id, world, options, &[]).0
}

/// The trees that diagrams were lowered from.
pub struct Trees {
    /// The text that they are the trees of: the source itself where nothing had to be expanded.
    pub source: SourceId,
    /// One for each block of that text; nothing where no family read it, or the caller had it already.
    pub blocks: Vec<Option<SourceBlock>>,
}

/// The same for callers that need the trees: those that have read the text are not read again where nothing has to be
/// expanded, all others are handed over.
pub fn compile_read(
    sources: &mut Sources,
    id: SourceId,
    world: &dyn World,
    options: &Options,
    blocks: &[Option<&SourceBlock>],
) -> (Compiled, Trees) {
    compile_with(sources, id, options, &Embedder::new(world, options), blocks)
}

/// Compiles with what was drawn inside other texts already.
pub(crate) fn compile_with(
    sources: &mut Sources,
    id: SourceId,
    options: &Options,
    embedder: &Embedder<'_>,
    read: &[Option<&SourceBlock>],
) -> (Compiled, Trees) {
    let world = embedder.world;
    let embed = |it: Embedding<'_>| embedder.draw(it);
    let expanded = preprocess(sources, id, world, options);
    let mut trees = Trees { source: expanded.source, blocks: Vec::new() };
    let text = Arc::clone(sources.source(expanded.source).text());
    let lines = puml_syntax::split(&text);
    let mut compiled = Compiled {
        diagrams: Vec::with_capacity(lines.blocks.len()),
        undrawn: Vec::new(),
        diagnostics: expanded.diagnostics,
    };
    if let Some(found) = too_large(&text, expanded.source, &options.limits) {
        compiled.diagnostics.push(expanded.origins.diagnostic(expanded.source, &text, found));
        return (compiled, trees);
    }
    let is_incomplete = diag::has_errors(&compiled.diagnostics);
    for (block, span) in lines.blocks.iter().enumerate() {
        if let (Some(start), Some(next)) = (restarted(span), lines.blocks.get(block + 1)) {
            let found = restart(start, next.kind.slice(&text), expanded.source);
            compiled.diagnostics.push(expanded.origins.diagnostic(expanded.source, &text, found));
            trees.blocks.push(None);
            continue;
        }
        let extent = extent(span, expanded.source, &text);
        let input = Input {
            source: expanded.source,
            origins: &expanded.origins,
            themes: within(&expanded.themes, extent),
            options,
            world,
            name: sources.source(id).name(),
            embed: &embed,
        };
        let source = BlockSource { text: &text, lines: &lines, block, source: expanded.source };
        let place = expanded.origins.span(extent);
        let known = read.get(block).copied().flatten().filter(|_| expanded.source == id);
        let found = match detect(source, input, known) {
            Detected::Diagram(it) => {
                let name = span.name.map(|it| it.slice(&text).trim().to_owned());
                let Understood { kind, read, model, diagnostics } = it;
                compiled.diagrams.push(Diagram { name, span: place, kind, model });
                trees.blocks.push(read);
                diagnostics
            }
            Detected::Undrawn { noun, finding } => {
                compiled.undrawn.push(Undrawn { span: place, noun });
                trees.blocks.push(None);
                vec![finding]
            }
        };
        // A block whose includes are missing is not empty: the include is what is wrong with it.
        let marker = span.start.unwrap_or_default().in_source(expanded.source);
        let is_follow_up = |it: &Diagnostic| is_incomplete && it.is_error() && it.span == marker;
        let told = found.into_iter().filter(|it| !is_follow_up(it));
        let told = told.map(|it| expanded.origins.diagnostic(expanded.source, &text, it));
        let told = told.filter(|it| !is_for_other_kinds(it, sources));
        compiled.diagnostics.extend(told.map(|it| at_call(it, sources)));
    }
    if let Some(found) = too_many_parts(&compiled.diagrams, &options.limits) {
        compiled.diagrams.clear();
        compiled.diagnostics.push(found);
    }
    diag::sort(&mut compiled.diagnostics);
    compiled.diagnostics = capped(compiled.diagnostics, options.limits.findings as usize);
    unknown_call::explain(&mut compiled.diagnostics, sources);
    (compiled, trees)
}

/// The marker of a diagram that has no end.
fn restarted(span: &puml_syntax::Span) -> Option<TextRange> {
    span.start.filter(|_| span.end.is_none())
}

/// The finding about a diagram that another one begins in: the reference forgets the first.
fn restart(start: TextRange, next: &str, source: SourceId) -> Diagnostic {
    let message =
        format!("another `@start{next}` follows before this diagram ends: it is not drawn");
    Diagnostic::new(MISSING_END_MARKER, start.in_source(source), message)
        .with_hint("end it before the next one begins, or remove the marker")
}

/// Whether a line of a library, which is made for several kinds of diagrams, sets what this kind does not have. That is
/// nothing an author could mend.
fn is_for_other_kinds(found: &Diagnostic, sources: &Sources) -> bool {
    is_library(sources, found.span) && [style::UNKNOWN_NAME, style::NO_EFFECT].contains(&found.code)
}

/// Whether a place lies in a library or another text that nobody wrote in a file: `<C4/C4_Context>`. What comes
/// from standard input is the user's own.
fn is_library(sources: &Sources, span: Span) -> bool {
    let name = sources.source(span.source).name();
    name.starts_with('<') && name != "<stdin>"
}

/// A finding in a library that is built in, told at the line that calls it.
fn at_call(mut found: Diagnostic, sources: &Sources) -> Diagnostic {
    let is_library = |it: Span| is_library(sources, it);
    if !is_library(found.span) {
        return found;
    }
    if let Some(call) = found.labels.iter().map(|it| it.span).rfind(|it| !is_library(*it)) {
        found.span = call;
        found.labels.retain(|it| !is_library(it.span) && it.span != call);
        found.fixes.clear();
    }
    found
}

/// A text that is larger than may be read: nothing of it is.
fn too_large(text: &str, source: SourceId, limits: &Limits) -> Option<Diagnostic> {
    let (line, message) = oversized(text, limits)?;
    let start = text.split_inclusive('\n').take(line).map(str::len).sum::<usize>();
    let end = text[start..].find('\n').map_or(text.len(), |it| start + it);
    let span = Span::new(source, start as u32, end.min(start + 200) as u32);
    let span =
        if text.is_char_boundary(span.end as usize) { span } else { Span::at(source, span.start) };
    let found = Diagnostic::new(LIMIT_REACHED, span, message);
    Some(found.with_hint("split the text into several files"))
}

/// Why a text is too large to be read, and on which line, counted from 0, it becomes so. It only looks at the first word
/// of each line, at braces, links and the borders of cells, so it costs little whatever the text is.
///
/// ```
/// use puml_compiler::{Limits, oversized};
///
/// assert_eq!(oversized("A -> B\n", &Limits::SHARED), None);
/// assert!(oversized(&"alt x\n".repeat(100_000), &Limits::SHARED).is_some());
/// ```
pub fn oversized(text: &str, limits: &Limits) -> Option<(usize, String)> {
    if text.len() > limits.output as usize {
        return Some((0, format!("the text has more than {} bytes", limits.output)));
    }
    let (lines, nesting) = (limits.lines as usize, limits.nesting);
    let (mut depth, mut cells) = (0_u32, 0_u64);
    let most = limits.parts / 4 * 3;
    for (number, line) in text.lines().enumerate() {
        if number >= lines {
            return Some((number, format!("the text has more than {lines} lines")));
        }
        let line = line.trim();
        cells += (line.matches('|').count() + 2 * line.matches("[[").count()) as u64;
        if cells > most {
            return Some((number, format!("tables and links have more than {most} cells")));
        }
        let word = line.split(|it: char| !it.is_ascii_alphanumeric()).next().unwrap_or_default();
        if line.ends_with('{') || GROUPS.iter().any(|it| it.eq_ignore_ascii_case(word)) {
            // `} else {` closes one and opens another.
            depth += u32::from(!line.starts_with('}'));
        } else if word.eq_ignore_ascii_case("end") || line.starts_with('}') {
            depth = depth.saturating_sub(1);
        } else if line.starts_with("@start") {
            depth = 0;
        }
        if depth > nesting {
            return Some((number, format!("groups are nested deeper than {nesting} levels")));
        }
    }
    None
}

/// The words that open a group.
const GROUPS: [&str; 9] =
    ["alt", "opt", "loop", "par", "par2", "break", "critical", "group", "partition"];

/// Diagrams with more to draw than may be drawn. Few lines can make many parts: every page shows every participant.
fn too_many_parts(diagrams: &[Diagram], limits: &Limits) -> Option<Diagnostic> {
    let mut parts = 0;
    for diagram in diagrams {
        parts += diagram.model.parts();
        if parts > limits.parts {
            let start = Span::at(diagram.span.source, diagram.span.start);
            let message = format!("the diagrams have more than {} parts to draw", limits.parts);
            let found = Diagnostic::new(LIMIT_REACHED, start, message);
            return Some(found.with_hint(
                "use fewer participants or pages, or split the text into several files",
            ));
        }
    }
    None
}

/// The first findings, errors before others, in reading order; then one that counts the rest by kind.
pub fn capped(diagnostics: Vec<Diagnostic>, most: usize) -> Vec<Diagnostic> {
    if diagnostics.len() <= most {
        return diagnostics;
    }
    let mut errors_left = most;
    let mut others_left =
        most.saturating_sub(diagnostics.iter().filter(|it| it.is_error()).count());
    let mut more: BTreeMap<&'static str, usize> = BTreeMap::new();
    let (mut kept, mut has_errors, mut count) = (Vec::with_capacity(most + 1), false, 0);
    let mut end = Span::default();
    for found in diagnostics {
        let left = if found.is_error() { &mut errors_left } else { &mut others_left };
        if *left > 0 {
            *left -= 1;
            kept.push(found);
            continue;
        }
        has_errors |= found.is_error();
        count += 1;
        end = found.span;
        *more.entry(found.code.name).or_default() += 1;
    }
    let kinds: Vec<String> = more.iter().map(|(name, count)| format!("{count} {name}")).collect();
    let code = if has_errors { MORE_ERRORS } else { MORE_FINDINGS };
    kept.push(Diagnostic::new(code, end, format!("and {count} more: {}", kinds.join(", "))));
    kept
}

/// What there is to say about a text that includes nothing.
///
/// ```
/// assert!(puml_compiler::check("Alice -> Bob : hello").is_empty());
/// assert_eq!(puml_compiler::check("A -> B\nend")[0].code.name, "syntax/no-open-group");
/// assert_eq!(puml_compiler::check("skinparam noSuchName 1\nA -> B")[0].code.name, "style/unknown-name");
/// ```
pub fn check(text: &str) -> Vec<Diagnostic> {
    let mut sources = Sources::default();
    let id = sources.add("text", text);
    compile(&mut sources, id, &NoWorld, &Options::default()).diagnostics
}

/// The themes that are chosen inside a block.
fn within(themes: &[Theme], block: Span) -> &[Theme] {
    let start = themes.partition_point(|it| it.at < block.start);
    let end = themes.partition_point(|it| it.at <= block.end);
    &themes[start..end.max(start)]
}

pub(crate) fn extent(block: &puml_syntax::Span, source: SourceId, text: &str) -> Span {
    let start = block.start.map_or(0, |it| it.start);
    let end = block.end.map_or(text.len() as u32, |it| it.end);
    Span::new(source, start, end.max(start))
}
