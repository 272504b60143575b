//! The MCP server as a table: which tools, resources and prompts, within which bounds.

use toolserver::{RootPolicy, Server};

use crate::{prompts, tools};

/// What the starter of a server decides.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Which tools are offered, in this order.
    pub toolsets: Vec<Toolset>,
    /// Which folders tools may touch.
    pub roots: RootPolicy,
    /// Bytes past which a picture or an export is answered by a link to a resource instead of by itself.
    pub inline_bytes: usize,
}

impl Default for Settings {
    /// Every toolset, no folders, answers of up to 64 KiB.
    fn default() -> Self {
        Self { toolsets: Toolset::ALL.to_vec(), roots: RootPolicy::none(), inline_bytes: 64 << 10 }
    }
}

/// Tools that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Toolset {
    /// Sequence diagrams in puml: the compiler, with its resources, prompts and skills.
    Puml,
    /// Mermaid diagrams: `verify`, `render`, `svg`.
    Mermaid,
    /// PlantUML text codes: `encodePlantUML`, `decodePlantUML`.
    Share,
}

impl Toolset {
    /// Everything there is.
    pub const ALL: [Self; 3] = [Self::Puml, Self::Mermaid, Self::Share];
}

const INSTRUCTIONS: &str = "Diagrams as source code with a compiler. Draft puml source, call puml_check, repair every \
diagnostic and check again; only a source that puml_check accepts is valid. Then render with puml_render_svg or puml_export. \
puml_list_primitives and the puml://syntax resources say what the language can do. For Mermaid: verify, then render. \
Never draw SVG by hand.";

/// The whole server, ready to be served over stdio or mounted over HTTP.
pub fn server(settings: &Settings) -> Server {
    let has_puml = settings.toolsets.contains(&Toolset::Puml);
    Server {
        title: "puml Diagrams".to_owned(),
        instructions: INSTRUCTIONS.to_owned(),
        tools: tools::table(settings),
        prompts: if has_puml { prompts::all() } else { Vec::new() },
        roots: settings.roots.clone(),
        ..Server::new("puml-mcp", env!("CARGO_PKG_VERSION"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_can_be_served() {
        assert_eq!(server(&Settings::default()).problems(), Vec::<String>::new());
    }
}
