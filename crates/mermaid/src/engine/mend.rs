//! Where the engine's picture differs from Mermaid's: mended in its text, before the sanitiser reads it.

use std::borrow::Cow;

use merman_render::svg::{SvgPostprocessContext, SvgPostprocessor};

use super::settings::ink;
use crate::sanitise::emphasis;

/// Colours of the theme in force that a mending may need.
#[derive(Debug, Clone, Default)]
pub(super) struct Colours {
    /// Behind a node's label.
    pub(super) fill: String,
    /// Around a node.
    pub(super) border: String,
}

/// The finished picture with what the engine forgets.
pub(super) fn mended(svg: String, kind: &str, theme: &str, colours: &Colours) -> String {
    let svg = match kind {
        // Relations and boundaries are drawn in a fixed dark grey.
        "c4" if theme.contains("dark") => svg.replace("#444444", ink(theme)),
        "sankey" => labels_in_front(&svg).unwrap_or(svg),
        "kanban" => cards_flush_left(&svg),
        _ => svg,
    };
    let svg = dotted(&svg);
    filled(&svg, colours)
}

/// Marks emphasis in HTML labels before they become plain text, which would lose it.
#[derive(Debug)]
pub(super) struct MarkEmphasis;

impl SvgPostprocessor for MarkEmphasis {
    fn name(&self) -> &'static str {
        "mark-emphasis"
    }

    fn process<'svg>(
        &self,
        svg: Cow<'svg, str>,
        _: &SvgPostprocessContext<'_>,
    ) -> merman_render::Result<Cow<'svg, str>> {
        Ok(match emphasis::marked(&svg) {
            Some(marked) => Cow::Owned(marked),
            None => svg,
        })
    }
}

/// Text on kanban cards starts at the left edge of its label, line by line.
fn cards_flush_left(svg: &str) -> String {
    let mut out = String::with_capacity(svg.len());
    let mut rest = svg;
    while let Some(at) = rest.find("<text x=\"") {
        let end = rest[at..].find('>').map_or(rest.len(), |it| at + it);
        let element = &rest[at..end];
        out.push_str(&rest[..at]);
        let value = "<text x=\"".len();
        match element[value..].find('"') {
            Some(width) if element.contains("=\"items node") => {
                out.push_str("<text x=\"0");
                let attributes = &element[value + width..];
                out.push_str(
                    &attributes
                        .replace("text-anchor=\"middle\"", "text-anchor=\"start\"")
                        .replace("text-anchor:middle", "text-anchor:start"),
                );
            }
            _ => out.push_str(element),
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

/// Labels of a Sankey diagram lie under the flows, which shine through in Mermaid by a blend mode that plain SVG
/// attributes cannot name. They come last instead.
fn labels_in_front(svg: &str) -> Option<String> {
    let start = svg.find("<g class=\"node-labels")?;
    let end = start + svg[start..].find("</g>")? + "</g>".len();
    let root_end = svg.rfind("</svg>").filter(|root_end| *root_end >= end)?;
    Some(format!(
        "{}{}{}{}",
        &svg[..start],
        &svg[end..root_end],
        &svg[start..end],
        &svg[root_end..]
    ))
}

/// Dotted edges whose own dash pattern is one long dash.
fn dotted(svg: &str) -> String {
    let mut out = String::with_capacity(svg.len());
    let mut rest = svg;
    while let Some(at) = rest.find("edge-pattern-dotted") {
        let end = rest[at..].find('>').map_or(rest.len(), |it| at + it);
        out.push_str(&rest[..at]);
        out.push_str(&with_dots(&rest[at..end]));
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

/// `stroke-dasharray:0 0 40 0` as `stroke-dasharray:2`.
fn with_dots(attributes: &str) -> Cow<'_, str> {
    const NAME: &str = "stroke-dasharray:";
    let Some(at) = attributes.find(NAME) else { return attributes.into() };
    let value = at + NAME.len();
    let Some(end) = attributes[value..].find(';').map(|it| value + it) else {
        return attributes.into();
    };
    let dashes: Vec<&str> = attributes[value..end].split_whitespace().collect();
    if !matches!(dashes.as_slice(), ["0", "0", _, "0"]) {
        return attributes.into();
    }
    format!("{}stroke-dasharray:2{}", &attributes[..at], &attributes[end..]).into()
}

/// Sketched shapes that the engine leaves without any colour would be black.
fn filled(svg: &str, colours: &Colours) -> String {
    const NODE: &str = "class=\"rough-node";
    if !svg.contains(NODE) || colours.fill.is_empty() {
        return svg.to_owned();
    }
    let paint = format!(" fill=\"{}\" stroke=\"{}\"", colours.fill, colours.border);
    let mut out = String::with_capacity(svg.len());
    let mut rest = svg;
    while let Some(at) = rest.find("label-container") {
        let start = rest[..at].rfind('<').unwrap_or(at);
        let end = rest[at..].find(['>']).map_or(rest.len(), |it| at + it);
        let element = &rest[start..end];
        let shape = ["<path", "<rect", "<circle", "<ellipse", "<polygon"]
            .iter()
            .any(|name| element.starts_with(name));
        let bare = !element.contains("fill");
        let closing = end - usize::from(element.ends_with('/'));
        out.push_str(&rest[..closing]);
        if shape && bare {
            out.push_str(&paint);
        }
        out.push_str(&rest[closing..end]);
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dotted_edge_has_dots() {
        let edge = "<path class=\"edge-pattern-dotted\" style=\"stroke-dasharray: 0 0 40 0; x\"/>";
        assert_eq!(
            dotted(edge),
            "<path class=\"edge-pattern-dotted\" style=\"stroke-dasharray:2; x\"/>"
        );
    }

    #[test]
    fn a_sketched_shape_without_colours_gets_the_themes() {
        let colours = Colours { fill: "#fff".to_owned(), border: "#000".to_owned() };
        let node = "<g class=\"rough-node\"><path class=\"label-container\"/></g>";
        assert_eq!(
            filled(node, &colours),
            "<g class=\"rough-node\"><path class=\"label-container\" fill=\"#fff\" stroke=\"#000\"/></g>"
        );
    }

    #[test]
    fn cards_are_set_flush_left_and_columns_are_not() {
        let card = "<text x=\"87.5\" text-anchor=\"middle\" data-c=\"items node\">a</text>";
        let column = "<text x=\"9\" text-anchor=\"middle\" data-c=\"sections\">b</text>";
        assert_eq!(
            cards_flush_left(&format!("{card}{column}")),
            format!("<text x=\"0\" text-anchor=\"start\" data-c=\"items node\">a</text>{column}")
        );
    }

    #[test]
    fn labels_of_flows_come_last() {
        let svg = "<svg><g class=\"node-labels\"><text>a</text></g><g class=\"links\"/></svg>";
        assert_eq!(
            labels_in_front(svg).as_deref(),
            Some("<svg><g class=\"links\"/><g class=\"node-labels\"><text>a</text></g></svg>")
        );
    }
}
