//! What mind maps and work breakdown structures can say, with examples that compile.

use puml_syntax::catalogue::{Section, primitive};

/// Mind maps.
pub(crate) const MINDMAP: &[Section] = &[
    Section {
        name: "nodes",
        primitives: &[
            primitive(
                "node",
                "MARKS text",
                "a node; one `*` more for each level",
                "* root\n** child",
            ),
            primitive(
                "markdown",
                "# text",
                "depth by indentation, with `#` or `*`",
                "# root\n # child",
            ),
            primitive(
                "signs",
                "+ text | - text",
                "`+` grows to the right, `-` to the left",
                "+ root\n++ right\n-- left",
            ),
            primitive("boxless", "MARKS_ text", "text without a box", "* root\n**_ child"),
            primitive(
                "color",
                "MARKS[#color] text",
                "a filled node",
                "* root\n**[#lightblue] child",
            ),
            primitive(
                "lines",
                "MARKS:text … ;",
                "a text over several lines",
                "* root\n**:first\nsecond;",
            ),
            primitive(
                "class",
                "MARKS text <<class>>",
                "a style class",
                "* root\n** child <<todo>>",
            ),
        ],
    },
    Section {
        name: "layout",
        primitives: &[
            primitive(
                "side",
                "left side | right side",
                "where the following nodes grow",
                "* root\nleft side\n** child",
            ),
            primitive(
                "direction",
                "left to right direction | top to bottom direction",
                "how the map grows",
                "top to bottom direction\n* root\n** child",
            ),
        ],
    },
];

/// Work breakdown structures.
pub(crate) const WBS: &[Section] = &[
    Section {
        name: "nodes",
        primitives: &[
            primitive(
                "node",
                "MARKS text",
                "a node; one `*` more for each level",
                "* root\n** child",
            ),
            primitive(
                "side",
                "MARKS< text | MARKS> text",
                "the side of its parent's spine",
                "* root\n** part\n***< left\n*** right",
            ),
            primitive(
                "signs",
                "+ text | - text",
                "`-` hangs on the left",
                "+ root\n++ part\n--- left",
            ),
            primitive("boxless", "MARKS_ text", "text without a box", "* root\n**_ child"),
            primitive(
                "color",
                "MARKS[#color] text",
                "a filled node",
                "* root\n**[#lightblue] child",
            ),
            primitive(
                "lines",
                "MARKS:text … ;",
                "a text over several lines",
                "* root\n**:first\nsecond;",
            ),
            primitive(
                "class",
                "MARKS text <<class>>",
                "a style class",
                "* root\n** child <<todo>>",
            ),
        ],
    },
    Section {
        name: "links",
        primitives: &[
            primitive("code", "MARKS(code) text", "a name that links use", "* root\n**(a) child"),
            primitive(
                "named",
                "MARKS \"text\" as code",
                "the same, with the text in quotes",
                "* root\n** \"child\" as a",
            ),
            primitive(
                "link",
                "code -> code [: text]",
                "an arrow between two nodes",
                "* root\n**(a) one\n**(b) two\na -> b",
            ),
        ],
    },
];
