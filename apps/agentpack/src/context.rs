//! From the process environment and the arguments to what `agentpack-core` needs to know.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::PathBuf;

use agentpack_core::path::expand_home;
use agentpack_core::{
    Code, Environment, Error, Recovered, Result, Selection, machine_id, project_root, recover,
};

use crate::arguments::Arguments;
use crate::terminal::{self, Output};

/// What of the process environment matters, read once.
#[derive(Debug, Clone, Default)]
pub(crate) struct Surroundings {
    home: Option<PathBuf>,
    agentpack_home: Option<String>,
    codex_home: Option<String>,
    claude_home: Option<String>,
    machine: Vec<String>,
    fsync: bool,
    /// `None` when the folder is gone.
    current: Option<PathBuf>,
}

/// One command at work.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) env: Environment,
    pub(crate) selection: Selection,
    pub(crate) output: Output,
    pub(crate) yes: bool,
    pub(crate) dry_run: bool,
    /// A run that had to be recovered first.
    pub(crate) recovered: Option<Recovered>,
}

/// What a caller may choose.
#[derive(Debug, Clone, Default)]
pub(crate) struct Choices {
    pub(crate) repo: Option<PathBuf>,
    pub(crate) project: Option<PathBuf>,
    pub(crate) machine: Option<String>,
    pub(crate) selection: Selection,
}

impl Surroundings {
    /// Reads the process environment.
    pub(crate) fn read() -> Self {
        let text = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
        let home = std::env::var_os("HOME")
            .or_else(|| std::env::var_os("USERPROFILE"))
            .filter(|home| *home != OsString::new());
        let host_file = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
        let machine =
            [text("AGENTPACK_MACHINE_ID"), text("HOSTNAME"), text("COMPUTERNAME"), host_file];
        let fsync = text("AGENTPACK_FSYNC").map(|value| value.to_ascii_lowercase());
        Self {
            home: home.map(PathBuf::from),
            agentpack_home: text("AGENTPACK_HOME"),
            codex_home: text("CODEX_HOME"),
            claude_home: text("CLAUDE_CONFIG_DIR"),
            machine: machine.into_iter().flatten().collect(),
            fsync: fsync
                .is_some_and(|value| matches!(value.as_str(), "1" | "true" | "yes" | "y" | "on")),
            current: std::env::current_dir().ok(),
        }
    }

    /// The environment of one command.
    pub(crate) fn environment(&self, choices: &Choices) -> Result<Environment> {
        let Some(home) = self.home.clone().filter(|home| home.is_absolute()) else {
            return Err(Error::new(Code::Usage, "HOME is not set to an absolute path"));
        };
        let gone = || Error::new(Code::IoInvalidPath, "the current folder is no longer there");
        let current = self.current.as_deref().ok_or_else(gone)?;
        let absolute = |text: &str| current.join(expand_home(text, &home));
        let agentpack_home =
            self.agentpack_home.as_deref().map_or_else(|| home.join(".agentpack"), absolute);
        let repo = match &choices.repo {
            Some(repo) => absolute(&repo.to_string_lossy()),
            None => agentpack_home.join("repo"),
        };
        let project = match &choices.project {
            Some(folder) => plain(absolute(&folder.to_string_lossy())),
            None => project_root(current),
        };
        if !project.is_dir() {
            return Err(Error::new(
                Code::IoInvalidPath,
                format!("the project {} is not a folder", project.display()),
            )
            .at(&project));
        }
        let machine = choices.machine.as_deref().filter(|machine| !machine.trim().is_empty());
        let machine = machine.or(self.machine.first().map(String::as_str)).unwrap_or("unknown");
        Ok(Environment {
            codex_home: self.codex_home.as_deref().map(absolute),
            claude_home: self.claude_home.as_deref().map(absolute),
            machine_id: machine_id(machine),
            fsync: self.fsync,
            home,
            agentpack_home,
            repo,
            project,
        })
    }
}

/// The spelling under which the current folder would be known, so that a project is one however it is named.
fn plain(folder: PathBuf) -> PathBuf {
    // The real path of Windows has a prefix that other programs do not understand.
    let known = if cfg!(windows) { std::path::absolute(&folder) } else { folder.canonicalize() };
    known.unwrap_or(folder)
}

impl Context {
    /// The context of a command line. A run that was killed is recovered first, whatever the command.
    pub(crate) fn new(arguments: &Arguments) -> Result<Self> {
        let choices = Choices {
            repo: arguments.repo.clone(),
            project: arguments.project.clone(),
            machine: arguments.machine.clone(),
            selection: Selection {
                profile: arguments.profile.clone(),
                target: arguments.target.clone(),
            },
        };
        let mut context = Self::of(&Surroundings::read(), choices)?;
        context.output = arguments.output();
        context.yes = arguments.yes;
        context.dry_run = arguments.dry_run;
        Ok(context)
    }

    /// The context of a call without a terminal.
    pub(crate) fn of(surroundings: &Surroundings, choices: Choices) -> Result<Self> {
        let env = surroundings.environment(&choices)?;
        let recovered = recover(&env)?;
        Ok(Self {
            env,
            selection: choices.selection,
            output: Output::Json,
            yes: false,
            dry_run: false,
            recovered,
        })
    }

    /// What a person should know before anything else.
    pub(crate) fn warnings(&self) -> Vec<String> {
        self.recovered.iter().map(Recovered::warning).collect()
    }

    /// Whether a change is approved: by `--yes`, or by the person at the terminal.
    pub(crate) fn is_approved(&self, question: &str) -> bool {
        self.yes || self.wants_text() && terminal::confirm(question) == Some(true)
    }

    /// Whether a text for people is wanted.
    pub(crate) fn wants_text(&self) -> bool {
        self.output == Output::Text
    }

    /// The beginning of a command line that means the same selection.
    pub(crate) fn prefix(&self) -> String {
        let mut prefix = String::from("agentpack");
        if self.selection.profile != "default" {
            let _ = write!(prefix, " --profile {}", self.selection.profile);
        }
        if self.selection.target != "all" {
            let _ = write!(prefix, " --target {}", self.selection.target);
        }
        prefix
    }
}
