//! From the source as written to the lines that are parsed: directives carried out, macros expanded.
//!
//! Every byte of the result knows where it comes from. Nothing is read from the machine: includes come
//! from the [`World`], time and environment from the [`Options`].

mod blocks;
mod builtins;
mod call;
mod declare;
mod definitions;
mod directive;
mod expression;
mod fault;
mod include;
mod library;
mod line;
mod machine;
mod memory;
mod output;
mod replay;
mod scan;
mod substitute;
mod value;

use diag::{Diagnostic, SourceId, Sources};

pub use builtins::names as builtin_names;
pub use definitions::{DefinedParameter, Definition, DefinitionKind, definitions};
pub(crate) use library::library_of;

use line::Line;
use machine::{Body, Flow, Machine};
use puml_family::{Options, Origins, Pieces, Theme, World};

/// A text that is ready to be parsed.
#[derive(Debug, Clone, PartialEq)]
pub struct Expanded {
    /// The text to parse: the source itself when nothing had to be expanded.
    pub source: SourceId,
    /// The way back to what the user wrote.
    pub origins: Origins,
    /// The themes that the source chooses, in order.
    pub themes: Vec<Theme>,
    /// What the directives have to say.
    pub diagnostics: Vec<Diagnostic>,
}

/// Carries out all directives of a source. A source without any is not copied.
pub fn preprocess(
    sources: &mut Sources,
    id: SourceId,
    world: &dyn World,
    options: &Options,
) -> Expanded {
    let is_plain = options.defines.is_empty() && options.preludes.is_empty();
    if is_plain && !needs_expansion(sources.source(id).text()) {
        let (themes, diagnostics) = (Vec::new(), Vec::new());
        return Expanded { source: id, origins: Origins::Same, themes, diagnostics };
    }
    let name = sources.source(id).name().to_owned();
    let lines = line::lines(sources, id);
    let mut machine = Machine::new(sources, world, options, name.clone());
    machine.out.pieces = Pieces::of(id);
    let outcome = machine.file(&lines);
    debug_assert!(
        outcome.is_ok() || !machine.diagnostics.is_empty(),
        "a bound is reached in silence"
    );
    let (out, themes, diagnostics) = (machine.out, machine.themes, machine.diagnostics);
    let source = sources.add(format!("{name} (expanded)"), out.text);
    Expanded { source, origins: Origins::Pieces(out.pieces), themes, diagnostics }
}

/// Whether any line is a directive that is carried out here, or any text calls a builtin function.
fn needs_expansion(text: &str) -> bool {
    let calls = text.match_indices('%').any(|(at, _)| {
        let (name, rest) = scan::word(&text[at + 1..]);
        rest.starts_with('(') && builtins::find(&text[at..=at + name.len()]).is_some()
    });
    calls || text.contains('!') && text.lines().any(is_directive) || text.contains("@pause")
}

fn is_directive(line: &str) -> bool {
    let comment = line.trim_start().strip_prefix("/'").and_then(|it| it.split_once("'/"));
    let line = comment.map_or(line, |it| it.1);
    let body = line
        .trim_start_matches(|it: char| !it.is_alphanumeric() && !matches!(it, '!' | '"' | '\''));
    body.starts_with('!') && directive::directive(body).is_some()
}

impl Machine<'_> {
    /// Expands each block of a file on its own; lines between blocks are copied.
    fn file(&mut self, lines: &[Line]) -> fault::Outcome<()> {
        if !lines.iter().any(|it| line::start_prefix(it.text()).is_some()) {
            return self.diagram(lines);
        }
        let mut idx = 0;
        while idx < lines.len() {
            let Some(at) = line::start_prefix(lines[idx].text()) else {
                self.verbatim(&lines[idx])?;
                idx += 1;
                continue;
            };
            let prefix = &lines[idx].text()[..at];
            let end = lines[idx..]
                .iter()
                .position(|it| line::is_end(line::without_prefix(it, prefix).text()))
                .map_or(lines.len(), |it| idx + it);
            self.verbatim(&lines[idx].rest(at))?;
            let inside: Vec<Line> =
                lines[idx + 1..end].iter().map(|it| line::without_prefix(it, prefix)).collect();
            self.forget_diagram();
            self.diagram(&inside)?;
            if let Some(line) = lines.get(end) {
                self.verbatim(&line::without_prefix(line, prefix))?;
            }
            idx = end + 1;
        }
        Ok(())
    }

    fn diagram(&mut self, lines: &[Line]) -> fault::Outcome<()> {
        self.preludes()?;
        let read = without_pauses(lines);
        match self.run(&line::logical(&read), Body::Lines)? {
            Flow::Done | Flow::Exit | Flow::Returned(_) => Ok(()),
        }
    }
}

/// The lines outside `@pause` … `@unpause`.
fn without_pauses(lines: &[Line]) -> Vec<Line> {
    let mut paused = false;
    let mut read = Vec::with_capacity(lines.len());
    for line in lines {
        match line.text().trim() {
            "@pause" => paused = true,
            "@unpause" => paused = false,
            _ if !paused => read.push(line.clone()),
            _ => {}
        }
    }
    read
}
