//! Layers: ranks plus extra rows for labels between them, with a vertex wherever a line, a label or the side of a
//! group passes. Labels are vertices of their own, so their room is reserved before anything is placed.

use std::collections::{BTreeMap, BTreeSet};

use crate::geometry::Size;
use crate::graph::Relation;
use crate::options::Gaps;
use crate::part::{ItemKind, Link, Part};

#[derive(Clone)]
pub(crate) struct Layers {
    pub(crate) kinds: Vec<LayerKind>,
    /// The layer of each rank.
    pub(crate) of_rank: Vec<usize>,
    /// Items come first, under their own indices.
    pub(crate) vertices: Vec<Vertex>,
    pub(crate) segments: Vec<Segment>,
    /// Where the segments of each link begin; they stand together.
    pub(crate) first_segment: Vec<Option<usize>>,
    /// How each link runs.
    pub(crate) chains: Vec<Chain>,
    /// First and last layer of each group.
    pub(crate) spans: Vec<(usize, usize)>,
    /// The left and the right side of each group, from its first layer on.
    pub(crate) sides: Vec<Vec<[usize; 2]>>,
    /// Items that stand next to each other, in this order.
    pub(crate) runs: Vec<Vec<usize>>,
    pub(crate) run_of: Vec<Option<usize>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LayerKind {
    /// Labels at the lower ends of the rank above.
    Tails,
    /// Labels in the middle of lines.
    Middles,
    /// Labels at the upper ends of the rank below.
    Heads,
    /// Nodes stand here.
    Nodes,
}

#[derive(Debug, Clone)]
pub(crate) struct Vertex {
    pub(crate) layer: usize,
    pub(crate) kind: Kind,
    pub(crate) group: Option<usize>,
    /// Extent to the right of the reference: the left edge of an item, the line of everything else.
    pub(crate) width: i64,
    pub(crate) height: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Item,
    Bend(usize),
    Label(usize, Which),
    Left(usize),
    Right(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    Tail,
    Middle,
    Head,
}

/// A piece of a line between neighbouring layers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Segment {
    pub(crate) upper: usize,
    pub(crate) lower: usize,
    pub(crate) link: usize,
}

#[derive(Debug, Clone)]
pub(crate) enum Chain {
    /// Within one item; drawn with it.
    Inside,
    /// From the upper to the lower item; `flipped` if that is against the link.
    Down { steps: Vec<usize>, flipped: bool },
    /// Straight between two neighbours of a rank.
    Flat,
    /// Up from both items and across above them; the label stands above the crossbar.
    Arch { legs: [Vec<usize>; 2], label: Option<usize> },
}

pub(crate) fn layers(part: &Part, ranks: &[usize], gaps: &Gaps) -> Layers {
    let (runs, run_of) = runs(part, ranks);
    let plan = Plan::new(part, ranks, &runs, &run_of, gaps.line);
    let mut builder = Builder {
        part,
        ranks,
        gaps,
        plan,
        result: Layers {
            kinds: Vec::new(),
            of_rank: Vec::new(),
            vertices: Vec::new(),
            segments: Vec::new(),
            first_segment: Vec::new(),
            chains: Vec::new(),
            spans: Vec::new(),
            sides: Vec::new(),
            runs,
            run_of,
        },
    };
    builder.rows();
    builder.items();
    builder.spans();
    for index in 0..part.links.len() {
        let first = builder.result.segments.len();
        let chain = builder.chain(index);
        let is_any = builder.result.segments.len() > first;
        builder.result.first_segment.push(is_any.then_some(first));
        builder.result.chains.push(chain);
    }
    builder.sides();
    builder.result
}

/// Which label layers exist, and in which gap each middle label is. Gap `g` lies above rank `g`.
struct Plan {
    tails: Vec<bool>,
    middles: Vec<bool>,
    heads: Vec<bool>,
    gap_of: Vec<usize>,
    is_arch: Vec<bool>,
}

impl Plan {
    fn new(
        part: &Part,
        ranks: &[usize],
        runs: &[Vec<usize>],
        run_of: &[Option<usize>],
        line: i64,
    ) -> Self {
        let count = ranks.iter().max().map_or(0, |it| it + 1);
        let mut plan = Plan {
            tails: vec![false; count + 1],
            middles: vec![false; count + 1],
            heads: vec![false; count + 1],
            gap_of: vec![0; part.links.len()],
            is_arch: vec![false; part.links.len()],
        };
        let mut long = Vec::new();
        let mut beside: BTreeMap<(usize, usize), (i64, bool)> = BTreeMap::new();
        for (index, link) in part.links.iter().enumerate() {
            let (a, b) = (link.item(0), link.item(1));
            if a == b {
                continue;
            }
            let (upper, lower) = (ranks[a].min(ranks[b]), ranks[a].max(ranks[b]));
            if upper == lower {
                if are_neighbours(runs, run_of, link) && fits_beside(&mut beside, link, line) {
                    continue;
                }
                plan.is_arch[index] = true;
                plan.gap_of[index] = upper;
                plan.middles[upper] |= link.labels.middle.is_some();
                plan.heads[upper] |= link.labels.tail.is_some() || link.labels.head.is_some();
                continue;
            }
            let (above, below) = end_labels(link, ranks[a] > ranks[b]);
            plan.tails[upper + 1] |= above.is_some();
            plan.heads[lower] |= below.is_some();
            if link.labels.middle.is_some() {
                plan.gap_of[index] = lower;
                if lower == upper + 1 {
                    plan.middles[lower] = true;
                } else {
                    long.push((index, upper, lower));
                }
            }
        }
        for (index, upper, lower) in long {
            let middle = (upper + lower).div_ceil(2);
            let gap = (upper + 1..=lower)
                .filter(|&it| plan.middles[it])
                .min_by_key(|&it| it.abs_diff(middle))
                .unwrap_or(middle);
            plan.middles[gap] = true;
            plan.gap_of[index] = gap;
        }
        plan
    }
}

/// A label at an end: its size, and which of the link's labels it is.
pub(crate) type EndLabel = (Size, Which);

/// The labels at the upper and at the lower end of a link.
pub(crate) fn end_labels(link: &Link, flipped: bool) -> (Option<EndLabel>, Option<EndLabel>) {
    let tail = link.labels.tail.map(|it| (it, Which::Tail));
    let head = link.labels.head.map(|it| (it, Which::Head));
    if flipped { (head, tail) } else { (tail, head) }
}

/// Whether a link can run straight between two items that stand next to each other.
fn are_neighbours(runs: &[Vec<usize>], run_of: &[Option<usize>], link: &Link) -> bool {
    let (a, b) = (link.item(0), link.item(1));
    let (Some(run), Some(other)) = (run_of[a], run_of[b]) else { return false };
    let [from, to] = &link.ends;
    run == other
        && runs[run].windows(2).any(|it| {
            (it[0], it[1]) == (a, b) && from.clear[1] && to.clear[0]
                || (it[0], it[1]) == (b, a) && from.clear[0] && to.clear[1]
        })
}

/// Whether one more straight link finds room between two neighbours. Labels stand above their line, so a link with
/// labels is the only one.
fn fits_beside(beside: &mut BTreeMap<(usize, usize), (i64, bool)>, link: &Link, line: i64) -> bool {
    let (a, b) = (link.item(0), link.item(1));
    let heights = [0, 1].map(|it: usize| link.ends[it].side.1 - link.ends[it].side.0);
    let labels = &link.labels;
    let is_labelled = labels.tail.or(labels.middle).or(labels.head).is_some();
    let (count, alone) = beside.entry((a.min(b), a.max(b))).or_default();
    let room = heights[0].min(heights[1]);
    if *count > 0 && (*alone || is_labelled || (*count + 2) * line > room) {
        return false;
    }
    *count += 1;
    *alone |= is_labelled;
    true
}

/// Items that `Beside` links join within one group and rank, ordered by those links.
fn runs(part: &Part, ranks: &[usize]) -> (Vec<Vec<usize>>, Vec<Option<usize>>) {
    let count = part.items.len();
    let mut root: Vec<usize> = (0..count).collect();
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); count];
    for link in &part.links {
        let (a, b) = (link.item(0), link.item(1));
        if link.relation == Relation::Beside
            && a != b
            && ranks[a] == ranks[b]
            && part.items[a].group == part.items[b].group
        {
            after[a].push(b);
            let (a, b) = (crate::simplex::find(&mut root, a), crate::simplex::find(&mut root, b));
            root[a.max(b)] = a.min(b);
        }
    }
    let mut sets: Vec<Vec<usize>> = vec![Vec::new(); count];
    for item in 0..count {
        let top = crate::simplex::find(&mut root, item);
        sets[top].push(item);
    }
    let mut run_of = vec![None; count];
    let mut runs = Vec::new();
    for set in sets.into_iter().filter(|it| it.len() > 1) {
        let run = in_line(&set, &after);
        for &item in &run {
            run_of[item] = Some(runs.len());
        }
        runs.push(run);
    }
    (runs, run_of)
}

/// Depth first, so that what follows an item stands right behind it; contradicting wishes are dropped.
fn in_line(set: &[usize], after: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = BTreeSet::new();
    let mut reverse = Vec::new();
    let is_target = |item: usize| set.iter().any(|it| after[*it].contains(&item));
    let mut starts: Vec<usize> = set.iter().copied().filter(|&it| !is_target(it)).collect();
    starts.extend(set.iter().copied());
    // Later starts come first in the result, so the source order is kept by going backwards.
    let firsts = set.iter().filter(|&&it| !is_target(it)).count();
    starts[..firsts].reverse();
    for start in starts {
        if !seen.insert(start) {
            continue;
        }
        let mut path = vec![(start, after[start].len())];
        while let Some((item, left)) = path.last_mut() {
            if *left == 0 {
                reverse.push(*item);
                path.pop();
                continue;
            }
            *left -= 1;
            let next = after[*item][*left];
            if seen.insert(next) {
                path.push((next, after[next].len()));
            }
        }
    }
    reverse.reverse();
    reverse
}

struct Builder<'a> {
    part: &'a Part,
    ranks: &'a [usize],
    gaps: &'a Gaps,
    plan: Plan,
    result: Layers,
}

impl Builder<'_> {
    fn rows(&mut self) {
        let count = self.plan.tails.len() - 1;
        for rank in 0..count {
            if self.plan.tails[rank] {
                self.result.kinds.push(LayerKind::Tails);
            }
            if self.plan.middles[rank] {
                self.result.kinds.push(LayerKind::Middles);
            }
            if self.plan.heads[rank] {
                self.result.kinds.push(LayerKind::Heads);
            }
            self.result.of_rank.push(self.result.kinds.len());
            self.result.kinds.push(LayerKind::Nodes);
        }
    }

    fn items(&mut self) {
        for (item, &rank) in self.part.items.iter().zip(self.ranks) {
            self.result.vertices.push(Vertex {
                layer: self.result.of_rank[rank],
                kind: Kind::Item,
                group: item.group,
                width: item.size.w,
                height: item.size.h,
            });
        }
    }

    /// A group reaches over the ranks of its items and over the labels at their ends.
    fn spans(&mut self) {
        let none = (usize::MAX, 0);
        let mut spans = vec![none; self.part.groups.len()];
        let mut cover = |group: Option<usize>, layer: usize| {
            for group in self.part.around(group) {
                spans[group] = (spans[group].0.min(layer), spans[group].1.max(layer));
            }
        };
        for (index, item) in self.part.items.iter().enumerate() {
            cover(item.group, self.result.vertices[index].layer);
        }
        for (index, link) in self.part.links.iter().enumerate() {
            let (a, b) = (link.item(0), link.item(1));
            let (ra, rb) = (self.ranks[a], self.ranks[b]);
            if ra == rb || self.plan.is_arch[index] {
                continue;
            }
            let (upper, lower) = if ra > rb { (b, a) } else { (a, b) };
            let (above, below) = end_labels(link, ra > rb);
            if above.is_some() && self.part.items[upper].kind == ItemKind::Box {
                cover(self.part.items[upper].group, self.result.of_rank[self.ranks[upper]] + 1);
            }
            if below.is_some() && self.part.items[lower].kind == ItemKind::Box {
                cover(self.part.items[lower].group, self.result.of_rank[self.ranks[lower]] - 1);
            }
        }
        self.result.spans = spans;
    }

    fn covers(&self, group: usize, layer: usize) -> bool {
        let (first, last) = self.result.spans[group];
        first <= layer && layer <= last
    }

    /// The group that a line from `upper` to `lower` is in at a layer: it leaves a group by its lower side and
    /// enters one by its upper side, unless both ends lie beside each other.
    fn passing(&self, upper: usize, lower: usize, layer: usize) -> Option<usize> {
        let from = self.part.around(self.part.items[upper].group);
        let to = self.part.around(self.part.items[lower].group);
        let (first, last) = (self.result.vertices[upper].layer, self.result.vertices[lower].layer);
        let shared = from.iter().find(|it| to.contains(it)).copied();
        let inner = |around: &[usize], far: usize| {
            around
                .iter()
                .take_while(|&&it| Some(it) != shared)
                .find(|&&it| self.covers(it, layer) && !self.covers(it, far))
                .copied()
        };
        inner(&from, last).or_else(|| inner(&to, first)).or(shared)
    }

    fn add(&mut self, layer: usize, kind: Kind, group: Option<usize>, size: Size) -> usize {
        self.result.vertices.push(Vertex { layer, kind, group, width: size.w, height: size.h });
        self.result.vertices.len() - 1
    }

    fn label(
        &mut self,
        layer: usize,
        link: usize,
        which: Which,
        group: Option<usize>,
        size: Size,
    ) -> usize {
        let room = Size::new(size.w + self.gaps.label, size.h);
        self.add(layer, Kind::Label(link, which), group, room)
    }

    fn chain(&mut self, index: usize) -> Chain {
        let link = &self.part.links[index];
        let (a, b) = (link.item(0), link.item(1));
        if a == b {
            Chain::Inside
        } else if self.plan.is_arch[index] {
            self.arch(index)
        } else if self.ranks[a] == self.ranks[b] {
            Chain::Flat
        } else {
            self.down(index)
        }
    }

    fn down(&mut self, index: usize) -> Chain {
        let link = &self.part.links[index];
        let flipped = self.ranks[link.item(0)] > self.ranks[link.item(1)];
        let (upper, lower) =
            if flipped { (link.item(1), link.item(0)) } else { (link.item(0), link.item(1)) };
        let (above, below) = end_labels(link, flipped);
        let first = self.result.vertices[upper].layer;
        let last = self.result.vertices[lower].layer;
        let middle = link.labels.middle.map(|size| {
            let rank_layer = self.result.of_rank[self.plan.gap_of[index]];
            let layer = (0..rank_layer)
                .rev()
                .find(|&it| self.result.kinds[it] == LayerKind::Middles)
                .expect("a layer is planned for each middle label");
            (layer, size)
        });
        let mut steps = vec![upper];
        for layer in first + 1..last {
            let own = |item: usize| self.part.items[item].group;
            let passing = self.passing(upper, lower, layer);
            let vertex = match (above, below, middle) {
                (Some((size, which)), ..) if layer == first + 1 => {
                    let group = if self.part.items[upper].kind == ItemKind::Box {
                        own(upper)
                    } else {
                        passing
                    };
                    self.label(layer, index, which, group, size)
                }
                (_, Some((size, which)), _) if layer + 1 == last => {
                    let group = if self.part.items[lower].kind == ItemKind::Box {
                        own(lower)
                    } else {
                        passing
                    };
                    self.label(layer, index, which, group, size)
                }
                (_, _, Some((at, size))) if at == layer => {
                    self.label(layer, index, Which::Middle, passing, size)
                }
                _ => self.add(layer, Kind::Bend(index), passing, Size::default()),
            };
            steps.push(vertex);
        }
        steps.push(lower);
        for pair in steps.windows(2) {
            self.result.segments.push(Segment { upper: pair[0], lower: pair[1], link: index });
        }
        Chain::Down { steps, flipped }
    }

    fn arch(&mut self, index: usize) -> Chain {
        let link = &self.part.links[index];
        let base = self.result.vertices[link.item(0)].layer;
        let has_heads = base > 0 && self.result.kinds[base - 1] == LayerKind::Heads;
        let has_end = link.labels.tail.is_some() || link.labels.head.is_some();
        let (around, other) = (
            self.part.around(self.part.items[link.item(0)].group),
            self.part.around(self.part.items[link.item(1)].group),
        );
        let shared = around.iter().find(|it| other.contains(it)).copied();
        let shared_at = |layer: usize| shared.filter(|&it| self.covers(it, layer));
        let ends = [link.labels.tail, link.labels.head];
        let middle = link.labels.middle;
        let items = [link.item(0), link.item(1)];
        let legs_reach = has_heads && (has_end || middle.is_some());
        let leg_group = if legs_reach { shared_at(base - 1) } else { None };
        let label_layer = base.wrapping_sub(if legs_reach { 2 } else { 1 });
        let label_group = if middle.is_some() { shared_at(label_layer) } else { None };
        let mut legs = [vec![items[0]], vec![items[1]]];
        if legs_reach {
            for (end, which) in [(0, Which::Tail), (1, Which::Head)] {
                let vertex = match ends[end] {
                    Some(size) => self.label(base - 1, index, which, leg_group, size),
                    None => self.add(base - 1, Kind::Bend(index), leg_group, Size::default()),
                };
                self.result.segments.push(Segment {
                    upper: vertex,
                    lower: items[end],
                    link: index,
                });
                legs[end].push(vertex);
            }
        }
        let label = middle.map(|size| {
            let vertex = self.label(label_layer, index, Which::Middle, label_group, size);
            for leg in &legs {
                let lower = leg[leg.len() - 1];
                self.result.segments.push(Segment { upper: vertex, lower, link: index });
            }
            vertex
        });
        Chain::Arch { legs, label }
    }

    fn sides(&mut self) {
        for group in 0..self.part.groups.len() {
            let (first, last) = self.result.spans[group];
            let sides = (first..=last.max(first))
                .filter(|_| first != usize::MAX)
                .map(|layer| {
                    [Kind::Left(group), Kind::Right(group)]
                        .map(|kind| self.add(layer, kind, Some(group), Size::default()))
                })
                .collect();
            self.result.sides.push(sides);
        }
    }
}
