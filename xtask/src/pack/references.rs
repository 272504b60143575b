//! What the authoring skills say about syntax, from the compiler's own catalogue and the example diagrams.

use std::fmt::Write as _;

use anyhow::Result;
use puml_compiler::{catalogue, family, family_names};

use super::File;
use super::table::OPTIONAL_SKILL;
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
    let mut files = vec![
        (format!("{SKILL}/syntax.md"), syntax()?.into_bytes()),
        (format!("{SKILL}/examples.md"), examples()?.into_bytes()),
    ];
    for family in family_names().into_iter().filter(|it| *it != "sequence") {
        let path = format!("skills/{OPTIONAL_SKILL}/references/{family}.md");
        files.push((path, of_family(family)?.into_bytes()));
    }
    Ok(files)
}

/// The syntax of another family, with a whole diagram.
fn of_family(name: &str) -> Result<String> {
    let word = family(name).and_then(|it| it.starts().first().copied()).unwrap_or("uml");
    let mut page = format!(
        "# {name}\n\nEverything the compiler takes; generated from its catalogue. `[x]` may be left out, `|` separates choices. \
         The source stands between `@start{word}` and `@end{word}`.\n",
    );
    for section in catalogue(name) {
        write!(page, "\n## {}\n\n", section.name)?;
        for it in section.primitives {
            let example = it.example.replace('\n', "⏎");
            writeln!(
                page,
                "- **{}**: `{}` — {}; such as `{example}`",
                it.name, it.syntax, it.meaning
            )?;
        }
    }
    page += "\n`⏎` stands for the end of a line.\n\n## A whole diagram\n";
    let mut examples: Vec<_> = std::fs::read_dir(tree::root().join("examples/families"))?
        .filter_map(|it| Some(it.ok()?.path()))
        .filter(|it| {
            it.file_name().is_some_and(|it| it.to_string_lossy().starts_with(&format!("{name}-")))
        })
        .collect();
    examples.sort();
    for path in examples {
        let source = std::fs::read_to_string(path)?;
        write!(page, "\n```puml\n{}\n```\n", source.trim_end())?;
    }
    Ok(page)
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
