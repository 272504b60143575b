//! An empty home, a project, and the program run in them. Only child processes see the made-up environment.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

pub(crate) struct Machine {
    dir: tempfile::TempDir,
}

/// A finished command.
pub(crate) struct Answer {
    pub(crate) code: i32,
    pub(crate) json: Value,
}

impl Machine {
    /// An empty home and an empty git project.
    pub(crate) fn new() -> Self {
        let machine = Self { dir: tempfile::tempdir().unwrap() };
        fs::create_dir_all(machine.home()).unwrap();
        fs::create_dir_all(machine.project().join(".git")).unwrap();
        machine
    }

    /// With a config repo whose one module goes into the project.
    pub(crate) fn initialised() -> Self {
        let machine = Self::new();
        machine.ok(&["init", "--scope", "project"]);
        machine
    }

    fn root(&self) -> PathBuf {
        self.dir.path().canonicalize().unwrap()
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.root().join("home")
    }

    pub(crate) fn project(&self) -> PathBuf {
        self.root().join("project")
    }

    pub(crate) fn repo(&self) -> PathBuf {
        self.home().join(".agentpack/repo")
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_agentpack"));
        command
            .current_dir(self.project())
            .env_clear()
            .env("HOME", self.home())
            .env("AGENTPACK_MACHINE_ID", "test");
        if let Some(path) = std::env::var_os("PATH") {
            command.env("PATH", path);
        }
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command().args(arguments).output().unwrap()
    }

    /// Runs with `--json` and reads the envelope.
    pub(crate) fn json(&self, arguments: &[&str]) -> Answer {
        let output = self.command().args(arguments).arg("--json").output().unwrap();
        let json = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
            panic!(
                "{arguments:?}: {error}\n{}\n{}",
                String::from_utf8_lossy(&output.stdout),
                String::from_utf8_lossy(&output.stderr)
            )
        });
        Answer { code: output.status.code().unwrap(), json }
    }

    /// The data of a command that must succeed.
    pub(crate) fn ok(&self, arguments: &[&str]) -> Value {
        let answer = self.json(arguments);
        assert_eq!(answer.code, 0, "{arguments:?}: {:#}", answer.json);
        answer.json["data"].clone()
    }

    /// The error of a command that must fail with exit code 1.
    pub(crate) fn error(&self, arguments: &[&str]) -> Value {
        let answer = self.json(arguments);
        assert_eq!(answer.code, 1, "{arguments:?}: {:#}", answer.json);
        assert_eq!(answer.json["ok"], false);
        answer.json["errors"][0].clone()
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.project().join(path))
            .unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.project().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn write_repo(&self, path: &str, text: &str) {
        let path = self.repo().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Runs git in the config repo.
    pub(crate) fn git_repo(&self, arguments: &[&str]) -> String {
        self.git_in(".agentpack/repo", arguments)
    }

    /// Runs git in a folder of the home.
    pub(crate) fn git_in(&self, folder: &str, arguments: &[&str]) -> String {
        let output = Command::new("git")
            .args(["-c", "user.name=T", "-c", "user.email=t@example.org"])
            .args(arguments)
            .current_dir(self.home().join(folder))
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Makes the config repo a git repository with everything committed.
    pub(crate) fn commit_repo(&self) {
        self.git_repo(&["init", "--quiet", "--initial-branch=main"]);
        self.git_repo(&["add", "--all"]);
        self.git_repo(&["commit", "--quiet", "--message=state"]);
    }

    /// Every file and folder of the home and the project but the program's own state.
    pub(crate) fn tree(&self) -> Vec<(PathBuf, Option<Vec<u8>>)> {
        let mut found = Vec::new();
        let mut open = vec![self.home(), self.project()];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
                let path = entry.path();
                if path == self.home().join(".agentpack") {
                    continue;
                }
                if path.is_dir() {
                    open.push(path.clone());
                    found.push((path, None));
                } else {
                    let bytes = fs::read(&path).unwrap();
                    found.push((path, Some(bytes)));
                }
            }
        }
        found.sort();
        found
    }

    pub(crate) fn write_home(&self, path: &str, text: &str) {
        let path = self.home().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn has(&self, path: &str) -> bool {
        self.project().join(path).exists()
    }
}
