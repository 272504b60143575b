//! What class diagrams can say: each construct with its form, its meaning and an example that compiles.

use puml_syntax::catalogue::{Primitive, Section, primitive};

/// The whole language, section by section.
pub(crate) const CATALOGUE: &[Section] = &[
    Section { name: "entities", primitives: ENTITIES },
    Section { name: "members", primitives: MEMBERS },
    Section { name: "links", primitives: LINKS },
    Section { name: "packages", primitives: PACKAGES },
    Section { name: "notes", primitives: NOTES },
    Section { name: "commands", primitives: COMMANDS },
];

const ENTITIES: &[Primitive] = &[
    primitive("class", "class NAME", "a class", "class Order"),
    primitive("interface", "interface NAME", "an interface", "interface Store"),
    primitive("abstract", "abstract class NAME", "an abstract class", "abstract class Base"),
    primitive("enum", "enum NAME { … }", "an enumeration", "enum Color {\n  RED\n  GREEN\n}"),
    primitive(
        "entity",
        "entity NAME { … }",
        "an entity of a data model",
        "entity Team {\n  * id\n}",
    ),
    primitive("object", "object NAME { … }", "an instance", "object home {\n  city = \"Bern\"\n}"),
    primitive(
        "alias",
        "class \"LONG NAME\" as CODE",
        "a long name to draw",
        "class \"Sales order\" as so",
    ),
    primitive("map", "map NAME { key => value }", "a table", "map Capitals {\n  CH => Bern\n}"),
    primitive("json", "json NAME { … }", "data as a table", "json J {\n  \"a\": 1\n}"),
    primitive("circle", "() NAME", "an interface without members", "class A\n() Api"),
    primitive("diamond", "<> NAME", "an association of several", "class A\n<> d\nA -- d"),
    primitive(
        "mixed",
        "allowmixing, then actor NAME",
        "elements of other diagrams",
        "allowmixing\nclass A\nactor User",
    ),
    primitive("generic", "class NAME<T>", "a type parameter", "class List<T>"),
    primitive(
        "stereotype",
        "class NAME <<text>>",
        "a line above the name; also a style class",
        "class Cart <<service>>",
    ),
    primitive("color", "class NAME #color", "the fill", "class Cart #LightBlue"),
    primitive(
        "extends",
        "class NAME extends A implements B",
        "links to parents",
        "class Dog extends Animal implements Pet",
    ),
];

const MEMBERS: &[Primitive] = &[
    primitive(
        "body",
        "class NAME { lines }",
        "fields above, methods below",
        "class A {\n  +name : String\n  -load()\n}",
    ),
    primitive("member", "NAME : member", "one more member", "class A\nA : +size()"),
    primitive(
        "visibility",
        "+ - # ~ before a member",
        "public, private, protected, package",
        "class A {\n  #key : int\n}",
    ),
    primitive(
        "static",
        "{static} | {abstract}",
        "underlined, or italic",
        "class A {\n  {static} of()\n}",
    ),
    primitive(
        "rule",
        "-- | == | .. | __ [title]",
        "a line across the body",
        "class A {\n  x\n  -- keys --\n  y\n}",
    ),
];

const LINKS: &[Primitive] = &[
    primitive("inheritance", "A <|-- B", "B extends A", "class A\nclass B\nA <|-- B"),
    primitive("realization", "A <|.. B", "B implements A", "interface A\nA <|.. B"),
    primitive("composition", "A *-- B", "A is made of B", "class A\nA *-- B"),
    primitive("aggregation", "A o-- B", "A has B", "class A\nA o-- B"),
    primitive("association", "A --> B : label", "A leads to B", "class A\nA --> B : uses"),
    primitive("dependency", "A ..> B", "A depends on B", "A ..> B"),
    primitive("cardinality", "A \"1\" -- \"*\" B", "texts at both ends", "A \"1\" -- \"*\" B"),
    primitive(
        "crowsfoot",
        "A ||--o{ B",
        "one to many, as in data models",
        "entity A {\n  id\n}\nA ||--o{ B",
    ),
    primitive("direction", "A -left- B | A - B", "where B stands", "class A\nA -left-> B"),
    primitive("style", "A -[#red,dashed]-> B", "colour and line", "class A\nA -[#red,dashed]-> B"),
    primitive(
        "role",
        "A \"1\"/role -- \"*\"/role B",
        "the parts that both ends play",
        "class A\nA \"1\"/owner -- \"*\"/pet B",
    ),
    primitive("qualifier", "A [key] --> B", "what selects the other end", "class A\nA [key] --> B"),
    primitive(
        "reading",
        "A -- B : label >",
        "which way a label is read",
        "class A\nA -- B : owns >",
    ),
    primitive(
        "association-class",
        "(A, B) .. C",
        "a class that belongs to a link",
        "class A\nclass B\nA -- B\n(A, B) .. C",
    ),
    primitive(
        "lollipop",
        "I ()-- A | A --(( I",
        "what a class provides or needs",
        "class A\nStore ()-- A",
    ),
    primitive(
        "member-link",
        "A::member --> B",
        "a link from one member",
        "class A {\n  b : B\n}\nA::b --> B",
    ),
    primitive(
        "constraint",
        "constraint on links : text",
        "binds the last two links",
        "class A\nA -- B\nA -- C\nconstraint on links : xor",
    ),
];

const PACKAGES: &[Primitive] = &[
    primitive("package", "package NAME { … }", "a frame", "package shop {\n  class Cart\n}"),
    primitive(
        "namespace",
        "namespace NAME { … }",
        "a frame whose name qualifies",
        "namespace shop {\n  class Cart\n}",
    ),
    primitive(
        "together",
        "together { … }",
        "stays together without a frame",
        "together {\n  class A\n  class B\n}",
    ),
];

const NOTES: &[Primitive] = &[
    primitive(
        "beside",
        "note left|right|top|bottom of NAME : text",
        "a note at a class",
        "class A\nnote right of A : why",
    ),
    primitive(
        "free",
        "note \"text\" as NAME",
        "a note to link",
        "class A\nnote \"why\" as N\nN .. A",
    ),
    primitive(
        "link",
        "note on link : text",
        "a note at the last link",
        "class A\nA -- B\nnote on link : why",
    ),
];

const COMMANDS: &[Primitive] = &[
    primitive(
        "hide",
        "hide [NAME] [empty] members|fields|methods|circle|stereotype",
        "leaves parts out",
        "class A\nhide empty members",
    ),
    primitive(
        "hide-visibility",
        "hide private,protected members",
        "leaves members of a visibility out",
        "class A {\n  -x : int\n}\nhide private members",
    ),
    primitive(
        "remove",
        "remove NAME | $tag | @unlinked",
        "leaves elements out",
        "class A\nclass B\nremove B",
    ),
    primitive(
        "sideways",
        "left to right direction",
        "ranks grow to the right",
        "left to right direction\nclass A",
    ),
    primitive(
        "separator",
        "set separator X | none",
        "what names are split at",
        "set separator none\nclass a.b",
    ),
];
