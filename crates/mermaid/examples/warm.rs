//! How long rendering takes in a warm process: the median and the slowest over a folder of sources.
//!
//! `cargo run --release -p mermaid --example warm -- FOLDER`
#![expect(clippy::print_stdout, reason = "a program that reports to the terminal")]
#![expect(clippy::disallowed_methods, reason = "a program that reads files and measures time")]

use std::path::Path;
use std::time::Instant;

use mermaid::{Options, render};

#[path = "support/files.rs"]
mod files;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: warm FOLDER")?;
    let mut times = Vec::new();
    for path in files::sources(Path::new(&folder))? {
        let source = files::text(&path)?;
        let fastest = (0..5)
            .map(|_| {
                let start = Instant::now();
                render(&source, &Options::default()).map(|_| start.elapsed())
            })
            .collect::<Result<Vec<_>, _>>()
            .map(|all| all.into_iter().min().unwrap_or_default());
        if let Ok(fastest) = fastest {
            times.push(fastest.as_secs_f64() * 1000.0);
        }
    }
    times.sort_by(f64::total_cmp);
    let (Some(middle), Some(slowest)) = (times.get(times.len() / 2), times.last()) else {
        return Err("no source could be drawn".into());
    };
    println!("{} diagrams, median {middle:.1} ms, slowest {slowest:.1} ms", times.len());
    Ok(())
}
