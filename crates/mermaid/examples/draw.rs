//! Draws every source of a folder, for looking at.
//!
//! `cargo run -p mermaid --example draw -- FOLDER OUT_DIR [LOOK] [dark]`
//!
//! Writes `OUT_DIR/PATH.svg` for each `FOLDER/PATH.mmd`.
#![expect(clippy::print_stdout, reason = "a program that reports to the terminal")]
#![expect(clippy::disallowed_methods, reason = "a program that reads and writes files")]

use std::path::Path;

use mermaid::{Look, Options, Scheme, draw};

#[path = "support/files.rs"]
mod files;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, out, wishes @ ..] = arguments.as_slice() else {
        return Err("usage: draw FOLDER OUT_DIR [LOOK] [dark]".into());
    };
    let look = wishes.iter().find_map(|it| Look::of_name(it)).unwrap_or_default();
    let scheme = if wishes.iter().any(|it| it == "dark") { Scheme::Dark } else { Scheme::Light };
    let options = Options { look, scheme, ..Options::default() };
    for path in files::sources(Path::new(folder))? {
        let target = Path::new(out).join(path.strip_prefix(folder)?).with_extension("svg");
        let drawing = draw(&files::text(&path)?, &options);
        for found in &drawing.verdict.diagnostics {
            println!("{}: {} [{}]", path.display(), found.message, found.code.name);
        }
        if let Some(picture) = drawing.picture {
            std::fs::create_dir_all(target.parent().unwrap_or(Path::new(out)))?;
            std::fs::write(target, picture.as_str())?;
        }
    }
    Ok(())
}
