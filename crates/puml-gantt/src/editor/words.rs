//! The words that an editor offers in Gantt charts.

use puml_family::editor::{EntryKind, NO_WORDS, Opener, Relations, Words, opener};

/// What may be typed.
pub(crate) static WORDS: Words = Words {
    openers: OPENERS,
    followers: FOLLOWERS,
    verbs: &[
        "requires",
        "lasts",
        "starts",
        "starts at",
        "ends",
        "ends at",
        "happens",
        "happens at",
        "is colored in",
        "pauses on",
        "links to",
    ],
    name_signs: ("[", "]"),
    element: EntryKind::Task,
    arrows: &[("->", ("dependencies", "arrow")), ("-->", ("dependencies", "arrow"))],
    wraps: &[("group", "Name")],
    open_frame: "group [x]",
    relations: Relations { out: "comes before", into: "comes after", noun: ("task", "tasks") },
    ..NO_WORDS
};

const OPENERS: &[Opener] = &[
    opener("[task] lasts", "[${1:Task}] lasts ${2:5} days", ("tasks", "duration")),
    opener(
        "[milestone] happens",
        "[${1:Done}] happens at [${2:Task}]'s end",
        ("tasks", "milestone"),
    ),
    opener("[task] starts after", "[${1:B}] starts at [${2:A}]'s end", ("dependencies", "after")),
    opener("then", "then [${1:Task}] lasts ${2:5} days", ("dependencies", "then")),
    opener("note bottom", "note bottom\n$1\nend note", ("tasks", "note")),
    opener("Project starts", "Project starts ${1:2026-03-02}", ("calendar", "project")),
    opener("saturday are closed", "", ("calendar", "weekend")),
    opener("sunday are closed", "", ("calendar", "weekend")),
    opener("today is", "today is ${1:2026-03-02}", ("calendar", "today")),
    opener("separator", "-- ${1:Phase} --", ("chart", "separator")),
    opener("group", "group [${1:Name}]\n$0\nend group", ("chart", "group")),
    opener("end group", "", ("chart", "group")),
    opener("printscale", "printscale ${1:weekly}", ("chart", "scale")),
    opener(
        "Print between",
        "Print between ${1:2026-03-02} and ${2:2026-04-01}",
        ("chart", "print"),
    ),
    opener("language", "language ${1:de}", ("chart", "language")),
    opener("hide footbox", "", ("chart", "hide")),
    opener("hide column", "hide column ${1:duration}", ("chart", "hide")),
];

const FOLLOWERS: &[(&str, &[&str])] = &[
    ("printscale", &["daily", "weekly", "monthly", "quarterly", "yearly"]),
    ("hide", &["footbox", "column", "closed", "resources"]),
    ("hide column", &["task", "start", "end", "duration"]),
    ("language", &["de", "en", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "zh"]),
    ("saturday are", &["closed", "open", "colored in"]),
    ("sunday are", &["closed", "open", "colored in"]),
];
