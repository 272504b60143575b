//! What clients can read: one file per family of addresses. All of it is read-only.

mod examples;
mod project;
mod syntax;
mod themes;
mod viewer;

use toolserver::{Link, Resource, Template};

use crate::watch::ProjectWatch;

pub(crate) use viewer::VIEWER;

/// Everything with a fixed address: first that of the specification in its order, then what other families add.
pub(crate) fn fixed(watch: &ProjectWatch) -> Vec<Resource> {
    let mut all = syntax::resources();
    all.extend(examples::resources());
    all.extend(themes::resources());
    all.extend(project::resources(watch));
    all.extend(syntax::of_families());
    all.extend(examples::of_families());
    all.extend(themes::others());
    all
}

/// Families of the project's own files.
pub(crate) fn templates(watch: &ProjectWatch) -> Vec<Template> {
    project::templates(watch)
}

/// Pages that hosts show with answers.
pub(crate) fn views() -> Vec<Resource> {
    vec![viewer::resource()]
}

fn link(uri: &str, title: &str, description: &str, mime_type: &str) -> Link {
    Link {
        uri: uri.to_owned(),
        name: uri.trim_start_matches("puml://").to_owned(),
        title: title.to_owned(),
        description: description.to_owned(),
        mime_type: mime_type.to_owned(),
        size: None,
    }
}
