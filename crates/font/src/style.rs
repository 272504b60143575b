//! What a caller asks for: a family and its weight and slant.

/// A bundled family.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Family {
    /// Proportional, for labels.
    #[default]
    Sans,
    /// Every cell is equally wide, for code.
    Mono,
}

/// A family in one weight and slant; every combination has a face of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Style {
    /// Proportional or fixed.
    pub family: Family,
    /// Weight 700 instead of 400.
    pub bold: bool,
    /// Slanted.
    pub italic: bool,
}

impl Style {
    /// Labels, upright and regular.
    pub const SANS: Self = Self { family: Family::Sans, bold: false, italic: false };
    /// Code, upright and regular.
    pub const MONO: Self = Self { family: Family::Mono, bold: false, italic: false };

    /// The same family and slant in weight 700.
    #[must_use]
    pub const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    /// The same family and weight, slanted.
    #[must_use]
    pub const fn italic(self) -> Self {
        Self { italic: true, ..self }
    }
}
