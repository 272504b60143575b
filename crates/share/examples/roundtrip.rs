//! Encodes and decodes every file under the folders given as arguments and counts what does not come back equal.
//! `cargo run -p share --example roundtrip -- FOLDER...`
#![expect(clippy::print_stdout, reason = "a program that reports to the terminal")]
#![expect(clippy::disallowed_methods, reason = "a program that reads the files it is given")]

use std::path::{Path, PathBuf};

use share::{Scheme, body, decode, encode_as};

fn main() -> std::io::Result<()> {
    let mut files = Vec::new();
    for folder in std::env::args().skip(1) {
        collect(Path::new(&folder), &mut files)?;
    }
    let (mut texts, mut unequal, mut cut_accepted) = (0, 0, 0);
    for file in &files {
        let Ok(text) = std::fs::read_to_string(file) else { continue };
        texts += 1;
        for text in [body(&text), text] {
            for scheme in [Scheme::Deflate, Scheme::Zlib, Scheme::Hex] {
                let code = encode_as(&text, scheme);
                if !text.is_empty() && decode(&code).as_ref() != Ok(&text) {
                    unequal += 1;
                    println!("not equal: {} ({scheme:?})", file.display());
                }
            }
            let code = encode_as(&text, Scheme::Deflate);
            let cuts = (1..=8).filter_map(|cut| code.len().checked_sub(cut));
            cut_accepted += cuts.filter(|end| decode(&code[..*end]).is_ok()).count();
        }
    }
    println!("{texts} texts, {unequal} not equal, {cut_accepted} cut codes accepted");
    Ok(())
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let mut entries: Vec<_> = std::fs::read_dir(path)?
        .map(|entry| entry.map(|it| it.path()))
        .collect::<Result<_, _>>()?;
    entries.sort();
    entries.iter().try_for_each(|entry| collect(entry, files))
}
