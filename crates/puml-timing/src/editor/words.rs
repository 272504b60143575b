//! The words that an editor offers in timing diagrams.

use puml_family::editor::{NO_WORDS, Opener, Relations, Words, opener};

/// What may be typed.
pub(crate) static WORDS: Words = Words {
    openers: OPENERS,
    followers: FOLLOWERS,
    takes_name: &["note top of", "note bottom of"],
    verbs: &["is", "has"],
    takes_feature: &["is", "has"],
    arrows: &[("->", ("arrows", "message")), ("<->", ("arrows", "constraint"))],
    declares: &super::KINDS,
    declare: "concise",
    declaration_tail: &["as", "with period", "between"],
    relations: Relations { out: "sends", into: "receives", noun: ("message", "messages") },
    ..NO_WORDS
};

const OPENERS: &[Opener] = &[
    opener("robust", "robust \"${1:Name}\" as ${2:A}", ("players", "robust")),
    opener("concise", "concise \"${1:Name}\" as ${2:A}", ("players", "concise")),
    opener("rectangle", "rectangle \"${1:Name}\" as ${2:A}", ("players", "rectangle")),
    opener("binary", "binary \"${1:Name}\" as ${2:A}", ("players", "binary")),
    opener("clock", "clock \"${1:Name}\" as ${2:C} with period ${3:50}", ("players", "clock")),
    opener(
        "analog",
        "analog \"${1:Name}\" between ${2:0} and ${3:5} as ${4:A}",
        ("players", "analog"),
    ),
    opener("mode compact", "", ("players", "compact")),
    opener("@time", "@${1:100}", ("time", "moment")),
    opener("@+time", "@+${1:100}", ("time", "after")),
    opener(
        "highlight",
        "highlight ${1:100} to ${2:200} #Gold : ${3:caption}",
        ("arrows", "highlight"),
    ),
    opener("note top of", "note top of ${1:A} : $2", ("arrows", "note")),
    opener("note bottom of", "note bottom of ${1:A} : $2", ("arrows", "note")),
    opener("scale", "scale ${1:100} as ${2:50} pixels", ("chart", "scale")),
    opener("hide time-axis", "", ("chart", "axis")),
    opener("manual time-axis", "", ("chart", "axis")),
    opener("use date format", "use date format \"${1:YY-MM-dd}\"", ("chart", "date-format")),
];

const FOLLOWERS: &[(&str, &[&str])] = &[
    ("mode", &["compact"]),
    ("hide", &["time-axis"]),
    ("manual", &["time-axis"]),
    ("note", &["top of", "bottom of"]),
];
