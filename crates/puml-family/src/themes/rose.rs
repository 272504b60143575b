//! The yellow and crimson of the reference's first years, for diagrams that ask for `skin rose`.

use scene::Color;

use super::palette::{Palette, Tone};

const INK: Color = Color::hex(0x1c_1c1c);
const CRIMSON: Color = Color::hex(0xa8_0036);
const CREAM: Color = Color::hex(0xfe_fece);

pub(super) const PALETTE: Palette = Palette {
    page: Color::hex(0xff_ffff),
    ink: INK,
    muted: Color::hex(0x5c_5c5c),
    arrow: CRIMSON,
    lifeline: CRIMSON,
    head: Tone { fill: CREAM, line: CRIMSON, text: INK },
    bar: Tone { fill: Color::hex(0xff_ffff), line: CRIMSON, text: INK },
    note: Tone { fill: Color::hex(0xfb_fb77), line: CRIMSON, text: INK },
    frame: Tone { fill: Color::hex(0xee_eeee), line: Color::hex(0x33_3333), text: INK },
    reference: Color::hex(0xff_ffff),
    divider: Tone { fill: CREAM, line: CRIMSON, text: INK },
    enclosure: Tone { fill: Color::hex(0xf7_f7f7), line: Color::hex(0x7c_7c7c), text: INK },
    legend: Tone { fill: Color::hex(0xee_eeee), line: Color::hex(0x7c_7c7c), text: INK },
    destroy: CRIMSON,
    link: Color::hex(0x0b_4fb0),
    corner: 5.0,
    line: 1.0,
    bold_heads: false,
    handwritten: false,
};
