//! A bundled face cut down to some characters, as a font file that browsers take.
//!
//! The subsetting library writes for PDF, where a font needs no character map. What it leaves out is added here, and
//! the tables are put into WOFF, which compresses them.

use std::collections::BTreeMap;

use font::Face;
use subsetter::GlyphRemapper;
use ttf_parser::Tag;

type Tables = BTreeMap<Tag, Vec<u8>>;

/// The face with these characters only. Those that it lacks are left out.
pub(crate) fn woff(face: Face, chars: impl IntoIterator<Item = char>) -> Vec<u8> {
    let mut tables = tables(face, chars.into_iter().map(|ch| (ch, ch)));
    // A page needs no names of the font, which take more room than many a letter.
    tables.insert(Tag::from_bytes(b"name"), vec![0, 0, 0, 0, 0, 6]);
    woff_file(&tables)
}

/// The tables of a font that draws each first character with the glyph of the second.
fn tables(face: Face, chars: impl Iterator<Item = (char, char)>) -> Tables {
    let whole = face.tables();
    let mut kept = GlyphRemapper::new();
    let mut codes = BTreeMap::new();
    for (code, ch) in chars {
        if let Some(glyph) = whole.glyph_index(ch) {
            codes.insert(u32::from(code), kept.remap(glyph.0));
        }
    }
    let subset = subsetter::subset(font::data(face), 0, &kept);
    let subset = subset.expect("a bundled face can be cut down");
    let parts = ttf_parser::RawFace::parse(&subset, 0).expect("a subset is a font file");
    let mut tables: Tables = parts
        .table_records
        .into_iter()
        .filter_map(|it| Some((it.tag, parts.table(it.tag)?.to_vec())))
        .collect();
    let own = whole.raw_face().table(Tag::from_bytes(b"OS/2"));
    tables.insert(Tag::from_bytes(b"OS/2"), own.expect("a bundled face has metrics").to_vec());
    tables.insert(Tag::from_bytes(b"cmap"), character_map(&codes));
    // Glyph names are for printers.
    if let Some(post) = tables.get_mut(&Tag::from_bytes(b"post")) {
        post.truncate(32);
        post[..4].copy_from_slice(&0x0003_0000_u32.to_be_bytes());
    }
    tables
}

/// The table `cmap`: codes of two bytes in format 4, and all in format 12 if there are longer ones.
fn character_map(codes: &BTreeMap<u32, u16>) -> Vec<u8> {
    let ranges = ranges(codes);
    let short: Vec<_> = ranges.iter().copied().filter(|it| it.1 < 0xffff).collect();
    let has_long = short.len() < ranges.len();
    let short = format_4(&short);
    let mut out = Vec::new();
    put16(&mut out, &[0, if has_long { 2 } else { 1 }, 3, 1]);
    let first = if has_long { 20 } else { 12 };
    put32(&mut out, &[first]);
    if has_long {
        put16(&mut out, &[3, 10]);
        put32(&mut out, &[first + short.len() as u32]);
    }
    out.extend(short);
    if has_long {
        out.extend(format_12(&ranges));
    }
    out
}

/// First code, last code and first glyph of codes whose glyphs follow each other.
fn ranges(codes: &BTreeMap<u32, u16>) -> Vec<(u32, u32, u16)> {
    let mut out: Vec<(u32, u32, u16)> = Vec::new();
    for (&code, &glyph) in codes {
        match out.last_mut() {
            Some((first, last, start))
                if *last + 1 == code && u32::from(*start) + (code - *first) == u32::from(glyph) =>
            {
                *last = code;
            }
            _ => out.push((code, code, glyph)),
        }
    }
    out
}

fn format_4(ranges: &[(u32, u32, u16)]) -> Vec<u8> {
    let count = ranges.len() as u16 + 1;
    let power = count.ilog2() as u16;
    let search = 2 << power;
    let mut out = Vec::new();
    put16(&mut out, &[4, 16 + 8 * count, 0, 2 * count, search, power, 2 * count - search]);
    let column = |out: &mut Vec<u8>, value: fn(&(u32, u32, u16)) -> u16, last: u16| {
        for it in ranges {
            put16(out, &[value(it)]);
        }
        put16(out, &[last]);
    };
    column(&mut out, |it| it.1 as u16, 0xffff);
    put16(&mut out, &[0]);
    column(&mut out, |it| it.0 as u16, 0xffff);
    column(&mut out, |it| it.2.wrapping_sub(it.0 as u16), 1);
    column(&mut out, |_| 0, 0);
    out
}

fn format_12(ranges: &[(u32, u32, u16)]) -> Vec<u8> {
    let mut out = Vec::new();
    put16(&mut out, &[12, 0]);
    let count = ranges.len() as u32;
    put32(&mut out, &[16 + 12 * count, 0, count]);
    for &(first, last, glyph) in ranges {
        put32(&mut out, &[first, last, glyph.into()]);
    }
    out
}

/// The tables as WOFF 1.0.
fn woff_file(tables: &Tables) -> Vec<u8> {
    const HEADER: u32 = 44;
    const WORTH_PACKING: usize = 256;
    let count = tables.len() as u32;
    let mut directory = Vec::new();
    let mut data = Vec::new();
    for (tag, table) in tables {
        // Making a compressor ready takes longer than a short table is worth.
        let packed = (table.len() >= WORTH_PACKING)
            .then(|| miniz_oxide::deflate::compress_to_vec_zlib(table, 6))
            .filter(|packed| packed.len() < table.len());
        let stored = packed.as_ref().unwrap_or(table);
        let at = HEADER + 20 * count + data.len() as u32;
        let (stored_length, length) = (stored.len() as u32, table.len() as u32);
        put32(&mut directory, &[tag.0, at, stored_length, length, checksum(table)]);
        data.extend_from_slice(stored);
        data.resize(data.len().next_multiple_of(4), 0);
    }
    let whole: usize = tables.values().map(|it| it.len().next_multiple_of(4)).sum();
    let size = HEADER + 20 * count + data.len() as u32;
    let mut out = b"wOFF\0\x01\0\0".to_vec();
    put32(&mut out, &[size]);
    put16(&mut out, &[count as u16, 0]);
    put32(&mut out, &[12 + 16 * count + whole as u32]);
    put16(&mut out, &[1, 0]);
    put32(&mut out, &[0, 0, 0, 0, 0]);
    out.extend(directory);
    out.extend(data);
    out
}

fn checksum(table: &[u8]) -> u32 {
    table.chunks(4).fold(0_u32, |sum, it| {
        let mut word = [0; 4];
        word[..it.len()].copy_from_slice(it);
        sum.wrapping_add(u32::from_be_bytes(word))
    })
}

fn put16(out: &mut Vec<u8>, numbers: &[u16]) {
    for it in numbers {
        out.extend(it.to_be_bytes());
    }
}

fn put32(out: &mut Vec<u8>, numbers: &[u32]) {
    for it in numbers {
        out.extend(it.to_be_bytes());
    }
}

/// A font file that draws each first character with the glyph that a bundled face has for the second.
#[cfg(test)]
pub(crate) fn test_font(face: Face, chars: &[(char, char)]) -> Vec<u8> {
    let tables = tables(face, chars.iter().copied());
    let count = tables.len() as u16;
    let power = count.ilog2() as u16;
    let search = 16 << power;
    let mut out = Vec::new();
    put32(&mut out, &[0x0001_0000]);
    put16(&mut out, &[count, search, power, 16 * count - search]);
    let mut at = 12 + 16 * u32::from(count);
    for (tag, table) in &tables {
        put32(&mut out, &[tag.0, checksum(table), at, table.len() as u32]);
        at += table.len().next_multiple_of(4) as u32;
    }
    for table in tables.values() {
        out.extend_from_slice(table);
        out.resize(out.len().next_multiple_of(4), 0);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subset_draws_its_characters_as_the_face_does() {
        let chars = "Log in, Größe ✓ 😀";
        for face in [Face::Sans, Face::MonoBold, Face::Fallback] {
            let whole = face.tables();
            let pairs: Vec<_> = chars.chars().map(|it| (it, it)).collect();
            let file = test_font(face, &pairs);
            let cut = ttf_parser::Face::parse(&file, 0).unwrap();
            let advance = |face: &ttf_parser::Face<'_>, ch: char| {
                face.glyph_index(ch).map(|it| face.glyph_hor_advance(it))
            };
            let bounds = |face: &ttf_parser::Face<'_>, ch: char| {
                face.glyph_index(ch).map(|it| face.glyph_bounding_box(it))
            };
            for ch in chars.chars() {
                assert_eq!(advance(&cut, ch), advance(whole, ch), "{ch} in {face:?}");
                assert_eq!(bounds(&cut, ch), bounds(whole, ch), "{ch} in {face:?}");
            }
            assert_eq!(cut.glyph_index('z'), None);
        }
    }

    #[test]
    fn the_file_is_small_and_says_how_long_it_is() {
        let file = woff(Face::Sans, ('a'..='z').chain('A'..='Z').chain("0123456789 ".chars()));
        assert_eq!(file[8..12], (file.len() as u32).to_be_bytes());
        assert!(file.len() < 12_000, "{} bytes", file.len());
    }
}
