//! Every kind of finding that only state diagrams have, one table per area.

/// Findings of lowering: what each line means together with the others.
pub mod model {
    use diag::Code;
    pub use puml_graph::codes::model::MALFORMED_ROW;

    /// A note, a link or a path that names nothing of the diagram.
    pub const UNKNOWN_STATE: Code =
        Code::error("model/unknown-state", "a name means no state of the diagram");
    /// A path through a state that holds no other states.
    pub const NOT_COMPOSITE: Code =
        Code::error("model/not-composite", "a path leads through a state that holds no others");
    /// A transition, a note or a declaration that reaches into a concurrent region.
    pub const CROSSES_REGION: Code =
        Code::error("model/crosses-region", "a line reaches into another concurrent region");
    /// An entry, an exit or a pin outside any composite state.
    pub const MISPLACED_POINT: Code =
        Code::error("model/misplaced-point", "an entry, exit or pin stands in no composite state");
    /// Two notes of one name, or a note named like a state.
    pub const TAKEN_STATE_NAME: Code =
        Code::error("model/taken-state-name", "a name is already used for something else");
    /// A note with nothing before it.
    pub const NOTHING_TO_ANNOTATE: Code =
        Code::error("model/nothing-to-annotate", "a note has nothing to stand at");
    /// `A --> B:text`: the reference makes a state of that name.
    pub const GLUED_LABEL: Code =
        Code::warning("model/glued-label", "a colon without blanks belongs to the state's name");
    /// The reference keeps the first one in silence.
    pub const SHARED_STATE_NAME: Code =
        Code::warning("model/shared-state-name", "a state of this name stands elsewhere already");

    /// All of them.
    pub const ALL: &[Code] = &[
        UNKNOWN_STATE,
        NOT_COMPOSITE,
        CROSSES_REGION,
        MISPLACED_POINT,
        TAKEN_STATE_NAME,
        NOTHING_TO_ANNOTATE,
        GLUED_LABEL,
        SHARED_STATE_NAME,
    ];
}

/// Advice of the readability check.
pub mod lint {
    use diag::Code;

    /// More than a reader takes in at once.
    pub const TOO_MANY_STATES: Code =
        Code::warning("lint/too-many-states", "too many states stand in one picture");
    /// No transition leads to it, directly or through others.
    pub const UNREACHABLE_STATE: Code =
        Code::warning("lint/unreachable-state", "no transition leads to a state");
    /// A machine that ends elsewhere cannot leave it.
    pub const DEAD_END: Code = Code::warning("lint/dead-end", "no transition leaves a state");
    /// Several transitions leave a state, and one does not say when.
    pub const MISSING_LABEL: Code =
        Code::warning("lint/missing-label", "a transition does not say when it is taken");

    /// A choice from which only one transition leads on decides nothing.
    pub const ONE_WAY: Code =
        Code::warning("lint/choice-with-one-way", "a choice has only one way out");

    /// All of them.
    pub const ALL: &[Code] =
        &[TOO_MANY_STATES, UNREACHABLE_STATE, DEAD_END, MISSING_LABEL, ONE_WAY];
}
