//! The words of the preprocessor and of text markup, which all families share.

mod directives;
mod markup;

pub(crate) use directives::{DIRECTIVES, SNIPPETS as DIRECTIVE_SNIPPETS};
pub(crate) use markup::MARKUP;
