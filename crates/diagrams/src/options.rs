//! What a caller may choose about understanding a text. How a picture is written is chosen when it is.

use mermaid::{Look, Theme};
use puml_source::{UnknownTheme, now, theme};
use scene::Scheme;

/// Choices for all languages.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// For puml: variables, theme, declarations, moment, bounds.
    pub puml: puml_compiler::Options,
    /// For Mermaid, which is drawn while it is checked: colours, look, bounds.
    pub mermaid: mermaid::Options,
}

impl Options {
    /// The defaults at the present moment.
    pub fn at_present() -> Self {
        let puml = puml_compiler::Options { now: now(), ..puml_compiler::Options::default() };
        Self { puml, ..Self::default() }
    }

    /// The same within the limits of a server, which draws for others than its owner.
    pub fn shared() -> Self {
        let mut options = Self::at_present();
        options.puml.limits = puml_compiler::Limits::SHARED;
        options
    }

    /// A theme in place of the one a source names; an error if there is no such theme.
    pub fn with_theme(mut self, name: Option<&str>) -> Result<Self, UnknownTheme> {
        self.puml.theme = name.map(theme).transpose()?;
        Ok(self)
    }

    /// Colours of what is drawn while it is checked. Everything else takes them when it is written.
    #[must_use]
    pub fn with_scheme(mut self, scheme: Scheme) -> Self {
        self.mermaid.scheme = scheme;
        self
    }

    /// A theme of Mermaid's own in place of the colours of scheme and look.
    pub fn with_mermaid_theme(mut self, name: Option<&str>) -> Result<Self, UnknownName> {
        let found =
            |name| Theme::of_name(name).ok_or_else(|| unknown("Mermaid theme", name, Theme::NAMES));
        self.mermaid.theme = name.map(found).transpose()?;
        Ok(self)
    }

    /// How Mermaid diagrams look, by a name such as `classic`.
    pub fn with_look(mut self, name: Option<&str>) -> Result<Self, UnknownName> {
        let names: Vec<&str> = Look::ALL.iter().map(|it| it.name()).collect();
        let found = |name| Look::of_name(name).ok_or_else(|| unknown("look", name, &names));
        self.mermaid.look = name.map(found).transpose()?.unwrap_or_default();
        Ok(self)
    }
}

/// A name that nothing has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no {what} {name:?}: use {}", .known.join(", "))]
pub struct UnknownName {
    /// What was asked for: `look`.
    pub what: &'static str,
    /// As the caller wrote it.
    pub name: String,
    /// The names that would have been accepted.
    pub known: Vec<String>,
}

fn unknown(what: &'static str, name: &str, known: &[&str]) -> UnknownName {
    let known = known.iter().map(|it| (*it).to_owned()).collect();
    UnknownName { what, name: name.to_owned(), known }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_and_themes_of_mermaid_are_chosen_by_name() {
        let options = Options::default().with_look(Some("classic")).unwrap();
        let options = options.with_mermaid_theme(Some("forest")).unwrap();
        assert_eq!(options.mermaid.look, Look::Classic);
        assert_eq!(options.mermaid.theme.map(Theme::name), Some("forest"));
        let refused = Options::default().with_look(Some("clasic")).unwrap_err().to_string();
        assert_eq!(refused, "there is no look \"clasic\": use modern, classic, hand-drawn");
    }
}
