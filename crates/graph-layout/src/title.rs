//! Where the title of each cluster stands on its top edge: as wished, unless a line goes through that place.

use crate::geometry::{Point, Rect};
use crate::graph::{Frame, Graph, TitleAt};
use crate::result::{ClusterPlace, Route};

/// Sets the title of every cluster; `frame`s and routes are given.
pub(crate) fn place(graph: &Graph, clusters: &mut [ClusterPlace], routes: &[Route]) {
    let mut lines: Vec<(i64, i64, i64, i64)> = Vec::new();
    for route in routes {
        for pair in route.path.points().windows(2) {
            let [Point { x: x0, y: y0 }, Point { x: x1, y: y1 }] = [pair[0], pair[1]];
            lines.push((y0.min(y1), y0.max(y1), x0.min(x1), x0.max(x1)));
        }
    }
    lines.sort_unstable();
    for (cluster, place) in graph.clusters.iter().zip(clusters) {
        let Rect { x, y, w, .. } = place.frame;
        if cluster.frame == Frame::Hidden {
            continue;
        }
        let size = cluster.title;
        let (low, high) =
            (x + cluster.padding.left.max(0), x + w - cluster.padding.right.max(0) - size.w);
        let wished = match cluster.title_at {
            TitleAt::Left => low,
            TitleAt::Middle | TitleAt::MiddleOrAside => x + (w - size.w) / 2,
        };
        let top = y + cluster.padding.top.max(0) / 2;
        let mut blocked: Vec<(i64, i64)> = Vec::new();
        if size.w > 0 {
            let end = lines.partition_point(|it| it.0 < top + size.h);
            blocked.extend(
                lines[..end]
                    .iter()
                    .filter(|it| it.1 > top && it.3 > x && it.2 < x + w)
                    .map(|it| (it.2, it.3)),
            );
        }
        let at = nearest_free(wished, low, high, size.w, &blocked).unwrap_or(wished);
        place.title = Rect::new(at, top, size.w, size.h);
    }
}

/// The place nearest to the wished one where no line goes through a title of this width.
fn nearest_free(wished: i64, low: i64, high: i64, width: i64, lines: &[(i64, i64)]) -> Option<i64> {
    const AIR: i64 = 3;
    let is_free = |at: i64| {
        low <= at
            && at <= high.max(low)
            && lines.iter().all(|&(from, to)| to + AIR <= at || at + width + AIR <= from)
    };
    let besides = lines.iter().flat_map(|&(from, to)| [to + AIR, from - AIR - width]);
    std::iter::once(wished)
        .chain(besides)
        .filter(|&it| is_free(it))
        .min_by_key(|&it| ((it - wished).abs(), it))
}
