//! Tidy trees whose nodes differ in size: subtrees slide together until they touch, a parent stands where its lines
//! leave in the middle of where its children's lines arrive. Linear in the number of nodes.
//!
//! The method is van der Ploeg's (“Drawing non-layered tidy trees in linear time”, 2014): the outline of each subtree is
//! threaded through its nodes, so that two neighbours are compared along the shorter of their outlines only.

/// A node of a tree, measured along the direction in which the tree grows and across it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TreeNode {
    /// The place of its parent, which comes before it; nothing for a root.
    pub parent: Option<usize>,
    /// Its extent along the growth.
    pub along: i64,
    /// Its extent across, with the room that it keeps from its neighbours.
    pub across: i64,
    /// Where the line from its parent arrives, across from its near edge.
    pub entry: i64,
    /// Where the lines to its children leave, in the middle of all of them.
    pub exit: i64,
}

impl TreeNode {
    /// A node whose lines arrive and leave in its middle.
    pub const fn centered(parent: Option<usize>, along: i64, across: i64) -> Self {
        Self { parent, along, across, entry: across / 2, exit: across / 2 }
    }
}

/// Where a node begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TreePlace {
    /// Along the growth; a root begins at 0.
    pub along: i64,
    /// Across; may be negative.
    pub across: i64,
}

/// Places the nodes of a tree, each after its parent, with `step` between a node and its children. Of several roots
/// each is placed as if it were alone.
pub fn tidy(nodes: &[TreeNode], step: i64) -> Vec<TreePlace> {
    let mut tidying = Tidying::new(nodes, step);
    // Children come after their parents, so that going backwards finishes them first.
    for id in (0..nodes.len()).rev() {
        tidying.join_children(id);
    }
    tidying.places()
}

/// What is known of a node while its tree is placed. Distances across are relative to what is already moved.
#[derive(Clone, Default)]
struct Knot {
    /// Where it begins and ends along the growth.
    start: i64,
    end: i64,
    /// Its place among its siblings, and what is added to the places of everything below it.
    own: i64,
    shift: i64,
    /// Room to be spread evenly over the siblings before this one, summed up from left to right.
    spread: i64,
    spread_change: i64,
    /// What follows it on the outlines of its subtree where it has no children.
    near_thread: Option<usize>,
    far_thread: Option<usize>,
    /// The last nodes of both outlines, and the shifts on the way to them.
    near_last: usize,
    far_last: usize,
    near_shift: i64,
    far_shift: i64,
}

struct Tidying<'a> {
    nodes: &'a [TreeNode],
    children: Vec<Vec<usize>>,
    knots: Vec<Knot>,
}

/// A sibling that is the deepest so far of those to its right.
#[derive(Clone, Copy)]
struct Deepest {
    end: i64,
    sibling: usize,
}

impl<'a> Tidying<'a> {
    fn new(nodes: &'a [TreeNode], step: i64) -> Self {
        let mut children = vec![Vec::new(); nodes.len()];
        let mut knots: Vec<Knot> = Vec::with_capacity(nodes.len());
        for (id, node) in nodes.iter().enumerate() {
            let start = node.parent.map_or(0, |it| knots[it].end + step);
            let end = start + node.along;
            knots.push(Knot { start, end, near_last: id, far_last: id, ..Knot::default() });
            if let Some(parent) = node.parent {
                children[parent].push(id);
            }
        }
        Self { nodes, children, knots }
    }

    /// Puts the finished subtrees of a node's children side by side and the node before their middle.
    fn join_children(&mut self, id: usize) {
        let siblings = std::mem::take(&mut self.children[id]);
        let (Some(&first), Some(&last)) = (siblings.first(), siblings.last()) else { return };
        let mut deepest: Vec<Deepest> = Vec::new();
        for (idx, child) in siblings.iter().enumerate() {
            let end = if idx == 0 {
                self.knots[self.knots[*child].near_last].end
            } else {
                let end = self.knots[self.knots[*child].far_last].end;
                self.separate(&siblings, idx, &deepest);
                end
            };
            while deepest.last().is_some_and(|it| end >= it.end) {
                deepest.pop();
            }
            deepest.push(Deepest { end, sibling: idx });
        }
        let arrives = |it: usize| self.knots[it].own + self.knots[it].shift + self.nodes[it].entry;
        let middle = (arrives(first) + arrives(last)).div_euclid(2);
        self.knots[id].own = middle - self.nodes[id].exit;
        let (near, far) = (self.knots[first].clone(), self.knots[last].clone());
        let knot = &mut self.knots[id];
        (knot.near_last, knot.near_shift) = (near.near_last, near.near_shift);
        (knot.far_last, knot.far_shift) = (far.far_last, far.far_shift);
        self.children[id] = siblings;
    }

    /// Moves a child and its subtree beyond those of its siblings before it.
    fn separate(&mut self, siblings: &[usize], idx: usize, deepest: &[Deepest]) {
        let (before, child) = (siblings[idx - 1], siblings[idx]);
        let mut far = Some(before);
        let mut far_shift = self.knots[before].shift;
        let mut near = Some(child);
        let mut near_shift = self.knots[child].shift;
        let mut deep = deepest.len();
        while let (Some(one), Some(two)) = (far, near) {
            while deep > 1 && self.knots[one].end > deepest[deep - 1].end {
                deep -= 1;
            }
            let beyond = far_shift + self.knots[one].own + self.nodes[one].across;
            let distance = beyond - near_shift - self.knots[two].own;
            if distance > 0 {
                near_shift += distance;
                let touched = deepest.get(deep.wrapping_sub(1)).map_or(idx - 1, |it| it.sibling);
                self.push_away(siblings, idx, touched, distance);
            }
            let (one_end, two_end) = (self.knots[one].end, self.knots[two].end);
            if one_end <= two_end {
                far = self.next_far(one);
                far_shift += far.map_or(0, |it| self.knots[it].shift);
            }
            if one_end >= two_end {
                near = self.next_near(two);
                near_shift += near.map_or(0, |it| self.knots[it].shift);
            }
        }
        match (far, near) {
            (None, Some(near)) => self.thread_near(siblings[0], child, near, near_shift),
            (Some(far), None) => self.thread_far(before, child, far, far_shift),
            _ => {}
        }
    }

    fn push_away(&mut self, siblings: &[usize], idx: usize, touched: usize, distance: i64) {
        let knot = &mut self.knots[siblings[idx]];
        knot.shift += distance;
        knot.near_shift += distance;
        knot.far_shift += distance;
        // Siblings between the two that touch share the room that opens up.
        let between = (idx - touched) as i64;
        if between > 1 {
            let share = distance / between;
            knot.spread -= share;
            knot.spread_change -= share * (between - 1);
            self.knots[siblings[touched + 1]].spread += share;
        }
    }

    fn next_near(&self, id: usize) -> Option<usize> {
        self.children[id].first().copied().or(self.knots[id].near_thread)
    }

    fn next_far(&self, id: usize) -> Option<usize> {
        self.children[id].last().copied().or(self.knots[id].far_thread)
    }

    /// The near outline of the siblings so far goes on at `next`, below the child that reaches further.
    fn thread_near(&mut self, first: usize, child: usize, next: usize, shift: i64) {
        let end = self.knots[first].near_last;
        let missing = shift - self.knots[next].shift - self.knots[first].near_shift;
        let knot = &mut self.knots[end];
        knot.near_thread = Some(next);
        // Adding to what is below and taking it from the node itself leaves the node where it is.
        knot.shift += missing;
        knot.own -= missing;
        let Knot { near_last, near_shift, .. } = self.knots[child];
        (self.knots[first].near_last, self.knots[first].near_shift) = (near_last, near_shift);
    }

    /// The far outline of the child goes on at `next`, below the sibling before it that reaches further.
    fn thread_far(&mut self, before: usize, child: usize, next: usize, shift: i64) {
        let end = self.knots[child].far_last;
        let missing = shift - self.knots[next].shift - self.knots[child].far_shift;
        let knot = &mut self.knots[end];
        knot.far_thread = Some(next);
        knot.shift += missing;
        knot.own -= missing;
        let Knot { far_last, far_shift, .. } = self.knots[before];
        (self.knots[child].far_last, self.knots[child].far_shift) = (far_last, far_shift);
    }

    fn places(mut self) -> Vec<TreePlace> {
        let mut sums = vec![0; self.nodes.len()];
        let mut places = Vec::with_capacity(self.nodes.len());
        for (id, node) in self.nodes.iter().enumerate() {
            let sum = node.parent.map_or(0, |it| sums[it]) + self.knots[id].shift;
            sums[id] = sum;
            places
                .push(TreePlace { along: self.knots[id].start, across: self.knots[id].own + sum });
            let (mut step, mut moved) = (0, 0);
            for child in &self.children[id] {
                let knot = &mut self.knots[*child];
                step += knot.spread;
                moved += step + knot.spread_change;
                knot.shift += moved;
            }
        }
        places
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn overlaps(nodes: &[TreeNode], places: &[TreePlace], one: usize, two: usize) -> bool {
        let (a, b) = (places[one], places[two]);
        a.along < b.along + nodes[two].along
            && b.along < a.along + nodes[one].along
            && a.across < b.across + nodes[two].across
            && b.across < a.across + nodes[one].across
    }

    #[test]
    fn a_parent_stands_before_the_middle_of_its_children() {
        let child = |parent| TreeNode::centered(Some(parent), 10, 20);
        let nodes = [TreeNode::centered(None, 10, 20), child(0), child(0), child(0)];
        let places = tidy(&nodes, 5);
        assert_eq!(places[1..].iter().map(|it| it.along).collect::<Vec<_>>(), [15, 15, 15]);
        let across: Vec<i64> = places.iter().map(|it| it.across).collect();
        assert_eq!(across, [20, 0, 20, 40]);
    }

    #[test]
    fn a_small_sibling_between_two_large_ones_stands_half_way() {
        let mut nodes = vec![TreeNode::centered(None, 10, 10)];
        nodes.extend([TreeNode::centered(Some(0), 10, 10); 3]);
        // The first and the last have wide children that push them apart.
        nodes.push(TreeNode::centered(Some(1), 10, 100));
        nodes.push(TreeNode::centered(Some(3), 10, 100));
        let places = tidy(&nodes, 5);
        assert_eq!(places[3].across - places[1].across, 100);
        assert_eq!(places[2].across - places[1].across, 50);
    }

    proptest! {
        #[test]
        fn nothing_overlaps_and_siblings_keep_their_order(
            shapes in prop::collection::vec((0_usize..1000, 1_i64..80, 1_i64..80), 1..60),
            step in 0_i64..20,
        ) {
            let nodes: Vec<TreeNode> = shapes.iter().enumerate().map(|(id, (parent, along, across))| {
                TreeNode::centered((id > 0).then(|| parent % id.max(1)), *along, *across)
            }).collect();
            let places = tidy(&nodes, step);
            for one in 0..nodes.len() {
                for two in 0..one {
                    prop_assert!(!overlaps(&nodes, &places, one, two), "{one} and {two}");
                    if nodes[one].parent == nodes[two].parent {
                        prop_assert!(places[two].across < places[one].across);
                    }
                }
            }
        }
    }
}
