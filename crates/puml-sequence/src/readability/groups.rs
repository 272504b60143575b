//! Groups: empty, nested too deep, an `alt` without an alternative.

use diag::{Diagnostic, Span};

use crate::codes::lint as codes;
use crate::model::{EventKind, FragmentKind, Model};

/// Frames inside one another.
const DEPTH: usize = 4;

struct Open {
    origin: Span,
    kind: FragmentKind,
    branches: u32,
    events: u32,
}

pub(super) fn check(model: &Model, found: &mut Vec<Diagnostic>) {
    let mut open: Vec<Open> = Vec::new();
    for event in model.pages.iter().flat_map(|it| &it.events) {
        match &event.kind {
            EventKind::Open(fragment) => {
                if let Some(outer) = open.last_mut() {
                    outer.events += 1;
                }
                open.push(Open {
                    origin: event.origin,
                    kind: fragment.kind,
                    branches: 1,
                    events: 0,
                });
                if open.len() == DEPTH + 1 {
                    let message = format!("groups stand inside one another {} deep", open.len());
                    found.push(
                        Diagnostic::new(codes::DEEP_NESTING, event.origin, message)
                            .with_hint("move the inner groups into a diagram of their own and name it with `ref over`"),
                    );
                }
            }
            EventKind::Branch { .. } => {
                if let Some(inner) = open.last_mut() {
                    inner.branches += 1;
                }
            }
            EventKind::Close => {
                if let Some(closed) = open.pop() {
                    closed_group(&closed, found);
                }
            }
            _ => {
                if let Some(inner) = open.last_mut() {
                    inner.events += 1;
                }
            }
        }
    }
}

fn closed_group(group: &Open, found: &mut Vec<Diagnostic>) {
    if group.events == 0 {
        let message = format!("nothing happens in this `{}`", group.kind.keyword());
        found.push(Diagnostic::new(codes::EMPTY_GROUP, group.origin, message));
    } else if group.kind == FragmentKind::Alt && group.branches == 1 {
        let message = "this `alt` has no `else`";
        found.push(
            Diagnostic::new(codes::SINGLE_ALTERNATIVE, group.origin, message)
                .with_hint("`opt` says that something may not happen"),
        );
    }
}
