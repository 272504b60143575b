//! `puml convert`: Mermaid sequence diagrams as puml.

use std::path::Path;

use clap::Args;
use diag::Sources;
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
    /// Mermaid files; `-` is standard input
    #[arg(required = true)]
    inputs: Vec<String>,
    /// A file, a folder, or `-` for standard output, which is where it goes without it
    #[arg(short, long, value_name = "WHERE")]
    output: Option<String>,
    /// Print one JSON document instead of text
    #[arg(long)]
    json: bool,
}

/// Converts each file and names what has no equivalent; a file with errors gives nothing.
pub(crate) fn run(arguments: &Convert) -> Result<Outcome, Failure> {
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
        let import = puml_sequence::import::mermaid(&document.text, id);
        let is_ok = !diag::has_errors(&import.diagnostics);
        if arguments.json {
            let found = import.diagnostics.iter().map(|it| diag::json(&sources, it));
            let source = is_ok.then_some(&import.source);
            files.push(json!({
                "file": document.name, "ok": is_ok, "source": source,
                "diagnostics": found.collect::<Vec<_>>(),
            }));
        } else {
            terminal::show(&sources, &import.diagnostics);
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
                    terminal::put(import.source.as_bytes())?;
                }
                return Ok(());
            }
        };
        output::write(&file, import.source.as_bytes())?;
        terminal::report(&format!("wrote {}", file.display()));
        Ok(())
    })?;
    if arguments.json {
        inputs::put_json(outcome, files, &unread)?;
    }
    outcome.unless(&unread)
}
