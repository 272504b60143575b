//! Prints how fast sources are checked and drawn.
//!
//! `cargo run --release -p puml-compiler --example throughput -- [FOLDER | FILE… | --messages N]`. A folder of a corpus
//! (`files/*.puml` with `oracle.tsv`) stands for the files that the reference accepts. For files it prints the time of
//! the first check, then the median and the longest time to check and to draw one of them, each warm; files that include
//! the C4 library are counted apart. Without files a diagram of N messages is made up, 50,000 unless told. Last comes
//! the rate in megabytes a second.

#![expect(clippy::print_stdout, reason = "a report for people is what this program is for")]
#![expect(clippy::disallowed_methods, reason = "measuring needs files and a clock")]

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use diag::Sources;
use puml_compiler::{LayoutOptions, NoWorld, Options, compile};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let texts = match arguments.as_slice() {
        [] => vec![made_up(50_000)],
        [flag, count] if flag == "--messages" => vec![made_up(count.parse()?)],
        [folder] if Path::new(folder).is_dir() => accepted(Path::new(folder))?,
        paths => paths.iter().map(fs::read_to_string).collect::<Result<_, _>>()?,
    };
    if texts.is_empty() {
        return Err("the folder has no file that the reference accepts".into());
    }
    if !arguments.is_empty() && arguments[0] != "--messages" {
        let start = Instant::now();
        check(&texts[0]);
        println!("first check: {:.3} ms", milliseconds(start.elapsed()));
        let (c4, others): (Vec<&str>, Vec<&str>) =
            texts.iter().map(String::as_str).partition(|it| is_c4(it));
        for (name, texts) in [("C4, ", c4), ("", others)] {
            if !texts.is_empty() {
                medians(name, &texts);
            }
        }
    }
    let bytes: usize = texts.iter().map(String::len).sum();
    let start = Instant::now();
    let events: usize = texts.iter().map(|it| check(it)).sum();
    let seconds = start.elapsed().as_secs_f64();
    let rate = bytes as f64 / 1e6 / seconds;
    println!("{bytes} bytes, {events} events in {seconds:.3} s: {rate:.1} MB/s");
    Ok(())
}

/// The texts that the reference accepts: as written, else with their includes resolved.
fn accepted(folder: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let table = fs::read_to_string(folder.join("oracle.tsv"))?;
    let mut lines = table.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let column = |name: &str| header.iter().position(|it| *it == name);
    let id = column("id").ok_or("no column id")?;
    let verdicts = [("verdict", "puml"), ("resolved_verdict", "resolved.puml")];
    let mut texts = Vec::new();
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let is_accepted = |name: &str| column(name).is_some_and(|it| fields[it] == "accept");
        if let Some((_, ending)) = verdicts.into_iter().find(|it| is_accepted(it.0)) {
            let path = folder.join("files").join(format!("{}.{ending}", fields[id]));
            // A listed file may belong to a part of the corpus that is not handed out.
            texts.extend(fs::read_to_string(path).ok());
        }
    }
    Ok(texts)
}

fn is_c4(text: &str) -> bool {
    text.lines().any(|it| it.trim_start().starts_with("!include") && it.contains("C4"))
}

/// Compiles it; how many events it has, or whatever its family counts second.
fn check(text: &str) -> usize {
    let mut sources = Sources::default();
    let id = sources.add("throughput.puml", text);
    let compiled = black_box(compile(&mut sources, id, &NoWorld, &Options::default()));
    compiled.diagrams.iter().filter_map(|it| it.model.counts().get(1).map(|it| it.1)).sum()
}

/// From the text to SVG.
fn draw(text: &str) {
    let mut sources = Sources::default();
    let id = sources.add("throughput.puml", text);
    let compiled = compile(&mut sources, id, &NoWorld, &Options::default());
    for diagram in &compiled.diagrams {
        for page in diagram.model.layout(&sources, &LayoutOptions::default()) {
            black_box(picture::svg(&page, &picture::Options::default()).ok());
        }
    }
}

fn medians(name: &str, texts: &[&str]) {
    let round = |work: &dyn Fn(&str)| -> Vec<Duration> {
        texts.iter().map(|it| warm(|| work(it))).collect()
    };
    let checked = round(&|it| {
        check(it);
    });
    for (what, mut times) in [("check", checked), ("check and svg", round(&draw))] {
        times.sort_unstable();
        let middle = milliseconds(times[times.len() / 2]);
        let longest = milliseconds(times[times.len() - 1]);
        let count = times.len();
        println!("{name}{what}: median {middle:.3} ms, longest {longest:.3} ms of {count} files");
    }
}

/// The shortest of some rounds after a first one.
fn warm(work: impl Fn()) -> Duration {
    const ROUNDS: u32 = 5;
    work();
    let timed = || {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..ROUNDS).map(|_| timed()).min().expect("there are rounds")
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
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
