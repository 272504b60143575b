//! Rows of the skill table: folders of instructions that a server hands to the agents that use it.
//! Each file is also a resource under `skill://NAME/`.

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::{Body, Contents, Link};

/// The identifier under which servers declare that they serve skills.
pub(crate) const EXTENSION: &str = "io.modelcontextprotocol/skills";

/// A skill: `SKILL.md` and the files beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Skill {
    /// The front matter of `SKILL.md` as JSON, every field as written; `name` and `description` are required.
    pub frontmatter: Value,
    /// `SKILL.md` and everything beside it.
    pub files: Vec<SkillFile>,
}

/// A file that a skill refers to, served beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillFile {
    /// Relative to the skill's folder, with `/`.
    pub path: String,
    /// Such as `text/markdown`.
    pub mime_type: String,
    /// Exactly as on disk: hosts compare digests.
    pub body: Body,
}

impl Skill {
    /// The skill's name, which is also its folder.
    pub fn name(&self) -> &str {
        self.frontmatter["name"].as_str().unwrap_or_default()
    }

    /// The address of `SKILL.md`, by which the skill is known.
    pub fn uri(&self) -> String {
        self.uri_of("SKILL.md")
    }

    fn uri_of(&self, path: &str) -> String {
        format!("skill://{}/{path}", self.name())
    }

    /// See [`crate::Server::problems`].
    pub(crate) fn problem(&self) -> Option<String> {
        let is_whole = !self.name().is_empty()
            && self.frontmatter["description"].is_string()
            && self.files.iter().any(|file| file.path == "SKILL.md");
        (!is_whole)
            .then(|| format!("skill {:?}: needs name, description and SKILL.md", self.name()))
    }

    /// The entry of `skills/list` and `skills/get`: front matter, and each file with digest and size.
    pub(crate) fn entry(&self) -> Value {
        let resources: Vec<Value> = self
            .files
            .iter()
            .map(|file| {
                let bytes = file.bytes();
                json!({
                    "uri": self.uri_of(&file.path),
                    "digest": format!("sha256:{}", hex(&Sha256::digest(bytes))),
                    "size": bytes.len(),
                })
            })
            .collect();
        json!({"uri": self.uri(), "frontmatter": self.frontmatter, "resources": resources})
    }

    /// How `SKILL.md` appears among the resources.
    pub(crate) fn link(&self) -> Link {
        Link {
            uri: self.uri(),
            name: self.name().to_owned(),
            description: self.frontmatter["description"].as_str().unwrap_or_default().to_owned(),
            mime_type: "text/markdown".to_owned(),
            ..Link::default()
        }
    }

    pub(crate) fn file_at(&self, uri: &str) -> Option<Contents> {
        self.files
            .iter()
            .find(|file| self.uri_of(&file.path) == uri)
            .map(|file| Contents { mime_type: file.mime_type.clone(), body: file.body.clone() })
    }
}

impl SkillFile {
    fn bytes(&self) -> &[u8] {
        match &self.body {
            Body::Text(text) => text.as_bytes(),
            Body::Bytes(bytes) => bytes,
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
