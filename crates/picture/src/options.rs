//! What a caller may choose.

use std::sync::Arc;

use scene::Scheme;

/// Choices that are not in the scene.
#[derive(Debug, Clone)]
pub struct Options {
    /// The colours.
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
