//! Whether the picture keeps its colours.

use scene::{Color, Paint, Rgba};

/// Whether colours stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    /// Colours stay as they are.
    Colored,
    /// Grey.
    Gray,
    /// Grey, light and dark exchanged.
    Reversed,
}

impl Tone {
    /// The colour as the diagram shows it.
    pub(super) fn of(self, color: Color) -> Color {
        if self == Self::Colored {
            return color;
        }
        let gray = |Rgba { r, g, b, a }: Rgba| {
            let luma = (u32::from(r) * 299 + u32::from(g) * 587 + u32::from(b) * 114) / 1000;
            let luma = if self == Self::Reversed { 255 - luma } else { luma } as u8;
            Rgba { r: luma, g: luma, b: luma, a }
        };
        Color { light: gray(color.light), dark: color.dark.map(gray) }
    }

    /// The same for a fill.
    pub(super) fn of_paint(self, paint: Paint) -> Paint {
        match paint {
            Paint::Solid(color) => Paint::Solid(self.of(color)),
            Paint::Gradient { from, to, direction } => {
                Paint::Gradient { from: self.of(from), to: self.of(to), direction }
            }
        }
    }
}
