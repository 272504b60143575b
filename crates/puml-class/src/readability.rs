//! Advice on making a class diagram easier to read.

use diag::Diagnostic;
use puml_graph::{End, Graph, Row};

use crate::codes::lint;
use crate::model::Model;

/// More entities than this are hard to take in at once.
const MOST_ENTITIES: usize = 40;
/// More members than this make a box that nobody reads.
const MOST_MEMBERS: usize = 30;
/// More links than this at one entity cross other things.
const MOST_LINKS: usize = 14;
/// A longer name makes its box wider than the rest.
const LONGEST_NAME: usize = 48;

/// Advice about one diagram.
pub(crate) fn readability(model: &Model) -> Vec<Diagnostic> {
    model.pages.iter().flat_map(|it| page(&it.graph)).collect()
}

fn page(graph: &Graph) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    let count = graph.entities.len();
    if let Some(last) = graph.entities.get(MOST_ENTITIES) {
        let message = format!("{count} classes stand in one picture");
        let finding = Diagnostic::new(lint::TOO_MANY_ENTITIES, last.origin, message);
        out.push(
            finding.with_hint("draw one picture a package, or `remove` what does not matter here"),
        );
    }
    let mut links = vec![0_usize; count];
    for end in graph.links.iter().filter(|it| !it.hidden).flat_map(|it| [it.from, it.to]) {
        if let End::Entity(id) | End::Member(id, ..) = end {
            links[id.0 as usize] += 1;
        }
    }
    for (entity, links) in graph.entities.iter().zip(links) {
        let rows = entity.body.compartments.iter().filter(|it| !it.hidden).flat_map(|it| &it.rows);
        let members = rows.filter(|it| matches!(it, Row::Member { .. })).count();
        let name = puml_family::plain(&entity.label);
        if members > MOST_MEMBERS {
            let message = format!("`{name}` shows {members} members");
            let finding = Diagnostic::new(lint::TOO_MANY_MEMBERS, entity.origin, message);
            out.push(
                finding.with_hint("show what matters here: `hide private members` or fewer lines"),
            );
        }
        if links > MOST_LINKS {
            let message = format!("{links} links meet at `{name}`");
            let finding = Diagnostic::new(lint::TOO_MANY_LINKS, entity.origin, message);
            out.push(
                finding.with_hint("leave out links that follow from others, or split the picture"),
            );
        }
        if name.lines().any(|it| it.chars().count() > LONGEST_NAME) {
            let message = format!("the name `{name}` is too long for a box");
            let finding = Diagnostic::new(lint::WIDE_NAME, entity.origin, message);
            out.push(
                finding.with_hint("break it with `\\n`, or shorten it and explain it in a note"),
            );
        }
    }
    out
}
