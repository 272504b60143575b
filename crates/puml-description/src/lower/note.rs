//! Notes: what they stand at.

use puml_family::Overrides;
use puml_graph::codes::model as codes;
use puml_graph::{End, LinkId, Note, NotePlace, Side};
use puml_syntax::TextRange;
use puml_syntax::ast::NoteSide;

use super::Lowering;
use super::names::{Found, Reach};
use crate::ast;
use crate::element::Element;

impl Lowering<'_> {
    pub(super) fn note(&mut self, it: &ast::Note, range: TextRange) {
        self.check_inside(range);
        let Some(place) = self.place(it.place, range) else { return };
        let classes = self.classes(&it.stereotypes);
        let overrides = it.colors.as_ref().map(Overrides::from_set).unwrap_or_default();
        let id = self.next_note();
        let name = match it.place {
            ast::NotePlace::Free(name) => Some((name, self.text(name))),
            _ => None,
        };
        if let Some((range, name)) = &name {
            if self.find(name, Reach::Here).is_some() {
                let message = format!("`{name}` is already the name of something else");
                self.ground.report(codes::TAKEN_NAME, *range, message);
                return;
            }
            self.names.add(self.container(), name, Found::Note(id));
            self.latest = Some(End::Note(id));
        }
        let note = Note {
            id: name.map(|it| it.1),
            label: self.ground.text_label(&it.text),
            place,
            group: self.current(),
            hidden: false,
            link: self.ground.link(it.link),
            look: self.ground.looks.styled(Element::Note, &classes, &overrides),
            origin: self.ground.origin(range),
        };
        self.graph.notes.push(note);
        self.note_tags.push(it.tags.iter().map(|it| self.text(*it)).collect());
    }

    fn place(&mut self, place: ast::NotePlace, range: TextRange) -> Option<NotePlace> {
        let (side, end) = match place {
            ast::NotePlace::Free(_) => return Some(NotePlace::Free),
            ast::NotePlace::OnLink(_) => {
                let is_own = |it: &puml_graph::Link| {
                    !matches!(it.from, End::Note(_)) && !matches!(it.to, End::Note(_))
                };
                let Some(idx) = self.graph.links.iter().rposition(is_own) else {
                    let message = "no link stands before this note";
                    self.ground.report(codes::NOTHING_TO_NOTE, range, message);
                    return None;
                };
                let place = NotePlace::OnLink(LinkId(idx as u32));
                // A second note on a link takes the place of the first.
                if let Some(old) = self.graph.notes.iter().position(|it| it.place == place) {
                    self.graph.notes.remove(old);
                    self.note_tags.remove(old);
                }
                return Some(place);
            }
            ast::NotePlace::Beside(side, code) => {
                let name = self.text(code.range);
                match self.find(&name, Reach::Anywhere) {
                    Some(Found::Entity(id)) => (side, End::Entity(id)),
                    Some(Found::Group(id)) => (side, End::Group(id)),
                    Some(Found::Note(id)) => (side, End::Note(id)),
                    None => {
                        self.unknown(&name, code.outer);
                        return None;
                    }
                }
            }
            ast::NotePlace::Latest(side) => {
                let Some(latest) = self.latest else {
                    let message = "no element stands before this note";
                    self.ground.report(codes::NOTHING_TO_NOTE, range, message);
                    return None;
                };
                (side, latest)
            }
        };
        let side = match side {
            NoteSide::Left => Side::Left,
            NoteSide::Right => Side::Right,
            NoteSide::Top => Side::Up,
            NoteSide::Bottom => Side::Down,
        };
        Some(match end {
            End::Entity(id) | End::Member(id, ..) => NotePlace::Beside(id, side),
            End::Group(id) => NotePlace::AtGroup(id, side),
            End::Note(_) => NotePlace::Free,
        })
    }
}
