//! Every kind of finding that only class diagrams have, one table per area.

/// Findings of the parser.
pub mod syntax {
    use diag::Code;
    pub use puml_graph::codes::syntax::SURPLUS_BRACE;

    /// The reference takes the first letters of the name for a direction or a head.
    pub const GLUED_NAME: Code =
        Code::warning("syntax/glued-name", "an arrow touches the name behind it");
    /// An element of another family without leave.
    pub const MIXED_ELEMENT: Code =
        Code::error("syntax/mixed-element", "an element of another diagram stands among classes");

    /// All of them.
    pub const ALL: &[Code] = &[GLUED_NAME, MIXED_ELEMENT];
}

/// Findings of lowering: what each line means together with the others.
pub mod model {
    use diag::Code;
    pub use puml_graph::codes::model::{
        MALFORMED_ROW, NOTHING_TO_NOTE, TAKEN_NAME, UNKNOWN_ENTITY,
    };

    /// A name that ends in the separator of packages, or has two of them side by side.
    pub const MALFORMED_NAME: Code =
        Code::error("model/malformed-name", "a name has a separator where none may be");
    /// More than the reference takes.
    pub const TOO_MANY_ASSOCIATIONS: Code = Code::error(
        "model/too-many-associations",
        "two classes have more association classes than can be drawn",
    );
    /// The reference drops the members in silence.
    pub const CLASS_BECAME_PACKAGE: Code =
        Code::warning("model/class-became-package", "a package takes the name of a class");

    /// All of them.
    pub const ALL: &[Code] = &[MALFORMED_NAME, TOO_MANY_ASSOCIATIONS, CLASS_BECAME_PACKAGE];
}

/// Advice of the readability check.
pub mod lint {
    use diag::Code;
    pub use puml_graph::codes::lint::TOO_MANY_ENTITIES;

    /// A box that nobody reads.
    pub const TOO_MANY_MEMBERS: Code =
        Code::warning("lint/too-many-members", "a class shows too many members");
    /// A hub whose links cross other things.
    pub const TOO_MANY_LINKS: Code =
        Code::warning("lint/too-many-links", "too many links meet at one class");
    /// A box wider than the rest.
    pub const WIDE_NAME: Code = Code::warning("lint/wide-name", "a name is too long for a box");

    /// All of them.
    pub const ALL: &[Code] = &[TOO_MANY_MEMBERS, TOO_MANY_LINKS, WIDE_NAME];
}
