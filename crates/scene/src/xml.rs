//! The one escape for XML: every SVG, and every page that shows text, goes through it.

/// Character data. What XML cannot hold becomes U+FFFD.
pub fn escape_text(out: &mut String, text: &str) {
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
pub fn escape_attribute(out: &mut String, text: &str) {
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

/// [Character data](escape_text) as a new text.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    escape_text(&mut out, text);
    out
}

/// Copies whole runs between the characters that need a replacement.
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

    #[test]
    fn what_xml_cannot_hold_is_replaced() {
        assert_eq!(escaped("a\0<b>&\u{ffff}"), "a\u{fffd}&lt;b&gt;&amp;\u{fffd}");
    }

    #[test]
    fn an_attribute_keeps_its_line_ends_and_its_quotes() {
        let mut out = String::new();
        escape_attribute(&mut out, "a\n\"b\"\t<c>");
        assert_eq!(out, "a&#10;&quot;b&quot;&#9;&lt;c&gt;");
    }
}
