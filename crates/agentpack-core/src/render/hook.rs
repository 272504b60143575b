//! Hooks: one command at one event, merged into a host's list of hooks or written as a file of its own.

use serde_json::{Value as Json, json};

use super::{Content, Sink};
use crate::adapter::Dialect;
use crate::error::Result;
use crate::merge::{Format, Piece, Place};
use crate::module::Module;
use crate::path::RelPath;

/// One item per module in the list of its event.
pub(super) fn merged(sink: &mut Sink<'_>, modules: &[&Module]) -> Result<()> {
    let path = RelPath::new(&sink.route.path).expect("a route's fixed path is plain");
    let top = sink.route.key.clone().expect("a merging route has a key");
    for module in modules {
        let hook = read(module)?;
        let Some(event) = event(sink, module, &hook) else { continue };
        let mut pieces = Vec::new();
        if sink.route.dialect == Some(Dialect::Commands) {
            let version = Piece {
                key: vec!["version".into()],
                place: Place::Entry,
                value: json!(1),
                module_id: String::new(),
            };
            pieces.push(version);
        }
        let value = item(sink.route.dialect, &hook);
        pieces.push(Piece {
            key: vec![top.clone(), event],
            place: Place::Item,
            value,
            module_id: module.id.clone(),
        });
        sink.add(&path, &[module], Content::Merge { format: Format::Jsonc, pieces }, false)?;
    }
    Ok(())
}

/// One file per module.
pub(super) fn files(sink: &mut Sink<'_>, modules: &[&Module]) -> Result<()> {
    for module in modules {
        let hook = read(module)?;
        let Some(event) = event(sink, module, &hook) else { continue };
        let mut command = json!({"type": "command", "bash": hook["command"]});
        if let Some(seconds) = hook["timeout"].as_u64() {
            command["timeoutSec"] = seconds.into();
        }
        let text =
            serde_json::to_string_pretty(&json!({"version": 1, "hooks": {event: [command]}}));
        let text = text.expect("text keys only") + "\n";
        let place = sink.place(module)?;
        sink.add(&place, &[module], Content::Bytes(text.into_bytes()), false)?;
    }
    Ok(())
}

/// A field of the hook's description.
pub(super) fn field(module: &Module, field: &str) -> Option<Json> {
    read(module).ok()?.get(field).filter(|value| !value.is_null()).cloned()
}

fn read(module: &Module) -> Result<Json> {
    let text = module.document().1.text()?;
    serde_json::from_str(&text).map_err(|error| module.problem(format!("not valid JSON: {error}")))
}

/// The host's name of the hook's event; a host without it is a loss.
fn event(sink: &mut Sink<'_>, module: &Module, hook: &Json) -> Option<String> {
    let event = hook["event"].as_str().unwrap_or_default();
    let name = sink.view.adapter.events.get(event).cloned();
    if name.is_none() {
        let message =
            format!("{} has no event `{event}`; the hook is not written", sink.view.adapter.title);
        sink.lose(module, "event", message);
    }
    name
}

fn item(dialect: Option<Dialect>, hook: &Json) -> Json {
    let mut command = match dialect {
        Some(Dialect::Commands) => json!({"command": hook["command"]}),
        _ => json!({"type": "command", "command": hook["command"]}),
    };
    if let Some(seconds) = hook["timeout"].as_u64() {
        command["timeout"] = seconds.into();
    }
    match dialect {
        Some(Dialect::Commands) => {
            if hook["matcher"].is_string() {
                command["matcher"] = hook["matcher"].clone();
            }
            command
        }
        _ if hook["matcher"].is_string() => json!({"matcher": hook["matcher"], "hooks": [command]}),
        _ => json!({"hooks": [command]}),
    }
}
