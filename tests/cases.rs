//! Runs every case file as a test of its own.

use std::{fmt::Write as _, path::Path, process::ExitCode};

use libtest_mimic::{Arguments, Failed, Trial};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let found = cases::discover(&cases::folder());
    assert!(
        !found.is_empty(),
        "no case below {}: the folder is misplaced",
        cases::folder().display()
    );
    let trials = found
        .into_iter()
        .map(|path| Trial::test(cases::name(&path), move || check(&path)))
        .collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn check(path: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let case = cases::Case::parse(&text).map_err(|error| error.to_string())?;
    let actual = cases::run(path, &case).map_err(|error| format!("{error:#}"))?;
    let mut differences = Vec::new();
    for (block, now) in actual {
        let expected = match cases::picture(path, &block) {
            Some(file) => std::fs::read_to_string(file).unwrap_or_default(),
            None => case.block(&block).map(|it| it.text.clone()).unwrap_or_default(),
        };
        if expected != now {
            differences.push((block, expected, now));
        }
    }
    if differences.is_empty() {
        return Ok(());
    }
    let name = cases::name(path);
    let page = cases::report(&name, &differences)?;
    let mut message = format!("{} no longer holds; see {}\n", case.title, page.display());
    for (block, expected, now) in differences {
        writeln!(message, "--- {block}")?;
        let diff = similar::TextDiff::from_lines(&expected, &now);
        message.push_str(&diff.unified_diff().context_radius(2).to_string());
    }
    write!(message, "`cargo bless {name}` takes it as it is now.")?;
    Err(message.into())
}
