//! From tracks to lines: every link as an orthogonal line, a polyline or a spline through the same corridors.

use crate::channel::{Channels, line_x};
use crate::geometry::{Point, Rect, Size};
use crate::graph::{Border, Labels};
use crate::layers::{Chain, Kind, Layers, Which};
use crate::options::{Gaps, Routing};
use crate::part::{ItemKind, Part, Spot};
use crate::place::{Columns, flat_room};
use crate::ports::{Offsets, spot};
use crate::result::{Path, Route};
use crate::stack::Stack;

/// How far a slanted line runs upright before and after its slant, at most.
const UPRIGHT: i64 = 18;

/// Everything that is known when lines are drawn.
pub(crate) struct Scene<'a> {
    pub(crate) part: &'a Part,
    pub(crate) layers: &'a Layers,
    pub(crate) columns: &'a Columns,
    pub(crate) offsets: &'a Offsets,
    pub(crate) channels: &'a Channels,
    pub(crate) stack: &'a Stack,
    /// The top left corner of each item.
    pub(crate) items: Vec<Point>,
    pub(crate) gaps: &'a Gaps,
    pub(crate) routing: Routing,
}

/// The top left corner of each item: in the middle of its layer.
pub(crate) fn corners(
    part: &Part,
    layers: &Layers,
    columns: &Columns,
    stack: &Stack,
) -> Vec<Point> {
    part.items
        .iter()
        .enumerate()
        .map(|(index, item)| {
            let layer = layers.vertices[index].layer;
            let (top, height) = stack.layers[layer];
            let mut y = top + (height - item.size.h) / 2;
            if let (Some(border), Some(group)) = (item.border, item.group) {
                let (first, last) = layers.spans[group];
                let frame = stack.frames[group];
                match border {
                    Border::Entry if layer == first => y = frame.y - item.size.h / 2,
                    Border::Exit if layer == last => y = frame.bottom() - item.size.h / 2,
                    _ => {}
                }
            }
            Point::new(columns.x[index], y)
        })
        .collect()
}

/// A line in the making: points with right angles, and where each sideways move may bend.
struct Pen {
    routing: Routing,
    points: Vec<Point>,
}

impl Pen {
    fn new(routing: Routing, at: Point) -> Self {
        Self { routing, points: vec![at] }
    }

    fn last(&self) -> Point {
        *self.points.last().expect("a line starts somewhere")
    }

    fn line(&mut self, to: Point) {
        let from = self.last();
        if self.routing == Routing::Spline {
            self.points.extend([from, to, to]);
        } else {
            self.points.push(to);
        }
    }

    /// Changes x within a zone; `track` is where an orthogonal line runs.
    fn shift(&mut self, x: i64, zone: (i64, i64), track: i64) {
        let from = self.last();
        let downwards = from.y <= zone.0;
        let (enter, leave) = if downwards { zone } else { (zone.1, zone.0) };
        match self.routing {
            Routing::Orthogonal => {
                self.line(Point::new(from.x, track));
                self.line(Point::new(x, track));
            }
            Routing::Polyline => {
                // Upright at both ends, so that what is drawn there stands straight and trunks meet.
                let upright = ((leave - enter) / 4).clamp(-UPRIGHT, UPRIGHT);
                self.line(Point::new(from.x, enter + upright));
                self.line(Point::new(x, leave - upright));
            }
            Routing::Spline => {
                let middle = enter + (leave - enter) / 2;
                self.line(Point::new(from.x, enter));
                self.points.extend([
                    Point::new(from.x, middle),
                    Point::new(x, middle),
                    Point::new(x, leave),
                ]);
            }
        }
    }

    /// Goes across above two ends that both lie below the zone.
    fn arch(&mut self, x: i64, zone: (i64, i64), track: i64) {
        let from = self.last();
        match self.routing {
            Routing::Orthogonal | Routing::Polyline => {
                self.line(Point::new(from.x, track));
                self.line(Point::new(x, track));
            }
            Routing::Spline => {
                let base = zone.1;
                let peak = track - (base - track) / 3;
                self.line(Point::new(from.x, base));
                self.points.extend([
                    Point::new(from.x, peak.max(zone.0)),
                    Point::new(x, peak.max(zone.0)),
                    Point::new(x, base),
                ]);
            }
        }
    }

    fn path(mut self, reverse: bool) -> Path {
        if reverse {
            self.points.reverse();
        }
        if self.routing == Routing::Spline {
            Path::Curves(merged(&self.points))
        } else {
            Path::Lines(straight(self.points))
        }
    }
}

/// Leaves out points that are passed without a turn.
pub(crate) fn straight(points: Vec<Point>) -> Vec<Point> {
    let mut result: Vec<Point> = Vec::with_capacity(points.len());
    for point in points {
        if result.last() == Some(&point) {
            continue;
        }
        while let [.., before, last] = result[..] {
            let is_vertical = before.x == last.x && last.x == point.x;
            let is_level = before.y == last.y && last.y == point.y;
            if !is_vertical && !is_level {
                break;
            }
            result.pop();
        }
        if result.last() != Some(&point) {
            result.push(point);
        }
    }
    result
}

/// Joins straight pieces of a curve that follow each other in one line.
fn merged(points: &[Point]) -> Vec<Point> {
    let mut result = vec![points[0]];
    for piece in points[1..].chunks(3) {
        let from = *result.last().expect("never empty");
        let [first, second, to] = piece else { continue };
        let is_line = (*first == from || *first == *to) && *second == *to;
        if from == *to {
            continue;
        }
        if is_line && result.len() >= 4 {
            let at = result.len();
            let before = result[at - 4];
            let was_line = result[at - 3] == before && result[at - 2] == result[at - 1];
            if was_line && before.x == from.x && from.x == to.x {
                result[at - 2] = *to;
                result[at - 1] = *to;
                continue;
            }
        }
        result.extend([*first, *second, *to]);
    }
    if result.len() == 1 {
        let point = result[0];
        result.extend([point, point, point]);
    }
    result
}

impl Scene<'_> {
    pub(crate) fn routes(&self) -> Vec<Route> {
        let mut routes: Vec<Route> = (0..self.part.links.len()).map(|it| self.route(it)).collect();
        self.flats(&mut routes);
        for (vertex, place) in self.layers.vertices.iter().zip(&self.columns.x) {
            if let Kind::Label(link, which) = vertex.kind {
                let rect = self.label(link, which, vertex.layer, *place);
                *label_of(&mut routes[link].labels, which) = Some(rect);
            }
        }
        routes
    }

    fn label(&self, link: usize, which: Which, layer: usize, x: i64) -> Rect {
        let labels = &self.part.links[link].labels;
        let size = match which {
            Which::Tail => labels.tail,
            Which::Middle => labels.middle,
            Which::Head => labels.head,
        }
        .unwrap_or_default();
        let (top, height) = self.stack.layers[layer];
        let end = usize::from(which == Which::Head);
        // Next to its end: at the top of the layer below the item, or at the bottom of the one above.
        let item = self.layers.vertices[self.part.links[link].item(end)].layer;
        let y = if which == Which::Middle {
            top + (height - size.h) / 2
        } else if item < layer {
            top
        } else {
            top + height - size.h
        };
        Rect::new(x + self.gaps.label, y, size.w, size.h)
    }

    fn end_point(&self, link: usize, end: usize, upwards: bool) -> (Point, &Spot) {
        let tie = &self.part.links[link].ends[end];
        let spot = spot(self.part, link, end, upwards);
        let corner = self.items[tie.item];
        (Point::new(corner.x + self.offsets[link][end], corner.y + spot.y), spot)
    }

    fn lead(&self, link: usize, end: usize, spot: &Spot) -> Vec<Point> {
        let corner = self.items[self.part.links[link].ends[end].item];
        spot.lead.iter().map(|it| it.moved(corner)).collect()
    }

    fn route(&self, link: usize) -> Route {
        if !self.part.links[link].drawn {
            return Route::default();
        }
        match &self.layers.chains[link] {
            Chain::Down { steps, flipped } => self.down(link, steps, *flipped),
            Chain::Arch { legs, .. } => self.arch(link, legs),
            Chain::Inside | Chain::Flat => Route::default(),
        }
    }

    fn x(&self, vertex: usize, link: usize) -> i64 {
        line_x(self.part, &self.columns.x, self.offsets, vertex, link)
    }

    fn down(&self, link: usize, steps: &[usize], flipped: bool) -> Route {
        let (upper, lower) = (usize::from(flipped), usize::from(!flipped));
        let (start, first) = self.end_point(link, upper, false);
        let (end, last) = self.end_point(link, lower, true);
        let mut pen = self.begin(link, upper, start, first);
        for pair in steps.windows(2) {
            let x = self.x(pair[1], link);
            if x != pen.last().x {
                let channel = self.layers.vertices[pair[1]].layer;
                pen.shift(x, self.stack.zones[channel], self.track(pair, link, channel));
            }
        }
        pen.line(end);
        for point in self.lead(link, lower, last) {
            pen.line(point);
        }
        let path = pen.path(flipped);
        self.cut(link, path)
    }

    fn begin(&self, link: usize, end: usize, start: Point, spot: &Spot) -> Pen {
        let lead = self.lead(link, end, spot);
        let mut pen = Pen::new(self.routing, lead.last().copied().unwrap_or(start));
        for &point in lead.iter().rev().skip(1) {
            pen.line(point);
        }
        if !lead.is_empty() {
            pen.line(start);
        }
        pen
    }

    fn track(&self, pair: &[usize], link: usize, channel: usize) -> i64 {
        let segment = self.segment_index(pair, link);
        let track = self.channels.of_segment[segment].unwrap_or(0);
        self.stack.track(channel, track)
    }

    fn segment_index(&self, pair: &[usize], link: usize) -> usize {
        self.layers.first_segment[link]
            .and_then(|first| {
                (first..self.layers.segments.len())
                    .take_while(|&it| self.layers.segments[it].link == link)
                    .find(|&it| {
                        let segment = &self.layers.segments[it];
                        segment.upper == pair[0] && segment.lower == pair[1]
                    })
            })
            .expect("each step of a chain is a segment")
    }

    fn arch(&self, link: usize, legs: &[Vec<usize>; 2]) -> Route {
        let (start, first) = self.end_point(link, 0, true);
        let (end, last) = self.end_point(link, 1, true);
        let mut pen = self.begin(link, 0, start, first);
        for pair in legs[0].windows(2) {
            self.leg(&mut pen, link, pair[1], pair[0], pair[1]);
        }
        let tops = [0, 1].map(|it: usize| legs[it][legs[it].len() - 1]);
        if let Some((channel, track)) = self.channels.of_arch[link] {
            let x = self.x(tops[1], link);
            pen.arch(x, self.stack.zones[channel], self.stack.track(channel, track));
        }
        for pair in legs[1].windows(2).rev() {
            self.leg(&mut pen, link, pair[1], pair[0], pair[0]);
        }
        pen.line(end);
        for point in self.lead(link, 1, last) {
            pen.line(point);
        }
        let path = pen.path(false);
        self.cut(link, path)
    }

    fn leg(&self, pen: &mut Pen, link: usize, upper: usize, lower: usize, to: usize) {
        let x = self.x(to, link);
        if x != pen.last().x {
            let channel = self.layers.vertices[lower].layer;
            let track = self.track(&[upper, lower], link, channel);
            pen.shift(x, self.stack.zones[channel], track);
        }
    }

    /// Ends a line to a group at its frame.
    fn cut(&self, link: usize, mut path: Path) -> Route {
        for end in 0..2 {
            let item = self.part.links[link].item(end);
            let other = self.part.links[link].item(1 - end);
            let (ItemKind::Anchor, Some(group)) =
                (self.part.items[item].kind, self.part.items[item].group)
            else {
                continue;
            };
            let frame = self.stack.frames[group];
            let other_inside = self.part.around(self.part.items[other].group).contains(&group);
            let points = path.points_mut();
            if end == 0 {
                points.reverse();
            }
            if other_inside {
                reach(points, frame, self.items[item].y >= self.items[other].y);
            } else {
                cut_at(points, frame, self.routing == Routing::Spline);
            }
            if end == 0 {
                points.reverse();
            }
        }
        Route { path, labels: Labels::default() }
    }

    /// Straight links between neighbours of a rank, with their labels above them.
    fn flats(&self, routes: &mut [Route]) {
        let mut pairs: std::collections::BTreeMap<(usize, usize), Vec<usize>> =
            std::collections::BTreeMap::new();
        for (link, chain) in self.layers.chains.iter().enumerate() {
            if matches!(chain, Chain::Flat) && self.part.links[link].drawn {
                let (a, b) = (self.part.links[link].item(0), self.part.links[link].item(1));
                let key = if self.items[a].x < self.items[b].x { (a, b) } else { (b, a) };
                pairs.entry(key).or_default().push(link);
            }
        }
        for links in pairs.values() {
            for (index, &link) in links.iter().enumerate() {
                routes[link] = self.flat(link, index as i64, links.len() as i64);
            }
        }
    }

    fn flat(&self, link: usize, index: i64, count: i64) -> Route {
        let ties = &self.part.links[link].ends;
        let corners = [0, 1].map(|it: usize| self.items[ties[it].item]);
        let left = usize::from(corners[0].x > corners[1].x);
        let right = 1 - left;
        let range =
            |end: usize| (corners[end].y + ties[end].side.0, corners[end].y + ties[end].side.1);
        let (a, b) = (range(left), range(right));
        let (top, bottom) = (a.0.max(b.0), a.1.min(b.1));
        let at = |(low, high): (i64, i64)| low + (high - low) * (index + 1) / (count + 1);
        let (ya, yb) =
            if top <= bottom { (at((top, bottom)), at((top, bottom))) } else { (at(a), at(b)) };
        let start = Point::new(corners[left].x + ties[left].flank.1, ya);
        let end = Point::new(corners[right].x + ties[right].flank.0, yb);
        let mut pen = Pen::new(self.routing, start);
        if ya != yb {
            let middle = start.x + (end.x - start.x) / 2;
            pen.line(Point::new(middle, ya));
            pen.line(Point::new(middle, yb));
        }
        pen.line(end);
        let mut route = self.cut(link, pen.path(left == 1));
        self.flat_labels(link, start, end, left, &mut route.labels);
        route
    }

    fn flat_labels(
        &self,
        link: usize,
        start: Point,
        end: Point,
        left: usize,
        labels: &mut Labels<Rect>,
    ) {
        let sizes = &self.part.links[link].labels;
        let (first, last) =
            if left == 0 { (sizes.tail, sizes.head) } else { (sizes.head, sizes.tail) };
        let gap = self.gaps.label;
        let on = |x: i64, y: i64, size: Size| Rect::new(x, y - size.h - gap / 2, size.w, size.h);
        let first = first.map(|it| on(start.x + gap, start.y, it));
        let last = last.map(|it| on(end.x - gap - it.w, end.y, it));
        // A label in the middle stands between the frames, not on them.
        let ends = &self.part.links[link].ends;
        let [inner, outer] = self.part.apart(ends[left].item, ends[1 - left].item);
        let leaves = inner.map_or(start.x, |it| self.stack.frames[it].right());
        let enters = outer.map_or(end.x, |it| self.stack.frames[it].x);
        let low = first.map_or(leaves, |it| it.right().max(leaves));
        let high = last.map_or(enters, |it| it.x.min(enters));
        labels.middle = sizes.middle.map(|it| on(low + (high - low - it.w) / 2, start.y, it));
        (labels.tail, labels.head) = if left == 0 { (first, last) } else { (last, first) };
        debug_assert!(end.x - start.x >= flat_room(self.part, link, self.gaps).min(self.gaps.node));
    }
}

fn label_of(labels: &mut Labels<Rect>, which: Which) -> &mut Option<Rect> {
    match which {
        Which::Tail => &mut labels.tail,
        Which::Middle => &mut labels.middle,
        Which::Head => &mut labels.head,
    }
}

/// Extends a line that runs inside a frame to that frame, below or above.
fn reach(points: &mut Vec<Point>, frame: Rect, downwards: bool) {
    if let Some(&last) = points.last() {
        let end = Point::new(last.x, if downwards { frame.bottom() } else { frame.y });
        let is_curve = points.len() % 3 == 1 && points.len() >= 4;
        if is_curve {
            points.extend([last, end, end]);
        } else {
            points.push(end);
        }
    }
}

/// Drops the end of a line that lies inside a frame.
fn cut_at(points: &mut Vec<Point>, frame: Rect, is_curve: bool) {
    let inside = |it: &Point| {
        frame.x < it.x && it.x < frame.right() && frame.y < it.y && it.y < frame.bottom()
    };
    let step = if is_curve { 3 } else { 1 };
    while points.len() > step + 1 && inside(&points[points.len() - 1 - step]) {
        points.truncate(points.len() - step);
    }
    let count = points.len();
    if count < 2 {
        return;
    }
    let (from, to) = (points[count - 1 - step], points[count - 1]);
    if !inside(&to) {
        return;
    }
    let end = if from.x == to.x {
        Point::new(to.x, if from.y <= frame.y { frame.y } else { frame.bottom() })
    } else if from.y == to.y {
        Point::new(if from.x <= frame.x { frame.x } else { frame.right() }, to.y)
    } else if from.y <= frame.y {
        Point::new(to.x, frame.y)
    } else if from.y >= frame.bottom() {
        Point::new(to.x, frame.bottom())
    } else {
        Point::new(if from.x <= frame.x { frame.x } else { frame.right() }, to.y)
    };
    points[count - 1] = end;
    if is_curve {
        points[count - 2] = end;
    }
}
