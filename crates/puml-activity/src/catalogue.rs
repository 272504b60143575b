//! What activity diagrams can say: each construct with its form, its meaning and an example that compiles.

use puml_syntax::catalogue::{Primitive, Section, primitive};

/// The whole language, section by section.
pub(crate) const CATALOGUE: &[Section] = &[
    Section { name: "steps", primitives: STEPS },
    Section { name: "shapes", primitives: SHAPES },
    Section { name: "decisions", primitives: DECISIONS },
    Section { name: "loops", primitives: LOOPS },
    Section { name: "parallel", primitives: PARALLEL },
    Section { name: "arrows", primitives: ARROWS },
    Section { name: "swimlanes", primitives: LANES },
    Section { name: "groups", primitives: GROUPS },
    Section { name: "notes", primitives: NOTES },
    Section { name: "styling", primitives: STYLING },
];

/// The older syntax.
pub(crate) const LEGACY: &[Section] = &[Section { name: "legacy", primitives: OLD }];

const STEPS: &[Primitive] = &[
    primitive("start", "start", "where the flow begins", "start\n:Open the door;"),
    primitive("stop", "stop", "everything ends here", ":Close the door;\nstop"),
    primitive("end", "end", "this path ends here", ":Give up;\nend"),
    primitive("action", ":TEXT;", "something that is done", ":Send the letter;"),
    primitive(
        "long-action",
        ":TEXT\nTEXT;",
        "an action on several lines",
        ":Read the letter\nand answer it;",
    ),
    primitive(
        "list",
        "- TEXT",
        "an action in a list, without a semicolon",
        "- boil water\n- add tea",
    ),
    primitive(
        "detach",
        "detach | kill",
        "cuts the line behind a step",
        ":Log the error;\ndetach\n:Next job;",
    ),
    primitive(
        "connector",
        "(A)",
        "a letter in a circle: the flow goes on elsewhere",
        ":Print;\n(A)\ndetach\n(A)\n:Fold;",
    ),
    primitive(
        "goto",
        "label NAME, goto NAME",
        "a jump to a place",
        "start\nlabel again\n:Try;\nif (worked?) then (no)\n  goto again\nendif\nstop",
    ),
];

const SHAPES: &[Primitive] = &[
    primitive("input", ":TEXT; <<input>>", "something comes in", ":Order arrives; <<input>>"),
    primitive("output", ":TEXT; <<output>>", "something goes out", ":Invoice; <<output>>"),
    primitive("procedure", ":TEXT; <<procedure>>", "a procedure", ":Check credit; <<procedure>>"),
    primitive("load", ":TEXT; <<load>>", "data is loaded", ":Customers; <<load>>"),
    primitive("save", ":TEXT; <<save>>", "data is saved", ":Customers; <<save>>"),
    primitive(
        "continuous",
        ":TEXT; <<continuous>>",
        "something that goes on",
        ":Listen; <<continuous>>",
    ),
    primitive("task", ":TEXT; <<task>>", "a box with sharp corners", ":Sign; <<task>>"),
    primitive(
        "signals",
        ":TEXT; <<sendSignal>> | <<acceptEvent>> | <<timeEvent>>",
        "signals of UML",
        ":Ring; <<sendSignal>>\n:Answer; <<acceptEvent>>\n:Every hour; <<timeEvent>>",
    ),
];

const DECISIONS: &[Primitive] = &[
    primitive(
        "if",
        "if (TEST) then (LABEL) … else (LABEL) … endif",
        "a decision",
        "if (valid?) then (yes)\n  :Save;\nelse (no)\n  :Refuse;\nendif",
    ),
    primitive(
        "if-is",
        "if (TEST) is (LABEL) then",
        "the same in other words",
        "if (color?) is (red) then\n  :Stop;\nendif",
    ),
    primitive(
        "elseif",
        "elseif (TEST) then (LABEL)",
        "the next test of a chain",
        "if (gold?) then (yes)\n  :Greet by name;\nelseif (silver?) then (yes)\n  :Greet;\nelse (none)\n  :Nod;\nendif",
    ),
    primitive(
        "switch",
        "switch (TEST), case (LABEL), endswitch",
        "one way of many",
        "switch (size?)\ncase (small)\n  :Letter;\ncase (large)\n  :Parcel;\nendswitch",
    ),
];

const LOOPS: &[Primitive] = &[
    primitive(
        "while",
        "while (TEST) is (LABEL) … endwhile (LABEL)",
        "a loop with its test first",
        "while (more?) is (yes)\n  :Take one;\nendwhile (no)",
    ),
    primitive(
        "repeat",
        "repeat … repeat while (TEST) is (LABEL) not (LABEL)",
        "a loop with its test last",
        "repeat\n  :Knock;\nrepeat while (nobody?) is (yes) not (no)",
    ),
    primitive(
        "repeat-first",
        "repeat :TEXT;",
        "the first step of each round",
        "repeat :Ask;\n  :Wait;\nrepeat while (answer?) is (no)",
    ),
    primitive(
        "backward",
        "backward :TEXT;",
        "a step on the way back",
        "repeat\n  :Measure;\n  backward :Adjust;\nrepeat while (wrong?) is (yes)",
    ),
    primitive(
        "break",
        "break",
        "leaves the loop",
        "while (more?)\n  if (found?) then (yes)\n    break\n  endif\n  :Next;\nendwhile",
    ),
];

const PARALLEL: &[Primitive] = &[
    primitive(
        "fork",
        "fork … fork again … end fork",
        "ways that run at the same time",
        "fork\n  :Cook;\nfork again\n  :Lay the table;\nend fork",
    ),
    primitive(
        "fork-label",
        "end fork {TEXT}",
        "how the ways are joined",
        "fork\n  :Mail;\nfork again\n  :Call;\nend fork {or}",
    ),
    primitive(
        "merge",
        "end merge",
        "the first that is done goes on",
        "fork\n  :Ask Ann;\nfork again\n  :Ask Bob;\nend merge",
    ),
    primitive(
        "split",
        "split … split again … end split",
        "the same with thin lines",
        "split\n  :Copy;\nsplit again\n  :Original;\nend split",
    ),
];

const ARROWS: &[Primitive] = &[
    primitive("label", "-> TEXT;", "a text beside the next line", ":Pack;\n-> by courier;\n:Ship;"),
    primitive(
        "style",
        "-[#COLOR,dashed]->",
        "how the next line looks",
        ":Plan;\n-[#blue,dashed]->\n:Build;",
    ),
    primitive(
        "hidden",
        "-[hidden]->",
        "a line that is not drawn",
        "split\n  -[hidden]->\n  :By mail;\nsplit again\n  -[hidden]->\n  :By phone;\nend split",
    ),
];

const LANES: &[Primitive] = &[
    primitive(
        "swimlane",
        "|NAME|",
        "what follows stands in that column",
        "|Buyer|\n:Order;\n|Seller|\n:Deliver;",
    ),
    primitive(
        "swimlane-title",
        "|NAME|TITLE",
        "a title that differs from the name",
        "|b|The buyer\n:Order;\n|s|The seller\n:Deliver;",
    ),
    primitive(
        "swimlane-color",
        "|#COLOR|NAME|",
        "the ground of a column",
        "|#AliceBlue|Buyer|\n:Order;\n|Seller|\n:Deliver;",
    ),
];

const GROUPS: &[Primitive] = &[
    primitive(
        "partition",
        "partition NAME { … }",
        "a frame with a title",
        "partition Setup {\n  :Install;\n}",
    ),
    primitive(
        "group",
        "group | package | rectangle | card NAME { … }",
        "other frames",
        "package Tests {\n  :Run;\n}\ncard Result {\n  :Show;\n}",
    ),
    primitive(
        "partition-color",
        "partition #COLOR NAME { … }",
        "a frame with a ground",
        "partition #AliceBlue Setup {\n  :Install;\n}",
    ),
];

const NOTES: &[Primitive] = &[
    primitive(
        "note",
        "note left|right: TEXT",
        "at the step before",
        ":Sign;\nnote right: with a pen",
    ),
    primitive(
        "long-note",
        "note left|right … end note",
        "a note on several lines",
        ":Sign;\nnote left\n  twice,\n  with a pen\nend note",
    ),
    primitive(
        "floating",
        "floating note left: TEXT",
        "without a line to the step",
        ":Sign;\nfloating note left: by Friday",
    ),
];

const STYLING: &[Primitive] = &[
    primitive("color", ":TEXT; <<#COLOR>>", "the fill of one action", ":Warn; <<#Orange>>"),
    primitive(
        "border",
        ":TEXT; <<##COLOR>>",
        "the border of one action",
        ":Warn; <<##[dashed]red>>",
    ),
    primitive(
        "condition-style",
        "skinparam conditionStyle inside|diamond|insideDiamond",
        "where the text of a test stands",
        "skinparam conditionStyle insideDiamond\nif (ok?) then (yes)\n  :Go;\nendif",
    ),
    primitive(
        "style",
        "<style> activityDiagram { … }",
        "colours and fonts of everything",
        "<style>\nactivityDiagram {\n  diamond {\n    BackgroundColor LightYellow\n  }\n}\n</style>\nif (ok?) then (yes)\n  :Go;\nendif",
    ),
];

const OLD: &[Primitive] = &[
    primitive(
        "link",
        "(*) --> \"TEXT\"",
        "an action and the line to it",
        "(*) --> \"Open\"\n\"Open\" --> (*)",
    ),
    primitive(
        "branch",
        "if \"TEST\" then … else … endif",
        "a decision",
        "(*) --> \"Look\"\nif \"found?\" then\n  -->[yes] \"Take\"\nelse\n  -->[no] \"Leave\"\nendif",
    ),
    primitive(
        "bar",
        "===NAME===",
        "a bar where ways begin or end together",
        "(*) --> ===B1===\n--> \"Cook\"\n===B1=== --> \"Bake\"",
    ),
];
