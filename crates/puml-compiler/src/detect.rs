//! Which family a block belongs to: the first that understands every line, else the one that got furthest.

use std::cmp::Reverse;

use diag::{Diagnostic, SourceId};
use puml_family::codes;
use puml_family::{
    BlockSource, Declarations, Family, Input, Lowered, Model, Options, Reading, Tally, Tree,
};
use puml_syntax::codes::{MALFORMED_ARROW, UNKNOWN_COLOR, UNKNOWN_STATEMENT};
use puml_syntax::{Context, Extent, LineKind, Stage, TextRange};
use std::sync::Arc;

use crate::families::candidates;
use crate::undrawn;

/// What a block turned out to be.
pub(crate) enum Detected {
    /// A diagram of a family, perhaps with errors.
    Diagram(Understood),
    /// A kind that is not drawn.
    Undrawn {
        /// With its article.
        noun: &'static str,
        finding: Diagnostic,
    },
}

/// A block as its family understands it. Findings have spans of the parsed text.
pub(crate) struct Understood {
    /// The name of its family.
    pub(crate) kind: &'static str,
    /// Nothing where the caller had read it.
    pub(crate) read: Option<SourceBlock>,
    pub(crate) model: Arc<dyn Model>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Finds the family of a block and lowers it. `known` is the block as it was read before.
pub(crate) fn detect(
    source: BlockSource<'_>,
    input: Input<'_>,
    known: Option<&SourceBlock>,
) -> Detected {
    let span = &source.lines.blocks[source.block];
    let ctx = Context { source: source.source, diagnostics: Vec::new() };
    let word = span.kind.slice(source.text);
    let candidates = candidates(word);
    if candidates.is_empty() {
        let range = span.start.unwrap_or_default();
        let (noun, finding) = undrawn::unread(word, range, &ctx);
        return Detected::Undrawn { noun, finding };
    }
    if let Some((noun, finding)) = first_line(source)
        .and_then(|range| undrawn::misplaced(range.slice(source.text), range, &ctx))
    {
        return Detected::Undrawn { noun, finding };
    }
    if let Some(understood) = known.and_then(|it| lowered(it, source, input)) {
        return Detected::Diagram(understood);
    }
    // A block that says nothing is no diagram of any family: the first one reports it.
    let says_nothing = first_line(source).is_none();
    let candidates = if says_nothing { candidates[..1].to_vec() } else { candidates };
    let extent = if candidates.len() == 1 { Extent::Whole } else { Extent::UpToError };
    let is_open = candidates.len() > 1;
    // What a caller demands beyond the language does not decide which family a block is of.
    let lenient = Options { declarations: Declarations::Optional, ..input.options.clone() };
    let lenient = Input { options: &lenient, ..input };
    let mut failed = Vec::with_capacity(candidates.len());
    for family in candidates {
        let mut attempt = Attempt::new(family, source, lenient, extent);
        if attempt.score == u64::MAX {
            if input.options.declarations == Declarations::Required {
                attempt.lowered = Some(attempt.reading.tree.lower(input));
            }
            return Detected::Diagram(attempt.understood());
        }
        failed.push(attempt);
    }
    let (best, tally) = furthest(failed, source, input);
    // Where the marker names the family, no line tells another.
    if is_open
        && tally.errors.len() > tally.understood
        && let Some((noun, finding)) =
            undrawn::by_lines(tally.errors.iter().map(|it| (*it, it.slice(source.text))), &ctx)
    {
        return Detected::Undrawn { noun, finding };
    }
    Detected::Diagram(best.understood())
}

/// Lowers a block that was read as written; nothing where it has to be read again: a line is wrong, or open until the
/// preprocessor ran, or another family may do better.
fn lowered(read: &SourceBlock, source: BlockSource<'_>, input: Input<'_>) -> Option<Understood> {
    let lines = &source.lines.all[source.lines.blocks[source.block].lines.clone()];
    let is_directive = |it: &puml_syntax::Line| it.content.slice(source.text).starts_with('!');
    if !read.is_understood() || first_line(source).is_none() || lines.iter().any(is_directive) {
        return None;
    }
    let lowered = read.tree.lower(input);
    if diag::has_errors(&lowered.diagnostics) {
        return None;
    }
    let mut diagnostics = read.diagnostics.clone();
    diagnostics.extend(lowered.diagnostics);
    Some(Understood { kind: read.family.name(), read: None, model: lowered.model, diagnostics })
}

/// The first line of a block that is neither blank nor a comment.
fn first_line(source: BlockSource<'_>) -> Option<TextRange> {
    let lines = &source.lines.all[source.lines.blocks[source.block].lines.clone()];
    lines.iter().find(|it| it.kind == LineKind::Code).map(|it| it.content)
}

/// What one family made of a block.
struct Attempt {
    family: &'static dyn Family,
    extent: Extent,
    reading: Reading,
    /// Only where the reading has no errors.
    lowered: Option<Lowered>,
    /// How far it got: ten a line, ten more for a colour that nobody knows; all where nothing is wrong.
    score: u64,
}

impl Attempt {
    fn new(
        family: &'static dyn Family,
        source: BlockSource<'_>,
        input: Input<'_>,
        extent: Extent,
    ) -> Self {
        let reading = family.read(source, Stage::Expanded, extent);
        let failed = diag::has_errors(&reading.diagnostics);
        let lowered = (!failed).then(|| reading.tree.lower(input));
        let found = lowered.iter().flat_map(|it| &it.diagnostics).chain(&reading.diagnostics);
        // A theme, sprite or file that every family would miss says nothing about the family.
        let telling = |it: &&Diagnostic| it.is_error() && !codes::model::ALL.contains(&it.code);
        let first = found.filter(telling).min_by_key(|it| it.span.start);
        let score = first.map_or(u64::MAX, |it| score(it, source));
        Self { family, extent, reading, lowered, score }
    }

    /// Whether the first error is about a construct of the family. A line that fits nothing is none, and arrows are
    /// common to all families.
    fn knows_construct(&self) -> bool {
        let lowered = self.lowered.iter().flat_map(|it| &it.diagnostics);
        let errors = self.reading.diagnostics.iter().chain(lowered).filter(|it| it.is_error());
        errors
            .min_by_key(|it| it.span.start)
            .is_some_and(|it| it.code != UNKNOWN_STATEMENT && it.code != MALFORMED_ARROW)
    }

    /// The same with everything that is wrong.
    fn whole(self, source: BlockSource<'_>, input: Input<'_>) -> Self {
        if self.extent == Extent::Whole || self.lowered.is_some() {
            return self;
        }
        let reading = self.family.read(source, Stage::Expanded, Extent::Whole);
        let lowered = Some(reading.tree.lower(input));
        Self { reading, lowered, extent: Extent::Whole, ..self }
    }

    fn understood(self) -> Understood {
        let lowered = self.lowered.expect("a family speaks with the whole of a block");
        let mut diagnostics = self.reading.diagnostics.clone();
        diagnostics.extend(lowered.diagnostics);
        let read = SourceBlock::new(self.family, self.reading);
        Understood { kind: self.family.name(), read: Some(read), model: lowered.model, diagnostics }
    }
}

fn score(error: &Diagnostic, source: BlockSource<'_>) -> u64 {
    let start = source.lines.blocks[source.block].start.map_or(0, |it| it.start);
    let before = &source.text[start as usize..error.span.start.max(start) as usize];
    let lines = before.bytes().filter(|it| *it == b'\n').count() as u64;
    10 * lines + if error.code == UNKNOWN_COLOR { 10 } else { 0 }
}

/// The attempt that got furthest; of several, one that knows the construct it stopped at, then the one that understands
/// most lines more than it does not, then the first.
fn furthest(failed: Vec<Attempt>, source: BlockSource<'_>, input: Input<'_>) -> (Attempt, Tally) {
    let failed = with_meant(failed, source);
    let most = failed.iter().map(|it| it.score).max().expect("a family was tried");
    let mut best: Option<(Attempt, Tally)> = None;
    let mut rank = (false, i64::MIN);
    for attempt in failed.into_iter().filter(|it| it.score == most) {
        let knows = attempt.knows_construct();
        let mut attempt = attempt.whole(source, input);
        if attempt.lowered.is_none() {
            attempt.lowered = Some(attempt.reading.tree.lower(input));
        }
        let tally = attempt.reading.tree.tally();
        let balance = tally.understood as i64 - tally.errors.len() as i64;
        if best.is_none() || rank < (knows, balance) {
            rank = (knows, balance);
            best = Some((attempt, tally));
        }
    }
    best.expect("one attempt got furthest")
}

/// Statements that only sequence diagrams have.
const OF_SEQUENCES: [&str; 9] =
    ["alt", "opt", "loop", "par", "critical", "activate", "deactivate", "autonumber", "return"];

/// The attempts without those that got further than sequence diagrams by an arrow that these do not have, and stopped at
/// one of their statements: the arrow is the mistake.
fn with_meant(mut failed: Vec<Attempt>, source: BlockSource<'_>) -> Vec<Attempt> {
    let is_sequence = |it: &Attempt| it.family.name() == "sequence";
    let error = |it: &Attempt| {
        let found = it.reading.diagnostics.iter().filter(|it| it.is_error());
        found.min_by_key(|it| it.span.start).map(|it| (it.code, it.span.start as usize))
    };
    let most = failed.iter().max_by_key(|it| it.score).and_then(error);
    let own = failed.iter().find(|it| is_sequence(it)).and_then(error);
    let (Some((_, stopped)), Some((MALFORMED_ARROW, _))) = (most, own) else { return failed };
    let line = source.text[stopped..].lines().next().unwrap_or_default();
    if line.split_whitespace().next().is_some_and(|it| OF_SEQUENCES.contains(&it)) {
        failed.retain(is_sequence);
    }
    failed
}

/// A block as its family reads the source as written; nothing where no family reads it.
pub struct SourceBlock {
    /// The family that reads the block.
    pub family: &'static dyn Family,
    /// The block as its family reads it.
    pub tree: Box<dyn Tree>,
    /// What the parser has to say about it.
    pub diagnostics: Vec<Diagnostic>,
}

impl SourceBlock {
    fn new(family: &'static dyn Family, Reading { tree, diagnostics }: Reading) -> Self {
        Self { family, tree, diagnostics }
    }

    /// Whether the family understands every line as written.
    pub(crate) fn is_understood(&self) -> bool {
        self.templates() == Some(0)
    }

    /// How many lines are open until the preprocessor ran; nothing where a line is wrong.
    fn templates(&self) -> Option<usize> {
        let tally = self.tree.tally();
        let is_right = tally.errors.is_empty() && !diag::has_errors(&self.diagnostics);
        is_right.then_some(tally.templates)
    }
}

/// Reads every block of a source as written: for formatting, edits and editors. Of several families that may read a
/// block the first that understands every line has it, else the one with the fewest lines that fit nothing. A line that
/// the preprocessor may turn into anything counts as understood.
pub fn read(text: &Arc<str>, source: SourceId) -> Vec<Option<SourceBlock>> {
    read_lines(text, &puml_syntax::split(text), source)
}

/// The same for a source that was split into lines.
pub fn read_lines(
    text: &Arc<str>,
    lines: &puml_syntax::Lines,
    source: SourceId,
) -> Vec<Option<SourceBlock>> {
    (0..lines.blocks.len())
        .map(|block| {
            let source = BlockSource { text, lines, block, source };
            let word = lines.blocks[block].kind.slice(text);
            let mut readings = Vec::new();
            for family in candidates(word) {
                let reading = family.read(source, Stage::Source, Extent::UpToError);
                let read = SourceBlock::new(family, reading);
                if read.is_understood() {
                    return Some(read);
                }
                readings.push(read);
            }
            let mut best = None;
            let mut rank = None;
            for mut reading in readings {
                if reading.templates().is_none() {
                    let family = reading.family;
                    let whole = family.read(source, Stage::Source, Extent::Whole);
                    reading = SourceBlock::new(family, whole);
                }
                let tally = reading.tree.tally();
                // Of two, the one that is sure of more lines and leaves fewer open.
                let sure = tally.understood as i64 - tally.templates as i64;
                // A line may be understood as far as it goes, and wrong.
                let found = reading.diagnostics.iter().filter(|it| it.is_error());
                let wrong = tally.errors.len().max(found.clone().count());
                // Of two with as many, the one that gets further, as when compiling.
                let line = |at: u32| text[..at as usize].bytes().filter(|it| *it == b'\n').count();
                let first = found.map(|it| it.span.start).min().map_or(usize::MAX, line);
                let understood = (Reverse(wrong), first, sure);
                if rank.is_none_or(|it| it < understood) {
                    best = Some(reading);
                    rank = Some(understood);
                }
            }
            best
        })
        .collect()
}
