//! The bundled faces: their bytes, and how wide a text is in them.
//!
//! Noto Sans draws labels, DejaVu Sans Mono draws code, DejaVu Sans lends the glyphs that Noto Sans lacks.
//! Widths are sums of advances, without kerning, so they are the same on every machine and may be added up;
//! a writer fits the drawn text to them. Nothing here knows scenes, languages or files.
//!
//! ```
//! use font::{Style, line_height, width};
//!
//! let label = Style::SANS;
//! assert!(width("iiii", label, 13.0) < width("WWWW", label, 13.0));
//! assert_eq!(width("iiii", Style::MONO, 13.0), width("WWWW", Style::MONO, 13.0));
//! assert!(line_height(13.0) > 13.0);
//! ```

mod direction;
mod face;
mod measure;
mod style;

pub use direction::{Direction, Part, is_right_to_left, left_to_right, mirrored, turned_signs};
pub use face::{Face, css_family, data, face_for, has_glyph};
pub use measure::{ascent, descent, is_emoji, line_height, width};
pub use style::{Family, Style};
