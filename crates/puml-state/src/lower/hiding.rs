//! `hide`, `show`, `remove`, `restore`: which states are drawn.

use super::Lowering;
use super::tree::{State, StateId};
use crate::ast::Action;

/// Whether a state is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Visible {
    Yes,
    /// Takes its place and is not drawn.
    Hidden,
    /// Is not there.
    Removed,
}

impl Lowering<'_> {
    /// What each state is in the end; what stands in a state shares its fate.
    pub(super) fn visible(&self) -> Vec<Visible> {
        let count = self.tree.all.len();
        let (mut hidden, mut removed) = (vec![false; count], vec![false; count]);
        for (command, current) in &self.commands {
            let mut what = self.code(command.what).trim().to_owned();
            let is_name = !what.starts_with(['$', '<', '@']);
            if let Some(around) = current.filter(|_| is_name) {
                what = format!("{}.{what}", self.tree.qualified(around));
            }
            for idx in 0..count {
                if !self.is_meant(StateId(idx), &what, &removed) {
                    continue;
                }
                match command.action {
                    Action::Hide => hidden[idx] = true,
                    Action::Show => hidden[idx] = false,
                    Action::Remove => removed[idx] = true,
                    Action::Restore => removed[idx] = false,
                }
            }
        }
        let mut all: Vec<Visible> = Vec::with_capacity(count);
        for (idx, State { parent, .. }) in self.tree.all.iter().enumerate() {
            let own = match (hidden[idx], removed[idx]) {
                (_, true) => Visible::Removed,
                (true, false) => Visible::Hidden,
                (false, false) => Visible::Yes,
            };
            let around = parent.map_or(Visible::Yes, |it| all[it.0]);
            all.push(match (own, around) {
                (Visible::Removed, _) | (_, Visible::Removed) => Visible::Removed,
                (Visible::Hidden, _) | (_, Visible::Hidden) => Visible::Hidden,
                _ => Visible::Yes,
            });
        }
        all
    }

    /// Whether a command means a state: by qualified name, `*`, `$tag`, `<<stereotype>>` or `@unlinked`.
    fn is_meant(&self, id: StateId, what: &str, removed: &[bool]) -> bool {
        let state = self.tree.get(id);
        if let Some(tag) = what.strip_prefix('$') {
            return state.tags.iter().any(|it| it == tag);
        }
        if let Some(name) = what.strip_prefix("<<").and_then(|it| it.strip_suffix(">>")) {
            return state.classes.contains(&name.trim().to_lowercase());
        }
        if what.eq_ignore_ascii_case("@unlinked") {
            let is_gone = |it: StateId| removed[it.0];
            let links = self.transitions.iter().filter(|it| !is_gone(it.from) && !is_gone(it.to));
            let mut ends = links.flat_map(|it| [it.from, it.to]);
            return !state.kind.is_container() && !ends.any(|it| it == id);
        }
        let name = self.tree.qualified(id);
        match what.split_once('*') {
            Some((before, after)) => {
                name.len() >= before.len() + after.len()
                    && name.starts_with(before)
                    && name.ends_with(after)
            }
            None => name == what,
        }
    }
}
