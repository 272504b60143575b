//! Code to text. A code that was cut, damaged or made by something else is refused, never guessed at.

use flate2::{Decompress, FlushDecompress, Status};

use crate::alphabet::{ForeignLetter, from_letters};

/// The longest text a code may unpack to, in bytes: the cap of the reference implementation.
pub const MAX_DECODED_BYTES: usize = 1 << 20;

/// Why a code does not stand for a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// Nothing but white space or a bare prefix.
    #[error("the code is empty")]
    Empty,
    /// A `~` prefix that names no scheme read here.
    #[error("the prefix `{0}` names no known scheme; `~0`, `~1` and `~h` are read")]
    UnknownPrefix(String),
    /// A character outside the alphabet of the scheme; the offset counts bytes from the start of the code.
    #[error("`{letter}` at byte {offset} is not a letter of a code")]
    ForeignLetter {
        /// Bytes before the character, prefix included.
        offset: usize,
        /// The character itself.
        letter: char,
    },
    /// Letters come in groups of four (hexadecimal digits in pairs) and the packed data must end inside them.
    #[error("the code ends too early; part of it is missing")]
    Truncated,
    /// The packed data breaks its own rules or fails its checksum.
    #[error("the code is damaged, or is not a PlantUML code")]
    Damaged,
    /// Data that is not filling stands behind the end of the packed text.
    #[error("the code goes on after its end")]
    TrailingData,
    /// The text would be longer than [`MAX_DECODED_BYTES`].
    #[error("the text is longer than {MAX_DECODED_BYTES} bytes")]
    TooLong,
    /// The bytes inside are not UTF-8.
    #[error("the code does not hold UTF-8 text")]
    NotText,
}

/// The text behind a code, without adding markers; surrounding white space is ignored.
///
/// A code without prefix is raw deflate; if it is not, a zlib envelope is tried, as the reference does.
pub fn decode(code: &str) -> Result<String, DecodeError> {
    let lead = code.len() - code.trim_start().len();
    let code = code.trim();
    let bytes = match prefixed(code)? {
        (Envelope::Hex, digits, skipped) => unhex(digits, lead + skipped)?,
        (envelope, letters, skipped) => {
            let packed = from_letters(letters).map_err(|ForeignLetter { offset, letter }| {
                DecodeError::ForeignLetter { offset: lead + skipped + offset, letter }
            })?;
            if letters.len() % 4 != 0 {
                return Err(DecodeError::Truncated);
            }
            match envelope {
                Envelope::Zlib => inflate(&packed, Decompress::new(true))?,
                _ if skipped > 0 => inflate(&packed, Decompress::new(false))?,
                _ => inflate(&packed, Decompress::new(false))
                    .or_else(|error| inflate(&packed, Decompress::new(true)).map_err(|_| error))?,
            }
        }
    };
    String::from_utf8(bytes).map_err(|_| DecodeError::NotText)
}

enum Envelope {
    Raw,
    Zlib,
    Hex,
}

/// The envelope a prefix names, what follows the prefix, and the prefix's length.
fn prefixed(code: &str) -> Result<(Envelope, &str, usize), DecodeError> {
    let (envelope, rest) = if let Some(rest) = code.strip_prefix("~0") {
        (Envelope::Raw, rest)
    } else if let Some(rest) = code.strip_prefix("~1") {
        (Envelope::Zlib, rest)
    } else if let Some(rest) = code.strip_prefix("~h") {
        (Envelope::Hex, rest)
    } else if code.starts_with('~') {
        return Err(DecodeError::UnknownPrefix(code.chars().take(2).collect()));
    } else {
        (Envelope::Raw, code)
    };
    if rest.is_empty() {
        return Err(DecodeError::Empty);
    }
    Ok((envelope, rest, code.len() - rest.len()))
}

fn unhex(digits: &str, offset_of_digits: usize) -> Result<Vec<u8>, DecodeError> {
    let mut nibbles = Vec::with_capacity(digits.len());
    for (offset, letter) in digits.char_indices() {
        let offset = offset_of_digits + offset;
        let nibble = letter.to_digit(16).ok_or(DecodeError::ForeignLetter { offset, letter })?;
        nibbles.push(nibble as u8);
    }
    if nibbles.len() % 2 != 0 {
        return Err(DecodeError::Truncated);
    }
    if nibbles.len() / 2 > MAX_DECODED_BYTES {
        return Err(DecodeError::TooLong);
    }
    Ok(nibbles.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

/// Unpacks one finished stream. Only zero bytes, the filling of the last group, may follow it.
fn inflate(packed: &[u8], mut stream: Decompress) -> Result<Vec<u8>, DecodeError> {
    let mut text = Vec::with_capacity(4096);
    loop {
        let read = stream.total_in() as usize;
        let status = stream
            .decompress_vec(&packed[read..], &mut text, FlushDecompress::None)
            .map_err(|_| DecodeError::Damaged)?;
        if text.len() > MAX_DECODED_BYTES {
            return Err(DecodeError::TooLong);
        }
        match status {
            Status::StreamEnd => break,
            _ if text.len() == text.capacity() => text.reserve(text.len()),
            // Room is left and nothing is: the stream waits for input that is not there.
            _ => return Err(DecodeError::Truncated),
        }
    }
    let rest = &packed[stream.total_in() as usize..];
    if rest.iter().any(|byte| *byte != 0) {
        return Err(DecodeError::TrailingData);
    }
    Ok(text)
}
