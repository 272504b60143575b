//! MCP servers out of the settings of each host, in our own words. A value that may be a secret becomes the name of a
//! variable; a secret that has no name to stand for it keeps its server out.

use std::fmt::Write as _;

use serde_json::{Map, Value as Json, json};

use crate::adapter::{Format as RouteFormat, SERVER_FIELDS, ServerShape, Shape};
use crate::config::ModuleKind;
use crate::hash_cache::read_text;
use crate::import::scan::Spot;
use crate::import::{Fate, Item};
use crate::merge::{Format, Reader};
use crate::module::MAX_TEXT;
use crate::secret::{is_harmless, is_secret_name, secret_in};

/// Every server under the route's key that is not ours.
pub(super) fn servers(spot: &Spot<'_>) -> Vec<Item> {
    let path = spot.root.join(&spot.route.path);
    let Ok(text) = read_text(&path, MAX_TEXT) else { return Vec::new() };
    let format = spot.route.format.map_or(Format::Jsonc, RouteFormat::merge);
    let Shape::Server(shape) = &spot.route.shape else { return Vec::new() };
    let key = spot.route.key.clone().unwrap_or_default();
    let listed = Reader::new(format, &text).ok().and_then(|reader| reader.value(&[key]));
    let Some(Json::Object(listed)) = listed else { return Vec::new() };
    let merged = spot.survey.managed.get(&path).and_then(|managed| managed.entry.merge.as_ref());
    let is_ours = |name: &str| {
        let pieces = merged.into_iter().flat_map(|merged| &merged.pieces);
        pieces.into_iter().any(|piece| piece.key.last().is_some_and(|last| last == name))
    };
    let items = listed.iter().filter(|(name, _)| !is_ours(name)).filter_map(|(name, value)| {
        let mut item = spot.item(ModuleKind::Mcp, name, &path)?;
        let server = in_our_words(value, shape);
        match without_secrets(&server) {
            Ok((server, variables)) => {
                item.variables = variables;
                let text = serde_json::to_string_pretty(&server).expect("text keys only") + "\n";
                item.fill(None, text.into_bytes());
            }
            Err(reason) => item.fate = Fate::Skip(reason),
        }
        Some(item)
    });
    items.collect()
}

/// A server as a host describes it, in our fields and with our spelling of variables.
fn in_our_words(value: &Json, shape: &ServerShape) -> Json {
    let mut server = Map::new();
    for ours in SERVER_FIELDS.into_iter().filter(|ours| *ours != "args" || !shape.command_list) {
        let theirs = shape.field(ours).and_then(|theirs| value.get(theirs));
        let Some(found) = theirs.filter(|found| !found.is_null()) else { continue };
        if ours == "command" && shape.command_list {
            let mut words = found.as_array().cloned().unwrap_or_default().into_iter();
            if let Some(program) = words.next() {
                server.insert("command".into(), program);
                server.insert("args".into(), words.collect());
            }
            continue;
        }
        server.insert(ours.into(), found.clone());
    }
    let mut server = Json::Object(server);
    let names = |key: &Option<String>| key.as_ref().map_or(Json::Null, |key| value[key].clone());
    for name in names(&shape.passes).as_array().into_iter().flatten().filter_map(Json::as_str) {
        server["env"][name] = format!("${{{name}}}").into();
    }
    for (name, variable) in names(&shape.header_variables).as_object().into_iter().flatten() {
        server["headers"][name.as_str()] =
            format!("${{{}}}", variable.as_str().unwrap_or_default()).into();
    }
    if let Some(variable) = names(&shape.bearer).as_str() {
        server["headers"]["Authorization"] = format!("Bearer ${{{variable}}}").into();
    }
    match shape.variable.as_deref().and_then(|spelling| spelling.split_once("NAME")) {
        Some((before, after)) if before != "${" => with_our_variables(&server, before, after),
        _ => server,
    }
}

/// Every variable between `before` and `after` as `${NAME}`.
fn with_our_variables(value: &Json, before: &str, after: &str) -> Json {
    match value {
        Json::String(text) => {
            let mut out = String::new();
            let mut rest = text.as_str();
            while let Some(start) = rest.find(before) {
                let name = &rest[start + before.len()..];
                let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
                let length = name.find(|c| !is_part(c)).unwrap_or(name.len());
                out.push_str(&rest[..start]);
                if length > 0 && name[length..].starts_with(after) {
                    let _ = write!(out, "${{{}}}", &name[..length]);
                    rest = &name[length + after.len()..];
                } else {
                    out.push_str(before);
                    rest = name;
                }
            }
            Json::String(out + rest)
        }
        Json::Array(items) => {
            items.iter().map(|item| with_our_variables(item, before, after)).collect()
        }
        Json::Object(fields) => Json::Object(
            fields
                .iter()
                .map(|(name, value)| (name.clone(), with_our_variables(value, before, after)))
                .collect(),
        ),
        other => other.clone(),
    }
}

/// The fields we know, references in our spelling, secrets as references; and the variables that stand for them.
fn without_secrets(server: &Json) -> Result<(Json, Vec<String>), &'static str> {
    let mut fields = Map::new();
    let mut variables = Vec::new();
    for name in ["command", "args", "cwd", "url"] {
        if let Some(value) = server.get(name).filter(|value| !value.is_null()) {
            fields.insert(name.into(), plain(value)?);
        }
    }
    if fields.contains_key("command") == fields.contains_key("url") {
        return Err("unknown_server");
    }
    for part in ["env", "headers"] {
        let Some(pairs) = server[part].as_object() else { continue };
        let kept = pairs.iter().map(|(name, value)| {
            let text = respell(value.as_str().unwrap_or_default());
            let named = is_secret_name(name) && !is_harmless(&text);
            let variable = name.to_ascii_uppercase().replace('-', "_");
            if !named && secret_in(&text).is_none() {
                return (name.clone(), json!(text));
            }
            let spelled = json!(format!("${{{variable}}}"));
            variables.push(variable);
            (name.clone(), spelled)
        });
        let kept: Map<String, Json> = kept.collect();
        fields.insert(part.into(), Json::Object(kept));
    }
    Ok((Json::Object(fields), variables))
}

/// A value without a secret in it; there is no name that could stand for one here.
fn plain(value: &Json) -> Result<Json, &'static str> {
    match value {
        Json::String(text) => {
            let (_, after) = text.split_once("://").unwrap_or(("", ""));
            let login = after.split('/').next().is_some_and(|host| host.contains('@'));
            if login || secret_in(text).is_some() {
                Err("looks_like_secret")
            } else {
                Ok(respell(text).into())
            }
        }
        Json::Array(items) => {
            let flagged = items.windows(2).any(|pair| {
                let flag = pair[0]
                    .as_str()
                    .is_some_and(|flag| flag.starts_with('-') && is_secret_name(flag));
                flag && pair[1]
                    .as_str()
                    .is_some_and(|value| !value.starts_with("${") && !value.starts_with('-'))
            });
            if flagged {
                return Err("looks_like_secret");
            }
            items.iter().map(plain).collect()
        }
        other => Ok(other.clone()),
    }
}

/// `${env:NAME}` and `${input:name}` as `${NAME}`.
fn respell(text: &str) -> String {
    let mut out = text.replace("${env:", "${");
    while let Some(start) = out.find("${input:") {
        let Some(end) = out[start..].find('}').map(|end| start + end) else { break };
        let name = out[start + "${input:".len()..end].to_ascii_uppercase().replace('-', "_");
        out.replace_range(start..end, &format!("${{{name}"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_become_references_and_settings_stay() {
        let server = json!({
            "command": "npx", "args": ["-y", "x"], "type": "stdio",
            "env": {"API_TOKEN": "abc", "LOG": "debug", "KEY": "${env:KEY}", "ID": "${input:my-id}"},
        });
        assert_eq!(
            without_secrets(&server).unwrap().0,
            json!({
                "command": "npx", "args": ["-y", "x"],
                "env": {"API_TOKEN": "${API_TOKEN}", "LOG": "debug", "KEY": "${KEY}", "ID": "${MY_ID}"},
            })
        );
    }

    #[test]
    fn a_secret_without_a_name_keeps_its_server_out() {
        for server in [
            json!({"command": "x", "args": ["--api-key", "abc"]}),
            json!({"command": "x", "args": ["--token=abc"]}),
            json!({"url": "https://user:pass@example.org/mcp"}),
        ] {
            assert_eq!(without_secrets(&server), Err("looks_like_secret"), "{server}");
        }
    }

    #[test]
    fn servers_of_every_spelling_come_back_in_our_words() {
        let shape = |host: &str| {
            let hosts = crate::adapter::Hosts::built_in();
            let adapter = hosts.adapter(hosts.named(host).unwrap()).unwrap();
            let route = adapter.routes.iter().find(|route| route.takes(ModuleKind::Mcp)).unwrap();
            let Shape::Server(shape) = &route.shape else { panic!("{host}") };
            shape.clone()
        };
        let codex = json!({
            "url": "https://example.org", "bearer_token_env_var": "T", "env_http_headers": {"X-A": "A"},
        });
        let (server, _) = without_secrets(&in_our_words(&codex, &shape("codex"))).unwrap();
        assert_eq!(server["headers"], json!({"X-A": "${A}", "Authorization": "Bearer ${T}"}));
        let opencode = json!({
            "type": "local", "command": ["npx", "x"], "environment": {"A": "{env:A}"},
        });
        let (server, _) = without_secrets(&in_our_words(&opencode, &shape("opencode"))).unwrap();
        assert_eq!(server, json!({"command": "npx", "args": ["x"], "env": {"A": "${A}"}}));
    }
}
