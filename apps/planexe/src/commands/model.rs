//! `planexe model`: the model that `planexe new` asks, tried before it is remembered.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use planexe_core::{Error, Result};
use serde_json::json;

use crate::context::Context;

/// Show or choose the model that `planexe new` uses
#[derive(Debug, Args)]
pub(crate) struct Model {
    /// embedded, agent, openai:<model>@<base_url>, or several with commas; it is asked one question first
    name: Option<String>,
}

impl Model {
    pub(super) fn run(self, context: &Context) -> Result<ExitCode> {
        let Some(name) = self.name else {
            let chosen = chosen(context);
            let all = context.engine.models().join(", ");
            let text = format!("{chosen}\nOthers: {all}, openai:<model>@<base_url>\n");
            context.answer(&json!({ "model": chosen }), &text)?;
            return Ok(ExitCode::SUCCESS);
        };
        let said = context.engine.try_model(&name)?;
        let path = path(context);
        std::fs::write(&path, format!("{name}\n"))
            .map_err(|error| Error::internal(format!("{}: {error}", path.display())))?;
        let text = format!("{name}: {said}\n`planexe new` uses it from now on.\n");
        context.answer(&json!({ "model": name, "said": said }), &text)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The model that was chosen, else the rules.
pub(super) fn chosen(context: &Context) -> String {
    let read = std::fs::read_to_string(path(context)).unwrap_or_default();
    let name = read.trim();
    if name.is_empty() { "embedded".to_owned() } else { name.to_owned() }
}

fn path(context: &Context) -> PathBuf {
    context.engine.home().join("model")
}
