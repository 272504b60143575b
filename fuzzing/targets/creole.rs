//! Markup in labels: any text is some label.
#![no_main]

use libfuzzer_sys::fuzz_target;
use puml_syntax::creole;

fuzz_target!(|text: &str| {
    creole::label(text);
    creole::label_blocks(text);
    creole::blocks(text);
});
