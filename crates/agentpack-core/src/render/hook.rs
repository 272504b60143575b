//! Hooks: one command at one event, merged into a host's list of hooks or written as a file of its own.

use serde_json::{Map, Value as Json, json};

use super::{Content, Sink};
use crate::adapter::{HookShape, Shape};
use crate::error::Result;
use crate::merge::{Format, Piece, Place};
use crate::module::Module;
use crate::path::RelPath;

/// One item per module in the list of its event.
pub(super) fn merged(sink: &mut Sink<'_, '_>, modules: &[&Module]) -> Result<()> {
    let path = RelPath::new(&sink.route.path).expect("a route's fixed path is plain");
    let top = sink.route.key.clone().expect("a merging route has a key");
    let format = sink.route.format.map_or(Format::Jsonc, crate::adapter::Format::merge);
    let shape = shape(sink);
    for module in modules {
        let hook = read(module)?;
        let Some(event) = event(sink, module, &hook) else { continue };
        let constants = shape.top.iter().map(|(key, value)| Piece {
            key: vec![key.clone()],
            place: Place::Entry,
            value: value.clone(),
            module_id: String::new(),
        });
        let mut pieces: Vec<Piece> = constants.collect();
        let value = item(sink, module, &shape, &hook);
        pieces.push(Piece {
            key: vec![top.clone(), event],
            place: Place::Item,
            value,
            module_id: module.id.to_string(),
        });
        sink.add(&path, &[module], Content::Merge { format, pieces }, false)?;
    }
    Ok(())
}

/// One file per module.
pub(super) fn files(sink: &mut Sink<'_, '_>, modules: &[&Module]) -> Result<()> {
    let shape = shape(sink);
    for module in modules {
        let hook = read(module)?;
        let Some(event) = event(sink, module, &hook) else { continue };
        let mut file = shape.top.clone();
        let command = item(sink, module, &shape, &hook);
        let key = sink.route.key.clone().unwrap_or_else(|| "hooks".into());
        file.insert(key, json!({event: [command]}));
        let text = serde_json::to_string_pretty(&file).expect("text keys only") + "\n";
        let place = sink.place(module)?;
        sink.add(&place, &[module], Content::Bytes(text.into_bytes()), false)?;
    }
    Ok(())
}

fn shape(sink: &Sink<'_, '_>) -> HookShape {
    let Shape::Hook(shape) = &sink.route.shape else {
        unreachable!("a checked route of hooks has their shape")
    };
    shape.clone()
}

/// A field of the hook's description.
pub(super) fn field(module: &Module, field: &str) -> Option<Json> {
    read(module).ok()?.get(field).filter(|value| !value.is_null()).cloned()
}

fn read(module: &Module) -> Result<Json> {
    let text = module.document().1.text()?;
    module.json(&text)
}

/// The host's name of the hook's event; a host without it is a loss.
fn event(sink: &mut Sink<'_, '_>, module: &Module, hook: &Json) -> Option<String> {
    let event = hook["event"].as_str().unwrap_or_default();
    let name = sink.view.adapter.events.get(event).cloned();
    if name.is_none() {
        let message = format!("{} has no event `{event}`; the hook is not written", sink.title());
        sink.lose(module, "event", message);
    }
    name
}

fn item(sink: &mut Sink<'_, '_>, module: &Module, shape: &HookShape, hook: &Json) -> Json {
    let mut command: Map<String, Json> = shape.add.clone();
    command.insert(shape.command.clone(), hook["command"].clone());
    match (hook["timeout"].as_u64(), &shape.timeout) {
        (Some(seconds), Some(key)) => {
            command.insert(key.clone(), seconds.saturating_mul(shape.per_second).into());
        }
        (Some(_), None) => {
            let message = format!("{} has no time limit for hooks; it is dropped", sink.title());
            sink.lose(module, "timeout", message);
        }
        (None, _) => {}
    }
    let matcher = hook["matcher"].is_string().then(|| hook["matcher"].clone());
    if let (Some(_), None) = (&matcher, &shape.matcher) {
        let message =
            format!("{} runs a hook for every tool; the matcher is dropped", sink.title());
        sink.lose(module, "matcher", message);
    }
    let matcher = matcher.zip(shape.matcher.clone());
    if shape.grouped {
        let mut group = Map::new();
        group.extend(matcher.map(|(value, key)| (key, value)));
        group.insert("hooks".into(), json!([command]));
        return Json::Object(group);
    }
    command.extend(matcher.map(|(value, key)| (key, value)));
    Json::Object(command)
}
