//! How a picture should look, apart from what its source says.

use crate::Limits;

/// Choices for one picture. A source that names its own theme or look in a directive keeps it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// Colours for a light or a dark surrounding.
    pub theme: Theme,
    /// Which generation of Mermaid the picture resembles.
    pub look: Look,
    /// What lies behind the picture.
    pub canvas: Canvas,
    /// What becomes of links in the source.
    pub links: Links,
    /// Ceilings.
    pub limits: Limits,
}

/// The colour scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// Dark lines on a light canvas.
    #[default]
    Light,
    /// Light lines on a dark canvas.
    Dark,
}

/// The layout and line style.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Look {
    /// Layered layout with plain boxes, as Mermaid up to 11 draws and as code hosts show it.
    #[default]
    Classic,
    /// Mermaid 12's own default: orthogonal layout and the newer node style.
    Modern,
}

/// The background.
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
    /// Link targets are dropped; what they enclose stays.
    #[default]
    Drop,
    /// Targets that begin with `https://` stay, marked `rel="noopener noreferrer"`.
    KeepHttps,
}
