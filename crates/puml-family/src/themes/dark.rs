//! Light ink on charcoal, for dark slides and editors, whatever the reader prefers.

use scene::Color;

use super::palette::{Palette, Tone};

pub(super) const PALETTE: Palette = Palette {
    page: Color::hex(0x16_191f),
    ink: Color::hex(0xe6_eaf0),
    muted: Color::hex(0xa3_aebb),
    arrow: Color::hex(0xbf_c9d6),
    lifeline: Color::hex(0x5f_6b7a),
    head: Tone {
        fill: Color::hex(0x24_3044),
        line: Color::hex(0x7a_9ad0),
        text: Color::hex(0xeb_f1fb),
    },
    bar: Tone {
        fill: Color::hex(0x32_4463),
        line: Color::hex(0x7a_9ad0),
        text: Color::hex(0xe6_eaf0),
    },
    note: Tone {
        fill: Color::hex(0x3b_3620),
        line: Color::hex(0x9c_8a4b),
        text: Color::hex(0xf3_ebd2),
    },
    frame: Tone {
        fill: Color::hex(0x2b_333e),
        line: Color::hex(0x70_7d8e),
        text: Color::hex(0xe6_eaf0),
    },
    reference: Color::hex(0x1d_2229),
    divider: Tone {
        fill: Color::hex(0x26_2d37),
        line: Color::hex(0x70_7d8e),
        text: Color::hex(0xe6_eaf0),
    },
    enclosure: Tone {
        fill: Color::hex(0x1c_2027),
        line: Color::hex(0x42_4c58),
        text: Color::hex(0xb8_c2ce),
    },
    legend: Tone {
        fill: Color::hex(0x1c_2027),
        line: Color::hex(0x42_4c58),
        text: Color::hex(0xe6_eaf0),
    },
    destroy: Color::hex(0xf2_7b7b),
    link: Color::hex(0x8f_bbff),
    corner: 5.0,
    line: 1.0,
    bold_heads: true,
    handwritten: false,
};
