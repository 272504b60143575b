//! Compares our verdicts with recorded ones of Mermaid itself, by diagram type and kind of change, and lists every
//! difference.
//!
//! `cargo run -p mermaid --example verdicts -- FOLDER ANSWERS_TSV [--least PER_CENT]`
//!
//! The table has a header line; its first column is the path of a source below the folder, `TYPE/NAME.mmd` or
//! `TYPE/NAME--CHANGE.mmd`, its second `accept` or `reject`, its third Mermaid's message.
#![expect(clippy::print_stdout, reason = "a program that reports to the terminal")]
#![expect(clippy::disallowed_methods, reason = "a program that reads files")]

use std::collections::BTreeMap;
use std::path::Path;

use mermaid::{Limits, reads};

/// One line of the table with our own verdict.
struct Compared {
    path: String,
    expected: bool,
    actual: bool,
    message: String,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, answers, rest @ ..] = arguments.as_slice() else {
        return Err("usage: verdicts FOLDER ANSWERS_TSV [--least PER_CENT]".into());
    };
    let least: f64 = match rest {
        [] => 0.0,
        [option, value] if option == "--least" => value.parse()?,
        _ => return Err("usage: verdicts FOLDER ANSWERS_TSV [--least PER_CENT]".into()),
    };
    let table = std::fs::read_to_string(answers)?;
    let rows: Vec<&str> = table.lines().skip(1).collect();
    let compared = compare_all(Path::new(folder), &rows)?;
    if compared.is_empty() {
        return Err("the table has no answers".into());
    }
    report("type", &compared, |path| path.split('/').next().unwrap_or_default());
    report("change", &compared, |path| {
        path.rsplit_once("--").map_or("none", |(_, change)| change.trim_end_matches(".mmd"))
    });
    for it in compared.iter().filter(|it| it.expected != it.actual) {
        let kind = if it.actual { "false accept" } else { "false reject" };
        println!("{kind}: {}\t{}", it.path, it.message);
    }
    let agreed = compared.iter().filter(|it| it.expected == it.actual).count();
    let share = 100.0 * agreed as f64 / compared.len() as f64;
    println!("{agreed} of {} agree: {share:.2} %", compared.len());
    if share < least {
        return Err(format!("the agreement is below {least} %").into());
    }
    Ok(())
}

/// Our verdicts, on all processors.
fn compare_all(folder: &Path, rows: &[&str]) -> std::io::Result<Vec<Compared>> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let chunk = rows.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let workers: Vec<_> = rows
            .chunks(chunk)
            .map(|rows| scope.spawn(move || rows.iter().map(|row| compare(folder, row)).collect()))
            .collect();
        let parts: Vec<std::io::Result<Vec<Compared>>> =
            workers.into_iter().map(|it| it.join().expect("a comparison panicked")).collect();
        let mut all = Vec::new();
        for part in parts {
            all.extend(part?);
        }
        Ok(all)
    })
}

fn compare(folder: &Path, row: &str) -> std::io::Result<Compared> {
    let mut columns = row.split('\t');
    let path = columns.next().unwrap_or_default().to_owned();
    let expected = columns.next() == Some("accept");
    let message = columns.next().unwrap_or_default().to_owned();
    let source = String::from_utf8_lossy(&std::fs::read(folder.join(&path))?).into_owned();
    let actual = reads(&source, &Limits::default());
    Ok(Compared { path, expected, actual, message })
}

/// A table of agreement by group.
fn report<'rows>(
    title: &str,
    compared: &'rows [Compared],
    group: impl Fn(&'rows str) -> &'rows str,
) {
    let mut groups: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for it in compared {
        let counts = groups.entry(group(&it.path)).or_default();
        counts[0] += 1;
        counts[1] += usize::from(it.actual && !it.expected);
        counts[2] += usize::from(it.expected && !it.actual);
    }
    println!(
        "{title:<18} {:>7} {:>8} {:>13} {:>13}",
        "sources", "agree %", "false accepts", "false rejects"
    );
    for (name, [sources, accepts, rejects]) in groups {
        let share = 100.0 * (sources - accepts - rejects) as f64 / sources as f64;
        println!("{name:<18} {sources:>7} {share:>8.1} {accepts:>13} {rejects:>13}");
    }
    println!();
}
