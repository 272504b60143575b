//! Checks the machine before a deploy. Reads only: it does not even write a probe file.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use crate::adapter::{Host, RouteScope};
use crate::environment::Environment;
use crate::manifest::GITIGNORE_LINE;
use crate::module::Module;
use crate::owner::Owner;
use crate::path::posix;
use crate::render::{Content, Output, skill_folders};
use crate::survey::Survey;

/// Codex cuts all `AGENTS.md` together at this size.
const AGENTS_MD_LIMIT: u64 = 32 * 1024;

/// The findings of `agentpack doctor` about every managed folder.
#[derive(Debug, Clone)]
pub struct Checkup {
    /// One per managed folder and host.
    pub roots: Vec<RootCheck>,
    /// `.gitignore` files that should keep manifests out, with the text they should have.
    pub gitignores: Vec<(PathBuf, Vec<u8>)>,
    /// What a host still asks of a person before it uses what was written.
    pub requests: Vec<(Host, String)>,
    /// Everything else worth saying.
    pub warnings: Vec<String>,
}

/// The state of one managed folder.
#[derive(Debug, Clone)]
pub struct RootCheck {
    /// The host that reads the folder.
    pub target: Owner,
    /// The managed folder, absolute.
    pub root: PathBuf,
    /// Whether something exists at that path.
    pub exists: bool,
    /// Files can be made in it, or in the folder it would be made in.
    pub writable: bool,
    /// Files in it that agentpack did not write are reported.
    pub scan_extras: bool,
    /// `missing`, `not_a_directory`, `not_writable`.
    pub issues: Vec<&'static str>,
}

/// Checks every root of the selected targets, and known problems of the hosts.
pub fn doctor(survey: &Survey) -> Checkup {
    let mut roots = Vec::new();
    for root in &survey.desired.roots {
        for host in root.readers.iter().filter(|host| survey.targets.contains(host)) {
            if root.owner == Owner::SHARED || root.owner == Owner::from(*host) {
                roots.push(check(*host, &root.path, root.scan));
            }
        }
    }
    roots.sort_by(|a, b| (&a.target, &a.root).cmp(&(&b.target, &b.root)));
    let gitignores = gitignore(&survey.env).into_iter().collect::<Vec<_>>();
    let mut warnings = crate::lint::lint_modules(survey);
    shadowed(survey, &mut warnings);
    oversized(survey, &mut warnings);
    duplicated(survey, &mut warnings);
    Checkup { roots, gitignores, requests: requests(survey), warnings }
}

/// What each host still asks of a person, given what is planned for it.
fn requests(survey: &Survey) -> Vec<(Host, String)> {
    let mut all = Vec::new();
    for host in &survey.targets {
        let Some(adapter) = survey.config.hosts.adapter(*host) else { continue };
        for ask in &adapter.asks {
            let planned = |output: &Output| {
                let in_project = survey.desired.roots[output.root].in_project;
                let scope = if in_project { RouteScope::Project } else { RouteScope::User };
                let of_kind = |module: &&Module| {
                    output.modules.contains(&module.id) && ask.kinds.contains(&module.kind)
                };
                output.readers.contains(host)
                    && ask.scope.is_none_or(|own| own == scope)
                    && survey.modules.iter().any(|module| of_kind(&module))
            };
            if survey.desired.outputs.iter().any(|(_, output)| planned(output)) {
                all.push((*host, ask.says.clone()));
            }
        }
    }
    all
}

fn check(target: Host, root: &Path, scan: bool) -> RootCheck {
    let exists = root.symlink_metadata().is_ok();
    let is_folder = root.is_dir();
    let nearest = root.ancestors().find(|folder| folder.exists()).unwrap_or(root);
    let allowed = may_write(nearest);
    let issues = match (exists, is_folder) {
        (false, _) => vec!["missing"],
        (true, false) => vec!["not_a_directory"],
        (true, true) if !allowed => vec!["not_writable"],
        _ => Vec::new(),
    };
    RootCheck {
        target: target.into(),
        root: root.to_path_buf(),
        exists,
        writable: is_folder && allowed,
        scan_extras: scan,
        issues,
    }
}

#[cfg(unix)]
fn may_write(folder: &Path) -> bool {
    rustix::fs::access(folder, rustix::fs::Access::WRITE_OK | rustix::fs::Access::EXEC_OK).is_ok()
}

#[cfg(not(unix))]
fn may_write(folder: &Path) -> bool {
    fs::metadata(folder).is_ok_and(|metadata| !metadata.permissions().readonly())
}

/// The project's `.gitignore` with the line for manifests, when it is missing. A link is left to its owner.
fn gitignore(env: &Environment) -> Option<(PathBuf, Vec<u8>)> {
    if !env.project.join(".git").exists() {
        return None;
    }
    let path = env.project.join(".gitignore");
    let bytes = match path.symlink_metadata() {
        Ok(metadata) if metadata.is_file() => fs::read(&path).ok()?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        _ => return None,
    };
    with_gitignore_line(&bytes).map(|fixed| (path, fixed))
}

/// A `.gitignore` with the line that keeps manifests out of git; `None` when it has it. Every byte before stays.
pub fn with_gitignore_line(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut lines = bytes.split(|byte| *byte == b'\n');
    if lines.any(|line| line.trim_ascii() == GITIGNORE_LINE.as_bytes()) {
        return None;
    }
    let gap = if bytes.is_empty() || bytes.ends_with(b"\n") { "" } else { "\n" };
    Some([bytes, gap.as_bytes(), GITIGNORE_LINE.as_bytes(), b"\n"].concat())
}

fn shadowed(survey: &Survey, warnings: &mut Vec<String>) {
    for path in survey
        .desired
        .outputs
        .iter()
        .map(|(path, _)| path)
        .filter(|path| path.file_name().is_some_and(|name| name == "AGENTS.md"))
    {
        let over = path.with_file_name("AGENTS.override.md");
        if over.exists() {
            warnings.push(format!("codex: {} wins over the AGENTS.md beside it", over.display()));
        }
    }
}

fn oversized(survey: &Survey, warnings: &mut Vec<String>) {
    for (path, output) in survey.desired.outputs.iter() {
        if let Content::Bytes(bytes) = &output.content
            && path.file_name().is_some_and(|name| name == "AGENTS.md")
            && bytes.len() as u64 > AGENTS_MD_LIMIT
        {
            warnings.push(format!(
                "codex: {} has {} bytes; Codex reads {AGENTS_MD_LIMIT} of all AGENTS.md together",
                path.display(),
                bytes.len()
            ));
        }
    }
}

/// A skill that somebody else put into another folder of a host appears twice in its list.
fn duplicated(survey: &Survey, warnings: &mut Vec<String>) {
    let skills: Vec<&Module> = survey
        .modules
        .iter()
        .filter(|module| module.kind == crate::config::ModuleKind::Skill)
        .collect();
    for (host, folder) in skill_folders(survey) {
        for module in &skills {
            let other = folder.join(&module.name);
            let written = survey.desired.outputs.iter().any(|(path, _)| path.starts_with(&other));
            if !written && module.is_for(host) && other.join("SKILL.md").exists() {
                warnings.push(format!(
                    "{} is also in {}: {host} lists it twice",
                    module.id,
                    other.display()
                ));
            }
        }
    }
}

impl Checkup {
    /// The checkup as JSON, with the fields of agentpack 0.9; `fixed` are the ignore files that were just written.
    pub fn data(&self, machine_id: &str, fixed: &[PathBuf]) -> Json {
        let roots: Vec<Json> = self.roots.iter().map(RootCheck::data).collect();
        let fixes: Vec<Json> = self
            .gitignores
            .iter()
            .map(|(path, _)| {
                json!({"path": path, "path_posix": posix(path), "line": GITIGNORE_LINE, "updated": fixed.contains(path)})
            })
            .collect();
        let actions: Vec<String> = self
            .roots
            .iter()
            .filter(|root| !root.exists)
            .map(|root| format!("mkdir -p {}", root.root.display()))
            .collect();
        let mut data = json!({"gitignore_fixes": fixes, "machine_id": machine_id, "roots": roots});
        if !self.requests.is_empty() {
            let row =
                |(host, says): &(Host, String)| json!({"target": host.name(), "message": says});
            data["host_requests"] = self.requests.iter().map(row).collect();
        }
        if !actions.is_empty() {
            let mut actions = actions;
            actions.sort();
            actions.dedup();
            data["next_actions"] = json!(actions);
        }
        data
    }
}

impl RootCheck {
    /// What to do about the first issue.
    pub fn suggestion(&self) -> Option<String> {
        let root = self.root.display();
        match self.issues.first() {
            Some(&"missing") => Some(format!("create directory: mkdir -p {root}")),
            Some(&"not_a_directory") => Some(format!("move {root} away: it is not a directory")),
            Some(_) => Some(format!("make {root} writable")),
            None => None,
        }
    }

    fn data(&self) -> Json {
        json!({
            "exists": self.exists,
            "issues": self.issues,
            "root": self.root,
            "root_posix": posix(&self.root),
            "scan_extras": self.scan_extras,
            "suggestion": self.suggestion(),
            "target": self.target,
            "writable": self.writable,
        })
    }
}
