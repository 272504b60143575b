//! The one place that starts a program, and the program is git. Arguments never hold an unchecked word where an
//! option could stand, output is captured, nothing asks questions, and hooks and filters of a checkout do not run.

mod tree;

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::config::{check_reference, check_url};
use crate::environment::Environment;
use crate::error::{Code, Error, Result};

/// Transports git may use, for addresses and for what they redirect to.
const TRANSPORTS: &str = "https:ssh:file";
/// Attributes that win over those of a repository.
const RAW_FILES: &[u8] = b"* -text -eol -filter -ident -working-tree-encoding\n";

/// Makes `folder` a git repository unless it is one; `true` when it was made.
pub fn init_repository(folder: &Path) -> Result<bool> {
    if folder.join(".git").exists() {
        return Ok(false);
    }
    Git::at(folder).run(&["init", "--quiet", "--", "."]).map(|_| true)
}

/// Clones a config repo to its place, where nothing may be yet. A clone that fails leaves nothing behind.
pub fn clone_repository(url: &str, env: &Environment) -> Result<()> {
    let folder = env.repo.as_path();
    check_url(url).map_err(|problem| Error::new(Code::Usage, problem))?;
    let above = folder.parent().unwrap_or(folder);
    let aside = folder.with_extension("partial");
    let make = |error: std::io::Error| Error::io("create", above, &error);
    crate::apply::make_folder(above).map_err(make)?;
    crate::apply::discard_own_folder(&aside);
    let place = aside.display().to_string();
    let done = Git::at(above).run(&["clone", "--quiet", "--", url, &place]).and_then(|_| {
        crate::survey::load_config(&Environment { repo: aside.clone(), ..env.clone() })?;
        crate::apply::put_folder(&aside, folder).map_err(|error| Error::io("write", folder, &error))
    });
    if done.is_err() {
        crate::apply::discard_own_folder(&aside);
    }
    done
}

/// Brings a config repo up to its upstream; the commits before and after, `None` when it follows nothing.
pub fn pull_repository(folder: &Path) -> Result<Option<(String, String)>> {
    if !folder.ancestors().any(|above| above.join(".git").exists()) {
        return Ok(None);
    }
    Git::at(folder).pull()
}

/// Git in one folder.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Git<'g> {
    folder: &'g Path,
    index: Option<&'g Path>,
}

/// A branch as it is written: the files on top of the commit that is checked out.
#[derive(Debug)]
pub(crate) struct Commit<'c> {
    pub(crate) branch: &'c str,
    pub(crate) message: &'c str,
    pub(crate) files: &'c [BranchFile],
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BranchFile {
    /// Relative to the folder, with forward slashes.
    pub(crate) path: String,
    /// `None` removes it.
    pub(crate) bytes: Option<Vec<u8>>,
    pub(crate) executable: bool,
}

impl<'g> Git<'g> {
    pub(crate) fn at(folder: &'g Path) -> Self {
        Self { folder, index: None }
    }

    /// The repository around the folder, or the error that there is none.
    pub(crate) fn required(folder: &'g Path) -> Result<Self> {
        if !folder.ancestors().any(|above| above.join(".git").exists()) {
            let message = format!("{} is not in a git repository", folder.display());
            return Err(Error::new(Code::GitRepoRequired, message).at(folder));
        }
        Ok(Self::at(folder))
    }

    fn run(&self, arguments: &[&str]) -> Result<String> {
        let output = self.output(arguments, None)?;
        Ok(String::from_utf8_lossy(&output).trim_end().to_owned())
    }

    #[expect(clippy::disallowed_methods, reason = "this module is where git is started")]
    fn output(&self, arguments: &[&str], input: Option<&[u8]>) -> Result<Vec<u8>> {
        let failed = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::NotFound => {
                Error::new(Code::GitNotFound, "git is not installed").caused_by(error)
            }
            _ => Error::io("start git in", self.folder, &error),
        };
        let mut command = Command::new("git");
        for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"] {
            command.env_remove(name);
        }
        if let Some(index) = self.index {
            command.env("GIT_INDEX_FILE", index);
        }
        let mut child = command
            .args(["-c", "core.hooksPath=/dev/null", "-c", "core.autocrlf=false"])
            .args(["-c", "core.fsmonitor=false", "-c", "core.quotePath=false"])
            .args(arguments)
            .current_dir(self.folder)
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("GIT_ALLOW_PROTOCOL", TRANSPORTS)
            .env("GIT_LFS_SKIP_SMUDGE", "1")
            .env("LC_ALL", "C")
            .stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        if let (Some(mut stdin), Some(input)) = (child.stdin.take(), input) {
            stdin.write_all(input).map_err(failed)?;
        }
        let output = child.wait_with_output().map_err(failed)?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        Err(Error::new(Code::GitFailed, format!("git {} failed: {said}", arguments[0]))
            .with("stderr", said))
    }

    /// Checks the signature of a commit, against the signers of a file when one is named.
    pub(crate) fn verify_commit(&self, commit: &str, signers: Option<&Path>) -> Result<()> {
        let signers = signers.map(|file| format!("gpg.ssh.allowedSignersFile={}", file.display()));
        let mut arguments = Vec::new();
        if let Some(signers) = &signers {
            arguments.extend(["-c", signers]);
        }
        arguments.extend(["verify-commit", commit]);
        self.run(&arguments).map(|_| ())
    }

    /// Brings the branch that is checked out up to its upstream, if that is a fast-forward; returns the commits
    /// before and after, `None` when the branch follows nothing. Uses the network.
    pub(crate) fn pull(&self) -> Result<Option<(String, String)>> {
        if self.run(&["rev-parse", "--verify", "--quiet", "@{upstream}"]).is_err() {
            return Ok(None);
        }
        let before = self.head()?;
        self.run(&["fetch", "--quiet", "--no-tags"])?;
        self.run(&["merge", "--quiet", "--ff-only", "@{upstream}"])?;
        Ok(Some((before, self.head()?)))
    }

    /// The commit that is checked out.
    pub(crate) fn head(&self) -> Result<String> {
        self.run(&["rev-parse", "--verify", "--quiet", "HEAD^{commit}"])
    }

    /// Files below the folder that differ from the commit, untracked ones included.
    pub(crate) fn changed_files(&self) -> Result<Vec<String>> {
        let listed = self.run(&[
            "status",
            "--porcelain=v1",
            "--untracked-files=all",
            "--no-renames",
            "--",
            ".",
        ])?;
        Ok(listed.lines().filter_map(|line| line.get(3..).map(str::to_owned)).collect())
    }

    /// A file as it was at a commit; `None` when that is not known here.
    pub(crate) fn show(&self, commit: &str, path: &str) -> Option<Vec<u8>> {
        self.output(&["cat-file", "blob", &format!("{commit}:./{path}")], None).ok()
    }

    /// Writes a branch by plumbing alone: the work tree, the index and HEAD stay as they are. Returns the commit.
    pub(crate) fn branch(&self, commit: &Commit<'_>, index: &'g Path) -> Result<String> {
        let reference = format!("refs/heads/{}", commit.branch);
        if check_reference(commit.branch).is_err()
            || self.run(&["check-ref-format", &reference]).is_err()
        {
            let message = format!("`{}` is not a name for a branch", commit.branch);
            return Err(Error::new(Code::Usage, message).with("branch", commit.branch));
        }
        if self.run(&["rev-parse", "--verify", "--quiet", &reference]).is_ok() {
            let message = format!("there is already a branch `{}`", commit.branch);
            return Err(Error::new(Code::GitBranchExists, message).with("branch", commit.branch));
        }
        let parent = self.head()?;
        let prefix = self.run(&["rev-parse", "--show-prefix"])?;
        let aside = Self { index: Some(index), ..*self };
        aside.run(&["read-tree", &parent])?;
        for file in commit.files {
            let path = format!("{prefix}{}", file.path);
            let mode = if file.executable { "100755" } else { "100644" };
            match &file.bytes {
                Some(bytes) => {
                    let object = self
                        .output(&["hash-object", "-w", "--no-filters", "--stdin"], Some(bytes))?;
                    let object = String::from_utf8_lossy(&object).trim().to_owned();
                    let entry = format!("{mode},{object},{path}");
                    aside.run(&["update-index", "--add", "--cacheinfo", &entry])?;
                }
                None => {
                    aside.run(&["update-index", "--force-remove", "--", &path])?;
                }
            }
        }
        let tree = aside.run(&["write-tree"])?;
        let mut arguments = Vec::new();
        if self.run(&["var", "GIT_COMMITTER_IDENT"]).is_err() {
            arguments.extend(["-c", "user.name=agentpack", "-c", "user.email=agentpack@localhost"]);
        }
        arguments.extend(["commit-tree", &tree, "-p", &parent, "-m", commit.message]);
        let made = self.run(&arguments)?;
        let absent = "0".repeat(made.len());
        self.run(&["update-ref", "-m", "agentpack: propose", &reference, &made, &absent])?;
        Ok(made)
    }

    /// The commit a branch or tag of a repository stands at. Uses the network.
    pub(crate) fn resolve(&self, url: &str, reference: &str) -> Result<String> {
        if is_commit(reference) {
            return Ok(reference.to_owned());
        }
        let names = ["heads/", "tags/"].map(|kind| format!("refs/{kind}{reference}"));
        let peeled = format!("{}^{{}}", names[1]);
        let listed =
            self.run(&["ls-remote", "--quiet", "--", url, &names[0], &names[1], &peeled])?;
        let find = |name: &str| {
            let lines = listed.lines().filter_map(|line| line.split_once('\t'));
            lines.filter(|(_, found)| *found == name).map(|(commit, _)| commit.to_owned()).next()
        };
        find(&names[0]).or_else(|| find(&peeled)).or_else(|| find(&names[1])).ok_or_else(|| {
            let message = format!("{url} has no branch or tag `{reference}`");
            Error::new(Code::GitFailed, message).with("url", url).with("ref", reference)
        })
    }

    /// Fills the folder, which must be empty, with the files of a commit. Uses the network.
    pub(crate) fn check_out(&self, url: &str, commit: &str, depth: Depth) -> Result<()> {
        self.run(&["init", "--quiet", "--", "."])?;
        // Files stand as they are in the commit: no line ends are changed and no filter runs.
        let attributes = self.folder.join(".git/info/attributes");
        crate::apply::replace(&attributes, RAW_FILES)
            .map_err(|error| Error::io("write", &attributes, &error))?;
        let shallow = depth == Depth::One
            && self.run(&["fetch", "--quiet", "--depth=1", "--no-tags", "--", url, commit]).is_ok();
        if !shallow {
            let all = "+refs/*:refs/remotes/all/*";
            self.run(&["fetch", "--quiet", "--no-tags", "--", url, all])?;
        }
        self.run(&["checkout", "--quiet", "--force", "--detach", commit, "--"]).map(|_| ())
    }
}

/// How much history is fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    One,
    All,
}

/// Whether a text is a whole commit id.
pub(crate) fn is_commit(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && text.bytes().all(|c| c.is_ascii_hexdigit())
}

/// Where a throw-away index can stand.
pub(crate) fn index_beside(state: &Path) -> PathBuf {
    state.join(OsStr::new("propose.index"))
}
