//! Which links point against the flow, so that the rest has no cycle. Depth first in the order of the source.

use crate::graph::Relation;
use crate::part::{ItemKind, Part};

/// For each link, whether it is to be laid the other way round; decided between single items.
pub(crate) fn reversed(part: &Part) -> Vec<bool> {
    let count = part.items.len();
    let mut arcs: Vec<Vec<Step>> = vec![Vec::new(); count];
    let mut is_target = vec![false; count];
    let members = members(part);
    for (index, link) in part.links.iter().enumerate() {
        let (from, to) = (link.item(0), link.item(1));
        if !matches!(link.relation, Relation::Below { .. }) || from == to {
            continue;
        }
        arcs[from].push(Step { to, link: Some(index) });
        is_target[to] = true;
        if part.own_frame(link).is_some() {
            continue;
        }
        // A link into a group comes before everything inside, a link out of it after.
        if part.items[to].kind == ItemKind::Anchor {
            arcs[to].extend(members[to].iter().map(|&it| Step { to: it, link: None }));
        }
        if part.items[from].kind == ItemKind::Anchor {
            for &inside in &members[from] {
                arcs[inside].push(Step { to: from, link: None });
            }
        }
    }
    // A note above its owner is no beginning of the flow.
    for (item, steps) in arcs.iter().enumerate() {
        let is_drawn = |it: &Step| it.link.is_none_or(|link| part.links[link].drawn);
        is_target[item] |= !steps.is_empty() && !steps.iter().any(is_drawn);
    }
    search(count, &arcs, &is_target, part.links.len())
}

/// The same, decided between the children of each group, which then stack as units.
pub(crate) fn reversed_units(part: &Part) -> Vec<bool> {
    let mut result = vec![false; part.links.len()];
    let count = part.items.len() + part.groups.len();
    let mut by_level: Vec<Vec<(usize, usize, usize)>> = vec![Vec::new(); part.groups.len() + 1];
    for (index, link) in part.links.iter().enumerate() {
        if !matches!(link.relation, Relation::Below { .. }) {
            continue;
        }
        let (level, from, to) = units(part, link.item(0), link.item(1));
        if from != to {
            by_level[level.map_or(0, |it| it + 1)].push((from, to, index));
        }
    }
    for links in by_level {
        let mut arcs: Vec<Vec<Step>> = vec![Vec::new(); count];
        let mut is_target = vec![false; count];
        for (from, to, index) in links {
            arcs[from].push(Step { to, link: Some(index) });
            is_target[to] = true;
        }
        let turned = search(count, &arcs, &is_target, part.links.len());
        result.iter_mut().zip(turned).for_each(|(it, turned)| *it |= turned);
    }
    result
}

/// The innermost group around both items and its two children that hold them: items, then groups after them.
pub(crate) fn units(part: &Part, a: usize, b: usize) -> (Option<usize>, usize, usize) {
    let first = part.around(part.items[a].group);
    let second = part.around(part.items[b].group);
    let shared =
        first.iter().rev().zip(second.iter().rev()).take_while(|(it, other)| it == other).count();
    let child = |around: &[usize], item: usize| match around.len().checked_sub(shared + 1) {
        Some(index) => part.items.len() + around[index],
        None => item,
    };
    let level = (shared > 0).then(|| first[first.len() - shared]);
    (level, child(&first, a), child(&second, b))
}

#[derive(Clone, Copy)]
struct Step {
    to: usize,
    link: Option<usize>,
}

/// For each anchor, the boxes in its group.
fn members(part: &Part) -> Vec<Vec<usize>> {
    let mut inside: Vec<Vec<usize>> = vec![Vec::new(); part.groups.len()];
    for (index, item) in part.items.iter().enumerate() {
        if item.kind == ItemKind::Box {
            for group in part.around(item.group) {
                inside[group].push(index);
            }
        }
    }
    part.items
        .iter()
        .map(|item| match (item.kind, item.group) {
            (ItemKind::Anchor, Some(group)) => inside[group].clone(),
            _ => Vec::new(),
        })
        .collect()
}

fn search(count: usize, arcs: &[Vec<Step>], is_target: &[bool], links: usize) -> Vec<bool> {
    let mut reversed = vec![false; links];
    // Unseen, on the path, done.
    let mut state = vec![0_u8; count];
    let starts =
        (0..count).filter(|&it| !is_target[it]).chain((0..count).filter(|&it| is_target[it]));
    for start in starts {
        if state[start] != 0 {
            continue;
        }
        state[start] = 1;
        let mut path: Vec<(usize, usize, Option<usize>)> = vec![(start, 0, None)];
        while let Some((node, next, by)) = path.last_mut() {
            let Some(&step) = arcs[*node].get(*next) else {
                state[*node] = 2;
                path.pop();
                continue;
            };
            *next += 1;
            match (state[step.to], step.link) {
                (0, link) => {
                    state[step.to] = 1;
                    path.push((step.to, 0, link));
                }
                (1, Some(link)) => reversed[link] = true,
                // The cycle closes inside the group: the link that led to its frame is turned.
                (1, None) => {
                    if let Some(link) = *by {
                        reversed[link] = true;
                    }
                }
                _ => {}
            }
        }
    }
    reversed
}
