//! How a picture should look, apart from what its source says.

use scene::Scheme;

use crate::Limits;

/// Choices for one picture. A source that names its own theme or look in a directive keeps it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Colours for a light or a dark page. These pictures cannot ask their reader, who then gets the light ones.
    pub scheme: Scheme,
    /// Node style, colours and layout.
    pub look: Look,
    /// One of Mermaid's own themes in place of the colours of scheme and look.
    pub theme: Option<Theme>,
    /// What lies behind the picture.
    pub canvas: Canvas,
    /// What becomes of links in the source.
    pub links: Links,
    /// Ceilings.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            scheme: Scheme::Light,
            look: Look::default(),
            theme: None,
            canvas: Canvas::default(),
            links: Links::default(),
            limits: Limits::default(),
        }
    }
}

/// Which generation of Mermaid the picture looks like: node style, colours and layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Look {
    /// The defaults of Mermaid 12: orthogonal layout, the `neo` node style and the `redux` colours, where a type has them.
    #[default]
    Modern,
    /// The defaults of Mermaid up to 11, as many code hosts show it: layered layout, plain boxes, violet colours.
    Classic,
    /// Mermaid 12 in the manner of a sketch.
    HandDrawn,
}

impl Look {
    /// Every look, the default first.
    pub const ALL: &[Self] = &[Self::Modern, Self::Classic, Self::HandDrawn];

    /// The name on a command line or in an address.
    pub fn name(self) -> &'static str {
        match self {
            Self::Modern => "modern",
            Self::Classic => "classic",
            Self::HandDrawn => "hand-drawn",
        }
    }

    /// The look of that name; Mermaid's own names `neo` and `handDrawn` count too.
    pub fn of_name(name: &str) -> Option<Self> {
        match name {
            "neo" => Some(Self::Modern),
            "handDrawn" => Some(Self::HandDrawn),
            name => Self::ALL.iter().copied().find(|look| look.name() == name),
        }
    }
}

/// A theme of Mermaid's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Theme(&'static str);

impl Theme {
    /// Every theme by the name that Mermaid has for it, the usual ones first.
    pub const NAMES: &[&str] = &[
        "default",
        "neutral",
        "dark",
        "forest",
        "base",
        "neo",
        "neo-dark",
        "redux",
        "redux-dark",
        "redux-color",
        "redux-dark-color",
    ];

    /// The theme that Mermaid calls so; `None` where there is none.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|it| **it == name).map(|it| Self(it))
    }

    /// The theme's name as Mermaid spells it.
    pub fn name(self) -> &'static str {
        self.0
    }
}

/// What stands behind the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Canvas {
    /// A rectangle in the theme's background colour, so that the picture reads on any page.
    #[default]
    Opaque,
    /// Nothing; the page shines through.
    Transparent,
}

/// Links in the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Links {
    /// Targets that begin with `https://` stay, marked `rel="noopener noreferrer"`. The others are dropped, with a warning.
    #[default]
    KeepHttps,
    /// No link stays; what they enclose does.
    Drop,
}
