//! Pictures of entities: every entity, member, link and label is drawn, and no line runs through a foreign box.

use puml_family::Label;
use puml_graph::{Cell, End, Graph, Row, Shape};
use scene::{Geometry, Group, Id, Item, Point, Rect, Scene, Segment};

/// Lines may touch a box; this many pixels inside it are through it.
const INSIDE: f64 = 3.0;

/// The pictures of entities that a diagram of any family has, one a page.
pub(crate) fn graphs(model: &dyn puml_family::Model) -> Vec<&Graph> {
    if let Some(class) = puml_class::Model::of(model) {
        return class.pages.iter().map(|it| &it.graph).collect();
    }
    if let Some(description) = puml_description::Model::of(model) {
        return description.pages.iter().map(|it| &it.graph).collect();
    }
    let state = puml_state::Model::of(model).map(|it| &it.graph);
    state.into_iter().collect()
}

/// What is wrong with a page.
pub(crate) fn problems(scene: &Scene, graph: &Graph) -> Vec<String> {
    let groups: Vec<&Group> = scene
        .items
        .iter()
        .filter_map(|it| match it {
            Item::Group(group) => Some(group),
            _ => None,
        })
        .collect();
    let mut problems = Vec::new();
    let boxes = boxes(graph, &groups, &mut problems);
    links(graph, &groups, &boxes, &mut problems);
    let drawn = super::letters(scene);
    for label in labels(graph) {
        for word in super::words(&label.text).filter(|it| !drawn.contains(it.as_str())) {
            problems.push(format!("{word:?} of {:?} is not drawn", label.text));
        }
    }
    problems
}

/// The box of each entity; entities are drawn in order.
fn boxes(graph: &Graph, groups: &[&Group], problems: &mut Vec<String>) -> Vec<Option<Rect>> {
    let mut rest = groups.iter();
    let mut place = |entity: &puml_graph::Entity| {
        let is_it = |it: &&&Group| {
            it.role == entity.kind && it.origin.is_some_and(|it| it.start == entity.origin.start)
        };
        let found = rest.find(is_it)?;
        found.items.iter().filter_map(Item::bounds).reduce(Rect::cover)
    };
    let visible = |it: &puml_graph::Entity| !it.hidden;
    graph
        .entities
        .iter()
        .map(|it| {
            let found = visible(it).then(|| place(it)).flatten();
            if visible(it) && found.is_none() {
                problems.push(format!("{} {} is not drawn", it.kind, it.id));
            }
            found
        })
        .collect()
}

fn links(graph: &Graph, groups: &[&Group], boxes: &[Option<Rect>], problems: &mut Vec<String>) {
    for (idx, link) in graph.links.iter().enumerate().filter(|it| !it.1.hidden) {
        let id = Some(Id::Number(idx as u32 + 1));
        let Some(group) = groups.iter().find(|it| it.role == "link" && it.id == id) else {
            problems.push(format!("link {} is not drawn", idx + 1));
            continue;
        };
        let is_end = |at: usize| {
            [link.from, link.to].iter().any(
                |it| matches!(it, End::Entity(id) | End::Member(id, ..) if id.0 as usize == at),
            )
        };
        let Some(points) = group.items.first().and_then(points) else { continue };
        let crossed = boxes.iter().enumerate().find(|(at, rect)| {
            !is_end(*at) && rect.is_some_and(|it| points.windows(2).any(|pair| cuts(pair, it)))
        });
        if let Some((at, _)) = crossed {
            let name = &graph.entities[at].id;
            problems.push(format!("link {} runs through {name}", idx + 1));
        }
    }
}

/// The corners of a line.
fn points(item: &Item) -> Option<Vec<Point>> {
    let Item::Shape(shape) = item else { return None };
    match &shape.geometry {
        Geometry::Line { from, to } => Some(vec![*from, *to]),
        Geometry::Path(all) => Some(
            all.iter()
                .filter_map(|it| match it {
                    Segment::Move(to) | Segment::Line(to) | Segment::Cubic(_, _, to) => Some(*to),
                    Segment::Close => None,
                })
                .collect(),
        ),
        _ => None,
    }
}

/// Whether a straight line runs through the inside of a box.
fn cuts(pair: &[Point], rect: Rect) -> bool {
    let (left, top) = (rect.x + INSIDE, rect.y + INSIDE);
    let (right, bottom) = (rect.right() - INSIDE, rect.bottom() - INSIDE);
    if left >= right || top >= bottom {
        return false;
    }
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    let (dx, dy) = (pair[1].x - pair[0].x, pair[1].y - pair[0].y);
    for (start, step, low, high) in [(pair[0].x, dx, left, right), (pair[0].y, dy, top, bottom)] {
        if step.abs() < 1e-9 {
            if start <= low || start >= high {
                return false;
            }
            continue;
        }
        let (one, other) = ((low - start) / step, (high - start) / step);
        enter = enter.max(one.min(other));
        leave = leave.min(one.max(other));
    }
    enter < leave
}

/// Every label that must be readable.
fn labels(graph: &Graph) -> Vec<&Label> {
    let mut all = Vec::new();
    for entity in graph.entities.iter().filter(|it| !it.hidden) {
        // A rhombus and a dot have no room for their names.
        if !matches!(entity.shape, Shape::Diamond | Shape::Dot) {
            all.push(&entity.label);
        }
        all.extend(&entity.generic);
        if !entity.hides_stereotypes {
            all.extend(&entity.stereotypes);
        }
        for compartment in entity.body.compartments.iter().filter(|it| !it.hidden) {
            rows(&compartment.rows, &mut all);
        }
    }
    all.extend(graph.groups.iter().map(|it| &it.label));
    for link in graph.links.iter().filter(|it| !it.hidden) {
        all.extend([&link.label, &link.from_label, &link.to_label, &link.from_role, &link.to_role]);
        all.extend([&link.from_qualifier, &link.to_qualifier]);
    }
    all.extend(graph.notes.iter().filter(|it| !it.hidden).map(|it| &it.label));
    all.extend(graph.constraints.iter().map(|it| &it.label));
    all
}

fn rows<'a>(rows: &'a [Row], all: &mut Vec<&'a Label>) {
    let cell = |it: &'a Cell, all: &mut Vec<&'a Label>| match it {
        Cell::Text(label) => all.push(label),
        Cell::Table(inner) => self::rows(inner, all),
    };
    for row in rows {
        match row {
            Row::Member { label, .. } | Row::Text(label) => all.push(label),
            Row::Pair { key, value } => {
                all.push(key);
                cell(value, all);
            }
            Row::Item(value) => cell(value, all),
            Row::Rule { title, .. } => all.extend(title),
            Row::Blank => {}
        }
    }
}
