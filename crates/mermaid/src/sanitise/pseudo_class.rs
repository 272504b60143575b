//! Pseudo-classes that the style sheet reader lacks, written as attributes that no element has: the matcher answers them.

use roxmltree::Node;

/// Stands for `:not(.class)`.
pub(super) const NOT_CLASS: &str = "without-class";
/// Stands for `:nth-of-type(n)` and `:first-of-type`.
pub(super) const NTH_OF_TYPE: &str = "nth-of-type";

/// The sheet with `:not(.class)`, `:first-of-type` and `:nth-of-type(n)` as attribute selectors.
pub(super) fn as_attributes(sheet: &str) -> String {
    let sheet = sheet.replace(":first-of-type", ":nth-of-type(1)");
    let sheet = replaced(&sheet, ":nth-of-type(", |place| {
        place.parse::<usize>().ok().map(|place| format!("[{NTH_OF_TYPE}=\"{place}\"]"))
    });
    replaced(&sheet, ":not(.", |class| {
        let plain = class.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '-' | '_'));
        plain.then(|| format!("[{NOT_CLASS}=\"{class}\"]"))
    })
}

/// Rewrites what stands between an opening and the next bracket, where it can be.
fn replaced(text: &str, open: &str, rewrite: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(open) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let inside = &from[open.len()..];
        let Some(end) = inside.find(')') else {
            rest = from;
            break;
        };
        match rewrite(&inside[..end]) {
            Some(selector) => out.push_str(&selector),
            None => out.push_str(&from[..=open.len() + end]),
        }
        rest = &inside[end + 1..];
    }
    out.push_str(rest);
    out
}

/// Whether an element carries a class.
pub(super) fn has_class(node: Node<'_, '_>, class: &str) -> bool {
    node.attribute("class").is_some_and(|it| it.split_whitespace().any(|word| word == class))
}

/// The element's place among its siblings of the same name, from one.
pub(super) fn place_among_its_type(node: Node<'_, '_>) -> usize {
    let name = node.tag_name().name();
    1 + node
        .prev_siblings()
        .skip(1)
        .filter(|it| it.tag_name().name() == name && it.is_element())
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pseudo_classes_become_attributes() {
        assert_eq!(
            as_attributes("#m .a:not(.b) rect,.c path:first-of-type,.d:nth-of-type(2){fill:red}"),
            "#m .a[without-class=\"b\"] rect,.c path[nth-of-type=\"1\"],.d[nth-of-type=\"2\"]{fill:red}"
        );
        assert_eq!(as_attributes(".a:not(:hover){x:y}"), ".a:not(:hover){x:y}");
        assert_eq!(as_attributes(".a:not(.b"), ".a:not(.b");
    }
}
