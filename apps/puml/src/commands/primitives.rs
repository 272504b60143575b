//! `puml primitives`: the syntax that is supported, from the catalogue that the tests compile.

use std::fmt::Write as _;

use clap::Args;
use puml_compiler::{FAMILIES, family};
use puml_syntax::catalogue::Section;
use serde_json::{Map, Value, json};

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
    let Some(family) = family(&arguments.family) else {
        let names: Vec<&str> = FAMILIES.iter().map(|it| it.name()).collect();
        return Err(Failure::Usage(format!("no such family; there are {}", names.join(", "))));
    };
    let catalogue = family.catalogue();
    let wanted = arguments.section.as_deref();
    let sections: Vec<&Section> =
        catalogue.iter().filter(|it| wanted.is_none_or(|name| it.name == name)).collect();
    if sections.is_empty() {
        let names: Vec<&str> = catalogue.iter().map(|it| it.name).collect();
        return Err(Failure::Usage(format!("no such section; there are {}", names.join(", "))));
    }
    let text =
        if arguments.json { format!("{:#}\n", as_json(&sections)) } else { as_text(&sections) };
    terminal::put(text.as_bytes())?;
    Ok(Outcome::Fine)
}

fn as_json(sections: &[&Section]) -> Value {
    let mut out = Map::new();
    for section in sections {
        let entries = section.primitives.iter().map(|it| {
            json!({ "name": it.name, "syntax": it.syntax, "meaning": it.meaning, "example": it.example })
        });
        out.insert(section.name.to_owned(), entries.collect());
    }
    Value::Object(out)
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
