//! Module ids: unique in a config, by convention `<type>:<name>`.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// The id of a module. The part behind the first `:` names files, so a config checks it where it is read.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ModuleId(String);

impl ModuleId {
    /// The id of a module of that type and name.
    pub(crate) fn of(kind: &str, name: &str) -> Self {
        Self(format!("{kind}:{name}"))
    }

    /// As it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The part behind the first `:`, or the whole id.
    pub fn name(&self) -> &str {
        self.0.split_once(':').map_or(&self.0, |(_, name)| name)
    }
}

impl From<&str> for ModuleId {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl From<String> for ModuleId {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&ModuleId> for Json {
    fn from(id: &ModuleId) -> Self {
        Self::from(id.as_str())
    }
}

impl PartialEq<str> for ModuleId {
    fn eq(&self, text: &str) -> bool {
        self.as_str() == text
    }
}

impl PartialEq<&str> for ModuleId {
    fn eq(&self, text: &&str) -> bool {
        self.as_str() == *text
    }
}

impl fmt::Display for ModuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for ModuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_what_stands_behind_the_first_colon() {
        let names = ["skill:a", "skill:a:b", "base"].map(|it| ModuleId::from(it).name().to_owned());
        assert_eq!(names, ["a", "a:b", "base"]);
        assert_eq!(ModuleId::of("skill", "a"), "skill:a");
    }

    #[test]
    fn an_id_is_plain_text_in_json() {
        let id: ModuleId = serde_json::from_str(r#""mcp:x""#).unwrap();
        assert_eq!(serde_json::to_string(&id).unwrap(), r#""mcp:x""#);
    }
}
