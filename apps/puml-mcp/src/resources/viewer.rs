//! `ui://puml/viewer`: the page that hosts with MCP Apps show beside a picture. It talks to the host alone and loads
//! nothing: everything it shows comes from tools.

use toolserver::{Link, Resource, VIEW_MIME_TYPE};

/// Its address, which tools name.
pub(crate) const VIEWER: &str = "ui://puml/viewer";

pub(super) fn resource() -> Resource {
    let link = Link {
        uri: VIEWER.to_owned(),
        name: "viewer".to_owned(),
        title: "Diagram viewer".to_owned(),
        description: "The picture with zoom, lines, themes and fixes.".to_owned(),
        mime_type: VIEW_MIME_TYPE.to_owned(),
        size: None,
    };
    let themes = puml_compiler::themes::NAMES.join("\", \"");
    let page = include_str!("viewer.html").replace("{themes}", &themes);
    Resource::text(link, move |_| Ok(page.clone()))
}
