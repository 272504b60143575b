//! The words that an editor offers in state diagrams.

use puml_family::editor::{EntryKind, NO_WORDS, Opener, Relations, Words, inside, opener};
use puml_syntax::ast::FrameKind;

/// What may be typed.
pub(crate) static WORDS: Words = Words {
    openers: OPENERS,
    followers: FOLLOWERS,
    takes_name: &[
        "note left of",
        "note right of",
        "note top of",
        "note bottom of",
        "hide",
        "show",
        "remove",
        "restore",
        "url of",
    ],
    names: &["[*]", "[H]", "[H*]"],
    element: EntryKind::State,
    arrows: ARROWS,
    declares: &["state", "frame", "map", "json"],
    declare: "state",
    declaration_tail: &[
        "as",
        "<<choice>>",
        "<<fork>>",
        "<<join>>",
        "<<start>>",
        "<<end>>",
        "<<history>>",
        "<<history*>>",
        "<<entryPoint>>",
        "<<exitPoint>>",
        "<<inputPin>>",
        "<<outputPin>>",
        "<<expansionInput>>",
        "<<expansionOutput>>",
    ],
    wraps: &[("state", "Name"), ("frame", "Name")],
    open_frame: "state a {",
    skinparams: &[
        "StateArrowColor",
        "StateAttributeFontColor",
        "StateAttributeFontSize",
        "StateBackgroundColor",
        "StateBorderColor",
        "StateEndColor",
        "StateFontColor",
        "StateFontSize",
        "StateStartColor",
    ],
    relations: Relations {
        out: "leads to",
        into: "is reached from",
        noun: ("transition", "transitions"),
    },
    ..NO_WORDS
};

const OPENERS: &[Opener] = &[
    opener("state", "state ${1:Name}", ("states", "state")),
    opener("frame", "frame ${1:Name} {\n  $0\n}", ("composite states", "frame")),
    opener("[*] -->", "[*] --> ${1:Name}", ("pseudo-states", "start-end")),
    inside("--", FrameKind::Group, ("composite states", "regions")),
    inside("||", FrameKind::Group, ("composite states", "columns")),
    inside("}", FrameKind::Group, ("composite states", "composite")),
    opener("map", "map ${1:Name} {\n  ${2:key} => ${3:value}\n}", ("tables", "map")),
    opener("json", "json ${1:Name} {\n  \"${2:key}\": ${3:value}\n}", ("tables", "json")),
    opener("note", "note ${1:right} of ${2:Name} : ${3:text}", ("notes", "note")),
    opener("note on link", "note on link : ${1:text}", ("notes", "note-on-link")),
    opener("hide empty description", "", ("commands", "hide-empty")),
    opener("left to right direction", "", ("commands", "direction-of-page")),
    opener("top to bottom direction", "", ("commands", "direction-of-page")),
    opener("hide", "", ("commands", "remove")),
    opener("remove", "", ("commands", "remove")),
    opener("url of", "url of ${1:Name} is [[${2:address}]]", ("commands", "url")),
];

const FOLLOWERS: &[(&str, &[&str])] = &[
    ("note", &["left of", "right of", "top of", "bottom of", "on link", "as"]),
    ("note left", &["of", "on link"]),
    ("note right", &["of", "on link"]),
    ("note top", &["of", "on link"]),
    ("note bottom", &["of", "on link"]),
    ("note on", &["link"]),
    ("hide", &["empty description", "@unlinked"]),
    ("remove", &["@unlinked"]),
    ("url", &["of"]),
    ("left to right", &["direction"]),
    ("top to bottom", &["direction"]),
];

const ARROWS: &[(&str, (&str, &str))] = &[
    ("-->", ("transitions", "transition")),
    ("->", ("transitions", "beside")),
    ("-left->", ("transitions", "direction")),
    ("-right->", ("transitions", "direction")),
    ("-up->", ("transitions", "direction")),
    ("-down->", ("transitions", "direction")),
    ("-[dashed]->", ("transitions", "arrow-style")),
    ("<--", ("transitions", "transition")),
    ("x-->", ("transitions", "ends")),
    ("-->o", ("transitions", "ends")),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::CATALOGUE;

    #[test]
    fn every_word_stands_in_the_catalogue() {
        let openers = OPENERS.iter().map(|it| it.entry);
        for (section, name) in openers.chain(ARROWS.iter().map(|it| it.1)) {
            let found = CATALOGUE.iter().find(|it| it.name == section);
            let has = found.is_some_and(|it| it.primitives.iter().any(|it| it.name == name));
            assert!(has, "{section}/{name}");
        }
    }
}
