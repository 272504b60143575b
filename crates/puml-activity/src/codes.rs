//! Every kind of finding that only activity diagrams have, one table per area.

/// Findings of the parser.
pub mod syntax {
    use diag::Code;

    /// Without it the line is the beginning of nothing.
    pub const UNENDED_ACTION: Code =
        Code::error("syntax/unended-action", "an action has no `;` at its end");
    /// A test, a case or the label of an `else` without parentheses.
    pub const UNBRACKETED_TEST: Code =
        Code::error("syntax/unbracketed-test", "a test or a label needs parentheses");
    /// Lanes are columns: the first one must be there before anything stands in it.
    pub const LATE_SWIMLANE: Code =
        Code::error("syntax/late-swimlane", "the first swimlane comes behind the first step");
    /// Blocks are nested too deeply to be drawn.
    pub const TOO_DEEP: Code = Code::error("syntax/too-deep", "blocks nest too deeply");
    /// `kill` and `detach` cut the line from the step before them.
    pub const NOTHING_TO_DETACH: Code =
        Code::error("syntax/nothing-to-detach", "no step stands before `kill` or `detach`");
    /// A step between `switch` and its first `case`.
    pub const NO_CASE: Code = Code::error("syntax/no-case", "a step of a switch stands in no case");
    /// Only titles and styles.
    pub const NO_STEPS: Code = Code::error("syntax/no-steps", "the diagram has no step");
    /// `:text|` and its like; drawn as it was meant.
    pub const OLD_SHAPE: Code =
        Code::warning("syntax/old-shape", "versions read the end of this action differently");
    /// `#red:text;`; drawn as it was meant.
    pub const OLD_COLOR: Code =
        Code::warning("syntax/old-color", "versions read this color differently");
    /// The reference accepts it silently.
    pub const SWALLOWED_LINE: Code =
        Code::warning("syntax/swallowed-line", "a missing `;` makes a statement part of a text");
    /// The reference accepts it silently.
    pub const ARROW_AS_ACTION: Code =
        Code::warning("syntax/arrow-as-action", "what looks like an arrow is drawn as an action");
    /// The reference ignores it.
    pub const MARK_BEFORE_ACTION: Code = Code::warning(
        "syntax/stereotype-before-action",
        "a stereotype before an action has no effect",
    );
    /// The reference accepts one silently.
    pub const SURPLUS_CLOSE: Code =
        Code::warning("syntax/surplus-close", "a line closes a partition that is not open");
    /// The reference accepts it.
    pub const MISSING_BRACE: Code = Code::warning("syntax/missing-brace", "a frame has no `{`");
    /// The reference accepts it silently.
    pub const LABEL_IN_TEST: Code =
        Code::warning("syntax/label-in-test", "the label of a branch is read as part of the test");

    /// All of them, errors first.
    pub const ALL: &[Code] = &[
        UNENDED_ACTION,
        UNBRACKETED_TEST,
        LATE_SWIMLANE,
        TOO_DEEP,
        NOTHING_TO_DETACH,
        NO_CASE,
        NO_STEPS,
        OLD_SHAPE,
        OLD_COLOR,
        SWALLOWED_LINE,
        ARROW_AS_ACTION,
        MARK_BEFORE_ACTION,
        SURPLUS_CLOSE,
        MISSING_BRACE,
        LABEL_IN_TEST,
    ];
}

/// Findings of lowering: what each line means together with the others.
pub mod model {
    use diag::Code;

    /// The reference accepts it silently.
    pub const UNKNOWN_LABEL: Code =
        Code::warning("model/unknown-label", "a `goto` names no label of the diagram");

    /// Only in the older syntax: an arrow or a note about nothing.
    pub const NO_SOURCE: Code =
        Code::error("model/no-source", "nothing stands before an arrow or a note");

    /// All of them.
    pub const ALL: &[Code] = &[UNKNOWN_LABEL, NO_SOURCE];
}

/// Advice of the readability check.
pub mod lint {
    use diag::Code;

    /// A flow that just stops.
    pub const UNFINISHED_PATH: Code =
        Code::warning("lint/unfinished-path", "a path ends without `stop` or `end`");
    /// Both ways say the same, or one says nothing.
    pub const ONE_WAY: Code =
        Code::warning("lint/decision-with-one-way", "a decision has only one way");
    /// The reader must guess which way is which.
    pub const UNLABELLED_WAY: Code =
        Code::warning("lint/missing-branch-label", "a way out of a decision has no label");
    /// Nothing leads to it.
    pub const UNREACHABLE_STEP: Code =
        Code::warning("lint/unreachable-step", "no path leads to a step");
    /// More than a reader takes in at once.
    pub const TOO_MANY_STEPS: Code =
        Code::warning("lint/too-many-steps", "too many steps stand in one picture");

    /// All of them.
    pub const ALL: &[Code] =
        &[UNFINISHED_PATH, ONE_WAY, UNLABELLED_WAY, UNREACHABLE_STEP, TOO_MANY_STEPS];
}
