//! Horizontal positions: network simplex over vertices, straight stretches of lines and the sides of groups.

use crate::geometry::Point;
use crate::layers::{Chain, Kind, Layers, Which};
use crate::options::Gaps;
use crate::order::Rows;
use crate::part::{ItemKind, Part};
use crate::ports::Offsets;
use crate::simplex::{Arc, feasible, improve, topological};

/// The reference of each vertex, and left and right side of each group (as a point's x and y).
pub(crate) struct Columns {
    pub(crate) x: Vec<i64>,
    pub(crate) groups: Vec<Point>,
}

pub(crate) fn columns(
    part: &Part,
    layers: &Layers,
    rows: &Rows,
    offsets: &Offsets,
    gaps: &Gaps,
) -> Columns {
    let (variable, count) = variables(part, layers, rows);
    let mut builder =
        Builder { part, layers, gaps, variable, arcs: Vec::new(), pulls: Vec::new(), count };
    builder.distances(rows);
    builder.frames();
    builder.pull_all(offsets);
    builder.solve()
}

/// Stretches of a line that can be straight share a variable; groups have two each, at the end.
fn variables(part: &Part, layers: &Layers, rows: &Rows) -> (Vec<usize>, usize) {
    let count = layers.vertices.len();
    let mut position = vec![0; count];
    for row in &rows.list {
        for (place, &vertex) in row.iter().enumerate() {
            position[vertex] = place;
        }
    }
    let mut below: Vec<Option<usize>> = vec![None; count];
    let mut inner: Vec<Vec<(usize, usize, usize, bool)>> = vec![Vec::new(); layers.kinds.len()];
    for segment in &layers.segments {
        let (upper, lower) = (segment.upper, segment.lower);
        if upper >= part.items.len() && lower >= part.items.len() {
            let fits = layers.vertices[upper].group == layers.vertices[lower].group
                && matches!(layers.chains[segment.link], Chain::Down { .. });
            inner[layers.vertices[upper].layer].push((
                position[upper],
                position[lower],
                upper,
                fits,
            ));
            if fits {
                below[upper] = Some(lower);
            }
        }
    }
    for sides in &layers.sides {
        for pair in sides.windows(2) {
            for (&upper, &lower) in pair[0].iter().zip(&pair[1]) {
                let layer = layers.vertices[upper].layer;
                inner[layer].push((position[upper], position[lower], upper, false));
            }
        }
    }
    for list in &mut inner {
        list.sort_unstable();
        let mut most = None;
        for &(_, lower, upper, _) in list.iter() {
            if most.is_some_and(|it| it > lower) {
                below[upper] = None;
            }
            most = most.max(Some(lower));
        }
        let mut least = usize::MAX;
        for &(_, lower, upper, _) in list.iter().rev() {
            if least < lower {
                below[upper] = None;
            }
            least = least.min(lower);
        }
    }
    let mut variable = vec![usize::MAX; count];
    let mut next = 0;
    for vertex in 0..count {
        if variable[vertex] != usize::MAX
            || matches!(layers.vertices[vertex].kind, Kind::Left(_) | Kind::Right(_))
        {
            continue;
        }
        let mut at = Some(vertex);
        while let Some(vertex) = at {
            variable[vertex] = next;
            at = below[vertex];
        }
        next += 1;
    }
    for (index, vertex) in layers.vertices.iter().enumerate() {
        match vertex.kind {
            Kind::Left(group) => variable[index] = next + 2 * group,
            Kind::Right(group) => variable[index] = next + 2 * group + 1,
            _ => {}
        }
    }
    (variable, next + 2 * part.groups.len())
}

/// A wish that two variables lie at a given distance.
struct Pull {
    from: usize,
    to: usize,
    distance: i64,
    weight: i64,
}

struct Builder<'a> {
    part: &'a Part,
    layers: &'a Layers,
    gaps: &'a Gaps,
    variable: Vec<usize>,
    arcs: Vec<Arc>,
    pulls: Vec<Pull>,
    count: usize,
}

impl Builder<'_> {
    fn left(&self, group: usize) -> usize {
        self.count - 2 * self.part.groups.len() + 2 * group
    }

    fn distances(&mut self, rows: &Rows) {
        let mut all: Vec<(usize, usize, i64)> = Vec::new();
        for row in &rows.list {
            for pair in row.windows(2) {
                let (a, b) = (self.variable[pair[0]], self.variable[pair[1]]);
                if a != b {
                    all.push((a, b, self.distance(pair[0], pair[1])));
                }
            }
        }
        for (link, chain) in self.layers.chains.iter().enumerate() {
            if matches!(chain, Chain::Flat) {
                all.push(self.flat(link, rows));
            }
        }
        all.sort_unstable_by_key(|&(a, b, distance)| (a, b, -distance));
        all.dedup_by_key(|it| (it.0, it.1));
        self.arcs.extend(all.into_iter().map(|(a, b, distance)| Arc::new(a, b, distance, 0)));
    }

    /// Room for the labels of a straight link between two neighbours.
    fn flat(&self, link: usize, rows: &Rows) -> (usize, usize, i64) {
        let (mut a, mut b) = (self.part.links[link].item(0), self.part.links[link].item(1));
        let row = &rows.list[self.layers.vertices[a].layer];
        if row.iter().position(|&it| it == a) > row.iter().position(|&it| it == b) {
            std::mem::swap(&mut a, &mut b);
        }
        let room = flat_room(self.part, link, self.gaps);
        let [from_group, to_group] = self.part.apart(a, b);
        let (from, width) = match from_group {
            Some(group) => (self.left(group) + 1, 0),
            None => (self.variable[a], self.part.items[a].size.w),
        };
        (from, to_group.map_or(self.variable[b], |it| self.left(it)), width + room)
    }

    fn is_line(&self, vertex: usize) -> bool {
        match self.layers.vertices[vertex].kind {
            Kind::Bend(_) | Kind::Label(..) => true,
            Kind::Item => self.part.items[vertex].kind == ItemKind::Anchor,
            _ => false,
        }
    }

    /// The least distance of the references of two neighbours.
    fn distance(&self, a: usize, b: usize) -> i64 {
        let gaps = self.gaps;
        let (first, second) = (&self.layers.vertices[a], &self.layers.vertices[b]);
        let outside = |group: usize, other_is_line: bool| match (
            self.part.groups[group].framed,
            other_is_line,
        ) {
            (_, true) => gaps.edge,
            (true, false) => gaps.cluster,
            (false, false) => gaps.node,
        };
        let inside = |pad: i64, is_line: bool| if is_line { pad.min(gaps.edge) } else { pad };
        match (first.kind, second.kind) {
            (Kind::Left(group), Kind::Left(_)) => self.part.groups[group].pad.left,
            (Kind::Left(_), Kind::Right(_)) => 0,
            (Kind::Left(group), _) => inside(self.part.groups[group].pad.left, self.is_line(b)),
            (Kind::Right(_), Kind::Right(group)) => self.part.groups[group].pad.right,
            (Kind::Right(group), Kind::Left(other)) => {
                outside(group, false).max(outside(other, false))
            }
            (_, Kind::Right(group)) => {
                let label = matches!(first.kind, Kind::Label(..));
                let room = self.part.groups[group].room;
                let pad = self.part.groups[group].pad.right - room;
                room + first.width
                    + if label { pad.min(gaps.edge) } else { inside(pad, self.is_line(a)) }
            }
            (Kind::Right(group), _) => outside(group, self.is_line(b)),
            (_, Kind::Left(group)) => first.width + outside(group, self.is_line(a)),
            _ => first.width + self.between(a, b),
        }
    }

    fn between(&self, a: usize, b: usize) -> i64 {
        match (self.is_line(a), self.is_line(b)) {
            (false, false) => self.gaps.node,
            (true, true) => self.gaps.line,
            _ => self.gaps.edge,
        }
    }

    fn frames(&mut self) {
        for (index, group) in self.part.groups.iter().enumerate() {
            let left = self.left(index);
            self.arcs.push(Arc::new(left, left + 1, group.min.w, 4));
        }
    }

    fn pull_all(&mut self, offsets: &Offsets) {
        let items = self.part.items.len();
        let at = |vertex: usize, link: usize| -> i64 {
            if vertex >= items {
                return 0;
            }
            let end = usize::from(self.part.links[link].item(0) != vertex);
            offsets[link][end]
        };
        let is_end_label = |vertex: usize| {
            matches!(self.layers.vertices[vertex].kind, Kind::Label(_, Which::Tail | Which::Head))
        };
        let mut pulls = Vec::new();
        for segment in &self.layers.segments {
            let (upper, lower) = (self.variable[segment.upper], self.variable[segment.lower]);
            if upper == lower {
                continue;
            }
            let link = &self.part.links[segment.link];
            let ends = [segment.upper, segment.lower].iter().filter(|&&it| it < items).count();
            let labels =
                [segment.upper, segment.lower].iter().filter(|&&it| is_end_label(it)).count();
            // A label at an end keeps to its end: the line bends on the other side of it.
            let weight = match (ends, labels) {
                (1, 1) => 12,
                (1, _) => 3,
                (0, 0) => 8,
                (0, _) => 2,
                _ => 1,
            };
            let distance = at(segment.upper, segment.link) - at(segment.lower, segment.link);
            pulls.push(Pull { from: upper, to: lower, distance, weight: weight * link.weight });
        }
        for (index, chain) in self.layers.chains.iter().enumerate() {
            let link = &self.part.links[index];
            match chain {
                Chain::Flat => {
                    let (a, b) = (link.item(0), link.item(1));
                    pulls.push(Pull {
                        from: self.variable[a],
                        to: self.variable[b],
                        distance: 0,
                        weight: 1,
                    });
                }
                Chain::Arch { legs, label: None } => {
                    let ends = [legs[0][legs[0].len() - 1], legs[1][legs[1].len() - 1]];
                    let [from, to] = ends.map(|it| self.variable[it]);
                    if from != to {
                        pulls.push(Pull { from, to, distance: 0, weight: 1 });
                    }
                }
                _ => {}
            }
        }
        self.pulls = pulls;
    }

    fn solve(mut self) -> Columns {
        let mut value = feasible(self.count, &self.arcs)
            .expect("rows keep groups whole and in one order, so distances have no cycle");
        self.relax(&mut value);
        let variables = self.count;
        for pull in &self.pulls {
            let extra = value.len();
            value.push(
                (value[pull.from] + pull.distance.min(0))
                    .min(value[pull.to] + pull.distance.min(0) - pull.distance),
            );
            // extra <= from + low and extra <= to + low - distance, where distance = to - from is wanted.
            self.arcs.push(Arc::new(extra, pull.from, -pull.distance.min(0), pull.weight));
            self.arcs.push(Arc::new(
                extra,
                pull.to,
                pull.distance - pull.distance.min(0),
                pull.weight,
            ));
        }
        let size = value.len() as u64;
        let budget = if size < 4_000 { 600 * size + 20_000 } else { 60 * size };
        let value = improve(value, &self.arcs, budget);
        self.finish(&value[..variables])
    }

    /// Moves variables towards the mean of their pulls; projections from both sides keep all distances.
    fn relax(&self, value: &mut [i64]) {
        let order = topological(self.count, &self.arcs).expect("checked to have no cycle");
        let mut into: Vec<Vec<(usize, i64)>> = vec![Vec::new(); self.count];
        let mut out: Vec<Vec<(usize, i64)>> = vec![Vec::new(); self.count];
        for arc in &self.arcs {
            into[arc.head].push((arc.tail, arc.min));
            out[arc.tail].push((arc.head, arc.min));
        }
        let rounds = if self.count < 20_000 { 12 } else { 6 };
        for _ in 0..rounds {
            let mut sums = vec![(0_i64, 0_i64); self.count];
            for pull in &self.pulls {
                let (to, from) = (value[pull.from] + pull.distance, value[pull.to] - pull.distance);
                sums[pull.to] = (sums[pull.to].0 + pull.weight * to, sums[pull.to].1 + pull.weight);
                sums[pull.from] =
                    (sums[pull.from].0 + pull.weight * from, sums[pull.from].1 + pull.weight);
            }
            let wanted: Vec<i64> = sums
                .iter()
                .zip(value.iter())
                .map(|(&(sum, weight), &now)| if weight > 0 { sum.div_euclid(weight) } else { now })
                .collect();
            let mut from_left = wanted.clone();
            for &node in &order {
                for &(tail, min) in &into[node] {
                    from_left[node] = from_left[node].max(from_left[tail] + min);
                }
            }
            let mut from_right = wanted;
            for &node in order.iter().rev() {
                for &(head, min) in &out[node] {
                    from_right[node] = from_right[node].min(from_right[head] - min);
                }
            }
            for (now, (a, b)) in value.iter_mut().zip(from_left.iter().zip(&from_right)) {
                *now = (a + b).div_euclid(2);
            }
        }
    }

    fn finish(&self, value: &[i64]) -> Columns {
        let x = self.variable.iter().map(|&it| value[it]).collect();
        let groups = (0..self.part.groups.len())
            .map(|group| {
                let left = self.left(group);
                Point::new(value[left], value[left + 1])
            })
            .collect();
        Columns { x, groups }
    }
}

/// The least distance between two neighbours with a straight link, so that its labels fit.
pub(crate) fn flat_room(part: &Part, link: usize, gaps: &Gaps) -> i64 {
    let labels = &part.links[link].labels;
    let widths: Vec<i64> =
        [labels.tail, labels.middle, labels.head].iter().flatten().map(|it| it.w).collect();
    let text: i64 = widths.iter().sum::<i64>() + 2 * gaps.label * widths.len() as i64;
    // A lone middle label leaves the ends of the line free for arrow heads.
    let heads = if labels.middle.is_some() { 2 * gaps.edge } else { 0 };
    gaps.node.max(text + heads)
}
