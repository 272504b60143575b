//! Instructions: one file of marked sections, a bridge that imports it, or one rule file per module.

use serde_json::Value as Json;

use super::{Content, Sink};
use crate::adapter::{RouteScope, Shape, When};
use crate::error::Result;
use crate::merge::{Format, Piece, Place};
use crate::module::Module;
use crate::path::RelPath;

/// The line by which a file includes `AGENTS.md`, unless the host has a spelling of its own.
const IMPORT: &str = "@AGENTS.md";

/// Whether a text is nothing but the line that includes `AGENTS.md`.
pub(crate) fn is_import(text: &str) -> bool {
    let line = text.trim();
    line.starts_with('@') && line.ends_with("AGENTS.md") && !line.contains(char::is_whitespace)
}

/// What follows the line that includes `AGENTS.md`, when a text begins with it.
pub(crate) fn without_import(text: &str) -> Option<&str> {
    let (first, rest) = text.split_once('\n')?;
    is_import(first).then_some(rest)
}

/// All modules in one file: one as it is, several between markers.
pub(super) fn sections(sink: &mut Sink<'_, '_>, modules: &[&Module]) -> Result<()> {
    drop_globs(sink, modules);
    let bytes = joined(modules)?;
    whole(sink, modules, bytes)
}

/// Tells of modules that were meant for some files and are read for all.
fn drop_globs(sink: &mut Sink<'_, '_>, modules: &[&Module]) {
    for module in modules.iter().filter(|module| !module.globs().is_empty()) {
        let message = format!(
            "{} reads {} for every file; the globs are dropped",
            sink.title(),
            sink.route.path
        );
        sink.lose(module, "globs", message);
    }
}

/// A file that imports `AGENTS.md` where that is written, and holds what is not in it.
pub(super) fn bridge(sink: &mut Sink<'_, '_>, modules: &[&Module]) -> Result<()> {
    let root = if sink.route.scope == RouteScope::Project {
        sink.view.env.project.clone()
    } else {
        sink.root_path().to_path_buf()
    };
    let readers = sink.rendering.readers;
    let covered = |module: &&&Module| readers.is_delivered(&root, "AGENTS.md", module);
    let imported: Vec<&Module> = modules.iter().filter(covered).copied().collect();
    let has_rules = sink.view.routes().any(|route| route.when == When::Globs);
    let own: Vec<&Module> = modules
        .iter()
        .filter(|m| !covered(m) && (m.globs().is_empty() || !has_rules))
        .copied()
        .collect();
    if !has_rules {
        drop_globs(sink, modules);
    }
    let mut bytes = Vec::new();
    if !imported.is_empty() {
        let line = sink.route.import.as_deref().unwrap_or(IMPORT);
        bytes.extend(line.trim().as_bytes());
        bytes.push(b'\n');
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

fn whole(sink: &mut Sink<'_, '_>, modules: &[&Module], bytes: Vec<u8>) -> Result<()> {
    let path = RelPath::new(&sink.route.path).expect("a route's fixed path is plain");
    let block = sink.route.block_flag.as_ref().is_some_and(|flag| sink.view.flag(flag));
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
pub(super) fn rules(sink: &mut Sink<'_, '_>, modules: &[&Module]) -> Result<()> {
    for module in modules {
        let globs = module.globs();
        let text = String::from_utf8_lossy(&body(module)?).into_owned();
        let text = text.trim_start_matches('\u{feff}');
        let Shape::Rule(shape) = &sink.route.shape else {
            unreachable!("a checked route of rules has their shape")
        };
        let about = Json::from(format!("agentpack: {}", module.id)).to_string();
        let template = if globs.is_empty() { &shape.always } else { &shape.globs };
        let comma = globs.join(",");
        let head = template
            .as_deref()
            .unwrap_or_default()
            .replace("{about}", &about)
            .replace("{list}", &Json::from(globs).to_string())
            .replace("{quoted}", &Json::from(comma.as_str()).to_string())
            .replace("{comma}", &comma);
        let mut rule =
            if head.is_empty() { text.to_owned() } else { format!("---\n{head}---\n\n{text}") };
        if !rule.ends_with('\n') {
            rule.push('\n');
        }
        let path = sink.place(module)?;
        sink.add(&path, &[module], Content::Bytes(rule.into_bytes()), false)?;
    }
    Ok(())
}
