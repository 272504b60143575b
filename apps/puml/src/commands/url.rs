//! `puml url`: a link that opens a diagram on a PlantUML server.

use std::fmt::Write as _;

use clap::Args;
use serde_json::json;

use super::encode;
use crate::{
    exit::{Failure, Outcome},
    inputs::{self, Pages, Unread},
    terminal,
};

/// Arguments of `puml url`.
#[derive(Debug, Args)]
pub(crate) struct Url {
    /// Files; `-` is standard input
    #[arg(required = true)]
    inputs: Vec<String>,
    /// Print one JSON document instead of text
    #[arg(long)]
    json: bool,
    /// The server that the link names; nothing is sent to it
    #[arg(long, default_value = share::SERVER, value_name = "ADDRESS")]
    server: String,
    /// The picture's format: svg, png, txt, or uml for the server's page
    #[arg(long, default_value = "svg", value_name = "FORMAT", value_parser = ["svg", "png", "txt", "uml"])]
    format: String,
}

/// Prints one link a line, in the order of the files.
pub(crate) fn run(arguments: &Url) -> Result<Outcome, Failure> {
    let mut out = String::new();
    let mut files = Vec::new();
    let unread = inputs::each(&arguments.inputs, Pages::Skipped, |document| {
        let code = encode::code(&document.text);
        let server = arguments.server.trim_end_matches('/');
        let url = format!("{server}/{}/{code}", arguments.format);
        let _ = writeln!(out, "{url}");
        files.push(json!({ "file": document.name, "url": url }));
        Ok(())
    })?;
    if arguments.json {
        files.extend(unread.iter().map(Unread::json));
        out = format!("{:#}\n", json!({ "version": 1, "files": files }));
    }
    terminal::put(out.as_bytes())?;
    Outcome::Fine.unless(&unread)
}
