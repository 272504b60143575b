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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_letters_are_three_bytes() {
        assert_eq!(bytes("____"), Some(vec![255; 3]));
        assert_eq!(bytes("0G"), Some(vec![1, 0, 0]));
        assert_eq!(bytes("é"), None);
    }
}
