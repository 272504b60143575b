//! The part of RFC 6570 that resource templates use, read backwards: from an address to its variables.

use std::collections::BTreeMap;

use crate::roots::percent_decode;

/// Longer addresses match nothing: matching tries every split.
const LONGEST_URI: usize = 4096;

/// A parsed template.
pub(crate) struct UriTemplate<'a> {
    parts: Vec<Part<'a>>,
    query: Vec<&'a str>,
}

enum Part<'a> {
    Literal(&'a str),
    Segment(&'a str),
    Rest(&'a str),
}

impl<'a> UriTemplate<'a> {
    pub(crate) fn parse(text: &'a str) -> Self {
        let mut parts = Vec::new();
        let mut query = Vec::new();
        let mut rest = text;
        while let Some((literal, tail)) = rest.split_once('{') {
            let (name, tail) = tail.split_once('}').unwrap_or((tail, ""));
            if !literal.is_empty() {
                parts.push(Part::Literal(literal));
            }
            if let Some(names) = name.strip_prefix('?') {
                query.extend(names.split(','));
            } else if let Some(name) = name.strip_prefix('+') {
                parts.push(Part::Rest(name));
            } else {
                parts.push(Part::Segment(name));
            }
            rest = tail;
        }
        if !rest.is_empty() {
            parts.push(Part::Literal(rest));
        }
        Self { parts, query }
    }

    pub(crate) fn variables_of(&self, uri: &str) -> Option<BTreeMap<String, String>> {
        if uri.len() > LONGEST_URI {
            return None;
        }
        let (path, query) = match uri.split_once('?') {
            Some((path, query)) if !self.query.is_empty() => (path, query),
            _ => (uri, ""),
        };
        let mut found = Vec::new();
        if !fit(&self.parts, path, &mut found) {
            return None;
        }
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let name = self.query.iter().find(|known| **known == name)?;
            found.push((name, value));
        }
        found
            .into_iter()
            .map(|(name, value)| Some((name.to_owned(), percent_decode(value)?)))
            .collect()
    }
}

/// Whether the parts spell the text; the variables found are on the stack if so. Shorter values are tried first.
fn fit<'a>(parts: &[Part<'a>], text: &'a str, found: &mut Vec<(&'a str, &'a str)>) -> bool {
    let Some((part, rest)) = parts.split_first() else {
        return text.is_empty();
    };
    let (name, longest) = match part {
        Part::Literal(literal) => {
            return text.strip_prefix(literal).is_some_and(|text| fit(rest, text, found));
        }
        Part::Segment(name) => (*name, text.find('/').unwrap_or(text.len())),
        Part::Rest(name) => (*name, text.len()),
    };
    // The last variable takes all that is left, without trying.
    let shortest = if rest.is_empty() { longest.max(1) } else { 1 };
    for end in (shortest..=longest).filter(|end| text.is_char_boundary(*end)) {
        found.push((name, &text[..end]));
        if fit(rest, &text[end..], found) {
            return true;
        }
        found.pop();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matched(template: &str, uri: &str) -> Option<String> {
        let variables = UriTemplate::parse(template).variables_of(uri)?;
        Some(
            variables
                .into_iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect::<Vec<_>>()
                .join(" "),
        )
    }

    #[test]
    fn a_segment_stops_at_a_slash_and_a_rest_does_not() {
        assert_eq!(matched("x://{a}/b", "x://1/b").as_deref(), Some("a=1"));
        assert_eq!(matched("x://{a}", "x://1/2"), None);
        assert_eq!(matched("x://{+a}", "x://1/2").as_deref(), Some("a=1/2"));
        assert_eq!(
            matched("x://s/{id}/out/{+path}", "x://s/7/out/a/b.md").as_deref(),
            Some("id=7 path=a/b.md")
        );
        assert_eq!(matched("x://{a}-{b}.svg", "x://p-q-r.svg").as_deref(), Some("a=p b=q-r"));
    }

    #[test]
    fn empty_values_do_not_match() {
        assert_eq!(matched("x://{a}", "x://"), None);
        assert_eq!(matched("x://{+a}", "x://"), None);
        assert_eq!(matched("x://{a}/b", "x:///b"), None);
    }

    #[test]
    fn query_parameters_are_optional_but_known() {
        let template = "x://{a}{?start,length}";
        assert_eq!(matched(template, "x://1").as_deref(), Some("a=1"));
        assert_eq!(
            matched(template, "x://1?start=5&length=9").as_deref(),
            Some("a=1 length=9 start=5")
        );
        assert_eq!(matched(template, "x://1?length").as_deref(), Some("a=1 length="));
        assert_eq!(matched(template, "x://1?other=5"), None);
    }

    #[test]
    fn values_are_decoded() {
        assert_eq!(matched("x://{a}", "x://a%2Fb").as_deref(), Some("a=a/b"));
        assert_eq!(matched("x://{a}", "x://%zz"), None);
    }

    #[test]
    fn an_endless_address_matches_nothing() {
        assert_eq!(matched("x://{+a}", &format!("x://{}", "a".repeat(LONGEST_URI))), None);
    }
}
