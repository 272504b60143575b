//! Checks of attribute values. A checker gives the value to write, or nothing: an attribute with a strange value is dropped.

use super::allowed::Kind;

/// Values longer than this are data that nobody draws, except path data and point lists.
const LONGEST_PLAIN_VALUE: usize = 512;

/// The value as it may be written. References to ids come back as [`Checked::Id`] for renaming.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Checked {
    /// A value without references.
    Plain(String),
    /// `url(#id)`, with the id alone.
    Id(String),
    /// Several ids.
    Ids(Vec<String>),
}

/// Checks a value against its kind.
pub(super) fn check(kind: Kind, value: &str) -> Option<Checked> {
    let value = value.trim();
    if value.len() > LONGEST_PLAIN_VALUE && !matches!(kind, Kind::Path | Kind::Lengths | Kind::Text)
    {
        return None;
    }
    // Words for "as elsewhere" say nothing once rules are resolved.
    if matches!(value, "inherit" | "initial" | "unset" | "revert") {
        return None;
    }
    let plain = |ok: bool| ok.then(|| Checked::Plain(value.to_owned()));
    match kind {
        Kind::Length => plain(is_length(value)),
        Kind::Lengths => plain(are_lengths(value)),
        Kind::Path => plain(is_path(value)),
        Kind::Transform => transform(value).map(Checked::Plain),
        Kind::Colour => plain(is_colour(value)),
        Kind::Paint => local_reference(value).map(Checked::Id).or_else(|| plain(is_colour(value))),
        Kind::Reference => {
            local_reference(value).map(Checked::Id).or_else(|| plain(value == "none"))
        }
        Kind::Filter => local_reference(value)
            .map(Checked::Id)
            .or_else(|| plain(value == "none" || is_drop_shadow(value))),
        Kind::Word => plain(is_word(value)),
        Kind::Words => plain(!value.is_empty() && value.split_ascii_whitespace().all(is_word)),
        Kind::LengthOrWord => plain(is_length(value) || is_word(value)),
        Kind::Dashes => plain(value == "none" || are_lengths(value)),
        Kind::Text => Some(Checked::Plain(plain_text(value))),
        Kind::IdList => {
            Some(Checked::Ids(value.split_ascii_whitespace().map(str::to_owned).collect()))
        }
    }
}

/// Text without the characters that XML forbids and without overrides of the writing direction, which make a
/// label read as something else than it is.
pub(super) fn plain_text(text: &str) -> String {
    text.chars().filter(|letter| !is_forbidden(*letter)).collect()
}

fn is_forbidden(letter: char) -> bool {
    matches!(
        letter,
        '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{7f}'
            | '\u{202a}'..='\u{202e}' | '\u{fffe}' | '\u{ffff}'
    )
}

/// A picture inside the picture: PNG or JPEG data, recognised by its first bytes as well as by its label.
pub(super) fn is_inline_image(href: &str) -> bool {
    let data = href
        .strip_prefix("data:image/png;base64,")
        .filter(|data| data.starts_with("iVBORw0KGgo"))
        .or_else(|| {
            ["data:image/jpeg;base64,", "data:image/jpg;base64,"]
                .iter()
                .find_map(|label| href.strip_prefix(label))
                .filter(|data| data.starts_with("/9j/"))
        });
    data.is_some_and(|data| {
        data.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='))
    })
}

/// An address that a kept link may have: `https`, a host, and no character that could end an attribute or hide a part.
pub(super) fn is_https(href: &str) -> bool {
    href.strip_prefix("https://").is_some_and(|rest| {
        rest.len() < 2048
            && rest.starts_with(|letter: char| letter.is_ascii_alphanumeric())
            && rest.bytes().all(|byte| byte.is_ascii_graphic())
            && !rest.contains(['"', '\'', '<', '>', '\\', '`', '{', '}', '@'])
    })
}

/// The id in `#id`.
pub(super) fn fragment(href: &str) -> Option<String> {
    let id = href.trim().strip_prefix('#')?;
    is_id(id).then(|| id.to_owned())
}

fn local_reference(value: &str) -> Option<String> {
    let inside = value.strip_prefix("url(")?.strip_suffix(')')?.trim();
    let inside = ['"', '\'']
        .iter()
        .find_map(|quote| inside.strip_prefix(*quote)?.strip_suffix(*quote))
        .unwrap_or(inside);
    fragment(inside)
}

/// Ids are compared and renamed, never written, so any run of visible characters without brackets or quotes will do.
fn is_id(id: &str) -> bool {
    !id.is_empty()
        && !id.contains(|letter: char| letter.is_whitespace() || "()'\"<>\\&".contains(letter))
}

fn is_word(value: &str) -> bool {
    !value.is_empty()
        && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

fn is_length(value: &str) -> bool {
    let digits =
        value.trim_end_matches(|letter: char| letter.is_ascii_alphabetic() || letter == '%');
    let unit = &value[digits.len()..];
    let unit_is_known = matches!(
        unit,
        "" | "px" | "em" | "ex" | "rem" | "pt" | "pc" | "mm" | "cm" | "in" | "%" | "deg"
    );
    // An exponent looks like a unit to the split above; the whole is then a bare number.
    let (number, unit_is_known) =
        if unit_is_known { (digits, true) } else { (value, is_exponent_form(value)) };
    unit_is_known && number.parse::<f64>().is_ok_and(f64::is_finite) && is_number_spelling(number)
}

fn is_exponent_form(value: &str) -> bool {
    value.contains(['e', 'E'])
}

fn is_number_spelling(number: &str) -> bool {
    number
        .bytes()
        .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+' | b'e' | b'E'))
}

fn are_lengths(value: &str) -> bool {
    let mut parts = value.split([' ', ',', '\n', '\t']).filter(|part| !part.is_empty()).peekable();
    parts.peek().is_some() && parts.all(is_length)
}

fn is_path(value: &str) -> bool {
    value
        .bytes()
        .all(|byte| byte.is_ascii_digit() || b"MmLlHhVvCcSsQqTtAaZzeE+-., \n\t\r".contains(&byte))
}

/// Transform functions over numbers; the units that style sheets write are taken off.
fn transform(value: &str) -> Option<String> {
    if value == "none" {
        return Some(String::new());
    }
    let mut written = String::with_capacity(value.len());
    let mut rest = value;
    loop {
        rest = rest.trim_start_matches([' ', ',', '\n', '\t']);
        if rest.is_empty() {
            return Some(written);
        }
        let (name, after) = rest.split_once('(')?;
        let (arguments, after) = after.split_once(')')?;
        let name @ ("matrix" | "translate" | "scale" | "rotate" | "skewX" | "skewY") = name.trim()
        else {
            return None;
        };
        if !are_lengths(arguments) {
            return None;
        }
        if !written.is_empty() {
            written.push(' ');
        }
        written.push_str(name);
        written.push('(');
        let mut separator = "";
        for argument in arguments.split([' ', ',', '\n', '\t']).filter(|it| !it.is_empty()) {
            let number = argument.trim_end_matches("px").trim_end_matches("deg");
            if number.ends_with(|letter: char| letter.is_ascii_alphabetic() || letter == '%') {
                return None;
            }
            written.push_str(separator);
            written.push_str(number);
            separator = ",";
        }
        written.push(')');
        rest = after;
    }
}

/// `none`, a name, `#hex`, or one of the four functions over numbers.
fn is_colour(value: &str) -> bool {
    if let Some(hex) = value.strip_prefix('#') {
        return matches!(hex.len(), 3 | 4 | 6 | 8)
            && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    }
    if let Some((name, arguments)) = value.split_once('(') {
        let known = matches!(name.trim(), "rgb" | "rgba" | "hsl" | "hsla");
        return known
            && arguments.strip_suffix(')').is_some_and(|arguments| {
                arguments
                    .split([' ', ',', '/'])
                    .filter(|part| !part.is_empty())
                    .all(|part| is_length(part) || part.is_empty())
            });
    }
    !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn is_drop_shadow(value: &str) -> bool {
    let Some(arguments) =
        value.strip_prefix("drop-shadow(").and_then(|rest| rest.strip_suffix(')'))
    else {
        return false;
    };
    // Three lengths, then a colour that may have brackets of its own.
    let mut parts = arguments.trim().splitn(4, ' ');
    let lengths = parts.by_ref().take(3).filter(|part| is_length(part)).count();
    lengths == 3 && parts.next().is_none_or(|colour| is_colour(colour.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is(kind: Kind, value: &str) -> bool {
        check(kind, value).is_some()
    }

    #[test]
    fn lengths_are_finite_numbers_with_known_units() {
        for good in ["1", "-2.5", ".5", "1e3", "2px", "50%", "1.5em", "1e-7", "-1e-07"] {
            assert!(is(Kind::Length, good), "{good}");
        }
        for bad in
            ["", "nan", "inf", "1vw", "calc(1px)", "1;2", "expression(1)", "1 2", "e", "infinity"]
        {
            assert!(!is(Kind::Length, bad), "{bad}");
        }
    }

    #[test]
    fn colours_are_words_hex_or_number_functions() {
        for good in [
            "none",
            "red",
            "#fff",
            "#11223344",
            "rgb(1, 2, 3)",
            "hsl(80, 100%, 96.2%)",
            "rgba(1,2,3,.5)",
        ] {
            assert!(is(Kind::Colour, good), "{good}");
        }
        for bad in [
            "url(http://x)",
            "#ggg",
            "rgb(url(x))",
            "var(--x)",
            "red;",
            "re\\64",
            "rgb(1",
            "javascript:x",
        ] {
            assert!(!is(Kind::Colour, bad), "{bad}");
        }
    }

    #[test]
    fn references_stay_inside_the_picture() {
        assert_eq!(check(Kind::Paint, "url(#a)"), Some(Checked::Id("a".into())));
        assert_eq!(check(Kind::Reference, "url( \"#a\" )"), Some(Checked::Id("a".into())));
        for bad in [
            "url(a.svg#a)",
            "url(//x/#a)",
            "url(data:,#a)",
            "url(#a) url(http://x)",
            "url(#)",
            "URL(#a)",
        ] {
            assert!(!is(Kind::Reference, bad), "{bad}");
        }
    }

    #[test]
    fn transforms_lose_their_units_and_nothing_else() {
        assert_eq!(
            check(Kind::Transform, "translate(1px, 2px) rotate(45deg)"),
            Some(Checked::Plain("translate(1,2) rotate(45)".into()))
        );
        for bad in ["translate(url(x))", "perspective(1)", "translate(1", "translate(50%)", "x"] {
            assert!(!is(Kind::Transform, bad), "{bad}");
        }
    }

    #[test]
    fn only_png_and_jpeg_data_is_an_inline_image() {
        assert!(is_inline_image("data:image/png;base64,iVBORw0KGgoAAAA="));
        for bad in [
            "data:image/svg+xml;base64,PHN2Zz4=",
            "data:image/png;base64,PHN2Zz4=",
            "data:image/png,iVBORw0KGgo",
            "https://example.org/a.png",
            "data:image/png;base64,iVBORw0KGgo\"><script>",
        ] {
            assert!(!is_inline_image(bad), "{bad}");
        }
    }

    #[test]
    fn kept_links_are_https_without_tricks() {
        assert!(is_https("https://example.org/a?b=c#d"));
        for bad in [
            "http://example.org",
            "https://",
            "https://a b",
            "https://x\"y",
            "javascript:1",
            "https://good@evil.example",
            "HTTPS://x",
        ] {
            assert!(!is_https(bad), "{bad}");
        }
    }

    #[test]
    fn direction_overrides_and_control_characters_leave_the_text() {
        assert_eq!(plain_text("a\u{202e}b\u{0}c\u{202c}"), "abc");
    }
}
