//! Modules through the adapters' routes into the files that should exist. One render serves all targets.
//! Reads module files; knows nothing of what is on disk at the destinations.

mod agent;
mod document;
mod hook;
mod instructions;
mod server;
mod skill;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::adapter::{Adapter, Host, Route, RouteScope, When, Writer};
use crate::config::{Config, Layout, ModuleKind, Scope, Target};
use crate::digest::Digest;
use crate::environment::Environment;
use crate::error::{Code, Error, Result};
use crate::merge::{Format, Piece};
use crate::module::{File, Module};
use crate::path::{PathMap, RelPath, collision_key, expand_home, fs_key};

/// The owner of files that several hosts read.
pub(crate) const SHARED: &str = "shared";

/// What should exist for all configured targets.
#[derive(Debug, Default)]
pub struct Desired {
    /// Managed folders; outputs refer to them by position.
    pub roots: Vec<Root>,
    /// By absolute path.
    pub outputs: PathMap<Output>,
    /// What hosts cannot express.
    pub losses: Vec<LossNote>,
}

/// A folder that carries a manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root {
    /// A host's name, or [`SHARED`]; names the manifest.
    pub owner: String,
    /// Absolute.
    pub path: PathBuf,
    /// Files here that we did not write are reported.
    pub scan: bool,
    /// Lies in the project, so it must not lead out of it.
    pub in_project: bool,
    /// Hosts that read it.
    pub readers: BTreeSet<Host>,
}

/// One file that should exist.
#[derive(Debug, Clone)]
pub struct Output {
    /// Position in [`Desired::roots`].
    pub root: usize,
    /// Hosts that read it; never empty.
    pub readers: BTreeSet<Host>,
    /// Modules it is made of, sorted.
    pub modules: Vec<String>,
    /// Its bytes, or our part of them.
    pub content: Content,
    /// What wrote it, for the way back from an edit.
    pub(crate) writer: Writer,
    /// Should have execute bits.
    pub executable: bool,
}

/// Where the bytes of an output come from.
#[derive(Debug, Clone)]
pub enum Content {
    /// Copied from a module's file, which must still have this digest when it is copied.
    File {
        /// The module's file.
        source: PathBuf,
        /// Of its bytes.
        digest: Digest,
        /// Its bytes where a patch made them.
        patched: Option<Arc<[u8]>>,
    },
    /// Made by a writer.
    Bytes(Vec<u8>),
    /// Merged into what is there.
    Merge {
        /// Of the file.
        format: Format,
        /// What is ours.
        pieces: Vec<Piece>,
    },
}

/// Something a host cannot express about a module.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LossNote {
    /// The host.
    pub target: Host,
    /// The module.
    pub module_id: String,
    /// The field that is dropped; `None` when nothing is written at all.
    pub field: Option<String>,
    /// One sentence.
    pub message: String,
}

/// Renders `modules` for every target of `config`.
pub(crate) fn render(config: &Config, modules: &[Module], env: &Environment) -> Result<Desired> {
    let mut rendering =
        Rendering { desired: Desired::default(), agents_md: agents_md(config, modules) };
    for (host, target) in &config.targets {
        let view = HostView::new(*host, target, config, env);
        for route in view.routes() {
            rendering.route(&view, route, modules)?;
        }
        rendering.static_losses(&view, modules);
    }
    refuse_collisions(&rendering.desired)?;
    rendering.desired.losses.sort();
    rendering.desired.losses.dedup();
    Ok(rendering.desired)
}

/// The folders any layout of the known hosts would manage, whether configured or not.
pub(crate) fn possible_roots(config: &Config, env: &Environment) -> Vec<Root> {
    let mut roots: Vec<Root> = Vec::new();
    for (_, _, root) in possible_routes(config, env) {
        if !roots.iter().any(|known| known.owner == root.owner && known.path == root.path) {
            roots.push(root);
        }
    }
    roots
}

/// Every route of every known host with the folder it writes to here, whether configured or not.
pub(crate) fn possible_routes(
    config: &Config,
    env: &Environment,
) -> Vec<(Host, &'static Route, Root)> {
    let fallback = Target { scope: Scope::Both, layout: None, options: BTreeMap::new() };
    let mut routes = Vec::new();
    for host in Host::all() {
        let target = config.targets.get(&host).unwrap_or(&fallback);
        let view = HostView::new(host, target, config, env);
        routes.extend(view.adapter.routes.iter().map(|route| (host, route, view.root(route))));
    }
    routes
}

/// The ids of instructions that Codex gets in the project's `AGENTS.md`, which other hosts read too.
fn agents_md(config: &Config, modules: &[Module]) -> BTreeSet<String> {
    let codex = Host::named("codex").expect("codex has a table");
    let Some(target) = config.targets.get(&codex) else { return BTreeSet::new() };
    let layout = target.layout.unwrap_or(config.layout);
    let flag = "write_agents_repo_root";
    if target.scope == Scope::User || !flag_value(Adapter::of(codex), target, layout, flag) {
        return BTreeSet::new();
    }
    let instructions =
        modules.iter().filter(|m| m.kind == ModuleKind::Instructions && m.is_for(codex));
    instructions.map(|module| module.id.clone()).collect()
}

fn flag_value(adapter: &Adapter, target: &Target, layout: Layout, flag: &str) -> bool {
    let set = target.options.get(flag).and_then(serde_json::Value::as_bool);
    set.unwrap_or_else(|| adapter.default_flag(flag, layout))
}

/// One host as configured.
struct HostView<'v> {
    host: Host,
    adapter: &'static Adapter,
    target: &'v Target,
    layout: Layout,
    config: &'v Config,
    env: &'v Environment,
}

impl<'v> HostView<'v> {
    fn new(host: Host, target: &'v Target, config: &'v Config, env: &'v Environment) -> Self {
        let layout = target.layout.unwrap_or(config.layout);
        Self { host, adapter: Adapter::of(host), target, layout, config, env }
    }

    fn routes(&self) -> impl Iterator<Item = &'static Route> {
        self.adapter.routes.iter().filter(|route| {
            route.is_in(self.layout) && self.has_scope(route.scope) && self.flag(route.flag())
        })
    }

    fn has_scope(&self, scope: RouteScope) -> bool {
        match self.target.scope {
            Scope::Both => true,
            Scope::User => scope == RouteScope::User,
            Scope::Project => scope == RouteScope::Project,
        }
    }

    fn flag(&self, flag: &str) -> bool {
        flag_value(self.adapter, self.target, self.layout, flag)
    }

    fn root(&self, route: &Route) -> Root {
        let mut readers = BTreeSet::from([self.host]);
        let others = route.readers.iter().filter_map(|name| Host::named(name));
        readers.extend(others.filter(|host| self.reads_along(*host)));
        Root {
            owner: if route.shared { SHARED.to_owned() } else { self.host.name().to_owned() },
            path: self.expand(&route.root),
            scan: route.scan,
            in_project: route.scope == RouteScope::Project,
            readers,
        }
    }

    /// Another configured host that looks into the same project in the same layout.
    fn reads_along(&self, host: Host) -> bool {
        self.config.targets.get(&host).is_some_and(|target| {
            let layout = target.layout.unwrap_or(self.config.layout);
            target.scope != Scope::User
                && layout == Layout::Current
                && self.layout == Layout::Current
        })
    }

    /// Fills `{home}`, `{project}` and the host's own places into a path.
    fn expand(&self, template: &str) -> PathBuf {
        let (place, rest) = match template.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
            Some((place, rest)) => (place, rest.trim_start_matches('/')),
            None => return PathBuf::from(template),
        };
        let base = match place {
            "home" => self.env.home.clone(),
            "project" => self.env.project.clone(),
            name => self.place(name),
        };
        // Plain, because what lies below is looked up by its bytes.
        base.join(rest).components().collect()
    }

    fn place(&self, name: &str) -> PathBuf {
        let found = self.adapter.places().find(|(place, _)| *place == name);
        let (_, place) = found.expect("a route names a place of its adapter");
        match self.target.options.get(&place.option).and_then(serde_json::Value::as_str) {
            Some(text) => self.env.project.join(expand_home(text, &self.env.home)),
            None => match self.env.place(name) {
                Some(path) => path.to_path_buf(),
                None => self.expand(&place.default),
            },
        }
    }
}

struct Rendering {
    desired: Desired,
    agents_md: BTreeSet<String>,
}

impl Rendering {
    fn route(
        &mut self,
        view: &HostView<'_>,
        route: &'static Route,
        modules: &[Module],
    ) -> Result<()> {
        let root = self.root_index(view.root(route));
        let chosen: Vec<&Module> = modules
            .iter()
            .filter(|module| {
                route.takes(module.kind) && module.is_for(view.host) && self.takes(route, module)
            })
            .collect();
        if chosen.is_empty() {
            return Ok(());
        }
        let mut sink = Sink { rendering: self, view, route, root };
        match route.write {
            Writer::Sections => instructions::sections(&mut sink, &chosen),
            Writer::Bridge => instructions::bridge(&mut sink, &chosen),
            Writer::Rule => instructions::rules(&mut sink, &chosen),
            Writer::Tree => skill::trees(&mut sink, &chosen),
            Writer::Skill => skill::from_prompts(&mut sink, &chosen),
            Writer::Document => document::documents(&mut sink, &chosen),
            Writer::AgentToml => agent::toml(&mut sink, &chosen),
            Writer::Server => server::servers(&mut sink, &chosen),
            Writer::Hook => hook::merged(&mut sink, &chosen),
            Writer::HookFile => hook::files(&mut sink, &chosen),
        }
    }

    fn takes(&self, route: &Route, module: &Module) -> bool {
        match route.when {
            When::Always => true,
            When::Globs => !module.globs().is_empty(),
            When::NoAgentsMd => module.globs().is_empty() && !self.agents_md.contains(&module.id),
        }
    }

    fn root_index(&mut self, root: Root) -> usize {
        let roots = &mut self.desired.roots;
        let known =
            roots.iter().position(|known| known.owner == root.owner && known.path == root.path);
        if let Some(at) = known {
            roots[at].scan |= root.scan;
            roots[at].readers.extend(root.readers);
            return at;
        }
        roots.push(root);
        roots.len() - 1
    }

    /// The losses a table states for a kind, a scope, or a field that a module uses.
    fn static_losses(&mut self, view: &HostView<'_>, modules: &[Module]) {
        for loss in &view.adapter.losses {
            if view.layout == Layout::Upstream
                || loss.scope.is_some_and(|scope| !view.has_scope(scope))
            {
                continue;
            }
            for module in modules.iter().filter(|m| loss.concerns(m.kind) && m.is_for(view.host)) {
                if loss.field.as_deref().is_none_or(|field| uses(module, field)) {
                    self.desired.losses.push(LossNote {
                        target: view.host,
                        module_id: module.id.clone(),
                        field: loss.field.clone(),
                        message: loss.says.clone(),
                    });
                }
            }
        }
    }
}

fn uses(module: &Module, field: &str) -> bool {
    match module.kind {
        ModuleKind::Instructions => field == "globs" && !module.globs().is_empty(),
        ModuleKind::Agent => document::front_field(module, field).is_some(),
        ModuleKind::Hook => hook::field(module, field).is_some(),
        _ => false,
    }
}

/// Where a writer puts its outputs.
struct Sink<'s> {
    rendering: &'s mut Rendering,
    view: &'s HostView<'s>,
    route: &'static Route,
    root: usize,
}

impl Sink<'_> {
    /// The file of `module` under the route, its placeholders filled.
    fn place(&self, module: &Module) -> Result<RelPath> {
        let stem = match module.kind {
            ModuleKind::Prompt | ModuleKind::Command => module.document().0.stem(),
            _ => &module.name,
        };
        let mut text = self.route.path.replace("{name}", &module.name).replace("{stem}", stem);
        if text.contains("{key}") {
            text = text.replace("{key}", &fs_key(&module.id));
        }
        RelPath::new(&text).map_err(|problem| module.problem(problem))
    }

    fn root_path(&self) -> &Path {
        &self.rendering.desired.roots[self.root].path
    }

    fn lose(&mut self, module: &Module, field: &str, message: String) {
        self.rendering.desired.losses.push(LossNote {
            target: self.view.host,
            module_id: module.id.clone(),
            field: Some(field.to_owned()),
            message,
        });
    }

    /// Adds an output; the same bytes from elsewhere join it, other bytes are a conflict.
    fn add(
        &mut self,
        path: &RelPath,
        modules: &[&Module],
        content: Content,
        executable: bool,
    ) -> Result<()> {
        let full = path.under(self.root_path());
        let readers = if self.route.readers.is_empty() {
            BTreeSet::from([self.view.host])
        } else {
            self.rendering.desired.roots[self.root].readers.clone()
        };
        let mut ids: Vec<String> = modules.iter().map(|module| module.id.clone()).collect();
        let mut slot = match self.rendering.desired.outputs.entry(full) {
            Entry::Occupied(slot) => slot,
            Entry::Vacant(slot) => {
                ids.sort();
                let writer = self.route.write;
                let root = self.root;
                slot.insert(Output { root, readers, modules: ids, content, writer, executable });
                return Ok(());
            }
        };
        let full = PathBuf::from(slot.key());
        let known = slot.get_mut();
        match (&mut known.content, content) {
            (
                Content::Merge { pieces: all, format },
                Content::Merge { pieces: more, format: same },
            ) if *format == same => {
                for piece in more {
                    let clash = all.iter().find(|other| {
                        other.key == piece.key
                            && other.place == crate::merge::Place::Entry
                            && other.value != piece.value
                    });
                    if let Some(other) = clash {
                        let message = format!(
                            "{}: modules {} and {} want different values for `{}`",
                            full.display(),
                            other.module_id,
                            piece.module_id,
                            piece.key.join(".")
                        );
                        return Err(Error::new(Code::DesiredStateConflict, message).at(&full));
                    }
                    if !all.contains(&piece) {
                        all.push(piece);
                    }
                }
            }
            (old, new) => {
                let (old, new) = (old.digest(), new.digest());
                if old != new || old.is_none() {
                    return Err(conflict(&full, known, (new, &ids)));
                }
            }
        }
        known.executable |= executable;
        known.readers.extend(readers);
        known.modules.extend(ids);
        known.modules.sort();
        known.modules.dedup();
        Ok(())
    }
}

impl Content {
    /// A module's file as it is.
    fn of(file: &File) -> Self {
        Self::File { source: file.path.clone(), digest: file.digest, patched: file.patched.clone() }
    }

    /// Of the whole file, where that does not depend on what is there.
    pub fn digest(&self) -> Option<Digest> {
        match self {
            Self::File { digest, .. } => Some(*digest),
            Self::Bytes(bytes) => Some(Digest::of(bytes)),
            Self::Merge { .. } => None,
        }
    }
}

fn conflict(path: &Path, known: &Output, new: (Option<Digest>, &[String])) -> Error {
    let side = |digest: Option<Digest>, ids: &[String]| serde_json::json!({"sha256": digest.map(|digest| digest.to_string()), "module_ids": ids});
    let message = format!(
        "modules {} and {} want different content at {}",
        known.modules.join(", "),
        new.1.join(", "),
        path.display()
    );
    Error::new(Code::DesiredStateConflict, message)
        .at(path)
        .with("existing", side(known.content.digest(), &known.modules))
        .with("new", side(new.0, new.1))
}

/// Two outputs that are one file on a system without case would overwrite each other there.
fn refuse_collisions(desired: &Desired) -> Result<()> {
    let mut seen: HashMap<String, &Path> = HashMap::with_capacity(desired.outputs.len());
    for (path, _) in desired.outputs.iter() {
        if let Some(other) = seen.insert(collision_key(&path.to_string_lossy()), path) {
            let message = format!(
                "{} and {} are one file where case does not count",
                other.display(),
                path.display()
            );
            return Err(Error::new(Code::DesiredStateConflict, message)
                .at(path)
                .with("reason_code", "case_collision")
                .with("other", other.display().to_string()));
        }
    }
    Ok(())
}
