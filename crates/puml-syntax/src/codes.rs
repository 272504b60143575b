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
    UNKNOWN_STATEMENT = error "unknown-statement", "The line fits no statement of a sequence diagram.";
    UNKNOWN_DIRECTIVE = error "unknown-directive", "The preprocessor knows no directive of this name.";
    MISSING_ARGUMENT = error "missing-argument", "A command lacks the value it needs.";
    UNEXPECTED_TEXT = error "unexpected-text", "Something follows where the statement is complete.";
    UNQUOTED_NAME = error "unquoted-name", "A name with blanks or symbols needs quotes.";
    UNCLOSED_QUOTE = error "unclosed-quote", "A quoted name has no closing quote.";
    MISPLACED_SUFFIX = error "misplaced-suffix", "The parts of a declaration stand in the wrong order.";
    MALFORMED_ARROW = error "malformed-arrow", "The characters between two names form no arrow.";
    HEADLESS_ARROW = error "headless-arrow", "An arrow has neither a head nor a cross.";
    MALFORMED_ACTIVATION = error "malformed-activation", "The marks after a message form no activation.";
    MISSING_COLON = error "missing-colon", "A text needs a colon before it.";
    MESSAGE_TOO_LONG = error "message-too-long", "A message line is longer than 2,000 characters.";
    UNKNOWN_COLOR = error "unknown-color", "The color has no known name or form.";
    NO_OPEN_GROUP = error "no-open-group", "`else` or `end` stands outside any group.";
    NO_OPEN_BOX = error "no-open-box", "`end box` stands outside any box.";
    UNCLOSED_BLOCK = error "unclosed-block", "A block of lines has no closing line.";
    EMPTY_BLOCK = error "empty-block", "A block that must say something is empty.";
    MALFORMED_NOTE = error "malformed-note", "The line begins a note and does not say where it goes.";
    MALFORMED_NUMBER = error "malformed-number", "`autonumber` does not take these values.";
    BAD_NUMBER_FORMAT = error "bad-number-format", "The pattern of `autonumber` cannot format a number.";
    MALFORMED_STRETCH = error "malformed-stretch", "A divider, delay or space is written wrongly.";
    BAD_VALUE = error "bad-value", "A value lies outside what the command takes.";
    MERMAID = error "mermaid", "The line is Mermaid, not PlantUML.";
    OTHER_DIAGRAM = error "other-diagram", "The text is another kind of diagram.";
    NO_PARTICIPANTS = error "no-participants", "The diagram has no participant.";
    MERMAID_UNKNOWN = error "mermaid-unknown", "The line is no statement of a Mermaid sequence diagram.";
    MERMAID_LOST = warning "mermaid-lost", "A Mermaid construct has no equivalent and changes or goes.";
    UNCLOSED_GROUP = warning "unclosed-group", "A group has no `end`.";
    UNCLOSED_BOX = warning "unclosed-box", "A box has no `end box`.";
    UNCLOSED_COMMENT = warning "unclosed-comment", "A comment runs to the end of the text.";
    MISSING_END_MARKER = warning "missing-end-marker", "The diagram has no `@enduml`.";
    IGNORED_COLOR = warning "ignored-color", "The color has no effect here.";
    IGNORED_STYLE = warning "ignored-style", "The arrow style has no effect.";
    GLUED_KEYWORD = warning "glued-keyword", "A keyword is glued to the word behind it.";
}
