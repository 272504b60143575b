//! Arrows, the common ones first.

/// The arrow and the catalogue's name for it.
pub(crate) const ARROWS: &[(&str, &str)] = &[
    ("->", "call"),
    ("-->", "reply"),
    ("->>", "asynchronous"),
    ("-->>", "asynchronous"),
    ("<-", "reverse"),
    ("<--", "reverse"),
    ("<->", "both ways"),
    ("<-->", "both ways"),
    ("->x", "lost"),
    ("->o", "circle"),
    ("-\\", "half heads"),
    ("-/", "half heads"),
    ("-[#red]>", "style"),
    ("-[dashed]>", "style"),
    ("->]", "lost to the edge"),
    ("->?", "short"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::primitive;

    #[test]
    fn every_arrow_compiles_and_is_in_the_catalogue() {
        for (arrow, name) in ARROWS {
            let bare = arrow.ends_with([']', '?']);
            let line = if bare { format!("A {arrow} : x") } else { format!("A {arrow} B : x") };
            assert!(puml_compiler::check(&line).is_empty(), "{line}");
            assert!(primitive("arrows", name).is_some(), "{name}");
        }
    }
}
