//! Every kind of finding about a Mermaid source. Each has a page in `docs/codes/mermaid`.

use diag::Code;

/// There is nothing to draw in the source.
pub const EMPTY: Code = Code::error("mermaid/empty", "the source is empty");
/// Past the limit on characters.
pub const TOO_LONG: Code = Code::error("mermaid/too-long", "the source is longer than allowed");
/// Past a limit of the engine or the sanitiser.
pub const LIMIT: Code =
    Code::error("mermaid/limit", "the diagram asks for more than a limit allows");
/// Past the limit on time.
pub const TIME_LIMIT: Code = Code::error("mermaid/time-limit", "reading and drawing took too long");
/// Right, but without a picture.
pub const CANNOT_DRAW: Code =
    Code::error("mermaid/cannot-draw", "the source is understood but cannot be drawn");
/// No diagram type where one must stand.
pub const MISSING_TYPE: Code =
    Code::error("mermaid/missing-type", "the source does not say which diagram type it is");
/// A first word that is no diagram type.
pub const UNKNOWN_TYPE: Code =
    Code::error("mermaid/unknown-type", "the diagram type does not exist");
/// A direction that does not exist.
pub const UNKNOWN_DIRECTION: Code =
    Code::error("mermaid/unknown-direction", "the direction does not exist");
/// Markdown fences around or inside the source.
pub const CODE_FENCE: Code =
    Code::error("mermaid/code-fence", "the source is wrapped in a Markdown code fence");
/// The YAML block at the top.
pub const FRONT_MATTER: Code =
    Code::error("mermaid/front-matter", "the front matter is not closed or not YAML");
/// An `%%{init}%%` block.
pub const DIRECTIVE: Code =
    Code::error("mermaid/directive", "a directive is not closed or not JSON");
/// Comment signs of other languages.
pub const COMMENT: Code = Code::error("mermaid/comment", "a comment does not begin with `%%`");
/// Escaped angle brackets.
pub const HTML_ENTITY: Code =
    Code::error("mermaid/html-entity", "an HTML entity stands where a sign is meant");
/// Typographic quotes or dashes.
pub const TYPOGRAPHIC_SIGN: Code = Code::error(
    "mermaid/typographic-sign",
    "a typographic quote or dash stands where a plain one is meant",
);
/// Brackets, braces or quotes in a label without quotes around it.
pub const BRACKET_IN_LABEL: Code =
    Code::error("mermaid/bracket-in-label", "a label with brackets is not quoted");
/// A quote inside a quoted label.
pub const QUOTE_IN_LABEL: Code =
    Code::error("mermaid/quote-in-label", "a quoted label holds another quote");
/// A bracket that opens and never closes.
pub const UNCLOSED_BRACKET: Code =
    Code::error("mermaid/unclosed-bracket", "a bracket is opened but not closed");
/// A quote that opens and never closes.
pub const UNCLOSED_QUOTE: Code =
    Code::error("mermaid/unclosed-quote", "a quote is opened but not closed");
/// A word with a meaning of its own as a name.
pub const RESERVED_WORD: Code =
    Code::error("mermaid/reserved-word", "a reserved word is used as a name");
/// An arrow of another diagram type or language.
pub const WRONG_ARROW: Code =
    Code::error("mermaid/wrong-arrow", "this diagram type has no such arrow");
/// A label after a colon on a flowchart link.
pub const LINK_LABEL: Code =
    Code::error("mermaid/link-label", "a flowchart link takes its label between bars");
/// Text that needs a colon before it.
pub const MISSING_COLON: Code =
    Code::error("mermaid/missing-colon", "a colon is missing before the text");
/// A block without its `end`.
pub const UNCLOSED_BLOCK: Code = Code::error("mermaid/unclosed-block", "a block is not closed");
/// An `end` without its block.
pub const STRAY_END: Code = Code::error("mermaid/stray-end", "an `end` closes nothing");
/// A deactivation without its activation.
pub const UNBALANCED_ACTIVATION: Code =
    Code::error("mermaid/unbalanced-activation", "a participant is deactivated that is not active");
/// A date that does not fit the date format.
pub const BAD_DATE: Code = Code::error("mermaid/bad-date", "a date does not fit the date format");
/// A value that is no number, or not an allowed one.
pub const BAD_NUMBER: Code =
    Code::error("mermaid/bad-number", "a number is missing or not allowed");
/// Indentation that makes no tree.
pub const SECOND_ROOT: Code = Code::error("mermaid/second-root", "a tree has more than one root");
/// A shape that does not exist.
pub const UNKNOWN_SHAPE: Code =
    Code::error("mermaid/unknown-shape", "the node shape does not exist");
/// A name with a sign that names cannot have.
pub const BAD_NAME: Code =
    Code::error("mermaid/bad-name", "a name has a sign that names cannot have");
/// A title where the type has no statement for it.
pub const MISPLACED_TITLE: Code =
    Code::error("mermaid/misplaced-title", "the title belongs in the front matter");
/// A text that needs quotes.
pub const MISSING_QUOTES: Code = Code::error("mermaid/missing-quotes", "a text needs quotes here");
/// A note without a side.
pub const NOTE_PLACE: Code =
    Code::error("mermaid/note-place", "a note does not say where it stands");
/// A semicolon in a text.
pub const SEMICOLON: Code = Code::error("mermaid/semicolon", "a semicolon ends the statement");
/// A statement of another language.
pub const UNKNOWN_KEYWORD: Code =
    Code::error("mermaid/unknown-keyword", "a statement begins with a word the type does not know");
/// A style statement without a usable style.
pub const BAD_STYLE: Code =
    Code::error("mermaid/bad-style", "a style statement is incomplete or damaged");
/// An attribute of an entity in the wrong form.
pub const BAD_ATTRIBUTE: Code = Code::error(
    "mermaid/bad-attribute",
    "an attribute is not a type and a name, then keys, then a comment",
);
/// A blank line that Mermaid does not read.
pub const BLANK_LINE: Code =
    Code::error("mermaid/blank-line", "a blank line stands where Mermaid reads none");
/// Blanks at the end of a line that Mermaid does not read.
pub const TRAILING_BLANK: Code =
    Code::error("mermaid/trailing-blank", "blanks end a line where Mermaid reads none");
/// A line that has no meaning and is left out.
pub const IGNORED_LINE: Code =
    Code::warning("mermaid/ignored-line", "a line has no meaning and is left out of the picture");
/// A diagram without anything in it.
pub const NOTHING_DRAWN: Code =
    Code::warning("mermaid/nothing-drawn", "the diagram has nothing to draw");
/// A link that the picture does not carry.
pub const LOST_LINK: Code =
    Code::warning("mermaid/lost-link", "the picture does not carry a link of the source");
/// Anything else that Mermaid does not read.
pub const SYNTAX: Code =
    Code::error("mermaid/syntax", "the text breaks the rules of its diagram type");

/// All codes, in the order of the table.
pub const ALL: &[Code] = &[
    EMPTY,
    TOO_LONG,
    LIMIT,
    TIME_LIMIT,
    CANNOT_DRAW,
    MISSING_TYPE,
    UNKNOWN_TYPE,
    UNKNOWN_DIRECTION,
    CODE_FENCE,
    FRONT_MATTER,
    DIRECTIVE,
    COMMENT,
    HTML_ENTITY,
    TYPOGRAPHIC_SIGN,
    BRACKET_IN_LABEL,
    QUOTE_IN_LABEL,
    UNCLOSED_BRACKET,
    UNCLOSED_QUOTE,
    RESERVED_WORD,
    WRONG_ARROW,
    LINK_LABEL,
    MISSING_COLON,
    UNCLOSED_BLOCK,
    STRAY_END,
    UNBALANCED_ACTIVATION,
    BAD_DATE,
    BAD_NUMBER,
    SECOND_ROOT,
    UNKNOWN_SHAPE,
    BAD_NAME,
    MISPLACED_TITLE,
    MISSING_QUOTES,
    NOTE_PLACE,
    SEMICOLON,
    UNKNOWN_KEYWORD,
    BAD_STYLE,
    BAD_ATTRIBUTE,
    BLANK_LINE,
    TRAILING_BLANK,
    IGNORED_LINE,
    NOTHING_DRAWN,
    LOST_LINK,
    SYNTAX,
];
