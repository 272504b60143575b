//! What surrounds the diagram: titles, header, footer, legend, frame, scale, sprites, skin.

use super::{Lines, Text};
use crate::TextRange;

/// A diagram-wide command.
#[derive(Debug, Clone, PartialEq)]
pub enum Chrome {
    /// `title text`.
    Title(Text),
    /// `header text`.
    Header(HeaderFooter),
    /// `footer text`.
    Footer(HeaderFooter),
    /// `legend … end legend`.
    Legend(Legend),
    /// `caption text`.
    Caption(Text),
    /// `mainframe text`.
    Mainframe(TextRange),
    /// `scale …`.
    Scale(Scale),
    /// `page 2x2`.
    Page(Page),
    /// `skin name`.
    Skin(TextRange),
    /// `sprite $name …`.
    Sprite(Sprite),
}

/// The text of a header or footer and its side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeaderFooter {
    /// Absent: header right, footer centre.
    pub alignment: Option<Alignment>,
    /// The words, with their markup.
    pub text: Text,
}

/// `legend [top|bottom] [left|right|center]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Legend {
    /// Bottom where absent.
    pub vertical: Option<VerticalAlignment>,
    /// Centre where absent.
    pub horizontal: Option<Alignment>,
    /// The words, with their markup.
    pub text: Text,
}

/// Left, right or centre.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Alignment {
    /// `left`.
    Left,
    /// `right`.
    Right,
    /// `center`.
    Center,
}

/// Top or bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VerticalAlignment {
    /// `top`.
    Top,
    /// `bottom`.
    Bottom,
}

/// How large the picture becomes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Scale {
    /// `scale 1.5`, `scale 2/3`.
    Factor(f64),
    /// `scale 200 width`.
    Width(f64),
    /// `scale 200 height`.
    Height(f64),
    /// `scale 200x100`.
    Size {
        /// In pixels.
        width: f64,
        /// In pixels.
        height: f64,
    },
    /// `scale max 200 width`.
    MaxWidth(f64),
    /// `scale max 200 height`.
    MaxHeight(f64),
    /// `scale max 200x100`.
    MaxSize {
        /// In pixels.
        width: f64,
        /// In pixels.
        height: f64,
    },
}

/// `page 2x3`: the output is cut into a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// Pages across, at least one.
    pub columns: u32,
    /// Pages down, at least one.
    pub rows: u32,
}

/// `sprite $name …`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sprite {
    /// Without the `$`.
    pub name: TextRange,
    /// Where the picture comes from.
    pub form: SpriteForm,
}

/// The picture of a sprite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SpriteForm {
    /// `{` rows of grey digits `}`; the header's size is absent when it is left to the rows.
    Rows {
        /// `[WxH/levels]`: width, height, grey levels.
        size: Option<(u32, u32, u32)>,
        /// Whether the rows are deflated and encoded (`/16z`).
        packed: bool,
        /// `color`: two characters per pixel from a palette.
        colored: bool,
        /// One line of digits for each row of pixels.
        rows: Lines,
    },
    /// An inline SVG document on one or several lines.
    Svg(Lines),
    /// Inline base64 data: `data:image/png;base64,…`.
    Data(TextRange),
    /// A file, or a name in the standard library.
    File(TextRange),
}
