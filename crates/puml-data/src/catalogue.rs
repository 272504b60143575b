//! What JSON and YAML diagrams can say, with examples that compile.

use puml_syntax::catalogue::{Section, primitive};

/// JSON diagrams.
pub(crate) const JSON: &[Section] = &[Section {
    name: "data",
    primitives: &[
        primitive(
            "map",
            "{\"key\": value, …}",
            "a table of names and values",
            "{\"name\": \"Ada\", \"born\": 1815}",
        ),
        primitive("list", "[value, …]", "a table of values", "[1, 2, 3]"),
        primitive(
            "nested",
            "{\"key\": {…}}",
            "a value that is a table of its own",
            "{\"a\": {\"b\": [true, null]}}",
        ),
        primitive(
            "highlight",
            "#highlight \"key\" / \"inner\" [<<class>>]",
            "a row that stands out; `*` is any name, `**` any depth",
            "#highlight \"a\" / \"b\"\n{\"a\": {\"b\": 1}}",
        ),
        primitive(
            "title",
            "title text",
            "a title, on one line before the data",
            "title Numbers\n[1, 2]",
        ),
    ],
}];

/// YAML diagrams.
pub(crate) const YAML: &[Section] = &[Section {
    name: "data",
    primitives: &[
        primitive("map", "key: value", "a table of names and values", "name: Ada\nborn: 1815"),
        primitive("list", "- value", "a table of values", "- 1\n- 2"),
        primitive(
            "nested",
            "key:",
            "a value that is a table of its own, indented",
            "a:\n  b: 1\n  c:\n    - 2",
        ),
        primitive("flow", "key: [value, …]", "a list on one line", "a: [1, 2]"),
        primitive("text", "key: |", "a text over several lines", "a: |\n  one\n  two"),
        primitive(
            "highlight",
            "#highlight \"key\" / \"inner\" [<<class>>]",
            "a row that stands out; `*` is any name, `**` any depth",
            "#highlight \"a\" / \"b\"\na:\n  b: 1",
        ),
        primitive(
            "title",
            "title text",
            "a title, on one line before the data",
            "title Numbers\na: 1",
        ),
    ],
}];
