//! How a page is shown to a model: whole where its letters stay legible, otherwise also in tiles.

use scene::{Rect, Size};

/// Pixels of the longer side. Hosts shrink larger pictures before a model sees them.
const LONGEST_SIDE: f64 = 1_568.0;
/// Pixels in all, for the same reason.
const MOST_PIXELS: f64 = 1_150_000.0;
/// Small pages are drawn larger, up to this.
const LARGEST_SCALE: f64 = 2.0;
/// Letters drawn smaller than this are hard to read.
const LEGIBLE_SCALE: f64 = 0.8;
/// Tiles share this many pixels, so that no label is cut in both.
const OVERLAP: f64 = 48.0;

/// A page of a size in pixels, ready to be shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Framing {
    page: Size,
    columns: u32,
    rows: u32,
}

impl Framing {
    pub(crate) fn of(page: Size) -> Self {
        if whole_scale(page) >= LEGIBLE_SCALE {
            return Self { page, columns: 1, rows: 1 };
        }
        let side = MOST_PIXELS.sqrt();
        let widest =
            if page.height < side { (MOST_PIXELS / page.height).min(LONGEST_SIDE) } else { side };
        let columns = parts(page.width, widest);
        let highest = (MOST_PIXELS / length(page.width, columns)).min(LONGEST_SIDE);
        Self { page, columns, rows: parts(page.height, highest) }
    }

    /// Tiles that the page is cut into; 1 if it is legible as a whole.
    pub(crate) fn tiles(&self) -> u32 {
        self.columns * self.rows
    }

    /// Columns and rows of tiles.
    pub(crate) fn grid(&self) -> (u32, u32) {
        (self.columns, self.rows)
    }

    /// The whole page, and how much larger it is drawn.
    pub(crate) fn whole(&self) -> (Rect, f64) {
        let Size { width, height } = self.page;
        (Rect { x: 0.0, y: 0.0, width, height }, whole_scale(self.page))
    }

    /// A tile, counted from 0 in reading order, and how much larger it is drawn; `None` past the last.
    pub(crate) fn tile(&self, number: u32) -> Option<(Rect, f64)> {
        if number >= self.tiles() {
            return None;
        }
        if self.tiles() == 1 {
            return Some(self.whole());
        }
        let (column, row) = (number % self.columns, number / self.columns);
        let (width, height) =
            (length(self.page.width, self.columns), length(self.page.height, self.rows));
        let (x, y) = (f64::from(column) * (width - OVERLAP), f64::from(row) * (height - OVERLAP));
        Some((Rect { x, y, width, height }, 1.0))
    }
}

fn whole_scale(page: Size) -> f64 {
    let long = LONGEST_SIDE / page.width.max(page.height);
    LARGEST_SCALE.min(long).min((MOST_PIXELS / (page.width * page.height)).sqrt())
}

/// Parts of at most that length which cover a side, each sharing the overlap with the next.
fn parts(side: f64, most: f64) -> u32 {
    if side <= most { 1 } else { ((side - OVERLAP) / (most - OVERLAP)).ceil() as u32 }
}

/// The length of each part.
fn length(side: f64, parts: u32) -> f64 {
    let parts = f64::from(parts);
    (side + (parts - 1.0) * OVERLAP) / parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framing(width: f64, height: f64) -> Framing {
        Framing::of(Size { width, height })
    }

    #[test]
    fn a_small_page_is_drawn_twice_as_large_and_a_middling_one_as_it_fits() {
        assert!((framing(300.0, 200.0).whole().1 - 2.0).abs() < 1e-9);
        let (page, scale) = framing(1200.0, 900.0).whole();
        assert!((page.width * page.height * scale * scale - MOST_PIXELS).abs() < 1.0);
        assert_eq!(framing(1200.0, 900.0).tiles(), 1);
    }

    #[test]
    fn tiles_cover_the_page_and_stay_within_what_hosts_keep() {
        for (width, height) in
            [(400.0, 9_000.0), (9_000.0, 300.0), (5_000.0, 5_000.0), (2_100.0, 1_100.0)]
        {
            let framing = framing(width, height);
            let tiles: Vec<Rect> =
                (0..framing.tiles()).map(|it| framing.tile(it).unwrap().0).collect();
            assert!(tiles.len() > 1 && framing.tile(framing.tiles()).is_none());
            let area: f64 = tiles.iter().map(|it| it.width * it.height).sum();
            assert!(area >= width * height);
            let last = tiles.last().unwrap();
            assert!((last.right() - width).abs() < 1e-6 && (last.bottom() - height).abs() < 1e-6);
            for tile in &tiles {
                assert!(tile.width.max(tile.height) <= LONGEST_SIDE, "{tile:?}");
                assert!(tile.width * tile.height <= MOST_PIXELS + 1.0, "{tile:?}");
            }
        }
    }
}
