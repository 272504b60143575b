//! MCP servers: one description, merged into each host's settings in the host's own words.
//! `${NAME}` stands for an environment variable of the user; no value of one is ever written.

use serde_json::{Map, Value as Json, json};

use super::{Content, Sink};
use crate::adapter::{ServerShape, Shape};
use crate::error::Result;
use crate::merge::{Format, Piece, Place};
use crate::module::Module;
use crate::path::RelPath;

/// One entry per module under the host's key for servers.
pub(super) fn servers(sink: &mut Sink<'_, '_>, modules: &[&Module]) -> Result<()> {
    let path = RelPath::new(&sink.route.path).expect("a route's fixed path is plain");
    let top = sink.route.key.clone().expect("a merging route has a key");
    let format = sink.route.format.map_or(Format::Jsonc, crate::adapter::Format::merge);
    let Shape::Server(shape) = sink.route.shape.clone() else {
        unreachable!("a checked route of servers has their shape")
    };
    for module in modules {
        let server = read(module)?;
        let value = Spelling { sink, module, shape: &shape, losses: Vec::new() }.server(&server);
        let key = vec![top.clone(), module.name.clone()];
        let piece = Piece { key, place: Place::Entry, value, module_id: module.id.to_string() };
        sink.add(&path, &[module], Content::Merge { format, pieces: vec![piece] }, false)?;
    }
    Ok(())
}

fn read(module: &Module) -> Result<Json> {
    let text = module.document().1.text()?;
    module.json(&text)
}

/// The variable of a text that is nothing but one reference.
fn reference(text: &str) -> Option<&str> {
    let name = text.strip_prefix("${")?.strip_suffix('}')?;
    name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_').then_some(name)
}

/// A text with every `${NAME}` as a host spells it.
fn respell(text: &str, spelling: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("${") {
        let Some(end) = rest[start..].find('}').map(|end| start + end + 1) else { break };
        out.push_str(&rest[..start]);
        let whole = &rest[start..end];
        match reference(whole) {
            Some(name) => out.push_str(&spelling.replace("NAME", name)),
            None => out.push_str(whole),
        }
        rest = &rest[end..];
    }
    out + rest
}

/// One server on its way into the words of one host.
struct Spelling<'s, 'k, 'r> {
    sink: &'s mut Sink<'k, 'r>,
    module: &'s Module,
    shape: &'s ServerShape,
    losses: Vec<(&'static str, String)>,
}

impl Spelling<'_, '_, '_> {
    fn server(mut self, server: &Json) -> Json {
        let is_remote = server["url"].is_string();
        let constants = if is_remote { &self.shape.remote } else { &self.shape.local };
        let mut fields = Map::new();
        if let Some(key) = &self.shape.named {
            fields.insert(key.clone(), self.module.name.as_str().into());
        }
        fields.extend(constants.clone());
        for (ours, value) in server.as_object().into_iter().flatten() {
            match ours.as_str() {
                "env" => self.env(value, &mut fields),
                "headers" => self.headers(value, &mut fields),
                "args" if self.shape.command_list => {}
                "command" if self.shape.command_list => self.command_list(server, &mut fields),
                "command" => self.plain("command", value, &mut fields),
                "args" => self.plain("args", value, &mut fields),
                "cwd" => self.plain("cwd", value, &mut fields),
                _ => self.plain("url", value, &mut fields),
            }
        }
        for (field, message) in self.losses {
            self.sink.lose(self.module, field, message);
        }
        Json::Object(fields)
    }

    fn lose(&mut self, field: &'static str, message: String) {
        self.losses.push((field, message));
    }

    fn title(&self) -> String {
        self.sink.title().to_owned()
    }

    /// The host's name of a field; one that it does not have is a loss.
    fn field(&mut self, ours: &'static str) -> Option<String> {
        let theirs = self.shape.field(ours).map(str::to_owned);
        if theirs.is_none() {
            let title = self.title();
            self.lose(ours, format!("{title} has no `{ours}` for a server; it is dropped"));
        }
        theirs
    }

    fn plain(&mut self, ours: &'static str, value: &Json, fields: &mut Map<String, Json>) {
        if let Some(key) = self.field(ours) {
            let value = self.expanded(ours, value);
            fields.insert(key, value);
        }
    }

    fn command_list(&mut self, server: &Json, fields: &mut Map<String, Json>) {
        let Some(key) = self.field("command") else { return };
        let mut list = vec![self.expanded("command", &server["command"])];
        let args = server["args"].as_array().cloned().unwrap_or_default();
        list.extend(args.iter().map(|item| self.expanded("args", item)));
        fields.insert(key, list.into());
    }

    /// A value with its variables as the host spells them; one it does not expand is a loss.
    fn expanded(&mut self, ours: &'static str, value: &Json) -> Json {
        match value {
            Json::String(text) => {
                if let Some(spelling) = self.shape.variable_in(ours) {
                    return respell(text, spelling).into();
                }
                if text.contains("${") {
                    let title = self.title();
                    let message = format!(
                        "{title} does not expand variables in `{ours}`; `{text}` stays as written"
                    );
                    self.lose(ours, message);
                }
                text.as_str().into()
            }
            Json::Array(items) => items.iter().map(|item| self.expanded(ours, item)).collect(),
            other => other.clone(),
        }
    }

    fn env(&mut self, env: &Json, fields: &mut Map<String, Json>) {
        let (mut kept, mut passed) = (Map::new(), Vec::new());
        let spelling = self.shape.variable_in("env").map(str::to_owned);
        for (name, value) in env.as_object().into_iter().flatten() {
            let text = value.as_str().unwrap_or_default();
            if !text.contains("${") {
                kept.insert(name.clone(), value.clone());
                continue;
            }
            if let Some(spelling) = &spelling {
                kept.insert(name.clone(), respell(text, spelling).into());
                continue;
            }
            let is_own = reference(text) == Some(name);
            let title = self.title();
            if !is_own {
                let message = format!(
                    "{title} cannot compute `{name}` from another variable; set {name} itself"
                );
                self.lose("env", message);
            } else if self.shape.passes.is_none() && !self.shape.inherits {
                let message =
                    format!("{title} cannot pass `{name}` on; set it in its own settings");
                self.lose("env", message);
            }
            passed.push(json!(name));
        }
        if !kept.is_empty()
            && let Some(key) = self.field("env")
        {
            fields.insert(key, Json::Object(kept));
        }
        if let Some(key) = self.shape.passes.as_ref().filter(|_| !passed.is_empty()) {
            fields.insert(key.clone(), Json::Array(passed));
        }
    }

    fn headers(&mut self, headers: &Json, fields: &mut Map<String, Json>) {
        let (mut kept, mut variables) = (Map::new(), Map::new());
        let spelling = self.shape.variable_in("headers").map(str::to_owned);
        for (name, value) in headers.as_object().into_iter().flatten() {
            let text = value.as_str().unwrap_or_default();
            let bearer = text.strip_prefix("Bearer ").and_then(reference);
            let is_login = name.eq_ignore_ascii_case("authorization");
            if let Some(spelling) = &spelling {
                kept.insert(name.clone(), respell(text, spelling).into());
            } else if let (Some(key), Some(variable), true) = (&self.shape.bearer, bearer, is_login)
            {
                fields.insert(key.clone(), variable.into());
            } else if let (Some(_), Some(variable)) =
                (&self.shape.header_variables, reference(text))
            {
                variables.insert(name.clone(), variable.into());
            } else if text.contains("${") {
                let title = self.title();
                self.lose(
                    "headers",
                    format!("{title} cannot compute the header `{name}`; it is dropped"),
                );
            } else {
                kept.insert(name.clone(), value.clone());
            }
        }
        if !kept.is_empty()
            && let Some(key) = self.field("headers")
        {
            fields.insert(key, Json::Object(kept));
        }
        if let Some(key) = self.shape.header_variables.as_ref().filter(|_| !variables.is_empty()) {
            fields.insert(key.clone(), Json::Object(variables));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_respelled_and_other_text_is_not() {
        let spelling = "${env:NAME}";
        assert_eq!(respell("a ${X} b ${Y}", spelling), "a ${env:X} b ${env:Y}");
        assert_eq!(respell("${input:key} ${", spelling), "${input:key} ${");
        assert_eq!(reference("${TOKEN}"), Some("TOKEN"));
        assert_eq!(reference("x${TOKEN}"), None);
    }
}
