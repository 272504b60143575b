//! From states and transitions to the picture: containers become groups, everything else entities.

use diag::Diagnostic;
use puml_family::{Label, LookId, Overrides};
use puml_graph::{
    Body, Compartment, Composite, End, Entity, EntityId, Flow, Frame, Graph, Group, GroupId, Head,
    LineStyle, Link, LinkId, Note, NoteId, NotePlace, Pseudo, Regions, Row, Shape,
};

use puml_syntax::ast::BorderStyle;

use super::Lowering;
use super::hiding::Visible;
use super::notes::Owner;
use super::tables;
use super::transitions::Drawn;
use super::tree::{Kind, State, StateId};
use crate::ast::Separator;
use crate::element::Element;
use crate::model::Model;

/// What a state became.
#[derive(Debug, Clone, Copy)]
enum Became {
    Nothing,
    Entity(EntityId),
    Group(GroupId),
    Note(NoteId),
}

impl Lowering<'_> {
    pub(super) fn finish(mut self) -> (Model, Vec<Diagnostic>) {
        let visible = self.visible();
        let mut emitter = Emitter {
            graph: Graph {
                direction: self.direction,
                lines: self.settings.lines,
                node_gap: self.settings.node_gap,
                rank_gap: self.settings.rank_gap,
                ..Graph::default()
            },
            became: vec![Became::Nothing; self.tree.all.len()],
            inside: vec![None; self.tree.all.len()],
            root: None,
        };
        self.groups(&visible, &mut emitter);
        self.entities(&visible, &mut emitter);
        let kept = self.links(&visible, &mut emitter);
        self.emit_notes(&visible, &kept, &mut emitter);
        let model = Model {
            graph: emitter.graph,
            surroundings: self.ground.surroundings,
            sprites: self.ground.sprites,
            looks: self.ground.looks.into_looks(),
        };
        (model, self.ground.diagnostics)
    }

    fn groups(&mut self, visible: &[Visible], emitter: &mut Emitter) {
        if let Some(separator) = self.root_separator {
            let look = self.ground.looks.of(Element::Composite);
            let first = self.tree.all.first().map_or(diag::Span::default(), |it| it.origin);
            let whole = emitter.add(Group {
                frame: Frame::None,
                composite: Some(composite(Some(separator), look)),
                ..Group::new(String::new(), "whole", None, look, first)
            });
            let region = Group {
                frame: Frame::Region,
                ..Group::new("region1".to_owned(), "region", Some(whole), look, first)
            };
            emitter.root = Some((whole, emitter.graph.groups.len() as u32));
            emitter.add(region);
        }
        for (idx, own) in visible.iter().enumerate() {
            let id = StateId(idx);
            let state = self.tree.get(id).clone();
            if !state.kind.is_container() || *own == Visible::Removed {
                continue;
            }
            let parent = emitter.parent(state.parent, state.kind);
            let element =
                if state.kind == Kind::Frame { Element::Frame } else { Element::Composite };
            let look = self.ground.looks.styled(element, &state.classes, &state.overrides);
            let body_look = self.body_look(&state);
            let is_hidden = *own == Visible::Hidden;
            let mut made =
                Group::new(self.tree.qualified(id), word(state.kind), parent, look, state.origin);
            made.label =
                if state.kind == Kind::Region { Label::default() } else { state.label.clone() };
            made.link.clone_from(&state.link);
            made.frame = match state.kind {
                Kind::Region => Frame::Region,
                _ if is_hidden => Frame::None,
                Kind::Frame => Frame::Rectangle,
                _ => Frame::State,
            };
            let mut parts = composite(state.separator, body_look);
            parts.description = joined(&state.description);
            made.composite = Some(parts);
            let made = emitter.add(made);
            emitter.became[idx] = Became::Group(made);
            emitter.inside[idx] = Some(made);
            if state.separator.is_some() {
                let name = format!("{}.region1", self.tree.qualified(id));
                let region = Group {
                    frame: Frame::Region,
                    ..Group::new(name, "region", Some(made), look, state.origin)
                };
                emitter.inside[idx] = Some(emitter.add(region));
            }
        }
    }

    fn entities(&mut self, visible: &[Visible], emitter: &mut Emitter) {
        for (idx, own) in visible.iter().enumerate() {
            let id = StateId(idx);
            let state = self.tree.get(id).clone();
            let is_entity = !state.kind.is_container() && state.kind != Kind::Note;
            if !is_entity || *own == Visible::Removed {
                continue;
            }
            let look =
                self.ground.looks.styled(element(state.kind), &state.classes, &state.overrides);
            let body_look = self.body_look(&state);
            let is_table = matches!(state.kind, Kind::Map | Kind::Json);
            let has_box =
                is_table || matches!(state.kind, Kind::Simple | Kind::Submachine | Kind::Receive);
            let description = joined(&state.description);
            let mut compartments = Vec::new();
            if is_table {
                compartments.push(tables::compartment(&state.rows));
            } else if !description.text.is_empty() {
                compartments.push(Compartment {
                    rows: vec![Row::Text(description)],
                    ..Compartment::default()
                });
            } else if self.shows_empty && state.kind == Kind::Simple {
                compartments.push(Compartment::default());
            }
            let place = EntityId(emitter.graph.entities.len() as u32);
            emitter.became[idx] = Became::Entity(place);
            let (own_id, word) = (self.tree.qualified(id), word(state.kind));
            emitter.graph.entities.push(Entity {
                label: if is_nameless(state.kind) { Label::default() } else { state.label },
                body: Body { compartments: if has_box { compartments } else { Vec::new() } },
                group: emitter.parent(state.parent, state.kind),
                link: state.link,
                hidden: *own == Visible::Hidden,
                body_look,
                stereotype_look: body_look,
                ..Entity::new(own_id, word, shape(state.kind), look, state.origin)
            });
        }
    }

    /// The look of the description: a colour of the words holds for it as well.
    fn body_look(&mut self, state: &State) -> LookId {
        let overrides = Overrides { text: state.overrides.text, ..Overrides::default() };
        self.ground.looks.styled(Element::Description, &state.classes, &overrides)
    }

    /// The links, and which transition became which.
    fn links(&mut self, visible: &[Visible], emitter: &mut Emitter) -> Vec<Option<LinkId>> {
        let mut joined = std::collections::HashSet::new();
        let all = std::mem::take(&mut self.transitions);
        let mut kept = Vec::with_capacity(all.len());
        for it in &all {
            let is_again = !joined.insert((it.from, it.to));
            let is_gone = [it.from, it.to].iter().any(|it| visible[it.0] == Visible::Removed);
            if is_gone || it.arrow.style.single && is_again {
                kept.push(None);
                continue;
            }
            let (Some(from), Some(to)) = (emitter.end(it.from), emitter.end(it.to)) else {
                kept.push(None);
                continue;
            };
            let is_hidden = [it.from, it.to].iter().any(|it| visible[it.0] == Visible::Hidden);
            let look = self.arrow_look(it);
            kept.push(Some(LinkId(emitter.graph.links.len() as u32)));
            emitter.graph.links.push(Link {
                from_head: if it.arrow.cross { Head::Plus } else { Head::None },
                to_head: if it.arrow.circle { Head::CircleArrow } else { Head::Swallow },
                label: it.label.clone(),
                stroke: stroke(it.overrides.border),
                side: it.side,
                length: it.length,
                free: it.arrow.style.free,
                hidden: it.arrow.style.hidden || is_hidden,
                ..Link::new(from, to, look, it.origin)
            });
        }
        for it in std::mem::take(&mut self.row_links) {
            let is_gone = [it.from, it.to].iter().any(|it| visible[it.0] != Visible::Yes);
            let (Became::Entity(from), Some(to)) = (emitter.became[it.from.0], emitter.end(it.to))
            else {
                continue;
            };
            if !is_gone {
                let link = self.row_link(it, from, to);
                emitter.graph.links.push(link);
            }
        }
        kept
    }

    fn arrow_look(&mut self, it: &Drawn) -> LookId {
        self.ground.looks.styled(Element::Arrow, &it.classes, &it.overrides)
    }

    fn emit_notes(&mut self, visible: &[Visible], kept: &[Option<LinkId>], emitter: &mut Emitter) {
        for it in std::mem::take(&mut self.notes) {
            let look = self.ground.looks.styled(Element::Note, &it.classes, &it.overrides);
            let (place, group, id) = match it.owner {
                Owner::State(state, side) => match emitter.became[state.0] {
                    Became::Entity(owner) => (NotePlace::Beside(owner, side), None, None),
                    Became::Group(owner) => (NotePlace::AtGroup(owner, side), None, None),
                    Became::Note(_) | Became::Nothing => continue,
                },
                Owner::Transition(idx) => match kept[idx] {
                    Some(link) => (NotePlace::OnLink(link), None, None),
                    None => continue,
                },
                Owner::Free(name) if visible[name.0] == Visible::Removed => continue,
                Owner::Free(name) => {
                    let parent = emitter.parent(self.tree.get(name).parent, Kind::Note);
                    (NotePlace::Free, parent, Some(self.tree.qualified(name)))
                }
            };
            let own = NoteId(emitter.graph.notes.len() as u32);
            if let Owner::Free(name) = it.owner {
                emitter.became[name.0] = Became::Note(own);
            }
            let hidden = match it.owner {
                Owner::State(id, _) | Owner::Free(id) => visible[id.0] == Visible::Hidden,
                Owner::Transition(_) => false,
            };
            emitter.graph.notes.push(Note {
                id,
                label: it.label,
                place,
                group,
                link: it.link,
                hidden,
                look,
                origin: it.origin,
            });
        }
    }
}

/// The picture as far as it is filled.
struct Emitter {
    graph: Graph,
    became: Vec<Became>,
    /// The group that takes what stands directly in a container: its first region, where it has regions.
    inside: Vec<Option<GroupId>>,
    /// The group of all regions of the diagram, and its first region.
    root: Option<(GroupId, u32)>,
}

impl Emitter {
    fn add(&mut self, group: Group) -> GroupId {
        self.graph.groups.push(group);
        GroupId(self.graph.groups.len() as u32 - 1)
    }

    /// The group around a state of a kind.
    fn parent(&self, around: Option<StateId>, kind: Kind) -> Option<GroupId> {
        match (around, kind) {
            (None, Kind::Region) => self.root.map(|it| it.0),
            (None, _) => self.root.map(|it| GroupId(it.1)),
            (Some(id), Kind::Region) => match self.became[id.0] {
                Became::Group(id) => Some(id),
                _ => None,
            },
            // Points and pins sit on the frame of the state itself.
            (Some(id), kind) if kind.is_on_border() => match self.became[id.0] {
                Became::Group(id) if self.graph.groups[id.0 as usize].frame == Frame::Region => {
                    self.graph.groups[id.0 as usize].parent
                }
                Became::Group(id) => Some(id),
                _ => None,
            },
            (Some(id), _) => self.inside[id.0],
        }
    }

    fn end(&self, id: StateId) -> Option<End> {
        match self.became[id.0] {
            Became::Entity(id) => Some(End::Entity(id)),
            Became::Group(id) => Some(End::Group(id)),
            Became::Note(id) => Some(End::Note(id)),
            Became::Nothing => None,
        }
    }
}

fn stroke(border: Option<BorderStyle>) -> LineStyle {
    match border {
        None => LineStyle::Solid,
        Some(BorderStyle::Dashed) => LineStyle::Dashed,
        Some(BorderStyle::Dotted) => LineStyle::Dotted,
        Some(BorderStyle::Bold) => LineStyle::Bold,
    }
}

fn composite(separator: Option<Separator>, look: LookId) -> Composite {
    Composite {
        description: Label::default(),
        look,
        regions: separator.map(|it| match it {
            Separator::Horizontal => Regions::Stacked,
            Separator::Vertical => Regions::Beside,
        }),
    }
}

fn joined(lines: &[Label]) -> Label {
    let texts: Vec<&str> = lines.iter().map(|it| it.text.as_str()).collect();
    Label { text: texts.join("\n") }
}

/// Whether a mark is drawn without its name.
fn is_nameless(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Start
            | Kind::End
            | Kind::History
            | Kind::DeepHistory
            | Kind::Choice
            | Kind::Fork
            | Kind::Join
            | Kind::Bar
    )
}

/// What the kind is called in answers and in the scene.
const fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Simple | Kind::Submachine => "state",
        Kind::Composite => "composite",
        Kind::Frame => "frame",
        Kind::Region => "region",
        Kind::Start => "start",
        Kind::End => "end",
        Kind::History => "history",
        Kind::DeepHistory => "deepHistory",
        Kind::Choice => "choice",
        Kind::Fork => "fork",
        Kind::Join => "join",
        Kind::Bar => "bar",
        Kind::EntryPoint => "entryPoint",
        Kind::ExitPoint => "exitPoint",
        Kind::InputPin => "inputPin",
        Kind::OutputPin => "outputPin",
        Kind::ExpansionInput => "expansionInput",
        Kind::ExpansionOutput => "expansionOutput",
        Kind::Receive => "receive",
        Kind::Map => "map",
        Kind::Json => "json",
        Kind::Note => "note",
    }
}

fn shape(kind: Kind) -> Shape {
    Shape::Pseudo(match kind {
        Kind::Start => Pseudo::Start,
        Kind::End => Pseudo::End,
        Kind::History => Pseudo::History,
        Kind::DeepHistory => Pseudo::DeepHistory,
        Kind::Choice => Pseudo::Choice,
        Kind::Fork | Kind::Join | Kind::Bar => Pseudo::Bar,
        Kind::EntryPoint => Pseudo::Entry,
        Kind::ExitPoint => Pseudo::Exit,
        Kind::InputPin => Pseudo::Pin(Flow::In),
        Kind::OutputPin => Pseudo::Pin(Flow::Out),
        Kind::ExpansionInput => Pseudo::Expansion(Flow::In),
        Kind::ExpansionOutput => Pseudo::Expansion(Flow::Out),
        Kind::Submachine => return Shape::Submachine,
        Kind::Receive => return Shape::Receive,
        Kind::Map | Kind::Json => return Shape::Class,
        _ => return Shape::State,
    })
}

fn element(kind: Kind) -> Element {
    match kind {
        Kind::Start => Element::Start,
        Kind::End => Element::End,
        Kind::Choice | Kind::History | Kind::DeepHistory => Element::Choice,
        Kind::Fork | Kind::Join | Kind::Bar => Element::Bar,
        _ => Element::State,
    }
}
