//! One connected client: the server's tables plus what this client has set or been asked.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::ProtocolVersion;
use rmcp::service::{Peer, RequestContext};
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::call::RootSource;
use crate::changes::Change;
use crate::log::Threshold;
use crate::roots::SANDBOX_STATE;
use crate::{RootPolicy, Roots, Server};

/// How long a client may take to name its roots before the fallback is used.
const ROOTS_PATIENCE: Duration = Duration::from_secs(5);

/// Serves one client. Over HTTP without sessions it lives for one request.
pub(crate) struct Session {
    pub(crate) server: Arc<Server>,
    channel: Channel,
    state: Arc<Mutex<State>>,
    alive: CancellationToken,
    _guard: DropGuard,
}

/// What connects the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Channel {
    /// The client started this process, so it may say which folders to use.
    Stdio,
    /// The client may be anybody who was let in.
    Http,
}

struct State {
    threshold: Threshold,
    roots: Option<Arc<Roots>>,
    subscriptions: BTreeSet<String>,
}

impl Session {
    pub(crate) fn new(server: Arc<Server>, channel: Channel) -> Self {
        let alive = CancellationToken::new();
        Self {
            server,
            channel,
            state: Arc::new(Mutex::new(State {
                threshold: Threshold::default(),
                roots: None,
                subscriptions: BTreeSet::new(),
            })),
            _guard: alive.clone().drop_guard(),
            alive,
        }
    }

    pub(crate) fn set_threshold(&self, threshold: Threshold) {
        lock(&self.state).threshold = threshold;
    }

    /// The level from which this request's messages are sent; `None` sends none.
    pub(crate) fn threshold(&self, context: &RequestContext<RoleServer>) -> Option<Threshold> {
        if is_modern(context) {
            Threshold::of_request(&context.meta)
        } else {
            Some(lock(&self.state).threshold)
        }
    }

    pub(crate) fn subscribe(&self, uri: String) {
        lock(&self.state).subscriptions.insert(uri);
    }

    pub(crate) fn unsubscribe(&self, uri: &str) {
        lock(&self.state).subscriptions.remove(uri);
    }

    /// The client's roots are asked for anew on the next use.
    pub(crate) fn forget_roots(&self) {
        lock(&self.state).roots = None;
    }

    pub(crate) fn root_source(&self, context: &RequestContext<RoleServer>) -> RootSource {
        let may_ask = self.channel == Channel::Stdio
            && matches!(self.server.roots, RootPolicy::Client(_))
            && !is_modern(context)
            && context
                .client_capabilities()
                .is_some_and(|capabilities| capabilities.roots.is_some());
        let server = Arc::clone(&self.server);
        if let Some(folder) = self.named_folder(context) {
            let roots = Arc::new(server.roots.with_client([folder.as_str()]));
            // Requests that do not say it again, such as reading a resource, are about the same folder.
            lock(&self.state).roots = Some(roots);
        }
        if !may_ask {
            let known = lock(&self.state).roots.clone();
            return RootSource {
                found: OnceLock::new(),
                ask: Box::new(move || {
                    known.clone().unwrap_or_else(|| Arc::new(server.roots.without_client().clone()))
                }),
            };
        }
        let state = Arc::clone(&self.state);
        let peer = context.peer.clone();
        let runtime = tokio::runtime::Handle::current();
        RootSource {
            found: OnceLock::new(),
            ask: Box::new(move || {
                if let Some(roots) = &lock(&state).roots {
                    return Arc::clone(roots);
                }
                let uris = runtime.block_on(client_roots(&peer));
                let roots = Arc::new(server.roots.with_client(uris.iter().map(String::as_str)));
                lock(&state).roots = Some(Arc::clone(&roots));
                roots
            }),
        }
    }

    /// The folder that the host names in the call itself, if it may say which folders to use.
    fn named_folder(&self, context: &RequestContext<RoleServer>) -> Option<String> {
        let may_say =
            self.channel == Channel::Stdio && matches!(self.server.roots, RootPolicy::Client(_));
        let state = context.meta.get(SANDBOX_STATE).filter(|_| may_say)?;
        state["sandboxCwd"].as_str().map(str::to_owned)
    }

    /// Passes changes on to a client of the handshake era, until the session ends.
    pub(crate) fn forward_changes(&self, peer: Peer<RoleServer>) {
        let Some(changes) = &self.server.changes else {
            return;
        };
        let mut changes = changes.listen();
        let state = Arc::clone(&self.state);
        let alive = self.alive.clone();
        tokio::spawn(async move {
            loop {
                let change = tokio::select! {
                    () = alive.cancelled() => break,
                    change = changes.recv() => change,
                };
                let sent = match change {
                    Ok(Change::Contents(uri)) => {
                        if !lock(&state).subscriptions.contains(&uri) {
                            continue;
                        }
                        let update = rmcp::model::ResourceUpdatedNotificationParam::new(uri);
                        peer.notify_resource_updated(update).await
                    }
                    // Some changes were lost, so the list may be another one too.
                    Ok(Change::List) | Err(tokio::sync::broadcast::error::RecvError::Lagged(_)) => {
                        peer.notify_resource_list_changed().await
                    }
                    Err(tokio::sync::broadcast::error::RecvError::Closed) => break,
                };
                if sent.is_err() {
                    break;
                }
            }
        });
    }
}

/// Whether the request belongs to the era without handshakes.
pub(crate) fn is_modern(context: &RequestContext<RoleServer>) -> bool {
    context
        .protocol_version()
        .is_some_and(|version| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str())
}

/// No answer in time counts as no roots.
#[expect(deprecated, reason = "clients of the handshake era still name their roots this way")]
async fn client_roots(peer: &Peer<RoleServer>) -> Vec<String> {
    match tokio::time::timeout(ROOTS_PATIENCE, peer.list_roots()).await {
        Ok(Ok(answer)) => answer.roots.into_iter().map(|root| root.uri).collect(),
        _ => Vec::new(),
    }
}

/// The state is plain data, whole after each statement, so a panic elsewhere does not spoil it.
fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
