//! Wishes for the layout engine that come from groups: the order of regions.

use graph_layout as engine;

use crate::model::{End, Graph, Group, GroupId, Regions, Side};

/// Where a link leads into the first region of a state from outside, its regions are ranked together with the rest of
/// the picture: the later ones come below.
pub(super) fn keep_in_order(graph: &Graph, problem: &mut engine::Graph) {
    let crossed = crossed_groups(graph);
    for (idx, group) in graph.groups.iter().enumerate() {
        let Some(Regions::Stacked) = group.composite.as_ref().and_then(|it| it.regions) else {
            continue;
        };
        let is_own = |it: &(usize, &Group)| it.1.parent.is_some_and(|it| it.0 as usize == idx);
        let mut regions = graph.groups.iter().enumerate().filter(|it| is_own(it)).map(|it| it.0);
        let Some(first) = regions.next().filter(|it| crossed[*it]) else { continue };
        let Some(next) = regions.next() else { continue };
        let mut before: Vec<engine::End> = graph
            .entities
            .iter()
            .enumerate()
            .filter(|it| it.1.group.is_some_and(|it| it.0 as usize == first))
            .map(|it| engine::End::Node(engine::NodeId(it.0)))
            .collect();
        for region in std::iter::once(next).chain(regions) {
            let own = engine::End::Cluster(engine::ClusterId(region));
            for end in before {
                problem.add_edge(engine::Edge { drawn: false, ..engine::Edge::new(end, own) });
            }
            before = vec![own];
        }
    }
}

/// The groups whose frame a link leads through.
fn crossed_groups(graph: &Graph) -> Vec<bool> {
    let mut crossed = vec![false; graph.groups.len()];
    for link in &graph.links {
        let (from, to) = (around(graph, link.from), around(graph, link.to));
        for group in from
            .iter()
            .filter(|it| !to.contains(it))
            .chain(to.iter().filter(|it| !from.contains(it)))
        {
            crossed[group.0 as usize] = true;
        }
    }
    crossed
}

/// The groups around the end of a link, from inside out.
pub(super) fn around(graph: &Graph, end: End) -> Vec<GroupId> {
    let group = match end {
        End::Entity(id) | End::Member(id, ..) => graph.entities[id.0 as usize].group,
        End::Group(id) => graph.groups[id.0 as usize].parent,
        End::Note(id) => graph.notes[id.0 as usize].group,
    };
    std::iter::successors(group, |it| graph.groups[it.0 as usize].parent).collect()
}

/// The groups into which a link leads from above.
pub(super) fn entered_from_above(graph: &Graph) -> Vec<bool> {
    let mut entered = vec![false; graph.groups.len()];
    for link in &graph.links {
        let (upper, lower) = match link.side {
            Side::Up => (link.to, link.from),
            _ => (link.from, link.to),
        };
        let outside = around(graph, upper);
        for group in around(graph, lower).iter().filter(|it| !outside.contains(it)) {
            entered[group.0 as usize] = true;
        }
    }
    entered
}
