//! Points, sizes and rectangles in whole units. The caller chooses the unit: pixels, or the cells of a text grid.

/// A place in the drawing; x grows to the right, y downwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, PartialOrd, Ord)]
pub struct Point {
    /// Distance from the left edge of the drawing.
    pub x: i64,
    /// Distance from the top edge of the drawing.
    pub y: i64,
}

impl Point {
    /// The point at `x`, `y`.
    pub const fn new(x: i64, y: i64) -> Self {
        Self { x, y }
    }

    pub(crate) const fn transposed(self) -> Self {
        Self { x: self.y, y: self.x }
    }

    pub(crate) const fn moved(self, by: Point) -> Self {
        Self { x: self.x + by.x, y: self.y + by.y }
    }
}

/// Width and height.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Size {
    /// Horizontal extent.
    pub w: i64,
    /// Vertical extent.
    pub h: i64,
}

impl Size {
    /// Larger extents are cut to this, so that no sum of sizes can overflow.
    pub const LIMIT: i64 = 1 << 24;

    /// A size of `w` by `h`.
    pub const fn new(w: i64, h: i64) -> Self {
        Self { w, h }
    }

    pub(crate) fn clamped(self) -> Self {
        Self { w: self.w.clamp(0, Self::LIMIT), h: self.h.clamp(0, Self::LIMIT) }
    }

    pub(crate) const fn transposed(self) -> Self {
        Self { w: self.h, h: self.w }
    }
}

/// An upright rectangle; `x` and `y` are its top left corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Rect {
    /// Left edge.
    pub x: i64,
    /// Top edge.
    pub y: i64,
    /// Width.
    pub w: i64,
    /// Height.
    pub h: i64,
}

impl Rect {
    /// The rectangle with its top left corner at `x`, `y`.
    pub const fn new(x: i64, y: i64, w: i64, h: i64) -> Self {
        Self { x, y, w, h }
    }

    /// The x coordinate of the right edge.
    pub const fn right(&self) -> i64 {
        self.x + self.w
    }

    /// The y coordinate of the bottom edge.
    pub const fn bottom(&self) -> i64 {
        self.y + self.h
    }

    /// The middle, rounded towards the top left.
    pub const fn center(&self) -> Point {
        Point { x: self.x + self.w / 2, y: self.y + self.h / 2 }
    }

    /// Whether the insides of both rectangles meet; touching edges do not count.
    pub const fn overlaps(&self, other: &Rect) -> bool {
        self.x < other.right()
            && other.x < self.right()
            && self.y < other.bottom()
            && other.y < self.bottom()
    }

    /// Whether `other` lies inside, edges included.
    pub const fn contains(&self, other: &Rect) -> bool {
        self.x <= other.x
            && self.y <= other.y
            && other.right() <= self.right()
            && other.bottom() <= self.bottom()
    }

    pub(crate) const fn transposed(self) -> Self {
        Self { x: self.y, y: self.x, w: self.h, h: self.w }
    }

    pub(crate) const fn moved(self, by: Point) -> Self {
        Self { x: self.x + by.x, y: self.y + by.y, w: self.w, h: self.h }
    }
}

/// Distances from the four edges of a rectangle inwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Insets {
    /// From the left edge.
    pub left: i64,
    /// From the top edge.
    pub top: i64,
    /// From the right edge.
    pub right: i64,
    /// From the bottom edge.
    pub bottom: i64,
}

impl Insets {
    /// The same distance from every edge.
    pub const fn all(distance: i64) -> Self {
        Self { left: distance, top: distance, right: distance, bottom: distance }
    }
}

/// One of the four sides of a box, as the reader of the drawing sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// Towards smaller x.
    Left,
    /// Towards larger x.
    Right,
    /// The upper side.
    Top,
    /// The lower side.
    Bottom,
}
