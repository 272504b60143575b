//! What all requests share: settings, counters, limits, and the servers behind the routes.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use planexe::{Desk, Names};
use planexe_core::{Caller, Engine};
use sha2::{Digest as _, Sha256};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use toolserver::{RootOptions, RootPolicy, Server};

use crate::failure::Failure;
use crate::metrics::Metrics;
use crate::rate::Buckets;
use crate::{Reach, Settings};

/// A server's state: cheap to share, the same for all connections.
pub struct Site {
    pub(crate) settings: Settings,
    pub(crate) metrics: Metrics,
    pub(crate) api_rate: Buckets,
    pub(crate) page_rate: Buckets,
    /// Cancelled when the server stops: streams that would never end on their own end then.
    pub(crate) closing: CancellationToken,
    /// The diagram tools, as agents call them.
    pub(crate) diagrams: Arc<Server>,
    /// The tools that roll out agents' configuration.
    pub(crate) agentpack: Option<Arc<Server>>,
    /// The planning tools.
    pub(crate) plans: Option<Plans>,
    token_digest: Option<Vec<u8>>,
    documents_pass: Option<String>,
    requests: Arc<Semaphore>,
    drawings: Arc<Semaphore>,
}

/// The planning engine and its tools.
pub(crate) struct Plans {
    pub(crate) engine: Arc<Engine>,
    pub(crate) server: Arc<Server>,
}

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The planning sessions cannot be opened.
    #[error("the planning sessions cannot be opened: {0}")]
    Plans(String),
    /// A folder that was named cannot be used.
    #[error(transparent)]
    Roots(#[from] toolserver::RootError),
}

fn roots(settings: &Settings) -> Result<RootPolicy, OpenError> {
    let options =
        RootOptions { folders: settings.roots.clone(), variable: Some("AGENTPACK_PROJECT".into()) };
    Ok(RootPolicy::resolve(&options)?)
}

impl Site {
    /// Prepares everything behind the routes; opens the planning sessions if there are to be any.
    pub fn open(settings: Settings) -> Result<Arc<Self>, OpenError> {
        let plans = match (&settings.plans, settings.reach) {
            (Some(home), Reach::Machine) => Some(Plans::open(home)?),
            _ => None,
        };
        let agentpack = match settings.reach {
            Reach::Machine => Some(Arc::new(agentpack::server(roots(&settings)?))),
            Reach::Diagrams => None,
        };
        let limits = &settings.limits;
        Ok(Arc::new(Self {
            metrics: Metrics::default(),
            api_rate: Buckets::new(limits.api_per_hour, Duration::from_hours(1)),
            page_rate: Buckets::new(limits.page_per_minute, Duration::from_mins(1)),
            closing: CancellationToken::new(),
            // No folders: a diagram comes with the call, never from this machine.
            diagrams: Arc::new(puml_mcp::server(&puml_mcp::Settings::default())),
            agentpack,
            plans,
            token_digest: settings.token.as_ref().map(|token| Sha256::digest(token).to_vec()),
            documents_pass: settings.token.as_deref().map(documents_pass),
            requests: Arc::new(Semaphore::new(limits.requests)),
            drawings: Arc::new(Semaphore::new(limits.drawings.max(1))),
            settings,
        }))
    }

    /// Ends endless streams and stops planning runs so that they can be resumed.
    pub fn close(&self) {
        self.closing.cancel();
        if let Some(plans) = &self.plans {
            plans.engine.shut_down();
        }
    }

    /// A place among the requests worked on at once, if one is free.
    pub(crate) fn place(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.requests).try_acquire_owned().ok()
    }

    /// Whether a bearer token is the right one. Digests are compared, so the time taken tells nothing about it.
    pub(crate) fn admits(&self, token: Option<&str>) -> bool {
        match (&self.token_digest, token) {
            (None, _) => true,
            (Some(expected), Some(token)) => {
                Sha256::digest(token).as_slice() == expected.as_slice()
            }
            (Some(_), None) => false,
        }
    }

    /// Whether a frame may see documents with this pass.
    pub(crate) fn shows_documents(&self, pass: &str) -> bool {
        self.documents_pass
            .as_deref()
            .is_some_and(|expected| Sha256::digest(pass) == Sha256::digest(expected))
    }

    /// What a frame shows to see a document, since it can send no token; it opens nothing else.
    pub(crate) fn documents_pass(&self) -> Option<&str> {
        self.documents_pass.as_deref()
    }

    /// Takes one request out of a bucket.
    pub(crate) fn spend(buckets: &Buckets, client: IpAddr) -> Result<(), Failure> {
        buckets.take(client, Instant::now()).map_err(Failure::too_often)
    }

    /// Draws on a thread for blocking work, when it is its turn. Work past its time keeps its turn until it ends.
    pub(crate) async fn draw<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let turn = Arc::clone(&self.drawings).acquire_owned();
        let drawn = async {
            let turn = turn.await.map_err(|_| Failure::internal())?;
            let task = tokio::task::spawn_blocking(move || {
                let _turn = turn;
                work()
            });
            task.await.map_err(|_| Failure::internal())
        };
        tokio::time::timeout(self.settings.limits.draw_time, drawn)
            .await
            .unwrap_or_else(|_| Err(Failure::too_slow()))
    }
}

/// A digest, so that who sees the pass learns nothing about the token.
fn documents_pass(token: &str) -> String {
    let digest = Sha256::new().chain_update("documents of plans\n").chain_update(token).finalize();
    digest.iter().fold(String::new(), |mut hex, byte| {
        use std::fmt::Write as _;
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

impl Plans {
    fn open(home: &std::path::Path) -> Result<Self, OpenError> {
        let failed = |error: planexe_core::Error| OpenError::Plans(error.message);
        let graph = planexe_core::pipeline();
        let providers = planexe::providers(home, &[]).map_err(failed)?;
        let engine = Engine::open(home, graph, providers, planexe_core::Options::default())
            .map_err(failed)?;
        let engine = Arc::new(engine);
        // There is one owner: whoever started the server, as on its command line.
        let caller = whoami::username().map_err(|error| OpenError::Plans(error.to_string()))?;
        let owner = Caller(caller);
        let changes = toolserver::Changes::default();
        planexe::announce(&engine, owner.clone(), changes.clone()).map_err(failed)?;
        let desk = Desk::by_subject(Arc::clone(&engine), owner);
        let server = Server { changes: Some(changes), ..planexe::server(&desk, Names::Underscore) };
        Ok(Self { engine, server: Arc::new(server) })
    }
}
