//! The MCP server as a table: which tools, resources and prompts, within which bounds.

use toolserver::{RootPolicy, Server};

use crate::outputs::Outputs;
use crate::tools::Context;
use crate::watch::ProjectWatch;
use crate::{prompts, resources, skills, tools};

/// What the starter of a server decides.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Which tools are offered, in this order.
    pub toolsets: Vec<Toolset>,
    /// Which folders tools may touch.
    pub roots: RootPolicy,
    /// Whether calls may include what lies behind an address.
    pub url_includes: UrlIncludes,
    /// Bytes past which a picture or an export is answered by a link to a resource instead of by itself.
    pub inline_bytes: usize,
}

impl Default for Settings {
    /// Every toolset, no folders, no network, answers of up to 64 KiB.
    fn default() -> Self {
        Self {
            toolsets: Toolset::ALL.to_vec(),
            roots: RootPolicy::none(),
            url_includes: UrlIncludes::Never,
            inline_bytes: 64 << 10,
        }
    }
}

/// Whether calls may include what lies behind an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UrlIncludes {
    /// The server has no network, whatever a call asks.
    Never,
    /// A call that passes `allow_url_includes: true` may include from public addresses.
    WhenAsked,
}

/// Tools that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Toolset {
    /// Diagrams in puml, of every family: the compiler, with its resources, prompts and skills.
    Puml,
    /// Mermaid diagrams: `verify`, `render`, `svg`.
    Mermaid,
    /// PlantUML text codes: `encodePlantUML`, `decodePlantUML`.
    Share,
}

impl Toolset {
    /// Every toolset, in the order in which their tools are listed.
    pub const ALL: [Self; 3] = [Self::Puml, Self::Mermaid, Self::Share];
}

const INSTRUCTIONS: &str = "Diagrams as source code with a compiler. Draft puml source, call puml_check, repair every \
diagnostic and check again; only a source that puml_check accepts is valid. Look at it with puml_view, then render with puml_render_svg or \
puml_export. puml_project finds and checks every diagram of the project. puml_list_primitives and the puml://syntax resources say what the language can do. For Mermaid: verify, then render. \
Never draw SVG by hand.";

/// The whole server, ready to be served over stdio or mounted over HTTP.
///
/// Fixed roots are watched from now on, by a thread that ends with the server; roots that a client names, once it
/// looks at the project.
pub fn server(settings: &Settings) -> Server {
    let context = Context {
        outputs: Outputs::default(),
        inline_bytes: settings.inline_bytes,
        url_includes: settings.url_includes,
    };
    let tools = settings.toolsets.iter().flat_map(|it| tools::table(*it, &context)).collect();
    let server = Server {
        title: "puml Diagrams".to_owned(),
        instructions: INSTRUCTIONS.to_owned(),
        tools,
        templates: vec![context.outputs.template()],
        roots: settings.roots.clone(),
        ..Server::new("puml-mcp", env!("CARGO_PKG_VERSION"))
    };
    if !settings.toolsets.contains(&Toolset::Puml) {
        return server;
    }
    let watch = ProjectWatch::new();
    if let RootPolicy::Fixed(roots) = &settings.roots {
        watch.expect(roots);
    }
    let mut templates = resources::templates(&watch);
    templates.extend(server.templates);
    Server {
        resources: resources::fixed(&watch),
        views: resources::views(),
        templates,
        prompts: prompts::all(),
        skills: skills::all(),
        changes: Some(watch.changes()),
        ..server
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_can_be_served() {
        assert_eq!(server(&Settings::default()).problems(), Vec::<String>::new());
    }

    #[test]
    fn a_toolset_that_is_not_chosen_leaves_nothing_behind() {
        let settings = Settings { toolsets: vec![Toolset::Share], ..Settings::default() };
        let server = server(&settings);
        let names: Vec<&str> = server.tools.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["encodePlantUML", "decodePlantUML"]);
        assert!(
            server.resources.is_empty() && server.prompts.is_empty() && server.skills.is_empty()
        );
    }
}
