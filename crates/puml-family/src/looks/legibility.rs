//! Words and lines that can be told from their ground: where the author chose the ground and not their colour, and
//! where the author chose their colour for a light page and the page is dark.

use scene::{Color, Paint, Rgba};

use super::Rule;
use super::property::Property;
use crate::look::Look;
use crate::themes::{LEGIBLE, contrast, legible_on, lightness, with_lightness};
use crate::vocabulary::{ElementSet, Vocabulary, Words};

/// Lines with less contrast than this are hard to see.
const LEAST_LINE: f64 = 1.9;

/// The text's colour on a fill that the author chose: as it is on a light page, unless it could not be read.
pub(super) fn legible(text: Color, fill: Paint) -> Color {
    told_apart(text, fill, LEGIBLE)
}

/// The page of the theme, where no author chose another one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Page(Option<Color>);

impl Page {
    pub(super) fn new(page: Color, rules: &[Rule], vocabulary: &Vocabulary) -> Self {
        let pages = chosen(rules, |it| matches!(it, Property::Fill(_)));
        Self((!pages.has(vocabulary.roles.document)).then_some(page))
    }

    /// Authors choose colours on a light page. Those that stand on a dark one are lightened until they can be seen.
    pub(super) fn suit(self, look: &mut Look, words: Words) {
        let Some(page) = self.0 else { return };
        if !is_on_page(look, words) {
            return;
        }
        look.text = on_page(look.text, page, LEGIBLE);
        look.line = on_page(look.line, page, LEAST_LINE);
        look.head = look.head.map(|it| on_page(it, page, LEAST_LINE));
    }
}

fn is_on_page(look: &Look, words: Words) -> bool {
    let is_clear = match look.fill {
        Some(Paint::Solid(color)) => color.light.a == 0,
        Some(Paint::Gradient { .. }) => false,
        None => true,
    };
    is_clear || words == Words::Beside
}

fn on_page(ink: Color, page: Color, least: f64) -> Color {
    if ink.dark.is_some() || ink.light.a == 0 {
        return ink;
    }
    let seen =
        |page: Rgba| if is_dark(page) { lightened(ink.light, page, least) } else { ink.light };
    let dark = page.dark.map(seen).filter(|it| *it != ink.light);
    Color { light: seen(page.light), dark }
}

fn is_dark(page: Rgba) -> bool {
    lightness(page) < 0.5
}

/// The colour with its lightness mirrored, and more of it where that does not suffice.
fn lightened(ink: Rgba, page: Rgba, least: f64) -> Rgba {
    if contrast(ink, page) >= least {
        return ink;
    }
    let own = lightness(ink);
    let mirrored = own.max(1.0 - own);
    let steps = (0..=10).map(|it| mirrored + (1.0 - mirrored) * f64::from(it) / 10.0);
    let mut tries = steps.map(|it| with_lightness(ink, it));
    tries
        .find(|it| contrast(*it, page) >= least)
        .unwrap_or(Rgba { a: ink.a, ..Rgba::hex(0xff_ffff) })
}

/// Gives words and lines on the page other colours where the author's page would swallow them. What a rule colours
/// stays as it is.
pub(super) fn suit_page(sheet: &mut [Look], rules: &[Rule], vocabulary: &Vocabulary) {
    let pages = chosen(rules, |it| matches!(it, Property::Fill(_)));
    let document = vocabulary.roles.document;
    let page = sheet[usize::from(document.0)].fill;
    let Some(page) = page.filter(|_| pages.has(document)) else {
        return;
    };
    let texts = chosen(rules, |it| matches!(it, Property::Text(_)));
    let lines = chosen(rules, |it| matches!(it, Property::Line(_)));
    for element in vocabulary.all() {
        let look = &mut sheet[usize::from(element.0)];
        if !is_on_page(look, vocabulary.words(element)) {
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

/// The elements that rules give a property of some kind.
fn chosen(rules: &[Rule], is_meant: fn(&Property) -> bool) -> ElementSet {
    let rules = rules.iter().filter(|it| is_meant(&it.property));
    rules.fold(ElementSet::NONE, |all, it| all.and(it.elements))
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

    #[test]
    fn ink_for_a_light_page_is_lightened_on_a_dark_one() {
        let dark = Rgba::hex(0x14_1820);
        let both = Color { light: Rgba::hex(0xff_ffff), dark: Some(dark) };
        for ink in [0x00_0000, 0x00_0080, 0x44_4444, 0x00_00ff, 0x80_0000] {
            let ink = Color::hex(ink);
            let on_both = on_page(ink, both, LEGIBLE);
            assert_eq!(on_both.light, ink.light);
            assert!(contrast(on_both.dark.unwrap(), dark) >= LEGIBLE);
            assert_eq!(on_page(ink, dark.into(), LEGIBLE).light, on_both.dark.unwrap());
        }
        let pale = Color::hex(0xff_cc00);
        assert_eq!(on_page(pale, both, LEGIBLE), pale);
    }
}
