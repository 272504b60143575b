//! A diagram in the older syntax in words, and advice on reading it.

use diag::Diagnostic;
use puml_family::{Described, Explanation, Step as Told, count, plain};
use puml_graph::{End, Graph, NotePlace};

use super::model::Model;
use crate::codes::lint;

pub(super) fn explain(model: &Model) -> Explanation {
    let graph = &model.graph;
    let is_end = |end: End, idx: usize| matches!(end, End::Entity(id) if id.0 as usize == idx);
    let parts = graph.entities.iter().enumerate().map(|(idx, it)| {
        let count = |end: fn(&puml_graph::Link) -> End| {
            graph.links.iter().filter(|it| is_end(end(it), idx)).count() as u32
        };
        Described {
            id: it.id.clone(),
            name: plain(&it.label),
            kind: it.kind,
            counts: vec![("incoming", count(|it| it.to)), ("outgoing", count(|it| it.from))],
            group: it.group.map(|it| ("partition", graph.groups[it.0 as usize].id.clone())),
        }
    });
    let linked = graph.links.iter().filter(|it| !it.hidden).map(|it| {
        let label = plain(&it.label);
        let when = if label.is_empty() { String::new() } else { format!(", if “{label}”") };
        let text = format!("{} leads to {}{when}", name(graph, it.from), name(graph, it.to));
        Told { page: 1, depth: 0, text, origin: it.origin }
    });
    let noted = graph.notes.iter().map(|it| Told {
        page: 1,
        depth: 0,
        text: match it.place {
            NotePlace::Beside(id, _) => {
                format!("note at {}: {}", name(graph, End::Entity(id)), plain(&it.label))
            }
            _ => format!("note: {}", plain(&it.label)),
        },
        origin: it.origin,
    });
    let title = model.surroundings.title.as_ref().map(|it| plain(&it.label));
    let title = title.filter(|it| !it.is_empty()).map(|it| format!(" “{it}”")).unwrap_or_default();
    let summary = format!(
        "Activity diagram{title} with {} and {}.",
        count(graph.entities.len(), "step"),
        count(graph.links.len(), "link")
    );
    Explanation {
        summary,
        parts_name: "steps",
        parts: parts.collect(),
        flow: linked.chain(noted).collect(),
    }
}

fn name(graph: &Graph, end: End) -> String {
    match end {
        End::Entity(id) => {
            let entity = &graph.entities[id.0 as usize];
            match entity.kind {
                "start" => "the start".to_owned(),
                "end" => "the end".to_owned(),
                "bar" => format!("the bar {}", plain(&entity.label)),
                _ => format!("“{}”", plain(&entity.label)),
            }
        }
        End::Group(id) => format!("the frame {}", graph.groups[id.0 as usize].id),
        _ => "a note".to_owned(),
    }
}

/// Decisions with one way, and ways without a label.
pub(super) fn readability(model: &Model) -> Vec<Diagnostic> {
    let graph = &model.graph;
    let mut found = Vec::new();
    for (idx, entity) in graph.entities.iter().enumerate().filter(|it| it.1.kind == "branch") {
        let own = |end: End| matches!(end, End::Entity(id) if id.0 as usize == idx);
        let ways: Vec<_> = graph.links.iter().filter(|it| own(it.from)).collect();
        if ways.len() < 2 {
            let message = "this decision has only one way";
            let finding = Diagnostic::new(lint::ONE_WAY, entity.origin, message);
            found.push(finding.with_hint("add an `else`"));
        } else if ways.iter().all(|it| it.label.text.is_empty()) {
            let message = "no way out of this decision has a label";
            let finding = Diagnostic::new(lint::UNLABELLED_WAY, entity.origin, message);
            found.push(finding.with_hint("write `-->[yes] \"text\"`"));
        }
    }
    diag::sort(&mut found);
    found
}
