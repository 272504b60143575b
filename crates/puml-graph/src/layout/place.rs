//! The problem for the layout engine and its answer in scene coordinates.

use graph_layout as engine;
use scene::{Point, Rect, Size};

use super::labels::{Labels, Stack};
use super::{borders, boxes, figures, groups, heads, notes, pseudo, regions};
use crate::model::{
    Direction, End, Flow, Frame, Graph, Lines, Link, NotePlace, Pseudo, Regions, Shape, Side,
};
use crate::symbol::Symbol;

/// The positions of entities, groups, links and notes.
pub(super) struct Placed {
    pub(super) entities: Vec<Rect>,
    /// Notes on links have none: they stand with the labels.
    pub(super) notes: Vec<Option<Rect>>,
    /// The dashed lines of notes at groups.
    pub(super) ties: Vec<Vec<Point>>,
    pub(super) groups: Vec<groups::Place>,
    pub(super) links: Vec<Route>,
}

/// How a link runs from its left to its right end in the source, and where its labels stand.
pub(super) struct Route {
    pub(super) points: Vec<Point>,
    pub(super) curved: bool,
    pub(super) middle: Option<Rect>,
    pub(super) from: Option<Rect>,
    pub(super) to: Option<Rect>,
}

/// Room inside a frame, on every side.
const PADDING: i64 = 16;

/// Wider titles get no room for a line beside them: the frame would become twice as wide.
const WIDEST_ASIDE: f64 = 220.0;

pub(super) fn place(
    graph: &Graph,
    entities: &[boxes::Measured],
    notes: &[notes::Measured],
    labels: &[Labels],
    titles: &[groups::Title],
) -> Placed {
    let mut problem = engine::Graph::new();
    let entered = regions::entered_from_above(graph);
    for (idx, (group, title)) in graph.groups.iter().zip(titles).enumerate() {
        let hidden = group.frame == Frame::None;
        problem.add_cluster(engine::Cluster {
            parent: group.parent.map(|it| engine::ClusterId(it.0 as usize)),
            title: if hidden { engine::Size::default() } else { whole(title.size) },
            padding: match group.composite.as_ref().and_then(|it| it.regions) {
                // Regions reach to the frame.
                Some(_) => engine::Insets { top: PADDING, ..engine::Insets::default() },
                None => padding(group.frame),
            },
            frame: if hidden { engine::Frame::Hidden } else { engine::Frame::Drawn },
            title_at: match group.frame {
                Frame::State if entered[idx] => engine::TitleAt::MiddleOrAside,
                Frame::Symbol(_)
                    if entered[idx]
                        && title.size.width < WIDEST_ASIDE
                        && title_at(group.frame) == engine::TitleAt::Middle =>
                {
                    engine::TitleAt::MiddleOrAside
                }
                frame => title_at(frame),
            },
            divided: group.composite.as_ref().and_then(|it| it.regions).map(|it| match it {
                Regions::Stacked => engine::Divided::Rows,
                Regions::Beside => engine::Divided::Columns,
            }),
        });
    }
    let parent = |it: Option<crate::GroupId>| it.map(|it| engine::ClusterId(it.0 as usize));
    let loops = loop_heights(graph, labels);
    for ((entity, measured), loops) in graph.entities.iter().zip(entities).zip(loops) {
        let mut size = whole(measured.size);
        if attach(entity.shape) == engine::Attach::Side && graph.direction == Direction::Down {
            size.h = size.h.max(loops);
        }
        problem.add_node(engine::Node {
            size,
            parent: parent(entity.group),
            ports: measured.ports().collect(),
            attach: attach(entity.shape),
            border: border(entity.shape),
            ..engine::Node::default()
        });
    }
    let mut note_nodes = Vec::with_capacity(graph.notes.len());
    for (note, measured) in graph.notes.iter().zip(notes) {
        let (parent, glue) = match note.place {
            NotePlace::Beside(owner, side) | NotePlace::AtMember(owner, _, _, side) => {
                let group = graph.entities[owner.0 as usize].group;
                let owner = engine::NodeId(owner.0 as usize);
                (parent(group), Some(engine::Glue { owner, side: drawn_side(side) }))
            }
            NotePlace::AtGroup(owner, _) => (parent(graph.groups[owner.0 as usize].parent), None),
            NotePlace::Free => (parent(note.group), None),
            NotePlace::OnLink(_) => {
                note_nodes.push(None);
                continue;
            }
        };
        let size = whole(measured.size);
        let node = engine::Node { size, parent, glue, ..engine::Node::default() };
        note_nodes.push(Some(problem.add_node(node)));
    }
    let mut edges = Vec::with_capacity(graph.links.len());
    for (link, labels) in graph.links.iter().zip(labels) {
        let end = |end: End| match end {
            End::Entity(id) => engine::End::Node(engine::NodeId(id.0 as usize)),
            End::Member(id, compartment, row) => {
                let port = entities[id.0 as usize].port(compartment, row);
                let node = engine::NodeId(id.0 as usize);
                port.map_or(engine::End::Node(node), |it| engine::End::Port(node, it))
            }
            End::Group(id) => engine::End::Cluster(engine::ClusterId(id.0 as usize)),
            End::Note(id) => {
                let node = note_nodes[id.0 as usize];
                engine::End::Node(node.expect("a note with a name stands on no link"))
            }
        };
        let swapped = matches!(link.side, Side::Left | Side::Up);
        let (from, to) = if swapped { (link.to, link.from) } else { (link.from, link.to) };
        let (tail, head) =
            if swapped { (&labels.to, &labels.from) } else { (&labels.from, &labels.to) };
        let mut marks = [link.from_head, link.to_head].map(heads::size);
        if swapped {
            marks.reverse();
        }
        let size = |it: &Stack| it.size().map(whole);
        let relation = match link.side {
            _ if link.free => engine::Relation::Free,
            Side::Left | Side::Right => engine::Relation::Beside,
            Side::Up | Side::Down => {
                engine::Relation::Below { min: link.length.clamp(1, 50) as u16 }
            }
        };
        edges.push(problem.add_edge(engine::Edge {
            relation,
            labels: engine::Labels {
                tail: size(tail),
                middle: size(&labels.middle),
                head: size(head),
            },
            drawn: !link.hidden,
            marks,
            trunk: link.trunk,
            ..engine::Edge::new(end(from), end(to))
        }));
    }
    borders::keep_at_edges(graph, &mut problem);
    regions::keep_in_order(graph, &mut problem);
    let ties: Vec<Option<engine::EdgeId>> = graph
        .notes
        .iter()
        .zip(&note_nodes)
        .map(|(note, node)| {
            let NotePlace::AtGroup(group, side) = note.place else { return None };
            let group = engine::End::Cluster(engine::ClusterId(group.0 as usize));
            let node = engine::End::Node((*node)?);
            let (from, to) = match side {
                Side::Left | Side::Up => (node, group),
                Side::Right | Side::Down => (group, node),
            };
            let relation = match side {
                Side::Left | Side::Right => engine::Relation::Beside,
                Side::Up | Side::Down => engine::Relation::Below { min: 1 },
            };
            let edge = engine::Edge { relation, weight: 4, ..engine::Edge::new(from, to) };
            Some(problem.add_edge(edge))
        })
        .collect();
    let layout = engine::layout(&problem, &options(graph));
    let mut placed = answer(graph, &layout, &note_nodes);
    let tie = |it: &Option<engine::EdgeId>| {
        let points = it.map(|it| layout.edges[it.0].path.points());
        points.unwrap_or_default().iter().map(|it| point(*it)).collect()
    };
    placed.ties = ties.iter().map(tie).collect();
    placed
}

/// How tall each entity must be so that the labels of its loops stand one below the other.
fn loop_heights(graph: &Graph, labels: &[Labels]) -> Vec<i64> {
    let mut counts = vec![0; graph.entities.len()];
    let mut heights = vec![0; graph.entities.len()];
    for (link, labels) in graph.links.iter().zip(labels) {
        if let (End::Entity(from), End::Entity(to)) = (link.from, link.to)
            && from == to
        {
            let sizes = [&labels.from, &labels.middle, &labels.to].map(Stack::size);
            let label: i64 = sizes.into_iter().flatten().map(|it| whole(it).h).sum();
            counts[from.0 as usize] += 1;
            heights[from.0 as usize] += engine::Gaps::default().loop_height(label);
        }
    }
    counts.into_iter().zip(heights).map(|(count, it)| if count > 1 { it } else { 0 }).collect()
}

/// Which part of a side takes the ends of links.
fn attach(shape: Shape) -> engine::Attach {
    match shape {
        Shape::Class | Shape::State | Shape::Submachine | Shape::Receive => engine::Attach::Side,
        Shape::Pseudo(Pseudo::Bar) => engine::Attach::Whole,
        Shape::Pseudo(Pseudo::Expansion(_)) => engine::Attach::Middle,
        Shape::Circle
        | Shape::HalfCircle
        | Shape::Diamond
        | Shape::Dot
        | Shape::Test
        | Shape::Pseudo(_) => engine::Attach::Center,
        Shape::Symbol(symbol) => match symbol {
            Symbol::Interface
            | Symbol::Circle
            | Symbol::Boundary
            | Symbol::Control
            | Symbol::Entity => engine::Attach::Center,
            Symbol::UseCase
            | Symbol::BusinessUseCase
            | Symbol::Requirement
            | Symbol::Actor
            | Symbol::BusinessActor
            | Symbol::Bust
            | Symbol::HollowBust
            | Symbol::Cloud
            | Symbol::Hexagon
            | Symbol::Person
            | Symbol::Storage => engine::Attach::Middle,
            _ => engine::Attach::Side,
        },
    }
}

/// Ports and points of entry and exit sit on the border of their container.
fn border(shape: Shape) -> Option<engine::Border> {
    pseudo::border(shape).map(|it| match it {
        Flow::In => engine::Border::Entry,
        Flow::Out => engine::Border::Exit,
    })
}

fn padding(frame: Frame) -> engine::Insets {
    let Frame::Symbol(symbol) = frame else {
        return engine::Insets::all(if frame == Frame::None { 0 } else { PADDING });
    };
    let room = figures::room(symbol);
    // A folder and a frame have their titles where the room would be.
    let top = match symbol {
        Symbol::Package | Symbol::Folder | Symbol::Frame | Symbol::Card => 0.0,
        _ => room.top,
    };
    let whole = |it: f64| it.max(0.0) as i64;
    engine::Insets {
        left: PADDING + whole(room.left),
        top: PADDING + whole(top),
        right: PADDING + whole(room.right),
        bottom: PADDING + whole(room.bottom),
    }
}

fn title_at(frame: Frame) -> engine::TitleAt {
    match frame {
        Frame::Symbol(Symbol::Package | Symbol::Folder | Symbol::Frame) | Frame::Folder => {
            engine::TitleAt::Left
        }
        Frame::Symbol(_) | Frame::State => engine::TitleAt::Middle,
        Frame::Rectangle | Frame::Region | Frame::None => engine::TitleAt::Left,
    }
}

/// Brings the ends of links from the boxes of figures onto their outlines.
pub(super) fn touch(graph: &Graph, placed: &mut Placed) {
    for (link, route) in graph.links.iter().zip(&mut placed.links) {
        let Some(last) = route.points.len().checked_sub(1) else { continue };
        for (end, idx) in [(link.from, 0), (link.to, last)] {
            let end_of = route.points[idx];
            let (symbol, rect) = match end {
                End::Entity(id) => match graph.entities[id.0 as usize].shape {
                    Shape::Symbol(symbol) => (symbol, placed.entities[id.0 as usize]),
                    Shape::Circle => {
                        let rect = placed.entities[id.0 as usize];
                        boxes::touch_circle(rect, &mut route.points[idx]);
                        continue;
                    }
                    _ => continue,
                },
                End::Group(id) => match graph.groups[id.0 as usize].frame {
                    Frame::Symbol(symbol) => {
                        let place = placed.groups[id.0 as usize];
                        route.points[idx] =
                            figures::touch_frame(symbol, place.frame, place.title, end_of);
                        continue;
                    }
                    _ => continue,
                },
                End::Member(..) | End::Note(_) => continue,
            };
            route.points[idx] = figures::touch(symbol, rect, end_of);
        }
    }
}

fn options(graph: &Graph) -> engine::Options {
    let usual = engine::Gaps::default();
    engine::Options {
        direction: match graph.direction {
            Direction::Down => engine::Direction::TopDown,
            Direction::Right => engine::Direction::LeftRight,
        },
        routing: match graph.lines {
            Lines::Orthogonal => engine::Routing::Orthogonal,
            Lines::Polyline => engine::Routing::Polyline,
            Lines::Curved => engine::Routing::Spline,
        },
        gaps: engine::Gaps {
            node: graph.node_gap.map_or(usual.node, |it| it as i64),
            rank: graph.rank_gap.map_or(usual.rank, |it| it as i64),
            ..usual
        },
        ..engine::Options::default()
    }
}

fn answer(graph: &Graph, layout: &engine::Layout, notes: &[Option<engine::NodeId>]) -> Placed {
    let nodes: Vec<Rect> = layout.nodes.iter().map(|it| rect(*it)).collect();
    let links = graph.links.iter().zip(&layout.edges).map(|(link, route)| {
        let swapped = matches!(link.side, Side::Left | Side::Up);
        let mut points: Vec<Point> = route.path.points().iter().map(|it| point(*it)).collect();
        let (mut from, mut to) = (route.labels.tail.map(rect), route.labels.head.map(rect));
        if swapped {
            points.reverse();
            std::mem::swap(&mut from, &mut to);
        }
        let curved = matches!(route.path, engine::Path::Curves(_));
        reach_marks(graph, link, &nodes, &mut points);
        leave_titles(graph, link, layout, &mut points);
        Route { points, curved, middle: route.labels.middle.map(rect), from, to }
    });
    Placed {
        links: links.collect(),
        groups: layout
            .clusters
            .iter()
            .map(|it| groups::Place { frame: rect(it.frame), title: rect(it.title) })
            .collect(),
        notes: notes.iter().map(|it| it.map(|it| nodes[it.0])).collect(),
        ties: Vec::new(),
        entities: nodes[..graph.entities.len()].to_vec(),
    }
}

/// Leads the ends of a line on to a mark that is smaller than its room.
fn reach_marks(graph: &Graph, link: &Link, rooms: &[Rect], points: &mut [Point]) {
    let last = points.len().saturating_sub(1);
    for (end, at) in [(link.from, 0), (link.to, last)] {
        let End::Entity(id) = end else { continue };
        let Shape::Pseudo(mark) = graph.entities[id.0 as usize].shape else { continue };
        let Some(tip) = points.get_mut(at) else { continue };
        let room = rooms[id.0 as usize];
        let own = pseudo::mark_rect(mark, room, graph.direction);
        if tip.y <= room.y {
            tip.y = own.y + pseudo::inset_below(mark, own, tip.x);
        } else if tip.y >= room.bottom() {
            tip.y = own.bottom() - pseudo::inset_below(mark, own, tip.x);
        } else {
            let (inset, middle) = (pseudo::inset_at(mark, own, tip.y), own.x + own.width / 2.0);
            tip.x = if tip.x < middle { own.x + inset } else { own.right() - inset };
        }
    }
}

/// A line from the frame of a composite state to what stands inside begins below its title.
fn leave_titles(graph: &Graph, link: &Link, layout: &engine::Layout, points: &mut [Point]) {
    let last = points.len().saturating_sub(1);
    for (end, other, at) in [(link.from, link.to, 0), (link.to, link.from, last)] {
        let End::Group(id) = end else { continue };
        let is_inside = regions::around(graph, other).contains(&id);
        if graph.groups[id.0 as usize].frame != Frame::State || !is_inside {
            continue;
        }
        let place = layout.clusters[id.0 as usize];
        let Some(tip) = points.get_mut(at) else { continue };
        if tip.y <= rect(place.frame).y {
            tip.y = rect(place.title).bottom();
        }
    }
}

fn drawn_side(side: Side) -> engine::Side {
    match side {
        Side::Left => engine::Side::Left,
        Side::Right => engine::Side::Right,
        Side::Up => engine::Side::Top,
        Side::Down => engine::Side::Bottom,
    }
}

fn whole(size: Size) -> engine::Size {
    engine::Size::new(size.width.ceil() as i64, size.height.ceil() as i64)
}

/// Lines one pixel wide are sharp in the middle of a pixel.
fn rect(it: engine::Rect) -> Rect {
    Rect { x: it.x as f64 + 0.5, y: it.y as f64 + 0.5, width: it.w as f64, height: it.h as f64 }
}

fn point(it: engine::Point) -> Point {
    Point { x: it.x as f64 + 0.5, y: it.y as f64 + 0.5 }
}
