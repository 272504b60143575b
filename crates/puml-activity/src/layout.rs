//! From the model to the picture: the tree of steps is laid out as a tree. Each block is a tile with one way in and one
//! way out on the main line; places count from the axes of lanes until all tiles are made.

mod board;
mod columns;
mod decision;
mod frames;
mod jumps;
mod lanes;
mod lines;
mod loops;
mod nodes;
mod outline;
mod sequence;
mod shapes;

use diag::Sources;
use puml_family::chrome::PageNumber;
use puml_family::{LayoutContext, page, text};
use scene::{Group, Item, Point, Scene};

use crate::explain;
use crate::model::{Arrow, Model};

use board::{Board, Part, Place};
use lanes::Lanes;
use sequence::Following;

/// The picture of a diagram. Time grows with the number of steps and how deep they nest.
pub(crate) fn layout(model: &Model, sources: &Sources) -> Scene {
    let ctx = LayoutContext { looks: &model.looks, sprites: &model.sprites, sources };
    let plain = Arrow {
        label: puml_family::Label::default(),
        look: model.looks.of(crate::element::Element::Arrow),
        hidden: false,
    };
    let mut board = Board { model, ctx, plain: &plain, parts: Vec::new() };
    let tile = board.sequence(&model.steps, 0, Following::Nothing);
    let lanes = lanes::place(&board);
    let bottom = tile.outline.bottom().max(tile.height);
    let ground = lanes::draw(&board, &lanes, bottom);
    let items = draw(board, &lanes, ground);
    let extent = page::extent(&items).unwrap_or_default();
    let page = page::Page {
        items,
        extent,
        title: None,
        number: PageNumber { page: 1, last: 1 },
        kind: "Activity diagram",
        description: explain::explain(model).summary,
    };
    page::finish(ctx, &model.surroundings, page)
}

/// All parts where they stand, from back to front: lanes, frames, lines, shapes, labels.
fn draw(board: Board<'_>, lanes: &Lanes, ground: Vec<Item>) -> Vec<Item> {
    let Board { ctx, parts, .. } = board;
    let place = |it: Place| Point { x: lanes.axes[it.lane] + it.x, y: it.y };
    let jumps = jumps::route(&parts, &place, ctx);
    let (mut frames, mut lines, mut nodes, mut labels) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut numbers = Numbers::default();
    for part in parts {
        match part {
            Part::Node(it) => {
                let top = place(it.at);
                nodes.push(shapes::node(it, top, numbers.shape(), ctx));
            }
            Part::Line(it) => {
                let points: Vec<Point> = it.points.iter().map(|it| crisp(place(*it))).collect();
                let mut group = match it.origin {
                    Some(origin) => ctx.group("link", origin),
                    None => Group::new("link"),
                };
                group.items = lines::draw(&points, it.look, it.head);
                lines.push(Item::Group(group));
            }
            Part::Text(at, words) => {
                let at = place(at);
                labels.push(Item::Text(text::place(words, at.x, at.y)));
            }
            Part::Frame(it) => {
                let (from, to) = (place(it.from), place(it.to));
                let number = frames.len() as u32 + 1;
                frames.push((to.y - from.y, shapes::frame(it, from, to, number, ctx)));
            }
            Part::Bar(it) => {
                let (from, to) = (place(it.from), place(it.to));
                nodes.push(shapes::bar(&it, from, to, numbers.shape(), ctx));
            }
            Part::Anchor(..) | Part::Jump(..) => {}
        }
    }
    for (points, look) in jumps {
        let mut group = Group::new("jump");
        group.items = lines::draw(&points, look, true);
        lines.push(Item::Group(group));
    }
    // Outer frames lie behind inner ones.
    frames.sort_by(|a, b| b.0.total_cmp(&a.0));
    let frames = frames.into_iter().map(|it| it.1);
    ground.into_iter().chain(frames).chain(lines).chain(nodes).chain(labels).collect()
}

/// Lines of one pixel are sharp in the middle of pixels.
fn crisp(point: Point) -> Point {
    Point { x: point.x.round() + 0.5, y: point.y.round() + 0.5 }
}

/// What tells shapes of one role apart.
#[derive(Default)]
struct Numbers(u32);

impl Numbers {
    fn shape(&mut self) -> u32 {
        self.0 += 1;
        self.0
    }
}
