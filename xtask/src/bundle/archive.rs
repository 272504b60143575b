//! Archives that are the same to the byte for the same content: fixed times, fixed owners, sorted paths.

use std::io::{BufWriter, Write};

use anyhow::{Context as _, Result, ensure};
use flate2::{Compression, write::GzEncoder};
use zip::{CompressionMethod, DateTime, ZipWriter, write::SimpleFileOptions};

/// 1980-01-01, the earliest time that both formats can hold.
const TIME: u64 = 315_532_800;
const BLOCK: usize = 512;

/// What an archive holds.
pub(super) struct Entry {
    pub(super) path: String,
    content: Content,
    mode: u32,
}

enum Content {
    Bytes(Vec<u8>),
    /// Another name of the file at this path, which stands earlier.
    Link(String),
}

impl Entry {
    pub(super) fn file(path: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self { path: path.into(), content: Content::Bytes(bytes), mode: 0o644 }
    }

    pub(super) fn text(path: &str, text: String) -> Self {
        Self::file(path, text.into_bytes())
    }

    pub(super) fn program(path: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self { path: path.into(), content: Content::Bytes(bytes), mode: 0o755 }
    }

    /// Another name of a program; a copy in a format that has no links.
    pub(super) fn link(path: impl Into<String>, to: &str) -> Self {
        Self { path: path.into(), content: Content::Link(to.to_owned()), mode: 0o755 }
    }

    pub(super) fn is_link(&self) -> bool {
        matches!(self.content, Content::Link(_))
    }
}

/// What people of a platform expect.
#[derive(Clone, Copy)]
pub(super) enum Archive {
    TarGz,
    Zip,
}

impl Archive {
    pub(super) fn of(target: &str) -> Self {
        if target.contains("windows") { Self::Zip } else { Self::TarGz }
    }

    pub(super) fn ending(self) -> &'static str {
        match self {
            Self::TarGz => "tar.gz",
            Self::Zip => "zip",
        }
    }

    /// Writes the entries below a folder of that name.
    pub(super) fn write(
        self,
        out: std::fs::File,
        folder: &str,
        entries: &[Entry],
        level: u32,
    ) -> Result<()> {
        match self {
            Self::TarGz => {
                let mut gzip = GzEncoder::new(BufWriter::new(out), Compression::new(level));
                for entry in entries {
                    gzip.write_all(&header(folder, entry)?)?;
                    if let Content::Bytes(bytes) = &entry.content {
                        gzip.write_all(bytes)?;
                        gzip.write_all(&[0; BLOCK][..(BLOCK - bytes.len() % BLOCK) % BLOCK])?;
                    }
                }
                gzip.write_all(&[0; 2 * BLOCK])?;
                gzip.finish()?.flush()?;
            }
            Self::Zip => {
                let mut zip = ZipWriter::new(BufWriter::new(out));
                for entry in entries {
                    let options = SimpleFileOptions::default()
                        .compression_method(CompressionMethod::Deflated)
                        .compression_level(Some(i64::from(level)))
                        .last_modified_time(DateTime::default())
                        .unix_permissions(entry.mode);
                    zip.start_file(format!("{folder}/{}", entry.path), options)?;
                    zip.write_all(bytes(entry, entries)?)?;
                }
                zip.finish()?.flush()?;
            }
        }
        Ok(())
    }
}

/// The bytes of an entry, or of what it leads to.
fn bytes<'a>(entry: &'a Entry, all: &'a [Entry]) -> Result<&'a [u8]> {
    match &entry.content {
        Content::Bytes(bytes) => Ok(bytes),
        Content::Link(to) => {
            let found = all.iter().find(|it| it.path == *to && !it.is_link());
            bytes(found.with_context(|| format!("{} leads nowhere", entry.path))?, all)
        }
    }
}

/// A header of POSIX.1-1988 `ustar`: the format that every tar reads.
fn header(folder: &str, entry: &Entry) -> Result<[u8; BLOCK]> {
    let path = format!("{folder}/{}", entry.path);
    let (prefix, name) = split(&path);
    ensure!(prefix.len() <= 155 && name.len() <= 100, "{path} is too long for an archive");
    let (kind, length, to) = match &entry.content {
        Content::Bytes(bytes) => ("0", bytes.len(), String::new()),
        Content::Link(to) => ("1", 0, format!("{folder}/{to}")),
    };
    ensure!(to.len() <= 100, "{to} is too long for a link");
    let mut block = [0; BLOCK];
    let mut put =
        |at: usize, text: &str| block[at..at + text.len()].copy_from_slice(text.as_bytes());
    put(0, name);
    put(100, &format!("{:07o}", entry.mode));
    put(108, "0000000");
    put(116, "0000000");
    put(124, &format!("{length:011o}"));
    put(136, &format!("{TIME:011o}"));
    put(148, "        ");
    put(156, kind);
    put(157, &to);
    put(257, "ustar");
    put(263, "00");
    put(345, prefix);
    let sum: u32 = block.iter().map(|it| u32::from(*it)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    Ok(block)
}

/// A path in the two fields that the format has for it, split at a slash.
fn split(path: &str) -> (&str, &str) {
    if path.len() <= 100 {
        return ("", path);
    }
    let at = path.match_indices('/').map(|it| it.0).find(|it| path.len() - it - 1 <= 100);
    at.map_or(("", path), |at| (&path[..at], &path[at + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_has_the_sum_that_tar_checks() {
        let entry = Entry::text("a.txt", "hello\n".into());
        let block = header("folder", &entry).unwrap();
        let stated = std::str::from_utf8(&block[148..154]).unwrap();
        let mut blank = block;
        blank[148..156].copy_from_slice(b"        ");
        let sum: u32 = blank.iter().map(|it| u32::from(*it)).sum();
        assert_eq!(u32::from_str_radix(stated, 8).unwrap(), sum);
        assert_eq!(&block[124..135], b"00000000006");
    }

    #[test]
    fn a_link_names_its_file_and_has_no_content() {
        let block = header("folder", &Entry::link("bin/b", "bin/a")).unwrap();
        assert_eq!(&block[124..135], b"00000000000");
        assert_eq!(&block[156..170], b"1folder/bin/a\0");
    }

    #[test]
    fn where_there_are_no_links_a_name_has_a_copy() {
        let all = [Entry::program("a", vec![7]), Entry::link("b", "a"), Entry::link("c", "d")];
        assert_eq!(bytes(&all[1], &all).unwrap(), [7]);
        assert!(bytes(&all[2], &all).is_err());
    }

    #[test]
    fn a_long_path_is_split_at_a_slash() {
        let path = format!("{}/{}", "a".repeat(90), "b".repeat(60));
        assert_eq!(split(&path), (&path[..90], &path[91..]));
    }
}
