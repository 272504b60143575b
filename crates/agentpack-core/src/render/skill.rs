//! Skills: a module's folder as it is, or a prompt dressed as a skill for hosts without prompts.

use serde_json::Value as Json;

use super::{Content, Sink, document};
use crate::error::Result;
use crate::module::{FrontMatter, Module};

/// Every file of the module below its own folder, modes kept.
pub(super) fn trees(sink: &mut Sink<'_, '_>, modules: &[&Module]) -> Result<()> {
    for module in modules {
        let folder = sink.place(module)?;
        for (path, file) in &module.files {
            let place = folder.join(path).map_err(|problem| module.problem(problem))?;
            sink.add(&place, &[module], Content::of(file), file.executable)?;
        }
    }
    Ok(())
}

/// A prompt or command as `SKILL.md`, with front matter made from what it says about itself.
pub(super) fn from_prompts(sink: &mut Sink<'_, '_>, modules: &[&Module]) -> Result<()> {
    for module in modules {
        let (path, file) = module.document();
        let bytes = file.bytes()?;
        let text =
            String::from_utf8(bytes).map_err(|_| module.problem("the file is not valid UTF-8"))?;
        let front = FrontMatter::split(&text).map_err(|problem| module.problem(problem))?;
        let own = front.text("description").map(|text| text.chars().take(1024).collect());
        let description: String = own.unwrap_or_else(|| document::describe(module, front.body));
        let body = front.body.trim_start_matches(['\r', '\n']);
        let skill = format!(
            "---\nname: {}\ndescription: {}\n---\n\n{}",
            Json::from(path.stem()),
            Json::from(description),
            sink.with_arguments(module, body)
        );
        for (field, _) in front.fields.as_object().into_iter().flatten() {
            if !matches!(field.as_str(), "name" | "description") {
                let message = format!("a skill has no `{field}`; it is dropped");
                sink.lose(module, field, message);
            }
        }
        let place = sink.place(module)?;
        sink.add(&place, &[module], Content::Bytes(skill.into_bytes()), false)?;
    }
    Ok(())
}
