//! The themes: each a palette, made into the looks of all elements by one sheet.

mod blueprint;
mod dark;
mod default;
mod docs;
mod minimal;
mod palette;
mod sand;
mod sheet;

use scene::{Color, Rgba};

use crate::style::{Element, Look};

pub(crate) use palette::{contrast, legible_on};
pub(crate) use sheet::{BLOCK_WIDTH, MESSAGE_WIDTH};

/// The looks of all elements, in the order of [`Element::ALL`].
pub type ElementLooks = [Look; Element::ALL.len()];

/// The themes we ship, the default one first.
pub const NAMES: [&str; 6] = ["default", "dark", "minimal", "docs", "sand", "blueprint"];

/// Names of the reference implementation's themes that one of ours is an honest equivalent of.
pub const ALIASES: [(&str, &str); 9] = [
    ("_none_", "default"),
    ("plain", "minimal"),
    ("mono", "minimal"),
    ("lightgray", "docs"),
    ("silver", "docs"),
    ("carbon-gray", "docs"),
    ("sandstone", "sand"),
    ("black-knight", "dark"),
    ("cyborg", "dark"),
];

/// The looks of a theme, by its name or by an alias; `None` for a theme that we do not have.
pub fn find(name: &str) -> Option<ElementLooks> {
    let own = ALIASES.iter().find(|it| it.0.eq_ignore_ascii_case(name)).map_or(name, |it| it.1);
    let palette = match own.to_ascii_lowercase().as_str() {
        "default" => default::PALETTE,
        "dark" => dark::PALETTE,
        "minimal" => minimal::PALETTE,
        "docs" => docs::PALETTE,
        "sand" => sand::PALETTE,
        "blueprint" => blueprint::PALETTE,
        _ => return None,
    };
    Some(sheet::looks(&palette))
}

/// One colour on light pages, another on dark ones.
const fn both(light: u32, dark: u32) -> Color {
    Color { light: Rgba::hex(light), dark: Some(Rgba::hex(dark)) }
}

#[cfg(test)]
mod tests {
    use scene::Paint;

    use super::*;

    /// Elements whose words stand on the page or on another element's fill.
    fn ground(element: Element, looks: &ElementLooks) -> Vec<Color> {
        let fill = |element: Element| match looks[element as usize].fill {
            Some(Paint::Solid(color)) => Some(color),
            _ => None,
        };
        let page = fill(Element::Document).expect("a theme has a page colour");
        let own = match element {
            Element::Actor | Element::Boundary | Element::Control | Element::Entity => None,
            Element::Stereotype => fill(Element::Participant),
            other => fill(other),
        };
        // Whatever has no ground of its own may also stand in a box around participants.
        own.map_or_else(|| vec![page, fill(Element::Enclosure).unwrap_or(page)], |own| vec![own])
    }

    #[test]
    fn words_are_legible_in_every_theme() {
        for name in NAMES {
            let looks = find(name).expect("named themes exist");
            for element in Element::ALL {
                let look = &looks[element as usize];
                for ground in ground(element, &looks) {
                    for (what, ink) in [("text", look.text), ("link", look.link)] {
                        assert!(
                            contrast(ink.light, ground.light) >= 4.5,
                            "{name}: {what} of {element:?}"
                        );
                        if let (Some(ink), Some(ground)) = (ink.dark, ground.dark) {
                            assert!(
                                contrast(ink, ground) >= 4.5,
                                "{name}, dark: {what} of {element:?}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn lines_can_be_seen_in_every_theme() {
        let drawn = [
            Element::Arrow,
            Element::Lifeline,
            Element::Participant,
            Element::Group,
            Element::Destroy,
            Element::Divider,
        ];
        for name in NAMES {
            let looks = find(name).expect("named themes exist");
            let Some(Paint::Solid(page)) = looks[Element::Document as usize].fill else {
                panic!("{name}")
            };
            for element in drawn {
                let line = looks[element as usize].line;
                let least = if element == Element::Arrow { 4.5 } else { 1.9 };
                assert!(contrast(line.light, page.light) >= least, "{name}: {element:?}");
                if let (Some(line), Some(page)) = (line.dark, page.dark) {
                    assert!(contrast(line, page) >= least, "{name}, dark: {element:?}");
                }
            }
        }
    }

    #[test]
    fn the_default_theme_serves_both_schemes_everywhere() {
        for look in find("default").expect("the default theme exists") {
            let fill = match look.fill {
                Some(Paint::Solid(color)) => Some(color),
                _ => None,
            };
            for color in
                [Some(look.line), Some(look.text), Some(look.link), fill].into_iter().flatten()
            {
                assert!(color.dark.is_some() || color.light.a == 0, "{color:?}");
            }
        }
    }

    #[test]
    fn names_are_found_whatever_their_case_and_others_are_not() {
        assert!(find("Sand").is_some());
        assert!(ALIASES.iter().all(|it| find(it.0).is_some() && NAMES.contains(&it.1)));
        assert!(find("hacker").is_none());
    }
}
