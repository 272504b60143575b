//! One-file modules that a host takes as they are: prompts, commands, subagents in Markdown.

use serde_json::Value as Json;

use super::{Content, Sink};
use crate::error::Result;
use crate::module::{FrontMatter, Module};

/// The module's one file under the host's name for it.
pub(super) fn documents(sink: &mut Sink<'_>, modules: &[&Module]) -> Result<()> {
    for module in modules {
        let (_, file) = module.document();
        let place = sink.place(module)?;
        sink.add(&place, &[module], Content::of(file), false)?;
    }
    Ok(())
}

/// A field of the document's front matter.
pub(super) fn front_field(module: &Module, field: &str) -> Option<Json> {
    let text = String::from_utf8(module.document().1.bytes().ok()?).ok()?;
    let front = FrontMatter::split(&text).ok()?;
    front.fields.get(field).filter(|value| !value.is_null()).cloned()
}
