//! Cargo, called from here as from a shell.

use std::process::Command;

use crate::tree;

/// A call of cargo in the workspace's folder, without what `cargo xtask` sets for this package. Build scripts of
/// dependencies look at some of it (`ring` at all of `CARGO_PKG_*`) and would compile them once more.
pub(crate) fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            cargo.env_remove(&name);
        }
    }
    cargo.current_dir(tree::root());
    cargo
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cargo_sets_for_this_package_is_taken_back() {
        let taken: Vec<_> =
            cargo().get_envs().filter(|it| it.1.is_none()).map(|it| it.0.to_owned()).collect();
        for name in ["CARGO_PKG_NAME", "CARGO_MANIFEST_DIR"] {
            assert!(
                std::env::var_os(name).is_some() && taken.iter().any(|it| it == name),
                "{name}"
            );
        }
    }
}
