//! The words that completion offers. What a word means stands in the language's own catalogue.

mod arrows;
mod directives;
mod followers;
mod markup;
mod openers;
mod skinparams;

pub(crate) use arrows::ARROWS;
pub(crate) use directives::{DIRECTIVES, SNIPPETS as DIRECTIVE_SNIPPETS};
pub(crate) use followers::FOLLOWERS;
pub(crate) use markup::MARKUP;
pub(crate) use openers::{Needs, OPENERS};
pub(crate) use skinparams::{SKINPARAMS, VALUES as SKINPARAM_VALUES};

use puml_sequence::catalogue::CATALOGUE;
use puml_syntax::catalogue::Primitive;

/// The catalogue's entry by section and name.
pub(crate) fn primitive(section: &str, name: &str) -> Option<&'static Primitive> {
    let section = CATALOGUE.iter().find(|it| it.name == section)?;
    section.primitives.iter().find(|it| it.name == name)
}
