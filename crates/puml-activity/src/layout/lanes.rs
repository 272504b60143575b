//! Where lanes stand, and the ground they give to what is in them.

use puml_family::pen::{self, at};
use scene::{Geometry, Group, Id, Interval, Item, Rect};

use super::board::{Board, Part};
use crate::element::Element;
use crate::model::LaneWidth;

/// From the border of a lane to what it holds.
const PAD: f64 = 18.0;
/// Between the titles and the first step.
const BELOW_TITLES: f64 = 16.0;

/// The columns of a picture, placed.
pub(super) struct Lanes {
    /// Where the axis of each lane is.
    pub(super) axes: Vec<f64>,
    /// The borders, one more than there are lanes; none where lanes are not drawn.
    borders: Vec<f64>,
}

/// How far something reaches in each lane, around its axis.
fn extents(board: &Board<'_>, count: usize) -> Vec<Interval> {
    let mut all = vec![Interval::new(f64::INFINITY, f64::NEG_INFINITY); count];
    let mut cover = |lane: usize, left: f64, right: f64| {
        all[lane] = all[lane].cover(Interval::new(left, right));
    };
    for part in &board.parts {
        match part {
            Part::Node(it) => {
                cover(it.at.lane, it.at.x - it.width / 2.0, it.at.x + it.width / 2.0);
                if let (super::board::NodeKind::Test(crate::model::TestStyle::Beside), Some(text)) =
                    (it.kind, &it.text)
                {
                    cover(it.at.lane, it.at.x, it.at.x + it.width / 2.0 + 4.0 + text.bounds.width);
                }
            }
            Part::Line(it) => {
                for it in &it.points {
                    cover(it.lane, it.x - 4.0, it.x + 4.0);
                }
            }
            Part::Text(at, text) => cover(at.lane, at.x, at.x + text.bounds.width),
            Part::Frame(it) => {
                cover(it.from.lane, it.from.x, it.from.x);
                cover(it.to.lane, it.to.x, it.to.x);
            }
            Part::Bar(it) => {
                cover(it.from.lane, it.from.x, it.from.x);
                cover(it.to.lane, it.to.x, it.to.x);
            }
            Part::Anchor(_, at) | Part::Jump(_, at, _) => cover(at.lane, at.x, at.x),
        }
    }
    all.into_iter().map(|it| if it.from > it.to { Interval::default() } else { it }).collect()
}

/// Places the lanes side by side.
pub(super) fn place(board: &Board<'_>) -> Lanes {
    let count = board.model.lanes.len().max(1);
    let extents = extents(board, count);
    if board.model.lanes.len() < 2 {
        return Lanes { axes: vec![0.0; count], borders: Vec::new() };
    }
    let titles: Vec<f64> = board
        .model
        .lanes
        .iter()
        .map(|it| board.ctx.line(&it.title, board.ctx.look(it.look)).bounds.width + 24.0)
        .collect();
    let mut widths: Vec<f64> = extents
        .iter()
        .zip(&titles)
        .map(|(extent, title)| (extent.length() + 2.0 * PAD).max(*title).max(60.0).ceil())
        .collect();
    match board.model.style.lanes {
        LaneWidth::Content => {}
        LaneWidth::Same => {
            let widest = widths.iter().copied().fold(0.0, f64::max);
            widths.fill(widest);
        }
        LaneWidth::AtLeast(least) => widths.iter_mut().for_each(|it| *it = it.max(least)),
    }
    let mut left = 0.0;
    let mut borders = vec![left];
    let mut axes = Vec::with_capacity(count);
    for (extent, width) in extents.iter().zip(&widths) {
        // What the lane holds stands in its middle.
        let spare = width - extent.length();
        axes.push((left + spare / 2.0 - extent.from).round());
        left += width;
        borders.push(left);
    }
    Lanes { axes, borders }
}

/// The grounds, borders and titles of lanes around a picture between two heights.
pub(super) fn draw(board: &Board<'_>, lanes: &Lanes, bottom: f64) -> Vec<Item> {
    if lanes.borders.is_empty() {
        return Vec::new();
    }
    let ctx = board.ctx;
    let border = ctx.element(Element::LaneBorder);
    let titles: Vec<_> =
        board.model.lanes.iter().map(|it| ctx.line(&it.title, ctx.look(it.look))).collect();
    let tallest = titles.iter().map(|it| it.bounds.height).fold(0.0, f64::max);
    let head = (tallest + 14.0).ceil();
    let top = -(head + BELOW_TITLES);
    let bottom = bottom.ceil() + 16.0;
    let (first, last) = (lanes.borders[0], lanes.borders[lanes.borders.len() - 1]);
    let mut items = Vec::new();
    for (idx, (lane, text)) in board.model.lanes.iter().zip(titles).enumerate() {
        let (left, right) = (lanes.borders[idx], lanes.borders[idx + 1]);
        let mut group: Group = ctx.group("swimlane", lane.origin);
        group.id = Some(Id::Number(idx as u32 + 1));
        group.title = Some(puml_family::text::spoken(&text));
        let look = ctx.look(lane.look);
        let rect = Rect { x: left, y: top, width: right - left, height: bottom - top };
        if let Some(fill) = look.fill {
            group.items.push(pen::filled(Geometry::Rect { rect, corner: 0.0 }, fill));
        }
        let (width, height) = (text.bounds.width, text.bounds.height);
        let x = left + (right - left - width) / 2.0;
        let y = top + (head - height) / 2.0;
        group.items.push(Item::Text(puml_family::text::place(text, x, y)));
        items.push(Item::Group(group));
    }
    let mut lines = Group::new("swimlanes");
    if let Some(stroke) = pen::stroke(border) {
        for x in &lanes.borders {
            let x = puml_family::page::crisp(*x);
            lines.items.push(pen::line(at(x, top), at(x, bottom), stroke.clone()));
        }
        for y in [top, top + head, bottom] {
            let y = puml_family::page::crisp(y);
            let ends = (first.floor() + 0.5, last.floor() + 0.5);
            lines.items.push(pen::line(at(ends.0, y), at(ends.1, y), stroke.clone()));
        }
    }
    items.push(Item::Group(lines));
    items
}
