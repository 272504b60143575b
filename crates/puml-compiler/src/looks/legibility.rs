//! Words and lines that can be told from their ground, where the author chose the ground and not their colour.

use scene::{Color, Paint};

use super::Rule;
use super::property::{ElementSet, Property};
use crate::style::Element;
use crate::themes::{ElementLooks, contrast, legible_on};

/// Words with less contrast than this are hard to read.
const LEAST: f64 = 4.5;
/// Lines with less contrast than this are hard to see.
const LEAST_LINE: f64 = 1.9;

/// Where the words of a thing stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Words {
    /// On what it is filled with.
    OnFill,
    /// Beside it, on the page.
    Beside,
}

impl Words {
    pub(super) fn of(element: Element) -> Self {
        match element {
            Element::Actor | Element::Boundary | Element::Control | Element::Entity => Self::Beside,
            _ => Self::OnFill,
        }
    }
}

/// The text's colour on a fill that the author chose: as it is on a light page, unless it could not be read.
pub(super) fn legible(text: Color, fill: Paint) -> Color {
    told_apart(text, fill, LEAST)
}

/// Gives words and lines on the page other colours where the author's page would swallow them. What a rule colours
/// stays as it is.
pub(super) fn suit_page(sheet: &mut ElementLooks, rules: &[Rule]) {
    let chosen = |is_meant: fn(&Property) -> bool| {
        let rules = rules.iter().filter(|it| is_meant(&it.property));
        rules.fold(ElementSet::NONE, |all, it| all.and(it.elements))
    };
    let pages = chosen(|it| matches!(it, Property::Fill(_)));
    let Some(page) =
        sheet[Element::Document as usize].fill.filter(|_| pages.has(Element::Document))
    else {
        return;
    };
    let texts = chosen(|it| matches!(it, Property::Text(_)));
    let lines = chosen(|it| matches!(it, Property::Line(_)));
    for element in Element::ALL {
        let look = &mut sheet[element as usize];
        let is_clear = match look.fill {
            Some(Paint::Solid(color)) => color.light.a == 0,
            Some(Paint::Gradient { .. }) => false,
            None => true,
        };
        if !is_clear && Words::of(element) == Words::OnFill {
            continue;
        }
        if !texts.has(element) {
            look.text = legible(look.text, page);
        }
        if !lines.has(element) {
            look.line = told_apart(look.line, page, LEAST_LINE);
        }
    }
}

fn told_apart(ink: Color, fill: Paint, least: f64) -> Color {
    let ground = match fill {
        Paint::Solid(color) => color,
        Paint::Gradient { from, .. } => from,
    };
    if ground.light.a < 128 || ink.light.a == 0 {
        return ink;
    }
    if contrast(ink.light, ground.light) >= least { ink.light.into() } else { legible_on(ground) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_their_color_where_it_can_be_read() {
        let gray = Color::hex(0x53_5353);
        assert_eq!(legible(gray, Color::WHITE.into()), gray);
        assert_eq!(legible(gray, Color::hex(0x80_8080).into()), Color::BLACK);
        assert_eq!(legible(gray, Color::hex(0x00_4400).into()), Color::WHITE);
    }
}
