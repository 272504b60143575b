//! What can be measured of a page without looking at it: texts that overlap or do not fit, lines that cross.

use crate::{Geometry, Group, Item, Point, Rect, Scene, Segment};

/// Texts may touch; this much of a pixel is rounding.
const SLACK: f64 = 0.5;
/// Text this far over the edge of its own box does not fit.
const SPILL: f64 = 1.5;
/// Roles of groups that lead from one thing to another.
const EDGES: [&str; 2] = ["link", "message"];
/// Straight pieces that stand for a curve.
const PIECES: u32 = 6;
/// Lines whose crossings are counted; past it the page is too large to be judged by them.
const MOST_EDGES: usize = 2_000;

/// The measures of one page.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Survey {
    /// Every text block with something to read, from top to bottom.
    pub labels: Vec<Label>,
    /// Pairs of labels that cover each other, by their places in `labels`.
    pub overlaps: Vec<(usize, usize)>,
    /// Labels that leave the page or the box they stand in.
    pub clipped: Vec<usize>,
    /// Pairs of lines between things that cross; `None` on a page with too many lines to tell.
    pub crossings: Option<usize>,
}

/// A text block.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    /// Its words, one line.
    pub words: String,
    /// Where it stands.
    pub bounds: Rect,
    /// The line of the source that asked for it, from 1.
    pub line: Option<u32>,
}

impl Survey {
    /// Measures a page.
    pub fn of(scene: &Scene) -> Self {
        let mut found = Found { page: scene.size, labels: Vec::new(), edges: Vec::new() };
        found.items(&scene.items, None);
        found.labels.sort_by(|one, other| one.0.bounds.y.total_cmp(&other.0.bounds.y));
        let places = 0..found.labels.len();
        let clipped = places.filter(|it| found.labels[*it].1).collect();
        let labels: Vec<Label> = found.labels.into_iter().map(|it| it.0).collect();
        let overlaps = overlaps(&labels);
        Self { labels, overlaps, clipped, crossings: crossings(&found.edges) }
    }

    /// The widest label.
    pub fn longest(&self) -> Option<&Label> {
        self.labels.iter().max_by(|one, other| one.bounds.width.total_cmp(&other.bounds.width))
    }
}

struct Found {
    page: crate::Size,
    /// With whether it is clipped.
    labels: Vec<(Label, bool)>,
    edges: Vec<Vec<Point>>,
}

impl Found {
    fn items(&mut self, items: &[Item], line: Option<u32>) {
        for item in items {
            match item {
                // Letters in a sprite belong to its picture.
                Item::Group(group) if group.role == "sprite" => {}
                Item::Group(group) => self.group(group, line),
                Item::Text(text) => {
                    let lines = text.lines.iter().map(|it| -> String {
                        it.runs.iter().map(|run| run.text.as_str()).collect()
                    });
                    let words = lines.collect::<Vec<_>>().join(" ").trim().to_owned();
                    if !words.is_empty() {
                        let is_clipped = self.is_clipped(text.bounds, items);
                        self.labels.push((Label { words, bounds: text.bounds, line }, is_clipped));
                    }
                    self.items(&text.items, line);
                }
                Item::Shape(_) | Item::Image(_) => {}
            }
        }
    }

    fn group(&mut self, group: &Group, line: Option<u32>) {
        let line = group.origin.map(|it| it.line).or(line);
        if EDGES.contains(&group.role) {
            let lines = group.items.iter().find_map(points);
            self.edges.extend(lines);
        }
        self.items(&group.items, line);
    }

    /// Whether a text leaves the page, or the smallest box beside it that holds its middle.
    fn is_clipped(&self, text: Rect, beside: &[Item]) -> bool {
        let page = Rect { x: 0.0, y: 0.0, width: self.page.width, height: self.page.height };
        let middle = Point { x: text.x + text.width / 2.0, y: text.y + text.height / 2.0 };
        let boxes = beside.iter().filter_map(|it| match it {
            Item::Shape(shape) => closed(&shape.geometry),
            _ => None,
        });
        let around = boxes
            .filter(|it| holds(*it, middle) && it.height >= text.height)
            .min_by(|one, other| one.width.total_cmp(&other.width));
        leaves(text, page, SLACK) || around.is_some_and(|it| leaves(text, it, SPILL))
    }
}

fn holds(rect: Rect, point: Point) -> bool {
    rect.x <= point.x && point.x <= rect.right() && rect.y <= point.y && point.y <= rect.bottom()
}

fn leaves(inner: Rect, outer: Rect, slack: f64) -> bool {
    inner.x < outer.x - slack
        || inner.y < outer.y - slack
        || inner.right() > outer.right() + slack
        || inner.bottom() > outer.bottom() + slack
}

fn closed(geometry: &Geometry) -> Option<Rect> {
    match geometry {
        Geometry::Rect { rect, .. } => Some(*rect),
        _ => None,
    }
}

fn overlaps(labels: &[Label]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (idx, one) in labels.iter().enumerate() {
        let rest = labels.iter().enumerate().skip(idx + 1);
        let near = rest.take_while(|(_, it)| it.bounds.y < one.bounds.bottom() - SLACK);
        for (at, other) in near {
            let (one, other) = (one.bounds, other.bounds);
            if one.x + SLACK < other.right() && other.x + SLACK < one.right() {
                found.push((idx, at));
            }
        }
    }
    found
}

/// The corners of an open line, curves in straight pieces.
fn points(item: &Item) -> Option<Vec<Point>> {
    let Item::Shape(shape) = item else { return None };
    match &shape.geometry {
        Geometry::Line { from, to } => Some(vec![*from, *to]),
        Geometry::Polyline(all) => Some(all.clone()),
        Geometry::Path(all) if !all.contains(&Segment::Close) => Some(flat(all)),
        _ => None,
    }
}

fn flat(path: &[Segment]) -> Vec<Point> {
    let mut out: Vec<Point> = Vec::new();
    for segment in path {
        match *segment {
            Segment::Move(to) | Segment::Line(to) => out.push(to),
            Segment::Cubic(a, b, to) => {
                let from = out.last().copied().unwrap_or(to);
                let pieces = (1..=PIECES).map(|it| f64::from(it) / f64::from(PIECES));
                out.extend(pieces.map(|it| on_curve([from, a, b, to], it)));
            }
            Segment::Close => {}
        }
    }
    out
}

fn on_curve([p, q, r, s]: [Point; 4], t: f64) -> Point {
    let u = 1.0 - t;
    let (a, b, c, d) = (u * u * u, 3.0 * u * u * t, 3.0 * u * t * t, t * t * t);
    let mix = |p: f64, q: f64, r: f64, s: f64| a * p + b * q + c * r + d * s;
    Point { x: mix(p.x, q.x, r.x, s.x), y: mix(p.y, q.y, r.y, s.y) }
}

fn crossings(edges: &[Vec<Point>]) -> Option<usize> {
    if edges.len() > MOST_EDGES {
        return None;
    }
    let bounds: Vec<Option<Rect>> =
        edges.iter().map(|it| Geometry::Polyline(it.clone()).bounds()).collect();
    let mut count = 0;
    for (idx, one) in edges.iter().enumerate() {
        for at in idx + 1..edges.len() {
            let is_near = bounds[idx].zip(bounds[at]).is_some_and(|(a, b)| touches(a, b));
            count += usize::from(is_near && cross(one, &edges[at]));
        }
    }
    Some(count)
}

/// Level lines have no height, so edges count.
fn touches(one: Rect, other: Rect) -> bool {
    one.x <= other.right()
        && other.x <= one.right()
        && one.y <= other.bottom()
        && other.y <= one.bottom()
}

fn cross(one: &[Point], other: &[Point]) -> bool {
    one.windows(2).any(|a| other.windows(2).any(|b| pieces_cross([a[0], a[1]], [b[0], b[1]])))
}

/// Whether the insides of two straight pieces meet; lines that share an end or run along each other do not.
fn pieces_cross([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    let side = |p: Point, q: Point, r: Point| (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
    let apart = |one: f64, other: f64| one * other < -1e-6;
    apart(side(a, b, c), side(a, b, d)) && apart(side(c, d, a), side(c, d, b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Color, Font, Line, Run, Shape, Size, Stroke, Text};

    fn text(words: &str, x: f64, y: f64, width: f64) -> Item {
        let run = Run {
            text: words.to_owned(),
            x,
            width,
            font: Font::default(),
            color: Color::BLACK,
            background: None,
            decorations: Vec::new(),
            rise: 0.0,
            link: None,
        };
        let bounds = Rect { x, y, width, height: 12.0 };
        let lines = vec![Line { baseline: y + 10.0, runs: vec![run] }];
        Item::Text(Text { bounds, lines, items: Vec::new() })
    }

    fn shape(geometry: Geometry) -> Item {
        let stroke = Some(Stroke::solid(Color::BLACK, 1.0));
        Item::Shape(Shape { geometry, fill: None, stroke })
    }

    fn edge(from: [f64; 2], to: [f64; 2]) -> Item {
        let [from, to] = [from, to].map(|[x, y]| Point { x, y });
        let items = vec![shape(Geometry::Line { from, to })];
        Item::Group(Group { items, ..Group::new("link") })
    }

    fn surveyed(items: Vec<Item>) -> Survey {
        Survey::of(&Scene { items, ..Scene::new(Size { width: 100.0, height: 100.0 }) })
    }

    #[test]
    fn texts_that_cover_each_other_or_leave_the_page_are_found() {
        let texts = vec![
            text("lower", 0.0, 50.0, 40.0),
            text("upper", 0.0, 0.0, 40.0),
            text("on it", 30.0, 4.0, 40.0),
            text("beyond", 80.0, 30.0, 40.0),
        ];
        let found = surveyed(texts);
        let words: Vec<&str> = found.labels.iter().map(|it| it.words.as_str()).collect();
        assert_eq!(words, ["upper", "on it", "beyond", "lower"]);
        assert_eq!((found.overlaps, found.clipped), (vec![(0, 1)], vec![2]));
    }

    #[test]
    fn a_text_wider_than_its_box_is_clipped() {
        let rect = Rect { x: 10.0, y: 10.0, width: 30.0, height: 20.0 };
        let boxed = |width| {
            let items =
                vec![shape(Geometry::Rect { rect, corner: 2.0 }), text("a", 12.0, 12.0, width)];
            vec![Item::Group(Group { items, ..Group::new("class") })]
        };
        assert!(surveyed(boxed(26.0)).clipped.is_empty());
        assert_eq!(surveyed(boxed(34.0)).clipped, [0]);
    }

    #[test]
    fn lines_cross_only_in_their_insides() {
        let lines = vec![
            edge([0.0, 0.0], [50.0, 50.0]),
            edge([0.0, 50.0], [50.0, 0.0]),
            edge([50.0, 50.0], [90.0, 50.0]),
        ];
        assert_eq!(surveyed(lines).crossings, Some(1));
    }
}
