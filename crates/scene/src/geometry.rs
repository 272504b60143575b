//! Points, rectangles and outlines, in pixels; y grows downwards.

/// A place on the page.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// Pixels from the left edge.
    pub x: f64,
    /// Pixels from the top edge.
    pub y: f64,
}

/// Width and height, without a place.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Size {
    /// Pixels across.
    pub width: f64,
    /// Pixels down.
    pub height: f64,
}

/// The part of one axis between two places.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Interval {
    /// Where it begins, in pixels along the axis.
    pub from: f64,
    /// Where it ends, in pixels along the axis.
    pub to: f64,
}

impl Interval {
    /// From one place of an axis to another.
    pub const fn new(from: f64, to: f64) -> Self {
        Self { from, to }
    }

    /// Negative where it ends before it begins.
    pub fn length(self) -> f64 {
        self.to - self.from
    }

    /// The smallest interval around both; each must end after it begins.
    #[must_use]
    pub fn cover(self, other: Self) -> Self {
        Self { from: self.from.min(other.from), to: self.to.max(other.to) }
    }
}

/// How far it is from one point to another, and in which direction.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Vector {
    /// Pixels to the right.
    pub dx: f64,
    /// Pixels down.
    pub dy: f64,
}

impl Vector {
    /// So far to the right and so far down.
    pub const fn new(dx: f64, dy: f64) -> Self {
        Self { dx, dy }
    }

    /// From one point to another.
    pub fn between(from: Point, to: Point) -> Self {
        Self { dx: to.x - from.x, dy: to.y - from.y }
    }

    /// In pixels; never negative.
    pub fn length(self) -> f64 {
        self.dx.hypot(self.dy)
    }
}

/// An upright rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Never negative.
    pub width: f64,
    /// Never negative.
    pub height: f64,
}

impl Rect {
    /// The right edge.
    pub fn right(self) -> f64 {
        self.x + self.width
    }

    /// The bottom edge.
    pub fn bottom(self) -> f64 {
        self.y + self.height
    }

    /// The smallest rectangle around both.
    #[must_use]
    pub fn cover(self, other: Self) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let (right, bottom) = (self.right().max(other.right()), self.bottom().max(other.bottom()));
        Self { x, y, width: right - x, height: bottom - y }
    }

    /// Whether the insides share more than an edge.
    pub fn overlaps(self, other: Self) -> bool {
        self.x < other.right()
            && other.x < self.right()
            && self.y < other.bottom()
            && other.y < self.bottom()
    }
}

/// A piece of a path, from where the last one ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Segment {
    /// Lifts the pen.
    Move(Point),
    /// A straight line.
    Line(Point),
    /// A cubic curve by two control points.
    Cubic(Point, Point, Point),
    /// Back to the last [`Segment::Move`].
    Close,
}

/// The outline of a shape, in pixels of the page.
#[derive(Debug, Clone, PartialEq)]
pub enum Geometry {
    /// A straight line; never filled.
    Line {
        /// One end.
        from: Point,
        /// The other end.
        to: Point,
    },
    /// A rectangle with corners rounded by `corner` pixels.
    Rect {
        /// The rectangle's place and size.
        rect: Rect,
        /// Corner radius; 0 for sharp ones.
        corner: f64,
    },
    /// An ellipse that fills `rect`.
    Ellipse {
        /// The ellipse's bounding box.
        rect: Rect,
    },
    /// An open run of lines.
    Polyline(Vec<Point>),
    /// A closed run of lines.
    Polygon(Vec<Point>),
    /// Any other outline, as path segments.
    Path(Vec<Segment>),
    /// A path that is hollow where it encloses itself an even number of times.
    Pierced(Vec<Segment>),
}

impl Geometry {
    /// The smallest rectangle around every point; a curve counts by its control points. `None` for no points.
    pub fn bounds(&self) -> Option<Rect> {
        match self {
            Self::Line { from, to } => around([*from, *to]),
            Self::Rect { rect, .. } | Self::Ellipse { rect } => Some(*rect),
            Self::Polyline(all) | Self::Polygon(all) => around(all.iter().copied()),
            Self::Path(all) | Self::Pierced(all) => around(all.iter().flat_map(Segment::points)),
        }
    }
}

impl Segment {
    fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let points = match *self {
            Self::Move(to) | Self::Line(to) => [None, None, Some(to)],
            Self::Cubic(a, b, to) => [Some(a), Some(b), Some(to)],
            Self::Close => [None; 3],
        };
        points.into_iter().flatten()
    }
}

fn around(points: impl IntoIterator<Item = Point>) -> Option<Rect> {
    points
        .into_iter()
        .map(|it| Rect { x: it.x, y: it.y, width: 0.0, height: 0.0 })
        .reduce(Rect::cover)
}
