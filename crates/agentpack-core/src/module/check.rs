//! What each kind of module must hold. One function per kind; all errors name the module and its source.

use serde_json::Value as Json;

use crate::config::ModuleKind;
use crate::error::{Error, Result};
use crate::module::{FrontMatter, Module};
use crate::secret::{is_harmless, is_secret_name, is_secret_value, secret_in};

/// The events a hook can wait for, in our own words; adapters map them to each host's.
pub(crate) const EVENTS: [&str; 5] =
    ["session_start", "prompt_submit", "before_tool", "after_tool", "stop"];

/// Refuses a module that is not what its kind promises.
pub(crate) fn check(module: &Module) -> Result<()> {
    match module.kind {
        ModuleKind::Instructions => instructions(module),
        ModuleKind::Skill => skill(module),
        ModuleKind::Prompt => single(module, "md").map(|_| ()),
        ModuleKind::Command => command(module),
        ModuleKind::Agent => agent(module),
        ModuleKind::Mcp => server(module),
        ModuleKind::Hook => hook(module),
    }
}

fn instructions(module: &Module) -> Result<()> {
    module.text("AGENTS.md")?;
    // A glob is written into the head of a rule, where a line end would begin another key.
    match module.globs().iter().find(|glob| glob.contains(char::is_control)) {
        Some(glob) => Err(module
            .problem(format!("the glob `{}` contains a control character", glob.escape_debug()))
            .with("field", "metadata.globs")),
        None => Ok(()),
    }
}

fn single(module: &Module, extension: &str) -> Result<String> {
    let ending = format!(".{extension}");
    if module.files.len() != 1 || !module.document().0.as_str().ends_with(&ending) {
        let found = match module.files.len() {
            1 => format!("`{}`", module.document().0),
            count => format!("{count} files"),
        };
        let message = format!(
            "a module of type {} is one `{ending}` file, found {found}",
            module.kind.name()
        );
        return Err(module.problem(message));
    }
    module.document().1.text()
}

fn field<'f>(module: &Module, front: &'f FrontMatter<'_>, name: &str) -> Result<&'f str> {
    front.text(name).ok_or_else(|| {
        let message = format!("the front matter has no text field `{name}`");
        module.problem(message).with("field", name).with("missing", name)
    })
}

fn split<'t>(module: &Module, text: &'t str) -> Result<FrontMatter<'t>> {
    FrontMatter::split(text).map_err(|problem| module.problem(problem))
}

fn skill(module: &Module) -> Result<()> {
    let text = module.text("SKILL.md")?;
    let front = split(module, &text)?;
    let name = field(module, &front, "name")?;
    field(module, &front, "description")?;
    if name.chars().count() > 64 {
        return Err(module
            .problem("the skill's name is longer than 64 characters")
            .with("field", "name"));
    }
    Ok(())
}

fn command(module: &Module) -> Result<()> {
    let text = single(module, "md")?;
    let front = split(module, &text)?;
    field(module, &front, "description")?;
    if front.body.contains("!bash") || front.body.contains("!`bash") {
        let tools = match &front.fields["allowed-tools"] {
            Json::String(text) => text.clone(),
            other => other.to_string(),
        };
        if !tools.contains("Bash(") {
            let message = "the command runs a shell, so `allowed-tools` must contain `Bash(…)`";
            return Err(module.problem(message).with("field", "allowed-tools"));
        }
    }
    Ok(())
}

fn agent(module: &Module) -> Result<()> {
    let text = single(module, "md")?;
    let front = split(module, &text)?;
    field(module, &front, "name")?;
    field(module, &front, "description").map(|_| ())
}

fn json(module: &Module, known: &[&str]) -> Result<Json> {
    let text = single(module, "json")?;
    let value = module.json(&text)?;
    let Json::Object(fields) = &value else {
        return Err(module.problem("the file must hold one JSON object"));
    };
    for key in fields.keys() {
        if !known.contains(&key.as_str()) {
            let mut error =
                module.problem(format!("unknown key `{key}`")).with("field", key.clone());
            if let Some(name) = diag::nearest(key, known.iter().copied()) {
                error = error.with("hint", format!("did you mean `{name}`?"));
            }
            return Err(error);
        }
    }
    Ok(value)
}

fn server(module: &Module) -> Result<()> {
    let value = json(module, &["command", "args", "env", "cwd", "url", "headers"])?;
    if value["command"].is_string() == value["url"].is_string() {
        return Err(module.problem("an MCP server has either `command` or `url`"));
    }
    let list_of_text = value["args"].as_array().is_none_or(|args| args.iter().all(Json::is_string));
    if !list_of_text || !(value["args"].is_null() || value["args"].is_array()) {
        return Err(module.problem("`args` must be a list of texts").with("field", "args"));
    }
    refuse_secret_arguments(module, &value["args"])?;
    for part in ["command", "url"] {
        if let Some(what) = value[part].as_str().and_then(secret_in) {
            return Err(literal_secret(module, part, &what));
        }
    }
    for part in ["env", "headers"] {
        let Some(pairs) = value[part].as_object() else {
            if value[part].is_null() {
                continue;
            }
            return Err(module
                .problem(format!("`{part}` must be an object of texts"))
                .with("field", part));
        };
        for (name, text) in pairs {
            let Some(text) = text.as_str() else {
                return Err(module
                    .problem(format!("`{part}.{name}` must be text"))
                    .with("field", part));
            };
            refuse_secret(module, part, name, text)?;
        }
    }
    Ok(())
}

/// A secret in a module would be copied into repositories and state; only references are accepted.
fn refuse_secret(module: &Module, part: &str, name: &str, text: &str) -> Result<(), Error> {
    let suspicious = is_secret_name(name) && !is_harmless(text) || secret_in(text).is_some();
    if suspicious {
        let message = format!(
            "`{part}.{name}` looks like a secret; write a reference such as `${{{}}}`",
            name.to_ascii_uppercase().replace('-', "_")
        );
        return Err(module.problem(message).with("field", format!("{part}.{name}")));
    }
    Ok(())
}

/// An argument is secret by its look, by a name in it, or by the flag before it.
fn refuse_secret_arguments(module: &Module, arguments: &Json) -> Result<()> {
    let arguments = arguments.as_array().into_iter().flatten().filter_map(Json::as_str);
    let mut flag = None;
    for (at, argument) in arguments.enumerate() {
        let named = flag.take().filter(|_| !argument.starts_with('-') && !is_harmless(argument));
        let what = secret_in(argument).or(named.map(|flag| format!("the value of `{flag}`")));
        if let Some(what) = what {
            return Err(literal_secret(module, &format!("args[{at}]"), &what));
        }
        flag = Some(argument).filter(|it| it.starts_with('-') && is_secret_name(it));
    }
    Ok(())
}

fn literal_secret(module: &Module, field: &str, what: &str) -> Error {
    let message = format!(
        "`{field}` holds {what}, which looks like a secret; write a reference such as `${{TOKEN}}`"
    );
    module.problem(message).with("field", field)
}

fn hook(module: &Module) -> Result<()> {
    let value = json(module, &["event", "matcher", "command", "timeout"])?;
    let event = value["event"].as_str().unwrap_or_default();
    if !EVENTS.contains(&event) {
        return Err(module
            .problem(format!("`event` must be one of {}", EVENTS.join(", ")))
            .with("field", "event"));
    }
    if value["command"].as_str().is_none_or(str::is_empty) {
        return Err(module.problem("a hook needs a `command`").with("field", "command"));
    }
    if value["command"].as_str().is_some_and(is_secret_value) {
        return Err(literal_secret(module, "command", "a token"));
    }
    for (name, fits) in [
        ("matcher", value["matcher"].is_null() || value["matcher"].is_string()),
        ("timeout", value["timeout"].is_null() || value["timeout"].is_u64()),
    ] {
        if !fits {
            return Err(module.problem(format!("`{name}` has the wrong type")).with("field", name));
        }
    }
    Ok(())
}
