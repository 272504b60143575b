//! Configuration, lock and journal of agentpack. A journal is only cut and reordered: with other bytes in its paths,
//! recovery would rightly touch other files.
#![no_main]

use agentpack_core::config::Config;
use agentpack_core::{Environment, Lock, recover};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    Config::parse(text).ok();
    Lock::parse(text).ok();
    if text.contains('/') {
        return;
    }
    let home = tempfile::tempdir().expect("a temporary folder");
    let env = Environment::below(home.path());
    std::fs::create_dir_all(env.state()).expect("a state folder");
    std::fs::write(env.state().join("journal.jsonl"), text).expect("a journal");
    recover(&env).ok();
});
