//! `puml primitives`: the syntax that is supported, from the catalogue that the tests compile.

use std::fmt::Write as _;

use clap::Args;
use puml_compiler::{catalogue, family_names};
use puml_syntax::catalogue::{self, Section};
use serde_json::Value;

use crate::{
    exit::{Failure, Outcome},
    terminal,
};

/// Arguments of `puml primitives`.
#[derive(Debug, Args)]
pub(crate) struct Primitives {
    /// Only this section: participants, arrows, notes, groups, lifecycle, styling …
    section: Option<String>,
    /// The family of diagrams: sequence, class, …
    #[arg(long, value_name = "FAMILY", default_value = "sequence")]
    family: String,
    /// Print one JSON document instead of text
    #[arg(long)]
    json: bool,
}

/// Prints the catalogue, or one section of it.
pub(crate) fn run(arguments: &Primitives) -> Result<Outcome, Failure> {
    let mut sections = catalogue(&arguments.family);
    if sections.is_empty() {
        let names = family_names().join(", ");
        return Err(Failure::Usage(format!("no such family; there are {names}")));
    }
    let names: Vec<&str> = sections.iter().map(|it| it.name).collect();
    let wanted = arguments.section.as_deref();
    sections.retain(|it| wanted.is_none_or(|name| it.name == name));
    if sections.is_empty() {
        return Err(Failure::Usage(format!("no such section; there are {}", names.join(", "))));
    }
    let text = if arguments.json {
        format!("{:#}\n", Value::Object(catalogue::json(&sections)))
    } else {
        as_text(&sections)
    };
    terminal::put(text.as_bytes())?;
    Ok(Outcome::Fine)
}

fn as_text(sections: &[&Section]) -> String {
    let mut out = String::new();
    for section in sections {
        let _ = writeln!(out, "{}\n", section.name.to_uppercase());
        for it in section.primitives {
            let _ = writeln!(out, "  {}: {}\n      {}", it.name, it.meaning, it.syntax);
        }
        out.push('\n');
    }
    out
}
