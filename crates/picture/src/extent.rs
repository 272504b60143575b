//! How many pixels a PNG has. A page that is too large at its own size is shrunk; an enlargement that is too large is
//! refused.

use scene::Size;

use crate::{Error, Options};

/// The pixels of a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Extent {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Pixels for each unit of the page's size.
    pub(crate) scale: f64,
}

/// A picture that has fewer pixels than its page asks for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shrunk {
    /// Pixels across that the page asks for.
    pub wanted_width: u64,
    /// Pixels down that the page asks for.
    pub wanted_height: u64,
    /// Pixels across that are drawn.
    pub width: u32,
    /// Pixels down that are drawn.
    pub height: u32,
    /// Pixels allowed.
    pub limit: u64,
}

impl std::fmt::Display for Shrunk {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { wanted_width, wanted_height, width, height, limit } = self;
        write!(
            formatter,
            "the picture would be {wanted_width} × {wanted_height} pixels, more than the limit of {limit} in all; it is \
             drawn smaller, as {width} × {height}: write SVG to see everything"
        )
    }
}

/// Whether a page of this size is drawn smaller as PNG; `None` too for one that is refused.
pub fn shrunk(size: Size, options: &Options) -> Option<Shrunk> {
    let drawn = Extent::of(size, options).ok()?;
    let asked = options.pixels_per_unit();
    (drawn.scale < asked).then(|| Shrunk {
        wanted_width: (size.width * asked).ceil() as u64,
        wanted_height: (size.height * asked).ceil() as u64,
        width: drawn.width,
        height: drawn.height,
        limit: options.max_pixels,
    })
}

impl Extent {
    /// The extent of a page with this size.
    pub(crate) fn of(size: Size, options: &Options) -> Result<Self, Error> {
        let asked = options.pixels_per_unit();
        let (width, height) = ((size.width * asked).ceil(), (size.height * asked).ceil());
        if !(width >= 1.0 && height >= 1.0 && width.is_finite() && height.is_finite()) {
            return Err(Error::NoExtent { width, height });
        }
        let limit = options.max_pixels as f64;
        if width * height <= limit && width.max(height) <= f64::from(i32::MAX) {
            return Ok(Self { width: width as u32, height: height as u32, scale: asked });
        }
        let too_large = Error::TooLarge {
            width: width as u64,
            height: height as u64,
            limit: options.max_pixels,
        };
        if asked > 1.0 {
            return Err(too_large);
        }
        let scale = asked * (limit / (width * height)).sqrt();
        let (width, height) = ((size.width * scale).floor(), (size.height * scale).floor());
        // A page so long and thin that nothing of it would be left.
        if width < 1.0 || height < 1.0 {
            return Err(too_large);
        }
        Ok(Self { width: width as u32, height: height as u32, scale })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LARGE: Size = Size { width: 40_000.0, height: 10_000.0 };

    #[test]
    fn a_page_that_is_too_large_is_shrunk_to_the_limit_and_keeps_its_shape() {
        let options = Options::default();
        let extent = Extent::of(LARGE, &options).unwrap();
        assert_eq!((extent.width, extent.height), (16_000, 4_000));
        let told = shrunk(LARGE, &options).unwrap().to_string();
        assert!(told.contains("40000 × 10000") && told.contains("16000 × 4000"), "{told}");
    }

    #[test]
    fn a_page_that_fits_is_not_shrunk() {
        let size = Size { width: 8_000.0, height: 8_000.0 };
        assert_eq!(shrunk(size, &Options::default()), None);
        let extent = Extent::of(size, &Options::default()).unwrap();
        assert_eq!((extent.width, extent.height), (8_000, 8_000));
    }

    #[test]
    fn an_enlargement_that_is_too_large_is_refused() {
        let options = Options { scale: 1.5, ..Options::default() };
        assert!(matches!(Extent::of(LARGE, &options), Err(Error::TooLarge { .. })));
        assert_eq!(shrunk(LARGE, &options), None);
    }

    #[test]
    fn a_page_without_breadth_is_refused() {
        let thread = Size { width: 2e9, height: 1.0 };
        assert!(matches!(Extent::of(thread, &Options::default()), Err(Error::TooLarge { .. })));
    }
}
