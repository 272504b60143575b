//! `cargo run -p cases --bin draw -- FILE.puml OUT.png [--dark]`: draws the first diagram of a file, to look at while
//! working on a layout. The name of the output says the format; findings go to the terminal.

use std::path::Path;

use anyhow::{Context, Result, bail};
use diag::Sources;
use picture::{Format, Options, Scheme};
use puml_compiler::{LayoutOptions, NoWorld, compile};

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, output, options @ ..] = arguments.as_slice() else {
        bail!("usage: draw FILE.puml OUT.png [--dark]");
    };
    let mut sources = Sources::default();
    let id = sources.add(input.as_str(), std::fs::read_to_string(input)?);
    let compiled = compile(&mut sources, id, &NoWorld, &puml_compiler::Options::default());
    for found in &compiled.diagnostics {
        let line = sources.source(found.span.source).lines().line(found.span.start) + 1;
        say(&format!("{input}:{line}: {}: {}", found.code.name, found.message));
    }
    let diagram = compiled.diagrams.first().context("nothing to draw")?;
    let scenes = diagram.model.layout(&sources, &LayoutOptions { page: Some(1) });
    let end = Path::new(output).extension().and_then(|it| it.to_str()).unwrap_or_default();
    let format = match end {
        "txt" => Format::Unicode,
        _ => *Format::ALL.iter().find(|it| it.name() == end).context("no such format")?,
    };
    let scheme = if options.iter().any(|it| it == "--dark") { Scheme::Dark } else { Scheme::Light };
    let drawn = picture::write(&scenes, format, &Options { scheme, ..Options::default() })?;
    std::fs::write(output, drawn)?;
    say(&format!("{}: {}", diagram.kind, diagram.model.explain().summary));
    Ok(())
}

#[expect(clippy::print_stdout, reason = "findings are for the person at the terminal")]
fn say(text: &str) {
    println!("{text}");
}
