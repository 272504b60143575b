//! What a text is written in.

use std::path::Path;
use std::str::FromStr;

/// The languages of diagrams, and pages that hold diagrams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// PlantUML.
    Puml,
    /// Mermaid.
    Mermaid,
    /// Markdown with fenced diagrams, or AsciiDoc with diagram blocks.
    Markdown,
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 3] = [Self::Puml, Self::Mermaid, Self::Markdown];

    /// How users and requests name it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Puml => "puml",
            Self::Mermaid => "mermaid",
            Self::Markdown => "markdown",
        }
    }

    /// How the files of a language end, the usual ending first.
    pub const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Puml => &["puml", "plantuml", "iuml", "pu", "wsd"],
            Self::Mermaid => &["mmd", "mermaid"],
            Self::Markdown => &["md", "markdown", "adoc", "asciidoc", "asc"],
        }
    }

    /// By the ending of a file's name; `None` where that says nothing.
    pub fn of_path(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Self::ALL.into_iter().find(|it| it.endings().contains(&ending.as_str()))
    }

    /// By the text itself, for one without a name: a Mermaid sequence header is the only thing that no PlantUML text
    /// starts with.
    pub fn of_text(text: &str) -> Self {
        let first = text.lines().map(str::trim).find(|it| !it.is_empty() && !it.starts_with("%%"));
        if first == Some("sequenceDiagram") { Self::Mermaid } else { Self::Puml }
    }

    /// By the word behind a fence in a page.
    pub fn of_fence(info: &str) -> Option<Self> {
        let word = info.trim().split([' ', '{', ',']).next().unwrap_or_default();
        match word.to_ascii_lowercase().as_str() {
            "puml" | "plantuml" | "uml" => Some(Self::Puml),
            "mermaid" => Some(Self::Mermaid),
            _ => None,
        }
    }
}

impl FromStr for Language {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|it| it.name() == name);
        found.ok_or_else(|| format!("there is no language {name:?}: use puml, mermaid or markdown"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_and_texts_tell_the_language() {
        let of = |name: &str| Language::of_path(Path::new(name));
        assert_eq!(of("a.PUML"), Some(Language::Puml));
        assert_eq!(of("a.b.mmd"), Some(Language::Mermaid));
        assert_eq!(of("README.md"), Some(Language::Markdown));
        assert_eq!(of("guide.adoc"), Some(Language::Markdown));
        assert_eq!((of("puml"), of("a.svg")), (None, None));
        assert_eq!(Language::of_text("%% note\n\nsequenceDiagram\n"), Language::Mermaid);
        assert_eq!(Language::of_text("A -> B"), Language::Puml);
    }
}
