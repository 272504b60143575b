//! The allow-list: every element and attribute that may stand in a result, and what each attribute may hold.
//! A flat catalogue; how values are checked is in `value`.

/// What an attribute's value must look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// One number, perhaps with a unit or `%`.
    Length,
    /// Lengths separated by blanks or commas.
    Lengths,
    /// Path commands and numbers.
    Path,
    /// `translate(..)`, `rotate(..)` and their like over numbers.
    Transform,
    /// A colour, `none`, or `url(#id)`.
    Paint,
    /// A colour.
    Colour,
    /// `none` or `url(#id)`.
    Reference,
    /// `none`, `url(#id)` or a drop shadow.
    Filter,
    /// One word of letters and dashes.
    Word,
    /// Words of letters and dashes separated by blanks.
    Words,
    /// A number or a word: font weights, sizes, alignments.
    LengthOrWord,
    /// Dash lengths, or `none`.
    Dashes,
    /// Free text, escaped when written.
    Text,
    /// Ids of other elements separated by blanks.
    IdList,
}

/// Elements of the SVG namespace that may stand in a result, each name as it is written.
pub(super) const ELEMENTS: &[&str] = &[
    "circle",
    "clipPath",
    "defs",
    "desc",
    "ellipse",
    "feComponentTransfer",
    "feComposite",
    "feDropShadow",
    "feFlood",
    "feFuncA",
    "feGaussianBlur",
    "feMerge",
    "feMergeNode",
    "feOffset",
    "filter",
    "g",
    "image",
    "line",
    "linearGradient",
    "marker",
    "mask",
    "path",
    "pattern",
    "polygon",
    "polyline",
    "radialGradient",
    "rect",
    "stop",
    "svg",
    "symbol",
    "text",
    "title",
    "tspan",
    "use",
];

/// Attributes that may stand on any allowed element. Links, ids and image data have rules of their own.
pub(super) const ATTRIBUTES: &[(&str, Kind)] = &[
    ("alignment-baseline", Kind::Word),
    ("aria-describedby", Kind::IdList),
    ("aria-hidden", Kind::Word),
    ("aria-label", Kind::Text),
    ("aria-labelledby", Kind::IdList),
    ("aria-roledescription", Kind::Text),
    ("baseline-shift", Kind::LengthOrWord),
    ("clip-path", Kind::Reference),
    ("clip-rule", Kind::Word),
    ("clipPathUnits", Kind::Word),
    ("color", Kind::Colour),
    ("cx", Kind::Length),
    ("cy", Kind::Length),
    ("d", Kind::Path),
    ("display", Kind::Word),
    ("dominant-baseline", Kind::Word),
    ("dx", Kind::Lengths),
    ("dy", Kind::Lengths),
    ("fill", Kind::Paint),
    ("fill-opacity", Kind::Length),
    ("fill-rule", Kind::Word),
    ("filter", Kind::Filter),
    ("filterUnits", Kind::Word),
    ("flood-color", Kind::Colour),
    ("flood-opacity", Kind::Length),
    ("font-size", Kind::LengthOrWord),
    ("font-style", Kind::Word),
    ("font-weight", Kind::LengthOrWord),
    ("fx", Kind::Length),
    ("fy", Kind::Length),
    ("gradientTransform", Kind::Transform),
    ("gradientUnits", Kind::Word),
    ("height", Kind::LengthOrWord),
    ("in", Kind::Word),
    ("in2", Kind::Word),
    ("intercept", Kind::Length),
    ("lengthAdjust", Kind::Word),
    ("letter-spacing", Kind::LengthOrWord),
    ("marker-end", Kind::Reference),
    ("marker-mid", Kind::Reference),
    ("marker-start", Kind::Reference),
    ("markerHeight", Kind::Length),
    ("markerUnits", Kind::Word),
    ("markerWidth", Kind::Length),
    ("mask", Kind::Reference),
    ("maskUnits", Kind::Word),
    ("mix-blend-mode", Kind::Word),
    ("offset", Kind::Length),
    ("opacity", Kind::Length),
    ("operator", Kind::Word),
    ("orient", Kind::LengthOrWord),
    ("overflow", Kind::Word),
    ("paint-order", Kind::Words),
    ("patternTransform", Kind::Transform),
    ("patternUnits", Kind::Word),
    ("points", Kind::Lengths),
    ("preserveAspectRatio", Kind::Words),
    ("r", Kind::Length),
    ("refX", Kind::Length),
    ("refY", Kind::Length),
    ("result", Kind::Word),
    ("role", Kind::Words),
    ("rotate", Kind::Lengths),
    ("rx", Kind::LengthOrWord),
    ("ry", Kind::LengthOrWord),
    ("shape-rendering", Kind::Word),
    ("slope", Kind::Length),
    ("spreadMethod", Kind::Word),
    ("stdDeviation", Kind::Lengths),
    ("stop-color", Kind::Colour),
    ("stop-opacity", Kind::Length),
    ("stroke", Kind::Paint),
    ("stroke-dasharray", Kind::Dashes),
    ("stroke-dashoffset", Kind::Length),
    ("stroke-linecap", Kind::Word),
    ("stroke-linejoin", Kind::Word),
    ("stroke-miterlimit", Kind::Length),
    ("stroke-opacity", Kind::Length),
    ("stroke-width", Kind::Length),
    ("text-anchor", Kind::Word),
    ("text-decoration", Kind::Words),
    ("text-rendering", Kind::Word),
    ("textLength", Kind::Length),
    ("transform", Kind::Transform),
    ("transform-origin", Kind::Lengths),
    ("type", Kind::Word),
    ("vector-effect", Kind::Word),
    ("viewBox", Kind::Lengths),
    ("visibility", Kind::Word),
    ("width", Kind::LengthOrWord),
    ("word-spacing", Kind::LengthOrWord),
    ("x", Kind::Lengths),
    ("x1", Kind::Length),
    ("x2", Kind::Length),
    ("y", Kind::Lengths),
    ("y1", Kind::Length),
    ("y2", Kind::Length),
];

/// Style properties that become attributes of the same name. A style sheet may set these and no others.
pub(super) const PROPERTIES: &[&str] = &[
    "alignment-baseline",
    "baseline-shift",
    "clip-path",
    "clip-rule",
    "color",
    "display",
    "dominant-baseline",
    "fill",
    "fill-opacity",
    "fill-rule",
    "filter",
    "flood-color",
    "flood-opacity",
    "font-size",
    "font-style",
    "font-weight",
    "letter-spacing",
    "marker-end",
    "marker-mid",
    "marker-start",
    "mask",
    "mix-blend-mode",
    "opacity",
    "overflow",
    "paint-order",
    "rx",
    "ry",
    "shape-rendering",
    "stop-color",
    "stop-opacity",
    "stroke",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-opacity",
    "stroke-width",
    "text-anchor",
    "text-decoration",
    "text-rendering",
    "transform",
    "transform-origin",
    "vector-effect",
    "visibility",
    "word-spacing",
];

/// Properties that a child takes over from its parent, with the value at the root.
pub(super) const INHERITED: &[(&str, &str)] = &[
    ("clip-rule", "nonzero"),
    ("color", "black"),
    ("dominant-baseline", "auto"),
    ("fill", "black"),
    ("fill-opacity", "1"),
    ("fill-rule", "nonzero"),
    ("font-size", "medium"),
    ("font-style", "normal"),
    ("font-weight", "normal"),
    ("letter-spacing", "normal"),
    ("marker-end", "none"),
    ("marker-mid", "none"),
    ("marker-start", "none"),
    ("paint-order", "normal"),
    ("shape-rendering", "auto"),
    ("stroke", "none"),
    ("stroke-dasharray", "none"),
    ("stroke-dashoffset", "0"),
    ("stroke-linecap", "butt"),
    ("stroke-linejoin", "miter"),
    ("stroke-miterlimit", "4"),
    ("stroke-opacity", "1"),
    ("stroke-width", "1"),
    ("text-anchor", "start"),
    ("text-rendering", "auto"),
    ("visibility", "visible"),
    ("word-spacing", "normal"),
];

/// Values that say nothing, on properties that are not taken over from the parent.
pub(super) const IDLE: &[(&str, &str)] = &[
    ("alignment-baseline", "auto"),
    ("baseline-shift", "baseline"),
    ("clip-path", "none"),
    ("display", "inline"),
    ("display", "block"),
    ("display", "inline-block"),
    ("filter", "none"),
    ("mask", "none"),
    ("mix-blend-mode", "normal"),
    ("opacity", "1"),
    ("transform", ""),
    ("transform", "translate(0,0)"),
    ("transform", "matrix(1,0,0,1,0,0)"),
];

/// The listed spelling of an element's name.
pub(super) fn element(name: &str) -> Option<&'static str> {
    ELEMENTS.iter().find(|it| **it == name).copied()
}

/// The listed spelling of an attribute's name with its kind.
pub(super) fn attribute(name: &str) -> Option<(&'static str, Kind)> {
    let idx = ATTRIBUTES.binary_search_by_key(&name, |(listed, _)| *listed).ok()?;
    Some(ATTRIBUTES[idx])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_catalogue_is_sorted_for_searching() {
        assert!(ATTRIBUTES.is_sorted_by_key(|(name, _)| *name));
        assert!(ELEMENTS.is_sorted());
    }

    #[test]
    fn every_property_is_an_allowed_attribute() {
        for property in PROPERTIES.iter().chain(INHERITED.iter().map(|(name, _)| name)) {
            assert!(attribute(property).is_some(), "{property}");
        }
    }

    #[test]
    fn nothing_that_runs_or_embeds_is_listed() {
        for element in
            ["script", "foreignObject", "style", "iframe", "animate", "set", "a", "handler"]
        {
            assert!(!ELEMENTS.contains(&element), "{element}");
        }
        assert!(
            !ATTRIBUTES.iter().any(|(name, _)| name.starts_with("on") || name.contains("href"))
        );
    }
}
