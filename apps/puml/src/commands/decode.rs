//! `puml decode`: the source behind a share code or link.

use clap::Args;
use serde_json::json;

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
    /// Print one JSON document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// Prints the sources with their markers, ready to be checked or drawn.
pub(crate) fn run(arguments: &Decode) -> Result<Outcome, Failure> {
    let mut out = String::new();
    let mut sources = Vec::new();
    for code in &arguments.codes {
        let mut text = match share::decode(share::code_in(code)) {
            Ok(text) => share::with_markers(&text),
            Err(error) => {
                terminal::tell_error(&format!("{code}: {error}"));
                return Ok(Outcome::Findings);
            }
        };
        if !text.ends_with('\n') {
            text.push('\n');
        }
        out.push_str(&text);
        sources.push(json!({ "code": share::code_in(code), "source": text }));
    }
    if arguments.json {
        out = format!("{:#}\n", json!({ "version": 1, "sources": sources }));
    }
    terminal::put(out.as_bytes())?;
    Ok(Outcome::Fine)
}
