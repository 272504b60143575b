//! `puml decode`: the source behind a share code or link.

use clap::Args;

use crate::{
    exit::{Failure, Outcome},
    terminal,
};

/// Arguments of `puml decode`.
#[derive(Debug, Args)]
pub(crate) struct Decode {
    /// Codes or links that carry one
    #[arg(required = true)]
    pub(crate) codes: Vec<String>,
}

/// Prints the sources with their markers, ready to be checked or drawn.
pub(crate) fn run(arguments: &Decode) -> Result<Outcome, Failure> {
    let mut out = String::new();
    for code in &arguments.codes {
        match share::decode(share::code_in(code)) {
            Ok(text) => out.push_str(&share::with_markers(&text)),
            Err(error) => {
                terminal::tell_error(&format!("{code}: {error}"));
                return Ok(Outcome::Findings);
            }
        }
        if !out.ends_with('\n') {
            out.push('\n');
        }
    }
    terminal::put(out.as_bytes())?;
    Ok(Outcome::Fine)
}
