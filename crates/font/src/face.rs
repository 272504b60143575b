//! The faces in the binary: which exist, their bytes, and which one draws a character.

use std::sync::OnceLock;

use crate::{Family, Style};

/// One bundled face.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Face {
    /// Noto Sans Regular.
    Sans,
    /// Noto Sans Bold.
    SansBold,
    /// Noto Sans Italic.
    SansItalic,
    /// Noto Sans Bold Italic.
    SansBoldItalic,
    /// DejaVu Sans Mono.
    Mono,
    /// DejaVu Sans Mono Bold.
    MonoBold,
    /// DejaVu Sans Mono Oblique.
    MonoItalic,
    /// DejaVu Sans Mono Bold Oblique.
    MonoBoldItalic,
    /// DejaVu Sans, for what the others lack: arrows, check marks, Hebrew, Arabic and more.
    Fallback,
    /// DejaVu Sans Bold, the same for bold text.
    FallbackBold,
}

impl Face {
    /// Every bundled face, in a fixed order.
    pub const ALL: [Self; 10] = [
        Self::Sans,
        Self::SansBold,
        Self::SansItalic,
        Self::SansBoldItalic,
        Self::Mono,
        Self::MonoBold,
        Self::MonoItalic,
        Self::MonoBoldItalic,
        Self::Fallback,
        Self::FallbackBold,
    ];

    /// The face that is asked first.
    pub const fn primary(style: Style) -> Self {
        match (style.family, style.bold, style.italic) {
            (Family::Sans, false, false) => Self::Sans,
            (Family::Sans, true, false) => Self::SansBold,
            (Family::Sans, false, true) => Self::SansItalic,
            (Family::Sans, true, true) => Self::SansBoldItalic,
            (Family::Mono, false, false) => Self::Mono,
            (Family::Mono, true, false) => Self::MonoBold,
            (Family::Mono, false, true) => Self::MonoItalic,
            (Family::Mono, true, true) => Self::MonoBoldItalic,
        }
    }

    /// The face that is asked when the first lacks a glyph; upright, since most of what it lends has no slant.
    pub const fn fallback(style: Style) -> Self {
        if style.bold { Self::FallbackBold } else { Self::Fallback }
    }

    /// The family name inside the font file.
    pub const fn family_name(self) -> &'static str {
        match self {
            Self::Sans | Self::SansBold | Self::SansItalic | Self::SansBoldItalic => "Noto Sans",
            Self::Mono | Self::MonoBold | Self::MonoItalic | Self::MonoBoldItalic => {
                "DejaVu Sans Mono"
            }
            Self::Fallback | Self::FallbackBold => "DejaVu Sans",
        }
    }

    /// The tables of the font file. Only its directory is read here, which costs microseconds, once a process.
    pub fn tables(self) -> &'static ttf_parser::Face<'static> {
        static TABLES: [OnceLock<ttf_parser::Face<'static>>; Face::ALL.len()] =
            [const { OnceLock::new() }; Face::ALL.len()];
        TABLES[self as usize].get_or_init(|| {
            ttf_parser::Face::parse(data(self), 0).expect("a bundled face is a font file")
        })
    }
}

/// The font file, as published. It lies in the binary; nothing is copied.
// Inlined into a caller, the files would lie in the binary once for each crate that asks.
#[inline(never)]
pub fn data(face: Face) -> &'static [u8] {
    match face {
        Face::Sans => notosans::REGULAR_TTF,
        Face::SansBold => notosans::BOLD_TTF,
        Face::SansItalic => notosans::ITALIC_TTF,
        Face::SansBoldItalic => notosans::BOLD_ITALIC_TTF,
        Face::Mono => dejavu::sans_mono::regular(),
        Face::MonoBold => dejavu::sans_mono::bold(),
        Face::MonoItalic => dejavu::sans_mono::oblique(),
        Face::MonoBoldItalic => dejavu::sans_mono::bold_oblique(),
        Face::Fallback => dejavu::sans::regular(),
        Face::FallbackBold => dejavu::sans::bold(),
    }
}

/// The face that has a glyph for the character, the style's own first; `None` for what is not bundled, such as CJK.
pub fn face_for(ch: char, style: Style) -> Option<Face> {
    [Face::primary(style), Face::fallback(style)]
        .into_iter()
        .find(|face| face.tables().glyph_index(ch).is_some())
}

/// Whether a bundled face draws the character in this style.
pub fn has_glyph(ch: char, style: Style) -> bool {
    face_for(ch, style).is_some()
}

/// A CSS `font-family` list: the bundled family, families of nearly its widths, then the generic one.
///
/// Names stand in single quotes, so the list fits in a double-quoted attribute.
pub const fn css_family(family: Family) -> &'static str {
    match family {
        Family::Sans => "'Noto Sans','Open Sans','DejaVu Sans','Segoe UI',Arial,sans-serif",
        Family::Mono => "'DejaVu Sans Mono',Menlo,Consolas,monospace",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_is_the_one_its_name_says() {
        for face in Face::ALL {
            let tables = face.tables();
            let name = tables
                .names()
                .into_iter()
                .filter(|name| name.name_id == ttf_parser::name_id::FAMILY)
                .find_map(|name| name.to_string())
                .unwrap();
            assert_eq!(name, face.family_name());
            let label = format!("{face:?}");
            assert_eq!(tables.is_bold(), label.contains("Bold"), "{label}");
            assert_eq!(
                tables.is_italic() || tables.is_oblique(),
                label.contains("Italic"),
                "{label}"
            );
        }
    }

    #[test]
    fn a_face_stands_at_its_own_place_in_the_list() {
        for (idx, face) in Face::ALL.into_iter().enumerate() {
            assert_eq!(face as usize, idx);
        }
    }

    #[test]
    fn the_fallback_lends_what_the_labels_face_lacks() {
        assert_eq!(face_for('a', Style::SANS), Some(Face::Sans));
        assert_eq!(face_for('✓', Style::SANS), Some(Face::Fallback));
        assert_eq!(face_for('א', Style::SANS.bold()), Some(Face::FallbackBold));
        assert_eq!(face_for('漢', Style::SANS), None);
    }
}
