//! Black on white and nothing else: prints well, photocopies well, steps back behind the content.

use scene::Color;

use super::palette::{Palette, Tone};

const PAPER: Color = Color::WHITE;
const INK: Color = Color::hex(0x11_1111);
const BOXED: Tone = Tone { fill: PAPER, line: INK, text: INK };

pub(super) const PALETTE: Palette = Palette {
    page: PAPER,
    ink: INK,
    muted: Color::hex(0x55_5555),
    arrow: INK,
    lifeline: Color::hex(0x88_8888),
    head: BOXED,
    bar: BOXED,
    note: BOXED,
    frame: BOXED,
    reference: PAPER,
    divider: BOXED,
    enclosure: Tone { fill: PAPER, line: Color::hex(0x88_8888), text: INK },
    legend: Tone { fill: PAPER, line: Color::hex(0x88_8888), text: INK },
    destroy: INK,
    link: INK,
    corner: 0.0,
    line: 1.0,
    bold_heads: false,
    handwritten: false,
};
