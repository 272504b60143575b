//! `puml encode`: the code that stands for a diagram in a share link.

use clap::Args;

use crate::{
    exit::{Failure, Outcome},
    inputs, terminal,
};

/// Arguments of `puml encode`.
#[derive(Debug, Args)]
pub(crate) struct Encode {
    /// Files; `-` is standard input
    #[arg(required = true)]
    pub(crate) inputs: Vec<String>,
}

/// Prints one code a line, in the order of the files.
pub(crate) fn run(arguments: &Encode) -> Result<Outcome, Failure> {
    let mut out = String::new();
    for path in inputs::expand(&arguments.inputs)? {
        out.push_str(&code(&inputs::read(&path)?.text));
        out.push('\n');
    }
    terminal::put(out.as_bytes())?;
    Ok(Outcome::Fine)
}

/// The code of a source's first diagram, without its markers.
pub(crate) fn code(text: &str) -> String {
    share::encode(&share::body(text))
}
