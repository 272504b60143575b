//! `puml convert` and `puml from`: Mermaid diagrams and data as puml.

use std::path::Path;

use clap::{Args, ValueEnum};
use diag::{Diagnostic, SourceId, Sources};
use diagrams::Origin;
use serde_json::json;

use crate::{
    exit::{Failure, Outcome},
    inputs::{self, Pages},
    output::{self, Target},
    terminal,
};

/// Arguments of `puml convert`.
#[derive(Debug, Args)]
pub(crate) struct Convert {
    /// Files; `-` is standard input
    #[arg(required = true)]
    inputs: Vec<String>,
    /// A file, a folder, or `-` for standard output, which is where it goes without it
    #[arg(short, long, value_name = "WHERE")]
    output: Option<String>,
    /// Print one JSON document instead of text
    #[arg(long)]
    json: bool,
}

/// Arguments of `puml from`.
#[derive(Debug, Args)]
pub(crate) struct From {
    /// What the files are written in
    origin: Written,
    #[command(flatten)]
    files: Convert,
}

/// What data is written in.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Written {
    /// OpenAPI or Swagger: a sequence diagram of each operation, a class diagram of the schemas
    Openapi,
    /// `CREATE TABLE` statements: an entity relationship diagram
    Sql,
    /// JSON Schema: a class diagram
    JsonSchema,
    /// Graphviz dot: a component diagram
    Dot,
}

impl Written {
    fn origin(self) -> Origin {
        match self {
            Self::Openapi => Origin::OpenApi,
            Self::Sql => Origin::Sql,
            Self::JsonSchema => Origin::JsonSchema,
            Self::Dot => Origin::Dot,
        }
    }
}

/// A source made of another, and the findings about that one.
type Made = (String, Vec<Diagnostic>);

/// Converts each Mermaid file and names what has no equivalent.
pub(crate) fn run(arguments: &Convert) -> Result<Outcome, Failure> {
    each(arguments, |_, text, id| {
        let import = diagrams::convert_mermaid(text, id);
        (import.source, import.diagnostics)
    })
}

/// Makes diagrams of each file and names what they leave out.
pub(crate) fn from(arguments: &From) -> Result<Outcome, Failure> {
    let origin = arguments.origin.origin();
    each(&arguments.files, |name, text, id| {
        let name = Path::new(name).file_name().and_then(|it| it.to_str()).unwrap_or(name);
        let import = diagrams::import(origin, name, text, id);
        (puml_compiler::formatted(&import.source), import.diagnostics)
    })
}

/// Writes what is made of each file; a file with errors gives nothing.
fn each(
    arguments: &Convert,
    make: impl Fn(&str, &str, SourceId) -> Made,
) -> Result<Outcome, Failure> {
    let target = Target::new(Some(arguments.output.as_deref().unwrap_or("-")));
    let count = inputs::expand(&arguments.inputs, Pages::Skipped)?.len();
    if matches!(target, Target::File(_)) && count > 1 {
        return Err(Failure::Usage("several inputs need a folder: end -o with a slash".into()));
    }
    let mut outcome = Outcome::Fine;
    let mut files = Vec::new();
    let unread = inputs::each(&arguments.inputs, Pages::Skipped, |document| {
        let mut sources = Sources::default();
        let id = sources.add(document.name.as_str(), document.text.as_str());
        let (made, diagnostics) = make(&document.name, &document.text, id);
        let is_ok = !diag::has_errors(&diagnostics);
        if arguments.json {
            let found = diagnostics.iter().map(|it| diag::json(&sources, it));
            let source = is_ok.then_some(&made);
            files.push(json!({
                "file": document.name, "ok": is_ok, "source": source,
                "diagnostics": found.collect::<Vec<_>>(),
            }));
        } else {
            terminal::show(&sources, &diagnostics);
        }
        if !is_ok {
            outcome = Outcome::Findings;
            return Ok(());
        }
        let file = match &target {
            Target::File(file) => file.clone(),
            Target::Folder(folder) => {
                let name = document.path.as_deref().and_then(Path::file_name);
                folder.join(name.unwrap_or("diagram".as_ref())).with_extension("puml")
            }
            Target::Beside | Target::Stdout => {
                if !arguments.json {
                    terminal::put(made.as_bytes())?;
                }
                return Ok(());
            }
        };
        output::write(&file, made.as_bytes())?;
        terminal::report(&format!("wrote {}", file.display()));
        Ok(())
    })?;
    if arguments.json {
        inputs::put_json(outcome, files, &unread)?;
    }
    outcome.unless(&unread)
}
