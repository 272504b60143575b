//! Characters that are not seen but change what is read: control and escape characters, text direction, zero width.
//! They are shown by their number wherever text of others is shown, on a terminal, in a pipe and in JSON alike.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Characters that are not seen but are read: zero width, text direction, tags, invisible operators.
fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Whether `c`, followed by `next`, would not be seen for what it is.
fn is_deceptive(c: char, next: Option<char>) -> bool {
    match c {
        '\n' | '\t' => false,
        '\r' => next != Some('\n'),
        // A joiner between other characters is how some scripts and emoji are spelled.
        '\u{200c}' | '\u{200d}' => next.is_none_or(|next| next.is_ascii()),
        c => c.is_control() || is_hidden(c),
    }
}

/// The first deceptive character of a line.
pub(crate) fn deceptive(line: &str) -> Option<char> {
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        // A line that was split off has lost the end that makes a carriage return harmless.
        let next = chars.peek().copied().or(Some('\n'));
        let next = if matches!(c, '\u{200c}' | '\u{200d}') { chars.peek().copied() } else { next };
        if is_deceptive(c, next) {
            return Some(c);
        }
    }
    None
}

/// The text with every deceptive character as `<U+202E>`.
pub fn visible(text: &str) -> Cow<'_, str> {
    let plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    if text.as_bytes().iter().all(plain) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if is_deceptive(c, chars.peek().copied()) {
            let _ = write!(out, "<U+{:04X}>", u32::from(c));
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_is_shown_by_its_number() {
        assert_eq!(visible("a\x1b[31mred\x07\n"), "a<U+001B>[31mred<U+0007>\n");
        assert_eq!(visible("over\rwrite\r\nend"), "over<U+000D>write\r\nend");
        assert_eq!(visible("\u{202e}txt\u{200b}\u{9b}31m"), "<U+202E>txt<U+200B><U+009B>31m");
    }

    #[test]
    fn what_people_write_stays() {
        for text in ["plain\ttext\n", "\u{1f468}\u{200d}\u{1f469} Größe 漢字\n", "a\r\nb\r\n"] {
            assert_eq!(visible(text), text);
        }
        assert_eq!(deceptive("a\r"), None);
        assert_eq!(deceptive("spl\u{200d}it"), Some('\u{200d}'));
        assert_eq!(deceptive("end\u{200d}"), Some('\u{200d}'));
    }
}
