//! Network simplex: integers for the nodes of a graph such that each arc has its least length and the weighted
//! sum of lengths is small. Serves ranks and x positions alike. Every intermediate state is feasible, so the work
//! can be cut off by a budget of steps.

/// `value[head] - value[tail] >= min`; the cost is `weight` times the difference.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Arc {
    pub(crate) tail: usize,
    pub(crate) head: usize,
    pub(crate) min: i64,
    pub(crate) weight: i64,
}

impl Arc {
    pub(crate) const fn new(tail: usize, head: usize, min: i64, weight: i64) -> Self {
        Self { tail, head, min, weight }
    }
}

/// The least values from zero that keep every arc, or nothing if the arcs contain a cycle.
pub(crate) fn feasible(count: usize, arcs: &[Arc]) -> Option<Vec<i64>> {
    let order = topological(count, arcs)?;
    let (first, out) = grouped(count, arcs, |it| it.tail);
    let mut value = vec![0; count];
    for &node in &order {
        for &arc in &out[first[node]..first[node + 1]] {
            let arc = &arcs[arc];
            value[arc.head] = value[arc.head].max(value[node] + arc.min);
        }
    }
    Some(value)
}

/// The nodes such that every arc points forwards, or nothing if the arcs contain a cycle.
pub(crate) fn topological(count: usize, arcs: &[Arc]) -> Option<Vec<usize>> {
    let (first, out) = grouped(count, arcs, |it| it.tail);
    let mut waiting = vec![0_u32; count];
    for arc in arcs {
        waiting[arc.head] += 1;
    }
    let mut order: Vec<usize> = (0..count).filter(|&it| waiting[it] == 0).collect();
    let mut next = 0;
    while next < order.len() {
        let node = order[next];
        next += 1;
        for &arc in &out[first[node]..first[node + 1]] {
            let head = arcs[arc].head;
            waiting[head] -= 1;
            if waiting[head] == 0 {
                order.push(head);
            }
        }
    }
    (order.len() == count).then_some(order)
}

/// Lowers the cost of feasible values until it is least or the budget of steps is spent.
pub(crate) fn improve(value: Vec<i64>, arcs: &[Arc], budget: u64) -> Vec<i64> {
    if value.len() < 2 {
        return value;
    }
    let mut tree = Basis::new(value, arcs, budget);
    tree.span();
    tree.number(0, None, 1);
    tree.cut_values();
    while let Some(leaving) = tree.leaving() {
        let Some(entering) = tree.entering(leaving) else { break };
        tree.exchange(leaving, entering);
        if tree.steps >= tree.budget {
            break;
        }
    }
    tree.value.truncate(tree.count);
    tree.value
}

/// Indices of arcs grouped by one of their nodes: where each group starts, and the groups.
fn grouped(count: usize, arcs: &[Arc], node: impl Fn(&Arc) -> usize) -> (Vec<usize>, Vec<usize>) {
    let mut first = vec![0; count + 1];
    for arc in arcs {
        first[node(arc) + 1] += 1;
    }
    for index in 0..count {
        first[index + 1] += first[index];
    }
    let mut fill = first.clone();
    let mut members = vec![0; arcs.len()];
    for (index, arc) in arcs.iter().enumerate() {
        let slot = &mut fill[node(arc)];
        members[*slot] = index;
        *slot += 1;
    }
    (first, members)
}

const NONE: usize = usize::MAX;

struct Basis {
    /// Nodes of the problem, without the extra root that joins unconnected parts.
    count: usize,
    value: Vec<i64>,
    arcs: Vec<Arc>,
    out: (Vec<usize>, Vec<usize>),
    into: (Vec<usize>, Vec<usize>),
    in_tree: Vec<bool>,
    /// Basis arcs at each node.
    at: Vec<Vec<usize>>,
    /// The tree arc towards the root, and the range of post-order numbers below each node.
    parent: Vec<usize>,
    low: Vec<u32>,
    lim: Vec<u32>,
    cut: Vec<i64>,
    tree_arcs: Vec<usize>,
    /// Where each tree arc stands in `tree_arcs`.
    slot: Vec<usize>,
    /// Where the search for a leaving arc goes on.
    cursor: usize,
    steps: u64,
    budget: u64,
    stack: Vec<usize>,
}

impl Basis {
    fn new(mut value: Vec<i64>, arcs: &[Arc], budget: u64) -> Self {
        let count = value.len();
        let mut arcs = arcs.to_vec();
        join_parts(&mut value, &mut arcs);
        let all = value.len();
        Self {
            count,
            out: grouped(all, &arcs, |it| it.tail),
            into: grouped(all, &arcs, |it| it.head),
            in_tree: vec![false; arcs.len()],
            at: vec![Vec::new(); all],
            parent: vec![NONE; all],
            low: vec![0; all],
            lim: vec![0; all],
            cut: vec![0; arcs.len()],
            tree_arcs: Vec::with_capacity(all),
            slot: vec![NONE; arcs.len()],
            cursor: 0,
            steps: 0,
            budget,
            stack: Vec::new(),
            value,
            arcs,
        }
    }

    fn slack(&self, arc: usize) -> i64 {
        let arc = &self.arcs[arc];
        self.value[arc.head] - self.value[arc.tail] - arc.min
    }

    fn arcs_at(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let (first, out) = &self.out;
        let (before, into) = &self.into;
        out[first[node]..first[node + 1]]
            .iter()
            .chain(&into[before[node]..before[node + 1]])
            .copied()
    }

    fn other(&self, arc: usize, node: usize) -> usize {
        let arc = &self.arcs[arc];
        if arc.tail == node { arc.head } else { arc.tail }
    }

    /// Builds a spanning tree of tight arcs: small tight trees move to their nearest neighbour and join it.
    fn span(&mut self) {
        let all = self.value.len();
        let mut owner = vec![NONE; all];
        let mut members: Vec<Vec<usize>> = Vec::new();
        for start in 0..all {
            if owner[start] != NONE {
                continue;
            }
            let tree = members.len();
            owner[start] = tree;
            let mut list = vec![start];
            let mut next = 0;
            while next < list.len() {
                let node = list[next];
                next += 1;
                let tight: Vec<usize> =
                    self.arcs_at(node).filter(|&it| self.slack(it) == 0).collect();
                for arc in tight {
                    let other = self.other(arc, node);
                    if owner[other] == NONE {
                        owner[other] = tree;
                        self.join(arc);
                        list.push(other);
                    }
                }
            }
            members.push(list);
        }
        let mut queue: std::collections::BTreeSet<(usize, usize)> =
            members.iter().enumerate().map(|(tree, list)| (list.len(), tree)).collect();
        while queue.len() > 1 {
            let (_, tree) = queue.pop_first().expect("more than one tree");
            let best = members[tree]
                .iter()
                .flat_map(|&node| self.arcs_at(node))
                .filter(|&it| owner[self.arcs[it].tail] != owner[self.arcs[it].head])
                .min_by_key(|&it| (self.slack(it), it))
                .expect("all parts are joined");
            let slack = self.slack(best);
            let arc = self.arcs[best];
            let (by, target) = if owner[arc.tail] == tree {
                (slack, owner[arc.head])
            } else {
                (-slack, owner[arc.tail])
            };
            let list = std::mem::take(&mut members[tree]);
            for &node in &list {
                self.value[node] += by;
                owner[node] = target;
            }
            self.join(best);
            queue.remove(&(members[target].len(), target));
            members[target].extend(list);
            queue.insert((members[target].len(), target));
        }
    }

    fn join(&mut self, arc: usize) {
        self.in_tree[arc] = true;
        self.slot[arc] = self.tree_arcs.len();
        self.tree_arcs.push(arc);
        self.at[self.arcs[arc].tail].push(arc);
        self.at[self.arcs[arc].head].push(arc);
    }

    /// Numbers the subtree of `root` in post-order from `from`, and sets the arcs towards the root.
    fn number(&mut self, root: usize, parent: Option<usize>, from: u32) {
        self.parent[root] = parent.unwrap_or(NONE);
        self.low[root] = from;
        let mut next = from;
        let mut path = vec![(root, 0)];
        while let Some((node, child)) = path.last_mut() {
            let node = *node;
            if let Some(&arc) = self.at[node].get(*child) {
                *child += 1;
                if arc != self.parent[node] {
                    let other = self.other(arc, node);
                    self.parent[other] = arc;
                    self.low[other] = next;
                    path.push((other, 0));
                }
            } else {
                self.lim[node] = next;
                next += 1;
                self.steps += 1;
                path.pop();
            }
        }
    }

    /// The cut value of a tree arc is the surplus of weight that leaves the subtree below it.
    fn cut_values(&mut self) {
        let mut surplus = vec![0; self.value.len()];
        for arc in &self.arcs {
            surplus[arc.tail] += arc.weight;
            surplus[arc.head] -= arc.weight;
        }
        let mut order: Vec<usize> = (0..self.value.len()).collect();
        order.sort_unstable_by_key(|&it| self.lim[it]);
        for node in order {
            let arc = self.parent[node];
            if arc == NONE {
                continue;
            }
            let is_tail = self.arcs[arc].tail == node;
            self.cut[arc] = if is_tail { surplus[node] } else { -surplus[node] };
            surplus[self.other(arc, node)] += surplus[node];
        }
    }

    /// A tree arc with a negative cut value: the worst of the first few that are found.
    fn leaving(&mut self) -> Option<usize> {
        const ENOUGH: usize = 24;
        let mut found = 0;
        let mut best: Option<usize> = None;
        for _ in 0..self.tree_arcs.len() {
            self.cursor = (self.cursor + 1) % self.tree_arcs.len();
            let arc = self.tree_arcs[self.cursor];
            if self.cut[arc] < 0 {
                if best.is_none_or(|it| self.cut[arc] < self.cut[it]) {
                    best = Some(arc);
                }
                found += 1;
                if found == ENOUGH {
                    break;
                }
            }
        }
        best
    }

    fn is_below(&self, node: usize, top: usize) -> bool {
        self.low[top] <= self.lim[node] && self.lim[node] <= self.lim[top]
    }

    /// The arc of least slack that goes against `leaving` between the two parts of the tree.
    fn entering(&mut self, leaving: usize) -> Option<usize> {
        let Arc { tail, head, .. } = self.arcs[leaving];
        let tail_below = self.lim[tail] < self.lim[head];
        let top = if tail_below { tail } else { head };
        let mut best: Option<(i64, usize)> = None;
        let mut stack = std::mem::take(&mut self.stack);
        stack.clear();
        stack.push(top);
        'search: while let Some(node) = stack.pop() {
            self.steps += 1;
            let (first, list) = if tail_below { &self.into } else { &self.out };
            for &arc in &list[first[node]..first[node + 1]] {
                let far = if tail_below { self.arcs[arc].tail } else { self.arcs[arc].head };
                if self.in_tree[arc] {
                    continue;
                }
                if !self.is_below(far, top) {
                    let slack = self.slack(arc);
                    if best.is_none_or(|it| (slack, arc) < it) {
                        best = Some((slack, arc));
                        if slack == 0 {
                            break 'search;
                        }
                    }
                }
            }
            for &arc in &self.at[node] {
                if arc != self.parent[node] {
                    stack.push(self.other(arc, node));
                }
            }
        }
        self.stack = stack;
        best.map(|(_, arc)| arc)
    }

    fn exchange(&mut self, leaving: usize, entering: usize) {
        let delta = self.slack(entering);
        let Arc { tail, head, .. } = self.arcs[leaving];
        if delta != 0 {
            if self.lim[tail] < self.lim[head] {
                self.shift(tail, -delta);
            } else {
                self.shift(head, delta);
            }
        }
        let cut = self.cut[leaving];
        let Arc { tail: from, head: to, .. } = self.arcs[entering];
        let top = self.carry(from, to, cut);
        self.carry(to, from, -cut);
        self.cut[entering] = -cut;
        self.cut[leaving] = 0;
        self.in_tree[leaving] = false;
        self.in_tree[entering] = true;
        let slot = self.slot[leaving];
        self.tree_arcs[slot] = entering;
        self.slot[entering] = slot;
        for node in [tail, head] {
            let slot = self.at[node].iter().position(|&it| it == leaving).expect("at its ends");
            self.at[node].swap_remove(slot);
        }
        self.at[from].push(entering);
        self.at[to].push(entering);
        let parent = self.parent[top];
        self.number(top, (parent != NONE).then_some(parent), self.low[top]);
    }

    /// Adds the cut value along the path from `node` to where `other` hangs below; returns that place.
    fn carry(&mut self, mut node: usize, other: usize, cut: i64) -> usize {
        while !self.is_below(other, node) {
            let arc = self.parent[node];
            if self.arcs[arc].tail == node {
                self.cut[arc] += cut;
            } else {
                self.cut[arc] -= cut;
            }
            node = self.other(arc, node);
            self.steps += 1;
        }
        node
    }

    fn shift(&mut self, top: usize, by: i64) {
        let mut stack = std::mem::take(&mut self.stack);
        stack.clear();
        stack.push(top);
        while let Some(node) = stack.pop() {
            self.value[node] += by;
            for &arc in &self.at[node] {
                if arc != self.parent[node] {
                    stack.push(self.other(arc, node));
                }
            }
        }
        self.stack = stack;
    }
}

/// Joins unconnected parts through one extra node with arcs that cost nothing.
fn join_parts(value: &mut Vec<i64>, arcs: &mut Vec<Arc>) {
    let count = value.len();
    let mut root: Vec<usize> = (0..count).collect();
    for arc in arcs.iter() {
        let (a, b) = (find(&mut root, arc.tail), find(&mut root, arc.head));
        root[a.max(b)] = a.min(b);
    }
    let tops: Vec<usize> = (0..count).filter(|&it| find(&mut root, it) == it).collect();
    if tops.len() > 1 {
        let least = tops.iter().map(|&it| value[it]).min().unwrap_or(0);
        value.push(least);
        arcs.extend(tops.iter().map(|&top| Arc::new(count, top, 0, 0)));
    }
}

/// The representative of a set in a union-find forest, with path halving.
pub(crate) fn find(root: &mut [usize], mut node: usize) -> usize {
    while root[node] != node {
        root[node] = root[root[node]];
        node = root[node];
    }
    node
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cost(value: &[i64], arcs: &[Arc]) -> i64 {
        arcs.iter().map(|it| it.weight * (value[it.head] - value[it.tail])).sum()
    }

    fn optimum(count: usize, arcs: &[Arc], most: i64) -> i64 {
        let mut value = vec![0; count];
        let mut best = i64::MAX;
        loop {
            if arcs.iter().all(|it| value[it.head] - value[it.tail] >= it.min) {
                best = best.min(cost(&value, arcs));
            }
            let Some(digit) = value.iter().position(|&it| it < most) else { return best };
            value[digit] += 1;
            value[..digit].fill(0);
        }
    }

    proptest! {
        #[test]
        fn reaches_the_optimum_of_small_graphs(
            raw in prop::collection::vec((0_usize..5, 0_usize..5, 0_i64..3, 0_i64..4), 1..9)
        ) {
            let arcs: Vec<Arc> = raw
                .into_iter()
                .filter(|(a, b, ..)| a != b)
                .map(|(a, b, min, weight)| Arc::new(a.min(b), a.max(b), min, weight))
                .collect();
            let start = feasible(5, &arcs).expect("arcs point forwards");
            let value = improve(start, &arcs, u64::MAX);
            prop_assert!(arcs.iter().all(|it| value[it.head] - value[it.tail] >= it.min));
            prop_assert_eq!(cost(&value, &arcs), optimum(5, &arcs, 8));
        }
    }

    #[test]
    fn a_cycle_has_no_values() {
        assert!(feasible(2, &[Arc::new(0, 1, 1, 1), Arc::new(1, 0, 1, 1)]).is_none());
    }

    #[test]
    fn any_budget_leaves_feasible_values() {
        let arcs: Vec<Arc> =
            (0..40).map(|it| Arc::new(it / 3, it + 1, 1 + (it as i64 % 3), 1)).collect();
        for budget in 0..60 {
            let start = feasible(41, &arcs).expect("a tree");
            let value = improve(start, &arcs, budget);
            assert!(arcs.iter().all(|it| value[it.head] - value[it.tail] >= it.min));
        }
    }
}
