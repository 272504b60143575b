//! Text to code. The compressor is stock zlib at level 9, whose bytes equal those of the reference implementation.

use std::fmt::Write as _;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::{DeflateEncoder, ZlibEncoder};

use crate::alphabet::to_letters;

/// How the text is packed; the prefix of a code names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scheme {
    /// Raw deflate, no prefix: what every PlantUML server takes.
    #[default]
    Deflate,
    /// Deflate in a zlib envelope, prefix `~1`: its checksum makes damage visible.
    Zlib,
    /// The UTF-8 bytes as hexadecimal digits, prefix `~h`: readable, long.
    Hex,
}

/// The code of a text as it stands, markers included if it has them; equal texts give equal codes.
pub fn encode(text: &str) -> String {
    encode_as(text, Scheme::Deflate)
}

/// The code of a text in one of the three written schemes, prefix included.
pub fn encode_as(text: &str, scheme: Scheme) -> String {
    match scheme {
        Scheme::Deflate => {
            let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
            let packed = packer.write_all(text.as_bytes()).and_then(|()| packer.finish());
            to_letters(&packed.expect("packing into memory does not fail"))
        }
        Scheme::Zlib => {
            let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
            let packed = packer.write_all(text.as_bytes()).and_then(|()| packer.finish());
            format!("~1{}", to_letters(&packed.expect("packing into memory does not fail")))
        }
        Scheme::Hex => text.bytes().fold("~h".to_owned(), |mut code, byte| {
            write!(code, "{byte:02x}").expect("a string takes every write");
            code
        }),
    }
}
