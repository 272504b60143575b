//! What a caller may choose about understanding a text. How a picture is written is chosen when it is.

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
}
