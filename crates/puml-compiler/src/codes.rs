//! Every kind of finding that this package reports, one table per area.

/// Findings of the preprocessor.
pub mod preprocess {
    use diag::Code;

    /// `!endif`, `!else`, `!endwhile` … with nothing open.
    pub const UNBALANCED: Code =
        Code::error("preprocess/unbalanced", "a directive closes something that is not open");
    /// A block of directives that the text never closes.
    pub const UNCLOSED: Code =
        Code::warning("preprocess/unclosed", "a block of directives is never closed");
    /// An expression that cannot be read.
    pub const BAD_EXPRESSION: Code =
        Code::error("preprocess/bad-expression", "an expression cannot be read");
    /// A division by zero.
    pub const DIVIDE_BY_ZERO: Code =
        Code::error("preprocess/divide-by-zero", "a number is divided by zero");
    /// A call of something that does not exist, or with other arguments.
    pub const UNKNOWN_FUNCTION: Code =
        Code::error("preprocess/unknown-function", "no function takes this call");
    /// A value that a builtin function cannot take.
    pub const BAD_ARGUMENT: Code =
        Code::error("preprocess/bad-argument", "a function cannot take this value");
    /// A declaration that cannot stand.
    pub const BAD_DECLARATION: Code =
        Code::error("preprocess/bad-declaration", "a function or procedure is declared wrongly");
    /// `!return` outside a function.
    pub const MISPLACED_RETURN: Code =
        Code::error("preprocess/misplaced-return", "`!return` stands outside a function");
    /// `!local` outside a call.
    pub const LOCAL_OUTSIDE_CALL: Code =
        Code::error("preprocess/local-outside-call", "a local variable needs a call around it");
    /// Text lines in a function, which only returns a value.
    pub const TEXT_IN_FUNCTION: Code =
        Code::warning("preprocess/text-in-function", "a function's text lines go nowhere");
    /// A file that cannot be included.
    pub const CANNOT_INCLUDE: Code =
        Code::error("preprocess/cannot-include", "a text to include cannot be had");
    /// An address that this program may not open.
    pub const URL_REFUSED: Code =
        Code::error("preprocess/url-refused", "an address is not opened for an include");
    /// A file of the standard library that is not shipped.
    pub const NO_LIBRARY: Code =
        Code::error("preprocess/no-library", "a file of the standard library is not available");
    /// `!include_once` of a text that is already there.
    pub const INCLUDED_AGAIN: Code =
        Code::error("preprocess/included-again", "a text is included a second time");
    /// `!assert` of something false.
    pub const ASSERTION_FAILED: Code =
        Code::error("preprocess/assertion-failed", "an assertion does not hold");
    /// A loop that does not end.
    pub const ENDLESS_LOOP: Code = Code::error("preprocess/endless-loop", "a loop does not end");
    /// A bound on depth, steps or size.
    pub const LIMIT_REACHED: Code =
        Code::error("preprocess/limit-reached", "expansion goes past a bound");
    /// `!option` with a key that changes nothing here.
    pub const IGNORED_OPTION: Code =
        Code::warning("preprocess/ignored-option", "an option has no effect");
    /// What `!log` and `!dump_memory` say.
    pub const LOG: Code = Code::info("preprocess/log", "the source logs something");

    /// All of them.
    pub const ALL: [Code; 19] = [
        UNBALANCED,
        UNCLOSED,
        BAD_EXPRESSION,
        DIVIDE_BY_ZERO,
        UNKNOWN_FUNCTION,
        BAD_ARGUMENT,
        BAD_DECLARATION,
        MISPLACED_RETURN,
        LOCAL_OUTSIDE_CALL,
        TEXT_IN_FUNCTION,
        CANNOT_INCLUDE,
        URL_REFUSED,
        NO_LIBRARY,
        INCLUDED_AGAIN,
        ASSERTION_FAILED,
        ENDLESS_LOOP,
        LIMIT_REACHED,
        IGNORED_OPTION,
        LOG,
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
    /// A theme nobody knows.
    pub const UNKNOWN_THEME: Code = Code::error("model/unknown-theme", "there is no such theme");
    /// A sprite whose rows make no picture.
    pub const BAD_SPRITE: Code = Code::error("model/bad-sprite", "a sprite makes no picture");
    /// A file that a sprite or a style sheet names.
    pub const UNREADABLE_FILE: Code =
        Code::error("model/unreadable-file", "a file that the diagram names cannot be read");
    /// `deactivate` of somebody who is not active.
    pub const EXTRA_DEACTIVATE: Code =
        Code::warning("model/extra-deactivate", "somebody inactive is deactivated");
    /// A second declaration.
    pub const REDECLARED_PARTICIPANT: Code =
        Code::warning("model/redeclared-participant", "a participant is declared twice");
    /// `create` that no message follows.
    pub const CREATED_WITHOUT_MESSAGE: Code =
        Code::warning("model/created-without-message", "no message follows a `create`");
    /// A note without a place, with nothing before it.
    pub const NOTE_WITHOUT_TARGET: Code =
        Code::warning("model/note-without-target", "a note has nothing to stand at");
    /// `top` or `bottom` where only a message has them.
    pub const IGNORED_POSITION: Code =
        Code::warning("model/ignored-position", "a note cannot stand above or below here");
    /// A duration between anchors that are not there.
    pub const UNKNOWN_ANCHOR: Code =
        Code::warning("model/unknown-anchor", "an anchor is not on the page");
    /// A sprite or picture, parts of which are not drawn.
    pub const UNDRAWN_SPRITE: Code =
        Code::warning("model/undrawn-sprite", "parts of a sprite are not drawn");
    /// A formula, QR code or picture in text that is shown as written.
    pub const UNDRAWN_MARKUP: Code =
        Code::warning("model/undrawn-markup", "markup is shown as written, not drawn");
    /// A command that is understood and changes nothing.
    pub const NO_EFFECT: Code = Code::warning("model/no-effect", "a command changes nothing");

    /// All of them.
    pub const ALL: [Code; 20] = [
        MISPLACED_DEACTIVATE,
        NOTHING_TO_DEACTIVATE,
        ALREADY_DEACTIVATED,
        LIFE_AFTER_DELAY,
        UNMET_CREATE,
        NOWHERE_TO_RETURN,
        NO_SUCH_LEVEL,
        UNKNOWN_PARTICIPANT,
        UNKNOWN_THEME,
        BAD_SPRITE,
        UNREADABLE_FILE,
        EXTRA_DEACTIVATE,
        REDECLARED_PARTICIPANT,
        CREATED_WITHOUT_MESSAGE,
        NOTE_WITHOUT_TARGET,
        IGNORED_POSITION,
        UNKNOWN_ANCHOR,
        UNDRAWN_SPRITE,
        UNDRAWN_MARKUP,
        NO_EFFECT,
    ];
}

/// Findings about styles: all of them let the diagram pass.
pub mod style {
    use diag::Code;

    /// A skin parameter, selector or property that is probably misspelt.
    pub const UNKNOWN_NAME: Code =
        Code::warning("style/unknown-name", "a style name is unknown and has no effect");
    /// A skin parameter, selector or property of other diagrams, or one that nothing reads.
    pub const NO_EFFECT: Code =
        Code::info("style/no-effect", "a style name has no effect on a sequence diagram");
    /// A value that the parameter or property cannot take.
    pub const BAD_VALUE: Code =
        Code::warning("style/bad-value", "a style has a value that cannot be read");

    /// A theme or skin of the reference that is not shipped here.
    pub const ABSENT_THEME: Code =
        Code::warning("style/absent-theme", "a theme is known but not available");

    /// All of them.
    pub const ALL: [Code; 4] = [UNKNOWN_NAME, NO_EFFECT, BAD_VALUE, ABSENT_THEME];
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

    /// All of them.
    pub const ALL: [Code; 15] = [
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
