//! What stands in a `<style>` block, whatever the family.

/// Selectors that many families have, outermost first.
pub(crate) const SELECTORS: &[&str] = &[
    "root",
    "document",
    "element",
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
    "title",
    "header",
    "footer",
    "caption",
    "legend",
    "note",
    "arrow",
    "group",
    "actor",
    "participant",
    "lifeLine",
    "class",
    "state",
    "activity",
    "node",
    "package",
    "component",
    "task",
    "milestone",
];

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
