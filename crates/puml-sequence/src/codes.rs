//! Every kind of finding that only sequence diagrams have, one table per area.

/// Findings of the parser that only sequence diagrams have.
pub mod syntax {
    use diag::Code;

    /// Stereotype, order, link and color have a fixed order.
    pub const MISPLACED_SUFFIX: Code = Code::error(
        "syntax/misplaced-suffix",
        "the parts of a declaration stand in the wrong order",
    );
    /// The reference calls it an illegal arrow.
    pub const HEADLESS_ARROW: Code =
        Code::error("syntax/headless-arrow", "an arrow has neither a head nor a cross");
    /// Anything but `++`, `--`, `**`, `!!`, `--++`, `++--`.
    pub const MALFORMED_ACTIVATION: Code =
        Code::error("syntax/malformed-activation", "the marks after a message form no activation");
    /// The limit is the reference's.
    pub const MESSAGE_TOO_LONG: Code =
        Code::error("syntax/message-too-long", "a message line is longer than 2,000 characters");
    /// Also for an `end box` too many.
    pub const NO_OPEN_BOX: Code =
        Code::error("syntax/no-open-box", "`end box` stands outside any box");
    /// `on`, `off`, negative numbers, a third number.
    pub const MALFORMED_NUMBER: Code =
        Code::error("syntax/malformed-number", "`autonumber` does not take these values");
    /// The reason stands in the message.
    pub const BAD_NUMBER_FORMAT: Code = Code::error(
        "syntax/bad-number-format",
        "the pattern of `autonumber` cannot format a number",
    );
    /// The fix writes the nearest form.
    pub const MALFORMED_STRETCH: Code =
        Code::error("syntax/malformed-stretch", "a divider, delay or space is written wrongly");
    /// The fix is the same line in PlantUML, where there is one.
    pub const MERMAID: Code = Code::error("syntax/mermaid", "the line is Mermaid, not PlantUML");
    /// Only where nothing else is wrong.
    pub const NO_PARTICIPANTS: Code =
        Code::error("syntax/no-participants", "the diagram has no participant");
    /// Reported by the Mermaid import only.
    pub const MERMAID_UNKNOWN: Code = Code::error(
        "syntax/mermaid-unknown",
        "the line is no statement of a Mermaid sequence diagram",
    );
    /// Reported by the Mermaid import only.
    pub const MERMAID_LOST: Code = Code::warning(
        "syntax/mermaid-lost",
        "a Mermaid construct has no equivalent and changes or goes",
    );
    /// The reference accepts it silently.
    pub const UNCLOSED_BOX: Code = Code::warning("syntax/unclosed-box", "a box has no `end box`");
    /// The reference accepts it silently.
    pub const IGNORED_STYLE: Code =
        Code::warning("syntax/ignored-style", "the arrow style has no effect");
    /// The reference accepts it silently.
    pub const GLUED_KEYWORD: Code =
        Code::warning("syntax/glued-keyword", "a keyword is glued to the word behind it");

    /// All of them, errors first.
    pub const ALL: &[Code] = &[
        MISPLACED_SUFFIX,
        HEADLESS_ARROW,
        MALFORMED_ACTIVATION,
        MESSAGE_TOO_LONG,
        NO_OPEN_BOX,
        MALFORMED_NUMBER,
        BAD_NUMBER_FORMAT,
        MALFORMED_STRETCH,
        MERMAID,
        NO_PARTICIPANTS,
        MERMAID_UNKNOWN,
        MERMAID_LOST,
        UNCLOSED_BOX,
        IGNORED_STYLE,
        GLUED_KEYWORD,
    ];
}

/// Findings of lowering: what each line means together with the others.
pub mod model {
    use diag::Code;

    /// `deactivate` or `destroy` before any message.
    pub const MISPLACED_DEACTIVATE: Code =
        Code::error("model/misplaced-deactivate", "a lifeline ends before anything happens");
    /// A bare `deactivate` while nobody is active.
    pub const NOTHING_TO_DEACTIVATE: Code =
        Code::error("model/nothing-to-deactivate", "nobody is active");
    /// `activate` after `deactivate` at one message.
    pub const ALREADY_DEACTIVATED: Code =
        Code::error("model/already-deactivated", "a bar ends and begins again at one message");
    /// A bar that begins or ends right after a delay.
    pub const LIFE_AFTER_DELAY: Code =
        Code::error("model/life-after-delay", "a bar begins or ends right after a delay");
    /// A message after `create` that does not reach the new participant.
    pub const UNMET_CREATE: Code =
        Code::error("model/unmet-create", "the message after `create` goes elsewhere");
    /// `return` with nothing to answer.
    pub const NOWHERE_TO_RETURN: Code =
        Code::error("model/nowhere-to-return", "there is no message to answer");
    /// `autonumber inc` of a level that does not exist.
    pub const NO_SUCH_LEVEL: Code =
        Code::error("model/no-such-level", "a level of numbering does not exist");
    /// A use without a declaration where declarations are required.
    pub const UNKNOWN_PARTICIPANT: Code =
        Code::error("model/unknown-participant", "a participant is not declared");
    /// `deactivate` of somebody who is not active.
    pub const EXTRA_DEACTIVATE: Code =
        Code::warning("model/extra-deactivate", "somebody inactive is deactivated");
    /// A second declaration.
    pub const REDECLARED_PARTICIPANT: Code =
        Code::warning("model/redeclared-participant", "a participant is declared twice");
    /// `create` that no message follows.
    pub const CREATED_WITHOUT_MESSAGE: Code =
        Code::warning("model/created-without-message", "no message follows a `create`");
    /// A duration between anchors that are not there.
    pub const UNKNOWN_ANCHOR: Code =
        Code::warning("model/unknown-anchor", "an anchor is not on the page");
    /// Only for names that nothing declares.
    pub const MISSPELT_NAME: Code =
        Code::warning("model/misspelt-name", "a name that occurs once is nearly another one");

    /// Every code of this area.
    pub const ALL: &[Code] = &[
        MISPLACED_DEACTIVATE,
        NOTHING_TO_DEACTIVATE,
        ALREADY_DEACTIVATED,
        LIFE_AFTER_DELAY,
        UNMET_CREATE,
        NOWHERE_TO_RETURN,
        NO_SUCH_LEVEL,
        UNKNOWN_PARTICIPANT,
        EXTRA_DEACTIVATE,
        REDECLARED_PARTICIPANT,
        CREATED_WITHOUT_MESSAGE,
        UNKNOWN_ANCHOR,
        MISSPELT_NAME,
    ];
}

/// Advice of the readability check.
pub mod lint {
    use diag::Code;

    /// Too many heads side by side.
    pub const TOO_MANY_PARTICIPANTS: Code =
        Code::warning("lint/too-many-participants", "too many participants stand side by side");
    /// Too many messages on a page.
    pub const LONG_PAGE: Code = Code::warning("lint/long-page", "a page has too many messages");
    /// More notes than messages.
    pub const NOTE_OVERUSE: Code =
        Code::warning("lint/note-overuse", "there are more notes than messages");
    /// A long diagram without a title.
    pub const MISSING_TITLE: Code = Code::info("lint/missing-title", "a long diagram has no title");
    /// Declared and never used.
    pub const UNUSED_PARTICIPANT: Code =
        Code::warning("lint/unused-participant", "a declared participant takes no part");
    /// Close to a declared name.
    pub const SIMILAR_NAME: Code =
        Code::warning("lint/similar-name", "an undeclared name is close to a declared one");
    /// Undeclared while others are declared.
    pub const UNDECLARED_PARTICIPANT: Code = Code::info(
        "lint/undeclared-participant",
        "a participant of a large diagram is not declared",
    );
    /// A long line in a message.
    pub const LONG_LABEL: Code = Code::warning("lint/long-label", "a message label is too long");
    /// A long line in a head.
    pub const LONG_NAME: Code = Code::warning("lint/long-name", "a participant's name is too long");
    /// A call that says nothing.
    pub const EMPTY_LABEL: Code = Code::info("lint/empty-label", "a message says nothing");
    /// Groups inside groups inside groups.
    pub const DEEP_NESTING: Code = Code::warning("lint/deep-nesting", "groups are nested too deep");
    /// A group without events.
    pub const EMPTY_GROUP: Code = Code::warning("lint/empty-group", "nothing happens in a group");
    /// `alt` without `else`.
    pub const SINGLE_ALTERNATIVE: Code =
        Code::info("lint/single-alternative", "an `alt` has one branch");
    /// A bar that never ends.
    pub const OPEN_ACTIVATION: Code =
        Code::info("lint/open-activation", "somebody stays active to the end");
    /// A branch that ends an outer bar.
    pub const BRANCH_ACTIVATION: Code =
        Code::warning("lint/branch-activation", "one branch ends a bar for all branches");

    /// Every code of this area.
    pub const ALL: &[Code] = &[
        TOO_MANY_PARTICIPANTS,
        LONG_PAGE,
        NOTE_OVERUSE,
        MISSING_TITLE,
        UNUSED_PARTICIPANT,
        SIMILAR_NAME,
        UNDECLARED_PARTICIPANT,
        LONG_LABEL,
        LONG_NAME,
        EMPTY_LABEL,
        DEEP_NESTING,
        EMPTY_GROUP,
        SINGLE_ALTERNATIVE,
        OPEN_ACTIVATION,
        BRANCH_ACTIVATION,
    ];
}
