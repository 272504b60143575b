//! Notes and references.

use crate::ast::{self, NoteSide};
use puml_syntax::TextRange;

use super::Lowering;
use super::pages::Latest;
use crate::element::Element;
use crate::model::{
    End, Event, EventKind, Note, NotePlace, NoteShape, ParticipantId, Reference, Side,
};
use puml_family::codes::model as codes;
use puml_family::{Overrides, paint};

impl Lowering<'_> {
    pub(super) fn note(&mut self, note: &ast::Note, range: TextRange) {
        let Some(place) = self.place(note.place, range) else { return };
        let (shape, element) = match note.shape {
            ast::NoteShape::Folded => (NoteShape::Folded, Element::Note),
            ast::NoteShape::Hexagon => (NoteShape::Hexagon, Element::HexagonalNote),
            ast::NoteShape::Rectangle => (NoteShape::Rectangle, Element::RectangularNote),
        };
        let classes = self.classes(&note.stereotypes);
        let mut overrides = note.colors.map(|it| Overrides::from_set(&it)).unwrap_or_default();
        if let ast::Text::Line(text) = note.text {
            overrides.align = self.ground.alignment(Some(text));
        }
        let look = self.ground.looks.styled(element, &classes, &overrides);
        let label = self.text_label(&note.text);
        let link = self.ground.link(note.link);
        let note_event = Note { shape, place, label, aligned: note.aligned.is_some(), link, look };
        let kind = EventKind::Note(Box::new(note_event));
        match note.place {
            ast::NotePlace::Latest(_) => {
                let origin = self.ground.origin(range);
                self.pages.attach(Event { kind, parallel: note.parallel.is_some(), origin });
            }
            _ => self.push(kind, note.parallel.is_some(), range),
        }
    }

    fn place(&mut self, place: ast::NotePlace, range: TextRange) -> Option<NotePlace> {
        Some(match place {
            ast::NotePlace::Latest(side) => return self.attached(side, range),
            ast::NotePlace::Beside(side, name) => {
                let side = if side == NoteSide::Left { Side::Left } else { Side::Right };
                NotePlace::Beside(side, self.who(name))
            }
            ast::NotePlace::Over(first, None) => NotePlace::Over(self.who(first)),
            ast::NotePlace::Over(first, Some(second)) => {
                let first = self.who(first);
                NotePlace::Across(first, self.who(second))
            }
            ast::NotePlace::Across => NotePlace::Whole,
        })
    }

    /// The place of a note that names nobody: at what came last, on the side that is free.
    fn attached(&mut self, side: NoteSide, range: TextRange) -> Option<NotePlace> {
        let latest = self.pages.latest;
        if latest == Latest::Nothing {
            let message =
                "this note has nothing to stand at: no message, group or reference comes before it";
            self.ground.report(codes::NOTE_WITHOUT_TARGET, range, message);
            return None;
        }
        let free = match latest {
            Latest::Message { from, to } => free_side(from, to),
            _ => None,
        };
        Some(match side {
            NoteSide::Left => NotePlace::Attached(free.unwrap_or(Side::Left)),
            NoteSide::Right => NotePlace::Attached(free.unwrap_or(Side::Right)),
            NoteSide::Top | NoteSide::Bottom if !matches!(latest, Latest::Message { .. }) => {
                let message = "`top` and `bottom` are only for notes at a message: the note stands at the right";
                self.ground.report(codes::IGNORED_POSITION, range, message);
                NotePlace::Attached(Side::Right)
            }
            NoteSide::Top => NotePlace::AttachedAbove,
            NoteSide::Bottom => NotePlace::AttachedBelow,
        })
    }

    pub(super) fn reference(&mut self, reference: &ast::Reference, range: TextRange) {
        let over: Vec<ParticipantId> = reference.over.iter().map(|it| self.who(*it)).collect();
        let header = Overrides {
            fill: reference.color.and_then(|it| it.paint).map(paint),
            ..Overrides::default()
        };
        let lowered = Reference {
            over,
            label: self.text_label(&reference.text),
            link: self.ground.link(reference.link),
            look: self.ground.looks.of(Element::Reference),
            header_look: self.ground.looks.styled(Element::ReferenceHeader, &[], &header),
        };
        self.push(EventKind::Reference(Box::new(lowered)), reference.parallel.is_some(), range);
        self.pages.latest = Latest::Reference;
    }
}

/// The side that an arrow to a border leaves free.
fn free_side(from: End, to: End) -> Option<Side> {
    [from, to].into_iter().find_map(|end| match end {
        End::Border(Side::Left) | End::Short(Side::Left) => Some(Side::Right),
        End::Border(Side::Right) | End::Short(Side::Right) => Some(Side::Left),
        End::Participant(_) => None,
    })
}
