//! Entities such as `#quot;`, which Mermaid takes out before it reads a source.

/// The line with every `#word;` covered by letters of the same width; styles with a colour keep their last semicolon
/// out of it, as in Mermaid.
pub(super) fn without_entities(line: &str) -> String {
    let mut text = line.to_owned();
    if let Some(end) = trailing_style_semicolon(line) {
        text.replace_range(end..=end, " ");
    }
    let mut from = 0;
    while let Some(start) = text[from..].find('#').map(|at| from + at) {
        let word = text[start + 1..].find(|it: char| !it.is_ascii_alphanumeric() && it != '_');
        match word {
            Some(length) if length > 0 && text[start + 1 + length..].starts_with(';') => {
                let end = start + length + 2;
                text.replace_range(start..end, &"e".repeat(length + 2));
                from = end;
            }
            _ => from = start + 1,
        }
    }
    text
}

/// Whether an entity is left in a style, where it takes the place of a colour.
pub(super) fn in_style(line: &str) -> Option<std::ops::Range<usize>> {
    let text = line.trim_start();
    if !["style ", "classDef ", "linkStyle "].iter().any(|word| text.starts_with(word)) {
        return None;
    }
    let without = without_entities(line);
    let start = line
        .char_indices()
        .find_map(|(at, letter)| (letter == '#' && without[at..].starts_with('e')).then_some(at))?;
    let end = start + line[start..].find(';')?;
    Some(start..end + 1)
}

/// The last semicolon of `style a fill:#f00;` and `classDef a fill:#f00;`.
fn trailing_style_semicolon(line: &str) -> Option<usize> {
    let start = line.find("style").or_else(|| line.find("classDef"))?;
    let colon = start + line[start..].find(':')?;
    let last = line.rfind(';')?;
    let value = &line[colon..last.max(colon)];
    value.contains('#').then_some(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_are_covered_and_colours_are_not() {
        assert_eq!(without_entities("a #quot; b; #x"), "a eeeeee b; #x");
        assert_eq!(without_entities("style a fill:#f00;"), "style a fill:#f00 ");
        assert_eq!(in_style("style a fill:#f00;"), None);
        assert_eq!(in_style("style a fill:#f00;;"), Some(13..18));
        assert_eq!(in_style("classDef a fill:#f96; class b a;"), Some(16..21));
    }
}
