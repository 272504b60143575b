//! `puml decode`: the source behind a share code or link, or inside a PNG.

use std::path::Path;

use clap::Args;
use diagrams::png_source;
use serde_json::json;

use crate::{
    exit::{Failure, Outcome},
    terminal,
};

/// Arguments of `puml decode`.
#[derive(Debug, Args)]
pub(crate) struct Decode {
    /// Codes, links that carry one, or PNG files that carry their source
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
        let mut text = match source(code)? {
            Ok(text) => share::with_markers(&text),
            Err(problem) => {
                terminal::tell_error(&format!("{code}: {problem}"));
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

/// The source behind a code or inside a picture, or why there is none.
fn source(code: &str) -> Result<Result<String, String>, Failure> {
    let path = Path::new(code);
    if path.extension().is_none_or(|it| !it.eq_ignore_ascii_case("png")) || !path.is_file() {
        return Ok(share::decode(share::code_in(code)).map_err(|it| it.to_string()));
    }
    let bytes = std::fs::read(path);
    let bytes = bytes.map_err(|source| Failure::Read { path: path.to_path_buf(), source })?;
    let source = png_source(&bytes).map(|it| it[..diagram_end(&it)].to_owned());
    Ok(source.ok_or_else(|| "the picture carries no source".to_owned()))
}

/// Where the last diagram ends: PlantUML writes its version below it.
fn diagram_end(text: &str) -> usize {
    let Some(marker) = text.rfind("\n@end") else { return text.len() };
    text[marker + 1..].find('\n').map_or(text.len(), |it| marker + it + 2)
}
