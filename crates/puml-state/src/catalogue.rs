//! What state diagrams can say: each construct with its form, its meaning and an example that compiles.

use puml_syntax::catalogue::{Primitive, Section, primitive};

/// The whole language, section by section.
pub(crate) const CATALOGUE: &[Section] = &[
    Section { name: "states", primitives: STATES },
    Section { name: "pseudo-states", primitives: MARKS },
    Section { name: "transitions", primitives: TRANSITIONS },
    Section { name: "composite states", primitives: COMPOSITES },
    Section { name: "tables", primitives: TABLES },
    Section { name: "notes", primitives: NOTES },
    Section { name: "commands", primitives: COMMANDS },
];

const STATES: &[Primitive] = &[
    primitive("state", "state NAME", "a state", "state Idle"),
    primitive(
        "alias",
        "state \"LONG NAME\" as NAME",
        "a long name to draw",
        "state \"Waiting for input\" as wait",
    ),
    primitive(
        "description",
        "NAME : text",
        "a line of the description",
        "state Idle\nIdle : entry / stop motor",
    ),
    primitive("color", "state NAME #color", "the fill", "state Failed #LightSalmon"),
    primitive(
        "outline",
        "state NAME ##[dashed]color",
        "the outline",
        "state Planned ##[dashed]gray",
    ),
    primitive("stereotype", "state NAME <<text>>", "a style class", "state Cart <<draft>>"),
    primitive(
        "link",
        "state NAME [[url]]",
        "where a click leads",
        "state Docs [[https://example.org]]",
    ),
];

const MARKS: &[Primitive] = &[
    primitive(
        "start-end",
        "[*]",
        "the start left of an arrow, the end right of it",
        "[*] --> Idle\nIdle --> [*]",
    ),
    primitive(
        "choice",
        "state NAME <<choice>>",
        "a decision",
        "state c <<choice>>\n[*] --> c\nc --> Small : [n < 10]\nc --> Large : [else]",
    ),
    primitive(
        "fork-join",
        "state NAME <<fork>> | <<join>>",
        "a bar where paths part or meet",
        "state f <<fork>>\n[*] --> f\nf --> A\nf --> B",
    ),
    primitive(
        "history",
        "[H] | NAME[H] | [H*]",
        "where the state was left last time",
        "state On {\n  [*] --> Slow\n}\n[*] --> Off\nOff --> On[H]",
    ),
    primitive(
        "points",
        "state NAME <<entryPoint>> | <<exitPoint>>",
        "ways in and out on the frame",
        "state Job {\n  state in <<entryPoint>>\n  state out <<exitPoint>>\n  in --> Work\n  Work --> out\n}\n[*] --> in\nout --> [*]",
    ),
    primitive(
        "pins",
        "state NAME <<inputPin>> | <<outputPin>>",
        "pins on the frame",
        "state Job {\n  state p <<inputPin>>\n  p --> Work\n}\n[*] --> p",
    ),
    primitive("bar", "==NAME==", "a synchronisation bar", "[*] --> ==all==\n==all== --> A"),
];

const TRANSITIONS: &[Primitive] = &[
    primitive(
        "transition",
        "A --> B : label",
        "from one state to another, below it",
        "[*] --> A\nA --> B : done",
    ),
    primitive("beside", "A -> B", "to a state beside it", "state A\nA -> B"),
    primitive(
        "direction",
        "A -left|right|up|down-> B",
        "where the target stands",
        "state A\nA -up-> B",
    ),
    primitive(
        "arrow-style",
        "A -[#color,dashed|dotted|bold,thickness=N]-> B",
        "how the line is drawn",
        "state A\nA -[#green,dashed]-> B",
    ),
    primitive("self", "A --> A", "a transition to itself", "state A\nA --> A : retry"),
    primitive("ends", "A x--> B | A -->o B", "a mark at an end", "state A\nA x--> B"),
];

const COMPOSITES: &[Primitive] = &[
    primitive(
        "composite",
        "state NAME { … }",
        "a state of states",
        "state On {\n  [*] --> Slow\n  Slow --> Fast\n}",
    ),
    primitive(
        "regions",
        "-- between states",
        "concurrent regions, one below the other",
        "state Active {\n  [*] --> A\n  --\n  [*] --> B\n}",
    ),
    primitive(
        "columns",
        "|| between states",
        "concurrent regions side by side",
        "state Active {\n  [*] --> A\n  ||\n  [*] --> B\n}",
    ),
    primitive("frame", "frame NAME { … }", "a frame around states", "frame Part {\n  [*] --> A\n}"),
];

const TABLES: &[Primitive] = &[
    primitive(
        "map",
        "map NAME { key => value }",
        "a table of keys and values",
        "state A\nmap M {\n  key => value\n}\nA --> M",
    ),
    primitive(
        "json",
        "json NAME { data }",
        "data as a table",
        "state A\njson J {\n  \"key\": [1, 2]\n}\nA --> J",
    ),
];

const NOTES: &[Primitive] = &[
    primitive(
        "note",
        "note left|right|top|bottom of NAME : text",
        "a note beside a state",
        "state A\nnote right of A : first",
    ),
    primitive(
        "note-on-link",
        "note on link : text",
        "a note on the transition before",
        "state A\nA --> B\nnote on link : rare",
    ),
    primitive(
        "free-note",
        "note \"text\" as NAME",
        "a note that stands alone",
        "state A\nnote \"about\" as N",
    ),
];

const COMMANDS: &[Primitive] = &[
    primitive(
        "hide-empty",
        "hide empty description",
        "states without text have no line",
        "hide empty description\nstate A",
    ),
    primitive(
        "direction-of-page",
        "left to right direction",
        "ranks grow to the right",
        "left to right direction\nstate A\nA --> B",
    ),
    primitive(
        "remove",
        "hide|remove NAME|$tag|<<stereotype>>|@unlinked",
        "leaves states out",
        "state A\nstate B\nremove B",
    ),
    primitive(
        "url",
        "url of NAME is [[url]]",
        "where a click leads",
        "state A\nurl of A is [[https://example.org]]",
    ),
];
