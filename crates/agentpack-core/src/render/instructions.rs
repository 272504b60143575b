//! Instructions: one file of marked sections, a bridge that imports it, or one rule file per module.

use serde_json::Value as Json;

use super::{Content, Sink};
use crate::adapter::Dialect;
use crate::error::Result;
use crate::merge::{Format, Piece, Place};
use crate::module::Module;
use crate::path::RelPath;

const IMPORT: &str = "@AGENTS.md\n";

/// All modules in one file: one as it is, several between markers.
pub(super) fn sections(sink: &mut Sink<'_>, modules: &[&Module]) -> Result<()> {
    let bytes = joined(modules)?;
    whole(sink, modules, bytes)
}

/// A file that imports `AGENTS.md` where that is written, and holds what is not in it.
pub(super) fn bridge(sink: &mut Sink<'_>, modules: &[&Module]) -> Result<()> {
    let covered = |module: &&&Module| sink.rendering.agents_md.contains(&module.id);
    let imported: Vec<&Module> = modules.iter().filter(covered).copied().collect();
    let own: Vec<&Module> =
        modules.iter().filter(|m| !covered(m) && m.globs().is_empty()).copied().collect();
    let mut bytes = Vec::new();
    if !imported.is_empty() {
        bytes.extend(IMPORT.as_bytes());
        if !own.is_empty() {
            bytes.push(b'\n');
        }
    }
    if !own.is_empty() {
        bytes.extend(joined(&own)?);
    }
    if bytes.is_empty() {
        return Ok(());
    }
    let named: Vec<&Module> = imported.into_iter().chain(own).collect();
    whole(sink, &named, bytes)
}

fn whole(sink: &mut Sink<'_>, modules: &[&Module], bytes: Vec<u8>) -> Result<()> {
    let path = RelPath::new(&sink.route.path).expect("a route's fixed path is plain");
    let block = sink.route.block_flag().is_some_and(|flag| sink.view.flag(flag));
    let content = if block {
        let mut text = String::from_utf8_lossy(&bytes).into_owned();
        if !text.ends_with('\n') {
            text.push('\n');
        }
        let module_id =
            modules.iter().map(|module| module.id.as_str()).collect::<Vec<_>>().join(",");
        let piece =
            Piece { key: Vec::new(), place: Place::Entry, value: Json::from(text), module_id };
        Content::Merge { format: Format::Block, pieces: vec![piece] }
    } else {
        Content::Bytes(bytes)
    };
    sink.add(&path, modules, content, false)
}

fn joined(modules: &[&Module]) -> Result<Vec<u8>> {
    if let [module] = modules {
        return body(module);
    }
    let mut bytes = Vec::new();
    for (at, module) in modules.iter().enumerate() {
        if at > 0 {
            bytes.extend(b"\n\n---\n\n");
        }
        bytes.extend(format!("<!-- agentpack:module={} -->\n", module.id).as_bytes());
        bytes.extend(body(module)?);
        if bytes.last() != Some(&b'\n') {
            bytes.push(b'\n');
        }
        bytes.extend(b"<!-- /agentpack -->");
    }
    Ok(bytes)
}

fn body(module: &Module) -> Result<Vec<u8>> {
    let file = module.files.iter().find(|(path, _)| path.as_str() == "AGENTS.md");
    file.expect("checked instructions have AGENTS.md").1.bytes()
}

/// One file per module, with the head the host wants.
pub(super) fn rules(sink: &mut Sink<'_>, modules: &[&Module]) -> Result<()> {
    for module in modules {
        let globs = module.globs();
        let text = String::from_utf8_lossy(&body(module)?).into_owned();
        let text = text.trim_start_matches('\u{feff}');
        let list = Json::from(globs.clone());
        let about = Json::from(format!("agentpack: {}", module.id));
        let head = match sink.route.dialect {
            Some(Dialect::Paths) => format!("paths: {list}\n"),
            Some(Dialect::ApplyTo) => {
                format!("description: {about}\napplyTo: {}\n", Json::from(globs.join(",")))
            }
            Some(Dialect::Mdc) if !globs.is_empty() => {
                format!("description: {about}\nglobs: {}\nalwaysApply: false\n", globs.join(","))
            }
            _ => format!("description: {about}\nglobs: []\nalwaysApply: true\n"),
        };
        let mut rule = format!("---\n{head}---\n\n{text}");
        if !rule.ends_with('\n') {
            rule.push('\n');
        }
        let path = sink.place(module)?;
        sink.add(&path, &[module], Content::Bytes(rule.into_bytes()), false)?;
    }
    Ok(())
}
