//! A scene as a file: SVG, PNG, PDF, text art or JSON.
//!
//! Every writer reads the [`scene::Scene`] and nothing else; no language and no model is known here.
//! The bytes are the same on every machine: only bundled fonts and those in [`Options::fonts`] are used,
//! and nothing is read from files, the network or the clock. With [`SystemFonts::WhereNeeded`] a PNG or PDF whose
//! letters are in none of them also uses installed fonts; an SVG never depends on them.
//!
//! ```
//! use picture::{Format, Options, write};
//! use scene::{Scene, Size};
//!
//! let page = Scene::new(Size { width: 40.0, height: 20.0 });
//! let bytes = write(&[page], Format::Svg, &Options::default())?;
//! assert!(bytes.starts_with(b"<svg"));
//! # Ok::<(), picture::Error>(())
//! ```

mod error;
mod extent;
mod format;
mod options;

mod pdf;
mod png;
mod svg;
mod text_art;
mod tree;

mod link;
mod missing;
mod pieces;
mod system;
mod webfont;

#[cfg(test)]
mod samples;

pub use error::Error;
pub use extent::{Shrunk, shrunk};
pub use format::Format;
pub use missing::missing_glyphs;
pub use options::{Options, SvgText, SystemFonts};
pub use pdf::svg_to_pdf;
pub use png::{png_part, png_source, svg_to_png};

pub use svg::svg;
pub use system::fonts_in;

pub use scene::Scheme;

use scene::Scene;

use crate::text_art::{Charset, text_art};

/// The pages as one file of the format.
///
/// Formats for which [`Format::holds_pages`] is false take exactly one page.
pub fn write(pages: &[Scene], format: Format, options: &Options) -> Result<Vec<u8>, Error> {
    let page = match pages {
        [] => return Err(Error::NoPages),
        [page] => page,
        [page, ..] if format.holds_pages() => page,
        _ => return Err(Error::OnePage { format, pages: pages.len() }),
    };
    match format {
        Format::Svg => svg::svg(page, options).map(String::into_bytes),
        Format::Png => png::png(page, options),
        Format::Pdf => pdf::pdf(pages, options),
        Format::Ascii => text_art(pages, Charset::Ascii).map(String::into_bytes),
        Format::Unicode => text_art(pages, Charset::Unicode).map(String::into_bytes),
        Format::SceneJson => {
            let mut text = format!("{:#}", scene::json(page));
            text.push('\n');
            Ok(text.into_bytes())
        }
    }
}
