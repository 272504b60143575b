//! The only way to a [`SafeSvg`]: an engine's SVG is read by an XML parser, rebuilt from an allow-list and written anew.
//! Style rules become attributes, so the result needs no `<style>`; nothing that is not listed gets through.

mod allowed;
mod cascade;
mod rebuild;
mod shrink;
mod tree;
mod value;
mod write;

use crate::engine::RawSvg;
use crate::{Canvas, Limits, Links, SafeSvg};

/// What the sanitiser is asked for besides safety.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wishes<'run> {
    /// What becomes of links.
    pub(crate) links: Links,
    /// What lies behind the picture.
    pub(crate) canvas: Canvas,
    /// Ceilings on elements and bytes.
    pub(crate) limits: &'run Limits,
    /// Pixels added on every side, for types that draw up to the edge.
    pub(crate) margin: f64,
    /// Starts every id in the result, so that two pictures on one page do not share any.
    pub(crate) id_prefix: &'run str,
}

/// Why no safe picture could be made. Malformed input is refused, never repaired.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SanitiseError {
    /// Not well-formed XML, or with a document type.
    #[error("the engine's picture is not well-formed: {0}")]
    Malformed(String),
    /// The root is something else than an `svg` element of the SVG namespace with a size.
    #[error("the engine's picture has no usable root")]
    NoRoot,
    /// Elements nest deeper than any real picture.
    #[error("the engine's picture nests too deeply")]
    TooDeep,
    /// More elements than allowed.
    #[error("the picture has more than {maximum} elements")]
    TooManyElements {
        /// The ceiling.
        maximum: usize,
    },
    /// More bytes than allowed.
    #[error("the picture has {actual} bytes, more than {maximum}")]
    TooLong {
        /// Bytes written.
        actual: usize,
        /// The ceiling.
        maximum: usize,
    },
}

/// Rebuilds the picture from what is allowed.
pub(crate) fn sanitise(raw: &RawSvg, wishes: &Wishes<'_>) -> Result<SafeSvg, SanitiseError> {
    let parsing = roxmltree::ParsingOptions {
        allow_dtd: false,
        nodes_limit: u32::try_from(wishes.limits.elements.saturating_mul(4)).unwrap_or(u32::MAX),
        ..roxmltree::ParsingOptions::default()
    };
    let document = roxmltree::Document::parse_with_options(&raw.text, parsing).map_err(
        |error| match error {
            roxmltree::Error::NodesLimitReached => {
                SanitiseError::TooManyElements { maximum: wishes.limits.elements }
            }
            other => SanitiseError::Malformed(other.to_string()),
        },
    )?;
    let mut picture = rebuild::rebuild(&document, wishes)?;
    picture.size = picture.size.grown(wishes.margin);
    picture.default_fill(raw.ink);
    shrink::shrink(&mut picture);
    let canvas = (wishes.canvas == Canvas::Opaque).then_some(raw.canvas);
    let text = write::write(&picture, canvas, wishes.id_prefix);
    if text.len() > wishes.limits.output_bytes {
        return Err(SanitiseError::TooLong {
            actual: text.len(),
            maximum: wishes.limits.output_bytes,
        });
    }
    Ok(SafeSvg::sealed(text, picture.size.width, picture.size.height))
}
