//! `planexe model`: the model that `planexe new` asks, tried before it is remembered.

use std::process::ExitCode;

use clap::Args;
use planexe_core::Result;
use serde_json::json;

use crate::chosen_model::{choose_model, chosen_model};
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
            let chosen = chosen_model(&context.engine);
            let mut others = context.engine.models();
            others.retain(|name| *name != chosen);
            let text = format!("{chosen}\nothers: {}\n", others.join(", "));
            context.answer(&json!({ "model": chosen }), &text)?;
            return Ok(ExitCode::SUCCESS);
        };
        let said = choose_model(&context.engine, &name)?;
        let text = format!("{name}: {said}\n`planexe new` uses it from now on.\n");
        context.answer(&json!({ "model": name, "said": said }), &text)?;
        Ok(ExitCode::SUCCESS)
    }
}
