//! What stands in a `<style>` block, whatever the family; its selectors come from the family.

/// Selectors of several words, as people write them. Case does not count.
const SPELLED: &[&str] = &[
    "sequenceDiagram",
    "classDiagram",
    "componentDiagram",
    "stateDiagram",
    "activityDiagram",
    "ganttDiagram",
    "mindmapDiagram",
    "wbsDiagram",
    "timingDiagram",
    "jsonDiagram",
    "yamlDiagram",
    "lifeLine",
    "activityBar",
    "rootNode",
    "leafNode",
    "boxlessNode",
    "verticalSeparator",
    "unstartedTask",
    "referenceHeader",
    "groupHeader",
    "stateBody",
];

/// A selector as people write it.
pub(crate) fn spelled(word: &'static str) -> &'static str {
    SPELLED.iter().copied().find(|it| it.eq_ignore_ascii_case(word)).unwrap_or(word)
}

/// Properties, with what they set.
pub(crate) const PROPERTIES: &[(&str, &str)] = &[
    ("BackgroundColor", "what it is filled with"),
    ("LineColor", "its border or line"),
    ("LineThickness", "how thick its line is"),
    ("LineStyle", "how its line is dashed"),
    ("FontColor", "its letters"),
    ("FontSize", "how large its letters are"),
    ("FontName", "the typeface"),
    ("FontStyle", "bold, italic or plain"),
    ("RoundCorner", "how round its corners are"),
    ("Shadowing", "how far its shadow falls"),
    ("Padding", "room inside its border"),
    ("Margin", "room around its border"),
    ("HorizontalAlignment", "left, center or right"),
    ("MaximumWidth", "where its text is wrapped"),
    ("HyperLinkColor", "links in its text"),
];

/// Values of properties that have few.
pub(crate) const VALUES: &[(&str, &[&str])] = &[
    ("fontstyle", &["plain", "bold", "italic"]),
    ("horizontalalignment", &["left", "center", "right"]),
    ("linestyle", &["4", "4-4", "1-3"]),
];
