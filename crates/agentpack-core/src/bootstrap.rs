//! The operator skill: how an agent drives agentpack well. It becomes a module of the config repo like any other, so
//! that deploy, status and rollback treat it as they treat all modules.

use std::path::PathBuf;

use crate::apply;
use crate::config::edit::{self, NewModule};
use crate::config::{FILE, ModuleKind, Source};
use crate::environment::Environment;
use crate::error::{Error, Result};
use crate::hash_cache::read_text;
use crate::module::MAX_TEXT;
use crate::path::RelPath;
use crate::survey::load_config;

const ID: &str = "skill:agentpack-operator";
const PLACE: &str = "modules/skills/agentpack-operator";
const TEXT: &str = include_str!("../operator/SKILL.md");

/// The operator module as it is and as it would be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bootstrap {
    /// The module's id, the same in every repo.
    pub module_id: &'static str,
    /// The module's `SKILL.md`, absolute.
    pub path: PathBuf,
    /// What there is to do.
    pub state: BootstrapState,
    listed: bool,
}

/// What there is to do about the operator module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BootstrapState {
    /// It is not there.
    Create,
    /// It is of another version.
    Update,
    /// It is of this version.
    Current,
    /// A person changed it, so it stays as it is.
    Edited,
}

impl BootstrapState {
    /// The word in the JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Update => "update",
            Self::Current => "current",
            Self::Edited => "edited",
        }
    }
}

/// The skill as this version has it, with its stamp.
fn text() -> String {
    format!("{TEXT}\n{}\n", stamp())
}

fn stamp() -> String {
    let digest = crate::Digest::of(TEXT).to_string();
    format!("<!-- agentpack-operator {} {} -->", env!("CARGO_PKG_VERSION"), &digest[..16])
}

/// Whether a stamped text is as some version wrote it.
fn is_untouched(text: &str) -> bool {
    let Some((body, stamp)) = text.trim_end().rsplit_once("\n<!-- agentpack-operator ") else {
        return false;
    };
    let digest = stamp.trim_end_matches(" -->").rsplit(' ').next().unwrap_or_default();
    crate::Digest::of(body).to_string().starts_with(digest) && digest.len() == 16
}

/// Looks at what is there.
pub fn bootstrap(env: &Environment) -> Result<Bootstrap> {
    let config = load_config(env)?;
    let listed = config.modules.iter().find(|entry| entry.id == *ID);
    let place = RelPath::new(PLACE).expect("a plain path").under(&env.repo).join("SKILL.md");
    let state = if place.exists() {
        let there = read_text(&place, MAX_TEXT)?;
        match (there == text(), is_untouched(&there)) {
            (true, _) if listed.is_some() => BootstrapState::Current,
            (true, _) => BootstrapState::Create,
            (false, true) => BootstrapState::Update,
            (false, false) => BootstrapState::Edited,
        }
    } else {
        BootstrapState::Create
    };
    Ok(Bootstrap { module_id: ID, path: place, state, listed: listed.is_some() })
}

/// Brings the operator module up to this version, unless a person changed it.
pub fn write_bootstrap(env: &Environment, found: &Bootstrap) -> Result<()> {
    if matches!(found.state, BootstrapState::Create | BootstrapState::Update) {
        apply::replace(&found.path, text().as_bytes())
            .map_err(|error| Error::io("write", &found.path, &error))?;
    }
    if found.listed {
        return Ok(());
    }
    let config = env.repo.join(FILE);
    let known = load_config(env)?;
    let tags = known.profiles.get("default").map(|profile| profile.include_tags.clone());
    let module = NewModule {
        id: ID.into(),
        kind: ModuleKind::Skill,
        tags: vec![tags.and_then(|tags| tags.first().cloned()).unwrap_or_else(|| "base".into())],
        targets: Vec::new(),
        scope: None,
        globs: Vec::new(),
        source: Source::Local { path: RelPath::new(PLACE).expect("a plain path") },
    };
    let edited = edit::add(&read_text(&config, MAX_TEXT)?, &module)?;
    apply::replace(&config, edited.as_bytes()).map_err(|error| Error::io("write", &config, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_tells_an_edited_text_from_an_older_one() {
        assert!(is_untouched(&text()));
        assert!(!is_untouched(&text().replace("approval", "nothing")));
        let older = crate::Digest::of("older").to_string();
        let stamped = format!("older\n<!-- agentpack-operator 0.0.1 {} -->\n", &older[..16]);
        assert!(is_untouched(&stamped));
        assert!(!is_untouched("plain"));
    }
}
