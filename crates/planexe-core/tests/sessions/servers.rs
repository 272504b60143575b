//! PostgreSQL, S3 and luigid as `apps/planexe/judges/servers` has started them; every test has a
//! schema of its own. Also used by the tests of the program.
#![allow(
    dead_code,
    clippy::disallowed_methods,
    clippy::allow_attributes,
    reason = "each test binary uses its part, and not every package forbids the environment"
)]

use std::path::Path;
use std::process::Command;

use planexe_core::{Bucket, Cluster, Reach};

/// Addresses, with a schema that nobody else uses.
pub(crate) struct Servers {
    pub(crate) database: String,
    pub(crate) s3: String,
    pub(crate) luigid: String,
}

impl Servers {
    /// None when no servers were started: then the tests are about one machine.
    pub(crate) fn new() -> Option<Self> {
        let database = std::env::var("PLANEXE_TEST_DATABASE").ok()?;
        let schema = format!("test_{}_{}", std::process::id(), serial());
        order("schema", &schema);
        Some(Self {
            database: format!("{database}?options=-csearch_path%3D{schema}"),
            s3: std::env::var("PLANEXE_TEST_S3").ok()?,
            luigid: std::env::var("PLANEXE_TEST_LUIGID").ok()?,
        })
    }

    /// Everything on loopback.
    pub(crate) fn cluster(&self, scratch: &Path) -> Cluster {
        Cluster {
            database: self.database.clone(),
            bucket: Some(Bucket {
                name: "planexe".to_owned(),
                prefix: "tests".to_owned(),
                endpoint: Some(self.s3.clone()),
                region: "us-east-1".to_owned(),
                access_key: "test".to_owned(),
                secret_key: "test".to_owned(),
            }),
            luigid: Some(self.luigid.clone()),
            reach: Reach::Safe,
            scratch: scratch.to_owned(),
        }
    }
}

/// Has the script that started the servers `stop` or `start` one of them, or make a `schema`.
pub(crate) fn order(verb: &str, what: &str) {
    let script = std::env::var("PLANEXE_TEST_SERVERS").expect("run apps/planexe/judges/servers");
    assert!(Command::new(script).args([verb, what]).status().unwrap().success());
}

fn serial() -> u32 {
    static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed)
}
