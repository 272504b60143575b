//! The sixty-four letters that stand for six bits each in compressed text.

/// The value of a letter: digits, capitals, small letters, `-` and `_`, from 0.
pub(super) fn value(letter: char) -> Option<u8> {
    Some(match letter {
        '0'..='9' => letter as u8 - b'0',
        'A'..='Z' => letter as u8 - b'A' + 10,
        'a'..='z' => letter as u8 - b'a' + 36,
        '-' => 62,
        '_' => 63,
        _ => return None,
    })
}

/// The bytes behind letters, four for three bytes; a group that is cut off is filled up with zeros.
pub(super) fn bytes(letters: &str) -> Option<Vec<u8>> {
    let values: Vec<u8> = letters.chars().map(value).collect::<Option<_>>()?;
    let group = |it: &[u8]| {
        let at = |idx: usize| u32::from(it.get(idx).copied().unwrap_or(0));
        let bits = at(0) << 18 | at(1) << 12 | at(2) << 6 | at(3);
        [(bits >> 16) as u8, (bits >> 8) as u8, bits as u8]
    };
    Some(values.chunks(4).flat_map(group).collect())
}

/// The letter of a value below 64.
pub(super) fn letter(value: u8) -> char {
    let letter = match value {
        0..=9 => b'0' + value,
        10..=35 => b'A' + value - 10,
        36..=61 => b'a' + value - 36,
        62 => b'-',
        _ => b'_',
    };
    letter.into()
}

/// The letters of bytes, four for three; the last group is filled up with zeros.
pub(super) fn word(bytes: &[u8]) -> String {
    let group = |it: &[u8]| {
        let at = |idx: usize| u32::from(it.get(idx).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        [18, 12, 6, 0].map(|it| letter((bits >> it & 63) as u8))
    };
    bytes.chunks(3).flat_map(group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_letters_are_three_bytes() {
        assert_eq!(bytes("____"), Some(vec![255; 3]));
        assert_eq!(bytes("0G"), Some(vec![1, 0, 0]));
        assert_eq!(bytes("é"), None);
        assert_eq!(word(&[255, 255, 255, 1]), "____0G00");
        assert!((0..64).all(|it| value(letter(it)) == Some(it)));
    }
}
