//! `cargo bless NAME`: rewrites the expectations of the cases whose name contains NAME.

use std::{path::Path, process::ExitCode};

use anyhow::Result;

fn main() -> ExitCode {
    let Some(wanted) = std::env::args().nth(1) else {
        say("usage: cargo bless NAME   (the cases whose name contains NAME)");
        return ExitCode::from(2);
    };
    match bless(&wanted) {
        Ok(count) => {
            say(&format!("{count} cases rewritten; read the diff"));
            ExitCode::SUCCESS
        }
        Err(error) => {
            say(&format!("bless: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn bless(wanted: &str) -> Result<usize> {
    let mut count = 0;
    for path in cases::discover(&cases::folder()) {
        if !cases::name(&path).contains(wanted) {
            continue;
        }
        let text = std::fs::read_to_string(&path)?;
        let mut case = cases::Case::parse(&text)?;
        let mut is_changed = false;
        for (block, now) in cases::run(&path, &case)? {
            match cases::picture(&path, &block) {
                Some(file) => is_changed |= replaced(&file, &now)?,
                None => case.set(&block, &now),
            }
        }
        is_changed |= replaced(&path, &case.print())?;
        count += usize::from(is_changed);
    }
    Ok(count)
}

/// Writes the file if it is not so already, and says whether it was not.
fn replaced(file: &Path, text: &str) -> Result<bool> {
    if std::fs::read_to_string(file).is_ok_and(|it| it == text) {
        return Ok(false);
    }
    std::fs::write(file, text)?;
    Ok(true)
}

#[expect(clippy::print_stderr, reason = "talks to a terminal")]
fn say(line: &str) {
    eprintln!("{line}");
}
