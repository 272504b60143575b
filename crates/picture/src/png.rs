//! PNG: the picture as pixels, and the images inside a picture.

use ::png::{BitDepth, ColorType, Compression, Encoder, PixelDimensions, Unit};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;
use scene::{Image, Point, Rect, Scene};

use crate::tree::{parsed, tree};
use crate::{Error, Options};

/// The keyword that PlantUML keeps a picture's source under.
const SOURCE: &str = "plantuml";

/// The source that a PNG carries along, from us or from PlantUML; `None` if it has none or is no PNG.
pub fn png_source(bytes: &[u8]) -> Option<String> {
    let mut decoder = ::png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_ignore_text_chunk(false);
    let reader = decoder.read_info().ok()?;
    let found = reader.info().utf8_text.iter().find(|it| it.keyword == SOURCE)?;
    found.get_text().ok()
}

/// The scene drawn with the options' scale and resolution, on a transparent page unless it has a background.
pub(crate) fn png(scene: &Scene, options: &Options) -> Result<Vec<u8>, Error> {
    let (width, height) = (scene.size.width * scene.scale, scene.size.height * scene.scale);
    let extent = extent(width, height, options)?;
    drawn(&tree(scene, options)?, Point::default(), extent, options)
}

/// A part of a scene, in the units of its size, as pixels.
pub fn png_part(scene: &Scene, part: Rect, options: &Options) -> Result<Vec<u8>, Error> {
    let extent = extent(part.width * scene.scale, part.height * scene.scale, options)?;
    let corner = Point { x: part.x * scene.scale, y: part.y * scene.scale };
    drawn(&tree(&scene.band(part.y, part.bottom()), options)?, corner, extent, options)
}

/// An SVG picture as pixels. It should come from a writer or a sanitiser that is trusted to keep it plain.
pub fn svg_to_png(svg: &str, options: &Options) -> Result<Vec<u8>, Error> {
    let tree = parsed(svg, options)?;
    let extent = extent(tree.size().width().into(), tree.size().height().into(), options)?;
    drawn(&tree, Point::default(), extent, options)
}

fn drawn(
    tree: &usvg::Tree,
    corner: Point,
    (width, height): (u32, u32),
    options: &Options,
) -> Result<Vec<u8>, Error> {
    let too_large =
        Error::TooLarge { width: width.into(), height: height.into(), limit: options.max_pixels };
    let mut pixels = Pixmap::new(width, height).ok_or(too_large)?;
    let scale = options.pixels_per_unit() as f32;
    let there =
        Transform::from_scale(scale, scale).pre_translate(-corner.x as f32, -corner.y as f32);
    resvg::render(tree, there, &mut pixels.as_mut());
    let per_metre = (options.dpi / 0.0254).round() as u32;
    let resolution = PixelDimensions { xppu: per_metre, yppu: per_metre, unit: Unit::Meter };
    let pixels = pixels.take_demultiplied();
    encode(width, height, pixels, Some(resolution), options.source.as_deref())
        .map_err(|error| Error::Drawing(error.to_string()))
}

/// Pixels of an image, its own or those for a dark page, as a PNG file.
pub(crate) fn encode_image(image: &Image, rgba: &[u8]) -> Result<Vec<u8>, Error> {
    let &Image { columns, rows, .. } = image;
    let broken = || Error::Image { title: image.title.clone(), columns, rows };
    if rgba.len() as u64 != u64::from(columns) * u64::from(rows) * 4 {
        return Err(broken());
    }
    encode(columns, rows, rgba.to_vec(), None, None).map_err(|_| broken())
}

fn extent(width: f64, height: f64, options: &Options) -> Result<(u32, u32), Error> {
    let scale = options.pixels_per_unit();
    let (width, height) = ((width * scale).ceil(), (height * scale).ceil());
    if !(width >= 1.0 && height >= 1.0 && width.is_finite() && height.is_finite()) {
        return Err(Error::NoExtent { width, height });
    }
    if width * height > options.max_pixels as f64 || width.max(height) > f64::from(i32::MAX) {
        let (width, height) = (width as u64, height as u64);
        return Err(Error::TooLarge { width, height, limit: options.max_pixels });
    }
    Ok((width as u32, height as u32))
}

/// Pixels without any transparency are stored in three bytes instead of four.
fn encode(
    width: u32,
    height: u32,
    mut rgba: Vec<u8>,
    resolution: Option<PixelDimensions>,
    source: Option<&str>,
) -> Result<Vec<u8>, ::png::EncodingError> {
    let opaque = rgba.chunks_exact(4).all(|pixel| pixel[3] == 255);
    if opaque {
        rgba = rgba.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    }
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, width, height);
    encoder.set_color(if opaque { ColorType::Rgb } else { ColorType::Rgba });
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    encoder.set_pixel_dims(resolution);
    if let Some(source) = source {
        encoder.add_itxt_chunk(SOURCE.to_owned(), source.to_owned())?;
    }
    encoder.write_header()?.write_image_data(&rgba)?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{everything, login};

    fn pixels(bytes: &[u8]) -> (::png::OutputInfo, Vec<u8>) {
        let mut reader = ::png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut out = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut out).unwrap();
        (info, out)
    }

    #[test]
    fn a_source_that_is_carried_along_can_be_read_back() {
        let source = "@startuml\nAlice -> Bob : grüße\n@enduml\n";
        let options = Options { source: Some(source.to_owned()), ..Options::default() };
        assert_eq!(png_source(&png(&login(), &options).unwrap()).as_deref(), Some(source));
        assert_eq!(png_source(&png(&login(), &Options::default()).unwrap()), None);
        assert_eq!(png_source(b"no picture"), None);
    }

    #[test]
    fn the_same_scene_gives_the_same_bytes() {
        let first = png(&everything(), &Options::default()).unwrap();
        assert_eq!(first, png(&everything(), &Options::default()).unwrap());
    }

    #[test]
    fn a_part_is_what_the_whole_shows_there() {
        let (whole, all) = pixels(&png(&login(), &Options::default()).unwrap());
        let part = Rect { x: 40.0, y: 16.0, width: 120.0, height: 80.0 };
        let (info, out) = pixels(&png_part(&login(), part, &Options::default()).unwrap());
        assert_eq!((info.width, info.height), (120, 80));
        let bytes = info.line_size / 120;
        for row in 0..80 {
            let start = (row + 16) * whole.line_size + 40 * bytes;
            let line = row * info.line_size;
            // The last column is blended with what lies beyond the part.
            let inside = 119 * bytes;
            assert_eq!(out[line..line + inside], all[start..start + inside], "{row}");
        }
    }

    #[test]
    fn resolution_and_scale_multiply() {
        let options = Options { dpi: 192.0, scale: 1.5, ..Options::default() };
        let (info, _) = pixels(&png(&login(), &options).unwrap());
        assert_eq!((info.width, info.height), (1260, 990));
    }

    #[test]
    fn letters_are_drawn() {
        let (info, out) = pixels(&png(&login(), &Options::default()).unwrap());
        let row = info.line_size;
        let dark = |x: usize, y: usize| out[y * row + 3 * x] < 100;
        let ink = (45..75)
            .flat_map(|x| (15..35).map(move |y| (x, y)))
            .filter(|&(x, y)| dark(x, y))
            .count();
        assert!(ink > 30, "the name Alice covers {ink} pixels");
    }

    #[test]
    fn a_page_without_background_is_transparent() {
        let mut scene = login();
        scene.background = None;
        let (info, out) = pixels(&png(&scene, &Options::default()).unwrap());
        assert_eq!(info.color_type, ColorType::Rgba);
        assert_eq!(out[..4], [0, 0, 0, 0]);
    }

    #[test]
    fn too_many_pixels_are_refused_before_any_is_drawn() {
        let options = Options { scale: 1000.0, ..Options::default() };
        let error = png(&login(), &options).unwrap_err();
        assert_eq!(
            error,
            Error::TooLarge { width: 420_000, height: 330_000, limit: options.max_pixels }
        );
    }

    #[test]
    fn a_scale_of_nothing_is_refused() {
        for scale in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let options = Options { scale, ..Options::default() };
            assert!(matches!(png(&login(), &options), Err(Error::NoExtent { .. })), "{scale}");
        }
    }

    #[test]
    fn bytes_that_are_no_font_are_refused() {
        let options = Options { fonts: vec![(*b"not a font").into()], ..Options::default() };
        assert_eq!(png(&login(), &options), Err(Error::Font { index: 0 }));
    }
}
