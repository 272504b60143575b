//! Arrows, the common ones first.

/// The arrow, and section and name in the catalogue.
pub(super) const ARROWS: &[(&str, (&str, &str))] = &[
    ("->", ("arrows", "call")),
    ("-->", ("arrows", "reply")),
    ("->>", ("arrows", "asynchronous")),
    ("-->>", ("arrows", "asynchronous")),
    ("<-", ("arrows", "reverse")),
    ("<--", ("arrows", "reverse")),
    ("<->", ("arrows", "both ways")),
    ("<-->", ("arrows", "both ways")),
    ("->x", ("arrows", "lost")),
    ("->o", ("arrows", "circle")),
    ("-\\", ("arrows", "half heads")),
    ("-/", ("arrows", "half heads")),
    ("-[#red]>", ("arrows", "style")),
    ("-[dashed]>", ("arrows", "style")),
    ("->]", ("arrows", "lost to the edge")),
    ("->?", ("arrows", "short")),
];
