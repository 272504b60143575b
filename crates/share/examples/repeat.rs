//! Encodes and decodes one text many times and prints how often in a second.
//!
//! `cargo run --release -p share --example repeat -- FILE TIMES`
#![expect(clippy::print_stdout, reason = "a program that reports to the terminal")]
#![expect(clippy::disallowed_methods, reason = "measuring needs a file and a clock")]

use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, times] = arguments.as_slice() else {
        return Err("usage: repeat FILE TIMES".into());
    };
    let (text, times) = (std::fs::read_to_string(file)?, times.parse::<u32>()?);
    let start = Instant::now();
    for _ in 0..times {
        let code = share::encode(&text);
        if share::decode(&code)? != text {
            return Err("the text did not come back".into());
        }
    }
    println!("{:.0} round trips a second", f64::from(times) / start.elapsed().as_secs_f64());
    Ok(())
}
