//! `puml convert` and `puml from`: Mermaid diagrams and data as puml, puml diagrams as Mermaid.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use diag::Sources;
use diagrams::{Diagram, Import, Language, Origin, Scheme};
use puml_syntax::format::Form;
use serde_json::json;

use crate::{
    compiling::{self, Compiling},
    exit::{Failure, Outcome},
    inputs::{self, Document, Pages},
    output::{self, Target},
    terminal,
};

/// Arguments of `puml convert`.
#[derive(Debug, Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    files: Files,
    /// What to make of the files: puml of Mermaid, or Mermaid of puml
    #[arg(long, value_name = "LANGUAGE", default_value = "puml")]
    to: To,
    #[command(flatten)]
    compiling: Compiling,
}

/// What is read and where the result goes.
#[derive(Debug, Args)]
struct Files {
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

/// The languages that diagrams are converted to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum To {
    /// From Mermaid
    Puml,
    /// From puml
    Mermaid,
}

/// Arguments of `puml from`.
#[derive(Debug, Args)]
pub(crate) struct From {
    /// What the files are written in
    origin: Written,
    #[command(flatten)]
    files: Files,
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

/// What became of one file: each source made of it, with the findings about the original.
struct Made {
    sources: Sources,
    imports: Vec<Import>,
}

/// Converts each file and names what has no equivalent.
pub(crate) fn run(arguments: &Convert) -> Result<Outcome, Failure> {
    match arguments.to {
        To::Puml => each(&arguments.files, "puml", |document| {
            Ok(one(document, |id| diagrams::convert_mermaid(&document.text, id)))
        }),
        To::Mermaid => each(&arguments.files, "mmd", |document| to_mermaid(document, arguments)),
    }
}

/// Makes diagrams of each file and names what they leave out.
pub(crate) fn from(arguments: &From) -> Result<Outcome, Failure> {
    let origin = arguments.origin.origin();
    each(&arguments.files, "puml", |document| {
        let name = document.name.as_str();
        let name = Path::new(name).file_name().and_then(|it| it.to_str()).unwrap_or(name);
        Ok(one(document, |id| {
            let import = diagrams::import(origin, name, &document.text, id);
            Import {
                source: puml_compiler::formatted_as(&import.source, Form::generated()),
                ..import
            }
        }))
    })
}

/// One source made of a whole file.
fn one(document: &Document, make: impl FnOnce(diag::SourceId) -> Import) -> Made {
    let mut sources = Sources::default();
    let id = sources.add(document.name.as_str(), document.text.as_str());
    Made { sources, imports: vec![make(id)] }
}

/// A Mermaid source for each diagram of a file; a file with errors gives the errors.
fn to_mermaid(document: &Document, arguments: &Convert) -> Result<Made, Failure> {
    if document.language == Language::Mermaid {
        let message = format!("{} is Mermaid already", document.name);
        return Err(Failure::Usage(message));
    }
    let checked = compiling::check(document, &arguments.compiling, Scheme::Light)?;
    let imports = if checked.is_ok() {
        let puml = |it| match it {
            Diagram::Puml(it) => Some(diagrams::convert_puml(it)),
            Diagram::Mermaid(_) => None,
        };
        checked.diagrams().filter_map(puml).collect()
    } else {
        vec![Import { source: String::new(), diagnostics: checked.diagnostics.clone() }]
    };
    Ok(Made { sources: checked.sources, imports })
}

/// Writes what is made of each file; what has errors gives nothing.
fn each(
    arguments: &Files,
    ending: &str,
    make: impl Fn(&Document) -> Result<Made, Failure>,
) -> Result<Outcome, Failure> {
    let target = Target::new(Some(arguments.output.as_deref().unwrap_or("-")));
    let count = inputs::expand(&arguments.inputs, Pages::Skipped)?.len();
    if matches!(target, Target::File(_)) && count > 1 {
        return Err(Failure::Usage("several inputs need a folder: end -o with a slash".into()));
    }
    let mut outcome = Outcome::Fine;
    let mut files = Vec::new();
    let unread = inputs::each(&arguments.inputs, Pages::Skipped, |document| {
        let Made { sources, imports } = make(&document)?;
        let several = imports.len() > 1;
        if several && !arguments.json && !matches!(target, Target::Folder(_)) {
            let message = format!(
                "{} holds {} diagrams, which need a file each: end -o with a slash",
                document.name,
                imports.len()
            );
            return Err(Failure::Usage(message));
        }
        for (idx, import) in imports.iter().enumerate() {
            let is_ok = !diag::has_errors(&import.diagnostics);
            if arguments.json {
                let found = import.diagnostics.iter().map(|it| diag::json(&sources, it));
                let mut file = json!({
                    "file": document.name, "ok": is_ok, "source": is_ok.then_some(&import.source),
                    "diagnostics": found.collect::<Vec<_>>(),
                });
                if several {
                    file["diagram"] = (idx + 1).into();
                }
                files.push(file);
            } else {
                terminal::show(&sources, &import.diagnostics);
            }
            if !is_ok {
                outcome = Outcome::Findings;
                continue;
            }
            match file(&target, &document, several.then_some(idx + 1), ending) {
                Some(file) => {
                    output::write(&file, import.source.as_bytes())?;
                    terminal::report(&format!("wrote {}", file.display()));
                }
                None if !arguments.json => terminal::put(import.source.as_bytes())?,
                None => {}
            }
        }
        Ok(())
    })?;
    if arguments.json {
        inputs::put_json(outcome, files, &unread)?;
    }
    outcome.unless(&unread)
}

/// The file that a result goes to, with a number where there are several; none for standard output.
fn file(
    target: &Target,
    document: &Document,
    number: Option<usize>,
    ending: &str,
) -> Option<PathBuf> {
    match target {
        Target::File(file) => Some(file.clone()),
        Target::Folder(folder) => {
            let stem = document.path.as_deref().and_then(Path::file_stem);
            let stem = stem.map_or("diagram".into(), |it| it.to_string_lossy());
            let number = number.map_or_else(String::new, |it| format!("-{it}"));
            Some(folder.join(format!("{stem}{number}.{ending}")))
        }
        Target::Beside | Target::Stdout => None,
    }
}
