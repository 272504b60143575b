//! Colours, fills and strokes, resolved.

/// Red, green, blue and opacity, 255 being full.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rgba {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
    /// Opacity.
    pub a: u8,
}

impl Rgba {
    /// An opaque colour from `0xRRGGBB`.
    pub const fn hex(rgb: u32) -> Self {
        Self { r: (rgb >> 16) as u8, g: (rgb >> 8) as u8, b: rgb as u8, a: 255 }
    }

    /// `#rrggbb`, with two more digits when it is not opaque.
    pub fn to_hex(self) -> String {
        let Self { r, g, b, a } = self;
        if a == 255 {
            format!("#{r:02x}{g:02x}{b:02x}")
        } else {
            format!("#{r:02x}{g:02x}{b:02x}{a:02x}")
        }
    }
}

/// A colour, and what it becomes where the reader prefers dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Color {
    /// On a light page, and wherever there is no choice.
    pub light: Rgba,
    /// On a dark page, for a theme that has both.
    pub dark: Option<Rgba>,
}

impl Color {
    /// Opaque black in both schemes.
    pub const BLACK: Self = Self::hex(0x00_0000);
    /// Opaque white in both schemes.
    pub const WHITE: Self = Self::hex(0xff_ffff);

    /// One opaque colour for both schemes, from `0xRRGGBB`.
    pub const fn hex(rgb: u32) -> Self {
        Self { light: Rgba::hex(rgb), dark: None }
    }
}

impl From<Rgba> for Color {
    fn from(light: Rgba) -> Self {
        Self { light, dark: None }
    }
}

/// Which way a gradient runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Left to right.
    Right,
    /// Top to bottom.
    Down,
    /// From the upper left corner.
    DownRight,
    /// From the lower left corner.
    UpRight,
}

/// How an inside is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paint {
    /// Evenly.
    Solid(Color),
    /// From one colour to another.
    Gradient {
        /// The colour at the start.
        from: Color,
        /// The colour at the end.
        to: Color,
        /// The direction from start to end.
        direction: Direction,
    },
}

impl From<Color> for Paint {
    fn from(color: Color) -> Self {
        Self::Solid(color)
    }
}

/// How an outline is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Stroke {
    /// The colour of the line.
    pub color: Color,
    /// Pixels across.
    pub width: f64,
    /// Lengths of dashes and gaps in turn; empty for a solid line.
    pub dash: Vec<f64>,
    /// How it begins, ends and turns.
    pub ends: Ends,
}

/// How a line begins, ends and turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ends {
    /// Cut off square, with pointed corners.
    #[default]
    Flat,
    /// Rounded by half the line's width.
    Round,
}

impl Stroke {
    /// An unbroken line.
    pub fn solid(color: Color, width: f64) -> Self {
        Self { color, width, dash: Vec::new(), ends: Ends::Flat }
    }

    /// The same line broken into dashes and gaps.
    pub fn dashed(color: Color, width: f64, dash: impl Into<Vec<f64>>) -> Self {
        Self { color, width, dash: dash.into(), ends: Ends::Flat }
    }
}
