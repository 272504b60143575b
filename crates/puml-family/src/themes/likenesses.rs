//! The themes of the reference that none of ours stands for already, each by a few colours of its kind.

use super::likeness::{Heads, Likeness};

const fn theme(name: &'static str, page: u32, ink: u32, heads: Heads, corner: f64) -> Likeness {
    Likeness { name, page, ink, head: ink, accent: ink, note: page, tab: page, heads, corner }
}

const fn colored(theme: Likeness, head: u32, accent: u32, note: u32, tab: u32) -> Likeness {
    Likeness { head, accent, note, tab, ..theme }
}

use Heads::{Filled, Hollow, Sketched, SketchedHollow};

const WHITE: u32 = 0xff_ffff;
const SLATE: u32 = 0x2b_3138;

/// In alphabetical order: page, ink, heads and corner; then head, accent, note and tab.
#[rustfmt::skip]
pub(super) const LIKENESSES: [Likeness; 40] = [
    colored(theme("amiga", 0x0e_56a4, 0xfa_fcff, Hollow, 0.0), 0xfa_fcff, 0xfa_fcff, 0xfa_fcff, 0x1b_66b5),
    colored(theme("aws-orange", WHITE, 0x2a_3442, Filled, 4.0), 0xee_7a1c, 0xd8_6410, 0x0f_74b8, 0xe6_eaee),
    colored(theme("black-knight", 0x0a_0a0b, 0xf4_f4f2, Filled, 5.0), 0x3a_3a3b, 0x8c_8c8e, 0x0d_5ca0, 0x2a_2a2c),
    colored(theme("bluegray", WHITE, 0x33_3c42, Filled, 10.0), 0x1c_a3dc, 0x12_8cc2, 0xee_f4f8, 0xe6_edf1),
    colored(theme("carbon-gray", WHITE, 0x22_2528, Filled, 3.0), 0xf2_f3f4, 0x9a_9fa4, WHITE, 0xf0_f1f2),
    colored(theme("cerulean", WHITE, 0x2f_3840, Filled, 6.0), 0x34_a7e6, 0x22_8ccb, 0x0d_4578, 0xe8_eef2),
    colored(theme("cerulean-outline", WHITE, 0x2f_3840, Hollow, 6.0), 0x28_95d6, 0x22_8ccb, 0x0d_4578, WHITE),
    colored(theme("cloudscape-design", WHITE, 0x04_0c1a, Filled, 4.0), 0x0b_70d0, 0x52_5c68, 0x0a_5cb0, 0xf1_f2f4),
    colored(theme("crt-amber", 0x26_2625, 0xff_b314, Hollow, 0.0), 0xff_b314, 0xff_b314, 0xff_b314, 0x4a_3a14),
    colored(theme("crt-green", 0x26_2726, 0x3c_fb3c, Hollow, 0.0), 0x3c_fb3c, 0x3c_fb3c, 0x3c_fb3c, 0x17_4a17),
    colored(theme("cyborg", 0x0b_0b0c, 0xf2_f2f2, Filled, 5.0), 0x2c_9bd2, 0x30_9fd4, 0x94_38c4, 0x50_5052),
    colored(theme("cyborg-outline", 0x0b_0b0c, 0xf2_f2f2, Hollow, 5.0), 0x30_9fd4, 0x30_9fd4, 0xb0_48d8, 0x22_2224),
    colored(theme("hacker", 0x12_1312, 0xe8_e9e6, Filled, 12.0), 0xb2_e550, 0xb2_e550, 0xa0_7a98, 0x2b_302b),
    colored(theme("lightgray", WHITE, 0x3c_4046, Filled, 4.0), 0xdd_dee0, 0xa4_a6a9, 0x43_6f9c, 0xd4_d5d7),
    colored(theme("mars", 0xf8_f8f8, 0x1b_1b1b, Filled, 3.0), 0xe2_5a58, 0x3a_3a3a, 0xed_edec, 0xf0_f0ef),
    colored(theme("materia", WHITE, 0x24_2424, Filled, 3.0), 0x26_96ef, 0x1c_80d4, 0x98_2cab, 0xee_f3f8),
    colored(theme("materia-outline", WHITE, 0x24_2424, Hollow, 3.0), 0x1c_80d4, 0x1c_80d4, 0x98_2cab, WHITE),
    colored(theme("metal", WHITE, 0x3a_3a3c, Filled, 8.0), 0xde_dedc, 0x86_8688, 0xa9_b7cc, 0xe6_e6e4),
    colored(theme("mimeograph", 0xd9_d4d2, 0x5f_4489, Hollow, 2.0), 0x7a_5aa3, 0x7a_5aa3, 0x7a_5aa3, 0xd2_cbd2),
    colored(theme("minty", WHITE, 0x32_383e, Filled, 6.0), 0x7c_c6b2, 0x4f_a892, 0x74_c6d8, 0xf6_b3b6),
    colored(theme("reddress-darkblue", 0x80_8080, 0x0a_0a0a, Filled, 1.0), 0x30_3030, 0x0a_0a0a, 0x1c_64bc, 0xec_ecec),
    colored(theme("reddress-darkgreen", 0x80_8080, 0x0a_0a0a, Filled, 1.0), 0x30_3030, 0x0a_0a0a, 0x26_8416, 0xec_ecec),
    colored(theme("reddress-darkorange", 0x80_8080, 0x0a_0a0a, Filled, 1.0), 0x30_3030, 0x0a_0a0a, 0xb8_6408, 0xec_ecec),
    colored(theme("reddress-darkred", 0x80_8080, 0x0a_0a0a, Filled, 1.0), 0x30_3030, 0x0a_0a0a, 0x86_0608, 0xec_ecec),
    colored(theme("reddress-lightblue", WHITE, 0x0a_0a0a, Filled, 1.0), 0xce_cece, 0x1c_1c1c, 0x2e_84dc, 0xef_efef),
    colored(theme("reddress-lightgreen", WHITE, 0x0a_0a0a, Filled, 1.0), 0xce_cece, 0x1c_1c1c, 0x58_b838, 0xef_efef),
    colored(theme("reddress-lightorange", WHITE, 0x0a_0a0a, Filled, 1.0), 0xce_cece, 0x1c_1c1c, 0xfb_8a0c, 0xef_efef),
    colored(theme("reddress-lightred", WHITE, 0x0a_0a0a, Filled, 1.0), 0xce_cece, 0x1c_1c1c, 0xc8_0836, 0xef_efef),
    colored(theme("sandstone", WHITE, 0x3c_3f3a, Filled, 4.0), 0x35_608a, 0x2f_5a84, 0x2a_a6da, 0xd8_d4cc),
    colored(theme("silver", WHITE, 0x44_484d, Filled, 5.0), 0xe8_e9ea, 0xb0_b2b4, 0x47_78ab, 0xe2_e3e4),
    colored(theme("sketchy", WHITE, 0x30_3030, Sketched, 5.0), 0x56_5656, 0x40_4040, 0x1a_9fb4, 0xd6_d6d6),
    colored(theme("sketchy-outline", WHITE, 0x30_3030, SketchedHollow, 5.0), 0x40_4040, 0x40_4040, 0x12_7c8e, WHITE),
    colored(theme("spacelab", WHITE, SLATE, Filled, 4.0), 0x46_6d98, 0x3c_628e, 0x4a_92d4, 0xb9_bbbe),
    colored(theme("spacelab-white", WHITE, SLATE, Filled, 4.0), 0x32_4f70, 0x3c_628e, 0x4a_92d4, 0xdd_dfe2),
    colored(theme("sunlust", 0xfc_f6e4, 0x22_2018, Filled, 8.0), 0xc6_eefb, 0x6c_5a1c, 0xfd_fccf, 0xfb_e3e1),
    colored(theme("superhero", WHITE, SLATE, Filled, 3.0), 0xdc_6a20, 0xc4_560e, 0x5c_bddc, 0xc4_ccd4),
    colored(theme("superhero-outline", WHITE, SLATE, Hollow, 3.0), 0xc4_560e, 0xc4_560e, 0x1f_7fa0, WHITE),
    colored(theme("toy", 0xdc_dcdc, 0x2a_2b2a, Filled, 3.0), 0xfb_7264, 0x44_4544, 0x94_e994, 0xee_eeee),
    colored(theme("united", WHITE, 0x2e_2a28, Filled, 4.0), 0xe6_5826, 0xc8_4412, 0x1a_9fb4, 0xc8_c1ba),
    colored(theme("vibrant", WHITE, 0x2a_2b2a, Filled, 3.0), 0xfb_674c, 0x44_4544, 0x84_f8d2, 0xf0_f0f0),
];
