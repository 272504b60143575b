//! The model that new plans ask, remembered below the home of the sessions: one choice for shell and page.

use planexe_core::{Engine, Error, Result};

const FILE: &str = "model";

/// The model that was chosen, else the rules.
pub fn chosen_model(engine: &Engine) -> String {
    let read = std::fs::read_to_string(engine.home().join(FILE)).unwrap_or_default();
    let name = read.trim();
    if name.is_empty() { "embedded".to_owned() } else { name.to_owned() }
}

/// Asks a model one question and, if it answers, remembers it. Says who answered.
pub fn choose_model(engine: &Engine, name: &str) -> Result<String> {
    let said = engine.try_model(name)?;
    let path = engine.home().join(FILE);
    roots::replace(&path, format!("{name}\n").as_bytes())
        .map_err(|error| Error::internal(format!("{}: {error}", path.display())))?;
    Ok(said)
}
