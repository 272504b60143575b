//! A state diagram in words: each state with what it holds and what leaves it.

use puml_family::{Described, Explanation, Label, Step, count, plain};
use puml_graph::{End, EntityId, Frame, Graph, GroupId, Link, NotePlace};

use crate::model::Model;

pub(crate) fn explain(model: &Model) -> Explanation {
    let graph = &model.graph;
    let title = model.surroundings.title.as_ref().map(|it| plain(&it.label));
    let title = title.filter(|it| !it.is_empty()).map(|it| format!(" “{it}”")).unwrap_or_default();
    let drawn = graph.links.iter().filter(|it| !it.hidden).count();
    let mut summary = format!(
        "State diagram{title} with {} and {}",
        count(model.states(), "state"),
        count(drawn, "transition")
    );
    let starts: Vec<String> = graph
        .links
        .iter()
        .filter(|it| kind(graph, it.from) == "start" && around(graph, it.from).is_none())
        .map(|it| name(graph, it.to))
        .collect();
    if !starts.is_empty() {
        summary.push_str("; it starts in ");
        summary.push_str(&starts.join(" and "));
    }
    summary.push('.');
    let outline = Outline::of(graph);
    Explanation { summary, parts_name: "states", parts: outline.parts, flow: outline.flow }
}

/// The states in the order of the source, each with what leaves it.
struct Outline<'a> {
    graph: &'a Graph,
    /// The links that leave each entity and each group.
    leaving: (Vec<Vec<&'a Link>>, Vec<Vec<&'a Link>>),
    /// How many arrive.
    arriving: (Vec<u32>, Vec<u32>),
    parts: Vec<Described>,
    flow: Vec<Step>,
}

impl<'a> Outline<'a> {
    fn of(graph: &'a Graph) -> Self {
        let (entities, groups) = (graph.entities.len(), graph.groups.len());
        let mut outline = Self {
            graph,
            leaving: (vec![Vec::new(); entities], vec![Vec::new(); groups]),
            arriving: (vec![0; entities], vec![0; groups]),
            parts: Vec::new(),
            flow: Vec::new(),
        };
        for link in graph.links.iter().filter(|it| !it.hidden) {
            match link.from {
                End::Entity(id) | End::Member(id, ..) => {
                    outline.leaving.0[id.0 as usize].push(link);
                }
                End::Group(id) => outline.leaving.1[id.0 as usize].push(link),
                End::Note(_) => {}
            }
            match link.to {
                End::Entity(id) | End::Member(id, ..) => outline.arriving.0[id.0 as usize] += 1,
                End::Group(id) => outline.arriving.1[id.0 as usize] += 1,
                End::Note(_) => {}
            }
        }
        outline.walk(None, 0);
        outline.notes();
        outline
    }

    /// What stands directly in a group: the start, then the rest in the order of the source.
    fn walk(&mut self, group: Option<GroupId>, depth: u32) {
        let graph = self.graph;
        let entities = graph.entities.iter().enumerate().filter(|it| it.1.group == group);
        let groups = graph.groups.iter().enumerate().filter(|it| it.1.parent == group);
        let at = |span: diag::Span| (true, span.source, span.start);
        let mut inside: Vec<_> = entities
            .map(|(idx, it)| {
                let (_, source, start) = at(it.origin);
                ((it.kind != "start", source, start), End::Entity(EntityId(idx as u32)))
            })
            .chain(groups.map(|(idx, it)| (at(it.origin), End::Group(GroupId(idx as u32)))))
            .collect();
        inside.sort_by_key(|it| it.0);
        for (_, end) in inside {
            match end {
                End::Group(id) => self.composite(id, depth),
                End::Entity(id) => self.state(id, depth),
                End::Member(..) | End::Note(_) => {}
            }
        }
    }

    fn state(&mut self, id: EntityId, depth: u32) {
        let it = &self.graph.entities[id.0 as usize];
        let leaving = std::mem::take(&mut self.leaving.0[id.0 as usize]);
        let counts = (self.arriving.0[id.0 as usize], leaving.len() as u32);
        self.part(it.id.clone(), name(self.graph, End::Entity(id)), it.kind, counts, it.group);
        self.steps(&leaving, depth);
    }

    fn composite(&mut self, id: GroupId, depth: u32) {
        let graph = self.graph;
        let it = &graph.groups[id.0 as usize];
        if it.frame == Frame::None {
            return self.walk(Some(id), depth);
        }
        let text = match it.frame {
            Frame::Region => format!(
                "region of {}",
                it.parent.map_or_else(
                    || "the diagram".to_owned(),
                    |it| shown(&graph.groups[it.0 as usize].label, "the diagram"),
                )
            ),
            _ => format!("inside {}", shown(&it.label, &it.id)),
        };
        let leaving = std::mem::take(&mut self.leaving.1[id.0 as usize]);
        if it.frame != Frame::Region {
            let counts = (self.arriving.1[id.0 as usize], leaving.len() as u32);
            self.part(it.id.clone(), shown(&it.label, &it.id), "composite", counts, it.parent);
        }
        self.steps(&leaving, depth);
        self.flow.push(Step { page: 1, depth, text, origin: it.origin });
        self.walk(Some(id), depth + 1);
    }

    fn part(
        &mut self,
        id: String,
        name: String,
        kind: &'static str,
        (arriving, leaving): (u32, u32),
        group: Option<GroupId>,
    ) {
        let graph = self.graph;
        let group = group.map(|it| ("state", graph.groups[it.0 as usize].id.clone()));
        let counts = vec![("arriving", arriving), ("leaving", leaving)];
        self.parts.push(Described { id, name, kind, counts, group });
    }

    fn steps(&mut self, links: &[&Link], depth: u32) {
        for link in links {
            let (from, to) = (name(self.graph, link.from), name(self.graph, link.to));
            let label = plain(&link.label);
            let when = if label.is_empty() { String::new() } else { format!(": {label}") };
            let text = match (kind(self.graph, link.from), kind(self.graph, link.to)) {
                ("start", _) => format!("starts in {to}{when}"),
                (_, "end") => format!("{from} ends{when}"),
                _ if link.from == link.to => format!("{from} stays{when}"),
                _ => format!("{from} goes to {to}{when}"),
            };
            self.flow.push(Step { page: 1, depth, text, origin: link.origin });
        }
    }

    fn notes(&mut self) {
        let graph = self.graph;
        for note in &graph.notes {
            let says = plain(&note.label);
            let text = match note.place {
                NotePlace::Beside(owner, _) => {
                    format!("note at {}: {says}", name(graph, End::Entity(owner)))
                }
                NotePlace::AtGroup(owner, _) => {
                    format!("note at {}: {says}", name(graph, End::Group(owner)))
                }
                NotePlace::OnLink(_) => format!("note on a transition: {says}"),
                _ => format!("note: {says}"),
            };
            self.flow.push(Step { page: 1, depth: 0, text, origin: note.origin });
        }
    }
}

fn kind(graph: &Graph, end: End) -> &'static str {
    match end {
        End::Entity(id) | End::Member(id, ..) => graph.entities[id.0 as usize].kind,
        End::Group(_) => "composite",
        End::Note(_) => "note",
    }
}

fn around(graph: &Graph, end: End) -> Option<GroupId> {
    match end {
        End::Entity(id) | End::Member(id, ..) => graph.entities[id.0 as usize].group,
        End::Group(id) => graph.groups[id.0 as usize].parent,
        End::Note(_) => None,
    }
}

pub(crate) fn name(graph: &Graph, end: End) -> String {
    match end {
        End::Entity(id) | End::Member(id, ..) => {
            let entity = &graph.entities[id.0 as usize];
            let of = |what: &str| match entity.group.map(|it| &graph.groups[it.0 as usize]) {
                Some(group) if !group.label.text.is_empty() => {
                    format!("{what} of {}", shown(&group.label, &group.id))
                }
                _ => what.to_owned(),
            };
            match entity.kind {
                "start" => of("the start"),
                "end" => of("the end"),
                "history" => of("the history"),
                "deepHistory" => of("the deep history"),
                _ => shown(&entity.label, &entity.id),
            }
        }
        End::Group(id) => {
            let group = &graph.groups[id.0 as usize];
            shown(&group.label, &group.id)
        }
        End::Note(_) => "a note".to_owned(),
    }
}

fn shown(label: &Label, id: &str) -> String {
    match plain(label) {
        text if text.is_empty() => id.to_owned(),
        text => text,
    }
}
