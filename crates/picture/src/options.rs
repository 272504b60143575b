//! What a caller may choose.

use std::sync::Arc;

use scene::Scheme;

/// Whether the fonts installed on this machine draw what no other font does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SystemFonts {
    /// They are not looked for: the bytes are the same on every machine.
    #[default]
    Unused,
    /// They are looked for when a bundled or given font lacks a glyph of a PNG or PDF, and not before.
    WhereNeeded,
}

/// What an SVG's letters are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SvgText {
    /// Text in the reader's fonts, fitted to the measured widths.
    #[default]
    System,
    /// Text in the bundled fonts, which the document carries as far as it needs them.
    Embedded,
    /// Paths, below text that nobody sees but that can be selected, searched and read aloud.
    Outlines,
}

impl SvgText {
    /// Every form, the usual one first.
    pub const ALL: [Self; 3] = [Self::System, Self::Embedded, Self::Outlines];

    /// How a user names it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Embedded => "embedded",
            Self::Outlines => "outlines",
        }
    }
}

/// Choices that are not in the scene.
#[derive(Debug, Clone)]
pub struct Options {
    /// For a light page, a dark one, or whichever the reader has.
    pub scheme: Scheme,
    /// Times the scene's own scale. Text art has none.
    pub scale: f64,
    /// Pixels per inch of a PNG; 96 draws a scene's pixel as one pixel.
    pub dpi: f64,
    /// A page with more pixels is [shrunk](crate::shrunk) as PNG; an enlargement is refused with
    /// [`crate::Error::TooLarge`].
    pub max_pixels: u64,
    /// Font files for PNG and PDF. They win over the bundled fallback where the labels' face lacks a glyph,
    /// and are used by name where the scene names their family.
    pub fonts: Vec<Arc<[u8]>>,
    /// Where glyphs come from that neither [`Self::fonts`] nor the bundled fonts have, in PNG and PDF.
    pub system_fonts: SystemFonts,
    /// How text is stored in an SVG.
    pub text: SvgText,
    /// Put before every id in an SVG, for several pictures in one page.
    pub id_prefix: String,
    /// The source that a PNG carries along, where PlantUML and [`crate::png_source`] look for it.
    pub source: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            scheme: Scheme::default(),
            scale: 1.0,
            dpi: 96.0,
            max_pixels: 64_000_000,
            fonts: Vec::new(),
            system_fonts: SystemFonts::default(),
            text: SvgText::default(),
            id_prefix: String::new(),
            source: None,
        }
    }
}

impl Options {
    /// Pixels of a PNG for each unit of the page's size.
    pub(crate) fn pixels_per_unit(&self) -> f64 {
        self.scale * self.dpi / 96.0
    }
}
