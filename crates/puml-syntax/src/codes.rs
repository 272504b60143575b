//! Every kind of problem this crate reports. Each has a page in `docs/codes/syntax/`.

use diag::Code;

macro_rules! codes {
    ($($name:ident = $severity:ident $code:literal, $summary:literal;)*) => {
        $(
            #[doc = $summary]
            pub const $name: Code = Code::$severity(concat!("syntax/", $code), $summary);
        )*

        /// All of them, by area and name.
        pub const ALL: &[Code] = &[$($name),*];
    };
}

codes! {
    UNKNOWN_STATEMENT = error "unknown-statement", "the line fits no statement of a sequence diagram";
    UNKNOWN_DIRECTIVE = error "unknown-directive", "the preprocessor knows no directive of this name";
    MISSING_ARGUMENT = error "missing-argument", "a command lacks the value it needs";
    UNEXPECTED_TEXT = error "unexpected-text", "something follows where the statement is complete";
    UNQUOTED_NAME = error "unquoted-name", "a name with blanks or symbols needs quotes";
    UNCLOSED_QUOTE = error "unclosed-quote", "a quoted name has no closing quote";
    MISPLACED_SUFFIX = error "misplaced-suffix", "the parts of a declaration stand in the wrong order";
    MALFORMED_ARROW = error "malformed-arrow", "the characters between two names form no arrow";
    HEADLESS_ARROW = error "headless-arrow", "an arrow has neither a head nor a cross";
    MALFORMED_ACTIVATION = error "malformed-activation", "the marks after a message form no activation";
    MISSING_COLON = error "missing-colon", "a text needs a colon before it";
    MESSAGE_TOO_LONG = error "message-too-long", "a message line is longer than 2,000 characters";
    UNKNOWN_COLOR = error "unknown-color", "the color has no known name or form";
    NO_OPEN_GROUP = error "no-open-group", "`else` or `end` stands outside any group";
    NO_OPEN_BOX = error "no-open-box", "`end box` stands outside any box";
    UNCLOSED_BLOCK = error "unclosed-block", "a block of lines has no closing line";
    EMPTY_BLOCK = error "empty-block", "a block that must say something is empty";
    MALFORMED_NOTE = error "malformed-note", "the line begins a note and does not say where it goes";
    MALFORMED_NUMBER = error "malformed-number", "`autonumber` does not take these values";
    BAD_NUMBER_FORMAT = error "bad-number-format", "the pattern of `autonumber` cannot format a number";
    MALFORMED_STRETCH = error "malformed-stretch", "a divider, delay or space is written wrongly";
    BAD_VALUE = error "bad-value", "a value lies outside what the command takes";
    MERMAID = error "mermaid", "the line is Mermaid, not PlantUML";
    OTHER_DIAGRAM = error "other-diagram", "the text is another kind of diagram";
    NO_PARTICIPANTS = error "no-participants", "the diagram has no participant";
    MERMAID_UNKNOWN = error "mermaid-unknown", "the line is no statement of a Mermaid sequence diagram";
    MERMAID_LOST = warning "mermaid-lost", "a Mermaid construct has no equivalent and changes or goes";
    UNCLOSED_GROUP = warning "unclosed-group", "a group has no `end`";
    UNCLOSED_BOX = warning "unclosed-box", "a box has no `end box`";
    UNCLOSED_COMMENT = warning "unclosed-comment", "a comment runs to the end of the text";
    MISSING_END_MARKER = warning "missing-end-marker", "the diagram has no `@enduml`";
    IGNORED_COLOR = warning "ignored-color", "the color has no effect here";
    IGNORED_STYLE = warning "ignored-style", "the arrow style has no effect";
    GLUED_KEYWORD = warning "glued-keyword", "a keyword is glued to the word behind it";
}
