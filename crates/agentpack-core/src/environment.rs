//! Where things are: the homes, the config repo, the project. A program fills it from its environment;
//! the functions here only read `.git` to find the project, they start nothing.

use std::fs;
use std::path::{Path, PathBuf};

use crate::digest::Digest;

/// The machine as one run sees it. All paths are absolute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Environment {
    /// The user's home folder.
    pub home: PathBuf,
    /// `$AGENTPACK_HOME`, by default `~/.agentpack`: cache, state, and by default the repo.
    pub agentpack_home: PathBuf,
    /// The config repo.
    pub repo: PathBuf,
    /// The root of the project that is deployed into.
    pub project: PathBuf,
    /// `$CODEX_HOME`.
    pub codex_home: Option<PathBuf>,
    /// `$CLAUDE_CONFIG_DIR`.
    pub claude_home: Option<PathBuf>,
    /// Normalised by [`machine_id`].
    pub machine_id: String,
    /// Wait for the medium after each phase of a run, so that a power cut is no worse than a kill.
    pub fsync: bool,
}

impl Environment {
    /// Everything that remembers what was written.
    pub fn state(&self) -> PathBuf {
        self.agentpack_home.join("state")
    }

    /// Checkouts of git modules.
    pub fn checkout(&self, url: &str, commit: &str) -> PathBuf {
        self.agentpack_home.join("cache").join("git").join(Digest::of(url).to_string()).join(commit)
    }

    /// The folder an adapter names, when the environment moves it.
    pub(crate) fn place(&self, name: &str) -> Option<&Path> {
        match name {
            "codex_home" => self.codex_home.as_deref(),
            "claude_home" => self.claude_home.as_deref(),
            _ => None,
        }
    }

    /// A short name of the project that is the same on every machine with the same `origin`.
    pub fn project_id(&self) -> String {
        let basis = origin(&self.project).map_or_else(
            || {
                let root = self.project.canonicalize().unwrap_or_else(|_| self.project.clone());
                root.display().to_string()
            },
            |address| normalise_origin(&address),
        );
        Digest::of(basis).to_string()[..16].to_owned()
    }
}

/// The nearest folder at or above `dir` that holds `.git`, else `dir` itself.
pub fn project_root(dir: &Path) -> PathBuf {
    dir.ancestors().find(|folder| folder.join(".git").exists()).unwrap_or(dir).to_path_buf()
}

/// A machine name as overlays spell it: lower case, other characters folded into single dashes.
pub fn machine_id(raw: &str) -> String {
    let mut id = String::new();
    for c in raw.trim().to_lowercase().chars() {
        if c.is_ascii_alphanumeric() || c == '_' || c == '-' {
            id.push(c);
        } else if !id.ends_with('-') {
            id.push('-');
        }
    }
    let id = id.trim_matches('-');
    if id.is_empty() { "unknown".into() } else { id.into() }
}

fn normalise_origin(address: &str) -> String {
    let address = address.trim().strip_suffix(".git").unwrap_or(address.trim());
    let plain = if let Some(rest) = address.strip_prefix("git@") {
        rest.replacen(':', "/", 1)
    } else {
        let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"));
        rest.unwrap_or(address).to_owned()
    };
    plain.to_lowercase()
}

/// The address of the remote `origin`, read from the repository's config.
fn origin(root: &Path) -> Option<String> {
    let dot_git = root.join(".git");
    let dir = if dot_git.is_dir() { dot_git } else { linked_git_dir(root, &dot_git)? };
    let config = fs::read_to_string(dir.join("config")).ok()?;
    let mut in_origin = false;
    for line in config.lines().map(str::trim) {
        if line.starts_with('[') {
            in_origin = line.replace(' ', "") == "[remote\"origin\"]";
        } else if in_origin
            && let Some((key, value)) = line.split_once('=')
            && key.trim() == "url"
        {
            return Some(value.trim().to_owned());
        }
    }
    None
}

/// A worktree's `.git` is a file that names its folder, which in turn names the main one.
fn linked_git_dir(root: &Path, dot_git: &Path) -> Option<PathBuf> {
    let text = fs::read_to_string(dot_git).ok()?;
    let dir = root.join(text.strip_prefix("gitdir:")?.trim());
    match fs::read_to_string(dir.join("commondir")) {
        Ok(main) => Some(dir.join(main.trim())),
        Err(_) => Some(dir),
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests prepare files")]
mod tests {
    use super::*;

    #[test]
    fn machine_names_are_folded() {
        assert_eq!(machine_id("  Ann's Mac.local "), "ann-s-mac-local");
        assert_eq!(machine_id("..."), "unknown");
    }

    #[test]
    fn spellings_of_one_origin_agree() {
        assert_eq!(normalise_origin("git@Example.org:Team/Pack.git"), "example.org/team/pack");
        assert_eq!(normalise_origin("https://example.org/team/pack"), "example.org/team/pack");
    }

    #[test]
    fn the_project_is_found_from_a_folder_below_it_and_known_by_its_origin() {
        let dir = tempfile::tempdir().unwrap();
        let git = dir.path().join("p/.git");
        fs::create_dir_all(&git).unwrap();
        fs::create_dir_all(dir.path().join("p/src")).unwrap();
        let config =
            "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = git@example.org:a/b.git\n";
        std::fs::write(git.join("config"), config).unwrap();
        assert_eq!(project_root(&dir.path().join("p/src")), dir.path().join("p"));
        assert_eq!(origin(&dir.path().join("p")).as_deref(), Some("git@example.org:a/b.git"));
    }
}
