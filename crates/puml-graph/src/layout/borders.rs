//! Ports and points of entry and exit that no link touches: they keep to the border above or below what their frame
//! holds, not beside it.

use graph_layout as engine;

use super::pseudo;
use crate::model::{End, EntityId, Flow, Graph, GroupId};

/// Adds an edge that is not drawn for each point on a border that nothing is linked to.
pub(super) fn keep_at_edges(graph: &Graph, problem: &mut engine::Graph) {
    let mut linked = vec![false; graph.entities.len()];
    for end in graph.links.iter().flat_map(|it| [it.from, it.to]) {
        if let End::Entity(EntityId(id)) | End::Member(EntityId(id), ..) = end {
            linked[id as usize] = true;
        }
    }
    for (idx, entity) in graph.entities.iter().enumerate().filter(|it| !linked[it.0]) {
        let (Some(flow), Some(group)) = (pseudo::border(entity.shape), entity.group) else {
            continue;
        };
        let Some(inside) = held(graph, group, flow) else { continue };
        let point = engine::End::Node(engine::NodeId(idx));
        let (from, to) = match flow {
            Flow::In => (point, inside),
            Flow::Out => (inside, point),
        };
        problem.add_edge(engine::Edge { drawn: false, ..engine::Edge::new(from, to) });
    }
}

/// The first thing that a group holds, or the last one for what leaves it.
fn held(graph: &Graph, group: GroupId, flow: Flow) -> Option<engine::End> {
    let mut entities = graph
        .entities
        .iter()
        .enumerate()
        .filter(|(_, it)| it.group == Some(group) && pseudo::border(it.shape).is_none());
    let entity = match flow {
        Flow::In => entities.next(),
        Flow::Out => entities.next_back(),
    };
    let node = entity.map(|it| engine::End::Node(engine::NodeId(it.0)));
    node.or_else(|| {
        let inner = graph.groups.iter().position(|it| it.parent == Some(group))?;
        Some(engine::End::Cluster(engine::ClusterId(inner)))
    })
}
