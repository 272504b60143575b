//! A class diagram in words.

use std::collections::HashMap;

use puml_family::{Described, Explanation, Label, Step, count, plain};
use puml_graph::{End, Entity, Frame, Graph, Head, LineStyle, Link, NotePlace, Row, Shape};

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
        entities(named(graph).count()),
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

/// The entities without the points on links.
fn named(graph: &Graph) -> impl Iterator<Item = &Entity> {
    graph.entities.iter().filter(|it| it.shape != Shape::Dot)
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
    let all = graph.entities.iter().zip(links).filter(|it| it.0.shape != Shape::Dot);
    out.extend(all.map(|(it, links)| Described {
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
    let couples = Couples::of(graph);
    out.extend(graph.links.iter().filter(|it| !it.hidden).filter_map(|it| {
        let text = couples.sentence(graph, it)?;
        Some(Step { page, depth: 0, text, origin: it.origin })
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

/// What meets at each point of an association, in the order of the links: the pair, then the class that belongs to it.
struct Couples(HashMap<u32, Vec<End>>);

impl Couples {
    fn of(graph: &Graph) -> Self {
        let mut found: HashMap<u32, Vec<End>> = HashMap::new();
        for link in &graph.links {
            for (end, far) in [(link.from, link.to), (link.to, link.from)] {
                if let Some(id) = point(graph, end) {
                    found.entry(id).or_default().push(far);
                }
            }
        }
        Self(found)
    }

    /// What a link says; nothing for the second half of a link with a point on it.
    fn sentence(&self, graph: &Graph, link: &Link) -> Option<String> {
        let (at, far) = match (point(graph, link.from), point(graph, link.to)) {
            (None, None) => return Some(sentence(graph, link)),
            (Some(id), _) => (id, link.to),
            (None, Some(id)) => (id, link.from),
        };
        let name = |end: &End| name(graph, *end);
        match self.0.get(&at).map(Vec::as_slice) {
            Some([one, other, ..]) if *one == far => {
                Some(format!("{} and {} are linked", name(one), name(other)))
            }
            Some([_, other, ..]) if *other == far => None,
            Some([one, other, ..]) => Some(format!(
                "{} belongs to the link between {} and {}",
                name(&far),
                name(one),
                name(other)
            )),
            _ => Some(sentence(graph, link)),
        }
    }
}

/// The point on a link that an end is.
fn point(graph: &Graph, end: End) -> Option<u32> {
    let End::Entity(id) = end else { return None };
    (graph.entities[id.0 as usize].shape == Shape::Dot).then_some(id.0)
}

fn sentence(graph: &Graph, link: &Link) -> String {
    let (from, to) = (name(graph, link.from), name(graph, link.to));
    let is_dashed = link.stroke == LineStyle::Dashed;
    let inherits = if is_dashed { "implements" } else { "extends" };
    let leads = if is_dashed { "depends on" } else { "leads to" };
    let core = match (link.from_head, link.to_head) {
        (Head::Extension, Head::None) => format!("{to} {inherits} {from}"),
        (Head::None, Head::Extension) => format!("{from} {inherits} {to}"),
        (Head::Composition, _) => format!("{from} is made of {to}"),
        (_, Head::Composition) => format!("{to} is made of {from}"),
        (Head::Aggregation, _) => format!("{from} has {to}"),
        (_, Head::Aggregation) => format!("{to} has {from}"),
        (left, right) if how_many(left).or(how_many(right)).is_some() => {
            let end = |head: Head, name: &str| match how_many(head) {
                Some(number) => format!("{number} {name}"),
                None => name.to_owned(),
            };
            format!("{} to {}", end(left, &from), end(right, &to))
        }
        (Head::None, Head::None) => format!("{from} and {to} are linked"),
        (Head::None, _) => format!("{from} {leads} {to}"),
        (_, Head::None) => format!("{to} {leads} {from}"),
        (_, _) => format!("{from} and {to} lead to each other"),
    };
    let ends = match (plain(&link.from_label), plain(&link.to_label)) {
        (left, right) if left.is_empty() && right.is_empty() => String::new(),
        (left, right) if left.is_empty() => format!(" ({right} at {to})"),
        (left, right) if right.is_empty() => format!(" ({left} at {from})"),
        (left, right) => format!(" ({left} at {from}, {right} at {to})"),
    };
    let label = plain(&link.label);
    let says = if label.is_empty() { String::new() } else { format!(": {label}") };
    format!("{core}{ends}{says}")
}

/// What a head of a data model says about the number at its end.
fn how_many(head: Head) -> Option<&'static str> {
    Some(match head {
        Head::Many => "many",
        Head::ZeroOrMany => "zero or many",
        Head::OneOrMany => "one or many",
        Head::ZeroOrOne => "zero or one",
        Head::One => "one",
        _ => return None,
    })
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

#[cfg(test)]
mod tests {
    use super::*;
    use diag::{SourceId, Span};
    use puml_family::LookId;
    use puml_graph::EntityId;

    const ORIGIN: Span = Span { source: SourceId(0), start: 0, end: 0 };

    fn entity(id: &str, shape: Shape) -> Entity {
        Entity::new(id.to_owned(), "class", shape, LookId(0), ORIGIN)
    }

    fn link(from: u32, to: u32) -> Link {
        let end = |it| End::Entity(EntityId(it));
        Link::new(end(from), end(to), LookId(0), ORIGIN)
    }

    fn told(entities: Vec<Entity>, links: Vec<Link>) -> Vec<String> {
        let graph = Graph { entities, links, ..Graph::default() };
        let mut steps = Vec::new();
        flow(&graph, 1, &mut steps);
        steps.into_iter().map(|it| it.text).collect()
    }

    #[test]
    fn lines_and_heads_choose_the_words() {
        let pair = || vec![entity("A", Shape::Class), entity("B", Shape::Class)];
        let mut realization = link(0, 1);
        (realization.from_head, realization.stroke) = (Head::Extension, LineStyle::Dashed);
        let mut dependency = link(0, 1);
        (dependency.to_head, dependency.stroke) = (Head::Arrow, LineStyle::Dashed);
        let mut data = link(0, 1);
        (data.from_head, data.to_head) = (Head::One, Head::ZeroOrMany);
        assert_eq!(
            told(pair(), vec![realization, dependency, data]),
            ["B implements A", "A depends on B", "one A to zero or many B"]
        );
    }

    #[test]
    fn an_association_class_belongs_to_its_pair() {
        let all = vec![
            entity("A", Shape::Class),
            entity("B", Shape::Class),
            entity("point", Shape::Dot),
            entity("C", Shape::Class),
        ];
        assert_eq!(
            told(all, vec![link(0, 2), link(2, 1), link(2, 3)]),
            ["A and B are linked", "C belongs to the link between A and B"]
        );
    }
}
