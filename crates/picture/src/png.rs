//! PNG: the picture as pixels, and the images inside a picture.

use std::borrow::Cow;
use std::io::Write as _;
use std::ops::Range;

use ::png::{BitDepth, ColorType, Compression, Encoder, EncodingError, PixelDimensions, Unit};
use resvg::tiny_skia::{IntRect, Pixmap, Transform};
use resvg::usvg;
use scene::{Color, Image, Paint, Rect, Scene, Size};

use crate::extent::Extent;
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

/// Pixels around a part that are drawn and cut away: the rasteriser blends the outermost ones of a line that goes on.
const MARGIN: u32 = 2;

/// Pixels that are drawn at a time, so that a large page needs little more memory than a small one.
const STRIP: u64 = 4_000_000;
/// Rows whose text is shaped at a time.
const SHAPED: u32 = 512;
/// Units around them that shadows and strokes reach into.
const BEYOND: f64 = 32.0;

/// The scene drawn with the options' scale and resolution, on a transparent page unless it has a background.
pub(crate) fn png(scene: &Scene, options: &Options) -> Result<Vec<u8>, Error> {
    let extent = Extent::of(scaled(scene, scene.size), options)?;
    if pixels(extent) > STRIP {
        return striped_scene(scene, extent, STRIP, options);
    }
    let there = Transform::from_scale(extent.scale as f32, extent.scale as f32);
    encoded(drawn(&tree(scene, options)?, extent, there, options)?, options)
}

/// A part of a scene, in the units of its size, as pixels.
pub fn png_part(scene: &Scene, part: Rect, options: &Options) -> Result<Vec<u8>, Error> {
    let size = Size { width: part.width, height: part.height };
    let extent = Extent::of(scaled(scene, size), options)?;
    let wider = Extent {
        width: extent.width + 2 * MARGIN,
        height: extent.height + 2 * MARGIN,
        scale: extent.scale,
    };
    let (scale, margin) = (extent.scale as f32, MARGIN as f32);
    let corner = ((part.x * scene.scale) as f32, (part.y * scene.scale) as f32);
    let there = Transform::from_translate(margin, margin)
        .pre_scale(scale, scale)
        .pre_translate(-corner.0, -corner.1);
    let beyond = f64::from(MARGIN) / (extent.scale * scene.scale);
    let band = scene.band(part.y - beyond, part.bottom() + beyond);
    let pixels = drawn(&tree(&band, options)?, wider, there, options)?;
    let inside = IntRect::from_xywh(MARGIN as i32, MARGIN as i32, extent.width, extent.height);
    let pixels =
        inside.and_then(|it| pixels.clone_rect(it)).expect("the part lies inside its margin");
    encoded(pixels, options)
}

/// An SVG picture as pixels. It should come from a writer or a sanitiser that is trusted to keep it plain.
pub fn svg_to_png(svg: &str, options: &Options) -> Result<Vec<u8>, Error> {
    let tree = parsed(svg, options)?;
    let size = Size { width: tree.size().width().into(), height: tree.size().height().into() };
    let extent = Extent::of(size, options)?;
    if pixels(extent) > STRIP {
        return striped(extent, ColorType::Rgba, STRIP, options, |_| Ok(Cow::Borrowed(&tree)));
    }
    let there = Transform::from_scale(extent.scale as f32, extent.scale as f32);
    encoded(drawn(&tree, extent, there, options)?, options)
}

fn pixels(extent: Extent) -> u64 {
    u64::from(extent.width) * u64::from(extent.height)
}

/// A large scene: the text of some rows is shaped at a time, and this many pixels of them are drawn.
fn striped_scene(
    scene: &Scene,
    extent: Extent,
    most: u64,
    options: &Options,
) -> Result<Vec<u8>, Error> {
    let is_full = |it: Color| it.light.a == 255 && it.dark.is_none_or(|it| it.a == 255);
    let colors = match scene.background {
        Some(Paint::Solid(color)) if is_full(color) => ColorType::Rgb,
        Some(Paint::Gradient { from, to, .. }) if is_full(from) && is_full(to) => ColorType::Rgb,
        _ => ColorType::Rgba,
    };
    let unit = extent.scale * scene.scale;
    striped(extent, colors, most, options, |rows| {
        let (top, bottom) = (f64::from(rows.start) / unit, f64::from(rows.end) / unit);
        Ok(Cow::Owned(tree(&scene.band(top - BEYOND, bottom + BEYOND), options)?))
    })
}

/// A page strip by strip; `shaped` is what stands in some of its rows.
fn striped<'tree>(
    extent: Extent,
    colors: ColorType,
    most: u64,
    options: &Options,
    shaped: impl Fn(Range<u32>) -> Result<Cow<'tree, usvg::Tree>, Error>,
) -> Result<Vec<u8>, Error> {
    let failed = |error: EncodingError| Error::Drawing(error.to_string());
    let step = (most / u64::from(extent.width)).clamp(1, SHAPED.into()) as u32;
    let mut out = Vec::new();
    let encoder =
        encoder(&mut out, extent, colors, Some(resolution(options)), options.source.as_deref());
    let mut page = encoder.map_err(failed)?.write_header().map_err(failed)?;
    let mut file = page.stream_writer().map_err(failed)?;
    for first in (0..extent.height).step_by(SHAPED as usize) {
        let last = first.saturating_add(SHAPED).min(extent.height);
        let tree = shaped(first..last)?;
        for top in (first..last).step_by(step as usize) {
            let rows = top..top.saturating_add(step).min(last);
            let rgba = strip(&tree, extent, &rows, options)?;
            let written = match colors {
                ColorType::Rgb => file.write_all(&without_alpha(&rgba)),
                _ => file.write_all(&rgba),
            };
            written.map_err(|error| Error::Drawing(error.to_string()))?;
        }
    }
    file.finish().map_err(failed)?;
    page.finish().map_err(failed)?;
    Ok(out)
}

/// Some rows of a page, drawn with a margin that is cut away.
fn strip(
    tree: &usvg::Tree,
    extent: Extent,
    rows: &Range<u32>,
    options: &Options,
) -> Result<Vec<u8>, Error> {
    let height = rows.end - rows.start + 2 * MARGIN;
    let scale = extent.scale as f32;
    let up = f64::from(MARGIN) - f64::from(rows.start);
    let there = Transform::from_translate(0.0, up as f32).pre_scale(scale, scale);
    let pixels = drawn(tree, Extent { height, ..extent }, there, options)?;
    let mut rgba = pixels.take_demultiplied();
    let margin = MARGIN as usize * extent.width as usize * 4;
    rgba.truncate(rgba.len() - margin);
    rgba.drain(..margin);
    Ok(rgba)
}

fn without_alpha(rgba: &[u8]) -> Vec<u8> {
    rgba.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
}

/// A size of the scene's units in pixels of the page.
fn scaled(scene: &Scene, size: Size) -> Size {
    Size { width: size.width * scene.scale, height: size.height * scene.scale }
}

fn drawn(
    tree: &usvg::Tree,
    Extent { width, height, .. }: Extent,
    there: Transform,
    options: &Options,
) -> Result<Pixmap, Error> {
    let too_large =
        Error::TooLarge { width: width.into(), height: height.into(), limit: options.max_pixels };
    let mut pixels = Pixmap::new(width, height).ok_or(too_large)?;
    resvg::render(tree, there, &mut pixels.as_mut());
    Ok(pixels)
}

fn encoded(pixels: Pixmap, options: &Options) -> Result<Vec<u8>, Error> {
    let (width, height) = (pixels.width(), pixels.height());
    let pixels = pixels.take_demultiplied();
    encode(width, height, pixels, Some(resolution(options)), options.source.as_deref())
        .map_err(|error| Error::Drawing(error.to_string()))
}

fn resolution(options: &Options) -> PixelDimensions {
    let per_metre = (options.dpi / 0.0254).round() as u32;
    PixelDimensions { xppu: per_metre, yppu: per_metre, unit: Unit::Meter }
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

/// Pixels without any transparency are stored in three bytes instead of four.
fn encode(
    width: u32,
    height: u32,
    mut rgba: Vec<u8>,
    resolution: Option<PixelDimensions>,
    source: Option<&str>,
) -> Result<Vec<u8>, EncodingError> {
    let opaque = rgba.chunks_exact(4).all(|pixel| pixel[3] == 255);
    if opaque {
        rgba = without_alpha(&rgba);
    }
    let colors = if opaque { ColorType::Rgb } else { ColorType::Rgba };
    let mut out = Vec::new();
    let extent = Extent { width, height, scale: 1.0 };
    encoder(&mut out, extent, colors, resolution, source)?
        .write_header()?
        .write_image_data(&rgba)?;
    Ok(out)
}

fn encoder<'out>(
    out: &'out mut Vec<u8>,
    extent: Extent,
    colors: ColorType,
    resolution: Option<PixelDimensions>,
    source: Option<&str>,
) -> Result<Encoder<'static, &'out mut Vec<u8>>, EncodingError> {
    let mut encoder = Encoder::new(out, extent.width, extent.height);
    encoder.set_color(colors);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    encoder.set_pixel_dims(resolution);
    if let Some(source) = source {
        encoder.add_itxt_chunk(SOURCE.to_owned(), source.to_owned())?;
    }
    Ok(encoder)
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
            let length = info.line_size;
            assert_eq!(out[line..line + length], all[start..start + length], "{row}");
        }
    }

    #[test]
    fn strips_show_what_the_whole_shows() {
        for scene in [login(), everything()] {
            let options = Options { scale: 1.7, ..Options::default() };
            let (whole, all) = pixels(&png(&scene, &options).unwrap());
            let extent = Extent::of(scaled(&scene, scene.size), &options).unwrap();
            let most = u64::from(extent.width) * 37;
            let (info, out) = pixels(&striped_scene(&scene, extent, most, &options).unwrap());
            assert_eq!((info.width, info.height), (whole.width, whole.height));
            assert_eq!(info.color_type, whole.color_type);
            let far = all.iter().zip(&out).filter(|(one, other)| one.abs_diff(**other) > 2).count();
            assert!(far * 1_000 <= all.len(), "{far} of {} bytes differ", all.len());
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
    fn a_page_that_is_too_large_is_drawn_smaller() {
        let options = Options { max_pixels: 34_650, ..Options::default() };
        let (info, _) = pixels(&png(&login(), &options).unwrap());
        assert_eq!((info.width, info.height), (210, 165));
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
