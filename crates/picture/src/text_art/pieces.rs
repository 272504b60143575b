//! What the outlines of a scene mean: boxes, lines, arrow heads and words, in the order of painting.

use scene::{Geometry, Group, Image, Item, Line, Paint, Point, Rect, Scene, Segment, Shape, Text};
use unicode_width::UnicodeWidthStr;

use super::glyphs::{Pen, Sign};

/// Larger outlines are boxes and lines, smaller ones signs.
const SMALL: f64 = 20.0;
/// A curve no larger than this is a round corner.
const ROUND: f64 = 12.0;
/// A stroked rectangle up to this wide is a bar on a lifeline.
const BAR: f64 = 14.0;
/// A picture of a person, at most.
const FIGURE: f64 = 46.0;

/// Something to draw with characters.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Piece {
    /// A frame; what was behind it disappears if it is filled.
    Frame { rect: Rect, corner: Pen, filled: bool, folded: bool },
    /// A filled area without a frame.
    Patch { rect: Rect },
    /// A bar on a lifeline.
    Bar { x: f64, half: f64, top: f64, bottom: f64 },
    /// Lines from point to point, across or down.
    Path { points: Vec<Point>, pen: Pen, kind: PathKind },
    /// An arrow head or another small outline; `tip` is where it touches.
    Sign { sign: Sign, tip: Point, open: bool },
    /// A person's arms and legs, at two heights below the head.
    Figure { x: f64, arms: f64, legs: f64 },
    /// One line of text, centred at `y`.
    Words { text: String, cells: usize, x: f64, width: f64, y: f64, block: usize },
}

/// What a path is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PathKind {
    /// Goes to lifelines and boxes, and stops beside them.
    Arrow,
    /// A rule; joins the frame it touches.
    Rule,
    /// Runs down the page, and gives way to what crosses it.
    Life,
}

/// The pieces of a scene, from back to front.
pub(super) fn pieces(scene: &Scene) -> Vec<Piece> {
    let mut reader = Reader { pieces: Vec::new(), heads: Vec::new(), blocks: 0 };
    reader.items(&scene.items, PathKind::Rule);
    reader.pieces.extend(reader.heads);
    reader.pieces
}

struct Reader {
    pieces: Vec<Piece>,
    /// The heads of links, which stand on the frames that they touch.
    heads: Vec<Piece>,
    blocks: usize,
}

impl Reader {
    fn items(&mut self, items: &[Item], lines: PathKind) {
        let mut rest = items;
        while let Some((item, after)) = rest.split_first() {
            rest = after;
            match item {
                Item::Group(group) => self.group(group),
                Item::Text(text) => self.text(text),
                Item::Image(image) => self.image(image),
                // A letter says what its circle says; it stands before the name at its side.
                Item::Shape(shape) if is_badge(shape, after.first()) => {
                    if let [Item::Text(letter), Item::Text(name), tail @ ..] = after
                        && self.badged(letter, name)
                    {
                        rest = tail;
                    }
                }
                Item::Shape(shape) => {
                    if let Some(Item::Shape(next)) = after.first()
                        && self.pair(shape, next)
                    {
                        rest = &after[1..];
                    } else {
                        self.shape(shape, lines);
                    }
                }
            }
        }
    }

    fn group(&mut self, group: &Group) {
        // Hairlines that guide the eye would be as loud as everything else.
        if group.role == "grid" {
            return;
        }
        match (group.role, &group.title, group.bounds()) {
            ("sprite" | "icon", Some(title), Some(bounds)) => {
                self.named(format!("[{title}]"), bounds);
                return;
            }
            ("mark" | "formula", Some(title), Some(bounds)) => {
                self.named(title.clone(), bounds);
                return;
            }
            _ => {}
        }
        let mut signs = group.items.iter().filter_map(|item| match item {
            Item::Shape(shape) => sign(shape),
            _ => None,
        });
        let has_disc = signs.clone().any(|it| it.0 == Sign::Disc);
        let is_arrow = group.role == "message" || (!has_disc && signs.next().is_some());
        let first = self.pieces.len();
        self.items(&group.items, if is_arrow { PathKind::Arrow } else { PathKind::Rule });
        if has_disc {
            join_discs(&mut self.pieces[first..]);
        }
        if group.role == "link" {
            let is_head = |it: &mut Piece| matches!(it, Piece::Sign { .. });
            self.heads.extend(self.pieces.extract_if(first.., is_head));
        }
    }

    /// Two outlines that are one thing: a cross, or a person.
    fn pair(&mut self, one: &Shape, other: &Shape) -> bool {
        let (Some(a), Some(b)) = (one.geometry.bounds(), other.geometry.bounds()) else {
            return false;
        };
        match (&one.geometry, &other.geometry) {
            (Geometry::Line { .. }, Geometry::Line { .. })
                if a == b && is_small(a) && a.width > 2.0 && a.height > 2.0 =>
            {
                let sign = if a.width > 12.0 { Sign::Cross } else { Sign::SmallCross };
                self.pieces.push(Piece::Sign { sign, tip: middle(a), open: false });
                true
            }
            (Geometry::Ellipse { .. }, Geometry::Path(_) | Geometry::Polygon(_))
                if is_small(a)
                    && b.width < FIGURE
                    && b.height < FIGURE
                    && b.height > 12.0
                    && b.y >= a.bottom() - 2.0 =>
            {
                self.pieces.push(Piece::Sign { sign: Sign::Disc, tip: middle(a), open: false });
                let (arms, legs) = (b.y + 0.3 * b.height, b.y + 0.85 * b.height);
                self.pieces.push(Piece::Figure { x: middle(b).x, arms, legs });
                true
            }
            _ => false,
        }
    }

    fn shape(&mut self, shape: &Shape, lines: PathKind) {
        let Some(bounds) = shape.geometry.bounds() else { return };
        if let Some((sign, tip, outline)) = sign(shape) {
            let open = outline == Outline::Open && lines == PathKind::Arrow;
            self.pieces.push(Piece::Sign { sign, tip, open });
            return;
        }
        let filled = shape.fill.is_some_and(is_opaque);
        let Some(stroke) = &shape.stroke else {
            if filled && !is_small(bounds) {
                self.pieces.push(Piece::Patch { rect: bounds });
            }
            return;
        };
        let pen = if stroke.dash.is_empty() { Pen::Light } else { Pen::Dashed };
        let path = |points: Vec<Point>, kind| {
            let is_upright = points.iter().all(|it| (it.x - points[0].x).abs() < 1.0);
            let kind = if is_upright && kind == PathKind::Rule { PathKind::Life } else { kind };
            Piece::Path { points, pen, kind }
        };
        let frame = |corner, folded| Piece::Frame { rect: bounds, corner, filled, folded };
        match &shape.geometry {
            Geometry::Line { from, to } => {
                let points = across(&[*from, *to]);
                self.pieces.push(path(points, lines));
            }
            Geometry::Polyline(_) if is_small(bounds) => {}
            Geometry::Polyline(points) => self.pieces.push(path(across(points), lines)),
            Geometry::Rect { .. } if bounds.width <= BAR && bounds.height > bounds.width / 2.0 => {
                let half = bounds.width / 2.0;
                self.pieces.push(Piece::Bar {
                    x: bounds.x + half,
                    half,
                    top: bounds.y,
                    bottom: bounds.bottom(),
                });
            }
            Geometry::Rect { corner, .. } if *corner > 0.0 => {
                self.pieces.push(frame(Pen::Rounded, false));
            }
            Geometry::Rect { .. } => self.pieces.push(frame(Pen::Light, false)),
            Geometry::Ellipse { .. } => self.pieces.push(frame(Pen::Rounded, false)),
            Geometry::Polygon(points) => {
                self.pieces.push(frame(Pen::Light, is_folded(points, bounds)));
            }
            Geometry::Path(segments) | Geometry::Pierced(segments)
                if segments.contains(&Segment::Close) =>
            {
                let curved = segments.iter().filter(|it| matches!(it, Segment::Cubic(..))).count();
                let corner = if curved >= 4 { Pen::Rounded } else { Pen::Light };
                self.pieces.push(frame(corner, false));
            }
            Geometry::Path(segments) | Geometry::Pierced(segments) => {
                let straight = squared(segments);
                if !is_small(bounds) {
                    for points in strands(straight.as_deref().unwrap_or(segments)) {
                        self.pieces.push(path(across(&points), lines));
                    }
                }
            }
        }
    }

    fn text(&mut self, text: &Text) {
        self.items(&text.items, PathKind::Rule);
        self.blocks += 1;
        for line in &text.lines {
            self.pieces.extend(words(line, self.blocks));
        }
    }

    /// A letter and the name at its side as one text; whether they are that.
    fn badged(&mut self, letter: &Text, name: &Text) -> bool {
        let (one, other) = (middle(letter.bounds), middle(name.bounds));
        let ([mark], [line]) = (letter.lines.as_slice(), name.lines.as_slice()) else {
            return false;
        };
        if (one.y - other.y).abs() > 4.0 || other.x < one.x || !name.items.is_empty() {
            return false;
        }
        self.blocks += 1;
        let pieces = (words(mark, self.blocks), words(line, self.blocks));
        let (
            Some(Piece::Words { text: sign, x: left, .. }),
            Some(Piece::Words { text, x, width, y, block, .. }),
        ) = pieces
        else {
            return false;
        };
        let text = format!("({sign}) {text}");
        let (cells, width) = (text.width(), x + width - left);
        self.pieces.push(Piece::Words { text, cells, x: left, width, y, block });
        true
    }

    fn image(&mut self, image: &Image) {
        if !image.title.is_empty() {
            self.named(format!("[{}]", image.title), image.bounds);
        }
    }

    /// The name of a small picture stands for it.
    fn named(&mut self, text: String, bounds: Rect) {
        self.blocks += 1;
        let Rect { x, y, width, height } = bounds;
        let cells = text.width();
        self.pieces.push(Piece::Words {
            text,
            cells,
            x,
            width,
            y: y + height / 2.0,
            block: self.blocks,
        });
    }
}

/// The runs of a line as one text; a gap between runs becomes spaces.
fn words(line: &Line, block: usize) -> Option<Piece> {
    let first = line.runs.first()?;
    // Words from right to left are read first and stand last.
    let x = line.runs.iter().map(|it| it.x).fold(first.x, f64::min);
    let mut text = String::new();
    let mut end = first.x;
    for run in &line.runs {
        let space = 0.5 * run.font.size;
        if run.x - end > space {
            let gap = ((run.x - end) / space).round() as usize;
            text.extend(std::iter::repeat_n(' ', gap.min(200)));
        }
        text.push_str(&run.text);
        end = end.max(run.x + run.width);
    }
    let text = text.trim_end().to_owned();
    let cells = text.width();
    let y = line.baseline - 0.3 * first.font.size;
    (cells > 0).then_some(Piece::Words { text, cells, x, width: end - x, y, block })
}

/// A small outline as the sign it is, and where it touches: arrow heads by their tip, circles, half heads.
fn sign(shape: &Shape) -> Option<(Sign, Point, Outline)> {
    let bounds = shape.geometry.bounds()?;
    match &shape.geometry {
        Geometry::Ellipse { rect } if rect.width < FIGURE && rect.height < FIGURE => {
            let sign = if rect.width <= 12.0 { Sign::Circle } else { Sign::Disc };
            Some((sign, middle(bounds), Outline::Filled))
        }
        Geometry::Polygon(points) if is_small(bounds) && points.len() <= 5 => {
            head(points, Outline::Filled)
        }
        Geometry::Polyline(points) if is_small(bounds) && points.len() == 3 => {
            head(points, Outline::Open)
        }
        Geometry::Path(segments) if is_small(bounds) => match segments.as_slice() {
            [Segment::Move(one), Segment::Line(two), Segment::Line(three)] => {
                head(&[*one, *two, *three], Outline::Open)
            }
            _ => None,
        },
        Geometry::Line { from, to }
            if is_small(bounds) && bounds.width > 2.0 && bounds.height > 2.0 =>
        {
            let sign = if from.x > to.x { Sign::Right } else { Sign::Left };
            Some((sign, *from, Outline::Open))
        }
        _ => None,
    }
}

/// A filled circle with one letter in it.
fn is_badge(shape: &Shape, next: Option<&Item>) -> bool {
    let (Geometry::Ellipse { rect }, None, Some(Item::Text(text))) =
        (&shape.geometry, &shape.stroke, next)
    else {
        return false;
    };
    let inside = middle(text.bounds);
    rect.width < FIGURE
        && (rect.x..rect.right()).contains(&inside.x)
        && (rect.y..rect.bottom()).contains(&inside.y)
}

/// A path whose round corners are square; nothing for one that is really curved.
fn squared(segments: &[Segment]) -> Option<Vec<Segment>> {
    let mut out = Vec::with_capacity(segments.len() + 4);
    let mut at: Option<Point> = None;
    for segment in segments {
        match *segment {
            Segment::Cubic(control, _, to) => {
                let from = at?;
                if (to.x - from.x).abs() > ROUND || (to.y - from.y).abs() > ROUND {
                    return None;
                }
                let is_upright = (control.x - from.x).abs() < (control.y - from.y).abs();
                let corner = if is_upright {
                    Point { x: from.x, y: to.y }
                } else {
                    Point { x: to.x, y: from.y }
                };
                out.extend([Segment::Line(corner), Segment::Line(to)]);
                at = Some(to);
            }
            Segment::Move(to) | Segment::Line(to) => {
                out.push(*segment);
                at = Some(to);
            }
            Segment::Close => out.push(Segment::Close),
        }
    }
    Some(out)
}

/// Lines that end at the rim of a disc go on to its middle, where its sign stands, and under it.
fn join_discs(pieces: &mut [Piece]) {
    let discs: Vec<Point> = pieces
        .iter()
        .filter_map(|piece| match piece {
            Piece::Sign { sign: Sign::Disc, tip, .. } => Some(*tip),
            _ => None,
        })
        .collect();
    for piece in &mut *pieces {
        let Piece::Path { points, .. } = piece else { continue };
        let last = points.len() - 1;
        for idx in [0, last] {
            let near = |disc: &&Point| {
                (disc.y - points[idx].y).abs() < 1.0
                    && (disc.x - points[idx].x).abs() < FIGURE / 2.0
            };
            if let Some(&disc) = discs.iter().find(near) {
                points[idx] = disc;
            }
        }
    }
    pieces.sort_by_key(|piece| matches!(piece, Piece::Sign { sign: Sign::Disc, .. }));
}

/// How an arrow head is drawn.
#[derive(Clone, Copy, PartialEq)]
enum Outline {
    Filled,
    Open,
}

/// The one point that stands out along an axis is the tip.
fn head(points: &[Point], outline: Outline) -> Option<(Sign, Point, Outline)> {
    let along = |coordinate: fn(&Point) -> f64| {
        let mean = points.iter().map(coordinate).sum::<f64>() / points.len() as f64;
        let mut out: Vec<(f64, Point)> =
            points.iter().map(|it| (coordinate(it) - mean, *it)).collect();
        out.sort_by(|a, b| b.0.abs().total_cmp(&a.0.abs()));
        let unique = out.len() > 2 && out[0].0.abs() > out[1].0.abs() + 0.5;
        unique.then(|| out[0])
    };
    let (sideways, upright) = (along(|it| it.x), along(|it| it.y));
    let (sign, tip) = match (sideways, upright) {
        // Both axes have one outstanding point in a right angle: half a filled head, or a folded corner.
        (Some(_), Some(_)) if outline == Outline::Open => return None,
        (Some((offset, tip)), _) => (if offset > 0.0 { Sign::Right } else { Sign::Left }, tip),
        (None, Some((offset, tip))) => (if offset > 0.0 { Sign::Down } else { Sign::Up }, tip),
        (None, None) => return None,
    };
    Some((sign, tip, outline))
}

/// Slanted segments become steps: across, down, across.
fn across(points: &[Point]) -> Vec<Point> {
    let mut out: Vec<Point> = points.first().copied().into_iter().collect();
    for pair in points.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        if (a.x - b.x).abs() >= 1.0 && (a.y - b.y).abs() >= 1.0 {
            let x = f64::midpoint(a.x, b.x);
            out.extend([Point { x, y: a.y }, Point { x, y: b.y }]);
        }
        out.push(b);
    }
    out
}

/// The runs of a path between lifts of the pen; curves become the corners that they round.
fn strands(segments: &[Segment]) -> Vec<Vec<Point>> {
    let mut out: Vec<Vec<Point>> = Vec::new();
    for segment in segments {
        match (*segment, out.last_mut()) {
            (Segment::Line(to), Some(last)) => last.push(to),
            (Segment::Cubic(one, two, to), Some(last)) => {
                let from = *last.last().expect("a run begins with a point");
                last.extend(corners(from, one, two, to));
                last.push(to);
            }
            (Segment::Move(to) | Segment::Line(to) | Segment::Cubic(_, _, to), _) => {
                out.push(vec![to]);
            }
            (Segment::Close, _) => {}
        }
    }
    for points in &mut out {
        without_stops(points);
    }
    out.retain(|points| points.len() > 1);
    out
}

/// Takes out points where a line only goes on in its direction: two pieces that meet in a cell look like a double line.
fn without_stops(points: &mut Vec<Point>) {
    let mut kept: Vec<Point> = Vec::with_capacity(points.len());
    for point in points.drain(..) {
        if let [.., a, b] = kept.as_slice() {
            let is_level = (a.y - b.y).abs() < 0.5 && (b.y - point.y).abs() < 0.5;
            let is_upright = (a.x - b.x).abs() < 0.5 && (b.x - point.x).abs() < 0.5;
            if is_level || is_upright {
                kept.pop();
            }
        }
        kept.push(point);
    }
    *points = kept;
}

/// The corners between the ends of a curve: one where it turns, two where it leaves and arrives in the same direction.
fn corners(from: Point, one: Point, two: Point, to: Point) -> Vec<Point> {
    let is_level = |a: Point, b: Point| (a.x - b.x).abs() >= (a.y - b.y).abs();
    match (is_level(from, one), is_level(two, to)) {
        (true, true) => {
            let x = f64::midpoint(from.x, to.x);
            vec![Point { x, y: from.y }, Point { x, y: to.y }]
        }
        (false, false) => {
            let y = f64::midpoint(from.y, to.y);
            vec![Point { x: from.x, y }, Point { x: to.x, y }]
        }
        (true, false) => vec![Point { x: to.x, y: from.y }],
        (false, true) => vec![Point { x: from.x, y: to.y }],
    }
}

/// Whether only the upper right corner is cut off, as a note's is.
fn is_folded(points: &[Point], bounds: Rect) -> bool {
    let is_corner =
        |x: f64, y: f64| points.iter().any(|it| (it.x - x).abs() < 1.0 && (it.y - y).abs() < 1.0);
    let (left, top, right, bottom) = (bounds.x, bounds.y, bounds.right(), bounds.bottom());
    is_corner(left, top)
        && is_corner(left, bottom)
        && is_corner(right, bottom)
        && !is_corner(right, top)
}

fn is_small(bounds: Rect) -> bool {
    bounds.width <= SMALL && bounds.height <= SMALL
}

fn is_opaque(paint: Paint) -> bool {
    match paint {
        Paint::Solid(color) => color.light.a == 255,
        Paint::Gradient { from, to, .. } => from.light.a == 255 && to.light.a == 255,
    }
}

fn middle(rect: Rect) -> Point {
    Point { x: rect.x + rect.width / 2.0, y: rect.y + rect.height / 2.0 }
}
