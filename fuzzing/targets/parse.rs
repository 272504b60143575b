//! Readers of every family keep to the text, and the formatter comes to rest after one pass.
#![no_main]

use diag::SourceId;
use libfuzzer_sys::fuzz_target;
use puml_compiler::{formatted, syntax_findings};

fuzz_target!(|text: &str| {
    for finding in syntax_findings(text, SourceId(0)) {
        let span = finding.span.start as usize..finding.span.end as usize;
        assert!(text.get(span).is_some(), "a finding outside of the text: {finding:?}");
    }
    let once = formatted(text);
    assert_eq!(formatted(&once), once, "formatting twice changes the text again");
});
