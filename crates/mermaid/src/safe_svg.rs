//! A picture that has passed the sanitiser.

/// SVG text made of the allow-list only: no script, handler, style sheet, foreign element or outside reference.
///
/// Nothing but the sanitiser can make one, so whoever holds it may show it.
#[derive(Debug, Clone, PartialEq)]
pub struct SafeSvg {
    text: String,
    width: f64,
    height: f64,
}

impl SafeSvg {
    pub(crate) fn sealed(text: String, width: f64, height: f64) -> Self {
        Self { text, width, height }
    }

    /// The document, one `svg` element without an XML declaration.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Takes the text out; the promise stays with the holder.
    pub fn into_string(self) -> String {
        self.text
    }

    /// Width in pixels at scale 1.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// Height in pixels at scale 1.
    pub fn height(&self) -> f64 {
        self.height
    }
}

impl AsRef<str> for SafeSvg {
    fn as_ref(&self) -> &str {
        &self.text
    }
}
