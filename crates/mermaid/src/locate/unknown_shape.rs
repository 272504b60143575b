//! `A@{ shape: ... }` with a shape that does not exist.

use super::clue::Clue;
use super::suspect::Suspect;
use crate::codes;

/// Shape names that people reach for, with the one that exists; the rest of the list is for spelling mistakes.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("rhombus", "diam"),
    ("decision-box", "diam"),
    ("box", "rect"),
    ("square", "rect"),
    ("round", "rounded"),
    ("database-shape", "cyl"),
    ("oval", "stadium"),
    ("ellipse", "stadium"),
    ("hex-shape", "hex"),
    ("note", "comment"),
];

const SHAPES: &[&str] = &[
    "rect",
    "rounded",
    "stadium",
    "fr-rect",
    "cyl",
    "circle",
    "odd",
    "diam",
    "hex",
    "lean-r",
    "lean-l",
    "trap-b",
    "trap-t",
    "dbl-circ",
    "text",
    "notch-rect",
    "lin-rect",
    "sm-circ",
    "framed-circle",
    "fork",
    "hourglass",
    "comment",
    "brace-r",
    "braces",
    "bolt",
    "doc",
    "delay",
    "das",
    "lin-cyl",
    "curv-trap",
    "div-rect",
    "tri",
    "win-pane",
    "f-circ",
    "lin-doc",
    "notch-pent",
    "flip-tri",
    "sl-rect",
    "docs",
    "st-rect",
    "flag",
    "bow-rect",
    "cross-circ",
    "tag-doc",
    "tag-rect",
    "diamond",
    "rectangle",
    "process",
    "decision",
    "database",
    "cylinder",
    "hexagon",
    "document",
    "subprocess",
    "terminal",
    "event",
    "icon",
    "image",
    "cloud",
    "bang",
    "datastore",
];

pub(super) fn suspects(clue: &Clue<'_>) -> Vec<Suspect> {
    let Some((_, shape)) = clue.words.split_once("No such shape: ") else { return Vec::new() };
    let shape = shape.trim_end_matches('.').split(". ").next().unwrap_or_default();
    let Some(range) = clue.find(shape) else { return Vec::new() };
    let better = OTHER_NAMES
        .iter()
        .find(|(name, _)| *name == shape)
        .map(|(_, shape)| *shape)
        .or_else(|| diag::nearest(shape, SHAPES.iter().copied()));
    let hint = better.map_or_else(
        || "shapes are named like `rect`, `rounded`, `diam`, `cyl`".to_owned(),
        |better| format!("did you mean `{better}`?"),
    );
    let found = Suspect::new(
        codes::UNKNOWN_SHAPE,
        range.clone(),
        format!("there is no shape `{shape}`"),
        hint,
    );
    let title = better.map(|better| format!("replace with `{better}`")).unwrap_or_default();
    vec![found.certain().fix(title, better.map(|better| (range, better.to_owned())))]
}
