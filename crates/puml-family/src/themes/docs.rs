//! Quiet greys with one blue accent, to sit between paragraphs of documentation.

use scene::Color;

use super::palette::{Palette, Tone};

pub(super) const PALETTE: Palette = Palette {
    page: Color::WHITE,
    ink: Color::hex(0x24_292f),
    muted: Color::hex(0x5c_6670),
    arrow: Color::hex(0x42_4a53),
    lifeline: Color::hex(0xa5_aeb8),
    head: Tone {
        fill: Color::hex(0xf6_f8fa),
        line: Color::hex(0x8c_959f),
        text: Color::hex(0x24_292f),
    },
    bar: Tone {
        fill: Color::hex(0xdd_f0ff),
        line: Color::hex(0x4c_8fd0),
        text: Color::hex(0x24_292f),
    },
    note: Tone {
        fill: Color::hex(0xf3_f7fc),
        line: Color::hex(0x9f_bcdc),
        text: Color::hex(0x24_292f),
    },
    frame: Tone {
        fill: Color::hex(0xee_f1f4),
        line: Color::hex(0x97_a1ac),
        text: Color::hex(0x24_292f),
    },
    reference: Color::hex(0xfb_fcfd),
    divider: Tone {
        fill: Color::hex(0xf6_f8fa),
        line: Color::hex(0x9d_a7b1),
        text: Color::hex(0x24_292f),
    },
    enclosure: Tone {
        fill: Color::hex(0xfa_fbfc),
        line: Color::hex(0xd0_d7de),
        text: Color::hex(0x4d_5761),
    },
    legend: Tone {
        fill: Color::hex(0xfa_fbfc),
        line: Color::hex(0xd0_d7de),
        text: Color::hex(0x24_292f),
    },
    destroy: Color::hex(0xcf_222e),
    link: Color::hex(0x09_5bc4),
    corner: 3.0,
    line: 1.0,
    bold_heads: false,
    handwritten: false,
};
