//! Colours: lighter, darker, reversed.

use puml_syntax::color::{self, Color};

use super::{Builtin, bad_argument, builtin};
use crate::preprocess::call::Arguments;
use crate::preprocess::fault::Outcome;
use crate::preprocess::value::Value;

pub(super) const ALL: &[Builtin] = &[
    builtin("%darken", (2, 2), |_, it| shaded(it, -1.0)),
    builtin("%lighten", (2, 2), |_, it| shaded(it, 1.0)),
    builtin("%is_dark", (1, 1), |_, it| Ok((luma(rgb(it)?) < 128.0).into())),
    builtin("%is_light", (1, 1), |_, it| Ok((luma(rgb(it)?) >= 128.0).into())),
    builtin("%reverse_color", (1, 1), |_, it| Ok(written(rgb(it)?.map(|it| 255 - it)))),
    builtin("%reverse_hsluv_color", (1, 1), |_, it| Ok(written(reversed(rgb(it)?)))),
    builtin("%hsl_color", (3, 4), |_, it| {
        let part = |idx: usize| it.int(idx) as f64;
        let [red, green, blue] = from_hsl([part(0), part(1) / 100.0, part(2) / 100.0]);
        Ok(match it.values.get(3) {
            Some(opacity) => {
                let opacity = (opacity.as_int().clamp(0, 100) as f64 * 2.55).round() as u8;
                Value::Text(format!("#{red:02X}{green:02X}{blue:02X}{opacity:02X}"))
            }
            None => written([red, green, blue]),
        })
    }),
];

fn rgb(arguments: &Arguments) -> Outcome<[u8; 3]> {
    match color::parse_color(arguments.text(0).trim()) {
        Some(Color::Rgba(red, green, blue, _)) => Ok([red, green, blue]),
        Some(Color::Transparent | Color::Automatic) => Ok([255; 3]),
        None => Err(bad_argument(format!("`{}` is no colour", arguments.text(0)))),
    }
}

fn written([red, green, blue]: [u8; 3]) -> Value {
    Value::Text(format!("#{red:02X}{green:02X}{blue:02X}"))
}

fn reversed([red, green, blue]: [u8; 3]) -> [u8; 3] {
    let it = puml_family::color(Color::Rgba(red, green, blue, 255)).light.reversed();
    [it.r, it.g, it.b]
}

fn luma([red, green, blue]: [u8; 3]) -> f64 {
    0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue)
}

/// The colour with its lightness changed by this many hundredths of what it is.
fn shaded(arguments: &Arguments, sign: f64) -> Outcome<Value> {
    let [hue, saturation, lightness] = to_hsl(rgb(arguments)?);
    let change = 1.0 + sign * arguments.int(1) as f64 / 100.0;
    Ok(written(from_hsl([hue, saturation, (lightness * change).clamp(0.0, 1.0)])))
}

/// Hue in degrees, saturation and lightness from 0 to 1.
fn to_hsl(rgb: [u8; 3]) -> [f64; 3] {
    let [red, green, blue] = rgb.map(|it| f64::from(it) / 255.0);
    let most = red.max(green).max(blue);
    let least = red.min(green).min(blue);
    let lightness = f64::midpoint(most, least);
    let spread = most - least;
    if spread == 0.0 {
        return [0.0, 0.0, lightness];
    }
    let saturation = spread / (1.0 - (2.0 * lightness - 1.0).abs());
    let sector = if most <= red {
        ((green - blue) / spread).rem_euclid(6.0)
    } else if most <= green {
        (blue - red) / spread + 2.0
    } else {
        (red - green) / spread + 4.0
    };
    [sector * 60.0, saturation, lightness]
}

fn from_hsl([hue, saturation, lightness]: [f64; 3]) -> [u8; 3] {
    let (saturation, lightness) = (saturation.clamp(0.0, 1.0), lightness.clamp(0.0, 1.0));
    let spread = saturation * lightness.min(1.0 - lightness);
    [0.0, 8.0, 4.0].map(|offset: f64| {
        let place = (offset + hue.rem_euclid(360.0) / 30.0) % 12.0;
        let value = lightness - spread * (place - 3.0).min(9.0 - place).clamp(-1.0, 1.0);
        (value * 255.0).round() as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hue_saturation_and_lightness_lead_back_to_the_colour() {
        for color in [[255, 0, 0], [18, 52, 86], [200, 200, 200], [0, 128, 64]] {
            assert_eq!(from_hsl(to_hsl(color)), color);
        }
    }
}
