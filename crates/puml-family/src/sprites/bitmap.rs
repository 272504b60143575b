//! PNG and JPEG pictures as pixels.

use std::io::Cursor;

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::{Picture, area};
use crate::model::SpriteContent;

/// The longest side of a picture.
const MAX_SIDE: usize = 8192;

/// The pixels of a PNG or JPEG file.
pub(crate) fn decode(bytes: &[u8]) -> Result<Picture, String> {
    if bytes.starts_with(b"\x89PNG") {
        decode_png(bytes)
    } else if bytes.starts_with(&[0xff, 0xd8]) {
        decode_jpeg(bytes)
    } else {
        Err("is neither PNG nor JPEG nor SVG".to_owned())
    }
}

fn decode_png(bytes: &[u8]) -> Result<Picture, String> {
    let broken = |_| "is a damaged PNG file".to_owned();
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let header = decoder.read_header_info().map_err(broken)?;
    let (columns, rows) = (header.width, header.height);
    area(columns, rows)?;
    let mut reader = decoder.read_info().map_err(broken)?;
    let mut pixels = vec![0; reader.output_buffer_size().ok_or("is too large")?];
    let frame = reader.next_frame(&mut pixels).map_err(broken)?;
    pixels.truncate(frame.buffer_size());
    let rgba = match frame.color_type {
        png::ColorType::Rgba => pixels,
        png::ColorType::Rgb => {
            pixels.chunks_exact(3).flat_map(|it| [it[0], it[1], it[2], 255]).collect()
        }
        png::ColorType::GrayscaleAlpha => {
            pixels.chunks_exact(2).flat_map(|it| [it[0], it[0], it[0], it[1]]).collect()
        }
        // The palette is looked up by the decoder, so what is left has one byte a pixel.
        png::ColorType::Grayscale | png::ColorType::Indexed => {
            pixels.iter().flat_map(|&it| [it, it, it, 255]).collect()
        }
    };
    Ok(Picture { columns, rows, content: SpriteContent::Color(rgba) })
}

fn decode_jpeg(bytes: &[u8]) -> Result<Picture, String> {
    let broken = |_| "is a damaged JPEG file".to_owned();
    let options = DecoderOptions::default()
        .set_max_width(MAX_SIDE)
        .set_max_height(MAX_SIDE)
        .jpeg_set_out_colorspace(ColorSpace::RGBA);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(broken)?;
    let (columns, rows) = decoder.dimensions().ok_or("is a damaged JPEG file")?;
    let (columns, rows) = (columns as u32, rows as u32);
    let all = area(columns, rows)?;
    let rgba = decoder.decode().map_err(broken)?;
    if rgba.len() != all * 4 {
        return Err("is a JPEG file of an unusual kind".to_owned());
    }
    Ok(Picture { columns, rows, content: SpriteContent::Color(rgba) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png_file(color: png::ColorType, data: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        let mut encoder = png::Encoder::new(&mut out, 2, 1);
        encoder.set_color(color);
        encoder.write_header().unwrap().write_image_data(data).unwrap();
        out
    }

    #[test]
    fn png_files_of_every_kind_become_four_bytes_a_pixel() {
        for (color, data) in [
            (png::ColorType::Rgb, &[9, 9, 9, 7, 7, 7][..]),
            (png::ColorType::Grayscale, &[9, 7]),
            (png::ColorType::GrayscaleAlpha, &[9, 255, 7, 255]),
            (png::ColorType::Rgba, &[9, 9, 9, 255, 7, 7, 7, 255]),
        ] {
            let found = decode(&png_file(color, data)).unwrap();
            assert_eq!((found.columns, found.rows), (2, 1));
            let expected = SpriteContent::Color(vec![9, 9, 9, 255, 7, 7, 7, 255]);
            assert_eq!(found.content, expected, "{color:?}");
        }
    }

    #[test]
    fn damaged_and_foreign_files_are_refused() {
        let whole = png_file(png::ColorType::Rgb, &[0; 6]);
        assert!(decode(&whole[..30]).is_err());
        assert!(decode(&[0xff, 0xd8, 0xff]).is_err());
        assert!(decode(b"GIF89a").is_err());
    }
}
