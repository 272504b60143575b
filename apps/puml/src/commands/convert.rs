//! `puml convert`: Mermaid sequence diagrams as puml.

use clap::Args;
use diag::Sources;

use crate::{
    exit::{Failure, Outcome},
    inputs,
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
}

/// Converts each file and names what has no equivalent; a file with errors gives nothing.
pub(crate) fn run(arguments: &Convert) -> Result<Outcome, Failure> {
    let target = Target::new(Some(arguments.output.as_deref().unwrap_or("-")));
    let paths = inputs::expand(&arguments.inputs)?;
    if matches!(target, Target::File(_)) && paths.len() > 1 {
        return Err(Failure::Usage("several inputs need a folder: end -o with a slash".into()));
    }
    let mut outcome = Outcome::Fine;
    for path in paths {
        let document = inputs::read(&path)?;
        let mut sources = Sources::default();
        let id = sources.add(document.name.as_str(), document.text.as_str());
        let import = puml_syntax::import::mermaid(&document.text, id);
        terminal::show(&sources, &import.diagnostics);
        if diag::has_errors(&import.diagnostics) {
            outcome = Outcome::Findings;
            continue;
        }
        let file = match &target {
            Target::File(file) => file.clone(),
            Target::Folder(folder) => {
                folder.join(path.file_name().unwrap_or_default()).with_extension("puml")
            }
            Target::Beside | Target::Stdout => {
                terminal::put(import.source.as_bytes())?;
                continue;
            }
        };
        output::write(&file, import.source.as_bytes())?;
        terminal::tell(&format!("wrote {}", file.display()));
    }
    Ok(outcome)
}
