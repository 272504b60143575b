//! Text art: the scene drawn with characters.
//!
//! [`pieces`] reads what the outlines mean; [`columns`] and [`rows`] map pixels to cells, monotonously, so that
//! each text has the cells it needs and each line a row of its own; [`draw`] paints the pieces into a [`grid`].

mod columns;
mod draw;
mod glyphs;
mod grid;
mod pieces;
mod rows;

use scene::Scene;

use self::columns::Columns;
pub(crate) use self::glyphs::Charset;
use self::rows::Rows;
use crate::Error;

/// More cells than a reader could scroll through, and than memory should be spent on.
const MAX_CELLS: u64 = 100_000_000;

/// The scenes one below the other, with an empty line between them.
pub(crate) fn text_art(pages: &[Scene], charset: Charset) -> Result<String, Error> {
    let mut out = String::new();
    for (idx, scene) in pages.iter().enumerate() {
        if idx > 0 {
            out.push('\n');
        }
        page(&mut out, scene, charset)?;
    }
    Ok(out)
}

fn page(out: &mut String, scene: &Scene, charset: Charset) -> Result<(), Error> {
    let pieces = pieces::pieces(scene);
    let columns = Columns::fit(&pieces);
    let rows = Rows::fit(&pieces, &columns);
    let (width, height) = (columns.count() as u64, rows.count() as u64);
    if width * height > MAX_CELLS {
        return Err(Error::TooManyCells { width, height, limit: MAX_CELLS });
    }
    draw::draw(&pieces, &columns, &rows).print(out, charset);
    Ok(())
}

#[cfg(test)]
mod tests;
