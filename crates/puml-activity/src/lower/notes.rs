//! Which step a note stands at.

use puml_family::Overrides;
use puml_syntax::TextRange;
use puml_syntax::ast::NoteSide;

use super::Lowering;
use crate::ast;
use crate::element::Element;
use crate::model::{Note, Step, StepKind};

impl Lowering<'_> {
    pub(super) fn note(&mut self, it: &ast::Note, range: TextRange) {
        let marks = self.marks(&it.marks);
        let mut look = self.styled(Element::Note, &marks);
        if let Some(colors) = &it.colors {
            look = self.ground.looks.over(look, &Overrides::from_set(colors));
        }
        let note = Note {
            label: self.ground.text_label(&it.text),
            right: it.side == Some(NoteSide::Right),
            floating: it.floating,
            look,
            origin: self.ground.origin(range),
        };
        let open = self.open.last_mut().map(|it| &mut it.0.step);
        if self.is_backward {
            let backward = match open.map(|it| &mut it.kind) {
                Some(StepKind::Repeat(it)) => it.backward.as_mut(),
                Some(StepKind::While(it)) => it.backward.as_mut(),
                _ => None,
            };
            if let Some(backward) = backward {
                backward.notes.push(note);
            }
        } else if let Some(last) = self.steps.last_mut() {
            attach(last, note);
        } else if let Some(step) = open {
            // Right behind what opens a block the note is about the block.
            step.notes.push(note);
        } else {
            self.waiting.push(note);
        }
    }
}

/// Behind a block the note is about its last step, unless the block is a decision.
fn attach(step: &mut Step, note: Note) {
    let list = match &mut step.kind {
        StepKind::While(it) => Some(&mut it.steps),
        StepKind::Group(it) => Some(&mut it.steps),
        StepKind::Switch(it) => it.cases.last_mut().map(|it| &mut it.steps),
        StepKind::Parallel(it) => it.branches.last_mut().map(|it| &mut it.steps),
        StepKind::Repeat(it) => {
            it.test_notes.push(note);
            return;
        }
        _ => None,
    };
    match list.and_then(|it| it.last_mut()) {
        Some(last) => attach(last, note),
        None => step.notes.push(note),
    }
}
