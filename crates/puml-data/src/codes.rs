//! Every kind of finding that only data diagrams have, one table per area.

/// Findings of the parser.
pub mod syntax {
    use diag::Code;

    /// The reference draws an apology in place of the data.
    pub const BAD_DATA: Code = Code::error("syntax/bad-data", "the data is not valid");
    /// Only where nothing else is wrong.
    pub const NO_DATA: Code = Code::error("syntax/no-data", "the diagram has no data");
    /// The reference stops at it with an internal error.
    pub const MALFORMED_HIGHLIGHT: Code =
        Code::error("syntax/malformed-highlight", "a highlight names nothing");
    /// The reference takes the line for data.
    pub const FOREIGN_CHROME: Code = Code::error(
        "syntax/foreign-chrome",
        "a data diagram has no header, footer, legend or caption",
    );

    /// All of them.
    pub const ALL: &[Code] = &[BAD_DATA, NO_DATA, MALFORMED_HIGHLIGHT, FOREIGN_CHROME];
}

/// Findings about the meaning of a line.
pub mod model {
    use diag::Code;

    /// The path leads nowhere.
    pub const UNMET_HIGHLIGHT: Code =
        Code::warning("model/unmet-highlight", "a highlight matches nothing in the data");
    /// YAML that is shown as it is written.
    pub const SHOWN_AS_TEXT: Code =
        Code::info("model/shown-as-text", "a part of YAML is shown as text");
    /// The reference reads it on; other readers of YAML do not.
    pub const LOOSE_YAML: Code =
        Code::warning("model/loose-yaml", "YAML itself refuses this or reads it otherwise");
    /// Of YAML the last value is shown, of JSON both.
    pub const REPEATED_NAME: Code =
        Code::warning("model/repeated-name", "a name stands twice in one map");

    /// All of them.
    pub const ALL: &[Code] = &[UNMET_HIGHLIGHT, SHOWN_AS_TEXT, LOOSE_YAML, REPEATED_NAME];
}

/// Advice on reading.
pub mod lint {
    use diag::Code;

    /// A table that nobody reads to its end.
    pub const LONG_TABLE: Code = Code::info("lint/long-table", "a table has very many rows");
    /// A text that makes its table very wide.
    pub const LONG_VALUE: Code = Code::info("lint/long-value", "a value is very long");

    /// All of them.
    pub const ALL: &[Code] = &[LONG_TABLE, LONG_VALUE];
}
