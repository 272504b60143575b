//! Escaping and numbers: the only ways text and values get into the document.

/// Character data. What XML cannot hold becomes U+FFFD.
pub(super) fn escape_text(out: &mut String, text: &str) {
    escape(out, text, |ch| match ch {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '\r' => Some("&#13;"),
        ch if is_forbidden(ch) => Some("\u{fffd}"),
        _ => None,
    });
}

/// The inside of a double-quoted attribute; line ends and tabs survive.
pub(super) fn escape_attribute(out: &mut String, text: &str) {
    escape(out, text, |ch| match ch {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '"' => Some("&quot;"),
        '\t' => Some("&#9;"),
        '\n' => Some("&#10;"),
        '\r' => Some("&#13;"),
        ch if is_forbidden(ch) => Some("\u{fffd}"),
        _ => None,
    });
}

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

/// Copies whole stretches between the characters that need a replacement.
fn escape(out: &mut String, text: &str, replace: impl Fn(char) -> Option<&'static str>) {
    // Most text has none of them.
    if text.bytes().all(is_plain) {
        out.push_str(text);
        return;
    }
    let mut copied = 0;
    for (at, ch) in text.char_indices() {
        if let Some(replacement) = replace(ch) {
            out.push_str(&text[copied..at]);
            out.push_str(replacement);
            copied = at + ch.len_utf8();
        }
    }
    out.push_str(&text[copied..]);
}

/// Whether a byte is part of no character that anybody replaces; of the last ones of the first plane, all begin alike.
fn is_plain(byte: u8) -> bool {
    byte >= b' ' && !matches!(byte, b'&' | b'<' | b'>' | b'"' | 0xef)
}

fn is_forbidden(ch: char) -> bool {
    matches!(ch, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
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

    #[test]
    fn what_xml_cannot_hold_is_replaced() {
        let mut out = String::new();
        escape_text(&mut out, "a\0<b>&\u{ffff}");
        assert_eq!(out, "a\u{fffd}&lt;b&gt;&amp;\u{fffd}");
    }
}
