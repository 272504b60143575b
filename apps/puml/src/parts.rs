//! Files that are only there to be included: settings, procedures and pieces of diagrams, without a marker.

use std::path::Path;

use diagrams::{Language, draws_nothing};

use crate::inputs::Document;

/// Whether a file was found in a folder or by a pattern and is no diagram: it has no `@start…` and is called `.iuml`, or
/// has nothing to draw. A file that is named itself is none.
pub(crate) fn is_part(arguments: &[String], document: &Document) -> bool {
    let Some(path) = document.path.as_deref() else { return false };
    let is_named = arguments.iter().any(|it| Path::new(it) == path);
    if is_named || document.language != Language::Puml || document.text.contains("@start") {
        return false;
    }
    let is_include = path.extension().is_some_and(|it| it.eq_ignore_ascii_case("iuml"));
    is_include || draws_nothing(&document.text)
}
