//! One part from ranks to lines, in several variants; the best is kept. The first wins unless another is clearly better.

use crate::channel::channels;
use crate::drawing::Bounds;
use crate::geometry::{Point, Rect, Size};
use crate::graph::Relation;
use crate::layers::{self, Chain, Layers};
use crate::level::leveled;
use crate::options::{Effort, Options, Routing};
use crate::order::{Care, Rows, Start, orders};
use crate::part::{Link, Part};
use crate::place::columns;
use crate::ports::{spread, straighten, stretches};
use crate::rank::{Mode, ranks, split};
use crate::result::{Route, Score};
use crate::route::{Scene, corners};
use crate::score::{passes, score};
use crate::stack::stack;

/// Places of a part's items and groups, and the lines of its links; begins at the origin.
#[derive(Debug, Clone)]
pub(crate) struct Solved {
    pub(crate) items: Vec<Point>,
    pub(crate) frames: Vec<Rect>,
    pub(crate) routes: Vec<Route>,
    pub(crate) size: Size,
    pub(crate) score: Score,
}

/// Parts with more items are laid out in one variant.
const PORTFOLIO_LIMIT: usize = 300;
/// Another variant must cost less than this share of the first one.
const CLEARLY_BETTER: f64 = 0.9;
/// Links that are meant to lie beside each other may cost this much more when they are straight.
const WORTH_A_WISH: f64 = 1.4;

/// A part this many times wider than the target ratio allows is tried with fewer items in a rank.
const TOO_WIDE: f64 = 1.5;
/// A part that is no wider than this many gaps between nodes fits on every page: things of one kind stay in one rank.
const PAGE: i64 = 30;
const MODES: [Mode; 2] = [Mode::Shared, Mode::Unit];

pub(crate) fn solve(part: &Part, options: &Options) -> Solved {
    let one = options.effort == Effort::Quick || part.items.len() > PORTFOLIO_LIMIT;
    let modes = if one || part.groups.is_empty() { &MODES[..1] } else { &MODES[..] };
    let mut best: Option<Solved> = None;
    let mut best_ranks = Vec::new();
    let mut first: Option<(Vec<usize>, u64)> = None;
    for &mode in modes {
        let ranks = ranks(part, mode);
        if first.as_ref().is_some_and(|it| it.0 == ranks) {
            continue;
        }
        let layers = layers::layers(part, &ranks, &options.gaps);
        let (starts, care) = search(layers.vertices.len(), one);
        for rows in orders(part, &layers, &starts, care) {
            let solved = straightest(part, &layers, &rows, options);
            let bar = match &first {
                None => {
                    first = Some((ranks.clone(), solved.score.cost));
                    u64::MAX
                }
                Some((_, cost)) => (*cost as f64 * CLEARLY_BETTER) as u64,
            };
            if best.as_ref().is_none_or(|it| solved.score.cost < it.score.cost.min(bar)) {
                best = Some(solved);
                best_ranks.clone_from(&ranks);
            }
        }
    }
    let best = best.expect("the first variant always runs");
    if one { best } else { narrowed(part, options, best, &best_ranks) }
}

/// A drawing that is far too wide is tried again with its widest ranks split.
fn narrowed(part: &Part, options: &Options, best: Solved, best_ranks: &[usize]) -> Solved {
    let (w, h) = (best.size.w as f64, best.size.h as f64);
    // What sits on a frame stays in the first or the last rank of its group.
    let has_borders = part.items.iter().any(|it| it.border.is_some());
    let page = PAGE * options.gaps.node;
    if w < h * options.ratio * TOO_WIDE || best.size.w <= page || has_borders {
        return best;
    }
    let limit = ((w * h * options.ratio).sqrt() as i64).max(page);
    let x: Vec<i64> = best.items.iter().map(|it| it.x).collect();
    let ranks = split(part, best_ranks, &x, limit, options.gaps.node);
    let layers = layers::layers(part, &ranks, &options.gaps);
    let (starts, care) = search(layers.vertices.len(), false);
    let bar = (best.score.cost as f64 * CLEARLY_BETTER) as u64;
    orders(part, &layers, &starts, care)
        .iter()
        .map(|rows| straightest(part, &layers, rows, options))
        .filter(|it| it.score.cost < bar)
        .min_by_key(|it| it.score.cost)
        .unwrap_or(best)
}

/// How to look for orders of rows in a part of this many vertices.
fn search(vertices: usize, one: bool) -> (Vec<Start>, Care) {
    let mut starts = vec![Start::Source];
    if !one {
        starts.extend([Start::Depth, Start::Rise, Start::Reverse]);
        let shuffles = (1_200 / vertices.max(1)).clamp(2, 12) as u32;
        starts.extend((0..shuffles).map(Start::Shuffle));
    }
    let care = match vertices {
        0..1_500 => Care { sweeps: 24, groups: true, drawn: 4 },
        1_500..10_000 => Care { sweeps: 12, groups: false, drawn: 2 },
        _ => Care { sweeps: 6, groups: false, drawn: 1 },
    };
    (starts, care)
}

/// Everything after the order of rows, with links between neighbours straight if that is not much worse.
fn straightest(part: &Part, layers: &Layers, rows: &Rows, options: &Options) -> Solved {
    let plain = drawn(part, layers, rows, options);
    let Some(level) = leveled(part, layers, rows) else { return plain };
    let is_asked_for = |(link, (was, is)): (&Link, (&Chain, &Chain))| {
        link.relation == Relation::Beside && matches!((was, is), (Chain::Arch { .. }, Chain::Flat))
    };
    let chains = layers.chains.iter().zip(&level.chains);
    let is_wish = part.links.iter().zip(chains).any(is_asked_for);
    let bar = plain.score.cost as f64 * if is_wish { WORTH_A_WISH } else { 1.0 };
    let solved = drawn(part, &level, rows, options);
    if solved.score.cost as f64 <= bar && has_room(part, &solved) { solved } else { plain }
}

/// Whether no label lies on an item or on another label.
fn has_room(part: &Part, solved: &Solved) -> bool {
    let labels = solved.routes.iter().map(|it| &it.labels);
    let labels = labels.flat_map(|it| [it.tail, it.middle, it.head]).flatten();
    let items = part.items.iter().zip(&solved.items);
    let mut taken: Vec<Rect> =
        items.map(|(item, at)| Rect::new(at.x, at.y, item.size.w, item.size.h)).collect();
    for label in labels {
        if taken.iter().any(|it| it.overlaps(&label)) {
            return false;
        }
        taken.push(label);
    }
    true
}

/// Everything after the order of rows.
fn drawn(part: &Part, layers: &Layers, rows: &Rows, options: &Options) -> Solved {
    let gaps = &options.gaps;
    let mut position = vec![0; layers.vertices.len()];
    for row in &rows.list {
        for (place, &vertex) in row.iter().enumerate() {
            position[vertex] = place;
        }
    }
    let stretches = stretches(part, layers, &position);
    let mut offsets = spread(part, &stretches);
    let columns = columns(part, layers, rows, &offsets, gaps);
    straighten(part, &stretches, &columns.x, gaps.line, &mut offsets);
    let channels = channels(part, layers, &columns.x, &offsets, gaps.line);
    let stack = stack(part, layers, &columns, &channels, gaps);
    let items = corners(part, layers, &columns, &stack);
    let mut scene = Scene {
        part,
        layers,
        columns: &columns,
        offsets: &offsets,
        channels: &channels,
        stack: &stack,
        items,
        gaps,
        routing: Routing::Orthogonal,
    };
    let plain = scene.routes();
    let size = bounds(part, &scene.items, &stack.frames, &plain);
    let score =
        score(Size::new(size.w, size.h), &plain, intrusions(part, &stack.frames, &plain), options);
    let routes = if options.routing == Routing::Orthogonal {
        plain
    } else {
        scene.routing = options.routing;
        scene.routes()
    };
    let size = bounds(part, &scene.items, &stack.frames, &routes);
    let by = Point::new(-size.x, -size.y);
    Solved {
        items: scene.items.iter().map(|it| it.moved(by)).collect(),
        frames: stack.frames.iter().map(|it| it.moved(by)).collect(),
        routes: routes.into_iter().map(|it| it.moved(by)).collect(),
        size: Size::new(size.w, size.h),
        score,
    }
}

fn bounds(part: &Part, items: &[Point], frames: &[Rect], routes: &[Route]) -> Rect {
    let mut bounds = Bounds::default();
    for (corner, item) in items.iter().zip(&part.items) {
        bounds.add(&Rect::new(corner.x, corner.y, item.size.w, item.size.h));
    }
    for frame in frames {
        bounds.add(frame);
    }
    for route in routes {
        bounds.add_route(route);
    }
    bounds.rect().unwrap_or_default()
}

/// How often a line goes through a group that it has nothing to do with.
fn intrusions(part: &Part, frames: &[Rect], routes: &[Route]) -> u64 {
    let mut count = 0;
    for (link, route) in part.links.iter().zip(routes) {
        let mut own = part.around(part.items[link.item(0)].group);
        own.extend(part.around(part.items[link.item(1)].group));
        for (group, frame) in frames.iter().enumerate() {
            if part.groups[group].framed && !own.contains(&group) {
                let hit = route.path.points().windows(2).any(|it| passes(it[0], it[1], frame));
                count += u64::from(hit);
            }
        }
    }
    count
}
