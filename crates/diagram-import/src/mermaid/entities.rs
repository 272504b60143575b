//! Signs by name or number, `#quot;` and `#35;`, as Mermaid keeps them in the texts of its models.

/// What stands before a name, before a number, and behind both.
const OPEN: &str = "ﬂ°";
const NUMBER: &str = "°";
const CLOSE: &str = "¶ß";

/// A text with the signs that its entities stand for; an unknown entity is kept as the author wrote it.
pub(super) fn decoded(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, (inside, after))) =
        rest.split_once(OPEN).and_then(|it| Some((it.0, it.1.split_once(CLOSE)?)))
    {
        decoded.push_str(before);
        match sign(inside) {
            Some(sign) => decoded.push(sign),
            None => decoded.extend(["#", inside.trim_start_matches(NUMBER), ";"]),
        }
        rest = after;
    }
    decoded.push_str(rest);
    decoded
}

fn sign(entity: &str) -> Option<char> {
    if let Some(number) = entity.strip_prefix(NUMBER) {
        return number.parse().ok().and_then(char::from_u32);
    }
    Some(match entity {
        "quot" => '"',
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        "semi" => ';',
        "colon" => ':',
        "num" => '#',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_become_their_signs() {
        assert_eq!(decoded("a ﬂ°quot¶ßbﬂ°quot¶ß ﬂ°°35¶ß1"), "a \"b\" #1");
        assert_eq!(decoded("ﬂ°heart¶ß, ﬂ°open"), "#heart;, ﬂ°open");
    }
}
