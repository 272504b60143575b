//! What a drawing costs. Distances are weighed in units of the caller's node gap, so that cells and pixels agree.

use crate::geometry::{Point, Rect, Size};
use crate::options::Options;
use crate::result::{Route, Score};

/// Pixels that the usual gap between nodes stands for; the weights below are meant for pixels.
const USUAL_GAP: f64 = 35.0;

pub(crate) fn score(size: Size, routes: &[Route], intrusions: u64, options: &Options) -> Score {
    let mut length = 0;
    let mut bends = 0;
    for route in routes {
        let points = route.path.points();
        bends += points.len().saturating_sub(2) as u64;
        length += points
            .windows(2)
            .map(|it| it[0].x.abs_diff(it[1].x) + it[0].y.abs_diff(it[1].y))
            .sum::<u64>();
    }
    let crossings = crossings(routes);
    let unit = options.gaps.node.max(1) as f64 / USUAL_GAP;
    let (w, h) = (size.w as f64, size.h as f64);
    let ratio = w.max(1.0) / h.max(1.0);
    let excess = (ratio / options.ratio).max(1.0 / (ratio * options.ratio)).max(1.0) - 1.0;
    let cost = w * h * (1.0 + 0.4 * excess)
        + unit * 60.0 * length as f64
        + (unit * unit * 25_000.0 + w * h * 0.012) * crossings as f64
        + unit * unit * 400.0 * bends as f64
        + unit * unit * 200_000.0 * intrusions as f64;
    Score { crossings, length, bends, cost: cost as u64 }
}

/// Pairs of crossing pieces of different orthogonal lines.
fn crossings(routes: &[Route]) -> u64 {
    let mut level: Vec<(i64, i64, i64, usize)> = Vec::new();
    let mut upright: Vec<(i64, i64, i64, usize)> = Vec::new();
    for (index, route) in routes.iter().enumerate() {
        for pair in route.path.points().windows(2) {
            let [Point { x: x0, y: y0 }, Point { x: x1, y: y1 }] = [pair[0], pair[1]];
            if y0 == y1 {
                level.push((y0, x0.min(x1), x0.max(x1), index));
            } else if x0 == x1 {
                upright.push((x0, y0.min(y1), y0.max(y1), index));
            }
        }
    }
    upright.sort_unstable();
    let mut count = 0;
    for (y, low, high, index) in level {
        let first = upright.partition_point(|it| it.0 <= low);
        for &(x, top, bottom, other) in &upright[first..] {
            if x >= high {
                break;
            }
            count += u64::from(other != index && top < y && y < bottom);
        }
    }
    count
}

/// Whether a straight piece goes through the inside of a rectangle.
pub(crate) fn passes(a: Point, b: Point, rect: &Rect) -> bool {
    let (left, right) = (a.x.min(b.x), a.x.max(b.x));
    let (top, bottom) = (a.y.min(b.y), a.y.max(b.y));
    right > rect.x && left < rect.right() && bottom > rect.y && top < rect.bottom()
}
