//! The words that an editor offers in activity diagrams.

use puml_family::editor::{NO_WORDS, Opener, Relations, Words, inside, opener};
use puml_syntax::ast::FrameKind;

/// What may be typed.
pub(crate) static WORDS: Words = Words {
    openers: OPENERS,
    followers: &[
        ("note", &["left", "right"]),
        ("floating note", &["left", "right"]),
        ("fork", &["again"]),
        ("split", &["again"]),
        ("repeat", &["while"]),
        ("end", &["fork", "split", "merge", "note"]),
    ],
    takes_name: &["goto"],
    wraps: &[("partition", "Part"), ("group", "Part"), ("package", "Part"), ("card", "Part")],
    open_frame: "group a {",
    skinparams: &["ConditionEndStyle", "ConditionStyle", "SwimlaneWidth"],
    skinparam_values: &[
        ("ConditionEndStyle", &["diamond", "hline"]),
        ("ConditionStyle", &["inside", "diamond", "insideDiamond"]),
        ("SwimlaneWidth", &["same"]),
    ],
    relations: Relations { out: "leads to", into: "follows", noun: ("step", "steps") },
    ..NO_WORDS
};

const OPENERS: &[Opener] = &[
    opener("start", "", ("steps", "start")),
    opener("stop", "", ("steps", "stop")),
    opener("end", "", ("steps", "end")),
    opener(":", ":${1:text};", ("steps", "action")),
    opener("detach", "", ("steps", "detach")),
    opener("kill", "", ("steps", "detach")),
    opener("goto", "goto ${1:name}", ("steps", "goto")),
    opener("label", "label ${1:name}", ("steps", "goto")),
    opener(
        "if",
        "if (${1:test?}) then (${2:yes})\n  $0\nelse (${3:no})\nendif",
        ("decisions", "if"),
    ),
    inside("elseif", FrameKind::Group, ("decisions", "elseif")),
    inside("else", FrameKind::Group, ("decisions", "if")),
    inside("endif", FrameKind::Group, ("decisions", "if")),
    opener(
        "switch",
        "switch (${1:test?})\ncase (${2:one})\n  $0\nendswitch",
        ("decisions", "switch"),
    ),
    inside("case", FrameKind::Group, ("decisions", "switch")),
    inside("endswitch", FrameKind::Group, ("decisions", "switch")),
    opener(
        "while",
        "while (${1:test?}) is (${2:yes})\n  $0\nendwhile (${3:no})",
        ("loops", "while"),
    ),
    inside("endwhile", FrameKind::Group, ("loops", "while")),
    opener("repeat", "repeat\n  $0\nrepeat while (${1:test?}) is (${2:yes})", ("loops", "repeat")),
    inside("repeat while", FrameKind::Group, ("loops", "repeat")),
    inside("backward", FrameKind::Group, ("loops", "backward")),
    inside("break", FrameKind::Group, ("loops", "break")),
    opener("fork", "fork\n  $0\nfork again\nend fork", ("parallel", "fork")),
    inside("fork again", FrameKind::Group, ("parallel", "fork")),
    inside("end fork", FrameKind::Group, ("parallel", "fork")),
    inside("end merge", FrameKind::Group, ("parallel", "merge")),
    opener("split", "split\n  $0\nsplit again\nend split", ("parallel", "split")),
    inside("split again", FrameKind::Group, ("parallel", "split")),
    inside("end split", FrameKind::Group, ("parallel", "split")),
    opener("swimlane", "|${1:name}|", ("swimlanes", "swimlane")),
    opener("partition", "partition ${1:name} {\n  $0\n}", ("groups", "partition")),
    opener("group", "group ${1:name} {\n  $0\n}", ("groups", "group")),
    opener("note", "note ${1:right}: ${2:text}", ("notes", "note")),
    opener("floating note", "floating note ${1:right}: ${2:text}", ("notes", "floating")),
];
