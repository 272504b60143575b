//! A worker process for tests that kill and pause it: `worker DATABASE S3 LUIGID SCRIPT SLOTS`.

use std::sync::Arc;
use std::time::Duration;

use planexe_core::{Cancel, Engine, Options, Providers, Scripted, Slots};

#[path = "../tests/cluster/servers.rs"]
mod servers;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [database, s3, luigid, script, slots] = &given[..] else {
        return Err("usage: worker DATABASE S3 LUIGID SCRIPT SLOTS".into());
    };
    let scratch = tempfile::tempdir()?;
    let providers = Providers::default().with("scripted", Arc::new(Scripted::new(script)));
    let cluster = servers::cluster(database, s3, luigid, scratch.path());
    let options = Options { lease: Duration::from_secs(4), ..Options::default() };
    let engine = Engine::connect(&cluster, planexe_core::pipeline(), providers, options)?;
    engine.work(&Slots { host: "test".to_owned(), count: slots.parse()? }, &Cancel::default())?;
    Ok(())
}
