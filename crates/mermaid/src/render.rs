//! Source to picture. Checking and drawing are one path, so what is called right is also drawn.

use std::hash::Hasher as _;

use diag::{Diagnostic, SourceId, Span};

use crate::engine::{Engine, EngineError, Merman, Parsed, Stop};
use crate::sanitise::{SanitiseError, Wishes, sanitise};
use crate::{Limits, Options, SafeSvg, accommodate, codes, locate, strict, worker};

/// Why there is no picture: findings about the source, at least one of them an error.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .diagnostics.first().map_or("the diagram was refused", |it| it.message.as_str()))]
pub struct Refusal {
    /// In reading order; spans count in `SourceId(0)`.
    pub diagnostics: Vec<Diagnostic>,
}

/// A drawn diagram.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Drawn {
    pub(crate) kind: String,
    pub(crate) svg: SafeSvg,
}

/// Draws a source. Equal sources and options give equal bytes, on every machine.
pub fn render(source: &str, options: &Options) -> Result<SafeSvg, Refusal> {
    draw(source, options).map(|drawn| drawn.svg)
}

/// Draws a source and says what type it is.
pub(crate) fn draw(source: &str, options: &Options) -> Result<Drawn, Refusal> {
    let refuse = |found: Diagnostic| Refusal { diagnostics: vec![found] };
    if let Some(found) = size_fault(source, &options.limits) {
        return Err(refuse(found));
    }
    let text = source.to_owned();
    let settings = *options;
    let outcome = worker::run(options.limits.time, move |stop| {
        attempt(&text, &settings, stop).or_else(|fault| match &fault {
            Fault::Syntax(error) => accommodate::rewritten(&text, error)
                .and_then(|other| attempt(&other, &settings, stop).ok())
                .ok_or(fault),
            _ => Err(fault),
        })
    });
    match outcome {
        Ok(Ok(drawn)) => Ok(drawn),
        Ok(Err(Fault::Strict(diagnostics))) => Err(Refusal { diagnostics }),
        Ok(Err(Fault::Syntax(error))) => {
            Err(Refusal { diagnostics: locate::diagnose(source, &error, &options.limits) })
        }
        Ok(Err(Fault::Limit { name, actual, maximum })) => {
            let message =
                format!("the diagram needs {actual} of `{name}`, and {maximum} are allowed");
            let found = Diagnostic::new(codes::LIMIT, header(source), message)
                .with_hint("split the diagram into smaller ones");
            Err(refuse(found))
        }
        Ok(Err(Fault::Time)) | Err(worker::Lost::Late) => {
            let limit = options.limits.time.as_secs_f64();
            let message = format!("reading and drawing took longer than {limit} seconds");
            let found = Diagnostic::new(codes::TIME_LIMIT, header(source), message)
                .with_hint("split the diagram into smaller ones");
            Err(refuse(found))
        }
        Ok(Err(Fault::Undrawable(reason))) => Err(refuse(locate::undrawable(source, &reason))),
        Err(worker::Lost::Broken) => Err(refuse(locate::undrawable(source, ""))),
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
    /// The engine reads it, but Mermaid does not.
    Strict(Vec<Diagnostic>),
    Syntax(crate::engine::SyntaxError),
    Limit {
        name: String,
        actual: u64,
        maximum: u64,
    },
    Time,
    Undrawable(String),
}

fn attempt(source: &str, options: &Options, stop: &Stop) -> Result<Drawn, Fault> {
    let (Parsed { kind }, raw) =
        Merman.draw(source, options, stop).map_err(|error| match error {
            EngineError::Syntax(error) => Fault::Syntax(error),
            EngineError::Limit { name, actual, maximum } => Fault::Limit { name, actual, maximum },
            EngineError::Time => Fault::Time,
            EngineError::Undrawable(reason) => Fault::Undrawable(reason),
        })?;
    let faults = strict::faults(source, &kind);
    if !faults.is_empty() {
        return Err(Fault::Strict(faults));
    }
    let id_prefix = id_prefix(source, options);
    let wishes = Wishes {
        links: options.links,
        canvas: options.canvas,
        limits: &options.limits,
        margin: margin(crate::kinds::public_name(&kind)),
        id_prefix: &id_prefix,
    };
    match sanitise(&raw, &wishes) {
        Ok(svg) => Ok(Drawn { kind, svg }),
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
    hash.write(format!("{:?}{:?}{:?}", options.theme, options.look, options.canvas).as_bytes());
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
