//! A machine in a temporary folder: a home, a project and a config repo, and the verbs tests need.

use std::fs;
use std::path::{Path, PathBuf};

use agentpack_core::snapshot::Id;
use agentpack_core::{
    Applied, Environment, Plan, Purpose, Result, RunLock, Selection, Survey, apply, plan,
    plan_rollback, plan_undo, survey,
};

/// The hosts of a config, and the folder that goes away with it.
pub(crate) struct World {
    dir: tempfile::TempDir,
    pub(crate) env: Environment,
}

/// Every module carries this tag.
const HEAD: &str = "version: 1\nprofiles: {default: {include_tags: [base]}}\n";

impl World {
    /// A world whose config has these lines below the profiles.
    pub(crate) fn new(config: &str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        for folder in ["home", "project/.git", "repo"] {
            fs::create_dir_all(root.join(folder)).unwrap();
        }
        let world = Self { dir, env: Environment::below(&root) };
        world.config(config);
        world
    }

    /// One host, instructions and a skill with a script.
    pub(crate) fn small(host: &str) -> Self {
        let world = Self::new(&format!("targets: {{{host}: {{mode: files, scope: project}}}}\n"));
        world.instructions("base", "# Base\n");
        world.skill("hello", "Says hello.");
        world
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.dir.path().canonicalize().unwrap()
    }

    pub(crate) fn config(&self, rest: &str) {
        self.repo_file("agentpack.yaml", &format!("{HEAD}{rest}"));
    }

    pub(crate) fn config_text(&self) -> String {
        fs::read_to_string(self.env.repo.join("agentpack.yaml")).unwrap()
    }

    pub(crate) fn repo_file(&self, path: &str, text: &str) -> PathBuf {
        write(&self.env.repo.join(path), text)
    }

    pub(crate) fn project_file(&self, path: &str, text: &str) -> PathBuf {
        write(&self.env.project.join(path), text)
    }

    /// Lists a module of the repo; `path` is a file or a folder below it.
    pub(crate) fn module(&self, id: &str, path: &str) {
        let kind = id.split(':').next().unwrap();
        self.entry(&format!(
            "{{id: '{id}', type: {kind}, tags: [base], source: {{local_path: {{path: {path}}}}}}}"
        ));
    }

    /// Adds one flow-style entry to the list of modules, which stands last in the file.
    pub(crate) fn entry(&self, entry: &str) {
        let mut text = self.config_text();
        if !text.contains("\nmodules:") {
            text.push_str("modules:\n");
        }
        self.repo_file("agentpack.yaml", &format!("{text}  - {entry}\n"));
    }

    pub(crate) fn instructions(&self, name: &str, text: &str) {
        self.repo_file(&format!("modules/{name}/AGENTS.md"), text);
        self.module(&format!("instructions:{name}"), &format!("modules/{name}"));
    }

    /// A skill with a script that can be run.
    pub(crate) fn skill(&self, name: &str, description: &str) {
        let text = format!("---\nname: {name}\ndescription: {description}\n---\n\nBody.\n");
        self.repo_file(&format!("skills/{name}/SKILL.md"), &text);
        let script =
            self.repo_file(&format!("skills/{name}/scripts/run.sh"), "#!/bin/sh\necho hi\n");
        set_mode(&script, 0o755);
        self.module(&format!("skill:{name}"), &format!("skills/{name}"));
    }

    /// Runs git in the config repo and returns what it printed.
    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        git(&self.env.repo, arguments)
    }

    /// Makes the config repo a git repository with everything committed.
    pub(crate) fn commit(&self) {
        if !self.env.repo.join(".git").exists() {
            self.git(&["init", "--quiet", "--initial-branch=main"]);
        }
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "--message=state"]);
    }

    pub(crate) fn survey(&self) -> Result<Survey> {
        survey(&self.env, &Selection::default())
    }

    pub(crate) fn plan(&self) -> Plan {
        plan(&self.survey().unwrap()).unwrap()
    }

    pub(crate) fn plan_for(&self, target: &str) -> Plan {
        let selection = Selection { target: target.into(), ..Selection::default() };
        plan(&survey(&self.env, &selection).unwrap()).unwrap()
    }

    pub(crate) fn deploy(&self) -> Id {
        self.apply(&self.plan()).unwrap().snapshot_id
    }

    pub(crate) fn apply(&self, plan: &Plan) -> Result<Applied> {
        let (lock, _) = RunLock::acquire(&self.env)?;
        apply(&lock, &self.env, plan, &Purpose::Deploy { lock: None })
    }

    /// Applies `plan` and reads a file of the project.
    pub(crate) fn project_text_after(&self, plan: &Plan, path: &str) -> String {
        self.apply(plan).unwrap();
        self.project_text(path)
    }

    pub(crate) fn rollback(&self, to: Id) -> Result<Id> {
        let back = plan_rollback(&self.env, to)?;
        back.plan.refuse_user_edits()?;
        let (lock, _) = RunLock::acquire(&self.env)?;
        let purpose = Purpose::Rollback { to, emptied: back.emptied };
        Ok(apply(&lock, &self.env, &back.plan, &purpose)?.snapshot_id)
    }

    pub(crate) fn undo(&self, run: Id) -> Result<Id> {
        let back = plan_undo(&self.env, run)?;
        back.plan.refuse_user_edits()?;
        let (lock, _) = RunLock::acquire(&self.env)?;
        let purpose = Purpose::Undo { run, emptied: back.emptied };
        Ok(apply(&lock, &self.env, &back.plan, &purpose)?.snapshot_id)
    }

    pub(crate) fn home_file(&self, path: &str, text: &str) -> PathBuf {
        write(&self.env.home.join(path), text)
    }

    pub(crate) fn home_text(&self, path: &str) -> String {
        let path = self.env.home.join(path);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    pub(crate) fn project_text(&self, path: &str) -> String {
        let path = self.env.project.join(path);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    pub(crate) fn has(&self, path: &str) -> bool {
        self.env.project.join(path).exists()
    }

    /// The plan as lines `op state path`, paths below the world's folder.
    pub(crate) fn lines(&self, plan: &Plan) -> Vec<String> {
        let root = self.root();
        let line = |change: &agentpack_core::Change| {
            let path = change.path.strip_prefix(&root).unwrap().display().to_string();
            format!("{} {} {path}", change.op.name(), change.state.name())
        };
        plan.changes.iter().map(line).collect()
    }

    /// Every file below the home and the project but our own state: path, mode and content.
    pub(crate) fn tree(&self) -> Vec<(PathBuf, u32, Vec<u8>)> {
        let mut files = Vec::new();
        for root in [&self.env.home, &self.env.project] {
            collect(root, &mut files);
        }
        files.retain(|(path, ..)| !path.starts_with(&self.env.agentpack_home));
        files.sort();
        files
    }
}

fn collect(folder: &Path, files: &mut Vec<(PathBuf, u32, Vec<u8>)>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        if entry.file_type().unwrap().is_dir() {
            collect(&entry.path(), files);
        } else {
            files.push((
                entry.path(),
                mode(&entry.path()),
                fs::read(entry.path()).unwrap_or_default(),
            ));
        }
    }
}

/// Runs git with a made-up author and none of the user's settings.
pub(crate) fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = std::process::Command::new("git")
        .args(["-c", "user.name=T", "-c", "user.email=t@example.org"])
        .args(arguments)
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "git {arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
}

pub(crate) fn write(path: &Path, text: &str) -> PathBuf {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
    path.to_path_buf()
}

#[cfg(unix)]
pub(crate) fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[cfg(unix)]
pub(crate) fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    fs::symlink_metadata(path).unwrap().permissions().mode() & 0o777
}
