//! Slate ink, soft blue heads, warm notes; every colour has a partner for dark pages.

use super::both;
use super::palette::{Palette, Tone};

pub(super) const PALETTE: Palette = Palette {
    page: both(0xff_ffff, 0x14_171c),
    ink: both(0x1f_2933, 0xe4_e8ee),
    muted: both(0x5a_6673, 0x9c_a8b6),
    arrow: both(0x37_4454, 0xb9_c4d1),
    lifeline: both(0x9a_a5b4, 0x5d_6876),
    head: Tone {
        fill: both(0xee_f3fc, 0x22_2c3c),
        line: both(0x6d_88b8, 0x6a_86b8),
        text: both(0x1c_2b45, 0xe6_edf8),
    },
    bar: Tone {
        fill: both(0xdc_e6f8, 0x2d_3b54),
        line: both(0x6d_88b8, 0x6a_86b8),
        text: both(0x1f_2933, 0xe4_e8ee),
    },
    note: Tone {
        fill: both(0xff_f8dc, 0x38_3320),
        line: both(0xd3_bd6c, 0x8f_7f45),
        text: both(0x33_2e1c, 0xf0_e8cf),
    },
    frame: Tone {
        fill: both(0xea_eef4, 0x28_2f39),
        line: both(0x8a_97a8, 0x66_7282),
        text: both(0x1f_2933, 0xe4_e8ee),
    },
    reference: both(0xf9_fafc, 0x1b_1f26),
    divider: Tone {
        fill: both(0xf1_f4f8, 0x23_2a33),
        line: both(0x9a_a5b4, 0x66_7282),
        text: both(0x1f_2933, 0xe4_e8ee),
    },
    enclosure: Tone {
        fill: both(0xf6_f7f9, 0x1b_1f25),
        line: both(0xc9_d0d9, 0x3d_4651),
        text: both(0x4a_5563, 0xb4_becb),
    },
    legend: Tone {
        fill: both(0xf6_f7f9, 0x1b_1f25),
        line: both(0xc9_d0d9, 0x3d_4651),
        text: both(0x1f_2933, 0xe4_e8ee),
    },
    destroy: both(0xc5_3030, 0xf0_7575),
    link: both(0x1a_56b8, 0x8a_b8ff),
    corner: 5.0,
    line: 1.0,
    bold_heads: true,
    handwritten: false,
};
