//! Converts every puml file below a folder to Mermaid, and counts what came of it.
//!
//! `cargo run --package diagrams --example to_mermaid -- FOLDER OUT`
//!
//! Diagrams with errors are left out. The Mermaid sources go to OUT unchecked: `crates/mermaid/agreement/run OUT --each 0`
//! asks the real Mermaid and our own `verify` about them.

#![allow(clippy::print_stdout, reason = "it prints figures")]
#![allow(clippy::disallowed_methods, reason = "a program that reads and writes files")]

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};

use diagram_import::to_mermaid::to_mermaid;
use diagrams::{Diagram, Language, NoWorld, Options, check};

/// How many diagrams of a kind were met, converted, and converted without a loss.
#[derive(Default)]
struct Tally {
    met: usize,
    made: usize,
    whole: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(folder), Some(out)) = (arguments.next(), arguments.next()) else {
        return Err("name a folder and where the Mermaid sources go".into());
    };
    let mut files = Vec::new();
    find(Path::new(&folder), &mut files)?;
    files.sort();
    std::fs::create_dir_all(&out)?;
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    let mut losses: BTreeMap<String, usize> = BTreeMap::new();
    for file in files {
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        let checked = check("file", &text, Language::Puml, &NoWorld, &Options::default());
        for (idx, diagram) in checked.drawable().into_iter().flatten().enumerate() {
            let Diagram::Puml(diagram) = diagram else { continue };
            let tally = tallies.entry(diagram.kind()).or_default();
            tally.met += 1;
            let whole = diagram.span();
            let made = to_mermaid(diagram.kind(), &diagram.model_json(), whole.source, whole);
            let Some(made) = made else { continue };
            for it in &made.diagnostics {
                *losses.entry(it.message.clone()).or_default() += 1;
            }
            tally.made += 1;
            tally.whole += usize::from(made.diagnostics.is_empty());
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            let name = format!("{}-{stem}-{idx}.mmd", diagram.kind());
            std::fs::write(Path::new(&out).join(name), made.source)?;
        }
    }
    let mut losses: Vec<(usize, String)> = losses.into_iter().map(|it| (it.1, it.0)).collect();
    losses.sort_by(|a, b| b.cmp(a));
    for (count, message) in losses {
        println!("{count:5}  {message}");
    }
    for (kind, it) in tallies {
        println!("{kind}: {} of {} became Mermaid, {} of them whole", it.made, it.met, it.whole);
    }
    Ok(())
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, files)?;
        } else if path.extension().is_some_and(|it| it == "puml") {
            files.push(path);
        }
    }
    Ok(())
}
