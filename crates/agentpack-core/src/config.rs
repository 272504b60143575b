//! `agentpack.yaml`, version 1: what it says, checked, with every problem at its place.
//! Editing its text is in `config/edit.rs`; where modules come from is in `config/source.rs`.

mod accepted;
pub mod edit;
mod kind;
mod source;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use crate::adapter::{Host, Hosts, RouteScope};
use crate::environment::Environment;
use crate::error::{Code, Error, Result};
use crate::module::ModuleId;
use crate::path;
use crate::yaml::{self, Node, Problem, Reader};

pub use accepted::Accepted;
use accepted::accepted;
pub use kind::ModuleKind;
pub use source::{Source, SourceSpec};
pub(crate) use source::{check_reference, check_url};

/// The file name inside the config repo.
pub const FILE: &str = "agentpack.yaml";
const MAX_BYTES: usize = 4 << 20;

/// A config that passed every check: ids are unique, hosts and options known.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// Which paths the adapters write.
    pub layout: Layout,
    /// By name; `default` is always there.
    pub profiles: BTreeMap<String, Profile>,
    /// The settings of each host that is deployed to.
    pub targets: BTreeMap<Host, Target>,
    /// In the order of the file.
    pub modules: Vec<ModuleEntry>,
    /// The hosts it could name.
    pub hosts: Hosts,
}

/// The generation of host paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Layout {
    /// Where the hosts look today.
    #[default]
    Current,
    /// Where agentpack 0.9 wrote, for repos that depend on it.
    Upstream,
}

/// A named choice of modules.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Profile {
    /// A module with any of these tags is in.
    pub include_tags: Vec<String>,
    /// In by id, whatever the tags.
    pub include_modules: Vec<ModuleId>,
    /// Out by id, before anything else.
    pub exclude_modules: Vec<ModuleId>,
    /// Projects that use this profile when none is named: addresses of `origin` or folders, with `*`.
    pub projects: Vec<String>,
}

/// How one host is served.
#[derive(Debug, Clone, PartialEq)]
pub struct Target {
    /// Home folder, project, or both.
    pub scope: Scope,
    /// Overrides the config's layout for this host.
    pub layout: Option<Layout>,
    /// Options known to the host's adapter.
    pub options: BTreeMap<String, Json>,
    /// Losses that are not worth a word for this host.
    pub accept_losses: Accepted,
}

impl Default for Target {
    fn default() -> Self {
        Self {
            scope: Scope::Both,
            layout: None,
            options: BTreeMap::new(),
            accept_losses: Accepted::default(),
        }
    }
}

/// Which places of a host are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Files below the home folder only.
    User,
    /// Files below the current project only.
    Project,
    /// Files below both, which is the default.
    Both,
}

/// One module as listed.
#[derive(Debug, Clone, PartialEq)]
pub struct ModuleEntry {
    /// Unique, by convention `<type>:<name>`.
    pub id: ModuleId,
    /// What sort of content the module brings: instructions, skills and so on.
    pub kind: ModuleKind,
    /// Listed but not used when false.
    pub enabled: bool,
    /// Matched against a profile's `include_tags`.
    pub tags: Vec<String>,
    /// Empty means every host.
    pub targets: Vec<Host>,
    /// The home folder or the project; `None` means the project, where the target has it.
    pub scope: Option<RouteScope>,
    /// Losses that are not worth a word for this module.
    pub accept_losses: Accepted,
    /// Where its files are.
    pub source: Source,
    /// Free-form; `globs` scopes instructions to files.
    pub metadata: Json,
    /// Line of the entry in the file.
    pub line: usize,
}

impl ModuleEntry {
    /// The part of the id after the first `:`, or the whole id.
    pub fn name(&self) -> &str {
        self.id.name()
    }

    /// Whether the module is meant for `host`.
    pub fn is_for(&self, host: Host) -> bool {
        self.targets.is_empty() || self.targets.contains(&host)
    }
}

impl Config {
    /// Parses and checks `text` for the built-in hosts.
    pub fn parse(text: &str) -> Result<Self> {
        Self::parse_for(text, Some(Hosts::built_in()))
    }

    /// Parses and checks `text`. All problems come back in one error, each with line, column and hint. Without
    /// hosts, every name of a host is taken as it is: enough to edit the text.
    pub(crate) fn parse_for(text: &str, hosts: Option<&Hosts>) -> Result<Self> {
        if text.len() > MAX_BYTES {
            return Err(Error::new(
                Code::LimitExceeded,
                format!("{FILE} is larger than {MAX_BYTES} bytes"),
            ));
        }
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let root = match yaml::parse(text) {
            Ok(Some(root)) => root,
            Ok(None) => return Err(invalid(&[problem_at_top("the file is empty")])),
            Err(problem) => return Err(invalid(&[problem])),
        };
        check_version(&root)?;
        let mut reader = Reader::default();
        let config = read(&mut reader, &root, hosts)?;
        reader.problems.sort_by_key(|problem| (problem.line, problem.column));
        if reader.problems.is_empty() { Ok(config) } else { Err(invalid(&reader.problems)) }
    }

    /// The module of that id, or the error that names the nearest.
    pub fn module(&self, id: &str) -> Result<&ModuleEntry> {
        self.modules.iter().find(|entry| entry.id == *id).ok_or_else(|| {
            let ids = self.modules.iter().map(|entry| entry.id.as_str());
            let error = Error::new(Code::ModuleUnknown, format!("there is no module `{id}`"))
                .with("module_id", id);
            match diag::nearest(id, ids) {
                Some(name) => error.with("hint", format!("did you mean `{name}`?")),
                None => error,
            }
        })
    }

    /// The profile whose `projects` name the project, else `default`.
    pub fn profile_of(&self, env: &Environment) -> Result<String> {
        let address = env.project_address();
        let folder = env.project.to_string_lossy();
        let home = env.home.to_string_lossy();
        let fits = |pattern: &String| {
            let place = pattern.strip_prefix("~/").map(|rest| format!("{home}/{rest}"));
            address
                .as_deref()
                .is_some_and(|address| path::wildcard(&pattern.to_lowercase(), address))
                || path::wildcard(place.as_ref().unwrap_or(pattern), &folder)
        };
        let named: Vec<&str> = self
            .profiles
            .iter()
            .filter(|(_, profile)| profile.projects.iter().any(fits))
            .map(|(name, _)| name.as_str())
            .collect();
        match named[..] {
            [] => Ok("default".into()),
            [one] => Ok(one.into()),
            _ => {
                let message = format!(
                    "several profiles name this project: {}; choose one with --profile",
                    named.join(", ")
                );
                Err(Error::new(Code::ConfigInvalid, message).with("profiles", named))
            }
        }
    }

    /// The modules of a profile, sorted by id.
    pub fn selected(&self, profile: &str) -> Result<Vec<&ModuleEntry>> {
        let Some(chosen) = self.profiles.get(profile) else {
            let names: Vec<_> = self.profiles.keys().map(String::as_str).collect();
            let mut error =
                Error::new(Code::ProfileUnknown, format!("there is no profile `{profile}`"))
                    .with("profile", profile)
                    .with("profiles", names.clone());
            if let Some(name) = diag::nearest(profile, names) {
                error = error.with("hint", format!("did you mean `{name}`?"));
            }
            return Err(error);
        };
        let mut modules: Vec<_> = self.modules.iter().filter(|module| chosen.has(module)).collect();
        modules.sort_by(|a, b| a.id.cmp(&b.id));
        Ok(modules)
    }
}

impl Profile {
    fn has(&self, module: &ModuleEntry) -> bool {
        module.enabled
            && !self.exclude_modules.contains(&module.id)
            && (self.include_modules.contains(&module.id)
                || module.tags.iter().any(|tag| self.include_tags.contains(tag)))
    }
}

fn problem_at_top(message: &str) -> Problem {
    Problem { message: message.into(), line: 1, column: 1, hint: None }
}

fn invalid(problems: &[Problem]) -> Error {
    let listed: Vec<Json> = problems.iter().map(Problem::data).collect();
    let more = match problems.len() {
        1 => String::new(),
        n => format!(" (and {} more)", n - 1),
    };
    Error::new(Code::ConfigInvalid, format!("{FILE}, {}{more}", problems[0]))
        .with("problems", listed)
        .with("file", FILE)
}

fn check_version(root: &Node) -> Result<()> {
    let version = root.get("version").and_then(Node::text);
    match version {
        Some("1") => Ok(()),
        None => Err(invalid(&[problem_at_top("the key `version: 1` is missing")])),
        Some(other) => Err(Error::new(
            Code::ConfigUnsupportedVersion,
            format!("{FILE} has version {other}; this build reads version 1"),
        )
        .with("version", other)
        .with("supported", vec![1])),
    }
}

fn read(reader: &mut Reader, root: &Node, hosts: Option<&Hosts>) -> Result<Config> {
    let mut config = Config {
        hosts: hosts.unwrap_or(Hosts::built_in()).clone(),
        layout: Layout::Current,
        profiles: BTreeMap::new(),
        targets: BTreeMap::new(),
        modules: Vec::new(),
    };
    for (key, node) in
        reader.mapping(root, FILE, &["version", "layout", "profiles", "targets", "modules"])
    {
        match key {
            "layout" => config.layout = layout(reader, node),
            "profiles" => {
                for (name, node) in reader.entries(node, "profiles") {
                    config.profiles.insert(name.to_owned(), profile(reader, node));
                }
            }
            "targets" => {
                for (name, node) in reader.entries(node, "targets") {
                    let host = host(name, hosts)?;
                    config.targets.insert(host, target(reader, host, node, hosts));
                }
            }
            "modules" => config.modules = modules(reader, node, hosts)?,
            _ => {}
        }
    }
    for (host, target) in &config.targets {
        let layout = target.layout.unwrap_or(config.layout);
        let adapter = hosts.and_then(|hosts| hosts.adapter(*host));
        if target.scope == Scope::User && adapter.is_some_and(|it| !it.has_user_files(layout)) {
            let node =
                root.get("targets").and_then(|targets| targets.get(host.name())).unwrap_or(root);
            reader.refuse(node, format!("{host} has no user scope in this layout; use `project`"));
        }
    }
    if !config.profiles.contains_key("default") {
        reader.refuse(root, "the profile `default` is missing");
    }
    Ok(config)
}

/// A host named in the config, or the error that says which exist.
fn host(name: &str, hosts: Option<&Hosts>) -> Result<Host> {
    let known = hosts.map_or_else(|| Host::of(name), |hosts| hosts.named(name));
    known.ok_or_else(|| {
        let supported = hosts.unwrap_or(Hosts::built_in()).names();
        let mut error = Error::new(
            Code::TargetUnsupported,
            format!("there is no adapter for the target `{name}`"),
        );
        if let Some(near) = diag::nearest(name, supported.iter().copied()) {
            error = error.with("hint", format!("did you mean `{near}`?"));
        }
        error
            .with("target", name)
            .with("supported", supported)
            .with("reason_code", "target_not_compiled")
            .with(
                "next_actions",
                vec![
                    "inspect_help_json",
                    "edit_manifest_targets",
                    "rebuild_with_target_feature",
                    "retry_command",
                ],
            )
    })
}

fn layout(reader: &mut Reader, node: &Node) -> Layout {
    match node.text() {
        Some("current") => Layout::Current,
        Some("upstream") => Layout::Upstream,
        _ => {
            reader.refuse(node, "layout must be `current` or `upstream`");
            Layout::Current
        }
    }
}

fn profile(reader: &mut Reader, node: &Node) -> Profile {
    let mut profile = Profile::default();
    let known = ["include_tags", "include_modules", "exclude_modules", "projects"];
    for (key, node) in reader.mapping(node, "a profile", &known) {
        let texts = reader.texts(node, key);
        let ids = |texts: Vec<String>| texts.into_iter().map(ModuleId::from).collect();
        match key {
            "include_tags" => profile.include_tags = texts,
            "include_modules" => profile.include_modules = ids(texts),
            "projects" => profile.projects = texts,
            _ => profile.exclude_modules = ids(texts),
        }
    }
    profile
}

fn target(reader: &mut Reader, host: Host, node: &Node, hosts: Option<&Hosts>) -> Target {
    let mut target = Target::default();
    let known = ["mode", "scope", "layout", "options", "accept_losses"];
    for (key, node) in reader.mapping(node, "a target", &known) {
        match key {
            "mode" if node.text() != Some("files") => reader.refuse(node, "mode must be `files`"),
            "scope" => match node.text() {
                Some("user") => target.scope = Scope::User,
                Some("project") => target.scope = Scope::Project,
                Some("both") => target.scope = Scope::Both,
                _ => reader.refuse(node, "scope must be `user`, `project` or `both`"),
            },
            "layout" => target.layout = Some(layout(reader, node)),
            "accept_losses" => target.accept_losses = accepted(reader, node),
            "options" => {
                let Some(adapter) = hosts.and_then(|hosts| hosts.adapter(host)) else { continue };
                let known: Vec<_> = adapter.option_names().collect();
                for (name, node) in reader.mapping(node, &format!("the options of {host}"), &known)
                {
                    let value = if adapter.is_flag(name) {
                        Json::Bool(reader.truth(node, name))
                    } else {
                        Json::String(reader.text(node, name))
                    };
                    target.options.insert(name.to_owned(), value);
                }
            }
            _ => {}
        }
    }
    target
}

fn modules(reader: &mut Reader, node: &Node, hosts: Option<&Hosts>) -> Result<Vec<ModuleEntry>> {
    let yaml::Value::Sequence(items) = &node.value else {
        if !node.is_null() {
            reader.refuse(node, "modules must be a list");
        }
        return Ok(Vec::new());
    };
    let mut modules = Vec::new();
    let mut seen = BTreeSet::new();
    for item in items {
        if let Some(entry) = module(reader, item, hosts)? {
            if !seen.insert(entry.id.clone()) {
                reader.refuse(item, format!("the module id `{}` is used twice", entry.id));
            }
            modules.push(entry);
        }
    }
    Ok(modules)
}

fn module(reader: &mut Reader, item: &Node, hosts: Option<&Hosts>) -> Result<Option<ModuleEntry>> {
    let known = [
        "id",
        "type",
        "enabled",
        "tags",
        "targets",
        "scope",
        "accept_losses",
        "source",
        "metadata",
    ];
    let (mut id, mut kind, mut source) = (None, None, None);
    let (mut enabled, mut tags, mut targets, mut metadata) =
        (true, Vec::new(), Vec::new(), Json::Null);
    let (mut scope, mut accept_losses) = (None, Accepted::None);
    for (key, node) in reader.mapping(item, "a module", &known) {
        match key {
            "id" => id = Some(ModuleId::from(reader.text(node, "id"))),
            "type" => {
                let name = reader.text(node, "type");
                kind = ModuleKind::named(&name);
                if kind.is_none() {
                    let mut problem = node.problem(format!("unknown module type `{name}`"));
                    problem.hint = diag::nearest(&name, ModuleKind::ALL.map(ModuleKind::name))
                        .map(|name| format!("did you mean `{name}`?"));
                    reader.problems.push(problem);
                }
            }
            "enabled" => enabled = reader.truth(node, "enabled"),
            "tags" => tags = reader.texts(node, "tags"),
            "targets" => {
                for name in reader.texts(node, "targets") {
                    targets.push(host(&name, hosts)?);
                }
            }
            "scope" => match node.text() {
                Some("user") => scope = Some(RouteScope::User),
                Some("project") => scope = Some(RouteScope::Project),
                _ => reader.refuse(node, "the scope of a module is `user` or `project`"),
            },
            "accept_losses" => accept_losses = accepted(reader, node),
            "source" => source = source::read(reader, node),
            _ => metadata = node.to_json(),
        }
    }
    for (name, missing) in
        [("id", id.is_none()), ("type", kind.is_none()), ("source", source.is_none())]
    {
        if missing && item.get(name).is_none() {
            reader.refuse(item, format!("the module has no `{name}`"));
        }
    }
    let (Some(id), Some(kind), Some(source)) = (id, kind, source) else { return Ok(None) };
    let entry = ModuleEntry {
        id,
        kind,
        enabled,
        tags,
        targets,
        scope,
        accept_losses,
        source,
        metadata,
        line: item.line,
    };
    if entry.kind != ModuleKind::Instructions
        && let Err(problem) = path::check_name(entry.name())
    {
        reader.refuse(item, format!("the module id `{}` cannot name a file: {problem}", entry.id));
    }
    Ok(Some(entry))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "version: 1\nprofiles: {default: {include_tags: [base]}}\n";

    fn problems(text: &str) -> String {
        let error = Config::parse(text).unwrap_err();
        assert_eq!(error.code, Code::ConfigInvalid, "{error}");
        let problems = error.details["problems"].as_array().unwrap();
        let line =
            |p: &Json| format!("{}:{} {}", p["line"], p["column"], p["message"].as_str().unwrap());
        problems.iter().map(line).collect::<Vec<_>>().join(
            "
",
        )
    }

    #[test]
    fn selection_takes_tags_and_ids_and_leaves_out_the_excluded() {
        let text = "version: 1
profiles: {default: {include_tags: [base], include_modules: ['skill:c'], exclude_modules: ['skill:b']}}
modules:
  - {id: 'skill:b', type: skill, tags: [base], source: {local_path: {path: b}}}
  - {id: 'skill:c', type: skill, source: {local_path: {path: c}}}
  - {id: 'skill:a', type: skill, tags: [base], source: {local_path: {path: a}}}
  - {id: 'skill:d', type: skill, tags: [base], enabled: no, source: {local_path: {path: d}}}
";
        let config = Config::parse(text).unwrap();
        let ids: Vec<_> =
            config.selected("default").unwrap().iter().map(|m| m.id.clone()).collect();
        assert_eq!(ids, ["skill:a", "skill:c"]);
        assert_eq!(config.selected("nope").unwrap_err().code, Code::ProfileUnknown);
    }

    #[test]
    fn every_problem_is_reported_with_its_place() {
        let text = format!(
            "{SMALL}modules:\n  - {{id: 'skill:../x', type: skil, source: {{local_path: {{path: a}}}}}}\n  - {{idd: x}}\nextra: 1\n"
        );
        let listed = problems(&text);
        assert!(listed.contains("4:30 unknown module type `skil`"), "{listed}");
        assert!(listed.contains("unknown key `idd` in a module"), "{listed}");
        assert!(listed.contains("unknown key `extra` in agentpack.yaml"), "{listed}");
    }

    #[test]
    fn a_module_name_cannot_leave_its_root() {
        let text = format!(
            "{SMALL}modules:\n  - {{id: 'skill:../../../x', type: skill, source: {{local_path: {{path: a}}}}}}\n"
        );
        assert!(problems(&text).contains("cannot name a file"));
    }

    #[test]
    fn an_unknown_option_of_a_target_is_an_error() {
        let text =
            format!("{SMALL}targets: {{codex: {{mode: files, options: {{codex_hme: x}}}}}}\n");
        assert!(problems(&text).contains("unknown key `codex_hme`"));
    }

    #[test]
    fn versions_and_targets_have_codes_of_their_own() {
        let code = |text: &str| Config::parse(text).unwrap_err().code;
        assert_eq!(code("version: 2\n"), Code::ConfigUnsupportedVersion);
        assert_eq!(
            code(&format!("{SMALL}targets: {{emacs: {{mode: files}}}}\n")),
            Code::TargetUnsupported
        );
        assert_eq!(code("version: 1\nprofiles: {}\n"), Code::ConfigInvalid);
        assert_eq!(code(""), Code::ConfigInvalid);
    }

    #[test]
    fn option_flags_accept_the_spellings_of_older_repos() {
        let text = format!(
            "{SMALL}targets: {{codex: {{mode: files, options: {{write_repo_skills: \"no\"}}}}}}\n"
        );
        let config = Config::parse(&text).unwrap();
        let target = &config.targets[&Host::named("codex").unwrap()];
        assert_eq!(target.options["write_repo_skills"], false);
    }
}
