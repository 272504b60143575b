//! Every kind of finding that this package reports, one table per area.

use crate::families::FAMILIES;

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
    /// A library that the source includes and that is not there.
    pub const MISSING_LIBRARY: Code =
        Code::warning("preprocess/missing-library", "a library of elements is not available");
    /// `!include_once` of a text that is already there.
    pub const INCLUDED_AGAIN: Code =
        Code::error("preprocess/included-again", "a text is included a second time");
    /// `!assert` of something false.
    pub const ASSERTION_FAILED: Code =
        Code::error("preprocess/assertion-failed", "an assertion does not hold");
    /// A loop that does not end.
    pub const ENDLESS_LOOP: Code = Code::error("preprocess/endless-loop", "a loop does not end");
    /// A limit on depth, steps, memory or size.
    pub const LIMIT_REACHED: Code =
        Code::error("preprocess/limit-reached", "a text goes past a limit");
    /// `!option` with a key that changes nothing here.
    pub const IGNORED_OPTION: Code =
        Code::warning("preprocess/ignored-option", "an option has no effect");
    /// What `!log` and `!dump_memory` say.
    pub const LOG: Code = Code::info("preprocess/log", "the source logs something");

    /// Every code of this area.
    pub const ALL: [Code; 20] = [
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
        MISSING_LIBRARY,
        INCLUDED_AGAIN,
        ASSERTION_FAILED,
        ENDLESS_LOOP,
        LIMIT_REACHED,
        IGNORED_OPTION,
        LOG,
    ];
}

/// Every code that a source may be answered with, in all areas and all families.
pub fn all() -> impl Iterator<Item = diag::Code> {
    use puml_family::codes as shared;
    let shared =
        [puml_syntax::codes::ALL, &preprocess::ALL, shared::model::ALL, shared::style::ALL];
    let own = FAMILIES.iter().flat_map(|it| it.codes().iter().copied());
    shared.into_iter().chain(own).flatten().copied()
}
