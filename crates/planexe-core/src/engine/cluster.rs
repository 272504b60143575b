//! Sessions of many machines: the database they share, the bucket for large content, and luigid.

use std::path::PathBuf;
use std::sync::{Arc, Weak};
use std::time::Duration;

use super::{ChangeSignal, Engine, Options, Parts};
use crate::clock::Timestamp;
use crate::error::{Error, Result};
use crate::graph::Graph;
use crate::luigi::{Luigid, Reach};
use crate::providers::Providers;
use crate::store::Store;
use crate::store::blobs::{Blobs, Folder, Large};
use crate::store::objects::{Bucket, Objects};
use crate::store::owner::Owner;
use crate::store::postgres::{Notice, Postgres};
use crate::store::scratch::Scratch;
use crate::store::view::View;

/// How far clocks may be apart; a small part of a lease.
const MOST_APART: Duration = Duration::from_secs(2);

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
    /// `database`, `clock`, `bucket`, `luigid` or `workers`.
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
        let logs = Scratch::create(&cluster.scratch.join("logs"), owner.name())?;
        let parts = Arc::new(Parts {
            blobs: Blobs::new(Arc::clone(&store), large),
            store,
            view: View::none(logs),
            graph: Arc::new(graph),
            providers,
            options,
            owner,
            changes: ChangeSignal::default(),
            driven: std::sync::Mutex::default(),
            home: cluster.scratch.clone(),
            luigid,
            postgres: Some(Arc::clone(&postgres)),
        });
        let listener: Weak<Parts> = Arc::downgrade(&parts);
        postgres
            .listen(move |notice| listener.upgrade().map(|parts| parts.notice(&notice)).is_some());
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
        let clock = postgres.clock().map_err(|it| it.to_string()).and_then(compare_clocks);
        checks.push(Check { name: "clock", found: clock });
        let bucket = match self.parts.blobs.bucket() {
            Some(bucket) => bucket.probe().map(|()| "honours conditional writes".to_owned()),
            None => Ok("none: large artifacts stay on this machine".to_owned()),
        };
        checks.push(Check { name: "bucket", found: bucket.map_err(|it| it.to_string()) });
        if let Some(luigid) = &self.parts.luigid {
            let limit = luigid.limit().map_err(|it| it.message).and_then(|limit| match limit {
                Some(limit) => Ok(format!("{} answers, llm = {limit}", luigid.address())),
                None => Err("[resources] has no llm: luigid then lets one model be asked at a \
                     time; start it with the shipped luigid.cfg"
                    .to_owned()),
            });
            checks.push(Check { name: "luigid", found: limit });
            let slots = luigid.slots().map_err(|it| it.message).and_then(|slots| match slots {
                0 => Err("nobody asks luigid for tasks: start `planexe worker`".to_owned()),
                slots => Ok(format!("{slots} slots ask for tasks")),
            });
            checks.push(Check { name: "workers", found: slots });
        }
        checks
    }
}

/// Leases are compared with the clocks of those who want them.
fn compare_clocks(theirs: Timestamp) -> std::result::Result<String, String> {
    let apart = (Timestamp::now().0 - theirs.0).abs();
    if apart <= MOST_APART.as_millis() as i64 {
        return Ok("agrees with the database".to_owned());
    }
    Err(format!("is {apart} ms from the database's; leases would end too early or too late"))
}

impl Parts {
    /// Passes on what other processes did to the runs concerned, and to those who wait.
    fn notice(&self, notice: &Notice) {
        for ((session, _), handle) in self.driven().iter() {
            match notice {
                Notice::Session(changed) if changed == session => handle.nudge(),
                Notice::Claims(changed) if changed == session => handle.nudge_dispatch(),
                Notice::Session(_) | Notice::Claims(_) => {}
                Notice::Anything => {
                    handle.nudge();
                    handle.nudge_dispatch();
                }
            }
        }
        if !matches!(notice, Notice::Claims(_)) {
            self.changes.notify();
        }
    }
}
