//! From the process environment and the arguments to what `agentpack-core` needs to know.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::path::PathBuf;

use agentpack_core::path::expand_home;
use agentpack_core::{
    Code, Environment, Error, Recovered, Result, Secrets, Selection, machine_id, project_root,
    recover, repo_in_project,
};

use crate::arguments::Arguments;
use crate::terminal::{self, Output};

/// What of the process environment matters, read once.
#[derive(Debug, Clone, Default)]
pub(crate) struct ProcessEnvironment {
    home: Option<PathBuf>,
    agentpack_home: Option<String>,
    codex_home: Option<String>,
    claude_home: Option<String>,
    policy: Option<String>,
    /// Folders that variables of the environment name.
    variables: BTreeMap<String, PathBuf>,
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
    /// Whether diffs show values that look like secrets.
    pub(crate) secrets: Secrets,
    /// A run that had to be recovered first.
    pub(crate) recovered: Option<Recovered>,
}

/// What a caller may choose.
#[derive(Debug, Clone, Default)]
pub(crate) struct Choices {
    pub(crate) repo: Option<PathBuf>,
    pub(crate) project: Option<PathBuf>,
    /// A person named the project, so that it may be the home folder too.
    pub(crate) project_named: bool,
    pub(crate) machine: Option<String>,
    pub(crate) selection: Selection,
}

impl ProcessEnvironment {
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
            policy: text("AGENTPACK_POLICY"),
            variables: folders(),
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
        // Links are followed here, once: everything below is compared by its path.
        let home = plain(home);
        let gone = || Error::new(Code::IoInvalidPath, "the current folder is no longer there");
        let current = self.current.as_deref().ok_or_else(gone)?;
        let absolute = |text: &str| current.join(expand_home(text, &home));
        let agentpack_home =
            plain(self.agentpack_home.as_deref().map_or_else(|| home.join(".agentpack"), absolute));
        let project = match &choices.project {
            Some(folder) => plain(absolute(&folder.to_string_lossy())),
            None => plain(project_root(current)),
        };
        if !project.is_dir() {
            return Err(Error::new(
                Code::IoInvalidPath,
                format!("the project {} is not a folder", project.display()),
            )
            .at(&project));
        }
        let usual = agentpack_home.join("repo");
        let brought = repo_in_project(&project).filter(|repo| *repo != usual);
        let (repo, project_only) = match (&choices.repo, brought) {
            (Some(repo), _) => (absolute(&repo.to_string_lossy()), false),
            (None, Some(repo)) => (repo, true),
            (None, None) => (usual, false),
        };
        let machine = choices.machine.as_deref().filter(|machine| !machine.trim().is_empty());
        let machine = machine.or(self.machine.first().map(String::as_str)).unwrap_or("unknown");
        Ok(Environment {
            codex_home: self.codex_home.as_deref().map(absolute).map(plain),
            claude_home: self.claude_home.as_deref().map(absolute).map(plain),
            variables: self.variables.clone(),
            project_named: choices.project_named,
            machine_id: machine_id(machine),
            project_only,
            policy: self.policy.as_deref().map(absolute),
            fsync: self.fsync,
            home,
            agentpack_home,
            repo,
            project,
        })
    }
}

/// Variables that name an absolute folder, by the endings that hosts use for them.
fn folders() -> BTreeMap<String, PathBuf> {
    let named = std::env::vars_os().filter_map(|(name, value)| {
        let name = name.into_string().ok()?;
        let path = PathBuf::from(value);
        let ends = name.ends_with("_HOME") || name.ends_with("_DIR");
        (ends && path.is_absolute()).then(|| (name, plain(path)))
    });
    named.collect()
}

/// The spelling under which the current folder would be known, so that a project is one however it is named.
fn plain(folder: PathBuf) -> PathBuf {
    // The real path of Windows has a prefix that other programs do not understand.
    if cfg!(windows) {
        return std::path::absolute(&folder).unwrap_or(folder);
    }
    // What is not there yet is spelled below the nearest folder that is.
    for above in folder.ancestors() {
        if let Ok(real) = above.canonicalize() {
            return real.join(folder.strip_prefix(above).unwrap_or(&folder)).components().collect();
        }
    }
    folder
}

impl Context {
    /// The context of a command line. A run that was killed is recovered first, whatever the command.
    pub(crate) fn new(arguments: &Arguments) -> Result<Self> {
        let choices = Choices {
            repo: arguments.repo.clone(),
            project: arguments.project.clone(),
            project_named: arguments.project.is_some(),
            machine: arguments.machine.clone(),
            selection: Selection {
                profile: arguments.profile.clone(),
                target: arguments.target.clone(),
            },
        };
        let mut context = Self::of(&ProcessEnvironment::read(), choices)?;
        context.output = arguments.output();
        context.yes = arguments.yes;
        context.dry_run = arguments.dry_run;
        if arguments.show_secrets {
            if arguments.json || !std::io::stdout().is_terminal() {
                let message = "--show-secrets needs a terminal: a file or a pipe would keep them";
                return Err(Error::new(Code::TtyRequired, message)
                    .with("next_actions", vec!["retry_in_tty", "retry_without_show_secrets"]));
            }
            context.secrets = Secrets::Shown;
        }
        Ok(context)
    }

    /// The context of a call without a terminal.
    pub(crate) fn of(process: &ProcessEnvironment, choices: Choices) -> Result<Self> {
        let env = process.environment(&choices)?;
        let recovered = recover(&env)?;
        Ok(Self {
            env,
            selection: choices.selection,
            output: Output::Json,
            yes: false,
            dry_run: false,
            secrets: Secrets::Hidden,
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
        if let Some(profile) = self.selection.profile.as_deref().filter(|it| *it != "default") {
            let _ = write!(prefix, " --profile {profile}");
        }
        if self.selection.target != "all" {
            let _ = write!(prefix, " --target {}", self.selection.target);
        }
        prefix
    }
}
