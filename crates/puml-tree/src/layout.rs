//! From the tree to its picture: nodes measured, placed by the notation's own rule, joined by lines.

mod arrows;
mod draw;
mod mindmap;
mod wbs;

use diag::Sources;
use puml_family::chrome::PageNumber;
use puml_family::page::{self, Page};
use puml_family::{LayoutContext, count};
use scene::{Point, Rect, Scene, Size, Text};

use crate::model::{Model, Node, NodeId, Notation};

/// The one page of a tree diagram.
pub(crate) fn layout(model: &Model, sources: &Sources) -> Vec<Scene> {
    let ctx = LayoutContext { looks: &model.looks, sprites: &model.sprites, sources };
    let mut measured: Vec<Measured> = model.nodes.iter().map(|it| Measured::of(it, ctx)).collect();
    even_out(model, &mut measured, ctx);
    let placed = match model.notation {
        Notation::Mindmap => mindmap::place(model, &measured, ctx),
        Notation::Wbs => wbs::place(model, &measured, ctx),
    };
    let items = draw::items(model, measured, placed, ctx);
    let empty = Rect { x: 0.0, y: 0.0, width: 0.0, height: 0.0 };
    let extent = page::extent(&items).unwrap_or(empty);
    let (kind, noun) = match model.notation {
        Notation::Mindmap => ("Mind map", "a mind map"),
        Notation::Wbs => ("Work breakdown structure", "a work breakdown structure"),
    };
    let description = format!("{noun} with {}", count(model.nodes.len(), "node"));
    let page = Page {
        items,
        extent,
        title: None,
        number: PageNumber { page: 1, last: 1 },
        kind,
        description,
    };
    vec![page::finish(ctx, &model.surroundings, page)]
}

/// A node's text and the room it needs.
struct Measured {
    text: Text,
    size: Size,
}

impl Measured {
    fn of(node: &Node, ctx: LayoutContext<'_>) -> Self {
        let look = ctx.look(node.look);
        let text = ctx.block(&node.label, look);
        // A joint is only the place where lines meet.
        if !node.boxed && node.label.text.is_empty() {
            return Self { text, size: Size::default() };
        }
        let around = 2.0 * look.padding;
        let size = Size {
            width: (text.bounds.width + around).max(look.min_width).ceil(),
            height: (text.bounds.height + around).ceil(),
        };
        Self { text, size }
    }
}

/// Makes the children of a node that are to be of one width as wide as the widest of them.
fn even_out(model: &Model, measured: &mut [Measured], ctx: LayoutContext<'_>) {
    for node in &model.nodes {
        let is_even = |id: &&NodeId| {
            let child = model.node(**id);
            child.boxed && ctx.look(child.look).is_even
        };
        let even: Vec<usize> =
            node.children.iter().filter(is_even).map(|it| it.0 as usize).collect();
        let widest = even.iter().map(|it| measured[*it].size.width).fold(0.0, f64::max);
        for id in even {
            measured[id].size.width = widest;
        }
    }
}

/// Where everything stands.
struct Placed {
    /// The box of each node.
    boxes: Vec<Rect>,
    /// The line that leads to each node; a root has none.
    lines: Vec<Option<Line>>,
    /// The free arrows.
    arrows: Vec<arrows::Routed>,
}

/// The line from a parent to its child.
enum Line {
    /// Straight pieces with rounded corners.
    Corners(Vec<Point>),
    /// Between two ends, bent by two controls.
    Curve([Point; 4]),
}
