//! The HSLuv colour space: hue, saturation and a lightness that looks even to the eye.

use crate::Rgba;

/// The lightness of white on a dark page, and of black.
const DARKEST: f64 = 9.0;
const BRIGHTEST: f64 = 94.0;

const TO_XYZ: [[f64; 3]; 3] = [
    [0.412_390_799_265_959_5, 0.357_584_339_383_877_96, 0.180_480_788_401_834_3],
    [0.212_639_005_871_510_36, 0.715_168_678_767_755_9, 0.072_192_315_360_733_72],
    [0.019_330_818_715_591_85, 0.119_194_779_794_625_99, 0.950_532_152_249_660_6],
];
const FROM_XYZ: [[f64; 3]; 3] = [
    [3.240_969_941_904_521_3, -1.537_383_177_570_093_5, -0.498_610_760_293_003_3],
    [-0.969_243_636_280_879_8, 1.875_967_501_507_720_7, 0.041_555_057_407_175_61],
    [0.055_630_079_696_993_61, -0.203_976_958_888_976_57, 1.056_971_514_242_878_6],
];
const WHITE_U: f64 = 0.197_830_006_642_836_8;
const WHITE_V: f64 = 0.468_319_994_938_791_04;
const KAPPA: f64 = 903.296_296_296_296_3;
const EPSILON: f64 = 0.008_856_451_679_035_631;

impl Rgba {
    /// The colour with its lightness turned over: what is bright becomes dark, in the same hue and saturation.
    #[must_use]
    pub fn reversed(self) -> Self {
        self.with_lightness(|it| 100.0 - it)
    }

    /// What takes the place of a colour that was chosen for a light page on a dark one: reversed, between a page that is
    /// not quite black and letters that do not glare.
    #[must_use]
    pub fn on_dark_page(self) -> Self {
        self.with_lightness(|it| DARKEST + (100.0 - it) / 100.0 * (BRIGHTEST - DARKEST))
    }

    /// Whether it looks nearer to white than to black.
    pub fn is_bright(self) -> bool {
        from_rgb([self.r, self.g, self.b])[2] > 50.0
    }

    fn with_lightness(self, change: impl Fn(f64) -> f64) -> Self {
        let [hue, saturation, lightness] = from_rgb([self.r, self.g, self.b]);
        let [r, g, b] = to_rgb([hue, saturation, change(lightness)]);
        Self { r, g, b, a: self.a }
    }
}

fn from_rgb(rgb: [u8; 3]) -> [f64; 3] {
    let linear = rgb.map(|it| {
        let it = f64::from(it) / 255.0;
        if it > 0.040_45 { ((it + 0.055) / 1.055).powf(2.4) } else { it / 12.92 }
    });
    let [x, y, z] = TO_XYZ.map(|row| dot(row, linear));
    let lightness = if y <= EPSILON { y * KAPPA } else { 116.0 * y.cbrt() - 16.0 };
    let divisor = x + 15.0 * y + 3.0 * z;
    if divisor == 0.0 || lightness < 1e-8 {
        return [0.0, 0.0, 0.0];
    }
    let u = 13.0 * lightness * (4.0 * x / divisor - WHITE_U);
    let v = 13.0 * lightness * (9.0 * y / divisor - WHITE_V);
    let chroma = u.hypot(v);
    let hue = if chroma < 1e-8 { 0.0 } else { v.atan2(u) };
    let saturation =
        if lightness > 99.999_999 { 0.0 } else { chroma / most_chroma(lightness, hue) };
    [hue, saturation, lightness]
}

fn to_rgb([hue, saturation, lightness]: [f64; 3]) -> [u8; 3] {
    if lightness > 99.999_999 {
        return [255; 3];
    }
    if lightness < 1e-8 {
        return [0; 3];
    }
    let chroma = most_chroma(lightness, hue) * saturation;
    let u = hue.cos() * chroma / (13.0 * lightness) + WHITE_U;
    let v = hue.sin() * chroma / (13.0 * lightness) + WHITE_V;
    let y = if lightness <= 8.0 { lightness / KAPPA } else { ((lightness + 16.0) / 116.0).powi(3) };
    let x = y * 9.0 * u / (4.0 * v);
    let z = y * (12.0 - 3.0 * u - 20.0 * v) / (4.0 * v);
    FROM_XYZ.map(|row| {
        let it = dot(row, [x, y, z]);
        let it = if it <= 0.003_130_8 { 12.92 * it } else { 1.055 * it.powf(1.0 / 2.4) - 0.055 };
        (it.clamp(0.0, 1.0) * 255.0).round() as u8
    })
}

/// The largest chroma that a screen can show at this lightness and hue.
fn most_chroma(lightness: f64, hue: f64) -> f64 {
    let sub = (lightness + 16.0).powi(3) / 1_560_896.0;
    let sub = if sub > EPSILON { sub } else { lightness / KAPPA };
    let mut least = f64::INFINITY;
    for [m1, m2, m3] in FROM_XYZ {
        for edge in [0.0, 1.0] {
            let top1 = (284_517.0 * m1 - 94_839.0 * m3) * sub;
            let top2 = (838_422.0 * m3 + 769_860.0 * m2 + 731_718.0 * m1) * lightness * sub
                - 769_860.0 * edge * lightness;
            let bottom = (632_260.0 * m3 - 126_452.0 * m2) * sub + 126_452.0 * edge;
            let length = top2 / bottom / (hue.sin() - top1 / bottom * hue.cos());
            if length >= 0.0 {
                least = least.min(length);
            }
        }
    }
    least
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_over_twice_leads_back() {
        assert_eq!(Rgba::hex(0xff_ffff).reversed(), Rgba::hex(0));
        assert_eq!(Rgba::hex(0).reversed(), Rgba::hex(0xff_ffff));
        for color in [0xc8_3c3c, 0x77_7777, 0x14_78c8].map(Rgba::hex) {
            let back = color.reversed().reversed();
            let pairs = [(color.r, back.r), (color.g, back.g), (color.b, back.b)];
            assert!(pairs.iter().all(|(one, other)| one.abs_diff(*other) <= 2), "{back:?}");
        }
    }

    #[test]
    fn on_a_dark_page_bright_and_dark_change_places() {
        let pale = Rgba::hex(0xff_f0b0);
        assert!(pale.is_bright() && !pale.on_dark_page().is_bright());
        assert!(Rgba::hex(0x20_2020).on_dark_page().is_bright());
        let white = Rgba::hex(0xff_ffff).on_dark_page();
        assert!(white != Rgba::hex(0) && !white.is_bright());
    }
}
