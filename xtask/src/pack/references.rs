//! What the authoring skill says about syntax, from the compiler's own catalogue and the example diagrams.

use std::fmt::Write as _;

use anyhow::Result;
use puml_compiler::catalogue;

use super::File;
use crate::tree;

const SKILL: &str = "skills/puml-sequence-author/references";

/// Whole diagrams, the simplest first.
const DIAGRAMS: [(&str, &str); 4] = [
    ("hello", "The smallest one"),
    ("login", "A call chain with kinds and one activation"),
    ("async-job", "A queue, a delay, a loop and two outcomes"),
    ("lifecycle", "Creation, nested activations and destruction"),
];

pub(super) fn files() -> Result<Vec<File>> {
    Ok(vec![
        (format!("{SKILL}/syntax.md"), syntax()?.into_bytes()),
        (format!("{SKILL}/examples.md"), examples()?.into_bytes()),
    ])
}

fn syntax() -> Result<String> {
    let mut page = String::from(
        "# Syntax\n\nEverything the compiler takes; generated from its catalogue. `[x]` may be left out, `|` separates choices, \
         `…` stands for further lines. One statement on a line, between `@startuml` and `@enduml`. \
         A name with blanks or symbols stands in quotes.\n",
    );
    for section in catalogue("sequence") {
        write!(page, "\n## {}\n\n", section.name)?;
        for it in section.primitives {
            writeln!(page, "- **{}**: `{}` — {}", it.name, it.syntax, it.meaning)?;
        }
    }
    page += "\n## includes and variables\n\n\
             - `!include path`: another file of the project\n\
             - `!$name = \"value\"`: a variable, used as `$name`\n\
             - `!procedure $name($a)` … `!endprocedure`: lines to reuse, called as `$name(\"x\")`\n\
             - `!if … !else … !endif`, `!foreach … !endfor`, `!while … !endwhile`\n";
    Ok(page)
}

fn examples() -> Result<String> {
    let mut page = String::from(
        "# Examples\n\nEach block compiles as it stands. Generated from the compiler's catalogue.\n",
    );
    page += "\n## whole diagrams\n";
    for (name, caption) in DIAGRAMS {
        let source = std::fs::read_to_string(tree::root().join(format!("examples/{name}.puml")))?;
        write!(page, "\n{caption}:\n\n```puml\n{}\n```\n", source.trim_end())?;
    }
    for section in catalogue("sequence") {
        write!(page, "\n## {}\n", section.name)?;
        for it in section.primitives {
            write!(page, "\n{}: {}\n\n```puml\n{}\n```\n", it.name, it.meaning, it.example)?;
        }
    }
    Ok(page)
}
