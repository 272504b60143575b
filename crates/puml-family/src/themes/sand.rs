//! Warm paper, brown ink, terracotta accents.

use scene::Color;

use super::palette::{Palette, Tone};

pub(super) const PALETTE: Palette = Palette {
    page: Color::hex(0xfd_faf4),
    ink: Color::hex(0x3b_3026),
    muted: Color::hex(0x75_6553),
    arrow: Color::hex(0x5c_4836),
    lifeline: Color::hex(0xb3_a189),
    head: Tone {
        fill: Color::hex(0xf4_e8d2),
        line: Color::hex(0xb0_8d5b),
        text: Color::hex(0x3b_2d1c),
    },
    bar: Tone {
        fill: Color::hex(0xec_d6b4),
        line: Color::hex(0xb0_8d5b),
        text: Color::hex(0x3b_3026),
    },
    note: Tone {
        fill: Color::hex(0xfa_f0d8),
        line: Color::hex(0xc9_ab72),
        text: Color::hex(0x42_3521),
    },
    frame: Tone {
        fill: Color::hex(0xee_e3d0),
        line: Color::hex(0xa8_9577),
        text: Color::hex(0x3b_3026),
    },
    reference: Color::hex(0xfb_f6eb),
    divider: Tone {
        fill: Color::hex(0xf4_ebda),
        line: Color::hex(0xa8_9577),
        text: Color::hex(0x3b_3026),
    },
    enclosure: Tone {
        fill: Color::hex(0xf9_f3e7),
        line: Color::hex(0xd9_c8aa),
        text: Color::hex(0x66_5540),
    },
    legend: Tone {
        fill: Color::hex(0xf9_f3e7),
        line: Color::hex(0xd9_c8aa),
        text: Color::hex(0x3b_3026),
    },
    destroy: Color::hex(0xb2_4a2c),
    link: Color::hex(0x9a_3f1b),
    corner: 4.0,
    line: 1.0,
    bold_heads: true,
    handwritten: false,
};
