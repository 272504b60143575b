//! One host as a config has it: its table, its scopes, its folders on this machine.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::Root;
use crate::adapter::{Adapter, Host, Route, RouteScope, split_template};
use crate::config::{Config, Layout, Scope, Target};
use crate::environment::Environment;
use crate::module::Module;
use crate::owner::Owner;
use crate::path::expand_home;

/// One host as configured.
pub(super) struct HostView<'v> {
    pub(super) host: Host,
    pub(super) adapter: &'v Adapter,
    pub(super) target: &'v Target,
    pub(super) layout: Layout,
    pub(super) env: &'v Environment,
}

impl<'v> HostView<'v> {
    /// `None` for a host without a table, which a checked config cannot name.
    pub(super) fn new<'c: 'v>(
        host: Host,
        target: &'v Target,
        config: &'c Config,
        env: &'v Environment,
    ) -> Option<Self> {
        let layout = target.layout.unwrap_or(config.layout);
        let adapter = config.hosts.adapter(host)?;
        Some(Self { host, adapter, target, layout, env })
    }

    pub(super) fn routes(&self) -> impl Iterator<Item = &'v Route> {
        self.adapter.routes.iter().filter(|route| {
            route.is_in(self.layout) && self.has_scope(route.scope) && self.flag(&route.flag)
        })
    }

    pub(super) fn has_scope(&self, scope: RouteScope) -> bool {
        match (self.target.scope, scope) {
            (Scope::User, RouteScope::Project) | (Scope::Project, RouteScope::User) => false,
            (_, RouteScope::Project) => self.env.has_project(),
            (_, RouteScope::User) => true,
        }
    }

    /// Whether a module belongs into a scope of this host. One without a scope of its own goes into the project
    /// where the target has one, so that no host finds it twice; the older layout wrote it to both.
    pub(super) fn goes_to(&self, module: &Module, scope: RouteScope) -> bool {
        let belongs = match module.scope {
            Some(own) => own == scope,
            None if self.layout == Layout::Upstream => true,
            None if self.target.scope == Scope::User => scope == RouteScope::User,
            None => scope == RouteScope::Project,
        };
        belongs && self.has_scope(scope)
    }

    pub(super) fn flag(&self, flag: &str) -> bool {
        flag_value(self.adapter, self.target, self.layout, flag)
    }

    pub(super) fn root(&self, route: &Route) -> Root {
        Root {
            owner: if route.shared { Owner::SHARED } else { self.host.into() },
            path: self.expand(&route.root),
            scan: route.scan,
            in_project: route.scope == RouteScope::Project,
            readers: BTreeSet::from([self.host]),
        }
    }

    /// Fills `{home}`, `{config}`, `{project}` and the host's own places into a path.
    pub(super) fn expand(&self, template: &str) -> PathBuf {
        let (place, rest) = split_template(template);
        let base = match place {
            "" => return PathBuf::from(template),
            "home" => self.env.home.clone(),
            "config" => self.env.config(),
            "project" => self.env.project.clone(),
            name => self.place(name),
        };
        // Plain, because what lies below is looked up by its bytes.
        base.join(rest.trim_start_matches('/')).components().collect()
    }

    fn place(&self, name: &str) -> PathBuf {
        let place = self.adapter.place(name).expect("a checked table names its own places");
        if let Some(text) =
            self.target.options.get(&place.option).and_then(serde_json::Value::as_str)
        {
            return self.env.project.join(expand_home(text, &self.env.home));
        }
        match place.variable.as_deref().and_then(|variable| self.env.variable(variable)) {
            Some(path) if place.below.is_empty() => path.to_path_buf(),
            Some(path) => path.join(&place.below),
            None => self.expand(&place.default),
        }
    }
}

fn flag_value(adapter: &Adapter, target: &Target, layout: Layout, flag: &str) -> bool {
    let set = target.options.get(flag).and_then(serde_json::Value::as_bool);
    set.unwrap_or_else(|| adapter.default_flag(flag, layout))
}
