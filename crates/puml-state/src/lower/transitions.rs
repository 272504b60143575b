//! Transitions: which states they join and what they say.

use diag::Span;
use puml_family::{Label, Overrides, color};
use puml_graph::Side;
use puml_syntax::TextRange;

use super::Lowering;
use super::tree::{Kind, Slot, StateId};
use crate::ast::{Arrow, End, EndKind, Transition};
use crate::codes::model as codes;

/// A transition whose ends are known.
#[derive(Debug, Clone)]
pub(super) struct Drawn {
    pub(super) from: StateId,
    pub(super) to: StateId,
    pub(super) label: Label,
    /// Where the target stands as seen from the source.
    pub(super) side: Side,
    pub(super) length: u32,
    pub(super) arrow: Arrow,
    pub(super) classes: Vec<String>,
    pub(super) overrides: Overrides,
    pub(super) origin: Span,
}

const CLOSED: &str = "a region is closed: lead the transition to the state that holds the regions";

/// Which end of a transition is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EndRole {
    Leaves,
    Arrives,
}

impl Lowering<'_> {
    pub(super) fn transition(&mut self, it: &Transition, range: TextRange) {
        self.ground.figures(range);
        let arrow = it.arrow;
        let (from, to) = if arrow.reversed { (it.right, it.left) } else { (it.left, it.right) };
        let Some(source) = self.end(from, EndRole::Leaves) else { return };
        let Some(target) = self.end(to, EndRole::Arrives) else { return };
        if self.tree.region(source) != self.tree.region(target) {
            let message = "this transition leaves its concurrent region".to_owned();
            self.crosses(range, message, CLOSED);
            return;
        }
        let (side, length) = match (arrow.direction, arrow.length) {
            (Some(side @ (Side::Left | Side::Right)), _) => (side, 1),
            (Some(side), length) => (side, length.max(2) - 1),
            (None, _) if arrow.reversed => (Side::Left, 1),
            (None, 1) => (Side::Right, 1),
            (None, length) => (Side::Down, length - 1),
        };
        let line = arrow.style.color.and_then(|it| it.paint).map(|it| color(it.first()));
        let (border, width) = (arrow.style.border, arrow.style.thickness);
        let overrides = Overrides { line, border, width, ..Overrides::default() };
        self.transitions.push(Drawn {
            from: source,
            to: target,
            label: self.ground.optional_label(it.label),
            side,
            length,
            arrow,
            classes: self.classes(&it.stereotypes),
            overrides,
            origin: self.ground.origin(range),
        });
    }

    fn end(&mut self, end: End, role: EndRole) -> Option<StateId> {
        let current = self.current;
        match (end.kind, role) {
            (EndKind::Mark, EndRole::Leaves) => Some(self.mark("*start*", Kind::Start, end.range)),
            (EndKind::Mark, EndRole::Arrives) => Some(self.mark("*end*", Kind::End, end.range)),
            (EndKind::History(None), _) => Some(self.mark("*history*", Kind::History, end.range)),
            (EndKind::DeepHistory(None), _) => {
                Some(self.mark("*deephistory*", Kind::DeepHistory, end.range))
            }
            (EndKind::History(Some(owner)), _) => self.history("*history*", Kind::History, owner),
            (EndKind::DeepHistory(Some(owner)), _) => {
                self.history("*deephistory*", Kind::DeepHistory, owner)
            }
            (EndKind::Bar(name), _) => {
                let code = self.code(name);
                let slot = self.tree.find(&code, current);
                self.make(slot, Kind::Bar, name)
            }
            (EndKind::State, _) => self.named(end.range),
        }
    }

    /// A mark of the current container; there is one of each kind.
    fn mark(&mut self, name: &str, kind: Kind, range: TextRange) -> StateId {
        self.mark_in(self.current, name, kind, range)
    }

    fn mark_in(
        &mut self,
        parent: Option<StateId>,
        name: &str,
        kind: Kind,
        range: TextRange,
    ) -> StateId {
        self.tree.child(parent, name).unwrap_or_else(|| {
            let origin = self.ground.origin(range);
            let id = self.tree.add(parent, name, kind, origin);
            self.tree.get_mut(id).label = Label::default();
            id
        })
    }

    /// The history of another state, which becomes composite by it.
    fn history(&mut self, name: &str, kind: Kind, owner: TextRange) -> Option<StateId> {
        let code = self.code(owner);
        let slot = self.tree.find(&code, self.current);
        let id = self.make(slot, Kind::Composite, owner)?;
        if !self.tree.get(id).kind.is_container() {
            self.tree.get_mut(id).kind = Kind::Composite;
        }
        Some(self.mark_in(Some(id), name, kind, owner))
    }

    fn named(&mut self, range: TextRange) -> Option<StateId> {
        let code = self.code(range);
        if self.current.is_some_and(|it| self.tree.get(it).name == code) {
            return self.current;
        }
        let slot = self.tree.find(&code, self.current);
        match &slot {
            Slot::Known(id) if !self.tree.is_usable(*id, self.current) => {
                let message = format!("`{code}` stands in another concurrent region");
                self.crosses(range, message, CLOSED);
                return None;
            }
            Slot::New { missing, .. } if !missing.is_empty() => {
                let around = missing.join(".");
                let message = format!("there is no composite state `{around}` for `{code}`");
                self.ground.report(codes::UNKNOWN_STATE, range, message);
                return None;
            }
            Slot::New { name, .. } => self.glued_label(name, range),
            _ => {}
        }
        self.make(slot, Kind::Simple, range)
    }

    /// `B:text` is one name: most probably a label was meant.
    fn glued_label(&mut self, name: &str, range: TextRange) {
        let Some(at) = name.find(':').filter(|it| *it > 0) else { return };
        let before = self.ground.diagnostics.len();
        let message = format!("`{name}` is one name: no blank stands at the colon");
        self.ground.report(codes::GLUED_LABEL, range, message);
        let fixed = format!("{} : {}", &name[..at], name[at + 1..].trim_start_matches(':'));
        let edit = diag::TextEdit::replace(self.ground.span(range), fixed.trim_end());
        self.ground.offer(before, "make it a label", edit);
    }
}
