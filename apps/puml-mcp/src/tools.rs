//! One file per tool: its schemas as published, its description, its work. The table is put together here.

mod decode_plantuml;
mod encode_plantuml;
mod mermaid;
mod puml_check;
mod render;
mod share;
mod svg;
mod verify;

use toolserver::Tool;

use crate::{Settings, Toolset};

/// The tools of the chosen sets, in the order of the settings.
pub(crate) fn table(settings: &Settings) -> Vec<Tool> {
    let mut tools = Vec::new();
    for toolset in &settings.toolsets {
        match toolset {
            Toolset::Puml => tools.push(puml_check::tool()),
            Toolset::Mermaid => tools.extend([verify::tool(), render::tool(), svg::tool()]),
            Toolset::Share => tools.extend([encode_plantuml::tool(), decode_plantuml::tool()]),
        }
    }
    tools
}
