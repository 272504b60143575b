//! The order of vertices in every row. Groups stay whole in each row, and sibling groups keep one order in all
//! rows, so that they can be drawn as boxes. The sides of groups count as heavy lines.

mod moves;

use std::collections::BTreeMap;

use crate::cross::crossings;
use crate::layers::{Kind, Layers};
use crate::part::Part;

/// How the first order is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Start {
    /// As in the source.
    Source,
    /// Along the links, depth first from the top.
    Depth,
    /// Along the links, depth first from the bottom.
    Rise,
    /// Against the source.
    Reverse,
    /// A fixed shuffle, different for each number.
    Shuffle(u32),
}

/// How thoroughly to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Care {
    pub(crate) sweeps: usize,
    /// Whether to try exchanging neighbouring groups as wholes.
    pub(crate) groups: bool,
    /// How many orders to return at most.
    pub(crate) drawn: usize,
}

/// The rows from the top, each from the left, sides of groups included.
#[derive(Debug, Clone)]
pub(crate) struct Rows {
    pub(crate) list: Vec<Vec<usize>>,
    pub(crate) crossings: u64,
    /// The order of sibling groups, by parent; index 0 is for those without one.
    groups: Vec<Vec<usize>>,
}

const SIDE_WEIGHT: u64 = 6;

/// Orders that different starts lead to: that of the first start, then the others with few crossings.
pub(crate) fn orders(part: &Part, layers: &Layers, starts: &[Start], care: Care) -> Vec<Rows> {
    let mut search = Search::new(part, layers);
    let mut found: Vec<Rows> = Vec::new();
    for &start in starts {
        search.begin(start);
        let rows = search.refine(care);
        let is_perfect = rows.crossings == 0;
        if found.iter().all(|it| it.list != rows.list) {
            found.push(rows);
        }
        if is_perfect {
            break;
        }
    }
    if care.groups && !part.groups.is_empty() {
        let best = (0..found.len()).min_by_key(|&it| found[it].crossings).unwrap_or(0);
        if found[best].crossings > 0 {
            search.restore(&found[best]);
            let flipped = search.flip(found[best].clone());
            found[best] = search.try_groups(flipped);
        }
    }
    for rows in &mut found {
        search.restore(rows);
        search.towards_source();
        rows.list.clone_from(&search.rows);
    }
    found[1..].sort_by_key(|it| it.crossings);
    found.truncate(care.drawn);
    found
}

struct Search<'a> {
    part: &'a Part,
    layers: &'a Layers,
    up: Vec<Vec<(usize, u64)>>,
    down: Vec<Vec<(usize, u64)>>,
    rows: Vec<Vec<usize>>,
    position: Vec<usize>,
    /// The children of each group (index 0: of none) that are groups, from left to right.
    groups: Vec<Vec<usize>>,
    /// Vertices that are not sides, by layer and then by the group they are directly in.
    direct: Vec<BTreeMap<usize, Vec<usize>>>,
}

struct Entry {
    key: i64,
    was: usize,
    list: Vec<usize>,
}

fn slot(group: Option<usize>) -> usize {
    group.map_or(0, |it| it + 1)
}

impl<'a> Search<'a> {
    fn new(part: &'a Part, layers: &'a Layers) -> Self {
        let count = layers.vertices.len();
        let mut up = vec![Vec::new(); count];
        let mut down = vec![Vec::new(); count];
        for segment in &layers.segments {
            let weight = if part.links[segment.link].drawn { 2 } else { 1 };
            down[segment.upper].push((segment.lower, weight));
            up[segment.lower].push((segment.upper, weight));
        }
        for sides in &layers.sides {
            for pair in sides.windows(2) {
                for side in 0..2 {
                    down[pair[0][side]].push((pair[1][side], 2 * SIDE_WEIGHT));
                    up[pair[1][side]].push((pair[0][side], 2 * SIDE_WEIGHT));
                }
            }
        }
        let mut groups = vec![Vec::new(); part.groups.len() + 1];
        for (index, group) in part.groups.iter().enumerate() {
            groups[slot(group.parent)].push(index);
        }
        let mut direct = vec![BTreeMap::new(); layers.kinds.len()];
        for (index, vertex) in layers.vertices.iter().enumerate() {
            if !matches!(vertex.kind, Kind::Left(_) | Kind::Right(_)) {
                let list: &mut Vec<usize> =
                    direct[vertex.layer].entry(slot(vertex.group)).or_default();
                list.push(index);
            }
        }
        let rows = vec![Vec::new(); layers.kinds.len()];
        Self { part, layers, up, down, rows, position: vec![0; count], groups, direct }
    }

    fn begin(&mut self, start: Start) {
        let count = self.layers.vertices.len();
        let mut keys: Vec<i64> = (0..count as i64).collect();
        if matches!(start, Start::Depth | Start::Rise) {
            let visited = self.visit(start == Start::Rise);
            for (place, vertex) in visited.into_iter().enumerate() {
                keys[vertex] = place as i64;
            }
        } else {
            // Bends follow the source order of their links' ends.
            for (index, vertex) in self.layers.vertices.iter().enumerate() {
                if let Kind::Bend(link) | Kind::Label(link, _) = vertex.kind {
                    let link = &self.part.links[link];
                    keys[index] = link.item(0).max(link.item(1)) as i64;
                }
            }
        }
        if let Start::Shuffle(number) = start {
            let mut state = u64::from(number) + 1;
            for key in &mut keys {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                *key = (state >> 40) as i64;
            }
        }
        let sign = if start == Start::Reverse { -1 } else { 1 };
        let keys: Vec<Option<i64>> = keys.into_iter().map(|it| Some(sign * (it << 16))).collect();
        self.sort_groups_by(&keys);
        for layer in 0..self.rows.len() {
            self.sort(layer, &keys);
        }
    }

    fn visit(&self, from_below: bool) -> Vec<usize> {
        let count = self.layers.vertices.len();
        let mut seen = vec![false; count];
        let mut visited = Vec::with_capacity(count);
        let (ahead, back) =
            if from_below { (&self.up, &self.down) } else { (&self.down, &self.up) };
        let starts = (0..count).filter(|&it| back[it].is_empty()).chain(0..count);
        for start in starts {
            let mut stack = vec![start];
            while let Some(vertex) = stack.pop() {
                if seen[vertex] {
                    continue;
                }
                seen[vertex] = true;
                visited.push(vertex);
                stack.extend(ahead[vertex].iter().rev().map(|it| it.0).filter(|&it| !seen[it]));
            }
        }
        visited
    }

    /// Sweeps down and up until that no longer helps, then moves single entries.
    fn refine(&mut self, care: Care) -> Rows {
        let mut best = self.snapshot();
        let mut idle = 0;
        for sweep in 0..care.sweeps {
            if best.crossings == 0 || idle > 2 {
                break;
            }
            if sweep % 4 == 2 {
                self.reorder_groups();
            }
            self.sweep(sweep % 2 == 0);
            self.exchange();
            if idle > 0 {
                self.sift();
            }
            idle = if self.keep(&mut best) { 0 } else { idle + 1 };
        }
        best
    }

    /// Takes the rows as they stand, if they have fewer crossings.
    fn keep(&self, best: &mut Rows) -> bool {
        let is_better = self.count() < best.crossings;
        if is_better {
            *best = self.snapshot();
        }
        is_better
    }

    fn snapshot(&self) -> Rows {
        Rows { list: self.rows.clone(), crossings: self.count(), groups: self.groups.clone() }
    }

    fn restore(&mut self, rows: &Rows) {
        self.rows.clone_from(&rows.list);
        for row in &self.rows {
            for (place, &vertex) in row.iter().enumerate() {
                self.position[vertex] = place;
            }
        }
        self.groups.clone_from(&rows.groups);
    }

    fn count(&self) -> u64 {
        let mut list = Vec::new();
        (1..self.rows.len())
            .map(|layer| {
                list.clear();
                for &lower in &self.rows[layer] {
                    let place = self.position[lower];
                    list.extend(
                        self.up[lower].iter().map(|&(it, w)| (self.position[it], place, w)),
                    );
                }
                crossings(&mut list, self.rows[layer].len())
            })
            .sum()
    }

    fn sweep(&mut self, downwards: bool) {
        let count = self.rows.len();
        let mut keys: Vec<Option<i64>> = vec![None; self.layers.vertices.len()];
        for step in 1..count {
            let layer = if downwards { step } else { count - 1 - step };
            let neighbours = if downwards { &self.up } else { &self.down };
            for &vertex in &self.rows[layer] {
                keys[vertex] = self.barycentre(&neighbours[vertex]);
            }
            self.sort(layer, &keys);
        }
    }

    fn barycentre(&self, neighbours: &[(usize, u64)]) -> Option<i64> {
        let weight: u64 = neighbours.iter().map(|it| it.1).sum();
        let sum: u64 =
            neighbours.iter().map(|it| it.1 * ((self.position[it.0] as u64) << 16)).sum();
        sum.checked_div(weight).map(|it| it as i64)
    }

    fn sort(&mut self, layer: usize, keys: &[Option<i64>]) {
        let (row, _) = self.arranged(layer, None, keys);
        for (place, &vertex) in row.iter().enumerate() {
            self.position[vertex] = place;
        }
        self.rows[layer] = row;
    }

    /// The content of a group in one layer, sorted; and the sum and number of its keys.
    fn arranged(
        &self,
        layer: usize,
        group: Option<usize>,
        keys: &[Option<i64>],
    ) -> (Vec<usize>, (i64, i64)) {
        let mut total = (0, 0);
        let mut singles: Vec<Entry> = Vec::new();
        let mut seen_runs = Vec::new();
        for &vertex in self.direct[layer].get(&slot(group)).into_iter().flatten() {
            let list = match self.layers.run_of.get(vertex).copied().flatten() {
                Some(run) if seen_runs.contains(&run) => continue,
                Some(run) => {
                    seen_runs.push(run);
                    self.layers.runs[run].clone()
                }
                None => vec![vertex],
            };
            let (sum, number) = sum_of(&list, keys);
            total = (total.0 + sum, total.1 + number);
            let was = self.position[list[0]];
            singles.push(Entry {
                key: if number > 0 { sum / number } else { i64::MIN },
                was,
                list,
            });
        }
        let mut blocks: Vec<(Entry, i64)> = Vec::new();
        for &child in &self.groups[slot(group)] {
            let (first, last) = self.layers.spans[child];
            if layer < first || layer > last {
                continue;
            }
            let (inside, (sum, number)) = self.arranged(layer, Some(child), keys);
            total = (total.0 + sum, total.1 + number);
            let [left, right] = self.layers.sides[child][layer - first];
            let mut list = Vec::with_capacity(inside.len() + 2);
            list.push(left);
            list.extend(inside);
            list.push(right);
            let side_keys = sum_of(&[left, right], keys);
            let (sum, number) = if number > 0 { (sum, number) } else { side_keys };
            let key = if number > 0 { sum / number } else { i64::MIN };
            blocks.push((Entry { key, was: self.position[left], list }, number.max(1)));
        }
        fill_missing(&mut singles, &mut blocks);
        pool(&mut blocks);
        singles.sort_by_key(|it| (it.key, it.was));
        self.keep_wishes(&mut singles);
        (merge(singles, blocks.into_iter().map(|it| it.0).collect()), total)
    }

    /// Moves the second of an ordered pair behind the first, if both stand here on their own.
    fn keep_wishes(&self, singles: &mut Vec<Entry>) {
        for &(first, second) in &self.part.order {
            let find =
                |singles: &[Entry], item| singles.iter().position(|it| it.list.contains(&item));
            if let (Some(a), Some(b)) = (find(singles, first), find(singles, second))
                && a > b
            {
                let mut entry = singles.remove(b);
                entry.key = singles[a - 1].key;
                singles.insert(a, entry);
            }
        }
    }

    /// Sorts sibling groups by where the lines of their content lead.
    fn reorder_groups(&mut self) {
        let keys: Vec<Option<i64>> = (0..self.layers.vertices.len())
            .map(|vertex| {
                let width =
                    |it: usize| self.rows[self.layers.vertices[it].layer].len().max(1) as i64;
                let (mut sum, mut number) = (0, 0);
                for &(far, weight) in self.up[vertex].iter().chain(&self.down[vertex]) {
                    sum += weight as i64 * ((self.position[far] as i64) << 16) / width(far);
                    number += weight as i64;
                }
                (number > 0).then(|| sum / number)
            })
            .collect();
        self.sort_groups_by(&keys);
    }

    fn sort_groups_by(&mut self, keys: &[Option<i64>]) {
        let mut sums = vec![(0_i64, 0_i64); self.part.groups.len()];
        for (vertex, key) in self.layers.vertices.iter().zip(keys) {
            if let (Kind::Item | Kind::Bend(_) | Kind::Label(..), Some(key)) = (vertex.kind, key) {
                for group in self.part.around(vertex.group) {
                    sums[group] = (sums[group].0 + key, sums[group].1 + 1);
                }
            }
        }
        for groups in &mut self.groups {
            let mut keyed: Vec<(i64, usize)> = groups
                .iter()
                .map(|&it| (if sums[it].1 > 0 { sums[it].0 / sums[it].1 } else { 0 }, it))
                .collect();
            keyed.sort_by_key(|it| it.0);
            *groups = keyed.into_iter().map(|it| it.1).collect();
        }
    }

    /// Exchanges neighbouring sibling groups as wholes and keeps what lowers the number of crossings.
    fn try_groups(&mut self, mut best: Rows) -> Rows {
        let mut left = 60;
        for parent in 0..self.groups.len() {
            let mut index = 0;
            while index + 1 < self.groups[parent].len() {
                if left == 0 || best.crossings == 0 {
                    return best;
                }
                left -= 1;
                self.groups[parent].swap(index, index + 1);
                let keys: Vec<Option<i64>> =
                    self.position.iter().map(|&it| Some((it as i64) << 16)).collect();
                for layer in 0..self.rows.len() {
                    self.sort(layer, &keys);
                }
                for downwards in [true, false] {
                    self.sweep(downwards);
                    self.exchange();
                }
                let now = self.snapshot();
                if now.crossings < best.crossings {
                    best = now;
                    index = index.saturating_sub(1);
                } else {
                    self.restore(&best);
                    index += 1;
                }
            }
        }
        best
    }
}

fn sum_of(list: &[usize], keys: &[Option<i64>]) -> (i64, i64) {
    list.iter().filter_map(|&it| keys[it]).fold((0, 0), |(sum, count), key| (sum + key, count + 1))
}

/// What has no key keeps its place between its neighbours.
fn fill_missing(singles: &mut [Entry], blocks: &mut [(Entry, i64)]) {
    let mut all: Vec<&mut Entry> =
        singles.iter_mut().chain(blocks.iter_mut().map(|it| &mut it.0)).collect();
    all.sort_by_key(|it| it.was);
    let mut last = None;
    for entry in &mut all {
        if entry.key == i64::MIN {
            if let Some(key) = last {
                entry.key = key;
            }
        } else {
            last = Some(entry.key);
        }
    }
    let mut next = 0;
    for entry in all.iter_mut().rev() {
        if entry.key == i64::MIN {
            entry.key = next;
        } else {
            next = entry.key;
        }
    }
}

/// Makes the keys of blocks rise in their fixed order: neighbours that contradict it share their mean.
fn pool(blocks: &mut [(Entry, i64)]) {
    let mut pools: Vec<(i64, i64, usize)> = Vec::new();
    for (entry, weight) in blocks.iter() {
        let mut now = (entry.key * weight, *weight, 1);
        while let Some(&(sum, count, size)) = pools.last() {
            if sum / count <= now.0 / now.1 {
                break;
            }
            now = (sum + now.0, count + now.1, size + now.2);
            pools.pop();
        }
        pools.push(now);
    }
    let mut index = 0;
    for (sum, count, size) in pools {
        for (entry, _) in &mut blocks[index..index + size] {
            entry.key = sum / count;
        }
        index += size;
    }
}

fn merge(singles: Vec<Entry>, blocks: Vec<Entry>) -> Vec<usize> {
    let mut row = Vec::new();
    let mut blocks = blocks.into_iter().peekable();
    for single in singles {
        while let Some(block) = blocks.next_if(|it| (it.key, it.was) < (single.key, single.was)) {
            row.extend(block.list);
        }
        row.extend(single.list);
    }
    for block in blocks {
        row.extend(block.list);
    }
    row
}
