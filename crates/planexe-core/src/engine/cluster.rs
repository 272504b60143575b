//! Sessions of many machines: the database they share, the bucket for large content, and luigid.

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};

use super::{Bell, Engine, Options, Parts};
use crate::error::{Error, Result};
use crate::graph::Graph;
use crate::luigi::{Luigid, Reach};
use crate::provider::Providers;
use crate::session::SessionId;
use crate::store::Store;
use crate::store::blobs::{Blobs, Folder, Large};
use crate::store::objects::{Bucket, Objects};
use crate::store::owner::Owner;
use crate::store::postgres::Postgres;
use crate::store::view::View;

/// Where the sessions of many machines live.
#[derive(Debug, Clone)]
pub struct Cluster {
    /// `postgres://…`: everything but large content.
    pub database: String,
    /// Large content. Without it, content lies below `scratch`, and one machine does everything.
    pub bucket: Option<Bucket>,
    /// Hands tasks to workers; needed for sessions with the scheduler `central`.
    pub luigid: Option<String>,
    /// How far plain HTTP to luigid may go.
    pub reach: Reach,
    /// A folder of this process for logs on their way.
    pub scratch: PathBuf,
}

/// One thing that many machines rely on, and what is wrong with it.
#[derive(Debug, Clone)]
pub struct Check {
    /// `database`, `bucket` or `luigid`.
    pub name: &'static str,
    /// What answers, or what is wrong.
    pub found: std::result::Result<String, String>,
}

impl Engine {
    /// Opens the sessions of many machines. Refuses a luigid without a bucket: workers elsewhere
    /// could not read what lies in a folder here.
    pub fn connect(
        cluster: &Cluster,
        graph: Graph,
        providers: Providers,
        options: Options,
    ) -> Result<Self> {
        if cluster.luigid.is_some() && cluster.bucket.is_none() {
            return Err(Error::argument(
                "many machines need a bucket for artifacts: pass --objects s3://bucket/prefix; a \
                 local folder cannot be read by other machines",
            ));
        }
        let luigid = match &cluster.luigid {
            Some(address) => Some(Luigid::new(address, cluster.reach)?),
            None => None,
        };
        let postgres = Arc::new(Postgres::connect(&cluster.database)?);
        let store: Arc<dyn Store> = postgres.clone();
        let large = match &cluster.bucket {
            Some(bucket) => Large::Bucket(Objects::open(bucket)?),
            None => Large::Folder(Folder::open(cluster.scratch.join("blobs"))?),
        };
        let owner = Owner::remote()?;
        // Two processes of one machine must not write one log.
        let logs = cluster.scratch.join("logs").join(owner.name());
        let parts = Arc::new(Parts {
            blobs: Blobs::new(Arc::clone(&store), large),
            store,
            view: View::none(logs),
            graph: Arc::new(graph),
            providers,
            options,
            owner,
            bell: Bell::default(),
            driven: std::sync::Mutex::default(),
            home: cluster.scratch.clone(),
            luigid,
            postgres: Some(Arc::clone(&postgres)),
        });
        let listener: Weak<Parts> = Arc::downgrade(&parts);
        postgres.listen(move |session| {
            listener.upgrade().map(|parts| parts.notice(session.as_ref())).is_some()
        });
        parts.recover_all()?;
        Ok(Self { parts })
    }

    /// Looks at everything that many machines rely on; empty for the sessions of one machine.
    pub fn checks(&self) -> Vec<Check> {
        let mut checks = Vec::new();
        let Some(postgres) = &self.parts.postgres else {
            return checks;
        };
        let version = postgres.version().map(|version| format!("PostgreSQL {version}"));
        checks.push(Check { name: "database", found: version.map_err(|it| it.to_string()) });
        let bucket = match self.parts.blobs.bucket() {
            Some(bucket) => bucket.probe().map(|()| "honours conditional writes".to_owned()),
            None => Ok("none: large artifacts stay on this machine".to_owned()),
        };
        checks.push(Check { name: "bucket", found: bucket.map_err(|it| it.to_string()) });
        if let Some(luigid) = &self.parts.luigid {
            let limits = luigid.resources().map(|limits| {
                let llm = limits["resources"].as_array().into_iter().flatten();
                let llm = llm.chain(limits.as_array().into_iter().flatten());
                let total =
                    llm.filter(|it| it["name"] == "llm").find_map(|it| it["num_total"].as_u64());
                let total =
                    total.map_or("no limit set".to_owned(), |total| format!("llm = {total}"));
                format!("{} answers, {total}", luigid.address())
            });
            checks.push(Check { name: "luigid", found: limits.map_err(|it| it.message) });
        }
        checks
    }
}

impl Parts {
    /// Somebody changed a session, or, with none, anything may have changed.
    fn notice(&self, session: Option<&SessionId>) {
        for ((driven, _), reins) in self.driven().iter() {
            if session.is_none_or(|session| session == driven) {
                reins.nudge.store(true, Ordering::Relaxed);
                reins.dispatch.store(true, Ordering::Relaxed);
            }
        }
        self.bell.ring();
    }
}
