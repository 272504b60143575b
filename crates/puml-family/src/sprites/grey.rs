//! Sprites in shades of the text's colour: rows of letters, or one compressed word.

use super::{Picture, area, letters};
use crate::model::SpriteContent;

/// Width, height and number of shades as a sprite's header gives them.
type Size = (u32, u32, u32);

/// Rows of letters. With 16 shades a letter is one pixel; with fewer it holds pixels that stand below each other:
/// two of 8 shades, three of 4. Short rows are filled up.
pub(crate) fn rows(size: Option<Size>, rows: &[String]) -> Result<Picture, String> {
    let widest = rows.iter().map(|it| it.chars().count()).max().unwrap_or(0) as u32;
    let (columns, height, shades) = size.unwrap_or((widest, rows.len() as u32, 16));
    let mut pixels = vec![0; area(columns, height)?];
    let (stacked, bits) = match shades {
        4 => (3, 2),
        8 => (2, 3),
        _ => (1, 4),
    };
    let most = darkest(shades);
    // The reference takes any letter where pixels stand below each other.
    if stacked == 1
        && let Some(letter) =
            rows.iter().flat_map(|it| it.chars()).find(|it| !it.is_ascii_hexdigit())
    {
        return Err(format!("has `{letter}` in a row; 0 to 9 and A to F are shades"));
    }
    for (row, line) in rows.iter().enumerate() {
        for (column, letter) in line.chars().take(columns as usize).enumerate() {
            let value = if stacked == 1 {
                letter.to_digit(16).unwrap_or(0)
            } else {
                letters::value(letter).unwrap_or(0).into()
            };
            for below in 0..stacked {
                let y = row * stacked + below;
                if y < height as usize {
                    let shade = value >> (bits * (stacked - 1 - below)) & most;
                    pixels[y * columns as usize + column] = opacity(shade, most);
                }
            }
        }
    }
    Ok(Picture { columns, rows: height, content: SpriteContent::Mono(pixels) })
}

/// One word: deflated bytes of a pixel each, row by row, in letters of six bits.
pub(crate) fn packed((columns, rows, shades): Size, word: &str) -> Result<Picture, String> {
    let all = area(columns, rows)?;
    let mut bytes = letters::bytes(word).ok_or("holds a letter that no compressed sprite has")?;
    // The reference's encoder leaves zeros at the end out.
    bytes.extend([0; 3]);
    let bytes = miniz_oxide::inflate::decompress_to_vec_with_limit(&bytes, all).or_else(
        |error| match error.status {
            // Fillers may follow the last pixel.
            miniz_oxide::inflate::TINFLStatus::HasMoreOutput => Ok(error.output),
            _ => Err("cannot be unpacked: its compressed data is damaged"),
        },
    )?;
    if bytes.len() < all {
        return Err("is cut off: its compressed data ends too early".to_owned());
    }
    let most = darkest(shades);
    let pixels = bytes.iter().map(|&it| opacity(u32::from(it).min(most), most)).collect();
    Ok(Picture { columns, rows, content: SpriteContent::Mono(pixels) })
}

/// The parser refuses any other number of shades.
fn darkest(shades: u32) -> u32 {
    match shades {
        4 => 3,
        8 => 7,
        _ => 15,
    }
}

fn opacity(shade: u32, most: u32) -> u8 {
    (shade * 255 / most) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ramp of five by four pixels, as the reference's encoder writes it.
    const SHADES_16: [&str; 4] = ["FFEDC", "BBA98", "77654", "32210"];

    fn shades(picture: Picture, most: u32) -> Vec<u32> {
        let SpriteContent::Mono(pixels) = picture.content else {
            panic!("grey sprites have one ink")
        };
        pixels.iter().map(|&it| (u32::from(it) * most + 127) / 255).collect()
    }

    fn lines(all: &[&str]) -> Vec<String> {
        all.iter().map(|&it| it.to_owned()).collect()
    }

    #[test]
    fn digits_become_opacity_and_short_rows_are_filled_up() {
        let picture = rows(None, &lines(&["0F", "8"])).unwrap();
        assert_eq!((picture.columns, picture.rows), (2, 2));
        assert_eq!(picture.content, SpriteContent::Mono(vec![0, 255, 136, 0]));
        assert!(rows(Some((u32::MAX, u32::MAX, 4)), &lines(&["0F"])).is_err());
    }

    #[test]
    fn a_row_of_sixteen_shades_has_no_other_letters() {
        for row in ["0G", "0 F", "alt x", "01AFz"] {
            assert!(rows(None, &lines(&["01AF", row])).is_err(), "{row}");
            assert!(rows(Some((4, 2, 16)), &lines(&["01AF", row])).is_err(), "{row}");
        }
        assert!(rows(Some((4, 2, 8)), &lines(&["01AF", "alt x"])).is_ok());
    }

    #[test]
    fn a_compressed_sprite_has_the_pixels_of_its_rows() {
        let written = rows(Some((5, 4, 16)), &lines(&SHADES_16)).unwrap();
        assert_eq!(packed((5, 4, 16), "u-Vdu-NXvkRYv61dPsDbOMPYOcG").unwrap(), written);
        let written = rows(Some((5, 4, 8)), &lines(&["zzzqq", "PPPGG"])).unwrap();
        assert_eq!(packed((5, 4, 8), "OsTdPsDZPMLbOM5cPcPYOcHaP6").unwrap(), written);
        let written = rows(Some((5, 4, 4)), &lines(&["vvvvv", "00000"])).unwrap();
        assert_eq!(packed((5, 4, 4), "OmO19X1W10464").unwrap(), written);
    }

    #[test]
    fn fewer_shades_stack_pixels_in_a_letter() {
        let found = shades(rows(Some((1, 3, 4)), &lines(&["v"])).unwrap(), 3);
        assert_eq!(found, [3, 2, 1]);
        let found = shades(rows(Some((1, 2, 8)), &lines(&["z"])).unwrap(), 7);
        assert_eq!(found, [7, 5]);
    }

    #[test]
    fn damaged_words_are_refused() {
        assert!(packed((5, 4, 16), "u-Vd").is_err());
        assert!(packed((5, 4, 16), "$").is_err());
        assert!(packed((0, 4, 16), "u-Vd").is_err());
    }
}
