//! Modules through the adapters' routes into the files that should exist. One render serves all targets.
//! Reads module files; knows nothing of what is on disk at the destinations.

mod document;
mod hook;
mod instructions;
mod loss;
mod readers;
mod server;
mod skill;
mod view;

use std::collections::btree_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::adapter::{DocumentShape, Format as FileFormat, Host, Route, RouteScope, Shape, Writer};
use crate::config::{Config, Layout, ModuleKind, Scope, Target};
use crate::environment::Environment;
use crate::error::{Code, Error, Result};
use crate::merge::{Format, Piece};
use crate::module::{File, Module, ModuleId};
use crate::owner::Owner;
use crate::path::{PathMap, RelPath, collision_key, fs_key};
use content_digest::Digest;
pub(crate) use instructions::{is_import, without_import};
use readers::Readers;
use view::HostView;

/// What should exist for all configured targets.
#[derive(Debug, Default)]
pub struct Desired {
    /// Managed folders; outputs refer to them by position.
    pub roots: Vec<Root>,
    /// Every file that is to exist, by absolute path.
    pub outputs: PathMap<Output>,
    /// What hosts cannot express.
    pub losses: Vec<LossNote>,
}

/// A folder that carries a manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root {
    /// Names the manifest.
    pub owner: Owner,
    /// The managed folder, absolute.
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
    pub modules: Vec<ModuleId>,
    /// Its bytes, or our part of them.
    pub content: Content,
    /// What wrote it, so that an edit can be carried back to its module.
    pub(crate) writer: Writer,
    /// Where a module's text stands in a structured document.
    pub(crate) body: Option<(FileFormat, String)>,
    /// Nothing but the line that imports `AGENTS.md`, so that a link to that file does the same.
    pub(crate) is_bridge: bool,
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
        /// The digest of the content.
        digest: Digest,
        /// Its bytes where a patch made them.
        patched: Option<Arc<[u8]>>,
    },
    /// Made by a writer.
    Bytes(Vec<u8>),
    /// Merged into what is there.
    Merge {
        /// How the host's file is written.
        format: Format,
        /// The parts that agentpack puts into the file.
        pieces: Vec<Piece>,
    },
}

/// Something a host cannot express about a module.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LossNote {
    /// The host that cannot express it.
    pub target: Host,
    /// The id of the module that loses it.
    pub module_id: ModuleId,
    /// The field that is dropped; `None` when nothing is written at all.
    pub field: Option<String>,
    /// What is lost and why, in one sentence.
    pub message: String,
}

/// Renders `modules` for every target of `config`.
pub(crate) fn render(config: &Config, modules: &[Module], env: &Environment) -> Result<Desired> {
    let views: Vec<HostView<'_>> = config
        .targets
        .iter()
        .filter_map(|(host, target)| HostView::new(*host, target, config, env))
        .collect();
    let readers = Readers::new(&views);
    let mut rendering =
        Rendering { desired: Desired::default(), readers: &readers, delivered: BTreeSet::new() };
    for view in &views {
        for route in view.routes() {
            rendering.route(view, route, modules)?;
        }
        rendering.static_losses(view, modules);
    }
    refuse_collisions(&rendering.desired)?;
    let mut losses = std::mem::take(&mut rendering.desired.losses);
    loss::tidy(&mut losses, config, modules);
    rendering.desired.losses = losses;
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

/// Every route of every known host with the folder it writes to here, whether configured or not. Without a project
/// there are those of the home folder only.
pub(crate) fn possible_routes<'c>(
    config: &'c Config,
    env: &Environment,
) -> Vec<(Host, &'c Route, Root)> {
    let fallback = Target { scope: Scope::Both, ..Target::default() };
    let mut routes = Vec::new();
    for adapter in config.hosts.iter() {
        let host = adapter.host();
        let target = config.targets.get(&host).unwrap_or(&fallback);
        let Some(view) = HostView::new(host, target, config, env) else { continue };
        let here = |route: &&Route| route.scope == RouteScope::User || env.has_project();
        let found = adapter.routes.iter().filter(here);
        routes.extend(found.map(|route| (host, route, view.root(route))));
    }
    routes
}

/// The folders in which the hosts in question look for skills, besides those that are written for them.
pub(crate) fn skill_folders(survey: &crate::survey::Survey) -> Vec<(Host, PathBuf)> {
    let mut folders = Vec::new();
    for host in &survey.targets {
        let Some(target) = survey.config.targets.get(host) else { continue };
        let Some(view) = HostView::new(*host, target, &survey.config, &survey.env) else {
            continue;
        };
        for read in &view.adapter.reads {
            if read.kinds.contains(&ModuleKind::Skill) && view.has_scope(read.scope) {
                folders.push((*host, view.expand(&read.root)));
            }
        }
    }
    folders
}

struct Rendering<'r> {
    desired: Desired,
    readers: &'r Readers<'r>,
    /// Modules that a host gets by a route of its own.
    delivered: BTreeSet<(Host, ModuleId)>,
}

impl Rendering<'_> {
    fn route(&mut self, view: &HostView<'_>, route: &Route, modules: &[Module]) -> Result<()> {
        let root = self.root_index(view.root(route));
        for module in modules {
            self.note_rule_instead(view, route, module);
        }
        let readers = self.readers;
        let chosen: Vec<&Module> =
            modules.iter().filter(|module| readers.takes(view, route, module)).collect();
        if chosen.is_empty() {
            return Ok(());
        }
        self.delivered.extend(chosen.iter().map(|module| (view.host, module.id.clone())));
        let mut sink = Sink { rendering: self, view, route, root, last: None };
        match route.write {
            Writer::Sections => instructions::sections(&mut sink, &chosen),
            Writer::Bridge => instructions::bridge(&mut sink, &chosen),
            Writer::Rule => instructions::rules(&mut sink, &chosen),
            Writer::Tree => skill::trees(&mut sink, &chosen),
            Writer::Skill => skill::from_prompts(&mut sink, &chosen),
            Writer::Document => document::documents(&mut sink, &chosen),
            Writer::Server => server::servers(&mut sink, &chosen),
            Writer::Hook => hook::merged(&mut sink, &chosen),
            Writer::HookFile => hook::files(&mut sink, &chosen),
        }
    }

    /// A section with globs stays out of a file that a host with rules would load whole.
    fn note_rule_instead(&mut self, view: &HostView<'_>, route: &Route, module: &Module) {
        let Some(others) = self.readers.rule_readers(view, route, module) else { return };
        let names: Vec<_> = others.iter().map(|host| host.name()).collect();
        let message = format!(
            "{} has no rules for some files, and {} would load {} whole; the module is not written",
            view.adapter.title,
            names.join(", "),
            route.path
        );
        self.lose(view, module, Some("globs"), message);
    }

    fn lose(&mut self, view: &HostView<'_>, module: &Module, field: Option<&str>, message: String) {
        self.desired.losses.push(LossNote {
            target: view.host,
            module_id: module.id.clone(),
            field: field.map(str::to_owned),
            message,
        });
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

    /// What a host has no place for, and the losses a table states for a field that a module uses.
    fn static_losses(&mut self, view: &HostView<'_>, modules: &[Module]) {
        if view.layout == Layout::Upstream {
            return;
        }
        for module in modules.iter().filter(|module| module.is_for(view.host)) {
            self.no_place(view, module);
            let concerns = |loss: &&crate::adapter::Loss| {
                loss.kinds.contains(&module.kind)
                    && loss.scope.is_none_or(|scope| view.goes_to(module, scope))
                    && loss.field.as_deref().is_some_and(|field| uses(module, field))
            };
            let losses: Vec<_> = view.adapter.losses.iter().filter(concerns).collect();
            let is_told = !losses.is_empty()
                && (self.delivered.contains(&(view.host, module.id.clone()))
                    || self.readers.is_served(view, module));
            for loss in losses.into_iter().filter(|_| is_told) {
                self.lose(view, module, loss.field.as_deref(), loss.says.clone());
            }
        }
    }

    fn no_place(&mut self, view: &HostView<'_>, module: &Module) {
        if let Some(scope) = module.scope
            && !view.has_scope(scope)
        {
            if scope == RouteScope::User || view.env.has_project() {
                let message = format!(
                    "the module is for the {} scope, which the target {} leaves out",
                    scope.name(),
                    view.host
                );
                self.lose(view, module, Some("scope"), message);
            }
            return;
        }
        for scope in [RouteScope::User, RouteScope::Project] {
            if !view.goes_to(module, scope)
                || view.adapter.has_route(module.kind, scope, view.layout)
            {
                continue;
            }
            let told = view.adapter.losses.iter().find(|loss| {
                loss.field.is_none()
                    && loss.kinds.contains(&module.kind)
                    && loss.scope.is_none_or(|own| own == scope)
            });
            let message = told.map_or_else(
                || loss::no_place(view.adapter, module.kind, scope),
                |loss| loss.says.clone(),
            );
            self.lose(view, module, None, message);
        }
    }
}

fn uses(module: &Module, field: &str) -> bool {
    match module.kind {
        ModuleKind::Agent | ModuleKind::Prompt | ModuleKind::Command => {
            document::front_field(module, field).is_some()
        }
        ModuleKind::Hook => hook::field(module, field).is_some(),
        _ => false,
    }
}

/// Where a writer puts its outputs.
struct Sink<'s, 'r> {
    rendering: &'s mut Rendering<'r>,
    view: &'s HostView<'s>,
    route: &'s Route,
    root: usize,
    /// The readers of the module before: a skill has many files, and all have the same.
    last: Option<(ModuleId, BTreeSet<Host>)>,
}

impl Sink<'_, '_> {
    /// The file of `module` under the route, its placeholders filled.
    fn place(&self, module: &Module) -> Result<RelPath> {
        let stem = match module.kind {
            ModuleKind::Prompt | ModuleKind::Command => module.document().0.stem(),
            _ => &module.name,
        };
        let mut text = self.route.path.replace("{name}", &module.name).replace("{stem}", stem);
        if text.contains("{key}") {
            text = text.replace("{key}", &fs_key(module.id.as_str()));
        }
        RelPath::new(&text).map_err(|problem| module.problem(problem))
    }

    fn root_path(&self) -> &Path {
        &self.rendering.desired.roots[self.root].path
    }

    fn lose(&mut self, module: &Module, field: &str, message: String) {
        let view = self.view;
        self.rendering.lose(view, module, Some(field), message);
    }

    /// The host's name as its vendor writes it.
    fn title(&self) -> &str {
        &self.view.adapter.title
    }

    /// The text of a prompt with its arguments as the host spells them.
    fn with_arguments(&mut self, module: &Module, text: &str) -> String {
        const OURS: &str = "$ARGUMENTS";
        if !text.contains(OURS) {
            return text.to_owned();
        }
        if let Some(theirs) = &self.route.arguments {
            return text.replace(OURS, theirs);
        }
        let message = format!("{} does not replace {OURS}; it stays as written", self.title());
        self.lose(module, OURS, message);
        text.to_owned()
    }

    /// The host, and those whose own routes yield to this one for any of the modules.
    fn readers(&mut self, modules: &[&Module]) -> BTreeSet<Host> {
        if let ([module], Some((id, readers))) = (modules, &self.last)
            && module.id == *id
        {
            return readers.clone();
        }
        let mut readers = BTreeSet::from([self.view.host]);
        for module in modules {
            readers.extend(self.rendering.readers.relying(self.view, self.route, module));
        }
        self.rendering.desired.roots[self.root].readers.extend(&readers);
        if let [module] = modules {
            self.last = Some((module.id.clone(), readers.clone()));
        }
        readers
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
        let readers = self.readers(modules);
        let mut ids: Vec<ModuleId> = modules.iter().map(|module| module.id.clone()).collect();
        let mut slot = match self.rendering.desired.outputs.entry(full) {
            Entry::Occupied(slot) => slot,
            Entry::Vacant(slot) => {
                ids.sort();
                let writer = self.route.write;
                let root = self.root;
                let body = match &self.route.shape {
                    Shape::Document(DocumentShape { body: Some(key), .. }) => {
                        self.route.format.map(|format| (format, key.clone()))
                    }
                    _ => None,
                };
                let is_bridge = self.route.write == Writer::Bridge
                    && matches!(&content, Content::Bytes(bytes) if is_import(&String::from_utf8_lossy(bytes)));
                slot.insert(Output {
                    root,
                    readers,
                    modules: ids,
                    content,
                    writer,
                    body,
                    is_bridge,
                    executable,
                });
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

fn listed(ids: &[ModuleId]) -> String {
    ids.iter().map(ModuleId::as_str).collect::<Vec<_>>().join(", ")
}

fn conflict(path: &Path, known: &Output, new: (Option<Digest>, &[ModuleId])) -> Error {
    let side = |digest: Option<Digest>, ids: &[ModuleId]| serde_json::json!({"sha256": digest.map(|digest| digest.to_string()), "module_ids": ids});
    let message = format!(
        "modules {} and {} want different content at {}",
        listed(&known.modules),
        listed(new.1),
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
