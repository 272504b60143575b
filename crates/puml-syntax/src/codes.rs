//! Every kind of problem this crate reports. Each has a page in `docs/codes/syntax/`.

use diag::Code;

/// A misspelt keyword, or a line of another language.
pub const UNKNOWN_STATEMENT: Code =
    Code::error("syntax/unknown-statement", "the line fits no statement of the diagram");
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
/// Blanks inside, or the arrow of another language.
pub const MALFORMED_ARROW: Code =
    Code::error("syntax/malformed-arrow", "the characters between two names form no arrow");
/// Or a name with blanks; the fix inserts the colon.
pub const MISSING_COLON: Code =
    Code::error("syntax/missing-colon", "a text needs a colon before it");
/// The nearest name is the fix.
pub const UNKNOWN_COLOR: Code =
    Code::error("syntax/unknown-color", "the color has no known name or form");
/// Also for an `end` too many.
pub const NO_OPEN_GROUP: Code =
    Code::error("syntax/no-open-group", "`else` or `end` stands outside any group");
/// The lines up to the next statement are taken as its text.
pub const UNCLOSED_BLOCK: Code =
    Code::error("syntax/unclosed-block", "a block of lines has no closing line");
/// Titles, legends and sprites; an empty note is fine.
pub const EMPTY_BLOCK: Code =
    Code::error("syntax/empty-block", "a block that must say something is empty");
/// No position, or too many participants.
pub const MALFORMED_NOTE: Code =
    Code::error("syntax/malformed-note", "the line begins a note and does not say where it goes");
/// Zero where a size is wanted, and the like.
pub const BAD_VALUE: Code =
    Code::error("syntax/bad-value", "a value lies outside what the command takes");
/// Stands for all findings of a block of a kind that is not drawn.
pub const OTHER_DIAGRAM: Code =
    Code::error("syntax/other-diagram", "the text is another kind of diagram");
/// The reference accepts it silently.
pub const UNCLOSED_GROUP: Code = Code::warning("syntax/unclosed-group", "a group has no `end`");
/// Everything behind it is unread.
pub const UNCLOSED_COMMENT: Code =
    Code::warning("syntax/unclosed-comment", "a comment runs to the end of the text");
/// The reference accepts it silently.
pub const MISSING_END_MARKER: Code =
    Code::warning("syntax/missing-end-marker", "the diagram has no end marker");
/// The reference accepts it silently.
pub const IGNORED_COLOR: Code =
    Code::warning("syntax/ignored-color", "the color has no effect here");

/// All of them, errors first.
pub const ALL: &[Code] = &[
    UNKNOWN_STATEMENT,
    UNKNOWN_DIRECTIVE,
    MISSING_ARGUMENT,
    UNEXPECTED_TEXT,
    UNQUOTED_NAME,
    UNCLOSED_QUOTE,
    MALFORMED_ARROW,
    MISSING_COLON,
    UNKNOWN_COLOR,
    NO_OPEN_GROUP,
    UNCLOSED_BLOCK,
    EMPTY_BLOCK,
    MALFORMED_NOTE,
    BAD_VALUE,
    OTHER_DIAGRAM,
    UNCLOSED_GROUP,
    UNCLOSED_COMMENT,
    MISSING_END_MARKER,
    IGNORED_COLOR,
];
