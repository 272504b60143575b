//! Names and stereotypes, which every family writes the same way.

use super::ColorRef;
use crate::TextRange;

/// A name, bare or in quotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name {
    /// Without the quotes.
    pub range: TextRange,
    /// Whether it stands in quotes.
    pub quoted: bool,
}

impl Name {
    /// The name with its quotes, if it has any: what an edit replaces.
    pub fn outer(self, text: &str) -> TextRange {
        if !self.quoted {
            return self.range;
        }
        let before = text[..self.range.start as usize].chars().next_back();
        let after = text[self.range.end as usize..].chars().next();
        TextRange::new(
            self.range.start - before.map_or(0, char::len_utf8) as u32,
            self.range.end + after.map_or(0, char::len_utf8) as u32,
        )
    }
}

/// `<<text>>`, `<<(C,#color) text>>` or `<<$sprite text>>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stereotype {
    /// With the chevrons.
    pub range: TextRange,
    /// The text without spot or sprite; may be empty.
    pub label: TextRange,
    /// The letter in a circle.
    pub spot: Option<Spot>,
    /// Drawn instead of the letter.
    pub sprite: Option<SpriteRef>,
}

/// `(C,#ADD1B2)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    /// The letter in the circle.
    pub letter: char,
    /// The circle's fill.
    pub color: Option<ColorRef>,
}

/// `$name{scale=2,color=red}`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpriteRef {
    /// Without the `$`.
    pub name: TextRange,
    /// A factor; 1 where absent.
    pub scale: Option<f32>,
    /// The ink of a monochrome sprite.
    pub color: Option<ColorRef>,
}

impl Eq for SpriteRef {}
