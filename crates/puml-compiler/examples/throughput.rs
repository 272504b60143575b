//! Prints how fast sources are checked: megabytes a second, and the time for 50,000 messages. For files it prints the
//! median time to check and to lay out one of them as well, each taken warm.
//!
//! `cargo run --release -p puml-compiler --example throughput -- [--messages N | FILE…]`; without files a diagram of
//! N messages is made up, 50,000 unless told.

#![expect(clippy::print_stdout, reason = "a report for people is what this program is for")]
#![expect(clippy::disallowed_methods, reason = "measuring needs files and a clock")]

use std::error::Error;
use std::time::Instant;

use diag::Sources;
use puml_compiler::{LayoutOptions, NoWorld, Options, compile};

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
    if !paths.is_empty() {
        medians(&texts);
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

/// Times of each file after a first round, the middle one of all files and the longest.
fn medians(texts: &[String]) {
    const ROUNDS: u32 = 10;
    let (mut checked, mut drawn) = (Vec::new(), Vec::new());
    for text in texts {
        let mut sources = Sources::default();
        let id = sources.add("throughput.puml", text.as_str());
        let compiled = compile(&mut sources, id, &NoWorld, &Options::default());
        let lay_out = || {
            for diagram in &compiled.diagrams {
                std::hint::black_box(diagram.model.layout(&sources, &LayoutOptions::default()));
            }
        };
        lay_out();
        let start = Instant::now();
        for _ in 0..ROUNDS {
            let mut sources = Sources::default();
            let id = sources.add("throughput.puml", text.as_str());
            std::hint::black_box(compile(&mut sources, id, &NoWorld, &Options::default()));
        }
        checked.push(start.elapsed() / ROUNDS);
        let start = Instant::now();
        (0..ROUNDS).for_each(|_| lay_out());
        drawn.push(start.elapsed() / ROUNDS);
    }
    for (name, mut times) in [("check", checked), ("layout", drawn)] {
        times.sort_unstable();
        let middle = times[times.len() / 2].as_secs_f64() * 1e3;
        let longest = times[times.len() - 1].as_secs_f64() * 1e3;
        println!("{name}: median {middle:.3} ms, longest {longest:.3} ms of {} files", times.len());
    }
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
