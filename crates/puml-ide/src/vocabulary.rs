//! The words of the preprocessor and of text markup, which all families share.

mod builtins;
mod directives;
mod markup;
mod openers;
pub(crate) mod style;

pub(crate) use builtins::BUILTINS;
pub(crate) use directives::SNIPPETS as DIRECTIVE_SNIPPETS;
pub(crate) use markup::MARKUP;
pub(crate) use openers::{OPENERS, SKINPARAMS, SURROUNDING_SKINPARAMS, SURROUNDINGS};
