//! Ranks: which row each item is in. Hard constraints come from links after cycles are broken, from groups that
//! stack as units; wishes (one rank, first, last) are weights.

use crate::acyclic::{reversed, reversed_units, units};
use crate::graph::Relation;
use crate::part::{ItemKind, Part, Pull};
use crate::simplex::{Arc, feasible, find, improve};

/// How groups take part in ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Groups only span ranks and may stand side by side whatever their links are.
    Shared,
    /// A link between two groups puts one below the other as a whole.
    Unit,
}

/// The rank of each item, from zero.
pub(crate) fn ranks(part: &Part, mode: Mode) -> Vec<usize> {
    let turned = match mode {
        Mode::Shared => reversed(part),
        Mode::Unit => reversed_units(part),
    };
    let mut builder =
        Builder { part, arcs: Vec::new(), count: part.items.len() + 2 * part.groups.len() };
    builder.groups();
    builder.links(&turned, mode);
    builder.wishes();
    // Contradicting units are possible only through anchors; without them every mode is free of cycles.
    let start = match feasible(builder.count, &builder.arcs) {
        Some(start) => start,
        None if mode == Mode::Unit => return ranks(part, Mode::Shared),
        None => return vec![0; part.items.len()],
    };
    let budget = 4_000_000 + 200 * builder.count as u64;
    let value = improve(start, &builder.arcs, budget);
    let least = value[..part.items.len()].iter().min().copied().unwrap_or(0);
    value[..part.items.len()].iter().map(|it| (it - least) as usize).collect()
}

/// Splits ranks that are wider than `limit` into several: items that stand next to each other go to different ones.
/// All of them lie between the ranks before and after, so no link changes its direction. `x` tells the order.
pub(crate) fn split(part: &Part, ranks: &[usize], x: &[i64], limit: i64, gap: i64) -> Vec<usize> {
    let count = ranks.iter().max().map_or(0, |it| it + 1);
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (item, &rank) in ranks.iter().enumerate() {
        rows[rank].push(item);
    }
    // Items that want one rank move together.
    let mut root: Vec<usize> = (0..ranks.len()).collect();
    let mut join = |a: usize, b: usize| {
        let (a, b) = (find(&mut root, a), find(&mut root, b));
        root[a.max(b)] = a.min(b);
    };
    for link in &part.links {
        if ranks[link.item(0)] == ranks[link.item(1)] {
            join(link.item(0), link.item(1));
        }
    }
    for set in &part.same {
        for pair in set.windows(2) {
            join(pair[0], pair[1]);
        }
    }
    let mut result = vec![0; ranks.len()];
    let mut base = 0;
    for row in &mut rows {
        let width: i64 = row.iter().map(|&it| part.items[it].size.w + gap).sum();
        let parts = ((width + limit - 1) / limit.max(1)).clamp(1, 4) as usize;
        row.sort_by_key(|&it| (x[it], it));
        let mut sets: Vec<usize> = Vec::new();
        for &item in row.iter() {
            let set = find(&mut root, item);
            let place = sets.iter().position(|&it| it == set).unwrap_or_else(|| {
                sets.push(set);
                sets.len() - 1
            });
            result[item] = base + place % parts;
        }
        base += parts.min(sets.len().max(1));
    }
    result
}

struct Builder<'a> {
    part: &'a Part,
    arcs: Vec<Arc>,
    count: usize,
}

impl Builder<'_> {
    fn top(&self, group: usize) -> usize {
        self.part.items.len() + 2 * group
    }

    fn bottom(&self, group: usize) -> usize {
        self.top(group) + 1
    }

    fn add(&mut self, tail: usize, head: usize, min: i64, weight: i64) {
        if tail != head {
            self.arcs.push(Arc::new(tail, head, min, weight));
        }
    }

    fn groups(&mut self) {
        // The end of a link to the frame around it lies before or after everything inside.
        let mut outermost = vec![None; self.part.items.len()];
        for link in &self.part.links {
            if let Some((end, group)) = self.part.own_frame(link) {
                outermost[link.item(end)] = Some((end, group));
            }
        }
        for (index, item) in self.part.items.iter().enumerate() {
            if let Some((end, group)) = outermost[index] {
                let parent = self.part.groups[group].parent;
                if end == 0 {
                    self.add(index, self.top(group), 0, 16);
                    if let Some(parent) = parent {
                        self.add(self.top(parent), index, 0, 0);
                    }
                } else {
                    self.add(self.bottom(group), index, 0, 16);
                    if let Some(parent) = parent {
                        self.add(index, self.bottom(parent), 0, 0);
                    }
                }
            } else if let Some(group) = item.group {
                let first = if item.pull == Pull::First { 64 } else { 0 };
                let last = if item.pull == Pull::Last { 64 } else { 0 };
                self.add(self.top(group), index, 0, first);
                self.add(index, self.bottom(group), 0, last);
            }
        }
        for (index, group) in self.part.groups.iter().enumerate() {
            self.add(self.top(index), self.bottom(index), 0, 1);
            if let Some(parent) = group.parent {
                self.add(self.top(parent), self.top(index), 0, 0);
                self.add(self.bottom(index), self.bottom(parent), 0, 0);
            }
        }
    }

    fn links(&mut self, turned: &[bool], mode: Mode) {
        for (index, link) in self.part.links.iter().enumerate() {
            let Relation::Below { min } = link.relation else { continue };
            let (mut from, mut to) = (link.item(0), link.item(1));
            if from == to {
                continue;
            }
            if turned[index] && self.part.own_frame(link).is_none() {
                std::mem::swap(&mut from, &mut to);
            }
            let (_, above, below) = units(self.part, from, to);
            let count = self.part.items.len();
            let inside = self.part.items[from].group.is_some()
                && self.part.items[from].group == self.part.items[to].group;
            let weight = link.weight * if inside { 2 } else { 1 };
            self.add(from, to, i64::from(min.max(1)), weight);
            if self.part.own_frame(link).is_some() {
                continue;
            }
            self.anchor(from, to);
            if mode == Mode::Unit && above != below {
                let above = if above < count { above } else { self.bottom(above - count) };
                let below = if below < count { below } else { self.top(below - count) };
                if above != from || below != to {
                    self.add(above, below, 1, 0);
                }
            }
        }
    }

    /// Anchors keep to the side of their group that the link comes from.
    fn anchor(&mut self, from: usize, to: usize) {
        if let (ItemKind::Anchor, Some(group)) =
            (self.part.items[to].kind, self.part.items[to].group)
        {
            self.add(self.top(group), to, 0, 16);
        }
        if let (ItemKind::Anchor, Some(group)) =
            (self.part.items[from].kind, self.part.items[from].group)
        {
            self.add(from, self.bottom(group), 0, 16);
        }
    }

    fn wishes(&mut self) {
        let mut vertical: Vec<(usize, usize)> = Vec::new();
        for link in &self.part.links {
            if matches!(link.relation, Relation::Below { .. }) {
                vertical.push((link.item(0), link.item(1)));
                vertical.push((link.item(1), link.item(0)));
            }
        }
        vertical.sort_unstable();
        for link in &self.part.links {
            if link.relation == Relation::Beside && link.item(0) != link.item(1) {
                let pair = (link.item(0), link.item(1));
                let weight = if vertical.binary_search(&pair).is_ok() { 1 } else { 8 };
                self.level(pair.0, pair.1, weight * link.weight);
            }
        }
        for set in &self.part.same {
            for pair in set.windows(2) {
                self.level(pair[0], pair[1], 64);
            }
        }
    }

    /// A wish for one rank: an extra node above both, whose distance to each costs.
    fn level(&mut self, a: usize, b: usize, weight: i64) {
        let extra = self.count;
        self.count += 1;
        self.add(extra, a, 0, weight);
        self.add(extra, b, 0, weight);
    }
}
