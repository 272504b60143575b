//! The hosts, as data: each `adapters/<host>.toml` says what the host reads and where, in which spelling.
//! Nothing here renders; a route only names the writer that does. Checking a table is in `adapter/read.rs`.

mod built_in;
mod hosts;
mod read;
mod shape;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Mutex, PoisonError};

use serde::Deserialize;

use crate::config::{Layout, ModuleKind};

pub use hosts::Hosts;
pub(crate) use shape::{DocumentShape, HookShape, SERVER_FIELDS, ServerShape, Shape};

/// One host, by the name used in configs and tool arguments.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Host(&'static str);

/// Names seen so far. They live as long as the process: there are as many as there are hosts.
static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

impl Host {
    /// The host of that name, if an adapter is built in.
    pub fn named(name: &str) -> Option<Host> {
        Hosts::built_in().named(name)
    }

    /// Every host with a built-in adapter, sorted by name.
    pub fn all() -> impl Iterator<Item = Host> {
        Hosts::built_in().iter().map(Adapter::host).collect::<Vec<_>>().into_iter()
    }

    /// The hosts that tool schemas name, in the order of the specification.
    pub fn specified() -> Vec<Host> {
        let hosts = Hosts::built_in();
        let mut listed: Vec<_> =
            hosts.iter().filter_map(|it| Some((it.specified?, it.host()))).collect();
        listed.sort_unstable();
        listed.into_iter().map(|(_, host)| host).collect()
    }

    /// A host by name alone, whether or not there is an adapter for it here.
    pub(crate) fn of(name: &str) -> Option<Host> {
        if !is_name(name) {
            return None;
        }
        let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = names.get(name) {
            return Some(Host(known));
        }
        let kept: &'static str = Box::leak(name.into());
        names.insert(kept);
        Some(Host(kept))
    }

    /// The name used in configs and tool arguments.
    pub fn name(self) -> &'static str {
        self.0
    }
}

/// Whether a host can have this name: it stands in configs, file names and tool arguments.
fn is_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
    !name.is_empty() && name.len() <= 64 && name.chars().all(plain)
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// The table of one host, checked.
#[derive(Debug)]
pub struct Adapter {
    host: Host,
    /// As the vendor writes it.
    pub title: String,
    /// The version the table was checked against.
    pub checked: String,
    /// What a maintainer or user should know about the host's paths.
    pub notes: Vec<String>,
    /// Where the facts come from.
    pub cites: Vec<String>,
    /// The place in the tool schemas, for hosts that the specification names.
    pub specified: Option<u32>,
    flags: BTreeMap<String, bool>,
    upstream_flags: BTreeMap<String, bool>,
    places: BTreeMap<String, Place>,
    pub(crate) routes: Vec<Route>,
    /// What the host reads besides what is written for it.
    pub(crate) reads: Vec<Read>,
    pub(crate) events: BTreeMap<String, String>,
    pub(crate) losses: Vec<Loss>,
    pub(crate) asks: Vec<Ask>,
}

/// A folder that an option or the environment can move.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Place {
    pub(crate) option: String,
    pub(crate) default: String,
    /// The environment variable that moves it.
    pub(crate) variable: Option<String>,
    /// Below what the variable names.
    #[serde(default)]
    pub(crate) below: String,
}

/// Modules of some kinds, in one scope, go to one place in one way.
#[derive(Debug, Clone)]
pub(crate) struct Route {
    pub(crate) kinds: Vec<ModuleKind>,
    pub(crate) scope: RouteScope,
    pub(crate) layout: Option<Layout>,
    pub(crate) when: When,
    /// Not written for a module that the host already reads where another host's route puts it.
    pub(crate) yields: bool,
    /// The managed folder: it carries a manifest, and paths are relative to it.
    pub(crate) root: String,
    pub(crate) path: String,
    pub(crate) write: Writer,
    pub(crate) format: Option<Format>,
    pub(crate) key: Option<String>,
    pub(crate) shape: Shape,
    /// Taken in place of the host's route to this file, where another host reads that file and follows its import.
    pub(crate) instead_of: Option<String>,
    /// The line by which a bridge includes `AGENTS.md`.
    pub(crate) import: Option<String>,
    /// How the host spells the arguments of a prompt; `None` when it does not replace them.
    pub(crate) arguments: Option<String>,
    pub(crate) flag: String,
    pub(crate) block_flag: Option<String>,
    /// Files here that we did not write are reported as extra.
    pub(crate) scan: bool,
    /// Several hosts read this folder, and it is written once for all of them.
    pub(crate) shared: bool,
}

/// A place where a host looks for modules of some kinds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Read {
    pub(crate) kinds: Vec<ModuleKind>,
    pub(crate) scope: RouteScope,
    pub(crate) root: String,
    /// A file of the folder; `None` for everything in it.
    pub(crate) path: Option<String>,
}

/// The home folder or the project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RouteScope {
    /// Paths below the home folder.
    User,
    /// Paths below the project's root.
    Project,
}

impl RouteScope {
    /// The word in configs and messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Project => "project",
        }
    }
}

/// Which instructions a route takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum When {
    #[default]
    Always,
    /// Those limited to some files.
    Globs,
    /// Those for every file.
    Plain,
}

/// How a module becomes files; one per file in `render/`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Writer {
    Sections,
    Bridge,
    Rule,
    Tree,
    Document,
    Skill,
    Server,
    Hook,
    HookFile,
}

/// The format of a file that is merged into, or of a document that is not Markdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    Toml,
    Jsonc,
    Yaml,
}

impl Format {
    pub(crate) fn merge(self) -> crate::merge::Format {
        match self {
            Self::Toml => crate::merge::Format::Toml,
            Self::Jsonc => crate::merge::Format::Jsonc,
            Self::Yaml => crate::merge::Format::Yaml,
        }
    }
}

/// Something a host cannot express.
#[derive(Debug, Clone)]
pub(crate) struct Loss {
    pub(crate) kinds: Vec<ModuleKind>,
    pub(crate) scope: Option<RouteScope>,
    pub(crate) field: Option<String>,
    pub(crate) says: String,
}

/// Something a host asks the person to do before it uses what was written.
#[derive(Debug, Clone)]
pub(crate) struct Ask {
    pub(crate) kinds: Vec<ModuleKind>,
    pub(crate) scope: Option<RouteScope>,
    pub(crate) says: String,
}

impl Route {
    pub(crate) fn takes(&self, kind: ModuleKind) -> bool {
        self.kinds.contains(&kind)
    }

    pub(crate) fn is_in(&self, layout: Layout) -> bool {
        self.layout.is_none_or(|own| own == layout)
    }
}

impl Adapter {
    /// The host whose files it places.
    pub fn host(&self) -> Host {
        self.host
    }

    /// Options a config may set for this host.
    pub fn option_names(&self) -> impl Iterator<Item = &str> {
        let places = self.places.values().map(|place| place.option.as_str());
        self.flags.keys().map(String::as_str).chain(places)
    }

    /// Whether the option is true or false, rather than a folder.
    pub fn is_flag(&self, option: &str) -> bool {
        self.flags.contains_key(option)
    }

    /// Whether any route of the layout writes to the home folder.
    pub fn has_user_files(&self, layout: Layout) -> bool {
        self.routes.iter().any(|route| route.scope == RouteScope::User && route.is_in(layout))
    }

    pub(crate) fn default_flag(&self, option: &str, layout: Layout) -> bool {
        let upstream =
            (layout == Layout::Upstream).then(|| self.upstream_flags.get(option)).flatten();
        upstream.or_else(|| self.flags.get(option)).copied().unwrap_or(false)
    }

    pub(crate) fn place(&self, name: &str) -> Option<&Place> {
        self.places.get(name)
    }

    /// Whether the host's own routes cover a kind in a scope and layout.
    pub(crate) fn has_route(&self, kind: ModuleKind, scope: RouteScope, layout: Layout) -> bool {
        let fits = |route: &Route| route.scope == scope && route.is_in(layout);
        self.routes.iter().any(|route| route.takes(kind) && fits(route))
    }

    /// Where modules of a kind go in a scope of the current layout, as templates; for people.
    pub fn destinations(&self, kind: ModuleKind, scope: RouteScope) -> Vec<String> {
        let fits = |route: &&Route| {
            route.takes(kind) && route.scope == scope && route.is_in(Layout::Current)
        };
        let place = |route: &Route| {
            let mut text = self.shown_below(&route.root, &route.path);
            if matches!(route.write, Writer::Tree) {
                text.push('/');
            }
            if let Some(key) = &route.key {
                text = format!("{text} ({key})");
            }
            if route.when == When::Globs {
                text.push_str(" (with globs)");
            }
            text
        };
        let mut found: Vec<String> = self.routes.iter().filter(fits).map(place).collect();
        found.dedup();
        found
    }

    /// A path below a folder template, as a person writes it.
    fn shown_below(&self, root: &str, path: &str) -> String {
        match self.shown(root).as_str() {
            "." => path.to_owned(),
            folder => format!("{folder}/{path}"),
        }
    }

    /// A folder template as a person writes it.
    fn shown(&self, root: &str) -> String {
        let (place, rest) = split_template(root);
        let rest = rest.strip_prefix('/').unwrap_or(rest);
        let base = match place {
            "home" => "~".to_owned(),
            "config" => "~/.config".to_owned(),
            "project" => return if rest.is_empty() { ".".into() } else { rest.to_owned() },
            name => self.place(name).map_or_else(String::new, |place| self.shown(&place.default)),
        };
        if rest.is_empty() { base } else { format!("{base}/{rest}") }
    }

    /// Places of other hosts that this one reads too, by kind and scope; for people.
    pub fn also_reads(&self) -> Vec<(ModuleKind, RouteScope, String)> {
        let mut all = Vec::new();
        for read in &self.reads {
            let place = match &read.path {
                Some(path) => self.shown_below(&read.root, path),
                None => format!("{}/", self.shown(&read.root)),
            };
            all.extend(read.kinds.iter().map(|kind| (*kind, read.scope, place.clone())));
        }
        all
    }

    /// What is lost for a kind of module, or for one of its fields; for people.
    pub fn known_losses(&self) -> Vec<(Vec<ModuleKind>, Option<RouteScope>, &str)> {
        self.losses.iter().map(|it| (it.kinds.clone(), it.scope, it.says.as_str())).collect()
    }

    /// Fields that the host's spelling has no word for; for people.
    pub fn field_losses(&self) -> Vec<String> {
        let mut all = BTreeSet::new();
        for route in self.routes.iter().filter(|route| route.is_in(Layout::Current)) {
            let is_prompt = route.takes(ModuleKind::Prompt) && !matches!(route.write, Writer::Tree);
            if is_prompt && route.arguments.is_none() {
                all.insert("`$ARGUMENTS` of a prompt or command stays as written".to_owned());
            }
            match &route.shape {
                Shape::Server(shape) => {
                    for field in SERVER_FIELDS.into_iter().filter(|it| shape.field(it).is_none()) {
                        all.insert(format!("`{field}` of a server"));
                    }
                    if shape.variable.is_none() {
                        all.insert("variables in the arguments or the address of a server".into());
                    }
                }
                Shape::Hook(shape) => {
                    if shape.matcher.is_none() {
                        all.insert("`matcher` of a hook".into());
                    }
                    if shape.timeout.is_none() {
                        all.insert("`timeout` of a hook".into());
                    }
                }
                Shape::Document(shape) if route.takes(ModuleKind::Agent) => {
                    for field in ["model", "tools"] {
                        if !shape.fields.contains_key(field) {
                            all.insert(format!("`{field}` of a subagent"));
                        }
                    }
                }
                _ => {}
            }
        }
        let takes_globs = |route: &Route| {
            route.when == When::Globs
                || matches!(&route.shape, Shape::Rule(shape) if shape.globs.is_some())
        };
        if !self.routes.iter().any(takes_globs) {
            all.insert("`globs` of instructions".into());
        }
        all.into_iter().collect()
    }

    /// What the host asks a person to do, one sentence each.
    pub fn requests(&self) -> impl Iterator<Item = &str> {
        self.asks.iter().map(|ask| ask.says.as_str())
    }
}

/// `{place}/rest` as its two parts; a template without a place has an empty first part.
pub(crate) fn split_template(template: &str) -> (&str, &str) {
    match template.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
        Some((place, rest)) => (place, rest),
        None => ("", template),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_listed_by_name_and_the_specified_ones_in_their_order() {
        let names: Vec<_> = Host::all().map(Host::name).collect();
        assert!(names.is_sorted() && names.len() >= 16, "{names:?}");
        let specified: Vec<_> = Host::specified().into_iter().map(Host::name).collect();
        assert_eq!(specified, ["codex", "claude_code", "cursor", "vscode"]);
    }

    #[test]
    fn every_built_in_table_names_its_sources_and_version() {
        for adapter in Hosts::built_in().iter() {
            assert!(!adapter.cites.is_empty() && !adapter.checked.is_empty(), "{}", adapter.host());
        }
    }

    #[test]
    fn a_kind_a_host_cannot_take_is_not_also_routed() {
        for adapter in Hosts::built_in().iter() {
            for loss in adapter.losses.iter().filter(|loss| loss.field.is_none()) {
                for kind in &loss.kinds {
                    for scope in [RouteScope::User, RouteScope::Project] {
                        let told = loss.scope.is_none_or(|own| own == scope);
                        let routed = adapter.has_route(*kind, scope, Layout::Current);
                        assert!(!(told && routed), "{} {}", adapter.host(), kind.name());
                    }
                }
            }
        }
    }

    #[test]
    fn names_that_could_not_stand_in_a_file_name_are_no_hosts() {
        assert!(Host::of("a/b").is_none() && Host::of("").is_none() && Host::of("A").is_none());
        assert_eq!(Host::of("some_host"), Host::of("some_host"));
    }
}
