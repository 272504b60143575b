//! A component, deployment or use case diagram in words, and advice on reading it.

use diag::Diagnostic;
use puml_family::{Described, Explanation, Label, Step, count, plain};
use puml_graph::codes::lint;
use puml_graph::{End, Frame, Graph, Head, LineStyle, Link, NotePlace};

use crate::model::{Model, Page};

/// More than this is hard to take in at once.
const MOST: usize = 40;

pub(crate) fn explain(model: &Model) -> Explanation {
    let mut parts = Vec::new();
    let mut flow = Vec::new();
    for (idx, page) in model.pages.iter().enumerate() {
        describe(page, &mut parts);
        steps(page, idx as u32 + 1, &mut flow);
    }
    Explanation { summary: summary(model), parts_name: "entities", parts, flow }
}

/// What kind of diagram its elements make it.
fn kind(model: &Model) -> &'static str {
    let graphs = || model.pages.iter().map(|it| &it.graph);
    let has = |words: &[&str]| {
        graphs().any(|it| {
            it.entities.iter().any(|it| words.contains(&it.kind))
                || it.groups.iter().any(|it| words.contains(&it.kind))
        })
    };
    let all = || graphs().flat_map(|it| &it.entities);
    let headed = all().filter(|it| heading(&it.label).is_some()).count();
    if headed * 2 > all().count() {
        "C4 diagram"
    } else if has(&["usecase", "usecase/"]) {
        "Use case diagram"
    } else if has(&["component", "interface"]) {
        "Component diagram"
    } else {
        "Deployment diagram"
    }
}

fn summary(model: &Model) -> String {
    let sum = |part: fn(&Graph) -> usize| model.pages.iter().map(|it| part(&it.graph)).sum();
    let entities: usize = sum(|it| it.entities.len());
    let links: usize = sum(|it| it.links.iter().filter(|it| !it.hidden).count());
    let groups: usize = sum(|it| it.groups.iter().filter(|it| it.frame != Frame::None).count());
    let title = model.pages[0].surroundings.title.as_ref().map(|it| plain(&it.label));
    let title = title.filter(|it| !it.is_empty()).map(|it| format!(" “{it}”")).unwrap_or_default();
    let mut out = format!(
        "{}{title} with {} and {}",
        kind(model),
        count(entities, "element"),
        count(links, "link")
    );
    if groups > 0 {
        out = format!("{out} in {}", count(groups, "container"));
    }
    if model.pages.len() > 1 {
        out = format!("{out} on {}", count(model.pages.len(), "page"));
    }
    out + "."
}

fn describe(page: &Page, parts: &mut Vec<Described>) {
    let graph = &page.graph;
    for (idx, it) in graph.entities.iter().enumerate() {
        let is_end = |end: End| matches!(end, End::Entity(id) if id.0 as usize == idx);
        let links = graph.links.iter().filter(|it| is_end(it.from) || is_end(it.to)).count();
        let mut at = it.group;
        while let Some(id) = at.filter(|it| graph.groups[it.0 as usize].frame == Frame::None) {
            at = graph.groups[id.0 as usize].parent;
        }
        parts.push(Described {
            id: it.id.clone(),
            name: shown(&it.label, &it.id),
            kind: it.kind,
            counts: vec![("links", links as u32)],
            group: at.map(|it| ("container", graph.groups[it.0 as usize].id.clone())),
        });
    }
}

fn steps(page: &Page, number: u32, flow: &mut Vec<Step>) {
    let graph = &page.graph;
    let step = |text: String, origin| Step { page: number, depth: 0, text, origin };
    for link in graph.links.iter().filter(|it| !it.hidden) {
        flow.push(step(sentence(graph, link), link.origin));
    }
    for note in &graph.notes {
        let says = plain(&note.label);
        let text = match note.place {
            NotePlace::Beside(id, _) | NotePlace::AtMember(id, ..) => {
                format!("note at {}: {says}", name(graph, End::Entity(id)))
            }
            NotePlace::AtGroup(id, _) => format!("note at {}: {says}", name(graph, End::Group(id))),
            NotePlace::OnLink(_) => format!("note on a link: {says}"),
            NotePlace::Free => format!("note: {says}"),
        };
        flow.push(step(text, note.origin));
    }
}

fn sentence(graph: &Graph, link: &Link) -> String {
    let (from, to) = (name(graph, link.from), name(graph, link.to));
    let label = plain(&link.label);
    let says = if label.is_empty() { String::new() } else { format!(": {label}") };
    let is_dashed = link.stroke == LineStyle::Dashed;
    let leads = if is_dashed { "depends on" } else { "leads to" };
    match (link.from_head, link.to_head) {
        (Head::Extension, Head::None) => format!("{to} is a kind of {from}{says}"),
        (Head::None, Head::Extension) => format!("{from} is a kind of {to}{says}"),
        (Head::Composition, _) => format!("{from} is made of {to}{says}"),
        (_, Head::Composition) => format!("{to} is made of {from}{says}"),
        (Head::None, Head::Arc) => format!("{from} requires {to}{says}"),
        (Head::Arc, Head::None) => format!("{to} requires {from}{says}"),
        (Head::None, Head::None) => format!("{from} and {to} are linked{says}"),
        (Head::None, _) => format!("{from} {leads} {to}{says}"),
        (_, Head::None) => format!("{to} {leads} {from}{says}"),
        (_, _) => format!("{from} and {to} lead to each other{says}"),
    }
}

fn name(graph: &Graph, end: End) -> String {
    match end {
        End::Entity(id) | End::Member(id, ..) => {
            let entity = &graph.entities[id.0 as usize];
            shown(&entity.label, &entity.id)
        }
        End::Group(id) => {
            let group = &graph.groups[id.0 as usize];
            format!("{} {}", group.kind, shown(&group.label, &group.id))
        }
        End::Note(_) => "a note".to_owned(),
    }
}

/// What an element is called: the headings of its label where it has some, since what stands below them describes it.
fn shown(label: &Label, id: &str) -> String {
    if let Some(heading) = heading(label) {
        return heading;
    }
    match plain(label) {
        text if text.is_empty() => id.to_owned(),
        text => text,
    }
}

/// The headings of a label, as C4 writes names: `== Name`.
fn heading(label: &Label) -> Option<String> {
    let lines = label.text.lines().filter_map(|it| it.trim().strip_prefix("== "));
    let words = lines.map(|it| plain(&Label { text: it.to_owned() }));
    let words: Vec<String> = words.filter(|it| !it.is_empty()).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// Advice about one diagram.
pub(crate) fn readability(model: &Model) -> Vec<Diagnostic> {
    let crowded = model.pages.iter().filter_map(|page| {
        let count = page.graph.entities.len();
        let last = page.graph.entities.get(MOST)?;
        let message = format!("{count} elements stand in one picture");
        let finding = Diagnostic::new(lint::TOO_MANY_ENTITIES, last.origin, message);
        Some(
            finding
                .with_hint("draw one picture a container, or `remove` what does not matter here"),
        )
    });
    crowded.collect()
}
