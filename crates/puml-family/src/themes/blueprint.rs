//! White lines on drafting blue.

use scene::Color;

use super::palette::{Palette, Tone};

const PAPER: Color = Color::hex(0x1b_4b8a);
const INK: Color = Color::hex(0xff_ffff);
const BOXED: Tone = Tone { fill: Color::hex(0x22_579c), line: Color::hex(0xcf_e2ff), text: INK };

pub(super) const PALETTE: Palette = Palette {
    page: PAPER,
    ink: INK,
    muted: Color::hex(0xc6_dbfa),
    arrow: INK,
    lifeline: Color::hex(0x9d_bfee),
    head: BOXED,
    bar: Tone { fill: Color::hex(0x27_5da3), ..BOXED },
    note: Tone { fill: Color::hex(0x17_4279), ..BOXED },
    frame: Tone { fill: Color::hex(0x17_4279), line: Color::hex(0xb7_d1f7), text: INK },
    reference: Color::hex(0x1f_5295),
    divider: Tone { fill: Color::hex(0x17_4279), line: Color::hex(0xb7_d1f7), text: INK },
    enclosure: Tone { fill: Color::hex(0x1e_5092), line: Color::hex(0x7f_a9df), text: INK },
    legend: Tone { fill: Color::hex(0x1e_5092), line: Color::hex(0x7f_a9df), text: INK },
    destroy: Color::hex(0xff_b3a6),
    link: Color::hex(0xbf_e0ff),
    corner: 0.0,
    line: 1.0,
    bold_heads: true,
    handwritten: false,
};
