//! Attributes and numbers: how values get into the document. Text goes through `scene::xml`.

use scene::xml::escape_attribute;

/// An attribute with a space before it.
pub(super) fn attribute(out: &mut String, name: &str, value: &str) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    escape_attribute(out, value);
    out.push('"');
}

/// An attribute whose value is a [`number`].
pub(super) fn number_attribute(out: &mut String, name: &str, value: f64) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    number(out, value);
    out.push('"');
}

/// At most two decimals, without trailing zeros and without `-0`.
pub(super) fn number(out: &mut String, value: f64) {
    let hundredths = (value * 100.0 + 0.5_f64.copysign(value)) as i64;
    if hundredths < 0 {
        out.push('-');
    }
    let hundredths = hundredths.unsigned_abs();
    out.push_str(itoa::Buffer::new().format(hundredths / 100));
    let fraction = (hundredths % 100) as u8;
    if fraction > 0 {
        out.push('.');
        out.push(char::from(b'0' + fraction / 10));
        if !fraction.is_multiple_of(10) {
            out.push(char::from(b'0' + fraction % 10));
        }
    }
}

/// Two digits a byte.
pub(super) fn hexadecimal(out: &mut String, bytes: &[u8]) {
    for byte in bytes {
        out.push(digit(byte >> 4));
        out.push(digit(*byte));
    }
}

/// The hexadecimal digit of the lower four bits.
pub(super) fn digit(value: u8) -> char {
    char::from(b"0123456789abcdef"[usize::from(value & 15)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(value: f64) -> String {
        let mut out = String::new();
        number(&mut out, value);
        out
    }

    #[test]
    fn numbers_are_as_short_as_two_decimals_allow() {
        let cases = [
            (0.0, "0"),
            (-0.001, "0"),
            (12.0, "12"),
            (0.5, "0.5"),
            (-3.456, "-3.46"),
            (7.05, "7.05"),
            (1e6, "1000000"),
        ];
        for (value, expected) in cases {
            assert_eq!(printed(value), expected);
        }
    }
}
