//! From a graph to connected parts and back: content of a cluster that no edge leaves is laid out on its own and
//! packed into a box, so problems stay small and an edit in one package leaves the others as they are.

mod assembly;

use assembly::Assembly;

use crate::divide::divide;
use crate::drawing::Drawing;
use crate::geometry::{Insets, Point, Rect, Side, Size};
use crate::graph::{
    Border, Constraint, Edge, End, Frame, Graph, Labels, NodeId, PortSide, Relation, TitleAt,
};
use crate::items::{Boxed, Sides, boxed, loop_room, place_loops, tie};
use crate::options::{Direction, Options};
use crate::pack::pack;
use crate::part::{Group, Item, ItemKind, Link, Part, Pull, Tie};
use crate::portfolio::solve;
use crate::result::Score;
use crate::simplex::find;

/// The drawing of a whole graph in the turned frame, and the sum of the scores of its parts.
pub(crate) fn decompose(graph: &Graph, options: &Options, sides: &Sides) -> (Drawing, Score) {
    let mut engine = Engine::new(graph, options, sides);
    for cluster in (0..graph.clusters.len()).rev() {
        engine.close(Some(cluster));
    }
    let drawing = engine.close(None).expect("nothing leaves the whole graph");
    (drawing, engine.score)
}

/// A child of a container: a box, or a cluster that edges enter or leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    Box(usize),
    Open(usize),
}

/// What is still to be laid out in a container.
#[derive(Debug, Clone, Default)]
struct Content {
    units: Vec<Unit>,
    /// Edges that stay inside but were not drawn yet.
    edges: Vec<usize>,
    /// Units that an edge out of the container starts at: boxes by index, open clusters after all boxes.
    leaving: Vec<Thing>,
}

/// A node or cluster as the end of an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Thing {
    Node(usize),
    Cluster(usize),
}

struct Engine<'a> {
    graph: &'a Graph,
    options: &'a Options,
    boxes: Vec<Boxed>,
    /// The container that each box is directly in, and the first node inside, which decides ties.
    first_node: Vec<usize>,
    node_box: Vec<usize>,
    cluster_box: Vec<Option<usize>>,
    /// By cluster; the last one is the whole graph.
    contents: Vec<Content>,
    extra_edges: Vec<Edge>,
    /// Edges from each cluster to itself.
    loops: Vec<Vec<usize>>,
    score: Score,
}

fn thing(end: End) -> Thing {
    match end {
        End::Node(NodeId(node)) | End::Port(NodeId(node), _) => Thing::Node(node),
        End::Cluster(cluster) => Thing::Cluster(cluster.0),
    }
}

impl<'a> Engine<'a> {
    fn new(graph: &'a Graph, options: &'a Options, sides: &Sides) -> Self {
        let count = graph.clusters.len();
        let mut engine = Self {
            graph,
            options,
            boxes: Vec::new(),
            first_node: Vec::new(),
            node_box: vec![0; graph.nodes.len()],
            cluster_box: vec![None; count],
            contents: vec![Content::default(); count + 1],
            extra_edges: Vec::new(),
            loops: vec![Vec::new(); count],
            score: Score::default(),
        };
        let owner = engine.owners();
        engine.build_boxes(&owner, sides);
        engine.sort_edges(&owner);
        engine
    }

    /// The node that each node is glued to: itself, unless it is a note at the left or right of another one.
    fn owners(&mut self) -> Vec<usize> {
        let mut owner: Vec<usize> = (0..self.graph.nodes.len()).collect();
        let is_busy = self.busy_notes();
        for (index, node) in self.graph.nodes.iter().enumerate() {
            let Some(glue) = node.glue else { continue };
            let host = &self.graph.nodes[glue.owner.0];
            let beside = matches!(glue.side, Side::Left | Side::Right);
            let fits = host.glue.is_none()
                && host.border.is_none()
                && node.border.is_none()
                && host.parent == node.parent
                && !is_busy[index];
            if beside && fits && glue.owner.0 != index {
                owner[index] = glue.owner.0;
            } else if glue.owner.0 != index {
                let (from, to) = match glue.side {
                    Side::Top | Side::Left => (NodeId(index), glue.owner),
                    Side::Bottom | Side::Right => (glue.owner, NodeId(index)),
                };
                let relation = if beside { Relation::Beside } else { Relation::Below { min: 1 } };
                self.extra_edges.push(Edge {
                    relation,
                    drawn: false,
                    weight: 4,
                    ..Edge::new(from, to)
                });
            }
        }
        owner
    }

    /// Notes whose lines need more room than there is between a note and its owner: with labels, to themselves, to
    /// another note of the same owner, or past one.
    fn busy_notes(&self) -> Vec<bool> {
        let nodes = &self.graph.nodes;
        let host = |node: usize| nodes[node].glue.map(|it| it.owner.0);
        let mut is_busy = vec![false; nodes.len()];
        let stacked = |node: usize| {
            nodes.iter().filter(|it| it.glue.is_some() && it.glue == nodes[node].glue).count() > 1
        };
        for edge in &self.graph.edges {
            let ends = [thing(edge.from), thing(edge.to)];
            // A line from one of several notes on a side would run through the next one.
            for (end, other) in [(ends[0], ends[1]), (ends[1], ends[0])] {
                if let Thing::Node(node) = end
                    && let Some(owner) = host(node)
                    && other != Thing::Node(owner)
                    && stacked(node)
                {
                    is_busy[node] = true;
                }
            }
            let [Thing::Node(a), Thing::Node(b)] = ends else { continue };
            let labels = &edge.labels;
            let is_labelled = labels.tail.or(labels.middle).or(labels.head).is_some();
            for (node, other) in [(a, b), (b, a)] {
                if let Some(owner) = host(node) {
                    let crowded = node == other || host(other) == Some(owner);
                    is_busy[node] |= crowded || owner == other && is_labelled;
                }
            }
        }
        is_busy
    }

    fn edge(&self, index: usize) -> &Edge {
        self.graph
            .edges
            .get(index)
            .unwrap_or_else(|| &self.extra_edges[index - self.graph.edges.len()])
    }

    fn edge_count(&self) -> usize {
        self.graph.edges.len() + self.extra_edges.len()
    }

    fn slot(&self, cluster: Option<usize>) -> usize {
        cluster.unwrap_or(self.graph.clusters.len())
    }

    fn container(&self, thing: Thing) -> Option<usize> {
        match thing {
            Thing::Node(node) => self.graph.nodes[node].parent.map(|it| it.0),
            Thing::Cluster(cluster) => self.graph.clusters[cluster].parent.map(|it| it.0),
        }
    }

    fn build_boxes(&mut self, owner: &[usize], sides: &Sides) {
        let count = self.graph.nodes.len();
        let mut glued: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (node, &host) in owner.iter().enumerate() {
            if host != node {
                glued[host].push(node);
            }
        }
        let mut inner: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut ported: Vec<Vec<(usize, usize)>> = vec![Vec::new(); count];
        for (index, edge) in self.graph.edges.iter().enumerate() {
            if let (Thing::Node(a), Thing::Node(b)) = (thing(edge.from), thing(edge.to))
                && owner[a] == owner[b]
            {
                inner[owner[a]].push(index);
                continue;
            }
            for (end, place) in [edge.from, edge.to].into_iter().enumerate() {
                if let End::Port(NodeId(node), port) = place
                    && owner[node] == node
                    && !matches!(
                        self.graph.nodes[node].ports[port].side,
                        PortSide::Only(Side::Top | Side::Bottom)
                    )
                {
                    ported[node].push((index, end));
                }
            }
        }
        for node in 0..count {
            if owner[node] != node {
                continue;
            }
            let made = boxed(
                self.graph,
                self.options,
                node,
                &glued[node],
                &inner[node],
                &ported[node],
                sides,
            );
            let index = self.add_box(made, node);
            self.node_box[node] = index;
            for &note in &glued[node] {
                self.node_box[note] = index;
            }
            let slot = self.slot(self.container(Thing::Node(node)));
            self.contents[slot].units.push(Unit::Box(index));
        }
    }

    fn add_box(&mut self, made: Boxed, first_node: usize) -> usize {
        self.boxes.push(made);
        self.first_node.push(first_node);
        self.boxes.len() - 1
    }

    /// Gives each edge to the innermost container around both ends, and notes which things it leaves on the way.
    fn sort_edges(&mut self, owner: &[usize]) {
        for (index, node) in self.graph.nodes.iter().enumerate() {
            // What sits on a frame is placed together with the frame.
            if let (Some(_), Some(cluster)) = (node.border, node.parent) {
                self.contents[cluster.0].leaving.push(Thing::Node(index));
            }
        }
        for index in 0..self.edge_count() {
            let edge = self.edge(index);
            let ends = [thing(edge.from), thing(edge.to)];
            if let [Thing::Node(a), Thing::Node(b)] = ends
                && owner[a] == owner[b]
            {
                continue;
            }
            if let [Thing::Cluster(cluster), Thing::Cluster(other)] = ends
                && cluster == other
            {
                self.loops[cluster].push(index);
                continue;
            }
            let paths = ends.map(|it| self.path(it));
            let shared = paths[0]
                .iter()
                .rev()
                .zip(paths[1].iter().rev())
                .take_while(|(a, b)| a == b)
                .count();
            for (end, path) in ends.into_iter().zip(&paths) {
                let mut last = end;
                for &cluster in &path[..path.len() - shared] {
                    self.contents[cluster].leaving.push(last);
                    last = Thing::Cluster(cluster);
                }
            }
            let home = paths[0].len().checked_sub(shared).and_then(|it| paths[0].get(it)).copied();
            let slot = self.slot(home);
            self.contents[slot].edges.push(index);
        }
    }

    /// The clusters around a thing, innermost first.
    fn path(&self, thing: Thing) -> Vec<usize> {
        let mut path = Vec::new();
        let mut at = self.container(thing);
        while let Some(cluster) = at {
            path.push(cluster);
            at = self.graph.clusters[cluster].parent.map(|it| it.0);
        }
        path
    }

    /// Lays out what stays inside a container. If nothing leaves it, the whole becomes a box of its parent, or the
    /// result.
    fn close(&mut self, container: Option<usize>) -> Option<Drawing> {
        let slot = self.slot(container);
        let content = std::mem::take(&mut self.contents[slot]);
        let parts = self.parts(container, &content);
        let mut closed = Vec::new();
        let mut open = Content::default();
        let mut first_node = usize::MAX;
        for part in parts {
            if part.is_open {
                open.units.extend(&part.units);
                open.edges.extend(&part.edges);
                continue;
            }
            first_node = first_node
                .min(part.units.iter().map(|&it| self.first_of(it)).min().unwrap_or(usize::MAX));
            closed.push(self.lay_out(&part.units, &part.edges));
        }
        let divided = container.and_then(|it| self.graph.clusters[it].divided);
        let inside = match divided {
            Some(divided) => divide(closed, divided),
            None => pack(closed, self.options.gaps.node, self.options.ratio),
        };
        let Some(cluster) = container else { return Some(inside) };
        if open.units.is_empty() {
            let drawing = self.framed(cluster, inside);
            let clear = [true, self.loops[cluster].is_empty()];
            let made = Boxed { drawing, columns: Vec::new(), clear };
            let index = self.add_box(made, first_node);
            self.cluster_box[cluster] = Some(index);
            let parent = self.slot(self.container(Thing::Cluster(cluster)));
            self.contents[parent].units.push(Unit::Box(index));
            return None;
        }
        if !(inside.nodes.is_empty() && inside.clusters.is_empty()) {
            let made = Boxed { drawing: inside, columns: Vec::new(), clear: [true; 2] };
            let index = self.add_box(made, first_node);
            open.units.push(Unit::Box(index));
        }
        self.contents[slot] = open;
        let parent = self.slot(self.container(Thing::Cluster(cluster)));
        self.contents[parent].units.push(Unit::Open(cluster));
        None
    }

    fn first_of(&self, unit: Unit) -> usize {
        match unit {
            Unit::Box(index) => self.first_node[index],
            Unit::Open(cluster) => self.contents[cluster]
                .units
                .iter()
                .map(|&it| self.first_of(it))
                .min()
                .unwrap_or(usize::MAX),
        }
    }

    fn framed(&self, cluster: usize, inside: Drawing) -> Drawing {
        let own = &self.graph.clusters[cluster];
        let Insets { left, top, right, bottom } = own.padding;
        let size = Size::new(
            (inside.size.w + left + right).max(own.title.w),
            (inside.size.h + top + bottom).max(own.title.h),
        );
        let spare = Point::new(
            size.w - left - right - inside.size.w,
            size.h - top - bottom - inside.size.h,
        );
        let mut result = Drawing { size, ..Drawing::default() };
        result.clusters.push((cluster, Rect::new(0, 0, size.w, size.h)));
        result.insert(inside, Point::new(left + spare.x / 2, top + spare.y / 2));
        let (room, height) = loop_room(self.graph, &self.loops[cluster], 0, &self.options.gaps);
        let frame = Rect::new(0, 0, size.w, size.h.max(height));
        result.clusters[0].1 = frame;
        result.size = Size::new(size.w + room, frame.h);
        place_loops(self.graph, self.options, &self.loops[cluster], frame, &mut result);
        result
    }

    /// The child of a container that holds a thing.
    fn unit_of(&self, container: Option<usize>, mut thing: Thing) -> Unit {
        while self.container(thing) != container {
            thing =
                Thing::Cluster(self.container(thing).expect("the container is around the thing"));
        }
        match thing {
            Thing::Node(node) => Unit::Box(self.node_box[node]),
            Thing::Cluster(cluster) => match self.cluster_box[cluster] {
                Some(index) => Unit::Box(index),
                None => Unit::Open(cluster),
            },
        }
    }

    fn parts(&self, container: Option<usize>, content: &Content) -> Vec<Connected> {
        let mut units = content.units.clone();
        units.sort_by_key(|&it| self.first_of(it));
        let key = |unit: Unit| match unit {
            Unit::Box(index) => index,
            Unit::Open(cluster) => self.boxes.len() + cluster,
        };
        let mut index_of = std::collections::BTreeMap::new();
        for (index, &unit) in units.iter().enumerate() {
            index_of.insert(key(unit), index);
        }
        let index = |thing: Thing| index_of[&key(self.unit_of(container, thing))];
        let mut root: Vec<usize> = (0..units.len()).collect();
        for &edge in &content.edges {
            let (from, to) = (thing(self.edge(edge).from), thing(self.edge(edge).to));
            let (a, b) = (find(&mut root, index(from)), find(&mut root, index(to)));
            root[a.max(b)] = a.min(b);
        }
        for constraint in &self.graph.constraints {
            if let Constraint::SameRank(nodes) = constraint {
                self.join_same(container, nodes, &mut root, &index);
            }
        }
        let mut parts: Vec<Connected> = Vec::new();
        let mut part_of = vec![usize::MAX; units.len()];
        for (place, &unit) in units.iter().enumerate() {
            let top = find(&mut root, place);
            if part_of[top] == usize::MAX {
                part_of[top] = parts.len();
                parts.push(Connected::default());
            }
            part_of[place] = part_of[top];
            let part = &mut parts[part_of[place]];
            part.units.push(unit);
            if let Unit::Open(cluster) = unit {
                part.edges.extend(&self.contents[cluster].edges);
            }
        }
        for &edge in &content.edges {
            let place = index(thing(self.edge(edge).from));
            parts[part_of[place]].edges.push(edge);
        }
        for &thing in &content.leaving {
            parts[part_of[index(thing)]].is_open = true;
        }
        for part in &mut parts {
            part.edges.sort_unstable();
        }
        parts
    }

    /// Nodes that want one rank belong to one part, if they are in this container.
    fn join_same(
        &self,
        container: Option<usize>,
        nodes: &[NodeId],
        root: &mut [usize],
        index: &impl Fn(Thing) -> usize,
    ) {
        let inside: Vec<usize> = nodes
            .iter()
            .map(|it| Thing::Node(it.0))
            .filter(|&it| self.container(it) == container)
            .map(index)
            .collect();
        for pair in inside.windows(2) {
            let (a, b) = (find(root, pair[0]), find(root, pair[1]));
            root[a.max(b)] = a.min(b);
        }
    }

    /// The drawing of one connected part.
    fn lay_out(&mut self, units: &[Unit], edges: &[usize]) -> Drawing {
        if let ([Unit::Box(only)], []) = (units, edges) {
            return std::mem::take(&mut self.boxes[*only].drawing);
        }
        let mut assembly = Assembly::default();
        for &unit in units {
            self.gather(unit, None, &mut assembly);
        }
        assembly.sort(&self.first_node);
        for (local, &index) in assembly.boxes.iter().enumerate() {
            assembly.local_of.insert(index, local);
        }
        let mut links = Vec::new();
        for &edge in edges {
            let ends = [0, 1].map(|end| self.tie(edge, end, &mut assembly));
            let part = self.edge(edge);
            links.push(Link {
                ends,
                relation: part.relation,
                labels: if part.drawn { part.labels } else { Labels::default() },
                drawn: part.drawn,
                weight: i64::from(part.weight.max(1)),
                marks: part.marks,
                trunk: part.trunk,
            });
        }
        let mut part = Part {
            items: assembly.items,
            groups: assembly.groups,
            links,
            same: Vec::new(),
            order: Vec::new(),
        };
        self.wishes(&assembly.local_of, &mut part);
        for index in 0..part.links.len() {
            if part.own_frame(&part.links[index]).is_some() {
                part.links[index].relation = Relation::Below { min: 1 };
            }
        }
        let solved = solve(&part, self.options);
        self.score.crossings += solved.score.crossings;
        self.score.length += solved.score.length;
        self.score.bends += solved.score.bends;
        self.score.cost += solved.score.cost;
        let mut result = Drawing { size: solved.size, ..Drawing::default() };
        for (group, frame) in assembly.group_ids.iter().zip(&solved.frames) {
            result.clusters.push((*group, *frame));
            place_loops(self.graph, self.options, &self.loops[*group], *frame, &mut result);
        }
        for (local, &index) in assembly.boxes.iter().enumerate() {
            let inside = std::mem::take(&mut self.boxes[index].drawing);
            result.insert(inside, solved.items[local]);
        }
        let known = self.graph.edges.len();
        result.edges.extend(edges.iter().copied().zip(solved.routes).filter(|it| it.0 < known));
        result
    }

    fn gather(&self, unit: Unit, group: Option<usize>, assembly: &mut Assembly) {
        match unit {
            Unit::Box(index) => {
                let node = self.boxes[index].drawing.nodes.first().map(|it| it.0);
                let border = node
                    .filter(|&it| self.node_box[it] == index)
                    .and_then(|it| self.graph.nodes[it].border);
                assembly.boxes.push(index);
                assembly.items.push(Item {
                    size: self.boxes[index].drawing.size,
                    group,
                    pull: match border {
                        Some(Border::Entry) => Pull::First,
                        Some(Border::Exit) => Pull::Last,
                        None => Pull::None,
                    },
                    kind: ItemKind::Box,
                    border,
                });
            }
            Unit::Open(cluster) => {
                let own = &self.graph.clusters[cluster];
                let local = assembly.groups.len();
                assembly.group_ids.push(cluster);
                assembly.group_of.insert(cluster, local);
                let (room, height) =
                    loop_room(self.graph, &self.loops[cluster], 0, &self.options.gaps);
                let mut pad = own.padding;
                pad.right += room;
                assembly.groups.push(Group {
                    parent: group,
                    pad,
                    min: Size::new(self.least_width(cluster) + room, own.title.h.max(height)),
                    room,
                    framed: own.frame == Frame::Drawn,
                });
                for &unit in &self.contents[cluster].units {
                    self.gather(unit, Some(local), assembly);
                }
            }
        }
    }

    /// The least width of the frame of a cluster that lines enter.
    fn least_width(&self, cluster: usize) -> i64 {
        let own = &self.graph.clusters[cluster];
        let is_above = self.options.direction == Direction::TopDown;
        let needs_room = is_above && own.title_at == TitleAt::MiddleOrAside;
        if needs_room { 2 * own.title.w } else { own.title.w }
    }

    fn tie(&self, edge: usize, end: usize, assembly: &mut Assembly) -> Tie {
        let place = [self.edge(edge).from, self.edge(edge).to][end];
        let index = match thing(place) {
            Thing::Node(node) => self.node_box[node],
            Thing::Cluster(cluster) => match self.cluster_box[cluster] {
                Some(index) => index,
                None => return assembly.anchor(cluster),
            },
        };
        let item = assembly.local_of[&index];
        let made = &self.boxes[index];
        let rect = match thing(place) {
            Thing::Node(node) => {
                made.drawing.nodes.iter().find(|it| it.0 == node).map_or(Rect::default(), |it| it.1)
            }
            Thing::Cluster(_) => made.drawing.clusters[0].1,
        };
        tie(self.graph, self.edge(edge), (edge, end), item, made, rect)
    }

    fn wishes(&self, local_of: &std::collections::BTreeMap<usize, usize>, part: &mut Part) {
        let local = |node: &NodeId| local_of.get(&self.node_box[node.0]).copied();
        for constraint in &self.graph.constraints {
            match constraint {
                Constraint::SameRank(nodes) => {
                    let set: Vec<usize> = nodes.iter().filter_map(local).collect();
                    if set.len() > 1 {
                        part.same.push(set);
                    }
                }
                Constraint::First(node) | Constraint::Last(node) => {
                    if let Some(item) = local(node) {
                        let is_first = matches!(constraint, Constraint::First(_));
                        part.items[item].pull = if is_first { Pull::First } else { Pull::Last };
                    }
                }
                Constraint::Order(first, second) => {
                    if let (Some(a), Some(b)) = (local(first), local(second))
                        && a != b
                    {
                        part.order.push((a, b));
                    }
                }
            }
        }
    }
}

/// Units that edges join, directly or not.
#[derive(Debug, Default)]
struct Connected {
    units: Vec<Unit>,
    edges: Vec<usize>,
    is_open: bool,
}
