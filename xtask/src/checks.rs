//! The tidy checks: each looks at the tree and lists what breaks a rule of the house.

mod architecture;
mod codes;
mod edges;
mod features;
mod hosts;
mod interface_codes;
mod names;
mod sizes;

use anyhow::{Result, bail};

pub(crate) use codes::{Entry, entries};

use crate::say;

/// Lists what breaks one rule.
type Check = fn() -> Result<Vec<String>>;

/// Runs every check and fails when any finds something.
pub(crate) fn tidy() -> Result<()> {
    let checks: [(&str, Check); 8] = [
        ("package edges", edges::check),
        ("features", features::check),
        ("file sizes and headers", sizes::check),
        ("names", names::check),
        ("ARCHITECTURE.md", architecture::check),
        ("codes and pages", codes::check),
        ("codes of interfaces", interface_codes::check),
        ("hosts and paths", hosts::check),
    ];
    let mut broken = 0;
    for (name, check) in checks {
        for problem in check()? {
            say(&format!("tidy: {name}: {problem}"));
            broken += 1;
        }
    }
    if broken > 0 {
        bail!("{broken} rules broken");
    }
    say(&format!("tidy: {} checks, nothing found", checks.len()));
    Ok(())
}
