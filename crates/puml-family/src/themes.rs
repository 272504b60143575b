//! The themes: each a palette. A family makes the looks of its elements from it; those that all families share
//! are made here.

mod blueprint;
mod dark;
mod default;
mod docs;
mod likeness;
mod likenesses;
mod minimal;
mod palette;
mod rose;
mod sand;
mod sheet;

use scene::{Color, Rgba};

pub(crate) use palette::LEGIBLE;
pub use palette::{Palette, Tone, contrast, legible_on, lightness, with_lightness};
pub use sheet::{
    BLOCK_WIDTH, CLEAR, MESSAGE_WIDTH, arrow, caption, document, enclosure, head, legend,
    mainframe, margin, note, plain, stereotype, title, toned,
};

/// The themes we ship, the default one first.
pub const NAMES: [&str; 6] = ["default", "dark", "minimal", "docs", "sand", "blueprint"];

/// Names of the reference implementation's themes that one of ours is an honest equivalent of.
pub const ALIASES: [(&str, &str); 3] =
    [("_none_", "default"), ("plain", "minimal"), ("mono", "minimal")];

/// The names of the reference's other themes, each of which has a palette of its own here.
pub fn likenesses() -> impl Iterator<Item = &'static str> {
    likenesses::LIKENESSES.iter().map(|it| it.name)
}

/// The palette of a theme, by its name or by one of the reference's; `None` for a theme that we do not have.
pub fn find(name: &str) -> Option<Palette> {
    let own = ALIASES.iter().find(|it| it.0.eq_ignore_ascii_case(name)).map_or(name, |it| it.1);
    Some(match own.to_ascii_lowercase().as_str() {
        "default" => default::PALETTE,
        "dark" => dark::PALETTE,
        "minimal" => minimal::PALETTE,
        "docs" => docs::PALETTE,
        "sand" => sand::PALETTE,
        "blueprint" => blueprint::PALETTE,
        other => {
            return likenesses::LIKENESSES
                .iter()
                .find(|it| it.name == other)
                .map(likeness::Likeness::palette);
        }
    })
}

/// The palette of a skin: the look of older versions of the reference. `None` for one that we do not have.
pub(crate) fn skin(name: &str) -> Option<Palette> {
    match name {
        "rose" => Some(rose::PALETTE),
        _ => None,
    }
}

/// One colour on light pages, another on dark ones.
const fn both(light: u32, dark: u32) -> Color {
    Color { light: Rgba::hex(light), dark: Some(Rgba::hex(dark)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theme_of_the_reference_has_a_look() {
        for name in crate::known_themes::KNOWN_THEMES {
            assert!(find(name).is_some(), "{name}");
        }
        assert!(likenesses().all(|it| crate::known_themes::KNOWN_THEMES.contains(&it)));
    }

    #[test]
    fn names_are_found_whatever_their_case_and_others_are_not() {
        assert!(find("Sand").is_some());
        assert!(ALIASES.iter().all(|it| find(it.0).is_some() && NAMES.contains(&it.1)));
        assert!(find("Hacker").is_some());
        assert!(find("hackr").is_none());
    }
}
