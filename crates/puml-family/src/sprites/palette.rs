//! Sprites in colours of their own: two letters a pixel, out of 4,096 colours.

use super::{Picture, area};
use crate::model::SpriteContent;

/// The letters that stand for six bits each, from 0; `!` and `#` are other spellings of the first two.
const LETTERS: &[u8; 64] = b".,$%&*+-:;<=>?@^_~GHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Rows of pairs of letters; the first row says how wide the sprite is, and short rows stay clear at their end.
pub(crate) fn rows(rows: &[String]) -> Result<Picture, String> {
    let columns = rows.first().map_or(0, |it| it.len() / 2) as u32;
    let height = rows.len() as u32;
    let mut rgba = vec![0; area(columns, height)? * 4];
    for (row, line) in rows.iter().enumerate() {
        let pairs = line.as_bytes().chunks_exact(2).take(columns as usize);
        for (column, pair) in pairs.enumerate() {
            let (Some(high), Some(low)) = (value(pair[0]), value(pair[1])) else {
                return Err("holds a letter that no sprite in colour has".to_owned());
            };
            let code = high << 6 | low;
            let shade = |it: u16| ((it & 15) * 17) as u8;
            let at = (row * columns as usize + column) * 4;
            rgba[at..at + 4].copy_from_slice(&[
                shade(code >> 8),
                shade(code >> 4),
                shade(code),
                255,
            ]);
        }
    }
    Ok(Picture { columns, rows: height, content: SpriteContent::Color(rgba) })
}

fn value(letter: u8) -> Option<u16> {
    let letter = match letter {
        b'!' => b'.',
        b'#' => b',',
        other => other,
    };
    LETTERS.iter().position(|&it| it == letter).map(|it| it as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_letters_are_one_color() {
        let found = rows(&["zz..".to_owned(), ".^".to_owned()]).unwrap();
        assert_eq!((found.columns, found.rows), (2, 2));
        let expected = [[255; 4], [0, 0, 0, 255], [0, 0, 255, 255], [0; 4]].concat();
        assert_eq!(found.content, SpriteContent::Color(expected));
        assert!(rows(&["A0".to_owned()]).is_err());
        assert!(rows(&[]).is_err());
    }
}
