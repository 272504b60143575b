//! Looks that stand for themes of the reference: a few colours are chosen, all others follow from them, and every word
//! and line can be told from its ground.

use scene::{Color, Rgba};

use super::palette::{Palette, Tone, contrast};

/// Words need this much contrast; a little more than the least, since some stand on a tinted ground.
const WORDS: f64 = 5.6;
/// Lines need this much contrast.
const LINES: f64 = 2.2;

/// The colours that make one theme differ from the others.
#[derive(Debug, Clone, Copy)]
pub(super) struct Likeness {
    /// What the reference calls it.
    pub(super) name: &'static str,
    /// Behind everything.
    pub(super) page: u32,
    /// Most text.
    pub(super) ink: u32,
    /// Heads; their outline where they are hollow.
    pub(super) head: u32,
    /// Arrows and lines of frames.
    pub(super) accent: u32,
    pub(super) note: u32,
    /// Tabs of frames, bars and dividers.
    pub(super) tab: u32,
    /// How heads are drawn.
    pub(super) heads: Heads,
    /// Rounding of heads.
    pub(super) corner: f64,
}

/// How heads and notes are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Heads {
    /// Filled with their colour.
    Filled,
    /// Outlined in their colour on the page's.
    Hollow,
    /// Filled, and everything is drawn by hand.
    Sketched,
    /// Outlined, and everything is drawn by hand.
    SketchedHollow,
}

impl Likeness {
    /// All colours of the theme.
    pub(super) fn palette(&self) -> Palette {
        let is_hollow = matches!(self.heads, Heads::Hollow | Heads::SketchedHollow);
        let [page, ink, accent, tab] = [self.page, self.ink, self.accent, self.tab].map(Rgba::hex);
        let ink = told(ink, page, WORDS);
        let tone = |color: u32| {
            let color = Rgba::hex(color);
            let fill = if is_hollow { page } else { color };
            Tone {
                fill: fill.into(),
                line: told(mixed(color, ink, 0.25), page, LINES).into(),
                text: told(if is_hollow { color } else { ink }, fill, WORDS).into(),
            }
        };
        let frame_line: Color = told(accent, page, LINES).into();
        let on = |fill: Rgba| Tone {
            fill: fill.into(),
            line: frame_line,
            text: told(ink, fill, WORDS).into(),
        };
        let tint = mixed(page, ink, 0.05);
        let muted = told(mixed(ink, page, 0.3), page, WORDS);
        Palette {
            page: page.into(),
            ink: ink.into(),
            muted: muted.into(),
            arrow: told(accent, page, WORDS).into(),
            lifeline: told(mixed(ink, page, 0.55), page, LINES).into(),
            head: tone(self.head),
            bar: on(mixed(tab, page, 0.35)),
            note: tone(self.note),
            frame: on(tab),
            reference: tint.into(),
            divider: on(tab),
            enclosure: Tone { text: told(muted, tint, WORDS).into(), ..on(tint) },
            legend: on(tint),
            destroy: told(Rgba::hex(0xc0_3a2b), page, LINES).into(),
            link: told(mixed(accent, ink, 0.2), page, WORDS).into(),
            corner: self.corner,
            line: 1.0,
            bold_heads: true,
            handwritten: matches!(self.heads, Heads::Sketched | Heads::SketchedHollow),
        }
    }
}

/// Part of one colour, the rest of it another.
fn mixed(color: Rgba, other: Rgba, part: f64) -> Rgba {
    let mix = |a: u8, b: u8| (f64::from(a) * (1.0 - part) + f64::from(b) * part).round() as u8;
    Rgba { r: mix(color.r, other.r), g: mix(color.g, other.g), b: mix(color.b, other.b), a: 255 }
}

/// The colour, made darker or lighter until it can be told from its ground.
fn told(color: Rgba, ground: Rgba, least: f64) -> Rgba {
    let [black, white] = [0x00_0000, 0xff_ffff].map(Rgba::hex);
    let end = if contrast(ground, black) > contrast(ground, white) { black } else { white };
    // Some grounds in the middle allow no more than this.
    let least = least.min(contrast(ground, end) * 0.98);
    let mut steps = (0..=20).map(|it| mixed(color, end, f64::from(it) / 20.0));
    steps.find(|it| contrast(*it, ground) >= least).unwrap_or(end)
}
