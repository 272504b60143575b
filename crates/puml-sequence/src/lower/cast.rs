//! The cast: participants in the order they are drawn, and the boxes around them.

use std::collections::HashMap;

use crate::ast::{self, Name, Shown, Switch};
use diag::{Span, TextEdit};
use puml_syntax::TextRange;

use super::Lowering;
use super::life::Pending;
use crate::codes::model as codes;
use crate::element::Element;
use crate::model::{
    Enclosure, EnclosureId, End, EventKind, NotePlace, Page, Participant, ParticipantId,
    ParticipantKind,
};
use puml_family::Declarations;
use puml_family::label::{line_label, link_of, unescape};
use puml_family::{Label, Spot, Stereotype};
use puml_family::{Overrides, color, paint};

/// Everybody so far. While lowering, a [`ParticipantId`] counts in order of appearance.
#[derive(Default)]
pub(super) struct Cast {
    all: Vec<Member>,
    by_code: HashMap<String, usize>,
    enclosures: Vec<Enclosure>,
    /// The boxes that are open, outermost first.
    open: Vec<EnclosureId>,
    moves: usize,
}

struct Member {
    participant: Participant,
    order: i32,
    /// When it took its place; a redeclaration takes a new one.
    place: usize,
    /// The name by which a message or another line brought it in.
    implied: Option<TextRange>,
    /// Whether a line is about its life, even one without effect: nobody calls it unlinked.
    has_life: bool,
}

impl Cast {
    pub(super) fn find(&self, code: &str) -> Option<ParticipantId> {
        self.by_code.get(code).map(|it| ParticipantId(*it as u32))
    }

    pub(super) fn code(&self, id: ParticipantId) -> &str {
        &self.all[id.0 as usize].participant.id
    }

    pub(super) fn codes(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(|it| it.participant.id.as_str())
    }

    pub(super) fn set_created(&mut self, id: ParticipantId, created: bool) {
        self.all[id.0 as usize].participant.created = created;
    }

    pub(super) fn is_created(&self, id: ParticipantId) -> bool {
        self.all[id.0 as usize].participant.created
    }

    pub(super) fn note_life(&mut self, id: ParticipantId) {
        self.all[id.0 as usize].has_life = true;
    }

    pub(super) fn close_box(&mut self) {
        self.open.pop();
    }

    fn add(&mut self, mut participant: Participant, order: i32) -> ParticipantId {
        participant.enclosure = self.open.last().copied();
        self.moves += 1;
        self.by_code.insert(participant.id.clone(), self.all.len());
        self.all.push(Member {
            participant,
            order,
            place: self.moves,
            implied: None,
            has_life: false,
        });
        ParticipantId(self.all.len() as u32 - 1)
    }

    fn move_last(&mut self, id: ParticipantId) {
        self.moves += 1;
        let member = &mut self.all[id.0 as usize];
        member.place = self.moves;
        member.participant.enclosure = self.open.last().copied();
    }

    /// Names that occur once and are nearly those of others that occur more often: where, and what was probably meant.
    pub(super) fn misspelt(&self, pages: &mut [Page]) -> Vec<(TextRange, String)> {
        let implied = |it: &Member| it.implied.filter(|_| !it.participant.declared);
        if self.all.len() > SPELLED || !self.all.iter().any(|it| implied(it).is_some()) {
            return Vec::new();
        }
        let mut uses = vec![0_u32; self.all.len()];
        each_id(pages, |id| uses[id.0 as usize] += 1);
        let mut out = Vec::new();
        for (idx, member) in self.all.iter().enumerate().filter(|it| uses[it.0] == 1) {
            let Some(range) = implied(member) else { continue };
            let mut others = self.all.iter().zip(&uses).enumerate().filter(|it| it.0 != idx);
            let near = others.find(|(_, (other, uses))| {
                (**uses > 1 || other.participant.declared)
                    && is_slip(&member.participant.id, &other.participant.id)
            });
            if let Some((_, (other, _))) = near {
                out.push((range, other.participant.id.clone()));
            }
        }
        out
    }

    /// Everybody from left to right. Ids in the events are changed to count from the left.
    pub(super) fn into_order(
        self,
        pages: &mut [Page],
        stereotypes: Switch,
        unlinked: Switch,
    ) -> (Vec<Participant>, Vec<Enclosure>) {
        let is_linked = |it: &Member| unlinked == Switch::On || it.has_life;
        let mut linked: Vec<bool> = self.all.iter().map(is_linked).collect();
        if unlinked == Switch::Off {
            each_id(pages, |id| linked[id.0 as usize] = true);
        }
        let mut members: Vec<(usize, Member)> = self.all.into_iter().enumerate().collect();
        members.retain(|(idx, _)| linked[*idx]);
        members.sort_by_key(|(_, it)| (it.order, it.place));
        let mut places = vec![ParticipantId(0); linked.len()];
        for (place, (idx, _)) in members.iter().enumerate() {
            places[*idx] = ParticipantId(place as u32);
        }
        each_id(pages, |id| *id = places[id.0 as usize]);
        let mut participants: Vec<Participant> =
            members.into_iter().map(|(_, it)| it.participant).collect();
        if stereotypes == Switch::Off {
            for participant in &mut participants {
                participant.stereotypes.clear();
            }
        }
        (participants, self.enclosures)
    }
}

/// Names are compared with one another up to this many participants.
const SPELLED: usize = 200;

/// Whether one name is probably another one with a letter wrong, missing, doubled or exchanged. Numbers and plurals tell
/// things apart on purpose.
fn is_slip(name: &str, other: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (name.chars().collect(), other.chars().collect());
    let (short, long) = if a.len() <= b.len() { (&a, &b) } else { (&b, &a) };
    if short.len() < 4 || long.len() - short.len() > 1 {
        return false;
    }
    let same = short.iter().zip(long).take_while(|it| it.0 == it.1).count();
    let rest = short.iter().rev().zip(long.iter().rev()).take_while(|it| it.0 == it.1).count();
    let rest = rest.min(short.len() - same);
    let (left, right) = (&short[same..short.len() - rest], &long[same..long.len() - rest]);
    let is_letters = right.iter().chain(left).all(|it| it.is_lowercase());
    match (left, right) {
        ([], [one]) => is_letters && !(rest == 0 && *one == 's'),
        ([_], [_]) => is_letters && same > 0 && rest > 0,
        ([a, b], [c, d]) => is_letters && a == d && b == c,
        _ => false,
    }
}

/// Calls `change` with every participant that an event names.
fn each_id(pages: &mut [Page], mut change: impl FnMut(&mut ParticipantId)) {
    for event in pages.iter_mut().flat_map(|it| &mut it.events) {
        match &mut event.kind {
            EventKind::Message(message) => {
                for end in [&mut message.from, &mut message.to] {
                    if let End::Participant(id) = end {
                        change(id);
                    }
                }
                message.also_to.iter_mut().for_each(&mut change);
            }
            EventKind::Activate { who, .. }
            | EventKind::Deactivate { who }
            | EventKind::Create { who }
            | EventKind::Destroy { who } => change(who),
            EventKind::Note(note) => match &mut note.place {
                NotePlace::Beside(_, id) | NotePlace::Over(id) => change(id),
                NotePlace::Across(first, second) => {
                    change(first);
                    change(second);
                }
                NotePlace::Whole
                | NotePlace::Attached(_)
                | NotePlace::AttachedAbove
                | NotePlace::AttachedBelow => {}
            },
            EventKind::Reference(reference) => reference.over.iter_mut().for_each(&mut change),
            EventKind::Open(_)
            | EventKind::Branch { .. }
            | EventKind::Close
            | EventKind::Divider { .. }
            | EventKind::Delay { .. }
            | EventKind::Space { .. }
            | EventKind::Duration { .. } => {}
        }
    }
}

impl Lowering<'_> {
    pub(super) fn declaration(&mut self, declaration: &ast::Declaration, range: TextRange) {
        let code = self.code_of(declaration.code);
        if let Some(id) = self.cast.find(&code) {
            // A bare `create A` is about somebody known; with a kind it is a declaration like any other.
            if declaration.kind.is_none() {
                self.create(id, range);
            } else {
                self.redeclared(id, &code, range);
            }
            return;
        }
        let shown = match &declaration.shown {
            None => Label { text: unescape(&code) },
            Some(Shown::Name(name)) => self.ground.line_label(name.range),
            Some(Shown::Lines(lines)) => Label { text: self.ground.document.lines(lines) },
        };
        let kind = declaration.kind.map_or(ParticipantKind::Participant, kind_of);
        let mut overrides = Overrides::default();
        // The block form takes a color and does not use it.
        if !matches!(declaration.shown, Some(Shown::Lines(_))) {
            overrides.fill = declaration.color.and_then(|it| it.paint).map(paint);
        }
        if let Some(Shown::Name(name)) = declaration.shown {
            overrides.align = self.ground.alignment(Some(name.range));
        }
        let origin = self.ground.origin(declaration.code.range);
        let mut participant =
            self.participant(code, shown, kind, &declaration.stereotypes, &overrides, origin);
        participant.declared = true;
        participant.link = self.ground.link(declaration.link);
        let order = declaration.order.map_or(0, |it| it.value);
        let id = self.cast.add(participant, order);
        if declaration.create.is_some() {
            self.create(id, range);
        }
    }

    fn redeclared(&mut self, id: ParticipantId, code: &str, range: TextRange) {
        let message = format!(
            "`{code}` is declared again: it moves to the last place, and what the line says of it is ignored"
        );
        let before = self.ground.diagnostics.len();
        self.ground.report(codes::REDECLARED_PARTICIPANT, range, message);
        let removal = TextEdit::delete(self.ground.span(range));
        self.ground.offer(before, "remove the line", removal);
        self.cast.move_last(id);
    }

    fn participant(
        &mut self,
        id: String,
        label: Label,
        kind: ParticipantKind,
        stereotypes: &[ast::Stereotype],
        overrides: &Overrides,
        origin: Span,
    ) -> Participant {
        let classes = self.classes(stereotypes);
        let document = self.ground.document;
        let shown = stereotypes.iter().map(|it| document.text(it.label).trim().to_owned());
        Participant {
            id,
            label,
            kind,
            stereotypes: shown
                .filter(|it| !it.is_empty())
                .map(|name| Stereotype { name })
                .collect(),
            spot: stereotypes.iter().find_map(|it| self.spot(it)),
            link: None,
            enclosure: None,
            declared: false,
            created: false,
            look: self.ground.looks.styled(element_of(kind), &classes, overrides),
            stereotype_look: self.ground.looks.styled(
                Element::Stereotype,
                &classes,
                &Overrides::default(),
            ),
            lifeline_look: self.ground.looks.styled(
                Element::Lifeline,
                &classes,
                &Overrides::default(),
            ),
            origin,
        }
    }

    /// The names of stereotypes as style classes.
    pub(super) fn classes(&self, stereotypes: &[ast::Stereotype]) -> Vec<String> {
        let document = self.ground.document;
        let names = stereotypes.iter().map(|it| document.text(it.label).trim().to_lowercase());
        names.filter(|it| !it.is_empty()).collect()
    }

    fn spot(&self, stereotype: &ast::Stereotype) -> Option<Spot> {
        if let Some(spot) = stereotype.spot {
            let fill = spot.color.and_then(|it| it.paint).map(|it| color(it.first()));
            let fill = fill.unwrap_or(scene::Color::hex(0xad_d1b2));
            return Some(Spot::Letter { letter: spot.letter, color: fill });
        }
        let sprite = stereotype.sprite?;
        Some(Spot::Sprite {
            name: self.ground.document.text(sprite.name).into_owned(),
            scale: f64::from(sprite.scale.unwrap_or(1.0)),
            color: sprite.color.and_then(|it| it.paint).map(|it| color(it.first())),
        })
    }

    /// A name as participants are known by.
    pub(super) fn code_of(&self, name: Name) -> String {
        self.ground.document.text(name.range).into_owned()
    }

    /// The participant of that name; the first use declares it.
    pub(super) fn who(&mut self, name: Name) -> ParticipantId {
        let code = self.code_of(name);
        if let Some(id) = self.cast.find(&code) {
            return id;
        }
        let label = Label { text: unescape(&code) };
        self.implied(code, label, name)
    }

    /// A participant in a message, which may give it a long name.
    pub(super) fn named(&mut self, reference: &ast::ParticipantRef) -> ParticipantId {
        let Some(shown) = reference.shown else { return self.who(reference.code) };
        let code = self.code_of(reference.code);
        if let Some(id) = self.cast.find(&code) {
            return id;
        }
        let label = line_label(self.ground.document, shown.range);
        self.implied(code, label, reference.code)
    }

    fn implied(&mut self, code: String, label: Label, name: Name) -> ParticipantId {
        if self.ground.input.options.declarations == Declarations::Required {
            let message = format!("`{code}` is not declared");
            let before = self.ground.diagnostics.len();
            self.ground.report(codes::UNKNOWN_PARTICIPANT, name.range, message);
            if let Some(near) = diag::nearest(&code, self.cast.codes().take(100)) {
                let near = near.to_owned();
                let edit = TextEdit::replace(self.ground.span(name.range), near.as_str());
                self.ground.offer(before, format!("replace with `{near}`"), edit);
            }
            let (edit, title) = self.declaring(&code);
            self.ground.offer(before, title, edit);
        }
        let origin = self.ground.origin(name.range);
        let kind = ParticipantKind::Participant;
        let participant = self.participant(code, label, kind, &[], &Overrides::default(), origin);
        let id = self.cast.add(participant, 0);
        self.cast.all[id.0 as usize].implied = Some(name.range);
        id
    }

    /// The edit that declares a participant before the first line of the diagram.
    fn declaring(&self, code: &str) -> (TextEdit, String) {
        let is_bare = code.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '.' | '@'));
        let name = if is_bare { code.to_owned() } else { format!("\"{code}\"") };
        let document = self.ground.document;
        let first = document
            .block_stmts(&self.ground.document.blocks[0])
            .next()
            .map_or(0, |(_, it)| it.range.start);
        let start = document.source[..first as usize].rfind('\n').map_or(0, |at| at + 1);
        let edit = TextEdit::insert(
            self.ground.input.source,
            start as u32,
            format!("participant {name}\n"),
        );
        (edit, format!("declare `{code}`"))
    }

    pub(super) fn url(&mut self, who: Name, link: ast::Link) {
        let id = self.who(who);
        let link = link_of(self.ground.document, link);
        self.cast.all[id.0 as usize].participant.link = Some(link);
    }

    pub(super) fn open_box(&mut self, open: &ast::BoxOpen, range: TextRange) {
        let classes = self.classes(&open.stereotypes);
        let overrides = open.colors.map(|it| Overrides::from_set(&it)).unwrap_or_default();
        let label =
            open.title.map(|it| self.line_label(it)).filter(|it| !it.text.trim().is_empty());
        let enclosure = Enclosure {
            label,
            parent: self.cast.open.last().copied(),
            look: self.ground.looks.styled(Element::Enclosure, &classes, &overrides),
            origin: self.ground.origin(range),
        };
        self.cast.enclosures.push(enclosure);
        let id = EnclosureId(self.cast.enclosures.len() as u32 - 1);
        self.cast.open.push(id);
    }

    /// `create`: the next message must reach it.
    pub(super) fn create(&mut self, who: ParticipantId, range: TextRange) {
        if self.lives.after_delay {
            let message = "nobody can be created right after a delay: a message must come first";
            self.ground.report(codes::LIFE_AFTER_DELAY, range, message);
        }
        self.create_here(who, range);
    }

    /// A message that creates, or a `create`, wherever it stands.
    pub(super) fn create_here(&mut self, who: ParticipantId, range: TextRange) {
        self.unmet_create();
        self.cast.note_life(who);
        let is_repeated = self.cast.is_created(who);
        self.cast.set_created(who, true);
        self.push(EventKind::Create { who }, false, range);
        self.lives.pending = Some(Pending { who, is_repeated, range });
    }
}

pub(super) fn kind_of(kind: ast::ParticipantKind) -> ParticipantKind {
    match kind {
        ast::ParticipantKind::Participant => ParticipantKind::Participant,
        ast::ParticipantKind::Actor => ParticipantKind::Actor,
        ast::ParticipantKind::Boundary => ParticipantKind::Boundary,
        ast::ParticipantKind::Control => ParticipantKind::Control,
        ast::ParticipantKind::Entity => ParticipantKind::Entity,
        ast::ParticipantKind::Database => ParticipantKind::Database,
        ast::ParticipantKind::Collections => ParticipantKind::Collections,
        ast::ParticipantKind::Queue => ParticipantKind::Queue,
    }
}

fn element_of(kind: ParticipantKind) -> Element {
    match kind {
        ParticipantKind::Participant => Element::Participant,
        ParticipantKind::Actor => Element::Actor,
        ParticipantKind::Boundary => Element::Boundary,
        ParticipantKind::Control => Element::Control,
        ParticipantKind::Entity => Element::Entity,
        ParticipantKind::Database => Element::Database,
        ParticipantKind::Collections => Element::Collections,
        ParticipantKind::Queue => Element::Queue,
    }
}
