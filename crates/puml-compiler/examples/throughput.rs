//! Prints how fast sources are checked: megabytes a second, and the time for 50,000 messages.
//!
//! `cargo run --release -p puml-compiler --example throughput -- [--messages N | FILE…]`; without files a diagram of
//! N messages is made up, 50,000 unless told.

#![expect(clippy::print_stdout, reason = "a report for people is what this program is for")]
#![expect(clippy::disallowed_methods, reason = "measuring needs files and a clock")]

use std::error::Error;
use std::time::Instant;

use diag::Sources;
use puml_compiler::{NoWorld, Options, compile};

fn main() -> Result<(), Box<dyn Error>> {
    let mut paths: Vec<String> = std::env::args().skip(1).collect();
    let mut messages = 50_000;
    if let [flag, count] = paths.as_slice()
        && flag == "--messages"
    {
        messages = count.parse()?;
        paths.clear();
    }
    let mut texts = Vec::new();
    for path in &paths {
        texts.push(std::fs::read_to_string(path)?);
    }
    if texts.is_empty() {
        texts.push(made_up(messages));
    }
    let bytes: usize = texts.iter().map(String::len).sum();
    let start = Instant::now();
    let mut events = 0;
    for text in texts {
        let mut sources = Sources::default();
        let id = sources.add("throughput.puml", text);
        let compiled = compile(&mut sources, id, &NoWorld, &Options::default());
        events += compiled.diagrams.iter().map(|it| it.model.counts()[1].1).sum::<usize>();
    }
    let seconds = start.elapsed().as_secs_f64();
    let rate = bytes as f64 / 1e6 / seconds;
    println!("{bytes} bytes, {events} events in {seconds:.3} s: {rate:.1} MB/s");
    Ok(())
}

fn made_up(messages: usize) -> String {
    let mut text = String::from("@startuml\n");
    for idx in 0..messages {
        let (from, to) = (idx % 10, (idx * 7 + 3) % 10);
        let line = format!("P{from} -> P{to} : message number {idx}\n");
        text.push_str(&line);
    }
    text + "@enduml\n"
}
