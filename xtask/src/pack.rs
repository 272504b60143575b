//! The generated part of `agent-pack/`: manifests of every host, syntax references, pictures. One table feeds them all.

mod manifests;
mod pictures;
mod references;
pub(crate) mod table;

use anyhow::{Result, bail};

use crate::{say, tree};

/// The plugin's folder in the workspace.
pub(crate) const FOLDER: &str = "agent-pack";

/// A generated file: its path below the plugin's folder, and its bytes.
type File = (String, Vec<u8>);

/// Writes every generated file.
pub(crate) fn write() -> Result<()> {
    for (path, bytes) in files()? {
        let target = tree::root().join(FOLDER).join(&path);
        if std::fs::read(&target).is_ok_and(|it| it == bytes) {
            continue;
        }
        if let Some(folder) = target.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(target, bytes)?;
        say(&format!("pack: wrote {FOLDER}/{path}"));
    }
    Ok(())
}

/// Fails when a generated file is not what it would be now.
pub(crate) fn check() -> Result<()> {
    let stale: Vec<String> = files()?
        .into_iter()
        .filter(|(path, bytes)| {
            !std::fs::read(tree::root().join(FOLDER).join(path)).is_ok_and(|it| it == *bytes)
        })
        .map(|(path, _)| path)
        .collect();
    if !stale.is_empty() {
        bail!("stale in {FOLDER}: {}; run `cargo xtask pack`", stale.join(", "));
    }
    say("pack: generated files are up to date");
    Ok(())
}

fn files() -> Result<Vec<File>> {
    let mut files = manifests::files()?;
    files.extend(references::files()?);
    files.extend(pictures::files()?);
    files.push(("LICENSE".into(), licence()?.into_bytes()));
    Ok(files)
}

/// Both licences in one file, as hosts look for one.
pub(crate) fn licence() -> Result<String> {
    let read = |file: &str| std::fs::read_to_string(tree::root().join(file));
    Ok(format!(
        "Licensed under MIT or Apache-2.0, at your choice.\n\n{}\n{}",
        read("LICENSE-MIT")?,
        read("LICENSE-APACHE")?
    ))
}
