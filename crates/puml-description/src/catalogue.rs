//! What these diagrams can say: each construct with its form, its meaning and an example that compiles.

use puml_syntax::catalogue::{Primitive, Section, primitive};

/// The whole language, section by section.
pub(crate) const CATALOGUE: &[Section] = &[
    Section { name: "elements", primitives: ELEMENTS },
    Section { name: "names", primitives: NAMES },
    Section { name: "links", primitives: LINKS },
    Section { name: "containers", primitives: CONTAINERS },
    Section { name: "notes", primitives: NOTES },
    Section { name: "commands", primitives: COMMANDS },
];

const ELEMENTS: &[Primitive] = &[
    primitive("component", "component NAME, [NAME]", "a component", "[Orders]\ncomponent Billing"),
    primitive(
        "usecase",
        "usecase NAME, (NAME)",
        "a use case",
        "(Pay by card)\nusecase Refund\nusecase/ Audit",
    ),
    primitive("actor", "actor NAME, :NAME:", "an actor", ":Buyer:\nactor Clerk\nactor/ Partner"),
    primitive(
        "interface",
        "interface NAME, () NAME",
        "an interface as a circle",
        "[Orders]\n() REST\ninterface Events",
    ),
    primitive(
        "figures",
        "KEYWORD NAME",
        "agent artifact boundary card circle cloud collections control database entity file folder frame hexagon label node package person process queue rectangle stack storage action",
        "[x]\nnode Host\ncloud Net\nqueue Jobs\nartifact Jar\nperson User\ncard Task\nhexagon Core",
    ),
    primitive(
        "archimate",
        "archimate #COLOR NAME <<icon>>",
        "an element of ArchiMate",
        "[x]\narchimate #Technology \"VPN\" as vpn <<technology-device>>",
    ),
    primitive(
        "long text",
        "KEYWORD NAME [ lines ]",
        "a text over several lines",
        "[x]\nnode Host [\n  Host\n  ----\n  * 4 cores\n]",
    ),
    primitive(
        "json",
        "json NAME { … }",
        "a table of data",
        "[x]\njson Config {\n  \"port\": 80\n}",
    ),
];

const NAMES: &[Primitive] = &[
    primitive(
        "alias",
        "KEYWORD \"LONG NAME\" as CODE",
        "a long name to draw",
        "component \"Order service\" as orders",
    ),
    primitive(
        "stereotype",
        "NAME <<text>>",
        "a line above the name; also a style class",
        "[Orders] <<service>>",
    ),
    primitive("color", "NAME #color", "the fill, or #back;line:x;text:y", "[Orders] #LightBlue"),
    primitive("tag", "NAME $tag", "a tag for hide and remove", "[Orders] $core"),
    primitive(
        "url",
        "NAME [[address]]",
        "a link behind the element",
        "[Orders] [[https://example.org]]",
    ),
];

const LINKS: &[Primitive] = &[
    primitive("link", "A --> B : label", "a link with an arrow", "[A] --> [B] : calls"),
    primitive(
        "line",
        "-- .. == ~~",
        "solid, dashed, bold, dotted",
        "[A] -- [B]\n[A] ..> [C]\n[A] ==> [D]\n[A] ~~> [E]",
    ),
    primitive(
        "direction",
        "-left-> -right-> -up-> -down->",
        "where the right end stands",
        "[A] -left-> [B]\n[A] -up-> [C]",
    ),
    primitive(
        "length",
        "-> --> --->",
        "one dash: beside; more: further below",
        "[A] -> [B]\n[A] ---> [C]",
    ),
    primitive(
        "heads",
        "<|-- *-- o-- --( --0 --@ -->> --+ --#",
        "what a line ends in",
        "[A] --|> [B]\n[A] --* [C]\n[A] --( [D]\n[A] -(0)- [E]",
    ),
    primitive(
        "style",
        "-[#red,dashed,thickness=2]->",
        "colour, line and width",
        "[A] -[#red,dashed]-> [B]",
    ),
    primitive("hidden", "-[hidden]-", "places without a line", "[A] -[hidden]- [B]"),
    primitive("quantifier", "A \"1\" --> \"n\" B", "texts at the ends", "[A] \"1\" --> \"n\" [B]"),
];

const CONTAINERS: &[Primitive] = &[
    primitive(
        "container",
        "node NAME { … }",
        "a frame: package rectangle node folder frame cloud database storage component card queue stack artifact file hexagon process action",
        "node Host {\n  [Orders]\n  database Store\n}",
    ),
    primitive(
        "together",
        "together { … }",
        "things that stay together",
        "together {\n  [A]\n  [B]\n}",
    ),
    primitive(
        "port",
        "port NAME, portin NAME, portout NAME",
        "a port on the border of a container",
        "component Gate {\n  portin in\n  portout out\n  [Filter]\n}\nin --> Filter",
    ),
];

const NOTES: &[Primitive] = &[
    primitive(
        "beside",
        "note left of NAME : text",
        "a note beside an element",
        "[A]\nnote left of A : text",
    ),
    primitive(
        "block",
        "note right of NAME … end note",
        "a note of several lines",
        "[A]\nnote right of A\n  one\n  two\nend note",
    ),
    primitive(
        "on link",
        "note on link : text",
        "a note on the latest link",
        "[A] --> [B]\nnote on link : text",
    ),
    primitive("free", "note \"text\" as N", "a note to link to", "[A]\nnote \"text\" as N\nN .. A"),
];

const COMMANDS: &[Primitive] = &[
    primitive(
        "left to right",
        "left to right direction",
        "ranks grow to the right",
        "left to right direction\n[A] --> [B]",
    ),
    primitive("hide", "hide stereotype", "without stereotypes", "[A] <<s>>\nhide stereotype"),
    primitive(
        "remove",
        "remove $tag, remove @unlinked",
        "leaves things out",
        "[A] $old\n[B]\nremove $old",
    ),
    primitive(
        "component style",
        "skinparam componentStyle uml1|uml2|rectangle",
        "how components look",
        "skinparam componentStyle rectangle\n[A]",
    ),
    primitive(
        "actor style",
        "skinparam actorStyle awesome|hollow",
        "how actors look",
        "skinparam actorStyle awesome\n:A:",
    ),
    primitive("newpage", "newpage", "a second picture", "[A]\nnewpage\n[B]"),
];
