//! Notes: free ones are declared, those on transitions come with them, those at states come last.

use diag::Span;
use puml_family::{Label, Link, Overrides};
use puml_graph::Side;
use puml_syntax::TextRange;
use puml_syntax::ast::NoteSide;

use super::tree::{Kind, Slot, StateId};
use super::{Latest, Lowering};
use crate::ast::{Note, NotePlace};
use crate::codes::model as codes;

/// A note whose place is known.
#[derive(Debug, Clone)]
pub(super) struct PlacedNote {
    pub(super) owner: Owner,
    pub(super) label: Label,
    pub(super) classes: Vec<String>,
    pub(super) overrides: Overrides,
    pub(super) link: Option<Link>,
    pub(super) origin: Span,
}

/// What a note belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    State(StateId, Side),
    /// By its place among the transitions.
    Transition(usize),
    /// The name of the note in the tree.
    Free(StateId),
}

impl Lowering<'_> {
    pub(super) fn free_note(&mut self, it: &Note, range: TextRange) {
        let NotePlace::Free(name) = it.place else { return };
        let code = self.code(name.range);
        if self.tree.child(self.current, &code).is_some() {
            let message = format!("`{code}` is already the name of something else");
            self.ground.report(codes::TAKEN_STATE_NAME, name.range, message);
            return;
        }
        let origin = self.ground.origin(range);
        let id = self.tree.add(self.current, &code, Kind::Note, origin);
        self.keep(it, Owner::Free(id), range);
    }

    pub(super) fn note_on_link(&mut self, it: &Note, range: TextRange) {
        let NotePlace::OnLink(_) = it.place else { return };
        let Some(idx) = self.transitions.len().checked_sub(1) else {
            let message = "no transition stands before this note";
            self.ground.report(codes::NOTHING_TO_ANNOTATE, range, message);
            return;
        };
        // A second note replaces the first.
        self.notes.retain(|it| it.owner != Owner::Transition(idx));
        self.keep(it, Owner::Transition(idx), range);
    }

    pub(super) fn note_at_state(&mut self, it: &Note, range: TextRange) {
        let (side, id) = match it.place {
            NotePlace::Beside(side, name) => {
                let code = self.code(name.range);
                let Slot::Known(id) = self.tree.find(&code, self.current) else {
                    if self.current.is_some_and(|it| self.tree.get(it).name == code) {
                        return self.beside(it, side, self.current, range);
                    }
                    self.unknown(&code, name.range, "to note something at");
                    return;
                };
                (side, id)
            }
            NotePlace::Latest(side) => match self.latest {
                Some(Latest::State(id)) => (side, id),
                Some(Latest::Note(idx)) => match self.notes[idx].owner {
                    Owner::State(id, _) => (side, id),
                    _ => return,
                },
                None => {
                    let message = "no state is declared before this note";
                    self.ground.report(codes::NOTHING_TO_ANNOTATE, range, message);
                    return;
                }
            },
            NotePlace::OnLink(_) | NotePlace::Free(_) => return,
        };
        let home = self.tree.region(id);
        let here =
            self.tree.around(self.current).find(|it| self.tree.get(*it).kind == Kind::Region);
        if home != here {
            let message = "this note stands outside the concurrent region of its state".to_owned();
            self.crosses(range, message, "write the note inside the region");
            return;
        }
        self.beside(it, side, Some(id), range);
    }

    fn beside(&mut self, it: &Note, side: NoteSide, id: Option<StateId>, range: TextRange) {
        let Some(id) = id else { return };
        self.latest = Some(Latest::Note(self.notes.len()));
        self.keep(it, Owner::State(id, side_of(side)), range);
    }

    fn keep(&mut self, it: &Note, owner: Owner, range: TextRange) {
        self.ground.figures(range);
        let overrides = it.colors.as_ref().map(Overrides::from_set).unwrap_or_default();
        self.notes.push(PlacedNote {
            owner,
            label: self.ground.text_label(&it.text),
            classes: self.classes(&it.stereotypes),
            overrides,
            link: self.ground.link(it.link),
            origin: self.ground.origin(range),
        });
    }
}

fn side_of(side: NoteSide) -> Side {
    match side {
        NoteSide::Left => Side::Left,
        NoteSide::Right => Side::Right,
        NoteSide::Top => Side::Up,
        NoteSide::Bottom => Side::Down,
    }
}
