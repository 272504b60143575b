//! The hosts, as data: each `adapters/<host>.toml` says what the host reads and where.
//! Nothing here renders; a route only names the writer that does.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::config::{Layout, ModuleKind};

/// One host, by the name used in configs and tool arguments.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Host(&'static str);

impl Host {
    /// The host of that name, if an adapter exists.
    pub fn named(name: &str) -> Option<Host> {
        ADAPTERS.iter().find(|adapter| adapter.name == name).map(|adapter| Host(&adapter.name))
    }

    /// Every host, sorted by name.
    pub fn all() -> impl Iterator<Item = Host> {
        ADAPTERS.iter().map(|adapter| Host(&adapter.name))
    }

    /// The name used in configs and tool arguments.
    pub fn name(self) -> &'static str {
        self.0
    }
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

/// The table of one host.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adapter {
    /// As in configs.
    pub name: String,
    /// As the vendor writes it.
    pub title: String,
    /// The version the table was checked against.
    pub checked: String,
    /// What a maintainer or user should know about the host's paths.
    pub notes: Vec<String>,
    /// Where the facts come from.
    pub cites: Vec<String>,
    flags: BTreeMap<String, bool>,
    #[serde(default)]
    upstream_flags: BTreeMap<String, bool>,
    #[serde(default)]
    places: BTreeMap<String, Place>,
    #[serde(rename = "route")]
    pub(crate) routes: Vec<Route>,
    #[serde(default)]
    pub(crate) events: BTreeMap<String, String>,
    #[serde(default, rename = "loss")]
    pub(crate) losses: Vec<Loss>,
}

/// A folder that an option or the environment can move.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Place {
    pub(crate) option: String,
    pub(crate) default: String,
}

/// Modules of some kinds, in one scope, go to one place in one way.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Route {
    kinds: Vec<String>,
    pub(crate) scope: RouteScope,
    layout: Option<LayoutName>,
    #[serde(default)]
    pub(crate) when: When,
    /// The managed folder: it carries a manifest, and paths are relative to it.
    pub(crate) root: String,
    pub(crate) path: String,
    pub(crate) write: Writer,
    pub(crate) format: Option<Format>,
    pub(crate) key: Option<String>,
    pub(crate) dialect: Option<Dialect>,
    flag: String,
    block_flag: Option<String>,
    /// Files here that we did not write are reported as extra.
    #[serde(default)]
    pub(crate) scan: bool,
    /// Several hosts read this folder, and it is written once for all of them.
    #[serde(default)]
    pub(crate) shared: bool,
    /// Hosts that read the file although the route belongs to this one.
    #[serde(default)]
    pub(crate) readers: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RouteScope {
    User,
    Project,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LayoutName {
    Current,
    Upstream,
}

/// Which instructions a route takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum When {
    #[default]
    Always,
    /// Those limited to some files.
    Globs,
    /// Those for every file, and only while no `AGENTS.md` is written that the host reads.
    NoAgentsMd,
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
    AgentToml,
    Server,
    Hook,
    HookFile,
}

/// The format of a file that is merged into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    Toml,
    Jsonc,
}

/// The host's own words for a thing all hosts have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Dialect {
    Codex,
    Claude,
    Cursor,
    Vscode,
    Paths,
    Mdc,
    MdcAlways,
    ApplyTo,
    MatcherGroups,
    Commands,
}

/// Something a host cannot express.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Loss {
    kinds: Vec<String>,
    pub(crate) scope: Option<RouteScope>,
    pub(crate) field: Option<String>,
    pub(crate) says: String,
}

impl Route {
    pub(crate) fn takes(&self, kind: ModuleKind) -> bool {
        self.kinds.iter().any(|name| name == kind.name())
    }

    pub(crate) fn is_in(&self, layout: Layout) -> bool {
        match self.layout {
            None => true,
            Some(LayoutName::Current) => layout == Layout::Current,
            Some(LayoutName::Upstream) => layout == Layout::Upstream,
        }
    }

    pub(crate) fn flag(&self) -> &str {
        &self.flag
    }

    pub(crate) fn block_flag(&self) -> Option<&str> {
        self.block_flag.as_deref()
    }
}

impl Loss {
    pub(crate) fn concerns(&self, kind: ModuleKind) -> bool {
        self.kinds.iter().any(|name| name == kind.name())
    }
}

impl Adapter {
    /// The table of `host`.
    pub fn of(host: Host) -> &'static Adapter {
        ADAPTERS.iter().find(|adapter| adapter.name == host.0).expect("a host comes from a table")
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

    pub(crate) fn places(&self) -> impl Iterator<Item = (&str, &Place)> {
        self.places.iter().map(|(name, place)| (name.as_str(), place))
    }
}

/// Sorted by name, so that every list of hosts comes out in the same order.
static ADAPTERS: LazyLock<Vec<Adapter>> = LazyLock::new(|| {
    [
        include_str!("../adapters/claude_code.toml"),
        include_str!("../adapters/codex.toml"),
        include_str!("../adapters/cursor.toml"),
        include_str!("../adapters/vscode.toml"),
    ]
    .map(|text| toml_edit::de::from_str(text).expect("the built-in adapter tables are valid"))
    .into()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_names_known_kinds_flags_and_readers() {
        for adapter in ADAPTERS.iter() {
            assert!(!adapter.cites.is_empty() && !adapter.checked.is_empty());
            for route in &adapter.routes {
                assert!(
                    adapter.flags.contains_key(&route.flag),
                    "{}: {}",
                    adapter.name,
                    route.flag
                );
                assert!(
                    route.block_flag.as_ref().is_none_or(|flag| adapter.flags.contains_key(flag))
                );
                for kind in &route.kinds {
                    assert!(ModuleKind::named(kind).is_some(), "{}: {kind}", adapter.name);
                }
                for reader in &route.readers {
                    assert!(Host::named(reader).is_some(), "{}: {reader}", adapter.name);
                }
                let merges = matches!(route.write, Writer::Server | Writer::Hook);
                assert_eq!(
                    merges,
                    route.format.is_some() && route.key.is_some(),
                    "{}: {}",
                    adapter.name,
                    route.path
                );
            }
        }
    }

    #[test]
    fn every_kind_reaches_every_host_or_its_loss_is_told() {
        for adapter in ADAPTERS.iter() {
            for kind in ModuleKind::ALL {
                for scope in [RouteScope::User, RouteScope::Project] {
                    let written = adapter.routes.iter().any(|route| {
                        route.takes(kind) && route.scope == scope && route.is_in(Layout::Current)
                    });
                    let told = adapter
                        .losses
                        .iter()
                        .any(|loss| loss.concerns(kind) && loss.scope == Some(scope));
                    assert!(written != told, "{} {} {scope:?}", adapter.name, kind.name());
                }
            }
        }
    }

    #[test]
    fn hosts_are_listed_by_name() {
        let names: Vec<_> = Host::all().map(Host::name).collect();
        assert_eq!(names, ["claude_code", "codex", "cursor", "vscode"]);
    }
}
