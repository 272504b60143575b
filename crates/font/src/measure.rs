//! How wide and how high text is, in pixels, from the faces' own advances.

use std::sync::OnceLock;

use unicode_width::UnicodeWidthChar;

use crate::{Face, Family, Style};

/// One fixed-width cell, in ems: the advance of every glyph in DejaVu Sans Mono.
const CELL: f64 = 1233.0 / 2048.0;
/// A CJK ideograph, kana, hangul syllable or full-width letter fills a square.
const SQUARE: f64 = 1.0;
/// Colour emoji are a little wider than they are high in the fonts that have them.
const EMOJI: f64 = 1.2;
/// A character that no bundled face draws: the average of small and capital letters.
const UNKNOWN: f64 = 0.6;
/// Above the baseline, in ems: room for an accent on a capital.
const ASCENT: f64 = 0.95;
/// Below the baseline, in ems.
const DESCENT: f64 = 0.25;

/// The advance of a text on one line, in pixels at `size` pixels per em.
///
/// Each character counts by itself, without kerning or ligatures, but for Arabic words, which are shaped:
/// - a control character, a combining mark or an invisible joiner is 0 wide;
/// - fixed width: a whole number of cells, two for East Asian wide characters and emoji;
/// - otherwise emoji are 1.2 em (a joined sequence, a flag or a skin tone counts as one emoji);
/// - a glyph in the style's face or its fallback has that glyph's advance;
/// - East Asian wide characters are 1 em, anything else 0.6 em.
pub fn width(text: &str, style: Style, size: f64) -> f64 {
    let ems = match style.family {
        Family::Mono => {
            let mut state = Sequence::Plain;
            text.chars().fold(0.0, |sum, ch| sum + cells(ch, &mut state)) * CELL
        }
        Family::Sans => sans(text, style),
    };
    ems * size
}

/// Pixels from the top of a line to its baseline, the same in every style so that mixed styles share one line.
pub fn ascent(size: f64) -> f64 {
    ASCENT * size
}

/// Pixels from the baseline to the bottom of a line.
pub fn descent(size: f64) -> f64 {
    DESCENT * size
}

/// Pixels from one baseline to the next.
pub fn line_height(size: f64) -> f64 {
    (ASCENT + DESCENT) * size
}

fn sans(text: &str, style: Style) -> f64 {
    if text.is_ascii() || !text.chars().any(is_joined) {
        return separate(text, style);
    }
    let mut sum = 0.0;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let joins = is_joined(first);
        let end = rest.find(|ch| is_joined(ch) != joins).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        sum +=
            joins.then(|| joined(part, style)).flatten().unwrap_or_else(|| separate(part, style));
        rest = after;
    }
    sum
}

/// Arabic letters, which are narrower inside a word than by themselves.
fn is_joined(ch: char) -> bool {
    matches!(ch, '\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}' | '\u{8a0}'..='\u{8ff}')
}

/// The width of letters that join, in ems, from the bundled face that has them; `None` if none has them all.
fn joined(word: &str, style: Style) -> Option<f64> {
    static SHAPED: [OnceLock<rustybuzz::Face<'static>>; Face::ALL.len()] =
        [const { OnceLock::new() }; Face::ALL.len()];
    let face = crate::face_for(word.chars().next()?, style)?;
    let shaper = SHAPED[face as usize].get_or_init(|| {
        rustybuzz::Face::from_slice(crate::data(face), 0).expect("a bundled face is a font file")
    });
    let mut letters = rustybuzz::UnicodeBuffer::new();
    letters.push_str(word);
    letters.guess_segment_properties();
    let shaped = rustybuzz::shape(shaper, &[], letters);
    if shaped.glyph_infos().iter().any(|it| it.glyph_id == 0) {
        return None;
    }
    let advance: i32 = shaped.glyph_positions().iter().map(|it| it.x_advance).sum();
    Some(f64::from(advance) / f64::from(shaper.units_per_em()))
}

fn separate(text: &str, style: Style) -> f64 {
    let ascii = ascii(Face::primary(style));
    let mut state = Sequence::Plain;
    text.chars().fold(0.0, |sum, ch| {
        sum + match ascii.get(ch as usize) {
            Some(&advance) => {
                state = Sequence::Plain;
                f64::from(advance)
            }
            None => beyond_ascii(ch, style, &mut state),
        }
    })
}

fn beyond_ascii(ch: char, style: Style, state: &mut Sequence) -> f64 {
    let emoji = state.emoji(ch);
    if emoji.is_continuation() {
        return 0.0;
    }
    if emoji.is_emoji() {
        return EMOJI;
    }
    let columns = ch.width().unwrap_or(0);
    if columns == 0 {
        return 0.0;
    }
    for face in [Face::primary(style), Face::fallback(style)] {
        let tables = face.tables();
        if let Some(glyph) = tables.glyph_index(ch) {
            let advance = tables.glyph_hor_advance(glyph).unwrap_or(0);
            return f64::from(advance) / f64::from(tables.units_per_em());
        }
    }
    if columns == 2 { SQUARE } else { UNKNOWN }
}

fn cells(ch: char, state: &mut Sequence) -> f64 {
    let emoji = state.emoji(ch);
    if emoji.is_continuation() {
        0.0
    } else if emoji.is_emoji() {
        2.0
    } else {
        ch.width().unwrap_or(0) as f64
    }
}

/// Advances of the first 128 characters in ems; controls are 0.
fn ascii(face: Face) -> &'static [f32; 128] {
    static ADVANCES: [OnceLock<[f32; 128]>; Face::ALL.len()] =
        [const { OnceLock::new() }; Face::ALL.len()];
    ADVANCES[face as usize].get_or_init(|| {
        let tables = face.tables();
        let em = f32::from(tables.units_per_em());
        std::array::from_fn(|code| {
            let ch = char::from(code as u8);
            let glyph = tables.glyph_index(ch).filter(|_| !ch.is_control());
            let advance = glyph.and_then(|glyph| tables.glyph_hor_advance(glyph));
            advance.map_or(0.0, |advance| f32::from(advance) / em)
        })
    })
}

/// Where a reader of emoji sequences stands.
#[derive(Clone, Copy, PartialEq)]
enum Sequence {
    Plain,
    Emoji,
    Joiner,
    HalfFlag,
}

/// How a character counts in a sequence of emoji.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Other,
    Start,
    Continuation,
}

impl Part {
    fn is_emoji(self) -> bool {
        self == Self::Start
    }

    fn is_continuation(self) -> bool {
        self == Self::Continuation
    }
}

impl Sequence {
    fn emoji(&mut self, ch: char) -> Part {
        let (next, part) = match (*self, ch) {
            (Self::Emoji, '\u{200d}') => (Self::Joiner, Part::Continuation),
            (Self::Emoji, '\u{fe0f}' | '\u{20e3}' | '\u{1f3fb}'..='\u{1f3ff}') => {
                (Self::Emoji, Part::Continuation)
            }
            (Self::HalfFlag, '\u{1f1e6}'..='\u{1f1ff}') => (Self::Plain, Part::Continuation),
            (_, '\u{1f1e6}'..='\u{1f1ff}') => (Self::HalfFlag, Part::Start),
            (Self::Joiner, _) => (Self::Emoji, Part::Continuation),
            (_, ch) if is_emoji(ch) => (Self::Emoji, Part::Start),
            _ => (Self::Plain, Part::Other),
        };
        *self = next;
        part
    }
}

/// Whether viewers draw the character as a picture in colour without being asked to.
pub fn is_emoji(ch: char) -> bool {
    let wide_symbol = matches!(ch, '\u{231a}'..='\u{2b55}' | '\u{1f000}'..='\u{1faff}');
    wide_symbol && ch.width() == Some(2)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn em(text: &str) -> f64 {
        width(text, Style::SANS, 1.0)
    }

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-6
    }

    #[test]
    fn ascii_advances_are_those_of_the_font_file() {
        let tables = Face::Sans.tables();
        let sum: u32 = "Log in"
            .chars()
            .map(|ch| {
                tables.glyph_index(ch).and_then(|it| tables.glyph_hor_advance(it)).unwrap() as u32
            })
            .sum();
        assert!(close(em("Log in"), f64::from(sum) / f64::from(tables.units_per_em())));
    }

    #[test]
    fn bold_is_wider_than_regular() {
        assert!(
            width("Authenticate", Style::SANS.bold(), 13.0)
                > width("Authenticate", Style::SANS, 13.0)
        );
    }

    #[test]
    fn marks_and_joiners_take_no_room() {
        assert!(close(em("e\u{301}"), em("e")));
        assert!(close(em("a\u{200b}b\u{feff}"), em("ab")));
        assert!(close(em("a\tb\u{7f}"), em("ab")));
    }

    #[test]
    fn letters_that_join_are_as_wide_as_the_word() {
        let word = "بالعالم";
        let apart: f64 = word.chars().map(|ch| em(ch.encode_utf8(&mut [0; 4]))).sum();
        assert!(em(word) < 0.9 * apart, "{} of {apart}", em(word));
        let mixed = em("ab") + em(word) + em(" 12");
        assert!(close(em(&format!("ab{word} 12")), mixed));
    }

    #[test]
    fn ideographs_fill_squares() {
        assert!(close(em("漢字かな"), 4.0));
        assert!(close(em("한글"), 2.0));
    }

    #[test]
    fn an_emoji_sequence_is_one_picture() {
        assert!(close(em("😀"), EMOJI));
        assert!(close(em("👩\u{200d}👩\u{200d}👧"), EMOJI));
        assert!(close(em("👍\u{1f3fd}"), EMOJI));
        assert!(close(em("🇫🇷🇯🇵"), 2.0 * EMOJI));
        assert!(close(em("👍👍"), 2.0 * EMOJI));
    }

    #[test]
    fn fixed_width_text_counts_cells() {
        let mono = |text| width(text, Style::MONO.bold(), 1.0);
        assert!(close(mono("iW漢"), 4.0 * CELL));
        for face in [Face::Mono, Face::MonoBold, Face::MonoItalic, Face::MonoBoldItalic] {
            assert!(close(f64::from(ascii(face)[usize::from(b'm')]), CELL));
        }
    }

    #[test]
    fn letters_of_many_scripts_stay_inside_the_line() {
        for style in [Style::SANS, Style::SANS.bold(), Style::MONO] {
            for ch in "ÅÉŐÜjgpqyçþЙЩцΆβξ|{}@Q".chars() {
                let Some(face) = crate::face_for(ch, style) else { continue };
                let tables = face.tables();
                let Some(bounds) = tables.glyph_bounding_box(tables.glyph_index(ch).unwrap())
                else {
                    continue;
                };
                let em = f64::from(tables.units_per_em());
                assert!(f64::from(bounds.y_max) / em < ASCENT, "{ch} in {face:?}");
                assert!(f64::from(-bounds.y_min) / em < DESCENT, "{ch} in {face:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn any_text_has_a_finite_width_that_grows_with_the_size(text in ".*") {
            let small = width(&text, Style::SANS, 10.0);
            prop_assert!(small.is_finite() && small >= 0.0);
            prop_assert!((width(&text, Style::SANS, 20.0) - 2.0 * small).abs() < 1e-6);
        }

        #[test]
        fn letters_add_up(a in "[ -~À-ž]*", b in "[ -~À-ž]*") {
            let whole = em(&format!("{a}{b}"));
            prop_assert!((whole - em(&a) - em(&b)).abs() < 1e-6);
        }
    }
}
