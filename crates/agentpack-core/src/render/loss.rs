//! What hosts cannot express, told once for each host and module, and not at all where the config accepts it.

use std::collections::{BTreeMap, BTreeSet};

use super::LossNote;
use crate::adapter::{Adapter, RouteScope};
use crate::config::{Config, ModuleKind};
use crate::module::Module;

/// The word for a module that is not written at all, where losses are accepted by field.
const WHOLE: &str = "module";

/// Sorts the losses, keeps the first of each host, module and field, and drops those that are accepted.
pub(super) fn tidy(losses: &mut Vec<LossNote>, config: &Config, modules: &[Module]) {
    losses.sort();
    let by_id: BTreeMap<&str, &Module> = modules.iter().map(|it| (it.id.as_str(), it)).collect();
    let mut seen = BTreeSet::new();
    losses.retain(|loss| {
        let field = loss.field.as_deref().unwrap_or(WHOLE);
        let of_target = config.targets.get(&loss.target);
        let of_module = by_id.get(loss.module_id.as_str());
        let accepted = of_target.is_some_and(|target| target.accept_losses.has(field))
            || of_module.is_some_and(|module| module.accept_losses.has(field));
        !accepted && seen.insert((loss.target, loss.module_id.clone(), loss.field.clone()))
    });
}

/// The sentence for a kind that a host has no place for in a scope.
pub(super) fn no_place(adapter: &Adapter, kind: ModuleKind, scope: RouteScope) -> String {
    let other = match scope {
        RouteScope::User => RouteScope::Project,
        RouteScope::Project => RouteScope::User,
    };
    let title = &adapter.title;
    let (kind_name, scope_name) = (kind.name(), scope.name());
    if adapter.has_route(kind, other, crate::config::Layout::Current) {
        format!(
            "{title} takes {kind_name} modules in the {} scope only; nothing is written for the {scope_name} scope",
            other.name()
        )
    } else {
        format!("{title} has no files for {kind_name} modules; nothing is written")
    }
}
