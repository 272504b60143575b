//! What every family that draws entities and links reports, one table per area.

/// Findings of the parser.
pub mod syntax {
    use diag::Code;

    /// One `}` too many; the reference takes it in silence.
    pub const SURPLUS_BRACE: Code =
        Code::warning("syntax/surplus-brace", "a `}` closes no package");

    /// Every code of this area.
    pub const ALL: &[Code] = &[SURPLUS_BRACE];
}

/// Findings of lowering: what each line means together with the others.
pub mod model {
    use diag::Code;

    /// A note, a command or a member that names nothing of the diagram.
    pub const UNKNOWN_ENTITY: Code =
        Code::error("model/unknown-entity", "a name means nothing in the diagram");
    /// A package and a class, or two notes, of one name.
    pub const TAKEN_NAME: Code =
        Code::error("model/taken-name", "a name is already used for something else");
    /// A note with nothing before it.
    pub const NOTHING_TO_NOTE: Code =
        Code::error("model/nothing-to-note", "a note has nothing to stand at");
    /// A row of a map that is no pair.
    pub const MALFORMED_ROW: Code =
        Code::error("model/malformed-row", "a row of a map has no key and value");

    /// Every code of this area.
    pub const ALL: &[Code] = &[UNKNOWN_ENTITY, TAKEN_NAME, NOTHING_TO_NOTE, MALFORMED_ROW];
}

/// Advice of the readability check.
pub mod lint {
    use diag::Code;

    /// More than a reader takes in at once.
    pub const TOO_MANY_ENTITIES: Code =
        Code::warning("lint/too-many-entities", "too many elements stand in one picture");

    /// Every code of this area.
    pub const ALL: &[Code] = &[TOO_MANY_ENTITIES];
}
