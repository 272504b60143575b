//! Every kind of problem this crate reports. Each has a page in `docs/codes/syntax/`.

use diag::Code;

/// A misspelt keyword, or a line of another language.
pub const UNKNOWN_STATEMENT: Code =
    Code::error("syntax/unknown-statement", "the line fits no statement of a sequence diagram");
/// A `!word` that neither the preprocessor nor the diagram takes.
pub const UNKNOWN_DIRECTIVE: Code =
    Code::error("syntax/unknown-directive", "the preprocessor knows no directive of this name");
/// The hint shows the whole form.
pub const MISSING_ARGUMENT: Code =
    Code::error("syntax/missing-argument", "a command lacks the value it needs");
/// The span covers what is too much.
pub const UNEXPECTED_TEXT: Code =
    Code::error("syntax/unexpected-text", "something follows where the statement is complete");
/// The fix puts the quotes.
pub const UNQUOTED_NAME: Code =
    Code::error("syntax/unquoted-name", "a name with blanks or symbols needs quotes");
/// The span starts at the quote.
pub const UNCLOSED_QUOTE: Code =
    Code::error("syntax/unclosed-quote", "a quoted name has no closing quote");
/// Stereotype, order, link and color have a fixed order.
pub const MISPLACED_SUFFIX: Code =
    Code::error("syntax/misplaced-suffix", "the parts of a declaration stand in the wrong order");
/// Blanks inside, or the arrow of another language.
pub const MALFORMED_ARROW: Code =
    Code::error("syntax/malformed-arrow", "the characters between two names form no arrow");
/// The reference calls it an illegal arrow.
pub const HEADLESS_ARROW: Code =
    Code::error("syntax/headless-arrow", "an arrow has neither a head nor a cross");
/// Anything but `++`, `--`, `**`, `!!`, `--++`, `++--`.
pub const MALFORMED_ACTIVATION: Code =
    Code::error("syntax/malformed-activation", "the marks after a message form no activation");
/// Or a name with blanks; the fix inserts the colon.
pub const MISSING_COLON: Code =
    Code::error("syntax/missing-colon", "a text needs a colon before it");
/// The limit is the reference's.
pub const MESSAGE_TOO_LONG: Code =
    Code::error("syntax/message-too-long", "a message line is longer than 2,000 characters");
/// The nearest name is the fix.
pub const UNKNOWN_COLOR: Code =
    Code::error("syntax/unknown-color", "the color has no known name or form");
/// Also for an `end` too many.
pub const NO_OPEN_GROUP: Code =
    Code::error("syntax/no-open-group", "`else` or `end` stands outside any group");
/// Also for an `end box` too many.
pub const NO_OPEN_BOX: Code = Code::error("syntax/no-open-box", "`end box` stands outside any box");
/// The lines up to the next statement are taken as its text.
pub const UNCLOSED_BLOCK: Code =
    Code::error("syntax/unclosed-block", "a block of lines has no closing line");
/// Titles, legends and sprites; an empty note is fine.
pub const EMPTY_BLOCK: Code =
    Code::error("syntax/empty-block", "a block that must say something is empty");
/// No position, or too many participants.
pub const MALFORMED_NOTE: Code =
    Code::error("syntax/malformed-note", "the line begins a note and does not say where it goes");
/// `on`, `off`, negative numbers, a third number.
pub const MALFORMED_NUMBER: Code =
    Code::error("syntax/malformed-number", "`autonumber` does not take these values");
/// The reason stands in the message.
pub const BAD_NUMBER_FORMAT: Code =
    Code::error("syntax/bad-number-format", "the pattern of `autonumber` cannot format a number");
/// The fix writes the nearest form.
pub const MALFORMED_STRETCH: Code =
    Code::error("syntax/malformed-stretch", "a divider, delay or space is written wrongly");
/// Zero where a size is wanted, and the like.
pub const BAD_VALUE: Code =
    Code::error("syntax/bad-value", "a value lies outside what the command takes");
/// The fix is the same line in PlantUML, where there is one.
pub const MERMAID: Code = Code::error("syntax/mermaid", "the line is Mermaid, not PlantUML");
/// Stands for all findings of a block that is no sequence at all.
pub const OTHER_DIAGRAM: Code =
    Code::error("syntax/other-diagram", "the text is another kind of diagram");
/// Only where nothing else is wrong.
pub const NO_PARTICIPANTS: Code =
    Code::error("syntax/no-participants", "the diagram has no participant");
/// Only while importing.
pub const MERMAID_UNKNOWN: Code =
    Code::error("syntax/mermaid-unknown", "the line is no statement of a Mermaid sequence diagram");
/// Only while importing.
pub const MERMAID_LOST: Code = Code::warning(
    "syntax/mermaid-lost",
    "a Mermaid construct has no equivalent and changes or goes",
);
/// The reference accepts it silently.
pub const UNCLOSED_GROUP: Code = Code::warning("syntax/unclosed-group", "a group has no `end`");
/// The reference accepts it silently.
pub const UNCLOSED_BOX: Code = Code::warning("syntax/unclosed-box", "a box has no `end box`");
/// Everything behind it is unread.
pub const UNCLOSED_COMMENT: Code =
    Code::warning("syntax/unclosed-comment", "a comment runs to the end of the text");
/// The reference accepts it silently.
pub const MISSING_END_MARKER: Code =
    Code::warning("syntax/missing-end-marker", "the diagram has no `@enduml`");
/// The reference accepts it silently.
pub const IGNORED_COLOR: Code =
    Code::warning("syntax/ignored-color", "the color has no effect here");
/// The reference accepts it silently.
pub const IGNORED_STYLE: Code =
    Code::warning("syntax/ignored-style", "the arrow style has no effect");
/// The reference accepts it silently.
pub const GLUED_KEYWORD: Code =
    Code::warning("syntax/glued-keyword", "a keyword is glued to the word behind it");

/// All of them, errors first.
pub const ALL: &[Code] = &[
    UNKNOWN_STATEMENT,
    UNKNOWN_DIRECTIVE,
    MISSING_ARGUMENT,
    UNEXPECTED_TEXT,
    UNQUOTED_NAME,
    UNCLOSED_QUOTE,
    MISPLACED_SUFFIX,
    MALFORMED_ARROW,
    HEADLESS_ARROW,
    MALFORMED_ACTIVATION,
    MISSING_COLON,
    MESSAGE_TOO_LONG,
    UNKNOWN_COLOR,
    NO_OPEN_GROUP,
    NO_OPEN_BOX,
    UNCLOSED_BLOCK,
    EMPTY_BLOCK,
    MALFORMED_NOTE,
    MALFORMED_NUMBER,
    BAD_NUMBER_FORMAT,
    MALFORMED_STRETCH,
    BAD_VALUE,
    MERMAID,
    OTHER_DIAGRAM,
    NO_PARTICIPANTS,
    MERMAID_UNKNOWN,
    MERMAID_LOST,
    UNCLOSED_GROUP,
    UNCLOSED_BOX,
    UNCLOSED_COMMENT,
    MISSING_END_MARKER,
    IGNORED_COLOR,
    IGNORED_STYLE,
    GLUED_KEYWORD,
];
