//! Notes: beside an element or a member, on a link, or free.

use puml_graph::{End, LinkId, Note, NoteId, NotePlace, Side};
use puml_syntax::TextRange;
use puml_syntax::ast::NoteSide;

use super::names::{Found, Reuse};
use super::{Lowering, MemberRef, MemberUser};
use crate::ast;
use crate::codes::model as codes;
use crate::element::Element;

impl Lowering<'_> {
    pub(super) fn note(&mut self, it: &ast::Note, range: TextRange) {
        let id = NoteId(self.picture.graph.notes.len() as u32);
        let Some(place) = self.note_place(it, id, range) else { return };
        let mut name = None;
        if let ast::NotePlace::Free(code) = it.place {
            let text = self.code(code.range);
            if self.is_malformed(&text, code.range) {
                return;
            }
            let current = self.current_node();
            let node = self.picture.names.resolve(&text, current, Reuse::Here);
            if self.picture.names.at(node).is_some() {
                let message = format!("`{text}` is already the name of something else");
                self.ground.report(codes::TAKEN_NAME, code.range, message);
                return;
            }
            self.picture.names.put(node, Found::Note(id));
            name = Some(self.picture.names.qualified(node));
        }
        let classes = self.classes(&it.stereotypes);
        let overrides = Self::overrides(it.colors.as_ref());
        let note = Note {
            id: name,
            label: self.ground.text_label(&it.text),
            place,
            group: self.current(),
            hidden: false,
            link: self.ground.link(it.link),
            look: self.ground.looks.styled(Element::Note, &classes, &overrides),
            origin: self.ground.origin(range),
        };
        // A second note on a link takes the place of the first.
        if let NotePlace::OnLink(link) = note.place {
            let is_same = |it: &Note| matches!(it.place, NotePlace::OnLink(at, ..) if at == link);
            if let Some(first) = self.picture.graph.notes.iter_mut().find(|it| is_same(it)) {
                *first = note;
                return;
            }
        }
        self.picture.graph.notes.push(note);
    }

    fn note_place(&mut self, it: &ast::Note, id: NoteId, range: TextRange) -> Option<NotePlace> {
        match it.place {
            ast::NotePlace::Beside(side, name) => {
                let code = self.code(name.range);
                let Some(found) = self.find(&code) else {
                    let message = format!("there is no class `{code}` to note something at");
                    self.unknown(&code, name.range, message);
                    return None;
                };
                self.beside(found, side_of(side), name.range)
            }
            ast::NotePlace::AtMember(side, name, member) => {
                let code = self.code(name.range);
                let whole = TextRange::new(name.range.start, member.end);
                if let Some(found) = self.find(&self.code(whole)) {
                    return self.beside(found, side_of(side), whole);
                }
                let Some(Found::Entity(of)) = self.find(&code) else {
                    let message = format!("there is no class `{code}` to note something at");
                    self.unknown(&code, name.range, message);
                    return None;
                };
                let member = self.code(member);
                let user = MemberUser::Note(id);
                self.picture.members.push(MemberRef { of, member, user });
                Some(NotePlace::Beside(of, side_of(side)))
            }
            ast::NotePlace::Latest(side) => match self.picture.latest {
                Some(End::Entity(id)) => Some(NotePlace::Beside(id, side_of(side))),
                Some(End::Group(id)) => Some(NotePlace::AtGroup(id, side_of(side))),
                _ => {
                    let message = "no class stands before this note";
                    self.ground.report(codes::NOTHING_TO_NOTE, range, message);
                    None
                }
            },
            ast::NotePlace::OnLink(_) => {
                let is_note = |end: End| matches!(end, End::Note(_));
                let links = &self.picture.graph.links;
                let last = links.iter().rposition(|it| !is_note(it.from) && !is_note(it.to));
                if last.is_none() {
                    let message = "no link stands before this note";
                    self.ground.report(codes::NOTHING_TO_NOTE, range, message);
                }
                last.map(|it| NotePlace::OnLink(LinkId(it as u32)))
            }
            ast::NotePlace::Free(_) => Some(NotePlace::Free),
        }
    }

    fn beside(&mut self, found: Found, side: Side, range: TextRange) -> Option<NotePlace> {
        match found {
            Found::Entity(id) => match self.picture.details[id.0 as usize].became {
                Some(group) => Some(NotePlace::AtGroup(group, side)),
                None => Some(NotePlace::Beside(id, side)),
            },
            Found::Group(id) => Some(NotePlace::AtGroup(id, side)),
            Found::Note(_) => {
                let message = "a note cannot stand at a note: link them with `..`";
                self.ground.report(codes::NOTHING_TO_NOTE, range, message);
                None
            }
        }
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
