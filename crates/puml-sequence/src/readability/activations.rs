//! Activation bars that never end, and bars that one branch of a group ends for all.

use std::collections::BTreeMap;

use diag::{Diagnostic, Span};

use crate::codes::lint as codes;
use crate::model::{EventKind, Model, ParticipantId};

struct Bar {
    origin: Span,
    /// How many groups were open, and which branch of the innermost one.
    branch: (usize, u32),
}

pub(super) fn check(model: &Model, found: &mut Vec<Diagnostic>) {
    let mut bars: BTreeMap<ParticipantId, Vec<Bar>> = BTreeMap::new();
    // The number of the branch in each open group, unique over the diagram.
    let mut branches: Vec<u32> = Vec::new();
    let mut branch_count = 0;
    for event in model.pages.iter().flat_map(|it| &it.events) {
        match &event.kind {
            EventKind::Open(_) => {
                branch_count += 1;
                branches.push(branch_count);
            }
            EventKind::Branch { .. } => {
                branch_count += 1;
                if let Some(branch) = branches.last_mut() {
                    *branch = branch_count;
                }
            }
            EventKind::Close => {
                branches.pop();
            }
            EventKind::Activate { who, .. } => {
                let branch = (branches.len(), branches.last().copied().unwrap_or(0));
                bars.entry(*who).or_default().push(Bar { origin: event.origin, branch });
            }
            EventKind::Deactivate { who } => {
                if let Some(bar) = bars.get_mut(who).and_then(Vec::pop) {
                    ended(model, *who, &bar, event.origin, &branches, found);
                }
            }
            EventKind::Destroy { who } => {
                bars.remove(who);
            }
            _ => {}
        }
    }
    let mut open: Vec<(ParticipantId, Bar)> = bars
        .into_iter()
        .flat_map(|(who, bars)| bars.into_iter().map(move |bar| (who, bar)))
        .collect();
    open.sort_by_key(|it| it.1.origin);
    for (who, bar) in open {
        let id = &model.participants[who.0 as usize].id;
        let message = format!("`{id}` is activated here and stays active to the end");
        found.push(Diagnostic::new(codes::OPEN_ACTIVATION, bar.origin, message).with_hint(
            format!("end it with `deactivate {id}`, `--` on its last message, or `return`"),
        ));
    }
}

/// Activation is one running state: what one branch ends is ended in the next branch too.
fn ended(
    model: &Model,
    who: ParticipantId,
    bar: &Bar,
    at: Span,
    branches: &[u32],
    found: &mut Vec<Diagnostic>,
) {
    let (depth, branch) = bar.branch;
    let is_inside = branches.len() > depth;
    let is_other = depth > 0 && branches.get(depth - 1) != Some(&branch);
    if is_inside || is_other {
        let id = &model.participants[who.0 as usize].id;
        let message = format!(
            "this branch ends a bar of `{id}` that began outside it: it is ended for the other branches too"
        );
        found.push(
            Diagnostic::new(codes::BRANCH_ACTIVATION, at, message)
                .with_label(bar.origin, "the bar begins here"),
        );
    }
}
