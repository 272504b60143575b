//! Words and lines that can be told from their ground, where the author chose the ground and not their colour.

use scene::{Color, Paint};

use super::Rule;
use super::property::Property;
use crate::look::Look;
use crate::themes::{contrast, legible_on};
use crate::vocabulary::{ElementSet, Vocabulary, Words};

/// Words with less contrast than this are hard to read.
const LEAST: f64 = 4.5;
/// Lines with less contrast than this are hard to see.
const LEAST_LINE: f64 = 1.9;

/// The text's colour on a fill that the author chose: as it is on a light page, unless it could not be read.
pub(super) fn legible(text: Color, fill: Paint) -> Color {
    told_apart(text, fill, LEAST)
}

/// Gives words and lines on the page other colours where the author's page would swallow them. What a rule colours
/// stays as it is.
pub(super) fn suit_page(sheet: &mut [Look], rules: &[Rule], vocabulary: &Vocabulary) {
    let chosen = |is_meant: fn(&Property) -> bool| {
        let rules = rules.iter().filter(|it| is_meant(&it.property));
        rules.fold(ElementSet::NONE, |all, it| all.and(it.elements))
    };
    let pages = chosen(|it| matches!(it, Property::Fill(_)));
    let document = vocabulary.roles.document;
    let page = sheet[usize::from(document.0)].fill;
    let Some(page) = page.filter(|_| pages.has(document)) else {
        return;
    };
    let texts = chosen(|it| matches!(it, Property::Text(_)));
    let lines = chosen(|it| matches!(it, Property::Line(_)));
    for element in vocabulary.all() {
        let look = &mut sheet[usize::from(element.0)];
        let is_clear = match look.fill {
            Some(Paint::Solid(color)) => color.light.a == 0,
            Some(Paint::Gradient { .. }) => false,
            None => true,
        };
        if !is_clear && vocabulary.words(element) == Words::OnFill {
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
