//! A second opinion on finished pictures, written apart from the sanitiser: reads one again and lists what must not be there.

/// Elements that a picture may have.
const ELEMENTS: &[&str] = &[
    "svg",
    "g",
    "defs",
    "title",
    "desc",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "text",
    "tspan",
    "marker",
    "clipPath",
    "mask",
    "pattern",
    "symbol",
    "use",
    "linearGradient",
    "radialGradient",
    "stop",
    "filter",
    "feDropShadow",
    "feGaussianBlur",
    "feOffset",
    "feFlood",
    "feComposite",
    "feMerge",
    "feMergeNode",
    "feComponentTransfer",
    "feFuncA",
    "image",
    "a",
];

/// Everything objectionable in a document; empty for a safe one.
pub(crate) fn objections(svg: &str) -> Vec<String> {
    let document = match roxmltree::Document::parse(svg) {
        Ok(document) => document,
        Err(error) => return vec![format!("not well-formed: {error}")],
    };
    let mut found = Vec::new();
    for node in document.root().children().filter(|node| !node.is_element()) {
        found.push(format!("something beside the root: {:?}", node.node_type()));
    }
    for node in document.descendants() {
        if node.is_pi() || node.is_comment() {
            found.push(format!("{:?}", node.node_type()));
        }
        if !node.is_element() {
            continue;
        }
        let name = node.tag_name().name();
        if node.tag_name().namespace() != Some("http://www.w3.org/2000/svg") {
            found.push(format!("foreign element {name}"));
        }
        if !ELEMENTS.contains(&name) {
            found.push(format!("element {name}"));
        }
        for attribute in node.attributes() {
            found.extend(attribute_objection(name, attribute.name(), attribute.value()));
        }
    }
    found
}

fn attribute_objection(element: &str, name: &str, value: &str) -> Option<String> {
    let objection = || Some(format!("{element} {name}={value:?}"));
    let lower = value.to_ascii_lowercase();
    if name.len() > 2 && name[..2].eq_ignore_ascii_case("on") {
        return objection();
    }
    if matches!(
        name,
        "style" | "class" | "src" | "srcset" | "action" | "formaction" | "srcdoc" | "base"
    ) {
        return objection();
    }
    if name == "href" {
        let harmless = match element {
            "image" => {
                value.starts_with("data:image/png;base64,iVBORw0KGgo")
                    || value.starts_with("data:image/jpeg;base64,/9j/")
            }
            "a" => value.starts_with("https://"),
            _ => value.starts_with('#'),
        };
        return if harmless { None } else { objection() };
    }
    if matches!(name, "aria-label" | "aria-roledescription") {
        return None;
    }
    let outside_reference =
        lower.match_indices("url(").any(|(at, _)| !lower[at + 4..].starts_with('#'));
    let active = [
        "javascript:",
        "vbscript:",
        "data:",
        "expression(",
        "@import",
        "http:",
        "https:",
        "//",
        "\\",
    ]
    .iter()
    .any(|word| lower.contains(word));
    if outside_reference || active { objection() } else { None }
}
