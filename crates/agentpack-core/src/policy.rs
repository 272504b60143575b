//! Policies: what an organisation allows a config to ask for. Every policy that is found applies. A policy that cannot
//! be read, or a key that is not known, allows nothing: a rule that is not understood must not be passed over.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use crate::apply;
use crate::config::{Config, ModuleEntry, ModuleKind, Source};
use crate::environment::Environment;
use crate::error::{Code, Error, Result};
use crate::git::Git;
use crate::hash_cache::read_text;
use crate::lock::{Lock, ResolvedGit};
use crate::path::{expand_home, wildcard};
use crate::yaml::{self, Node, Reader};
use content_digest::Digest;

/// The name of a policy in a config repo.
pub(crate) const FILE: &str = "agentpack.policy.yaml";
const MAX_BYTES: u64 = 1 << 20;

/// One policy. What a list leaves out is not allowed; a list that is absent allows everything.
#[derive(Debug, Clone, PartialEq, Default)]
struct Policy {
    path: PathBuf,
    hosts: Option<Vec<String>>,
    module_types: Option<Vec<String>>,
    sources: Option<Vec<String>>,
    digests: Option<Vec<Digest>>,
    signed: bool,
    allowed_signers: Option<PathBuf>,
}

/// The policies that hold here.
#[derive(Debug, Default)]
pub(crate) struct Policies(Vec<Policy>);

impl Policies {
    /// Reads the policy the environment names, the one of this machine and the one of the config repo.
    pub(crate) fn load(env: &Environment) -> Result<Self> {
        let optional = [env.agentpack_home.join("policy.yaml"), env.repo.join(FILE)];
        let found = optional.into_iter().filter(|path| path.symlink_metadata().is_ok());
        // A policy that was asked for and is not there allows nothing.
        let paths = env.policy.iter().cloned().chain(found);
        paths.map(|path| Policy::read(&path, env)).collect::<Result<_>>().map(Self)
    }

    /// Refuses a config that asks for more than is allowed, with everything that is wrong about it.
    pub(crate) fn check(
        &self,
        env: &Environment,
        config: &Config,
        modules: &[&ModuleEntry],
        lock: Option<&Lock>,
    ) -> Result<()> {
        let verified =
            if self.needs_signatures() { Verified::load(env) } else { Verified::default() };
        let mut problems = Vec::new();
        for policy in &self.0 {
            policy.hosts(config, &mut problems);
            for module in modules {
                policy.module(module, &mut problems);
                if let Some(git) = locked(lock, module) {
                    policy.bytes(module, lock, &mut problems);
                    if policy.signed && !verified.has(git) {
                        problems.push(policy.problem(&format!(
                            "{}: no good signature of commit {} was seen; run `agentpack fetch`",
                            module.id, git.commit
                        )));
                    }
                }
            }
        }
        refuse(problems)
    }

    /// Refuses sources that are not allowed, before any of them is fetched.
    pub(crate) fn check_sources(&self, config: &Config) -> Result<()> {
        let mut problems = Vec::new();
        for policy in &self.0 {
            for module in config.modules.iter().filter(|module| module.enabled) {
                policy.module(module, &mut problems);
            }
        }
        refuse(problems)
    }

    fn needs_signatures(&self) -> bool {
        self.0.iter().any(|policy| policy.signed)
    }

    /// Checks the signature of a fetched commit where a policy asks for one, and remembers that it was good.
    pub(crate) fn verify(&self, env: &Environment, git: &ResolvedGit) -> Result<()> {
        if !self.needs_signatures() {
            return Ok(());
        }
        let place = env.checkout(&git.url, &git.commit);
        for policy in self.0.iter().filter(|policy| policy.signed) {
            let signers = policy.allowed_signers.as_deref();
            Git::at(&place).verify_commit(&git.commit, signers).map_err(|error| {
                let problem = policy.problem(&format!(
                    "commit {} of {} has no good signature: {}",
                    git.commit, git.url, error.message
                ));
                Error::new(Code::PolicyViolation, text(&problem))
                    .with("violations", vec![problem])
                    .caused_by(error)
            })?;
        }
        let mut verified = Verified::load(env);
        if verified.0.insert(Verified::line(git)) {
            verified.store(env)?;
        }
        Ok(())
    }
}

fn locked<'l>(lock: Option<&'l Lock>, module: &ModuleEntry) -> Option<&'l ResolvedGit> {
    lock?.module(&module.id)?.resolved_source.git.as_ref()
}

fn text(problem: &Json) -> String {
    let field = |name: &str| problem[name].as_str().unwrap_or_default().to_owned();
    format!("{} (policy {})", field("message"), field("policy"))
}

fn refuse(problems: Vec<Json>) -> Result<()> {
    let Some(first) = problems.first() else { return Ok(()) };
    let more = match problems.len() {
        1 => String::new(),
        n => format!(" (and {} more)", n - 1),
    };
    let message = format!("{}{more}", text(first));
    Err(Error::new(Code::PolicyViolation, message).with("violations", problems))
}

impl Policy {
    fn read(path: &Path, env: &Environment) -> Result<Self> {
        let invalid = |problem: String| {
            let message =
                format!("{}: {problem}; nothing is allowed until it is fixed", path.display());
            Error::new(Code::PolicyInvalid, message).at(path)
        };
        let text = read_text(path, MAX_BYTES)
            .map_err(|error| invalid(error.message.clone()).caused_by(error))?;
        let root = yaml::parse(&text).map_err(|problem| invalid(problem.to_string()))?;
        let root = root.ok_or_else(|| invalid("the file is empty".into()))?;
        let mut reader = Reader::default();
        let policy = Self::of(&mut reader, &root, path, env);
        match reader.problems.first() {
            Some(problem) => Err(invalid(problem.to_string())),
            None => Ok(policy),
        }
    }

    fn of(reader: &mut Reader, root: &Node, path: &Path, env: &Environment) -> Self {
        let mut policy = Self { path: path.to_path_buf(), ..Self::default() };
        let known = [
            "version",
            "hosts",
            "module_types",
            "sources",
            "digests",
            "commits",
            "allowed_signers",
        ];
        if root.get("version").and_then(Node::text) != Some("1") {
            reader.refuse(root, "the key `version: 1` is missing");
        }
        for (key, node) in reader.mapping(root, "a policy", &known) {
            match key {
                "hosts" => policy.hosts = Some(reader.texts(node, key)),
                "module_types" => {
                    let types = reader.texts(node, key);
                    for name in types.iter().filter(|name| ModuleKind::named(name).is_none()) {
                        reader.refuse(node, format!("unknown module type `{name}`"));
                    }
                    policy.module_types = Some(types);
                }
                "sources" => policy.sources = Some(reader.texts(node, key)),
                "digests" => {
                    let digests = reader.texts(node, key);
                    let parsed =
                        digests.iter().map(|text| text.trim_start_matches("sha256:").parse());
                    match parsed.collect() {
                        Ok(digests) => policy.digests = Some(digests),
                        Err(problem) => reader.refuse(node, format!("digests: {problem}")),
                    }
                }
                "commits" if node.text() == Some("signed") => policy.signed = true,
                "commits" => reader.refuse(node, "commits must be `signed`"),
                "allowed_signers" => {
                    let text = reader.text(node, key);
                    let folder = path.parent().unwrap_or(path);
                    policy.allowed_signers = Some(folder.join(expand_home(&text, &env.home)));
                }
                _ => {}
            }
        }
        policy
    }

    fn problem(&self, message: &str) -> Json {
        json!({"message": message, "policy": self.path})
    }

    fn hosts(&self, config: &Config, problems: &mut Vec<Json>) {
        let Some(allowed) = &self.hosts else { return };
        let hosts =
            config.targets.keys().filter(|host| !allowed.iter().any(|it| it == host.name()));
        problems.extend(hosts.map(|host| self.problem(&format!("the host {host} is not allowed"))));
    }

    fn module(&self, module: &ModuleEntry, problems: &mut Vec<Json>) {
        if let Some(types) = &self.module_types
            && !types.iter().any(|name| name == module.kind.name())
        {
            let kind = module.kind.name();
            problems.push(
                self.problem(&format!("{}: modules of type {kind} are not allowed", module.id)),
            );
        }
        let Some(sources) = &self.sources else { return };
        let allowed = match &module.source {
            Source::Local { .. } => sources.iter().any(|source| source == "local"),
            Source::Git { url, .. } => sources.iter().any(|source| wildcard(source, url)),
        };
        if !allowed {
            let source = match &module.source {
                Source::Local { .. } => "local modules are".to_owned(),
                Source::Git { url, .. } => format!("the source {url} is"),
            };
            problems.push(self.problem(&format!("{}: {source} not allowed", module.id)));
        }
    }

    fn bytes(&self, module: &ModuleEntry, lock: Option<&Lock>, problems: &mut Vec<Json>) {
        let Some(allowed) = &self.digests else { return };
        let digest = lock.and_then(|lock| lock.module(&module.id)).map(|locked| locked.sha256);
        if let Some(digest) = digest.filter(|digest| !allowed.contains(digest)) {
            problems
                .push(self.problem(&format!("{}: the digest {digest} is not allowed", module.id)));
        }
    }
}

/// Commits whose signatures were good when they were fetched. Planning starts no program, so it looks here.
#[derive(Debug, Default)]
struct Verified(BTreeSet<String>);

impl Verified {
    fn file(env: &Environment) -> PathBuf {
        env.state().join("verified.json")
    }

    fn line(git: &ResolvedGit) -> String {
        format!("{} {}", git.commit, git.url)
    }

    /// A list that cannot be read holds nothing, so that commits are checked again.
    fn load(env: &Environment) -> Self {
        let text = read_text(&Self::file(env), MAX_BYTES).unwrap_or_default();
        Self(serde_json::from_str(&text).unwrap_or_default())
    }

    fn has(&self, git: &ResolvedGit) -> bool {
        self.0.contains(&Self::line(git))
    }

    fn store(&self, env: &Environment) -> Result<()> {
        let bytes = serde_json::to_vec_pretty(&self.0).expect("a list of texts");
        let file = Self::file(env);
        apply::replace_private(&env.state(), &file, &bytes)
            .map_err(|error| Error::io("write", &file, &error))
    }
}
