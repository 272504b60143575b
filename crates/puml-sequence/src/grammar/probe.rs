//! What the tests of the constructs ask: how a text is read, what is said about it, how it is fixed.

use diag::SourceId;

use crate::ast::StmtKind;
use crate::codes::syntax::NO_PARTICIPANTS;
use crate::parse::{Parse, parse};
use puml_syntax::Stage;

pub(super) fn read(text: &str) -> Parse {
    parse(text, SourceId(0), Stage::Source)
}

/// What the last statement of a text is.
pub(super) fn kind(text: &str) -> StmtKind {
    read(text).document.stmts.pop().expect("the text has a statement").kind
}

/// Checks that no text has an error.
pub(super) fn accepts(texts: &[&str]) {
    for text in texts {
        let found = errors(text);
        assert!(found.is_empty(), "{text:?}: {found:?}");
    }
}

/// Checks that the first error of each text has the code beside it.
pub(super) fn refuses(texts: &[(&str, &str)]) {
    for (text, code) in texts {
        assert_eq!(errors(text).first(), Some(code), "{text:?}");
    }
}

/// The text after the first fix of its first error or warning.
pub(super) fn fixed(text: &str) -> String {
    let parse = read(text);
    let fix = parse.diagnostics.iter().find_map(|it| it.fixes.first()).expect(text);
    diag::apply_to(text, &fix.edits).expect("the edits of a fix do not overlap")
}

fn errors(text: &str) -> Vec<&'static str> {
    let parse = read(text);
    let errors = parse.diagnostics.iter().filter(|it| it.is_error() && it.code != NO_PARTICIPANTS);
    errors.map(|it| it.code.name).collect()
}
