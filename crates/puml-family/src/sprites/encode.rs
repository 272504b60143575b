//! A picture written as a sprite of grey shades: the way back from [`grey`](super::grey).

use super::{decode_bitmap, letters};
use crate::model::SpriteContent;

/// How a sprite is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpriteForm {
    /// How many shades of grey: 4, 8 or 16.
    pub shades: u32,
    /// One compressed word instead of rows of letters.
    pub is_packed: bool,
}

impl SpriteForm {
    /// Reads `4`, `8`, `16`, each with or without `z` for packed.
    pub fn parse(word: &str) -> Option<Self> {
        let shades = word.trim_end_matches('z');
        let is_packed = match word.len() - shades.len() {
            0 => false,
            1 => true,
            _ => return None,
        };
        let shades = [4, 8, 16].into_iter().find(|it| it.to_string() == shades)?;
        Some(Self { shades, is_packed })
    }
}

/// The statement that defines a PNG or JPEG picture as a sprite. What is see-through is as light as paper.
pub fn sprite_statement(name: &str, bytes: &[u8], form: SpriteForm) -> Result<String, String> {
    let picture = decode_bitmap(bytes)?;
    let SpriteContent::Color(rgba) = &picture.content else {
        return Err("has no pixels".to_owned());
    };
    let shades: Vec<u8> = rgba.chunks_exact(4).map(|it| shade(it, form.shades)).collect();
    let (columns, rows) = (picture.columns, picture.rows);
    let size =
        format!("[{columns}x{rows}/{}{}]", form.shades, if form.is_packed { "z" } else { "" });
    let data = if form.is_packed {
        letters::word(&miniz_oxide::deflate::compress_to_vec(&shades, 9))
    } else {
        format!("{{\n{}}}", lines(&shades, columns as usize, form.shades))
    };
    Ok(format!("sprite ${name} {size} {data}\n"))
}

/// How dark a pixel is, from 0 for white.
fn shade(pixel: &[u8], shades: u32) -> u8 {
    let [r, g, b, a] = [0, 1, 2, 3].map(|it| u32::from(pixel[it]));
    let on_paper = |it: u32| (it * a + 255 * (255 - a)) / 255;
    let gray = (on_paper(r) * 299 + on_paper(g) * 587 + on_paper(b) * 114) / 1000;
    (shades - 1 - gray * shades / 256) as u8
}

/// Pixels that stand below each other share a letter where there are fewer than 16 shades.
fn lines(shades: &[u8], columns: usize, count: u32) -> String {
    let stacked = match count {
        4 => 3,
        8 => 2,
        _ => 1,
    };
    let rows: Vec<&[u8]> = shades.chunks(columns).collect();
    let mut out = String::new();
    for group in rows.chunks(stacked) {
        for column in 0..columns {
            let pixels = (0..stacked).map(|it| group.get(it).map_or(0, |row| row[column]));
            out.push(letters::letter(pixels.fold(0, |all, it| all * count as u8 + it)));
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sprites::{decode_packed, decode_rows};

    /// Red, green, blue, white, black, clear; three rows of them.
    fn picture() -> Vec<u8> {
        let row: [[u8; 4]; 6] = [
            [255, 0, 0, 255],
            [0, 255, 0, 255],
            [0, 0, 255, 255],
            [255, 255, 255, 255],
            [0, 0, 0, 255],
            [0, 0, 0, 0],
        ];
        let mut out = Vec::new();
        let mut encoder = png::Encoder::new(&mut out, 6, 3);
        encoder.set_color(png::ColorType::Rgba);
        let data = row.as_flattened().repeat(3);
        encoder.write_header().unwrap().write_image_data(&data).unwrap();
        out
    }

    fn written(form: &str) -> String {
        sprite_statement("x", &picture(), SpriteForm::parse(form).unwrap()).unwrap()
    }

    #[test]
    fn rows_are_those_of_the_reference() {
        let rows = "B6E0F0\n".repeat(3);
        assert_eq!(written("16"), format!("sprite $x [6x3/16] {{\n{rows}}}\n"));
        assert_eq!(written("8"), "sprite $x [6x3/8] {\njR_0_0\neOu0u0\n}\n");
        assert_eq!(written("4"), "sprite $x [6x3/4] {\ngL_0_0\n}\n");
    }

    #[test]
    fn a_packed_sprite_has_the_pixels_of_its_rows() {
        for (form, shades) in [("16z", 16), ("8z", 8), ("4z", 4)] {
            let packed = written(form);
            let word = packed.trim_end().rsplit(' ').next().unwrap();
            let rows = written(form.trim_end_matches('z'));
            let rows: Vec<String> =
                rows.lines().filter(|it| !it.contains(['{', '}'])).map(str::to_owned).collect();
            let size = (6, 3, shades);
            assert_eq!(decode_packed(size, word), decode_rows(Some(size), &rows), "{packed}");
        }
    }

    #[test]
    fn other_forms_and_files_are_refused() {
        for word in ["", "z", "32", "16zz", "x16"] {
            assert_eq!(SpriteForm::parse(word), None, "{word}");
        }
        assert!(sprite_statement("x", b"text", SpriteForm::parse("16").unwrap()).is_err());
    }
}
