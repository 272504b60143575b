//! Every kind of finding that only tree diagrams have, one table per area.

/// Findings of the parser.
pub mod syntax {
    use diag::Code;

    /// Work breakdown nodes need a text unless they are joints.
    pub const MISSING_LABEL: Code = Code::error("syntax/missing-label", "a node has no text");
    /// Colour and code before `_`, `<` or `>`.
    pub const LATE_SHAPE: Code =
        Code::warning("syntax/late-shape", "shape and side stand before colour and code");
    /// `+` and `-` count as depth; blanks before them mean nothing.
    pub const INDENTED_SIGN: Code =
        Code::error("syntax/indented-sign", "blanks stand before `+` or `-`");
    /// Only where nothing else is wrong.
    pub const NO_NODES: Code = Code::error("syntax/no-nodes", "the diagram has no node");

    /// All of them.
    pub const ALL: &[Code] = &[MISSING_LABEL, LATE_SHAPE, INDENTED_SIGN, NO_NODES];
}

/// Findings about the meaning of a line.
pub mod model {
    use diag::Code;

    /// A depth that is no whole number of steps.
    pub const BAD_INDENTATION: Code =
        Code::error("model/bad-indentation", "the depth of a node lies between two levels");
    /// A node two or more levels below the one before it.
    pub const SKIPPED_LEVEL: Code =
        Code::error("model/skipped-level", "a node has no parent on the level above it");
    /// Work breakdown structures have one root.
    pub const SECOND_ROOT: Code =
        Code::error("model/second-root", "a work breakdown structure has a second root");
    /// A link to a code that no node above has.
    pub const UNKNOWN_NODE: Code =
        Code::error("model/unknown-node", "a link names an unknown node");

    /// All of them.
    pub const ALL: &[Code] = &[BAD_INDENTATION, SKIPPED_LEVEL, SECOND_ROOT, UNKNOWN_NODE];
}

/// Advice on reading.
pub mod lint {
    use diag::Code;

    /// More children than anybody takes in at a glance.
    pub const WIDE_NODE: Code = Code::info("lint/wide-node", "a node has very many children");
    /// A level of its own for a single child.
    pub const ONLY_CHILD: Code = Code::info("lint/only-child", "a chain of single children");
    /// A sentence where a name would do.
    pub const LONG_NODE: Code = Code::info("lint/long-node", "the text of a node is very long");

    /// All of them.
    pub const ALL: &[Code] = &[WIDE_NODE, ONLY_CHILD, LONG_NODE];
}
