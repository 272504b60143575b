//! Why a file could not be written.

use crate::Format;

/// Why a file could not be written.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// The list of pages is empty.
    #[error("there is no page to write")]
    NoPages,
    /// Several pages for a format that holds one.
    #[error("{pages} pages do not fit in one {} file; write each page to a file of its own", format.name())]
    OnePage {
        /// What was asked for.
        format: Format,
        /// How many pages came.
        pages: usize,
    },
    /// More pixels than allowed.
    #[error(
        "the picture would be {width} × {height} pixels, more than the limit of {limit} in all; \
         lower the scale or the resolution, or write SVG"
    )]
    TooLarge {
        /// Pixels across.
        width: u64,
        /// Pixels down.
        height: u64,
        /// Pixels allowed.
        limit: u64,
    },
    /// More characters than allowed.
    #[error(
        "the drawing would be {width} × {height} characters, more than the limit of {limit} in all"
    )]
    TooManyCells {
        /// Characters across.
        width: u64,
        /// Lines.
        height: u64,
        /// Characters allowed.
        limit: u64,
    },
    /// A scale or resolution that is not a positive number, or a page without extent.
    #[error("a picture of {width} × {height} pixels cannot be drawn")]
    NoExtent {
        /// Pixels across, as computed.
        width: f64,
        /// Pixels down, as computed.
        height: f64,
    },
    /// Bytes in [`crate::Options::fonts`] that are not a font.
    #[error("font file {} is not a TrueType or OpenType font", index + 1)]
    Font {
        /// Its place in the list, from 0.
        index: usize,
    },
    /// An image whose bytes do not fill its rows and columns.
    #[error("the image {title:?} does not hold {columns} × {rows} pixels of four bytes")]
    Image {
        /// The picture's title, to tell which one it is.
        title: String,
        /// Pixels across.
        columns: u32,
        /// Pixels down.
        rows: u32,
    },
    /// The drawing library refused the picture.
    #[error("the picture could not be drawn: {0}")]
    Drawing(String),
}
