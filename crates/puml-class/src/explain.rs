//! A class diagram in words, and advice on reading it.

use diag::Diagnostic;
use puml_family::{Described, Explanation, Label, Step, count, plain};
use puml_graph::{End, Graph, Head, NotePlace};

use crate::codes::lint;
use crate::model::Model;

/// More than this is hard to take in at once.
const MOST: usize = 40;

pub(crate) fn explain(model: &Model) -> Explanation {
    let graph = &model.graph;
    let links = |idx: usize| {
        let is_end =
            |end: End| matches!(end, End::Entity(id) | End::Member(id, ..) if id.0 as usize == idx);
        graph.links.iter().filter(|it| is_end(it.from) || is_end(it.to)).count() as u32
    };
    let parts = graph.entities.iter().enumerate().map(|(idx, it)| Described {
        id: it.id.clone(),
        name: shown(&it.label, &it.id),
        kind: it.kind,
        counts: vec![
            ("members", it.body.compartments.iter().map(|it| it.rows.len() as u32).sum()),
            ("links", links(idx)),
        ],
        group: it.group.map(|it| ("package", graph.groups[it.0 as usize].id.clone())),
    });
    let linked = graph.links.iter().filter(|it| !it.hidden).map(|it| Step {
        page: 1,
        depth: 0,
        text: sentence(graph, it),
        origin: it.origin,
    });
    let noted = graph.notes.iter().map(|it| Step {
        page: 1,
        depth: 0,
        text: match it.place {
            NotePlace::Beside(owner, _) | NotePlace::AtMember(owner, ..) => {
                let owner = &graph.entities[owner.0 as usize];
                format!("note at {}: {}", shown(&owner.label, &owner.id), plain(&it.label))
            }
            NotePlace::AtGroup(owner, _) => {
                format!("note at {}: {}", name(graph, End::Group(owner)), plain(&it.label))
            }
            NotePlace::OnLink(_) => format!("note on a link: {}", plain(&it.label)),
            NotePlace::Free => format!("note: {}", plain(&it.label)),
        },
        origin: it.origin,
    });
    let title = model.surroundings.title.as_ref().map(|it| plain(&it.label));
    let title = title.filter(|it| !it.is_empty()).map(|it| format!(" “{it}”")).unwrap_or_default();
    let mut summary = format!(
        "Class diagram{title} with {} and {}",
        entities(graph.entities.len()),
        count(graph.links.len(), "link")
    );
    if !graph.groups.is_empty() {
        summary.push_str(" in ");
        summary.push_str(&count(graph.groups.len(), "package"));
    }
    summary.push('.');
    Explanation {
        summary,
        parts_name: "entities",
        parts: parts.collect(),
        flow: linked.chain(noted).collect(),
    }
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

/// Advice about one diagram.
pub(crate) fn readability(model: &Model) -> Vec<Diagnostic> {
    let count = model.graph.entities.len();
    let Some(last) = model.graph.entities.get(MOST) else { return Vec::new() };
    let message = format!("{count} classes stand in one picture");
    let finding = Diagnostic::new(lint::TOO_MANY_ENTITIES, last.origin, message);
    vec![finding.with_hint("draw one picture a package, or `remove` what does not matter here")]
}
