//! Where things are: the homes, the config repo, the project. A program fills it from its environment;
//! the functions here only read `.git` to find the project, they start nothing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use content_digest::Digest;

/// The machine as one run sees it. All paths are absolute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Environment {
    /// The user's home folder.
    pub home: PathBuf,
    /// `$AGENTPACK_HOME`, by default `~/.agentpack`: cache, state, and by default the repo.
    pub agentpack_home: PathBuf,
    /// The folder of the config repo, which holds `agentpack.yaml`.
    pub repo: PathBuf,
    /// The root of the project that is deployed into.
    pub project: PathBuf,
    /// The caller named the project. The home folder and the root of the file system count as one only then.
    pub project_named: bool,
    /// Folders that variables of the environment name, for adapters whose hosts look at them.
    pub variables: BTreeMap<String, PathBuf>,
    /// `$CODEX_HOME`.
    pub codex_home: Option<PathBuf>,
    /// `$CLAUDE_CONFIG_DIR`.
    pub claude_home: Option<PathBuf>,
    /// Normalised by [`machine_id`].
    pub machine_id: String,
    /// The config repo came with the project, so it may write into the project alone.
    pub project_only: bool,
    /// `$AGENTPACK_POLICY`: a policy that must be there.
    pub policy: Option<PathBuf>,
    /// Wait for the medium after each phase of a run, so that a power cut is no worse than a kill.
    pub fsync: bool,
}

impl Environment {
    /// A machine of its own below a folder, for tests and fuzzing: `home`, `project` and `repo`, no variables and no
    /// policy. Nothing is made on disk.
    pub fn below(root: &Path) -> Self {
        Self {
            home: root.join("home"),
            agentpack_home: root.join("home/.agentpack"),
            repo: root.join("repo"),
            project: root.join("project"),
            project_named: false,
            variables: BTreeMap::new(),
            codex_home: None,
            claude_home: None,
            machine_id: "test".into(),
            project_only: false,
            policy: None,
            fsync: false,
        }
    }

    /// Everything that remembers what was written.
    pub fn state(&self) -> PathBuf {
        self.agentpack_home.join("state")
    }

    /// Checkouts of git modules.
    pub fn checkout(&self, url: &str, commit: &str) -> PathBuf {
        self.agentpack_home.join("cache").join("git").join(Digest::of(url).to_string()).join(commit)
    }

    /// The folder that a variable of the environment names.
    pub(crate) fn variable(&self, name: &str) -> Option<&Path> {
        let known = match name {
            "CODEX_HOME" => self.codex_home.as_deref(),
            "CLAUDE_CONFIG_DIR" => self.claude_home.as_deref(),
            _ => None,
        };
        known.or_else(|| self.variables.get(name).map(PathBuf::as_path))
    }

    /// Where programs keep their settings: `$XDG_CONFIG_HOME`, by default `~/.config`.
    pub(crate) fn config(&self) -> PathBuf {
        let set = self.variable("XDG_CONFIG_HOME").map(Path::to_path_buf);
        set.unwrap_or_else(|| self.home.join(".config"))
    }

    /// Whether there is a project to deploy into. Nobody means the whole home folder or the whole machine
    /// unless they say so.
    pub fn has_project(&self) -> bool {
        self.project_named || (self.project != self.home && self.project.parent().is_some())
    }

    /// The address of the project's `origin`, spelled one way; `None` without one.
    pub(crate) fn project_address(&self) -> Option<String> {
        origin(&self.project).map(|address| normalise_origin(&address))
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

/// The config repo that a project brings along: its root, or the folder `.agentpack` in it.
pub fn repo_in_project(project: &Path) -> Option<PathBuf> {
    let folders = [project.to_path_buf(), project.join(".agentpack")];
    folders.into_iter().find(|folder| folder.join(crate::config::FILE).is_file())
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
