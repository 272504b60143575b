//! A class diagram in words.

use puml_family::{Described, Explanation, Label, Step, count, plain};
use puml_graph::{End, Entity, Frame, Graph, Head, NotePlace, Row};

use crate::model::{Model, Page};

pub(crate) fn explain(model: &Model) -> Explanation {
    let mut out = Explanation {
        summary: model.pages.iter().map(summary).collect::<Vec<_>>().join(" "),
        parts_name: "entities",
        parts: Vec::new(),
        flow: Vec::new(),
    };
    for (page, number) in model.pages.iter().zip(1..) {
        parts(&page.graph, &mut out.parts);
        flow(&page.graph, number, &mut out.flow);
    }
    out
}

/// A page in one sentence.
pub(crate) fn summary(page: &Page) -> String {
    let graph = &page.graph;
    let title = page.surroundings.title.as_ref().map(|it| plain(&it.label));
    let title = title.filter(|it| !it.is_empty()).map(|it| format!(" “{it}”")).unwrap_or_default();
    let mut out = format!(
        "Class diagram{title} with {} and {}",
        entities(graph.entities.len()),
        count(graph.links.len(), "link")
    );
    let groups = graph.groups.iter().filter(|it| it.frame != Frame::None).count();
    if groups > 0 {
        out.push_str(" in ");
        out.push_str(&count(groups, "package"));
    }
    out.push('.');
    out
}

fn parts(graph: &Graph, out: &mut Vec<Described>) {
    let mut links = vec![0_u32; graph.entities.len()];
    for link in &graph.links {
        for end in [link.from, link.to] {
            if let End::Entity(id) | End::Member(id, ..) = end {
                links[id.0 as usize] += 1;
            }
        }
    }
    out.extend(graph.entities.iter().zip(links).map(|(it, links)| Described {
        id: it.id.clone(),
        name: shown(&it.label, &it.id),
        kind: it.kind,
        counts: vec![("members", members(it) as u32), ("links", links)],
        group: graph.container(it.group).map(|it| ("package", it.to_owned())),
    }));
}

/// How many members an entity has, hidden ones too.
fn members(entity: &Entity) -> usize {
    let rows = entity.body.compartments.iter().flat_map(|it| &it.rows);
    rows.filter(|it| !matches!(it, Row::Blank | Row::Rule { .. })).count()
}

fn flow(graph: &Graph, page: u32, out: &mut Vec<Step>) {
    out.extend(graph.links.iter().filter(|it| !it.hidden).map(|it| Step {
        page,
        depth: 0,
        text: sentence(graph, it),
        origin: it.origin,
    }));
    out.extend(graph.notes.iter().filter(|it| !it.hidden).map(|it| Step {
        page,
        depth: 0,
        text: match it.place {
            NotePlace::Beside(owner, _) | NotePlace::AtMember(owner, ..) => {
                format!("note at {}: {}", name(graph, End::Entity(owner)), plain(&it.label))
            }
            NotePlace::AtGroup(owner, _) => {
                format!("note at {}: {}", name(graph, End::Group(owner)), plain(&it.label))
            }
            NotePlace::OnLink(_) => format!("note on a link: {}", plain(&it.label)),
            NotePlace::Free => format!("note: {}", plain(&it.label)),
        },
        origin: it.origin,
    }));
    out.extend(graph.constraints.iter().map(|it| Step {
        page,
        depth: 0,
        text: format!("two links are bound by: {}", plain(&it.label)),
        origin: it.origin,
    }));
}

pub(crate) fn entities(number: usize) -> String {
    if number == 1 { "1 entity".to_owned() } else { format!("{number} entities") }
}

fn sentence(graph: &Graph, link: &puml_graph::Link) -> String {
    let (from, to) = (name(graph, link.from), name(graph, link.to));
    let label = plain(&link.label);
    let says = if label.is_empty() { String::new() } else { format!(": {label}") };
    match (link.from_head, link.to_head) {
        (Head::Extension, Head::None) => format!("{to} extends {from}{says}"),
        (Head::None, Head::Extension) => format!("{from} extends {to}{says}"),
        (Head::Composition, _) => format!("{from} is made of {to}{says}"),
        (_, Head::Composition) => format!("{to} is made of {from}{says}"),
        (Head::Aggregation, _) => format!("{from} has {to}{says}"),
        (_, Head::Aggregation) => format!("{to} has {from}{says}"),
        (Head::None, Head::None) => format!("{from} and {to} are linked{says}"),
        (Head::None, _) => format!("{from} leads to {to}{says}"),
        (_, Head::None) => format!("{to} leads to {from}{says}"),
        (_, _) => format!("{from} and {to} lead to each other{says}"),
    }
}

fn name(graph: &Graph, end: End) -> String {
    match end {
        End::Entity(id) | End::Member(id, ..) => {
            let entity = &graph.entities[id.0 as usize];
            shown(&entity.label, &entity.id)
        }
        End::Group(id) => format!("package {}", graph.groups[id.0 as usize].id),
        End::Note(_) => "a note".to_owned(),
    }
}

fn shown(label: &Label, id: &str) -> String {
    match plain(label) {
        text if text.is_empty() => id.to_owned(),
        text => text,
    }
}
