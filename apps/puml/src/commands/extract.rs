//! `puml extract`: the diagrams of Markdown pages, listed or taken out into files.

use std::path::PathBuf;

use clap::Args;
use diagrams::{Fence, fences};
use serde_json::{Value, json};

use crate::{
    exit::{Failure, Outcome},
    inputs::{self, Document, Pages},
    output, terminal,
};

/// Arguments of `puml extract`.
#[derive(Debug, Args)]
pub(crate) struct Extract {
    /// Markdown pages; `-` is standard input
    #[arg(required = true)]
    inputs: Vec<String>,
    /// Write each diagram to a file of its own in this folder
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Print one JSON document instead of text
    #[arg(long)]
    json: bool,
}

/// Lists the diagrams, or writes them out and names the files.
pub(crate) fn run(arguments: &Extract) -> Result<Outcome, Failure> {
    let mut found = Vec::new();
    let mut text = String::new();
    for path in inputs::expand(&arguments.inputs, Pages::Read)? {
        let document = inputs::read(&path)?;
        for (idx, fence) in fences(&document.text).iter().enumerate() {
            let body = &document.text[fence.body.clone()];
            let folder = arguments.output.as_ref();
            let file = folder.map(|it| it.join(file_name(&document, fence, idx)));
            if let Some(file) = &file {
                output::write(file, body.as_bytes())?;
            }
            let entry = entry(&document, fence, file.as_ref());
            text.push_str(&line(&entry, body));
            found.push(entry);
        }
    }
    if arguments.json {
        text = format!("{:#}\n", json!({ "version": 1, "diagrams": found }));
    }
    terminal::put(text.as_bytes())?;
    Ok(Outcome::Fine)
}

fn entry(document: &Document, fence: &Fence, file: Option<&PathBuf>) -> Value {
    let line = document.text[..fence.body.start].matches('\n').count() + 1;
    json!({
        "file": document.name,
        "line": line,
        "language": fence.language.name(),
        "written": file.map(|it| it.to_string_lossy()),
        "source": document.text[fence.body.clone()],
    })
}

fn line(entry: &Value, body: &str) -> String {
    let words = |key: &str| entry[key].as_str().unwrap_or_default().to_owned();
    let first = body
        .lines()
        .map(str::trim)
        .find(|it| !it.is_empty() && !it.starts_with('@'))
        .unwrap_or_default();
    let written = entry["written"].as_str().map(|it| format!(" -> {it}")).unwrap_or_default();
    format!("{}:{}: {}{written}: {first}\n", words("file"), entry["line"], words("language"))
}

fn file_name(document: &Document, fence: &Fence, idx: usize) -> String {
    let stem = document.path.as_deref().and_then(|it| it.file_stem());
    let stem = stem.map_or_else(|| "diagram".into(), |it| it.to_string_lossy().into_owned());
    let ending = fence.language.endings()[0];
    format!("{stem}-{}.{ending}", idx + 1)
}
