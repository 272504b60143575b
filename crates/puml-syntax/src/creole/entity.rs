//! Named and numbered characters.

/// The character of `&name;` or `&#123;` at the start of a text, and how long the entity is.
pub(super) fn entity(text: &str) -> Option<(char, usize)> {
    let rest = text.strip_prefix('&')?;
    let length = rest.char_indices().take(12).find(|it| it.1 == ';')?.0;
    let name = &rest[..length];
    let found = if let Some(hex) = name.strip_prefix("#x") {
        char::from_u32(u32::from_str_radix(hex, 16).ok()?)?
    } else if let Some(decimal) = name.strip_prefix('#') {
        char::from_u32(decimal.parse().ok()?)?
    } else {
        NAMES.iter().find(|it| it.0 == name)?.1
    };
    Some((found, length + 2))
}

const NAMES: [(&str, char); 52] = [
    ("lt", '<'),
    ("gt", '>'),
    ("amp", '&'),
    ("quot", '"'),
    ("apos", '\''),
    ("nbsp", '\u{A0}'),
    ("euro", '€'),
    ("pound", '£'),
    ("yen", '¥'),
    ("cent", '¢'),
    ("copy", '©'),
    ("reg", '®'),
    ("trade", '™'),
    ("deg", '°'),
    ("plusmn", '±'),
    ("micro", 'µ'),
    ("para", '¶'),
    ("sect", '§'),
    ("middot", '·'),
    ("bull", '•'),
    ("hellip", '…'),
    ("ndash", '–'),
    ("mdash", '—'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("laquo", '«'),
    ("raquo", '»'),
    ("larr", '←'),
    ("uarr", '↑'),
    ("rarr", '→'),
    ("darr", '↓'),
    ("harr", '↔'),
    ("lArr", '⇐'),
    ("rArr", '⇒'),
    ("hArr", '⇔'),
    ("le", '≤'),
    ("ge", '≥'),
    ("ne", '≠'),
    ("times", '×'),
    ("divide", '÷'),
    ("infin", '∞'),
    ("alpha", 'α'),
    ("beta", 'β'),
    ("gamma", 'γ'),
    ("delta", 'δ'),
    ("lambda", 'λ'),
    ("mu", 'μ'),
    ("pi", 'π'),
    ("sigma", 'σ'),
    ("omega", 'ω'),
];

#[cfg(test)]
mod tests {
    use super::entity;

    #[test]
    fn names_and_numbers_are_known_and_others_are_text() {
        assert_eq!(entity("&euro;5"), Some(('€', 6)));
        assert_eq!(entity("&#8364;"), Some(('€', 7)));
        assert_eq!(entity("&#x20AC;"), Some(('€', 8)));
        assert_eq!(entity("&nosuch;"), None);
        assert_eq!(entity("&x=1"), None);
    }
}
