//! Source to picture. Checking and drawing are one path, so what is called right is also drawn.

use std::hash::Hasher as _;
use std::sync::atomic::{AtomicU64, Ordering};

use diag::{Diagnostic, SourceId, Span};
use serde_json::Value;

use crate::engine::{Engine, EngineError, Merman, Parsed, Stop};
use crate::excess::excess;
use crate::sanitise::{SanitiseError, Wishes, sanitise};
use crate::{
    Limits, Options, SafeSvg, Verdict, accommodate, codes, kinds, links, locate, strict, worker,
};

/// Why there is no picture: findings about the source, at least one of them an error.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .diagnostics.first().map_or("the diagram was refused", |it| it.message.as_str()))]
pub struct Refusal {
    /// In reading order; spans count in `SourceId(0)`.
    pub diagnostics: Vec<Diagnostic>,
}

/// A source with its verdict and its picture, from one pass of the engine.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawing {
    /// What `verify` says of the source, with warnings about the picture.
    pub verdict: Verdict,
    /// The picture; `None` exactly when the verdict holds an error.
    pub picture: Option<SafeSvg>,
}

static DRAWINGS: AtomicU64 = AtomicU64::new(0);

/// How many sources this process has handed to the engine, checks included: what a server counts.
pub fn drawings() -> u64 {
    DRAWINGS.load(Ordering::Relaxed)
}

/// Checks and draws a source at once. Equal sources and options give equal bytes, on every machine.
pub fn draw(source: &str, options: &Options) -> Drawing {
    match attempt_in_time(source, options) {
        Ok(drawn) => {
            let kind = Some(kinds::public_name(&drawn.kind));
            let mut diagnostics = drawn.warnings;
            diagnostics.extend(links::lost(source, &drawn.svg, options.links));
            diag::sort(&mut diagnostics);
            Drawing { verdict: Verdict { kind, diagnostics }, picture: Some(drawn.svg) }
        }
        Err(fault) => {
            let diagnostics = explained(source, fault, &options.limits);
            Drawing { verdict: Verdict { kind: None, diagnostics }, picture: None }
        }
    }
}

/// The picture alone.
pub fn render(source: &str, options: &Options) -> Result<SafeSvg, Refusal> {
    let drawing = draw(source, options);
    drawing.picture.ok_or(Refusal { diagnostics: drawing.verdict.diagnostics })
}

/// Whether a source would be drawn. Gives no reasons, so a refusal is as quick as a picture.
pub fn reads(source: &str, limits: &Limits) -> bool {
    let options = Options { limits: *limits, ..Options::default() };
    attempt_in_time(source, &options).is_ok()
}

/// What a diagram says, apart from how it looks.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// The diagram type by its public name, such as `flowchart`.
    pub kind: &'static str,
    /// The engine's own description, in the shape of that type.
    pub value: Value,
}

/// The model of a source that would be drawn.
pub fn model(source: &str, limits: &Limits) -> Result<Model, Refusal> {
    let options = Options { limits: *limits, ..Options::default() };
    let refusal = |fault| Refusal { diagnostics: explained(source, fault, limits) };
    let drawn = attempt_in_time(source, &options).map_err(refusal)?;
    let kind = kinds::public_name(&drawn.kind);
    let outcome = worker::run(limits.time, move |stop| Merman.model(&drawn.text, stop));
    let value = match outcome {
        Ok(outcome) => outcome.map_err(Fault::from),
        Err(lost) => Err(Fault::from(lost)),
    };
    Ok(Model { kind, value: value.map_err(refusal)? })
}

/// A drawn diagram.
struct Drawn {
    /// The engine's name of the type.
    kind: String,
    svg: SafeSvg,
    warnings: Vec<Diagnostic>,
    /// What the engine read: the source, or its other spelling.
    text: String,
}

/// One attempt on a thread of its own; with the source's other spelling, if the engine does not read the first.
fn attempt_in_time(source: &str, options: &Options) -> Result<Drawn, Fault> {
    let outsized = size_fault(source, &options.limits).or_else(|| excess(source));
    if let Some(found) = outsized {
        return Err(Fault::Findings(vec![found]));
    }
    DRAWINGS.fetch_add(1, Ordering::Relaxed);
    let text = source.to_owned();
    let settings = *options;
    let outcome = worker::run(options.limits.time, move |stop| attempt(&text, &settings, stop));
    outcome.unwrap_or_else(|lost| Err(lost.into()))
}

/// What stopped an attempt, as findings about the source.
fn explained(source: &str, fault: Fault, limits: &Limits) -> Vec<Diagnostic> {
    let about_the_whole = |code, message: String| {
        let found = Diagnostic::new(code, header(source), message);
        vec![found.with_hint("split the diagram into smaller ones")]
    };
    match fault {
        Fault::Findings(diagnostics) => diagnostics,
        Fault::Syntax(error) => locate::diagnose(source, &error, limits),
        Fault::Limit { name, actual, maximum } => about_the_whole(
            codes::LIMIT,
            format!("the diagram needs {actual} of `{name}`, and {maximum} are allowed"),
        ),
        Fault::Time => about_the_whole(
            codes::TIME_LIMIT,
            format!(
                "parsing and drawing took more than {} seconds of processor time",
                limits.time.as_secs_f64()
            ),
        ),
        Fault::Undrawable(reason) => vec![locate::undrawable(source, &reason)],
    }
}

/// The first of several sources that would be drawn. Gives no reasons, and gives up in time for the whole call to
/// stay near its limit.
pub(crate) fn first_drawable(sources: Vec<String>, limits: &Limits) -> Option<usize> {
    let options = Options { limits: *limits, ..Options::default() };
    let budget = limits.time * 3 / 4;
    let found = worker::run(budget, move |stop| {
        sources.iter().position(|source| attempt(source, &options, stop).is_ok())
    });
    found.ok().flatten()
}

/// What stopped one attempt.
enum Fault {
    /// Found without the engine: the size, or what the engine reads and Mermaid does not.
    Findings(Vec<Diagnostic>),
    Syntax(crate::engine::SyntaxError),
    Limit {
        name: String,
        actual: u64,
        maximum: u64,
    },
    Time,
    Undrawable(String),
}

impl From<EngineError> for Fault {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Syntax(error) => Self::Syntax(error),
            EngineError::Limit { name, actual, maximum } => Self::Limit { name, actual, maximum },
            EngineError::Time => Self::Time,
            EngineError::Undrawable(reason) => Self::Undrawable(reason),
        }
    }
}

impl From<worker::Lost> for Fault {
    fn from(lost: worker::Lost) -> Self {
        match lost {
            worker::Lost::Late => Self::Time,
            worker::Lost::Broken => Self::Undrawable(String::new()),
        }
    }
}

/// Draws the source or, if the engine does not read it and Mermaid would, another spelling of it.
fn attempt(source: &str, options: &Options, stop: &Stop) -> Result<Drawn, Fault> {
    let first = attempt_as(source, source, options, stop);
    let Err(Fault::Syntax(mut error)) = first else { return first };
    let as_written = error.clone();
    let mut text = source.to_owned();
    for _ in 0..accommodate::MOST_STEPS {
        let Some(other) = accommodate::rewritten(&text, &error) else { break };
        text = other;
        match attempt_as(source, &text, options, stop) {
            Ok(drawn) => return Ok(drawn),
            Err(Fault::Findings(found)) => return Err(Fault::Findings(found)),
            Err(Fault::Syntax(next)) => error = next,
            Err(_) => break,
        }
    }
    // What a rewriting ends in is told in terms of the source as it was written.
    Err(Fault::Syntax(as_written))
}

/// Draws `text` for the source that it was rewritten from.
fn attempt_as(source: &str, text: &str, options: &Options, stop: &Stop) -> Result<Drawn, Fault> {
    let (Parsed { kind }, raw) = Merman.draw(text, options, stop)?;
    let faults = strict::faults(source, &kind);
    if !faults.is_empty() {
        return Err(Fault::Findings(faults));
    }
    let id_prefix = id_prefix(source, options);
    let wishes = Wishes {
        links: options.links,
        canvas: options.canvas,
        limits: &options.limits,
        fit_text: kind == "sankey",
        margin: margin(kinds::public_name(&kind)),
        id_prefix: &id_prefix,
    };
    match sanitise(&raw, &wishes) {
        Ok(svg) => {
            let mut warnings = accommodate::ignored(source, text, &kind);
            warnings.extend(raw.is_empty.then(|| nothing_drawn(source)));
            Ok(Drawn { kind, svg, warnings, text: text.to_owned() })
        }
        Err(SanitiseError::TooManyElements { maximum }) => Err(Fault::Limit {
            name: "elements".to_owned(),
            actual: maximum as u64 + 1,
            maximum: maximum as u64,
        }),
        Err(SanitiseError::TooLong { actual, maximum }) => Err(Fault::Limit {
            name: "output bytes".to_owned(),
            actual: actual as u64,
            maximum: maximum as u64,
        }),
        Err(error) => Err(Fault::Undrawable(error.to_string())),
    }
}

fn nothing_drawn(source: &str) -> Diagnostic {
    Diagnostic::new(codes::NOTHING_DRAWN, header(source), "the diagram has nothing to draw")
        .with_hint("add a message, such as `Alice->>Bob: Hello`")
}

/// Charts are drawn up to the edge of their area; the others bring room of their own.
fn margin(kind: &str) -> f64 {
    match kind {
        "xychart" | "railroad" | "quadrant" | "pie" | "sankey" | "venn" | "info" => 12.0,
        // Names under stick figures reach below the line that the engine takes for the end.
        "sequence" => 6.0,
        _ => 0.0,
    }
}

/// Empty and overlong sources never reach the engine.
pub(crate) fn size_fault(source: &str, limits: &Limits) -> Option<Diagnostic> {
    if source.trim_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}').is_empty()
    {
        let found = Diagnostic::new(codes::EMPTY, Span::at(SourceId(0), 0), "the source is empty")
            .with_hint("start with a diagram type, such as `flowchart TD`");
        return Some(found);
    }
    // Fewer bytes than the limit cannot be more characters.
    if source.len() > limits.characters {
        let actual = source.chars().count();
        if actual > limits.characters {
            let maximum = limits.characters;
            let message = format!("the source has {actual} characters, and {maximum} are allowed");
            return Some(Diagnostic::new(codes::TOO_LONG, header(source), message));
        }
    }
    None
}

/// The first line with text: where a finding about the whole diagram points.
pub(crate) fn header(source: &str) -> Span {
    let start = source.len()
        - source.trim_start_matches(|it: char| it.is_whitespace() || it == '\u{feff}').len();
    let line = source[start..].lines().next().unwrap_or_default().trim_end();
    Span::new(SourceId(0), start as u32, (start + line.len()) as u32)
}

/// Letters that differ between any two pictures on a page, and never between two runs.
fn id_prefix(source: &str, options: &Options) -> String {
    let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
    hash.write(source.as_bytes());
    let Options { scheme, look, theme, canvas, .. } = options;
    hash.write(format!("{scheme:?}{look:?}{canvas:?}").as_bytes());
    hash.write(theme.map_or("", crate::Theme::name).as_bytes());
    format!("m{:08x}-", hash.finish() as u32)
}

/// FNV-1a: short, and the same everywhere, which the standard hasher does not promise.
struct Fnv(u64);

impl std::hash::Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}
