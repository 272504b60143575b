//! A document with everything that was found in it: diagrams and problems, whatever it is written in.

use std::{path::PathBuf, time::SystemTime};

use clap::Args;
use diag::{Diagnostic, SourceId, Sources, Span};
use puml_compiler::{Declarations, Diagram, Options};
use serde_json::{Value, json};

use crate::{
    exit::Failure,
    inputs::{Document, Language},
    markdown,
    world::Includes,
};

/// What every command that compiles may be told.
#[derive(Debug, Clone, Args)]
pub(crate) struct Compiling {
    /// Set a preprocessor variable
    #[arg(short = 'D', long = "define", value_name = "NAME=VALUE")]
    pub(crate) defines: Vec<String>,
    /// A further folder that files may be included from
    #[arg(long, value_name = "FOLDER")]
    pub(crate) include_root: Vec<PathBuf>,
    /// Use this theme instead of the one the source names
    #[arg(long, value_name = "NAME")]
    pub(crate) theme: Option<String>,
    /// Refuse participants that are not declared
    #[arg(long)]
    pub(crate) strict: bool,
}

/// One diagram that was understood.
pub(crate) enum Drawing {
    /// A sequence diagram of ours.
    Sequence(Box<Diagram>),
    /// A Mermaid diagram: its source and its type.
    Mermaid {
        /// As it stands in the document.
        source: String,
        /// The public name of its type.
        kind: &'static str,
    },
}

impl Drawing {
    /// The name that the source gives it.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Self::Sequence(diagram) => diagram.name.as_deref(),
            Self::Mermaid { .. } => None,
        }
    }

    fn summary(&self) -> Value {
        match self {
            Self::Sequence(diagram) => {
                let model = &diagram.model;
                json!({
                    "name": diagram.name,
                    "type": "sequence",
                    "participants": model.participants.len(),
                    "events": model.pages.iter().map(|it| it.events.len()).sum::<usize>(),
                    "pages": model.pages.len(),
                })
            }
            Self::Mermaid { kind, .. } => json!({ "type": kind, "pages": 1 }),
        }
    }
}

/// A document after compiling.
pub(crate) struct Checked {
    /// The document's own text is the first.
    pub(crate) sources: Sources,
    /// The document.
    pub(crate) id: SourceId,
    /// In reading order.
    pub(crate) drawings: Vec<Drawing>,
    /// In reading order.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Checked {
    /// Whether nothing refuses the document.
    pub(crate) fn is_ok(&self) -> bool {
        !diag::has_errors(&self.diagnostics)
    }

    /// The sequence diagrams among the drawings.
    pub(crate) fn sequences(&self) -> impl Iterator<Item = &Diagram> {
        self.drawings.iter().filter_map(|it| match it {
            Drawing::Sequence(diagram) => Some(&**diagram),
            Drawing::Mermaid { .. } => None,
        })
    }

    fn puml(&mut self, part: SourceId, world: &Includes, options: &Options) {
        let compiled = puml_compiler::compile(&mut self.sources, part, world, options);
        self.drawings
            .extend(compiled.diagrams.into_iter().map(|it| Drawing::Sequence(Box::new(it))));
        // A block of a page stands where the page has it, so its offsets are those of the page.
        let home = self.id;
        let there =
            |span: Span| if span.source == part { Span { source: home, ..span } } else { span };
        self.diagnostics.extend(compiled.diagnostics.into_iter().map(|it| it.moved(there)));
    }

    fn mermaid(&mut self, text: &str, offset: u32) {
        let verdict = mermaid::verify(text, &mermaid::Limits::default()).relocated(self.id, offset);
        if let Some(kind) = verdict.kind {
            self.drawings.push(Drawing::Mermaid { source: text.to_owned(), kind });
        }
        self.diagnostics.extend(verdict.diagnostics);
    }

    /// What a machine reads about the document.
    pub(crate) fn json(&self) -> Value {
        let diagrams: Vec<Value> = self.drawings.iter().map(Drawing::summary).collect();
        let found: Vec<Value> =
            self.diagnostics.iter().map(|it| diag::json(&self.sources, it)).collect();
        json!({
            "file": self.sources.source(self.id).name(),
            "ok": self.is_ok(),
            "diagrams": diagrams,
            "diagnostics": found,
        })
    }
}

/// Compiles everything in a document. Problems in it are findings, not failures.
pub(crate) fn check(document: &Document, compiling: &Compiling) -> Result<Checked, Failure> {
    let options = options(compiling)?;
    let world = Includes::new(document.folder(), &compiling.include_root);
    let mut sources = Sources::default();
    let id = sources.add(document.name.as_str(), document.text.as_str());
    let mut checked = Checked { sources, id, drawings: Vec::new(), diagnostics: Vec::new() };
    match document.language {
        Language::Puml => checked.puml(id, &world, &options),
        Language::Mermaid => checked.mermaid(&document.text, 0),
        Language::Markdown => {
            for fence in markdown::fences(&document.text) {
                if fence.language == Language::Mermaid {
                    checked.mermaid(&document.text[fence.body.clone()], fence.body.start as u32);
                    continue;
                }
                let alone = markdown::isolated(&document.text, &fence.body);
                let part = checked.sources.add(document.name.as_str(), alone);
                checked.puml(part, &world, &options);
            }
        }
    }
    diag::sort(&mut checked.diagnostics);
    Ok(checked)
}

/// Seconds since 1970: the moment that `SOURCE_DATE_EPOCH` names, for pictures that can be made again, or now.
fn now() -> i64 {
    let named = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|it| it.parse().ok());
    let clock = || SystemTime::UNIX_EPOCH.elapsed().map_or(0, |it| it.as_secs() as i64);
    named.unwrap_or_else(clock)
}

fn options(compiling: &Compiling) -> Result<Options, Failure> {
    if let Some(name) = &compiling.theme
        && !puml_compiler::theme_names().any(|it| it == name)
    {
        let known = puml_compiler::theme_names();
        let hint = diag::nearest(name, known).map(|it| format!("; did you mean `{it}`?"));
        let hint = hint.unwrap_or_default();
        return Err(Failure::Usage(format!("--theme {name}: there is no such theme{hint}")));
    }
    let mut options = Options { theme: compiling.theme.clone(), now: now(), ..Options::default() };
    for define in &compiling.defines {
        let (name, value) = define.split_once('=').unwrap_or((define, ""));
        if name.is_empty() {
            return Err(Failure::Usage(format!("-D {define}: a name is missing")));
        }
        options.defines.push((name.to_owned(), value.to_owned()));
    }
    if compiling.strict {
        options.declarations = Declarations::Required;
    }
    Ok(options)
}
