//! Codes from links: any is decoded or refused, and what we encode comes back.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    share::decode(share::code_in(text)).ok();
    let code = share::encode(text);
    assert_eq!(share::decode(&code).as_deref(), Ok(text), "a text does not survive its code");
});
