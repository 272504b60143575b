//! The commands that README and the guides show, run as they are written. A block is run when its fence says `sh run`;
//! the blocks of a page run in order, in one fresh folder with the project's examples and a home of its own.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::programs;
use crate::tree;

/// What a fence says whose commands are run.
const FENCE: &str = "```sh run";

/// Runs the commands of every page and returns how many pages had some.
pub(super) fn run() -> Result<usize> {
    let mut pages = 0;
    for file in
        tree::files()?.iter().filter(|it| Path::new(it).extension().is_some_and(|it| it == "md"))
    {
        let script = script(&tree::text(file).unwrap_or_default());
        if !script.is_empty() {
            run_page(file, &script)?;
            pages += 1;
        }
    }
    ensure!(pages > 0, "no page has commands that are run");
    Ok(pages)
}

/// The commands of a page, one block after the other.
fn script(page: &str) -> String {
    let mut script = String::new();
    let mut lines = page.lines();
    while lines.by_ref().any(|it| it.trim_end() == FENCE) {
        for line in lines.by_ref().take_while(|it| it.trim_end() != "```") {
            script.push_str(line);
            script.push('\n');
        }
    }
    script
}

fn run_page(file: &str, script: &str) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let project = folder.path().join("project");
    let home = folder.path().join("home");
    fs::create_dir(&home)?;
    for shown in tree::files()?.iter().filter(|it| it.starts_with("examples/")) {
        let copy = project.join(shown);
        fs::create_dir_all(copy.parent().expect("a file lies in a folder"))?;
        fs::copy(tree::root().join(shown), copy)?;
    }
    let path = format!(
        "{}:{}",
        programs::folder()?.display(),
        std::env::var("PATH").context("PATH is not set")?
    );
    let ran = Command::new("bash")
        .args(["-euo", "pipefail", "-x", "-c", script])
        .current_dir(&project)
        .env_clear()
        .env("PATH", path)
        .env("HOME", &home)
        .env("NO_COLOR", "1")
        .output()
        .context("bash")?;
    let told = String::from_utf8_lossy(&ran.stderr);
    ensure!(ran.status.success(), "a command of {file} fails ({}):\n{told}", ran.status);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::script;

    #[test]
    fn only_blocks_that_say_so_are_run() {
        let page = "```sh\nrm -r /\n```\n\n```sh run\none\n```\ntext\n```sh run\ntwo\n```\n";
        assert_eq!(script(page), "one\ntwo\n");
    }
}
