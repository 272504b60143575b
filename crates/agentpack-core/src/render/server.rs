//! MCP servers: one description, merged into each host's settings in the host's own words.
//! `${NAME}` stands for an environment variable of the user; no value of one is ever written.

use serde_json::{Map, Value as Json, json};

use super::{Content, Sink};
use crate::adapter::{Dialect, Format as RouteFormat};
use crate::error::Result;
use crate::merge::{Format, Piece, Place};
use crate::module::Module;
use crate::path::RelPath;

/// One entry per module under the host's key for servers.
pub(super) fn servers(sink: &mut Sink<'_>, modules: &[&Module]) -> Result<()> {
    let path = RelPath::new(&sink.route.path).expect("a route's fixed path is plain");
    let top = sink.route.key.clone().expect("a merging route has a key");
    let format = match sink.route.format {
        Some(RouteFormat::Toml) => Format::Toml,
        _ => Format::Jsonc,
    };
    for module in modules {
        let server = read(module)?;
        let value = match sink.route.dialect {
            Some(Dialect::Codex) => codex(sink, module, &server),
            Some(Dialect::Cursor) => with_references(&server, |name| format!("${{env:{name}}}")),
            Some(Dialect::Vscode) => {
                typed(&with_references(&server, |name| format!("${{env:{name}}}")), "stdio")
            }
            _ => typed(&server, "stdio"),
        };
        let key = vec![top.clone(), module.name.clone()];
        let piece = Piece { key, place: Place::Entry, value, module_id: module.id.clone() };
        sink.add(&path, &[module], Content::Merge { format, pieces: vec![piece] }, false)?;
    }
    Ok(())
}

fn read(module: &Module) -> Result<Json> {
    let text = module.document().1.text()?;
    serde_json::from_str(&text).map_err(|error| module.problem(format!("not valid JSON: {error}")))
}

/// Hosts that read JSON want to be told the transport.
fn typed(server: &Json, local: &str) -> Json {
    let kind = if server["url"].is_string() { "http" } else { local };
    let mut fields = Map::new();
    fields.insert("type".into(), kind.into());
    fields.extend(server.as_object().cloned().unwrap_or_default());
    Json::Object(fields)
}

/// The variable of a text that is nothing but one reference.
fn reference(text: &str) -> Option<&str> {
    let name = text.strip_prefix("${")?.strip_suffix('}')?;
    name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_').then_some(name)
}

/// Rewrites every `${NAME}` in every text.
fn with_references(value: &Json, spell: fn(&str) -> String) -> Json {
    match value {
        Json::String(text) => Json::String(respell(text, spell)),
        Json::Array(items) => items.iter().map(|item| with_references(item, spell)).collect(),
        Json::Object(fields) => Json::Object(
            fields
                .iter()
                .map(|(name, value)| (name.clone(), with_references(value, spell)))
                .collect(),
        ),
        other => other.clone(),
    }
}

fn respell(text: &str, spell: fn(&str) -> String) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("${") {
        let Some(end) = rest[start..].find('}').map(|end| start + end + 1) else { break };
        out.push_str(&rest[..start]);
        let whole = &rest[start..end];
        match reference(whole) {
            Some(name) => out.push_str(&spell(name)),
            None => out.push_str(whole),
        }
        rest = &rest[end..];
    }
    out + rest
}

/// Codex does not expand references: it names the variables to pass on instead.
fn codex(sink: &mut Sink<'_>, module: &Module, server: &Json) -> Json {
    let mut fields = Map::new();
    for name in ["command", "args", "cwd", "url"] {
        if let Some(value) = server.get(name) {
            fields.insert(name.into(), value.clone());
        }
    }
    let (mut env, mut passed) = (Map::new(), Vec::new());
    for (name, value) in server["env"].as_object().into_iter().flatten() {
        match value.as_str().and_then(reference) {
            Some(variable) if variable == name => passed.push(json!(name)),
            _ if value.as_str().is_some_and(|text| text.contains("${")) => {
                let message = format!(
                    "Codex cannot compute `{name}` from another variable; set {name} itself"
                );
                sink.lose(module, "env", message);
                passed.push(json!(name));
            }
            _ => {
                env.insert(name.clone(), value.clone());
            }
        }
    }
    let (mut headers, mut env_headers) = (Map::new(), Map::new());
    for (name, value) in server["headers"].as_object().into_iter().flatten() {
        let text = value.as_str().unwrap_or_default();
        let bearer = text.strip_prefix("Bearer ").and_then(reference);
        if let (true, Some(variable)) = (name.eq_ignore_ascii_case("authorization"), bearer) {
            fields.insert("bearer_token_env_var".into(), variable.into());
        } else if let Some(variable) = reference(text) {
            env_headers.insert(name.clone(), variable.into());
        } else if text.contains("${") {
            sink.lose(
                module,
                "headers",
                format!("Codex cannot compute the header `{name}`; it is dropped"),
            );
        } else {
            headers.insert(name.clone(), value.clone());
        }
    }
    for (name, map) in [("env", env), ("http_headers", headers), ("env_http_headers", env_headers)]
    {
        if !map.is_empty() {
            fields.insert(name.into(), Json::Object(map));
        }
    }
    if !passed.is_empty() {
        fields.insert("env_vars".into(), Json::Array(passed));
    }
    Json::Object(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_respelled_and_other_text_is_not() {
        let spell: fn(&str) -> String = |name| format!("${{env:{name}}}");
        assert_eq!(respell("a ${X} b ${Y}", spell), "a ${env:X} b ${env:Y}");
        assert_eq!(respell("${input:key} ${", spell), "${input:key} ${");
        assert_eq!(reference("${TOKEN}"), Some("TOKEN"));
        assert_eq!(reference("x${TOKEN}"), None);
    }
}
