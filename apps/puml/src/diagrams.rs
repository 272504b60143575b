//! A document with everything that was found in it: diagrams and problems, whatever it is written in.

use std::path::PathBuf;

use clap::Args;
use diag::{Diagnostic, SourceId, Sources};
use puml_compiler::{Declarations, Diagram, Options};
use serde_json::{Value, json};

use crate::{
    exit::Failure,
    inputs::{Document, Language},
    markdown,
    world::Files,
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

/// A document after compiling.
pub(crate) struct Checked {
    /// The document's own text is the first.
    pub(crate) sources: Sources,
    /// The document.
    pub(crate) id: SourceId,
    /// In reading order.
    pub(crate) diagrams: Vec<Diagram>,
    /// In reading order.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Checked {
    /// Whether nothing refuses the document.
    pub(crate) fn is_ok(&self) -> bool {
        !diag::has_errors(&self.diagnostics)
    }

    /// What a machine reads about the document.
    pub(crate) fn json(&self) -> Value {
        let diagrams: Vec<Value> = self.diagrams.iter().map(summary).collect();
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
    let world = Files::new(document.folder(), &compiling.include_root);
    let mut sources = Sources::default();
    let id = sources.add(document.name.as_str(), document.text.as_str());
    let mut checked = Checked { sources, id, diagrams: Vec::new(), diagnostics: Vec::new() };
    match document.language {
        Language::Puml => {
            let compiled = puml_compiler::compile(&mut checked.sources, id, &world, &options);
            checked.diagrams = compiled.diagrams;
            checked.diagnostics = compiled.diagnostics;
        }
        Language::Markdown => {
            for fence in markdown::fences(&document.text) {
                if fence.language != Language::Puml {
                    continue;
                }
                let alone = markdown::isolated(&document.text, &fence.body);
                let part = checked.sources.add(document.name.as_str(), alone);
                let compiled = puml_compiler::compile(&mut checked.sources, part, &world, &options);
                checked.diagrams.extend(compiled.diagrams);
                checked.diagnostics.extend(compiled.diagnostics);
            }
        }
        Language::Mermaid => {
            return Err(Failure::Usage(format!("{}: Mermaid is not supported yet", document.name)));
        }
    }
    diag::sort(&mut checked.diagnostics);
    Ok(checked)
}

fn options(compiling: &Compiling) -> Result<Options, Failure> {
    let mut options = Options { theme: compiling.theme.clone(), ..Options::default() };
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

fn summary(diagram: &Diagram) -> Value {
    let model = &diagram.model;
    json!({
        "name": diagram.name,
        "type": "sequence",
        "participants": model.participants.len(),
        "events": model.pages.iter().map(|it| it.events.len()).sum::<usize>(),
        "pages": model.pages.len(),
    })
}
