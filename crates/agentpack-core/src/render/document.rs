//! One-file modules: prompts, commands and subagents, as they are or in the host's own fields and format.

use serde_json::{Map, Value as Json};
use toml_edit::DocumentMut;

use super::{Content, Sink};
use crate::adapter::{DocumentShape, Format, Shape};
use crate::config::ModuleKind;
use crate::error::Result;
use crate::merge::{toml_value, yaml_block};
use crate::module::{FrontMatter, Module};

/// The module's one file under the host's name for it.
pub(super) fn documents(sink: &mut Sink<'_, '_>, modules: &[&Module]) -> Result<()> {
    for module in modules {
        let place = sink.place(module)?;
        let content = match &sink.route.shape {
            Shape::Document(shape) => {
                let shape = shape.clone();
                Content::Bytes(shaped(sink, module, &shape)?.into_bytes())
            }
            _ => as_it_is(sink, module)?,
        };
        sink.add(&place, &[module], content, false)?;
    }
    Ok(())
}

/// The file itself, unless its arguments have to be spelled differently.
fn as_it_is(sink: &mut Sink<'_, '_>, module: &Module) -> Result<Content> {
    let (_, file) = module.document();
    if module.kind == ModuleKind::Agent {
        return Ok(Content::of(file));
    }
    let text = text(module)?;
    let spelled = sink.with_arguments(module, &text);
    Ok(if spelled == text { Content::of(file) } else { Content::Bytes(spelled.into_bytes()) })
}

/// The module in the fields of a shape; fields that the shape does not name are losses.
fn shaped(sink: &mut Sink<'_, '_>, module: &Module, shape: &DocumentShape) -> Result<String> {
    let text = text(module)?;
    let front = FrontMatter::split(&text).map_err(|problem| module.problem(problem))?;
    let mut own = front.fields.as_object().cloned().unwrap_or_default();
    if module.kind != ModuleKind::Agent {
        own.insert("name".into(), module.document().0.stem().into());
        own.entry("description").or_insert_with(|| describe(module, front.body).into());
    }
    let mut fields = Map::new();
    for (ours, value) in &own {
        match shape.fields.get(ours) {
            Some(theirs) => {
                fields.insert(theirs.clone(), value.clone());
            }
            None if ours == "name" => {}
            None => {
                let message = format!("{} has no `{ours}` here; it is dropped", sink.title());
                sink.lose(module, ours, message);
            }
        }
    }
    fields.extend(shape.add.clone());
    let mut body = front.body.trim_start_matches(['\r', '\n']).to_owned();
    if module.kind != ModuleKind::Agent {
        body = sink.with_arguments(module, &body);
    }
    let Some(key) = &shape.body else {
        return Ok(format!("---\n{}---\n\n{body}", yaml_block(&fields, 0)));
    };
    fields.insert(key.clone(), body.into());
    Ok(match sink.route.format {
        Some(Format::Toml) => {
            let mut document = DocumentMut::new();
            for (name, value) in &fields {
                document[name] = toml_edit::Item::Value(toml_value(value));
            }
            document.to_string()
        }
        Some(Format::Yaml) => yaml_block(&fields, 0),
        _ => serde_json::to_string_pretty(&fields).expect("text keys only") + "\n",
    })
}

fn text(module: &Module) -> Result<String> {
    let bytes = module.document().1.bytes()?;
    String::from_utf8(bytes).map_err(|_| module.problem("the file is not valid UTF-8"))
}

/// A description out of the first line with words, for a prompt that has none.
pub(super) fn describe(module: &Module, body: &str) -> String {
    let lines = body.lines().map(|line| line.trim_start_matches('#').trim());
    let first = lines.into_iter().find(|line| !line.is_empty());
    first.unwrap_or(module.id.as_str()).chars().take(1024).collect()
}

/// A field of the document's front matter.
pub(super) fn front_field(module: &Module, field: &str) -> Option<Json> {
    let text = String::from_utf8(module.document().1.bytes().ok()?).ok()?;
    let front = FrontMatter::split(&text).ok()?;
    front.fields.get(field).filter(|value| !value.is_null()).cloned()
}
