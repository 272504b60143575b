//! Sprites: rows of digits become pixels. Pictures in other forms are named and left out.

use puml_syntax::TextRange;
use puml_syntax::ast::{self, SpriteForm};

use super::Lowering;
use crate::codes::model as codes;
use crate::model::{Sprite, SpritePixels};

/// Pixels in one sprite.
const MAX_PIXELS: u64 = 1 << 22;

impl Lowering<'_, '_> {
    pub(super) fn sprite(&mut self, sprite: &ast::Sprite, range: TextRange) {
        let document = self.input.document;
        let name = document.text(sprite.name).into_owned();
        match &sprite.form {
            SpriteForm::Rows { size, packed: false, colored: false, rows } => {
                let text: Vec<String> = rows
                    .lines
                    .iter()
                    .map(|it| document.text(*it).trim().to_owned())
                    .filter(|it| !it.is_empty())
                    .collect();
                match drawn(name, *size, &text) {
                    Ok(sprite) => self.model.sprites.push(sprite),
                    Err(message) => self.report(codes::BAD_SPRITE, range, message),
                }
            }
            SpriteForm::File(path) => {
                let path = document.text(*path);
                self.report(
                    codes::UNREADABLE_FILE,
                    range,
                    format!("the picture `{path}` is not read"),
                );
            }
            SpriteForm::Rows { .. } | SpriteForm::Svg(_) | SpriteForm::Data(_) => {
                let message = format!(
                    "the sprite `{name}` is not drawn: only uncompressed rows of grey digits are"
                );
                self.report(codes::UNDRAWN_SPRITE, range, message);
            }
        }
    }
}

fn drawn(name: String, size: Option<(u32, u32, u32)>, rows: &[String]) -> Result<Sprite, String> {
    let widest = rows.iter().map(|it| it.chars().count()).max().unwrap_or(0) as u32;
    let (columns, height, levels) = size.unwrap_or((widest, rows.len() as u32, 16));
    if u64::from(columns) * u64::from(height) > MAX_PIXELS {
        return Err(format!("the sprite `{name}` is too large"));
    }
    if columns == 0 || height == 0 {
        return Err(format!("the sprite `{name}` has no pixels"));
    }
    // The parser refuses any other number of levels.
    let most = match levels {
        4 => 3,
        8 => 7,
        _ => 15,
    };
    let mut pixels = vec![0; (columns * height) as usize];
    for (row, line) in rows.iter().take(height as usize).enumerate() {
        for (column, digit) in line.chars().take(columns as usize).enumerate() {
            let value = digit.to_digit(16).unwrap_or(0).min(most);
            pixels[row * columns as usize + column] = (value * 255 / most) as u8;
        }
    }
    Ok(Sprite { name, columns, rows: height, pixels: SpritePixels::Mono(pixels) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_become_opacity_and_short_rows_are_filled_up() {
        let rows = ["0F".to_owned(), "8".to_owned()];
        let sprite = drawn("s".into(), None, &rows).unwrap();
        assert_eq!((sprite.columns, sprite.rows), (2, 2));
        assert_eq!(sprite.pixels, SpritePixels::Mono(vec![0, 255, 136, 0]));
        assert!(drawn("s".into(), Some((u32::MAX, u32::MAX, 4)), &rows).is_err());
    }
}
