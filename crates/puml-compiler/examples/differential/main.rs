//! Writes random sequence diagrams for a comparison with the reference.
//!
//! `cargo run --example differential -- COUNT SEED FOLDER` writes `FOLDER/files/<seed>-<number>.puml`. Once a reference
//! has answered, with `FOLDER/oracle.tsv` and perhaps `FOLDER/structure.jsonl`, the example `agreement` compares; the
//! script `crates/puml-compiler/judges/differential` does both with a jar.

#![expect(
    clippy::disallowed_methods,
    reason = "a program may write files; only the library may not"
)]

use std::error::Error;
use std::fs;
use std::path::Path;

use grammar::Diagram;

mod arrows;
mod chance;
mod grammar;
mod settings;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [count, seed, folder] = arguments.as_slice() else {
        return Err("name the number of diagrams, a seed and a folder".into());
    };
    let (count, seed): (u64, u64) = (count.parse()?, seed.parse()?);
    let files = Path::new(folder).join("files");
    fs::create_dir_all(&files)?;
    for number in 0..count {
        let text = Diagram::random(seed, number);
        fs::write(files.join(format!("{seed}-{number:05}.puml")), text)?;
    }
    Ok(())
}
