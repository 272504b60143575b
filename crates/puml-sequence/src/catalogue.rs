//! What sequence diagrams can say: each construct with its form, its meaning and an example that compiles.

use puml_syntax::catalogue::{Primitive, Section, primitive};

/// The whole language, section by section.
pub const CATALOGUE: &[Section] = &[
    Section { name: "participants", primitives: PARTICIPANTS },
    Section { name: "arrows", primitives: ARROWS },
    Section { name: "notes", primitives: NOTES },
    Section { name: "groups", primitives: GROUPS },
    Section { name: "lifecycle", primitives: LIFECYCLE },
    Section { name: "styling", primitives: STYLING },
    Section { name: "flow", primitives: FLOW },
    Section { name: "page", primitives: PAGE },
    Section { name: "text", primitives: TEXT },
];

const PARTICIPANTS: &[Primitive] = &[
    primitive("participant", "participant NAME", "a box", "participant Server"),
    primitive("actor", "actor NAME", "a stick figure", "actor Customer"),
    primitive("boundary", "boundary NAME", "a circle with a bar", "boundary Gateway"),
    primitive("control", "control NAME", "a circle with an arrow", "control Scheduler"),
    primitive("entity", "entity NAME", "a circle on a line", "entity Order"),
    primitive("database", "database NAME", "a cylinder", "database Store"),
    primitive("collections", "collections NAME", "stacked boxes", "collections Workers"),
    primitive("queue", "queue NAME", "a lying cylinder", "queue Jobs"),
    primitive(
        "alias",
        "KIND \"LONG NAME\" as CODE | KIND CODE as \"LONG NAME\"",
        "a long name to draw and a code for messages",
        "participant \"Payment service\" as pay\npay -> pay : charge",
    ),
    primitive(
        "order",
        "KIND NAME order N",
        "lower numbers stand further left",
        "participant B order 20\nparticipant A order 10",
    ),
    primitive(
        "stereotype",
        "KIND NAME <<text>> | <<(C,#color) text>> | <<$sprite>>",
        "a line above the name; also a style class",
        "participant Cart <<(S,#ADD1B2) service>>",
    ),
    primitive("color", "KIND NAME #color", "the fill of the head", "participant Cart #LightBlue"),
    primitive(
        "link",
        "KIND NAME [[url{tooltip} label]]",
        "makes the head clickable",
        "participant Cart [[https://example.com{Open} docs]]",
    ),
    primitive(
        "multi-line head",
        "participant NAME [ … ]",
        "a head with markup on several lines",
        "participant Cart [\n  = Cart\n  ----\n  \"\"v2\"\"\n]",
    ),
    primitive(
        "box",
        "box [\"TITLE\"] [#color] … end box",
        "a frame round participants; boxes nest",
        "box \"Backend\" #LightGray\n  participant Api\n  database Db\nend box\nApi -> Db : query",
    ),
    primitive(
        "hide unlinked",
        "hide unlinked",
        "leaves out participants that nothing touches",
        "participant Spare\nA -> B : hi\nhide unlinked",
    ),
];

const ARROWS: &[Primitive] = &[
    primitive("call", "A -> B : text", "solid line, filled head", "A -> B : request"),
    primitive("reply", "A --> B : text", "dashed line", "B --> A : answer"),
    primitive("asynchronous", "A ->> B | A -->> B", "open head", "A ->> B : event"),
    primitive("reverse", "A <- B | A <-- B", "drawn from B to A", "A <- B : push"),
    primitive("both ways", "A <-> B | A <--> B", "a head at each end", "A <-> B : handshake"),
    primitive("lost", "A ->x B", "a cross at the end", "A ->x B : dropped"),
    primitive("circle", "A ->o B | A o-> B", "a circle at an end", "A ->o B : signal"),
    primitive(
        "half heads",
        "A -\\ B | A -/ B | A -\\\\ B | A -// B",
        "upper or lower half of a head",
        "A -\\ B : upper\nA -// B : lower, open",
    ),
    primitive("self message", "A -> A : text", "a loop arrow", "A -> A : think"),
    primitive(
        "style",
        "A -[#color,dashed,hidden]> B",
        "color and stroke of one arrow",
        "A -[#red,dashed]> B : alarm",
    ),
    primitive("slanted", "A ->(N) B", "the far end lies N pixels lower", "A ->(20) B : slow"),
    primitive("found", "[-> A | [<- A", "from or to the left edge", "[-> A : trigger"),
    primitive("lost to the edge", "A ->] | A <-]", "to or from the right edge", "A ->] : export"),
    primitive("short", "?-> A | A ->?", "a stub beside the lifeline", "A ->? : unknown"),
    primitive(
        "several targets",
        "A -> B & C : text",
        "one message to many",
        "A -> B & C : broadcast",
    ),
    primitive(
        "message link",
        "A -> B [[url label]] : text",
        "makes the arrow clickable",
        "A -> B [[https://example.com spec]] : call",
    ),
    primitive(
        "message stereotype",
        "A -> B <<name>> : text",
        "a style class for one arrow",
        "A -> B <<warning>> : retry",
    ),
    primitive(
        "in parallel",
        "& A -> B : text",
        "at the height of the message before",
        "A -> B : one\n& C -> D : two",
    ),
];

const NOTES: &[Primitive] = &[
    primitive(
        "beside",
        "note left|right of A : text",
        "beside a lifeline",
        "A -> B\nnote left of A : why",
    ),
    primitive(
        "over",
        "note over A[, B] : text",
        "over one or two lifelines",
        "note over A, B : agreed",
    ),
    primitive("across", "note across : text", "the whole width", "A -> B\nnote across : later"),
    primitive(
        "at a message",
        "note left|right|top|bottom : text",
        "at the latest message",
        "A -> B : go\nnote right : checked",
    ),
    primitive(
        "block",
        "note … end note",
        "several lines with markup",
        "note over A\n  * one\n  * two\nend note",
    ),
    primitive("shapes", "hnote … | rnote …", "a hexagon, a rectangle", "hnote over A : idle"),
    primitive(
        "aligned",
        "/ note …",
        "at the height of the note before",
        "note over A : one\n/ note over B : two",
    ),
    primitive(
        "colors",
        "note over A #back;line:color;text:color",
        "fill, border and letters",
        "note over A #Khaki : warm\nnote over A #Khaki;line:red\n  framed\nend note",
    ),
    primitive(
        "reference",
        "ref[#color] over A[, B] : text",
        "points to another diagram",
        "ref over A, B : see login",
    ),
    primitive(
        "reference block",
        "ref over A … end ref",
        "the same on several lines",
        "ref over A, B\n  login\n  and more\nend ref",
    ),
];

const GROUPS: &[Primitive] = &[
    primitive(
        "alt",
        "alt [text] … else [text] … end",
        "alternatives",
        "alt paid\n  A -> B : ship\nelse declined\n  A -> B : cancel\nend",
    ),
    primitive("opt", "opt [text] … end", "may happen", "opt coupon\n  A -> B : apply\nend"),
    primitive("loop", "loop [text] … end", "repeats", "loop every 5 s\n  A -> B : ping\nend"),
    primitive(
        "par",
        "par [text] … else … end",
        "at the same time",
        "par\n  A -> B\nelse\n  A -> C\nend",
    ),
    primitive(
        "par2",
        "par2 [text] … else … end",
        "branches side by side",
        "par2\n  A -> B\nelse\n  C -> D\nend",
    ),
    primitive(
        "break",
        "break [text] … end",
        "leaves the surrounding group",
        "break error\n  A -> B : abort\nend",
    ),
    primitive(
        "critical",
        "critical [text] … end",
        "not interrupted",
        "critical\n  A -> B : commit\nend",
    ),
    primitive(
        "group",
        "group TITLE [\\[condition\\]] … end",
        "a title of your own",
        "group Checkout [signed in]\n  A -> B\nend",
    ),
    primitive(
        "partition",
        "partition TEXT … end",
        "a band without a tab",
        "partition Phase one\n  A -> B\nend",
    ),
    primitive(
        "colors",
        "alt#header #body text",
        "fill of the tab and of the frame",
        "alt#Gold #LightYellow sunny\n  A -> B\nelse #LightPink rain\n  A -> C\nend",
    ),
];

const LIFECYCLE: &[Primitive] = &[
    primitive(
        "activate",
        "activate A [#color] … deactivate A",
        "a bar on the lifeline",
        "A -> B : call\nactivate B\nB --> A : done\ndeactivate B",
    ),
    primitive(
        "shortcuts",
        "A -> B ++ [#color] | --",
        "activate the target, deactivate the sender",
        "A -> B ++ : call\nB --> A -- : done",
    ),
    primitive(
        "handover",
        "A -> B --++",
        "deactivate the sender and activate the target",
        "A -> B ++ : one\nB -> C --++ : two",
    ),
    primitive(
        "return",
        "return [#color] [text]",
        "replies and ends the latest activation",
        "A -> B ++ : call\nreturn done",
    ),
    primitive(
        "autoactivate",
        "autoactivate on|off",
        "calls activate, replies deactivate",
        "autoactivate on\nA -> B : call\nreturn done",
    ),
    primitive(
        "create",
        "create [KIND] NAME",
        "the head stands at the next message",
        "create participant C\nA -> C : new",
    ),
    primitive("create shortcut", "A -> B **", "creates the target", "A -> C ** : new"),
    primitive("destroy", "destroy A", "ends the lifeline with a cross", "A -> B : bye\ndestroy B"),
    primitive("destroy shortcut", "A -> B !!", "destroys the target", "A -> B !! : bye"),
];

const STYLING: &[Primitive] = &[
    primitive("theme", "!theme NAME", "a whole look", "!theme plain\nA -> B"),
    primitive(
        "skinparam",
        "skinparam KEY VALUE",
        "one setting",
        "skinparam backgroundColor #FAFAFA\nA -> B",
    ),
    primitive(
        "skinparam block",
        "skinparam PREFIX { … }",
        "settings with one prefix",
        "skinparam sequence {\n  ArrowColor Navy\n  ParticipantBackgroundColor White\n}\nA -> B",
    ),
    primitive(
        "style",
        "<style> … </style>",
        "rules by element and stereotype",
        "<style>\nsequenceDiagram {\n  participant {\n    BackGroundColor LightBlue\n  }\n  .warn {\n    LineColor Red\n  }\n}\n</style>\nparticipant A <<warn>>",
    ),
    primitive("hide footbox", "hide footbox", "no heads at the bottom", "hide footbox\nA -> B"),
    primitive(
        "sprite",
        "sprite $NAME [WxH/16] { … }",
        "a small picture for texts",
        "sprite $dot [4x2/16] {\n0FF0\n0FF0\n}\nA -> B : <$dot>",
    ),
    primitive(
        "scale",
        "scale N | scale W width | scale max WxH",
        "the size of the picture",
        "scale 1.5\nA -> B",
    ),
];

const FLOW: &[Primitive] = &[
    primitive("divider", "== text ==", "a rule with a title", "A -> B\n== Second part ==\nB -> A"),
    primitive("delay", "... | ...text...", "time passes", "A -> B\n...five minutes...\nB -> A"),
    primitive("space", "||| | ||N||", "room between messages", "A -> B\n||45||\nB -> A"),
    primitive(
        "autonumber",
        "autonumber [START] [STEP] [\"FORMAT\"]",
        "numbers messages",
        "autonumber 10 5 \"<b>[000]\"\nA -> B\nB -> A",
    ),
    primitive(
        "levels",
        "autonumber 1.1 … autonumber inc A",
        "numbers with levels",
        "autonumber 1.1\nA -> B\nautonumber inc A\nB -> A",
    ),
    primitive(
        "pause numbers",
        "autonumber stop | autonumber resume",
        "leaves messages without number",
        "autonumber\nA -> B\nautonumber stop\nB -> A\nautonumber resume\nA -> B",
    ),
    primitive(
        "anchors",
        "{a} A -> B … {a} <-> {b} : text",
        "a duration between two messages",
        "{a} A -> B : start\n{b} B -> A : end\n{a} <-> {b} : 200 ms",
    ),
    primitive(
        "newpage",
        "newpage [title]",
        "a new picture from here",
        "A -> B\nnewpage Part two\nB -> A",
    ),
];

const PAGE: &[Primitive] = &[
    primitive("title", "title TEXT", "above the diagram", "title Checkout\nA -> B"),
    primitive(
        "header",
        "[left|center|right] header TEXT",
        "small, at the top",
        "header Draft\nA -> B",
    ),
    primitive(
        "footer",
        "[left|center|right] footer TEXT",
        "small, at the bottom",
        "center footer Page %page% of %lastpage%\nA -> B",
    ),
    primitive(
        "legend",
        "legend [top|bottom] [left|right|center] … end legend",
        "a box of text",
        "legend right\n  |= sign |= meaning |\n  | x | lost |\nend legend\nA -> B",
    ),
    primitive("caption", "caption TEXT", "below the diagram", "caption Figure 1\nA -> B"),
    primitive(
        "mainframe",
        "mainframe TEXT",
        "a frame round everything",
        "mainframe sd checkout\nA -> B",
    ),
];

const TEXT: &[Primitive] = &[
    primitive(
        "inline markup",
        "**b** //i// __u__ --s-- ~~w~~ \"\"mono\"\"",
        "styles inside a text",
        "A -> B : **now** or //later//",
    ),
    primitive(
        "tags",
        "<color:c> <size:n> <back:c> <b> <sub> <sup>",
        "colors and sizes inside a text",
        "A -> B : <color:red>stop</color> H<sub>2</sub>O",
    ),
    primitive("line breaks", "\\n", "several lines in one label", "A -> B : first\\nsecond"),
    primitive(
        "links",
        "[[url label]]",
        "a link inside a text",
        "A -> B : see [[https://example.com docs]]",
    ),
    primitive("comments", "' text | /' text '/", "not drawn", "' a remark\nA -> B"),
];

#[cfg(test)]
mod tests {
    use puml_syntax::Stage;

    use super::*;
    use crate::parse;

    #[test]
    fn every_example_compiles_and_is_in_canonical_layout() {
        for primitive in CATALOGUE.iter().flat_map(|it| it.primitives) {
            let parse = parse(primitive.example, diag::SourceId(0), Stage::Source);
            assert!(parse.diagnostics.is_empty(), "{}: {:?}", primitive.name, parse.diagnostics);
            assert_eq!(crate::formatted(primitive.example), primitive.example);
        }
    }

    #[test]
    fn names_are_unique_in_their_section() {
        for section in CATALOGUE {
            let mut names: Vec<_> = section.primitives.iter().map(|it| it.name).collect();
            names.sort_unstable();
            assert!(names.windows(2).all(|it| it[0] != it[1]), "{}", section.name);
        }
    }
}
