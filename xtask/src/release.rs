//! `cargo xtask release X.Y.Z`: one command sets the version everywhere, dates the changelog and renews what is generated. It commits,
//! tags and publishes nothing.

use anyhow::{Context, Result, bail, ensure};

use crate::{cargo::cargo, say, tree};

/// Files that repeat the version of the workspace, beside those that are generated from it.
const REPEATED: [&str; 11] = [
    "README.md",
    "editors/vscode/package.json",
    "plugins/asciidoctor/asciidoctor-straightedge.gemspec",
    "plugins/github-action/README.md",
    "plugins/github-action/action.yml",
    "plugins/mkdocs/pyproject.toml",
    "plugins/pre-commit/README.md",
    "plugins/remark/package.json",
    "plugins/sphinx/pyproject.toml",
    "plugins/sphinx/sphinx_straightedge.py",
    "docs/agentpack/interface.md",
];

/// The pack's own changelog, which travels without ours.
const PACK: &str = "agent-pack/CHANGELOG.md";

/// Prepares a release; `date` is its day as the changelog writes it.
pub(crate) fn prepare(version: &str, date: &str) -> Result<()> {
    let old = env!("CARGO_PKG_VERSION");
    ensure!(is_later(version, old)?, "{version} does not come after {old}");
    let manifest = text("Cargo.toml")?;
    write(
        "Cargo.toml",
        &bumped(&manifest, old, version).context("Cargo.toml has another version")?,
    )?;
    for file in REPEATED {
        let new = text(file)?.replace(old, version);
        write(file, &new)?;
    }
    write("CHANGELOG.md", &dated(&text("CHANGELOG.md")?, version, date)?)?;
    write(PACK, &headed(&text(PACK)?, version)?)?;
    // The lock file names our own packages with their versions; nothing else of it may change.
    run(&["update", "--workspace", "--offline"])?;
    // So does that of the fuzz targets, a workspace of its own; a build there would renew it, and asking for its packages does too.
    run(&[
        "tree",
        "--quiet",
        "--offline",
        "--depth",
        "0",
        "--manifest-path",
        "fuzzing/Cargo.toml",
    ])?;
    // Built anew, because the version is compiled in.
    run(&["run", "--quiet", "--package", "xtask", "--", "pack"])?;
    run(&["run", "--quiet", "--package", "xtask", "--", "docs"])?;
    say(&format!(
        "release: {version} is prepared; read `git diff`, run ./test, then: git commit -am 'release: {version}' && git tag v{version}"
    ));
    Ok(())
}

/// The day that it is, in UTC.
pub(crate) fn today() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%d").to_string()
}

fn is_later(new: &str, old: &str) -> Result<bool> {
    let parts = |it: &str| -> Result<Vec<u64>> {
        let parts: Vec<u64> =
            it.split('.').map(str::parse).collect::<Result<_, _>>().context(it.to_owned())?;
        ensure!(parts.len() == 3, "`{it}` is no version: three numbers, such as 1.2.3");
        Ok(parts)
    };
    Ok(parts(new)? > parts(old)?)
}

/// The manifest with the version of its `[workspace.package]`.
fn bumped(manifest: &str, old: &str, new: &str) -> Option<String> {
    let table = manifest.find("[workspace.package]")?;
    let line = format!("\nversion = \"{old}\"\n");
    let at = table + manifest[table..].find(&line)?;
    let rest = &manifest[at + line.len()..];
    Some(format!("{}\nversion = \"{new}\"\n{rest}", &manifest[..at]))
}

/// The changelog with what was unreleased under the version, and room for what comes next.
fn dated(changelog: &str, version: &str, date: &str) -> Result<String> {
    const HEAD: &str = "\n## [Unreleased]\n";
    let Some((before, after)) = changelog.split_once(HEAD) else {
        bail!("CHANGELOG.md has no section [Unreleased]");
    };
    let section = after.split("\n## [").next().unwrap_or_default();
    ensure!(section.contains("\n- "), "nothing is listed below [Unreleased]");
    Ok(format!("{before}{HEAD}\n## [{version}] - {date}\n{after}"))
}

/// The pack's changelog with a section for the version; what else changed in the pack is for people to say.
fn headed(changelog: &str, version: &str) -> Result<String> {
    let at = changelog.find("\n## ").context("agent-pack/CHANGELOG.md has no version")?;
    let (before, after) = changelog.split_at(at);
    Ok(format!("{before}\n## {version}\n\n- The programs of {version}.\n{after}"))
}

fn run(arguments: &[&str]) -> Result<()> {
    let done = cargo().args(arguments).status()?;
    ensure!(done.success(), "cargo {} failed", arguments.join(" "));
    Ok(())
}

fn text(file: &str) -> Result<String> {
    tree::text(file).with_context(|| format!("{file} is missing"))
}

fn write(file: &str, text: &str) -> Result<()> {
    std::fs::write(tree::root().join(file), text).with_context(|| file.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_version_of_the_workspace_changes() {
        let manifest =
            "[workspace]\n[workspace.package]\nversion = \"0.1.0\"\n[x]\nversion = \"0.1.0\"\n";
        let new =
            "[workspace]\n[workspace.package]\nversion = \"0.2.0\"\n[x]\nversion = \"0.1.0\"\n";
        assert_eq!(bumped(manifest, "0.1.0", "0.2.0").as_deref(), Some(new));
    }

    #[test]
    fn what_was_unreleased_gets_the_version_and_the_day() {
        let old = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- a thing\n";
        let new =
            "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-17\n\n### Added\n\n- a thing\n";
        assert_eq!(dated(old, "0.2.0", "2026-11-17").unwrap(), new);
        assert!(
            dated("# Changelog\n\n## [Unreleased]\n\n## [0.1.0]\n\n- old\n", "0.2.0", "x").is_err()
        );
    }

    #[test]
    fn the_pack_has_a_section_for_each_version() {
        let new = headed("# Changelog\n\nWords.\n\n## 0.1.0\n\n- x\n", "0.2.0").unwrap();
        assert_eq!(
            new,
            "# Changelog\n\nWords.\n\n## 0.2.0\n\n- The programs of 0.2.0.\n\n## 0.1.0\n\n- x\n"
        );
    }

    #[test]
    fn versions_go_forward() {
        assert!(is_later("0.10.0", "0.9.9").unwrap());
        assert!(!is_later("0.1.0", "0.1.0").unwrap());
        assert!(is_later("1.2", "0.1.0").is_err());
    }

    #[test]
    fn every_file_that_repeats_the_version_has_it() {
        for file in REPEATED {
            assert!(text(file).unwrap().contains(env!("CARGO_PKG_VERSION")), "{file}");
        }
    }
}
