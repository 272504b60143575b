//! Subagents for hosts that describe them in TOML.

use toml_edit::{DocumentMut, value};

use super::{Content, Sink};
use crate::error::Result;
use crate::module::{FrontMatter, Module};

/// `name`, `description`, `developer_instructions`, and the model when one is set.
pub(super) fn toml(sink: &mut Sink<'_>, modules: &[&Module]) -> Result<()> {
    for module in modules {
        let bytes = module.document().1.bytes()?;
        let text =
            String::from_utf8(bytes).map_err(|_| module.problem("the file is not valid UTF-8"))?;
        let front = FrontMatter::split(&text).map_err(|problem| module.problem(problem))?;
        let mut document = DocumentMut::new();
        for field in ["name", "description", "model"] {
            if let Some(text) = front.text(field) {
                document[field] = value(text);
            }
        }
        document["developer_instructions"] = value(front.body.trim_start_matches(['\r', '\n']));
        let place = sink.place(module)?;
        sink.add(&place, &[module], Content::Bytes(document.to_string().into_bytes()), false)?;
    }
    Ok(())
}
