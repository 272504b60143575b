//! Serves an editor over standard input and output; everything else is `puml-lsp`'s.

use puml_lsp::{Ending, Options};

use crate::exit::{Failure, Outcome};

/// Runs the language server until the editor leaves.
pub(crate) fn run(options: &Options) -> Result<Outcome, Failure> {
    match puml_lsp::run(options)? {
        Ending::Asked => Ok(Outcome::Fine),
        Ending::Unasked => Ok(Outcome::Findings),
    }
}
