//! What timing diagrams can say: each construct with its form, its meaning and an example that compiles.

use puml_syntax::catalogue::{Primitive, Section, primitive};

/// The whole language, section by section.
pub(crate) const CATALOGUE: &[Section] = &[
    Section { name: "players", primitives: PLAYERS },
    Section { name: "time", primitives: TIME },
    Section { name: "states", primitives: STATES },
    Section { name: "arrows", primitives: ARROWS },
    Section { name: "chart", primitives: CHART },
];

const PLAYERS: &[Primitive] = &[
    primitive(
        "robust",
        "robust \"NAME\" as CODE",
        "a line that steps between its states",
        "robust \"Web server\" as W\n@0\nW is idle\n@5\nW is busy",
    ),
    primitive(
        "concise",
        "concise \"NAME\" as CODE",
        "a ribbon with the state in it",
        "concise \"User\" as U\n@0\nU is waiting\n@5\nU is reading",
    ),
    primitive(
        "rectangle",
        "rectangle \"NAME\" as CODE",
        "a ribbon with straight ends",
        "rectangle \"Bus\" as B\n@0\nB is read\n@5\nB is write",
    ),
    primitive(
        "binary",
        "binary \"NAME\" as CODE",
        "high or low",
        "binary \"Enable\" as E\n@0\nE is low\n@5\nE is high",
    ),
    primitive(
        "clock",
        "clock CODE with period N [pulse N] [offset N]",
        "high and low in turn",
        "clock clk with period 2\nbinary \"E\" as E\n@0\nE is low\n@10\nE is high",
    ),
    primitive(
        "analog",
        "analog \"NAME\" [between A and B] as CODE",
        "a curve",
        "analog \"Volt\" between 0 and 5 as V\n@0\nV is 1\n@5\nV is 4",
    ),
    primitive(
        "compact",
        "compact KIND … | mode compact",
        "drawn small",
        "compact robust \"Web\" as W\n@0\nW is idle\n@5\nW is busy",
    ),
];

const TIME: &[Primitive] = &[
    primitive(
        "moment",
        "@N",
        "the lines that follow are about it",
        "robust W\n@0\nW is idle\n@100\nW is busy",
    ),
    primitive(
        "after",
        "@+N",
        "after the moment before",
        "robust W\n@0\nW is idle\n@+50\nW is busy",
    ),
    primitive(
        "clock-time",
        "@H:MM:SS",
        "a time of day",
        "robust W\n@0:00:00\nW is idle\n@1:30:00\nW is busy",
    ),
    primitive(
        "date",
        "@Y/M/D",
        "a date",
        "robust W\n@2026/03/01\nW is idle\n@2026/03/05\nW is busy",
    ),
    primitive(
        "anchor",
        "@N as :NAME, @:NAME+N",
        "a moment with a name",
        "robust W\n@0 as :start\nW is idle\n@:start+20\nW is busy",
    ),
    primitive(
        "beat",
        "@CLOCK*N",
        "a beat of a clock",
        "clock clk with period 5\nrobust W\n@0\nW is idle\n@clk*3\nW is busy",
    ),
    primitive(
        "list",
        "@CODE, then N is STATE",
        "all changes of one player",
        "robust W\n@W\n0 is idle\n+20 is busy",
    ),
];

const STATES: &[Primitive] = &[
    primitive(
        "change",
        "CODE is STATE",
        "from now on",
        "robust W\n@0\nW is idle\n@5\nW is \"very busy\"",
    ),
    primitive(
        "color",
        "CODE is STATE #COLOR",
        "a coloured state",
        "concise W\n@0\nW is idle #Gold\n@5\nW is busy",
    ),
    primitive(
        "comment",
        "CODE is STATE : text",
        "a text beside it",
        "robust W\n@0\nW is idle : at rest\n@5\nW is busy",
    ),
    primitive(
        "order",
        "CODE has a,b,c",
        "states from bottom to top",
        "robust W\nW has idle,ready,busy\n@0\nW is idle\n@5\nW is busy",
    ),
    primitive(
        "label",
        "CODE has \"LABEL\" as STATE",
        "what is drawn for a state",
        "robust W\nW has \"Very busy\" as busy\n@0\nW is busy\n@5\nW is idle",
    ),
    primitive(
        "special",
        "CODE is {hidden} | {-} | {...} | {a,b}",
        "nothing, a flat line, no text, one of two",
        "concise W\n@0\nW is {-}\n@5\nW is busy",
    ),
];

const ARROWS: &[Primitive] = &[
    primitive(
        "message",
        "A[@N] -> B[@N] : text",
        "from one player to another",
        "robust A\nconcise B\n@0\nA is idle\nB is idle\n@5\nA is busy\nA -> B@7 : call\n@7\nB is busy",
    ),
    primitive(
        "constraint",
        "A@N <-> @N : text",
        "a span of time",
        "robust A\n@0\nA is idle\n@10\nA is busy\nA@0 <-> @10 : {10 ms}",
    ),
    primitive(
        "highlight",
        "highlight N to N #COLOR : text",
        "a coloured stretch",
        "robust A\n@0\nA is idle\n@10\nA is busy\nhighlight 2 to 5 #Gold : peak",
    ),
    primitive(
        "note",
        "note top|bottom of CODE : text",
        "a note at a player",
        "concise A\n@0\nA is idle\nnote top of A : why\n@5\nA is busy",
    ),
];

const CHART: &[Primitive] = &[
    primitive(
        "scale",
        "scale N as M pixels",
        "how wide time is",
        "scale 10 as 50 pixels\nrobust A\n@0\nA is idle\n@100\nA is busy",
    ),
    primitive(
        "axis",
        "hide time-axis | manual time-axis",
        "the axis below",
        "hide time-axis\nrobust A\n@0\nA is idle\n@5\nA is busy",
    ),
    primitive(
        "height",
        "CODE is N pixels height",
        "how high a player is",
        "robust A\nA is 120 pixels height\n@0\nA is idle\n@5\nA is busy",
    ),
    primitive(
        "date-format",
        "use date format \"PATTERN\"",
        "how dates are written",
        "use date format \"YYYY-MM-dd\"\nrobust A\n@2026/03/01\nA is idle\n@2026/03/05\nA is busy",
    ),
];
