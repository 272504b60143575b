//! File paths as URIs, and back.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use gen_lsp_types::Uri;

/// The file behind an address; nothing for other schemes than `file`.
pub(crate) fn path(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.0.strip_prefix("file://")?;
    // The host is empty or `localhost`.
    let path = &rest[rest.find('/')?..];
    let text = decoded(path)?;
    let bytes = text.as_bytes();
    let is_drive = bytes.len() > 2 && bytes[1].is_ascii_alphabetic() && bytes[2] == b':';
    Some(PathBuf::from(if is_drive { &text[1..] } else { text.as_str() }))
}

/// The address of a file.
pub(crate) fn of(path: &Path) -> Uri {
    let text = path.to_string_lossy().replace('\\', "/");
    let mut out = String::from("file://");
    if !text.starts_with('/') {
        out.push('/');
    }
    for byte in text.bytes() {
        let plain = byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
        if plain {
            out.push(byte as char);
        } else {
            write!(out, "%{byte:02X}").expect("a string takes everything");
        }
    }
    Uri(out)
}

fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [rest.next()?, rest.next()?];
        let digits = std::str::from_utf8(&digits).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_letters_of_all_scripts_survive() {
        for text in ["/a b/ü%.puml", "/漢字/#1?.puml"] {
            assert_eq!(path(&of(Path::new(text))), Some(PathBuf::from(text)));
        }
    }

    #[test]
    fn other_schemes_are_no_files() {
        assert_eq!(path(&Uri("untitled:Untitled-1".into())), None);
        assert_eq!(path(&Uri("file:///c%3A/x.puml".into())), Some(PathBuf::from("c:/x.puml")));
        assert_eq!(path(&Uri("file:///bad%zz".into())), None);
    }
}
