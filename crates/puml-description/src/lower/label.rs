//! The label of a link: quantifiers at its ends and the way it is read are taken out of it.

use puml_graph::Reading;
use puml_syntax::is_quote;

/// What the text behind a link's colon says.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct LinkLabel {
    pub(super) from: Option<String>,
    pub(super) text: String,
    pub(super) to: Option<String>,
    pub(super) reading: Option<Reading>,
}

/// Takes a label apart. `is_free` says that no quantifier stands beside the arrow.
pub(super) fn split(text: &str, is_free: bool) -> LinkLabel {
    let mut found = LinkLabel { text: text.trim().to_owned(), ..LinkLabel::default() };
    if is_free {
        quantifiers(&mut found);
    }
    let text = found.text.as_str();
    let (reading, rest) = match text {
        ">" => (Some(Reading::Forward), ""),
        "<" => (Some(Reading::Backward), ""),
        _ => {
            if let Some(rest) = text.strip_prefix("< ") {
                (Some(Reading::Backward), rest.trim())
            } else if let Some(rest) = text.strip_prefix("> ") {
                (Some(Reading::Forward), rest.trim())
            } else if let Some(rest) = text.strip_suffix(" >") {
                (Some(Reading::Forward), rest.trim())
            } else if let Some(rest) = text.strip_suffix(" <") {
                (Some(Reading::Backward), rest.trim())
            } else {
                (None, text)
            }
        }
    };
    found.reading = reading;
    found.text = unquoted(rest).to_owned();
    found
}

/// `"1" text "*"`: quotes at the ends.
fn quantifiers(found: &mut LinkLabel) {
    let text = found.text.clone();
    let quotes: Vec<usize> =
        text.char_indices().filter(|it| is_quote(it.1)).map(|it| it.0).collect();
    let width = |at: usize| text[at..].chars().next().map_or(0, char::len_utf8);
    let starts = quotes.first() == Some(&0);
    let ends = quotes.last().is_some_and(|at| at + width(*at) == text.len());
    let inner = |from: usize, to: usize| text[from + width(from)..to].to_owned();
    match quotes[..] {
        [a, b, c, d] if starts && ends && b > a + width(a) && d > c + width(c) => {
            found.from = Some(inner(a, b));
            found.to = Some(inner(c, d));
            text[b + width(b)..c].trim().clone_into(&mut found.text);
        }
        [a, b] if starts && b > a + width(a) && b + width(b) < text.len() => {
            found.from = Some(inner(a, b));
            text[b + width(b)..].trim().clone_into(&mut found.text);
        }
        [a, b] if ends && a > 0 && b > a + width(a) => {
            found.to = Some(inner(a, b));
            text[..a].trim().clone_into(&mut found.text);
        }
        _ => {}
    }
}

/// Without the quotes around the whole.
fn unquoted(text: &str) -> &str {
    let inner = text.strip_prefix(is_quote).and_then(|it| it.strip_suffix(is_quote));
    inner.filter(|it| !it.is_empty()).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantifiers_and_reading_are_taken_out() {
        let found = split(r#""1" owns > "*""#, true);
        assert_eq!(found.from.as_deref(), Some("1"));
        assert_eq!(found.to.as_deref(), Some("*"));
        assert_eq!((found.text.as_str(), found.reading), ("owns", Some(Reading::Forward)));
        assert_eq!(split("< reads", true).reading, Some(Reading::Backward));
        assert_eq!(split(r#""all""#, true).text, "all");
    }
}
