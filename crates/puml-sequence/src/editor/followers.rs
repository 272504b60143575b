//! The words that may follow the beginning of a line.

/// The beginning in lower case, and what may come next.
pub(super) const FOLLOWERS: &[(&str, &[&str])] = &[
    ("note", &["left", "right", "over", "across", "left of", "right of"]),
    ("hnote", &["left", "right", "over", "across", "left of", "right of"]),
    ("rnote", &["left", "right", "over", "across", "left of", "right of"]),
    ("note left", &["of"]),
    ("note right", &["of"]),
    ("ref", &["over"]),
    ("hide", &["footbox", "unlinked", "stereotype"]),
    ("show", &["footbox", "unlinked", "stereotype"]),
    ("autoactivate", &["on", "off"]),
    ("autonumber", &["stop", "resume", "inc"]),
    ("footbox", &["on", "off"]),
    ("ignore", &["newpage"]),
    ("url", &["of"]),
    ("legend", &["top", "bottom", "left", "right", "center"]),
    ("left", &["header", "footer"]),
    ("center", &["header", "footer"]),
    ("right", &["header", "footer"]),
    ("scale", &["max"]),
    ("skin", &["rose"]),
    (
        "create",
        &[
            "participant",
            "actor",
            "boundary",
            "control",
            "entity",
            "database",
            "collections",
            "queue",
        ],
    ),
    ("!pragma", &["teoz true"]),
];
