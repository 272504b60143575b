//! `puml fmt`: sources in their canonical layout; `.puml.toml` says which of several good ones.

use std::path::Path;

use clap::Args;
use diagrams::Language;
use puml_syntax::format::Form;
use serde_json::json;
use similar::TextDiff;

use crate::{
    exit::{Failure, Outcome},
    inputs::{self, Pages},
    output, terminal,
};

/// Arguments of `puml fmt`.
#[derive(Debug, Args)]
pub(crate) struct Fmt {
    /// Files, patterns and folders; `-` is standard input, formatted to standard output
    #[arg(required = true)]
    inputs: Vec<String>,
    /// Change nothing; fail if a file is not formatted
    #[arg(long)]
    check: bool,
    /// Change nothing; show what would change
    #[arg(long)]
    diff: bool,
    /// Print one JSON document instead of text
    #[arg(long)]
    json: bool,
}

/// Formats every PlantUML file; others are left alone.
pub(crate) fn run(arguments: &Fmt) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::Fine;
    let mut files = Vec::new();
    let unread = inputs::each(&arguments.inputs, Pages::Skipped, |document| {
        if document.language != Language::Puml {
            return Ok(());
        }
        let is_stdin = document.path.is_none();
        let form = form(document.path.as_deref())?;
        let formatted = puml_compiler::formatted_as(&document.text, form);
        let is_changed = formatted != document.text;
        let writes = is_changed && !arguments.check && !arguments.diff;
        files
            .push(json!({ "file": document.name, "ok": !is_changed || writes, "changed": writes }));
        if arguments.diff && is_changed && !arguments.json {
            terminal::put_styled(&difference(&document.name, &document.text, &formatted))?;
        }
        if arguments.check || arguments.diff {
            if is_changed {
                terminal::tell(&format!("{} is not formatted", document.name));
                outcome = Outcome::Findings;
            }
        } else if let Some(path) = document.path.filter(|_| is_changed) {
            output::write(&path, formatted.as_bytes())?;
            terminal::report(&format!("formatted {}", document.name));
        } else if is_stdin && !arguments.json {
            terminal::put(formatted.as_bytes())?;
        }
        Ok(())
    })?;
    if arguments.json {
        inputs::put_json(outcome, files, &unread)?;
    }
    outcome.unless(&unread)
}

/// The form of layout that the settings nearest to a file ask for; of standard input, those of this folder.
fn form(file: Option<&Path>) -> Result<Form, Failure> {
    let here = std::env::current_dir().unwrap_or_default();
    let folder = file.and_then(Path::parent).map_or(here.clone(), |it| here.join(it));
    puml_source::form(&folder, &here).map_err(|it| Failure::Usage(it.to_string()))
}

/// A unified diff with the usual colours.
fn difference(name: &str, before: &str, after: &str) -> String {
    let diff = TextDiff::from_lines(before, after);
    let text = diff.unified_diff().context_radius(2).header(name, name).to_string();
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let color = match line.as_bytes().first() {
            Some(b'+') => "\x1b[32m",
            Some(b'-') => "\x1b[31m",
            Some(b'@') => "\x1b[36m",
            _ => "",
        };
        out.push_str(color);
        out.push_str(line.trim_end_matches('\n'));
        if !color.is_empty() {
            out.push_str("\x1b[0m");
        }
        out.push('\n');
    }
    out
}
