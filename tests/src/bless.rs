//! `cargo bless NAME`: rewrites the expectations of the cases whose name contains NAME.

use std::process::ExitCode;

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
        for (block, now) in cases::run(&path, &case)? {
            match cases::picture(&path, &block) {
                Some(file) => std::fs::write(file, now)?,
                None => case.set(&block, &now),
            }
        }
        let blessed = case.print();
        if blessed != text {
            std::fs::write(&path, blessed)?;
            count += 1;
        }
    }
    Ok(count)
}

#[expect(clippy::print_stderr, reason = "talks to a terminal")]
fn say(line: &str) {
    eprintln!("{line}");
}
