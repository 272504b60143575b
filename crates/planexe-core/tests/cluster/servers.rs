//! PostgreSQL, S3 and luigid as `judges/servers` has started them; every test has a schema of its own.
#![expect(clippy::disallowed_methods, reason = "the servers are told by the environment")]
#![allow(dead_code, clippy::allow_attributes, reason = "each test binary uses its part")]

use std::path::Path;
use std::process::Command;

use planexe_core::{Bucket, Cluster, Reach};

pub(crate) struct Servers {
    pub(crate) database: String,
    pub(crate) s3: String,
    pub(crate) luigid: String,
}

impl Servers {
    pub(crate) fn new() -> Self {
        let told = |name: &str| {
            std::env::var(name).unwrap_or_else(|_| panic!("{name}: run judges/servers"))
        };
        let database = told("PLANEXE_TEST_DATABASE");
        let schema = format!("test_{}_{}", std::process::id(), serial());
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            use sqlx::Connection as _;
            let mut db = sqlx::PgConnection::connect(&database).await.unwrap();
            let text = format!("create schema {schema}");
            sqlx::raw_sql(sqlx::AssertSqlSafe(text)).execute(&mut db).await.unwrap();
        });
        Self {
            database: format!("{database}?options=-csearch_path%3D{schema}"),
            s3: told("PLANEXE_TEST_S3"),
            luigid: told("PLANEXE_TEST_LUIGID"),
        }
    }

    pub(crate) fn cluster(&self, scratch: &Path) -> Cluster {
        cluster(&self.database, &self.s3, &self.luigid, scratch)
    }
}

/// Everything on loopback.
pub(crate) fn cluster(database: &str, s3: &str, luigid: &str, scratch: &Path) -> Cluster {
    Cluster {
        database: database.to_owned(),
        bucket: Some(Bucket {
            name: "planexe".to_owned(),
            prefix: "tests".to_owned(),
            endpoint: Some(s3.to_owned()),
            region: "us-east-1".to_owned(),
            access_key: "test".to_owned(),
            secret_key: "test".to_owned(),
        }),
        luigid: Some(luigid.to_owned()),
        reach: Reach::Safe,
        scratch: scratch.to_owned(),
    }
}

/// `stop` or `start` one of `database` and `luigid`.
pub(crate) fn order(verb: &str, server: &str) {
    let script = std::env::var("PLANEXE_TEST_SERVERS").unwrap();
    assert!(Command::new(script).args([verb, server]).status().unwrap().success());
}

fn serial() -> u32 {
    static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed)
}
