//! Draws hostile sources and reads the pictures again for anything that runs, embeds or loads.
//!
//! `cargo run --release -p mermaid --example attacks -- FOLDER...`
//!
//! Works for sources that want to exhaust the machine, too: the time of each is reported, and what ended it.
#![expect(clippy::print_stdout, reason = "a program that reports to the terminal")]
#![expect(clippy::disallowed_methods, reason = "a program that reads files and measures time")]

use std::path::Path;
use std::time::Instant;

use mermaid::{Canvas, Links, Look, Options, Scheme, render};

#[path = "../tests/support/audit.rs"]
mod audit;
#[path = "support/files.rs"]
mod files;

fn main() -> std::io::Result<()> {
    let plain = Options::default();
    let variants = [
        plain,
        Options { scheme: Scheme::Dark, links: Links::Drop, ..plain },
        Options { look: Look::Classic, canvas: Canvas::Transparent, ..plain },
        Options { look: Look::HandDrawn, ..plain },
    ];
    let (mut drawn, mut refused, mut unsafe_pictures) = (0, 0, 0);
    let mut longest = (0.0, String::new());
    for folder in std::env::args().skip(1) {
        for path in files::sources(Path::new(&folder))? {
            let source = files::text(&path)?;
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            for options in &variants {
                let start = Instant::now();
                let outcome = render(&source, options);
                let seconds = start.elapsed().as_secs_f64();
                if seconds > longest.0 {
                    longest = (seconds, name.clone());
                }
                match outcome {
                    Ok(svg) => {
                        drawn += 1;
                        let objections = audit::objections(svg.as_str());
                        unsafe_pictures += usize::from(!objections.is_empty());
                        for objection in &objections {
                            println!("UNSAFE {name}: {objection}");
                        }
                        println!("{name}: drawn in {seconds:.2} s, {} bytes", svg.as_str().len());
                    }
                    Err(refusal) => {
                        refused += 1;
                        let code = refusal.diagnostics.first().map_or("", |it| it.code.name);
                        println!("{name}: refused in {seconds:.2} s, {code}: {refusal}");
                    }
                }
            }
        }
    }
    println!(
        "{drawn} drawn, {refused} refused, {unsafe_pictures} unsafe; longest {:.2} s ({})",
        longest.0, longest.1
    );
    Ok(())
}
