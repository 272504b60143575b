//! The parser keeps every byte, and the formatter comes to rest after one pass.
#![no_main]

use diag::SourceId;
use libfuzzer_sys::fuzz_target;
use puml_syntax::{Stage, formatted, parse};

fuzz_target!(|text: &str| {
    let read = parse(text, SourceId(0), Stage::Source);
    for finding in &read.diagnostics {
        let span = finding.span.start as usize..finding.span.end as usize;
        assert!(text.get(span).is_some(), "a finding outside of the text: {finding:?}");
    }
    let once = formatted(text);
    assert_eq!(formatted(&once), once, "formatting twice changes the text again");
});
