//! What can come out of a text: pictures, and the stages before them as data.

/// A kind of output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Scalable picture.
    Svg,
    /// Pixels.
    Png,
    /// Pages with selectable text.
    Pdf,
    /// ASCII art.
    Txt,
    /// Text art with box-drawing characters.
    Utxt,
    /// What is drawn, as data.
    SceneJson,
    /// What a diagram means, as data.
    ModelJson,
    /// The syntax tree, as data.
    AstJson,
    /// The source in canonical form.
    Puml,
}

impl Format {
    /// Every format, the usual one first.
    pub const ALL: [Self; 9] = [
        Self::Svg,
        Self::Png,
        Self::Pdf,
        Self::Txt,
        Self::Utxt,
        Self::SceneJson,
        Self::ModelJson,
        Self::AstJson,
        Self::Puml,
    ];

    /// How a user names it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Pdf => "pdf",
            Self::Txt => "txt",
            Self::Utxt => "utxt",
            Self::SceneJson => "scene-json",
            Self::ModelJson => "model-json",
            Self::AstJson => "ast-json",
            Self::Puml => "puml",
        }
    }

    /// The format with this [name](Self::name); `None` for any other word.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }

    /// What it is, in a few words for a list.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Svg => "Scalable picture",
            Self::Png => "Pixels",
            Self::Pdf => "Pages with selectable text",
            Self::Txt => "ASCII art",
            Self::Utxt => "Text art with box-drawing characters",
            Self::SceneJson => "The drawing as data",
            Self::ModelJson => "The meaning as data",
            Self::AstJson => "The syntax tree as data",
            Self::Puml => "The source in canonical form",
        }
    }

    /// How a file's name ends, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::SceneJson => "scene.json",
            Self::ModelJson => "model.json",
            Self::AstJson => "ast.json",
            _ => self.name(),
        }
    }

    /// The media type, as in an HTTP header.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
            Self::Pdf => "application/pdf",
            Self::Txt | Self::Utxt => "text/plain; charset=utf-8",
            Self::Puml => "text/plain",
            Self::SceneJson | Self::ModelJson | Self::AstJson => "application/json",
        }
    }

    /// Whether its bytes are text.
    pub const fn is_text(self) -> bool {
        !matches!(self, Self::Png | Self::Pdf)
    }

    /// Whether one file takes several pages; the others need a file for each.
    pub const fn holds_pages(self) -> bool {
        matches!(self, Self::Pdf | Self::Txt | Self::Utxt)
    }

    /// Whether it is there whatever is wrong with a source.
    pub const fn takes_broken_sources(self) -> bool {
        matches!(self, Self::Puml | Self::AstJson)
    }

    pub(crate) const fn picture(self) -> Option<picture::Format> {
        match self {
            Self::Svg => Some(picture::Format::Svg),
            Self::Png => Some(picture::Format::Png),
            Self::Pdf => Some(picture::Format::Pdf),
            Self::Txt => Some(picture::Format::Ascii),
            Self::Utxt => Some(picture::Format::Unicode),
            Self::SceneJson => Some(picture::Format::SceneJson),
            Self::ModelJson | Self::AstJson | Self::Puml => None,
        }
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

    #[test]
    fn a_picture_is_called_alike_by_its_writer() {
        let pictures: Vec<(Format, picture::Format)> =
            Format::ALL.into_iter().filter_map(|it| Some((it, it.picture()?))).collect();
        assert!(pictures.len() > 3, "{pictures:?}");
        for (format, picture) in pictures {
            assert_eq!(picture.extension(), format.extension());
            assert_eq!(picture.media_type(), format.media_type());
            assert_eq!(picture.holds_pages(), format.holds_pages());
        }
    }
}
