//! The 64 letters of a code, and the groups of four letters that stand for three bytes.
//! Compression is elsewhere.

const LETTERS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

/// Writes four letters for every three bytes; a short last group is filled with zero bytes, so no sign for padding exists.
pub(crate) fn to_letters(bytes: &[u8]) -> String {
    let mut letters = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |idx: usize| u32::from(group.get(idx).copied().unwrap_or(0));
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        for shift in [18, 12, 6, 0] {
            letters.push(char::from(LETTERS[(word >> shift & 0x3f) as usize]));
        }
    }
    letters
}

/// A character that stands for no six bits, at its byte offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ForeignLetter {
    pub(crate) offset: usize,
    pub(crate) letter: char,
}

/// The bytes of whole groups; letters past the last whole group are left to the caller to refuse.
pub(crate) fn from_letters(letters: &str) -> Result<Vec<u8>, ForeignLetter> {
    let mut values = Vec::with_capacity(letters.len());
    for (offset, letter) in letters.char_indices() {
        values.push(value(letter).ok_or(ForeignLetter { offset, letter })?);
    }
    let mut bytes = Vec::with_capacity(values.len() / 4 * 3);
    for group in values.chunks_exact(4) {
        let word = group.iter().fold(0, |word, value| word << 6 | value);
        bytes.extend_from_slice(&word.to_be_bytes()[1..]);
    }
    Ok(bytes)
}

fn value(letter: char) -> Option<u32> {
    let value = match letter {
        '0'..='9' => letter as u32 - '0' as u32,
        'A'..='Z' => letter as u32 - 'A' as u32 + 10,
        'a'..='z' => letter as u32 - 'a' as u32 + 36,
        '-' => 62,
        '_' => 63,
        _ => return None,
    };
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_stands_for_its_own_place() {
        for (place, letter) in LETTERS.iter().enumerate() {
            assert_eq!(value(char::from(*letter)), Some(place as u32));
        }
    }

    #[test]
    fn a_short_group_is_filled_with_zero_bytes() {
        assert_eq!(to_letters(&[0xff]), "_m00");
        assert_eq!(from_letters("_m00").unwrap(), [0xff, 0, 0]);
    }
}
