//! From the model of a picture to the items of a scene: entities are measured, `graph-layout` says where they stand and
//! how links run, then everything is drawn from back to front.

mod body;
mod borders;
mod boxes;
mod constraints;
mod figures;
mod groups;
mod heads;
mod labels;
mod links;
mod notes;
mod place;
mod pseudo;
mod qualifiers;
mod regions;
mod table;

use std::collections::HashMap;

use puml_family::LayoutContext;
use scene::{Item, Rect};

use crate::model::{Graph, LinkId, NotePlace};

/// A picture without what stands around it.
pub struct Drawn {
    /// From back to front.
    pub items: Vec<Item>,
    /// Around all of them.
    pub extent: Rect,
}

/// Draws a picture. Time grows with the number of entities and links; the same model gives the same items.
pub fn draw(graph: &Graph, ctx: LayoutContext<'_>) -> Drawn {
    let mut entities: Vec<boxes::Measured> =
        graph.entities.iter().map(|it| boxes::measure(it, graph.direction, ctx)).collect();
    pseudo::span_bars(graph, &mut entities);
    if graph.same_width {
        boxes::widen_alike(graph, &mut entities);
    }
    let notes: Vec<notes::Measured> =
        graph.notes.iter().map(|it| notes::measure(it, ctx)).collect();
    let mut on_links: HashMap<LinkId, usize> = HashMap::new();
    for (idx, note) in graph.notes.iter().enumerate() {
        if let NotePlace::OnLink(link) = note.place {
            on_links.insert(link, idx);
        }
    }
    let labels: Vec<labels::Labels> = graph
        .links
        .iter()
        .zip(0..)
        .map(|(link, idx)| {
            let note = on_links.get(&LinkId(idx)).map(|it| (*it, &graph.notes[*it], &notes[*it]));
            labels::measure(link, note, ctx)
        })
        .collect();
    let titles: Vec<groups::Title> =
        graph.groups.iter().map(|it| groups::measure(it, ctx)).collect();
    let mut placed = place::place(graph, &entities, &notes, &labels, &titles);
    place::touch(graph, &mut placed);
    let mut items = Vec::new();
    let mut bars = Vec::new();
    for ((group, title), place) in graph.groups.iter().zip(titles).zip(&placed.groups) {
        items.extend(groups::draw(group, title, *place, &placed.links, ctx, &mut bars));
    }
    items.extend(groups::separators(graph, &placed.groups, ctx));
    for (idx, (link, labels)) in graph.links.iter().zip(labels).enumerate() {
        let Some((item, places)) = links::draw(idx, link, labels, &placed.links[idx], ctx) else {
            continue;
        };
        items.push(item);
        for (note, place) in places {
            placed.notes[note] = Some(place);
        }
    }
    // Lines may lead through the title bar of a composite state, behind its words.
    items.extend(bars);
    items.extend(graph.constraints.iter().filter_map(|it| constraints::draw(it, &placed, ctx)));
    for (idx, (note, measured)) in graph.notes.iter().zip(&notes).enumerate() {
        let Some(rect) = placed.notes[idx] else { continue };
        let tie = match notes::tie(note, rect, &placed, &entities) {
            Some((from, to)) => vec![from, to],
            None => placed.ties[idx].clone(),
        };
        items.extend(notes::draw(note, measured, rect, &tie, ctx));
    }
    for (idx, (entity, measured)) in graph.entities.iter().zip(entities).enumerate() {
        items.extend(boxes::draw(entity, measured, placed.entities[idx], graph.direction, ctx));
    }
    let extent = puml_family::page::extent(&items).unwrap_or_default();
    Drawn { items, extent }
}
