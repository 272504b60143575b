//! Draws every source of the gallery in each theme and look.
//!
//! `cargo run -p mermaid --example gallery -- OUT_DIR`
//!
//! Writes `OUT_DIR/TYPE/NAME-light.svg`, `-dark.svg`, `-classic.svg`, `-hand-drawn.svg` and an `index.md` that shows
//! them side by side.
#![expect(clippy::print_stdout, reason = "a program that reports to the terminal")]
#![expect(clippy::disallowed_methods, reason = "a program that reads and writes files")]

use std::fmt::Write as _;
use std::path::Path;

use mermaid::{KINDS, Look, Options, Scheme, render};

#[path = "support/files.rs"]
mod files;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let out = std::env::args().nth(1).ok_or("usage: gallery OUT_DIR")?;
    let out = Path::new(&out);
    let gallery = Path::new(env!("CARGO_MANIFEST_DIR")).join("gallery");
    let variants = [
        ("light", Options::default()),
        ("dark", Options { scheme: Scheme::Dark, ..Options::default() }),
        ("classic", Options { look: Look::Classic, ..Options::default() }),
        ("hand-drawn", Options { look: Look::HandDrawn, ..Options::default() }),
    ];
    let mut index = String::from("# Mermaid gallery\n");
    let (mut drawn, mut refused) = (0, 0);
    for kind in KINDS {
        writeln!(index, "\n## {}\n", kind.name)?;
        for path in files::sources(&gallery.join(kind.name))? {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let source = files::text(&path)?;
            std::fs::create_dir_all(out.join(kind.name))?;
            for (variant, options) in &variants {
                let file = format!("{}/{name}-{variant}.svg", kind.name);
                match render(&source, options) {
                    Ok(svg) => {
                        std::fs::write(out.join(&file), svg.as_str())?;
                        writeln!(index, "![{name}, {variant}]({file})")?;
                        drawn += 1;
                    }
                    Err(refusal) => {
                        println!("{file}: {refusal}");
                        refused += 1;
                    }
                }
            }
        }
    }
    std::fs::write(out.join("index.md"), index)?;
    println!("{drawn} pictures, {refused} refused");
    Ok(())
}
