//! The kinds of file that can be written.

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Scalable, with links, titles and the source lines of what is drawn.
    Svg,
    /// Pixels.
    Png,
    /// Pages with selectable text.
    Pdf,
    /// Characters that every terminal and comment takes.
    Ascii,
    /// Characters with box-drawing lines.
    Unicode,
    /// The scene itself.
    SceneJson,
}

impl Format {
    /// Every format, the usual one first.
    pub const ALL: [Self; 6] =
        [Self::Svg, Self::Png, Self::Pdf, Self::Ascii, Self::Unicode, Self::SceneJson];

    /// How a user names it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Pdf => "pdf",
            Self::Ascii => "txt",
            Self::Unicode => "utxt",
            Self::SceneJson => "scene-json",
        }
    }

    /// The format with this [name](Self::name); `None` for any other word.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }

    /// How a file's name ends, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::SceneJson => "scene.json",
            _ => self.name(),
        }
    }

    /// The media type, as in an HTTP header.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
            Self::Pdf => "application/pdf",
            Self::Ascii | Self::Unicode => "text/plain; charset=utf-8",
            Self::SceneJson => "application/json",
        }
    }

    /// Whether one file takes several pages; the others need a file for each.
    pub const fn holds_pages(self) -> bool {
        matches!(self, Self::Pdf | Self::Ascii | Self::Unicode)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_their_formats() {
        for format in Format::ALL {
            assert_eq!(Format::named(format.name()), Some(format));
        }
        assert_eq!(Format::named("gif"), None);
    }
}
