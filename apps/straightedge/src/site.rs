//! What all requests share: settings, counters, limits, and the servers behind the routes.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use planexe::{Names, Service};
use planexe_core::{Caller, Engine};
use sha2::{Digest as _, Sha256};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use toolserver::{RootOptions, RootPolicy, Server};

use crate::client_limit::{ClientLimit, DrawingQueue, Slot, Turn};
use crate::drawing_threads::{DrawingThreads, Priority};
use crate::failure::Failure;
use crate::layers::current_client;
use crate::metrics::Metrics;
use crate::rate_limit::{Buckets, Quota};
use crate::{Guard, Limits, Reach, Settings};

/// A server's state: cheap to share, the same for all connections.
pub struct Site {
    pub(crate) settings: Settings,
    pub(crate) metrics: Metrics,
    pub(crate) encoder_rate: Buckets,
    pub(crate) request_rate: Buckets,
    /// Open connections of each client.
    pub(crate) connections: ClientLimit,
    /// Cancelled when the server stops: streams that would never end on their own end then.
    pub(crate) closing: CancellationToken,
    /// The diagram tools, as agents call them.
    pub(crate) diagrams: Arc<Server>,
    /// The tools that deploy agents' configuration.
    pub(crate) agentpack: Option<Arc<Server>>,
    /// The planning tools.
    pub(crate) plans: Option<Plans>,
    token_digest: Option<Vec<u8>>,
    documents_pass: Option<String>,
    requests: Arc<Semaphore>,
    requests_of_client: ClientLimit,
    drawings: DrawingQueue,
    drawing_time: Arc<Buckets>,
    drawing_threads: DrawingThreads,
    is_ready: AtomicBool,
    request_ids: RequestIds,
}

/// A request in flight, until it is dropped.
pub(crate) struct InFlight {
    _of_all: OwnedSemaphorePermit,
    _of_client: Slot,
}

/// Numbers that tell requests apart, also those of servers that ran before.
struct RequestIds {
    start: u32,
    next: AtomicU64,
}

/// Seconds of drawing within the last minute, from which on a client draws behind the others.
const MUCH_DRAWN: f64 = 1.0;

/// The planning engine and its tools.
pub(crate) struct Plans {
    pub(crate) engine: Arc<Engine>,
    pub(crate) server: Arc<Server>,
    /// Whose sessions the page shows.
    pub(crate) owner: Caller,
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
    /// The system gives no threads.
    #[error("the threads that draw cannot be had: {0}")]
    Threads(std::io::Error),
    /// Plans and agent configuration are never served to everybody.
    #[error("plans and agent configuration are served behind a token only")]
    NoToken,
}

impl Site {
    /// Prepares everything behind the routes; opens the planning sessions if there are to be any.
    pub fn open(settings: Settings) -> Result<Arc<Self>, OpenError> {
        if settings.reach == Reach::Machine && settings.token.is_none() {
            return Err(OpenError::NoToken);
        }
        let limits = &settings.limits;
        let plans = match (&settings.plans, settings.reach) {
            (Some(home), Reach::Machine) => Some(Plans::open(home, limits)?),
            _ => None,
        };
        let agentpack = match settings.reach {
            Reach::Machine if !settings.roots.is_empty() => {
                let folders = settings.roots.clone();
                let roots = RootPolicy::resolve(&RootOptions { folders, variable: None })?;
                Some(Arc::new(limited(crate::agentpack_roots::server(roots), limits)))
            }
            _ => None,
        };
        // No folders: a diagram comes with the call, never from this machine.
        let diagrams = limited(puml_mcp::server(&puml_mcp::Settings::default()), limits);
        let minute = Duration::from_mins(1);
        Ok(Arc::new(Self {
            metrics: Metrics::default(),
            encoder_rate: Buckets::new(limits.encodings_per_hour, Duration::from_hours(1)),
            request_rate: Buckets::new(limits.requests_per_minute, minute),
            connections: ClientLimit::new(limits.connections_per_client),
            closing: CancellationToken::new(),
            diagrams: Arc::new(diagrams),
            agentpack,
            plans,
            token_digest: settings.token.as_ref().map(|token| Sha256::digest(token).to_vec()),
            documents_pass: settings.token.as_deref().map(documents_pass),
            requests: Arc::new(Semaphore::new(limits.requests)),
            requests_of_client: ClientLimit::new(limits.requests_per_client),
            drawings: DrawingQueue::new(limits.drawings, limits.drawings_per_client),
            drawing_threads: DrawingThreads::new(limits.drawings).map_err(OpenError::Threads)?,
            drawing_time: Arc::new(Buckets::new(limits.drawing_seconds_per_minute, minute)),
            is_ready: AtomicBool::new(true),
            request_ids: RequestIds::new(),
            settings,
        }))
    }

    /// Whether new work is welcome: from the start until the server is told to stop.
    pub(crate) fn is_ready(&self) -> bool {
        self.is_ready.load(Relaxed)
    }

    /// From now on `/readyz` says no; everything else goes on.
    pub(crate) fn announce_end(&self) {
        self.is_ready.store(false, Relaxed);
    }

    /// A name for a request, unlike any other.
    pub(crate) fn request_id(&self) -> String {
        let number = self.request_ids.next.fetch_add(1, Relaxed);
        format!("{:08x}-{number:x}", self.request_ids.start)
    }

    /// Ends endless streams and stops planning runs so that they can be resumed.
    pub fn close(&self) {
        self.closing.cancel();
        if let Some(plans) = &self.plans {
            plans.engine.shut_down();
        }
    }

    /// A place among the requests in flight, if the client and the server have one left.
    pub(crate) fn in_flight(&self, client: IpAddr) -> Result<InFlight, Failure> {
        let of_client =
            self.requests_of_client.take(client).ok_or_else(Failure::too_many_at_once)?;
        let of_all = Arc::clone(&self.requests).try_acquire_owned();
        let of_all = of_all.map_err(|_| Failure::overloaded())?;
        Ok(InFlight { _of_all: of_all, _of_client: of_client })
    }

    /// Whether a request needs the token even though it only draws.
    pub(crate) fn guards_everything(&self) -> bool {
        self.settings.guard == Guard::Everything
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

    /// Takes one request out of a client's bucket.
    pub(crate) fn spend(buckets: &Buckets, client: IpAddr) -> Result<Option<Quota>, Failure> {
        buckets.take(client, Instant::now()).map_err(Failure::rate_limited)
    }

    /// Waits for this client's turn to draw, within the time for drawing. Refused when it has drawn too much lately.
    pub(crate) async fn turn(&self, client: IpAddr) -> Result<Turn, Failure> {
        self.drawing_time.check(client, Instant::now()).map_err(Failure::rate_limited)?;
        let turn = self.drawings.turn(client);
        let turn = tokio::time::timeout(self.settings.limits.draw_time, turn).await;
        turn.map_err(|_| Failure::too_slow())
    }

    /// Counts the time that a client's drawing took.
    pub(crate) fn charge(&self, client: IpAddr, taken: Duration) {
        self.drawing_time.charge(client, taken.as_secs_f64(), Instant::now());
    }

    /// Draws on a thread for it, when it is the turn of the client whose request is at hand. Work past its time
    /// keeps its turn until it ends.
    pub(crate) async fn draw<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let client = current_client();
        let drawn = async {
            let turn = self.turn(client).await?;
            let drawing_time = Arc::clone(&self.drawing_time);
            let lately = drawing_time.used(client, Instant::now());
            let priority = if lately > MUCH_DRAWN { Priority::Behind } else { Priority::Usual };
            let task = self.drawing_threads.run(priority, move || {
                let _turn = turn;
                let started = Instant::now();
                let drawn = work();
                let taken = started.elapsed().as_secs_f64();
                drawing_time.charge(client, taken, Instant::now());
                drawn
            });
            task.await.map_err(|_| Failure::internal())
        };
        tokio::time::timeout(self.settings.limits.draw_time, drawn)
            .await
            .unwrap_or_else(|_| Err(Failure::too_slow()))
    }
}

impl RequestIds {
    fn new() -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_millis());
        Self { start: now as u32, next: AtomicU64::new(1) }
    }
}

/// A server with the limits of this site.
fn limited(mut server: Server, limits: &Limits) -> Server {
    server.limits.request_bytes = server.limits.request_bytes.min(limits.body_bytes);
    server.limits.body_time = limits.body_time;
    server.limits.sessions = limits.sessions;
    server.limits.sessions_per_client = limits.sessions_per_client;
    server.limits.session_time = limits.session_time;
    server
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
    fn open(home: &std::path::Path, limits: &Limits) -> Result<Self, OpenError> {
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
        let service = Service::by_subject(Arc::clone(&engine), owner.clone());
        let server =
            Server { changes: Some(changes), ..planexe::server(&service, Names::Underscore) };
        Ok(Self { engine, server: Arc::new(limited(server, limits)), owner })
    }
}
