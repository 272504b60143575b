//! The one table of readers: which configured host looks where, and so which of several routes a module takes.
//! Nothing reaches a host twice: a route that yields is left out where the host reads what another host gets.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::HostView;
use crate::adapter::{Host, Route, RouteScope, When, Writer};
use crate::config::{Layout, ModuleKind};
use crate::module::Module;

/// Who reads what, for the hosts of one config.
pub(super) struct Readers<'r> {
    views: &'r [HostView<'r>],
    looks: Vec<Look>,
    firm: Vec<Firm<'r>>,
}

/// A place where a host looks for modules of other hosts.
struct Look {
    host: Host,
    kinds: Vec<ModuleKind>,
    scope: RouteScope,
    root: PathBuf,
    path: Option<String>,
}

/// A route that is written whatever else there is.
struct Firm<'r> {
    view: &'r HostView<'r>,
    route: &'r Route,
    root: PathBuf,
}

impl<'r> Readers<'r> {
    pub(super) fn new(views: &'r [HostView<'r>]) -> Self {
        let (mut looks, mut firm) = (Vec::new(), Vec::new());
        for view in views {
            let routes = view.routes().filter(|route| !route.yields);
            firm.extend(routes.map(|route| Firm { view, route, root: view.expand(&route.root) }));
            if view.layout == Layout::Upstream {
                continue;
            }
            looks.extend(view.adapter.reads.iter().map(|read| Look {
                host: view.host,
                kinds: read.kinds.clone(),
                scope: read.scope,
                root: view.expand(&read.root),
                path: read.path.clone(),
            }));
        }
        Self { views, looks, firm }
    }

    /// Whether a host's route writes a module.
    pub(super) fn takes(&self, view: &HostView<'_>, route: &Route, module: &Module) -> bool {
        wants(view, route, module)
            && !self.is_replaced(view, route, module.kind)
            && self.rule_readers(view, route, module).is_none()
            && !(route.yields && self.is_read_elsewhere(view, route, module))
    }

    /// Whether another route of the host is taken in place of this one, or this one is in place of none.
    fn is_replaced(&self, view: &HostView<'_>, route: &Route, kind: ModuleKind) -> bool {
        if route.write != Writer::Bridge {
            return false;
        }
        let is_followed = |path: &str| {
            let root = view.env.project.as_path();
            self.looks.iter().any(|look| {
                look.host != view.host
                    && look.kinds.contains(&kind)
                    && look.root == root
                    && look.path.as_deref() == Some(path)
            })
        };
        match &route.instead_of {
            Some(path) => !is_followed(path),
            None => view.routes().any(|other| {
                other.instead_of.as_ref() == Some(&route.path)
                    && other.scope == route.scope
                    && is_followed(&route.path)
            }),
        }
    }

    /// Hosts that get a module limited to some files as a rule, and would load the file of this route whole.
    pub(super) fn rule_readers(
        &self,
        view: &HostView<'_>,
        route: &Route,
        module: &Module,
    ) -> Option<Vec<Host>> {
        if !route.takes(module.kind) {
            return None;
        }
        let is_whole = match route.write {
            Writer::Sections => true,
            // A bridge of a host with rules leaves such modules to them.
            Writer::Bridge => !view.routes().any(|rule| rule.when == When::Globs),
            _ => false,
        };
        if !is_whole || module.globs().is_empty() || !wants(view, route, module) {
            return None;
        }
        let root = view.expand(&route.root);
        let has_rule = |other: &&HostView<'_>| {
            let mut rules = other.routes().filter(|rule| rule.when == When::Globs);
            other.host != view.host && rules.any(|rule| wants(other, rule, module))
        };
        let reads = |other: &&HostView<'_>| {
            let own = |own: &Route| own.path == route.path && other.expand(&own.root) == root;
            self.looks_at(other.host, route, &root, module.kind) || other.routes().any(own)
        };
        let others: Vec<Host> =
            self.views.iter().filter(has_rule).filter(reads).map(|view| view.host).collect();
        (!others.is_empty()).then_some(others)
    }

    /// Hosts whose own route yields to this one for a module.
    pub(super) fn relying(
        &self,
        view: &HostView<'_>,
        route: &Route,
        module: &Module,
    ) -> BTreeSet<Host> {
        let root = view.expand(&route.root);
        let relies = |other: &&HostView<'_>| {
            let yields = |own: &Route| {
                own.yields
                    && wants(other, own, module)
                    && self.is_read_elsewhere(other, own, module)
            };
            other.host != view.host
                && self.looks_at(other.host, route, &root, module.kind)
                && other.routes().any(yields)
        };
        self.views.iter().filter(relies).map(|view| view.host).collect()
    }

    /// Whether a host finds a module in a file that another host gets, and so gets none of its own.
    pub(super) fn is_served(&self, view: &HostView<'_>, module: &Module) -> bool {
        view.routes().any(|route| {
            route.yields
                && wants(view, route, module)
                && self.is_read_elsewhere(view, route, module)
        })
    }

    /// Whether a module stands in a file of a folder for some host that always gets it there.
    pub(super) fn is_delivered(&self, root: &std::path::Path, path: &str, module: &Module) -> bool {
        self.firm.iter().any(|firm| {
            firm.route.path == path
                && firm.root == root
                && wants(firm.view, firm.route, module)
                && self.rule_readers(firm.view, firm.route, module).is_none()
        })
    }

    fn looks_at(
        &self,
        host: Host,
        route: &Route,
        root: &std::path::Path,
        kind: ModuleKind,
    ) -> bool {
        self.looks.iter().any(|look| {
            look.host == host
                && look.kinds.contains(&kind)
                && look.scope == route.scope
                && look.root == root
                && look.path.as_ref().is_none_or(|path| *path == route.path)
        })
    }

    /// The host finds the module where another host gets it, and nobody gets it where this route would put it.
    fn is_read_elsewhere(&self, view: &HostView<'_>, route: &Route, module: &Module) -> bool {
        let own = view.expand(&route.root);
        let mut elsewhere = false;
        for firm in self.firm.iter().filter(|firm| {
            firm.view.host != view.host
                && wants(firm.view, firm.route, module)
                && self.rule_readers(firm.view, firm.route, module).is_none()
        }) {
            if firm.root == own && firm.route.path == route.path {
                return false;
            }
            elsewhere |= self.looks_at(view.host, firm.route, &firm.root, module.kind);
        }
        elsewhere
    }
}

/// Whether a module is of the kind, host, scope and reach of a route.
fn wants(view: &HostView<'_>, route: &Route, module: &Module) -> bool {
    route.takes(module.kind)
        && module.is_for(view.host)
        && view.goes_to(module, route.scope)
        && match route.when {
            When::Always => true,
            When::Globs => !module.globs().is_empty(),
            When::Plain => module.globs().is_empty(),
        }
}
