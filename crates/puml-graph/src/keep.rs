//! Leaving things out of a picture.

use crate::model::{End, EntityId, Graph, GroupId, LinkId, NoteId, NotePlace};

/// What stays in a picture, by place.
#[derive(Debug)]
pub struct Kept {
    /// One for each entity.
    pub entities: Vec<bool>,
    /// One for each link.
    pub links: Vec<bool>,
    /// One for each note.
    pub notes: Vec<bool>,
    /// The group that an entity became; it is no entity any more.
    pub became: Vec<Option<GroupId>>,
}

impl Graph {
    /// Takes out what does not stay, with the links and notes that belong to it.
    pub fn keep(&mut self, kept: &Kept) {
        let mut places = Vec::with_capacity(self.entities.len());
        let mut next = 0;
        for (idx, stays) in kept.entities.iter().enumerate() {
            places.push(match kept.became[idx] {
                Some(group) => Some(End::Group(group)).filter(|_| *stays),
                None => stays.then(|| {
                    next += 1;
                    End::Entity(EntityId(next - 1))
                }),
            });
        }
        let stays_entity = |idx: usize| kept.entities[idx] && kept.became[idx].is_none();
        let stays_note = |note: NotePlace, idx: usize| {
            kept.notes[idx]
                && match note {
                    NotePlace::Beside(id, _) | NotePlace::AtMember(id, ..) => {
                        places[id.0 as usize].is_some()
                    }
                    _ => true,
                }
        };
        let mut notes = Vec::with_capacity(self.notes.len());
        let mut next_note = 0;
        for (idx, note) in self.notes.iter().enumerate() {
            notes.push(stays_note(note.place, idx).then(|| {
                next_note += 1;
                NoteId(next_note - 1)
            }));
        }
        let moved = |end: End| match end {
            End::Entity(id) => places[id.0 as usize],
            End::Member(id, compartment, row) => match places[id.0 as usize]? {
                End::Entity(id) => Some(End::Member(id, compartment, row)),
                other => Some(other),
            },
            End::Note(id) => notes[id.0 as usize].map(End::Note),
            End::Group(id) => Some(End::Group(id)),
        };
        let mut link_places = Vec::with_capacity(self.links.len());
        let mut links = Vec::with_capacity(self.links.len());
        for (idx, mut link) in std::mem::take(&mut self.links).into_iter().enumerate() {
            match (moved(link.from), moved(link.to)) {
                (Some(from), Some(to)) if kept.links[idx] => {
                    (link.from, link.to) = (from, to);
                    link_places.push(Some(LinkId(links.len() as u32)));
                    links.push(link);
                }
                _ => link_places.push(None),
            }
        }
        self.links = links;
        let mut idx = 0;
        self.entities.retain(|_| {
            idx += 1;
            stays_entity(idx - 1)
        });
        let mut idx = 0;
        self.notes.retain_mut(|note| {
            idx += 1;
            if notes[idx - 1].is_none() {
                return false;
            }
            let place = match note.place {
                NotePlace::Beside(id, side) => match places[id.0 as usize] {
                    Some(End::Group(group)) => Some(NotePlace::AtGroup(group, side)),
                    Some(End::Entity(id)) => Some(NotePlace::Beside(id, side)),
                    _ => None,
                },
                NotePlace::AtMember(id, compartment, row, side) => match places[id.0 as usize] {
                    Some(End::Entity(id)) => Some(NotePlace::AtMember(id, compartment, row, side)),
                    _ => None,
                },
                NotePlace::OnLink(link) => link_places[link.0 as usize].map(NotePlace::OnLink),
                other => Some(other),
            };
            match place {
                Some(place) => {
                    note.place = place;
                    true
                }
                None => false,
            }
        });
        self.constraints.retain_mut(|it| {
            match (link_places[it.first.0 as usize], link_places[it.second.0 as usize]) {
                (Some(first), Some(second)) => {
                    (it.first, it.second) = (first, second);
                    true
                }
                _ => false,
            }
        });
    }
}
