//! Compares our verdicts with recorded ones of Mermaid itself, per diagram type, and lists every difference.
//!
//! `cargo run --release -p mermaid --example verdicts -- FOLDER ORACLE_TSV`
//!
//! The table has a header line; its first column is a path relative to the folder that holds the table,
//! `open/TYPE/NAME.mmd`, its second `accept` or `reject`.
#![expect(clippy::print_stdout, reason = "a program that reports to the terminal")]
#![expect(clippy::disallowed_methods, reason = "a program that reads files and measures time")]

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use mermaid::{Limits, Options, render, verify};

#[path = "support/files.rs"]
mod files;

#[derive(Default)]
struct Tally {
    sources: usize,
    agreed: usize,
    false_accepts: Vec<String>,
    false_rejects: Vec<String>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, oracle, ..] = arguments.as_slice() else {
        return Err("usage: verdicts FOLDER ORACLE_TSV".into());
    };
    let recorded = recorded(&std::fs::read_to_string(oracle)?);
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    let mut times = Vec::new();
    let (mut placed, mut repairable, mut refused, mut contradictions) = (0, 0, 0, 0);
    for path in files::sources(Path::new(folder))? {
        let relative = path.strip_prefix(folder)?;
        let key = Path::new("open").join(relative).display().to_string();
        let Some(expected) = recorded.get(&key) else { continue };
        let kind =
            relative.components().next().map(|it| it.as_os_str().to_string_lossy().into_owned());
        let source = files::text(&path)?;
        let verdict = verify(&source, &Limits::default());
        let start = Instant::now();
        let drawn = render(&source, &Options::default());
        if drawn.is_ok() {
            times.push(start.elapsed().as_secs_f64() * 1000.0);
        }
        if drawn.is_ok() != verdict.is_ok() {
            contradictions += 1;
            println!("verify and render disagree: {key}");
        }
        let tally = tallies.entry(kind.unwrap_or_default()).or_default();
        tally.sources += 1;
        if let Some(first) = verdict.diagnostics.first() {
            refused += 1;
            placed += usize::from(!first.span.is_empty());
            repairable += usize::from(verdict.diagnostics.iter().any(|it| !it.fixes.is_empty()));
            if std::env::args().any(|it| it == "--findings") {
                println!("{key}\t{}\t{}", first.code.name, first.message);
            }
        }
        match (expected.as_str(), verdict.is_ok()) {
            ("accept", true) | ("reject", false) => tally.agreed += 1,
            ("reject", true) => tally.false_accepts.push(key),
            _ => {
                let reason = verdict.diagnostics.first().map_or("", |it| it.message.as_str());
                tally.false_rejects.push(format!("{key}: {reason}"));
            }
        }
    }
    report(&tallies);
    times.sort_by(f64::total_cmp);
    let at = |share: f64| {
        times.get(((times.len() as f64 - 1.0) * share) as usize).copied().unwrap_or(0.0)
    };
    println!(
        "render of {} pictures: median {:.2} ms, p99 {:.2} ms, longest {:.2} ms",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
    println!(
        "{refused} refused: {placed} with a place, {repairable} with a proven fix; {contradictions} contradictions"
    );
    Ok(())
}

fn recorded(table: &str) -> BTreeMap<String, String> {
    table
        .lines()
        .skip(1)
        .filter_map(|line| {
            let mut columns = line.split('\t');
            Some((columns.next()?.to_owned(), columns.next()?.to_owned()))
        })
        .collect()
}

fn report(tallies: &BTreeMap<String, Tally>) {
    println!(
        "{:<14} {:>7} {:>7} {:>13} {:>13}",
        "type", "sources", "agree %", "false accepts", "false rejects"
    );
    let (mut sources, mut agreed) = (0, 0);
    for (kind, tally) in tallies {
        sources += tally.sources;
        agreed += tally.agreed;
        let share = 100.0 * tally.agreed as f64 / tally.sources as f64;
        let (accepts, rejects) = (tally.false_accepts.len(), tally.false_rejects.len());
        println!("{kind:<14} {:>7} {share:>7.1} {accepts:>13} {rejects:>13}", tally.sources);
    }
    println!("{:<14} {sources:>7} {:>7.2}", "all", 100.0 * agreed as f64 / sources.max(1) as f64);
    for (kind, tally) in tallies {
        tally.false_accepts.iter().for_each(|it| println!("false accept ({kind}): {it}"));
        tally.false_rejects.iter().for_each(|it| println!("false reject ({kind}): {it}"));
    }
}
