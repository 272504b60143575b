//! `puml encode`: the code that stands for a diagram in a share link.

use clap::Args;
use serde_json::json;

use crate::{
    exit::{Failure, Outcome},
    inputs::{self, Pages, Unread},
    terminal,
};

/// Arguments of `puml encode`.
#[derive(Debug, Args)]
pub(crate) struct Encode {
    /// Files; `-` is standard input
    #[arg(required = true)]
    pub(crate) inputs: Vec<String>,
    /// Print one JSON document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// Prints one code a line, in the order of the files.
pub(crate) fn run(arguments: &Encode) -> Result<Outcome, Failure> {
    let mut out = String::new();
    let mut files = Vec::new();
    let unread = inputs::each(&arguments.inputs, Pages::Skipped, |document| {
        let code = code(&document.text);
        out.push_str(&code);
        out.push('\n');
        files.push(json!({ "file": document.name, "code": code }));
        Ok(())
    })?;
    if arguments.json {
        files.extend(unread.iter().map(Unread::json));
        out = format!("{:#}\n", json!({ "version": 1, "files": files }));
    }
    terminal::put(out.as_bytes())?;
    Outcome::Fine.unless(&unread)
}

/// The code of a source's first diagram, without its markers.
pub(crate) fn code(text: &str) -> String {
    share::encode(&share::body(text))
}
