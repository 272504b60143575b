//! Links of one rank whose ends came to stand next to each other, with nothing but the sides of groups between them:
//! they run straight instead of up and over.

use std::collections::BTreeMap;

use crate::layers::{Chain, Kind, Layers};
use crate::order::Rows;
use crate::part::{ItemKind, Part};

/// The layers with such links made straight; `None` if there are none.
pub(crate) fn leveled(part: &Part, layers: &Layers, rows: &Rows) -> Option<Layers> {
    let mut between: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for link in &part.links {
        let (a, b) = (link.item(0), link.item(1));
        *between.entry((a.min(b), a.max(b))).or_default() += 1;
    }
    let is_level = |index: &usize| {
        let (a, b) = (part.links[*index].item(0), part.links[*index].item(1));
        matches!(layers.chains[*index], Chain::Arch { .. })
            && between[&(a.min(b), a.max(b))] == 1
            && are_next(part, layers, rows, *index)
    };
    let level: Vec<usize> = (0..part.links.len()).filter(is_level).collect();
    (!level.is_empty()).then(|| straightened(layers, &level))
}

fn are_next(part: &Part, layers: &Layers, rows: &Rows, index: usize) -> bool {
    let link = &part.links[index];
    let row = &rows.list[layers.vertices[link.item(0)].layer];
    let place = |end: usize| row.iter().position(|&it| it == link.item(end));
    let (Some(from), Some(to)) = (place(0), place(1)) else { return false };
    let (left, right) = if from < to { (0, 1) } else { (1, 0) };
    // A line to a group ends at its frame: what the group holds is not in the way.
    let frames = [0, 1].map(|end: usize| {
        let item = &part.items[link.item(end)];
        item.group.filter(|_| item.kind == ItemKind::Anchor)
    });
    let around = |vertex: usize| part.around(layers.vertices[vertex].group);
    if (0..2).any(|end| frames[end].is_some_and(|it| around(link.item(1 - end)).contains(&it))) {
        return false;
    }
    let mut opened = Vec::new();
    let only_sides = row[from.min(to) + 1..from.max(to)].iter().all(|&it| {
        match layers.vertices[it].kind {
            _ if frames.iter().flatten().any(|group| around(it).contains(group)) => {}
            Kind::Left(group) => opened.push(group),
            // A group that begins and ends here has nothing to do with the link.
            Kind::Right(group) if !opened.contains(&group) => {}
            _ => return false,
        }
        true
    });
    only_sides && link.ends[left].clear[1] && link.ends[right].clear[0]
}

/// The vertices of a straightened link stay where they are, without size or lines.
fn straightened(layers: &Layers, level: &[usize]) -> Layers {
    let mut result = layers.clone();
    for &index in level {
        result.chains[index] = Chain::Flat;
        result.first_segment[index] = None;
    }
    for vertex in &mut result.vertices {
        if let Kind::Bend(link) | Kind::Label(link, _) = vertex.kind
            && level.contains(&link)
        {
            vertex.kind = Kind::Bend(link);
            (vertex.width, vertex.height) = (0, 0);
        }
    }
    result.segments.retain(|it| !level.contains(&it.link));
    for (at, segment) in result.segments.iter().enumerate().rev() {
        result.first_segment[segment.link] = Some(at);
    }
    result
}
