//! Macros, loops and includes end by themselves or by a named limit.
#![no_main]

use diag::Sources;
use libfuzzer_sys::fuzz_target;
use puml_compiler::{NoWorld, Options, compile};

fuzz_target!(|text: &str| {
    let mut sources = Sources::default();
    let id = sources.add("fuzz.puml", text);
    compile(&mut sources, id, &NoWorld, &Options::default());
});
