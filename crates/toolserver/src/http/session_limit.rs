//! How many sessions there are at once: those that nobody uses end first, so that no client can keep others out.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::Response;
use rmcp::transport::streamable_http_server::session::SessionManager as _;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;

use crate::Limits;

/// The client that a request comes from, as a layer around [`crate::router`] has found it; without one, the peer of
/// the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

/// The sessions of one server, with who began each of them and when it was last used.
pub(super) struct Sessions {
    manager: Arc<LocalSessionManager>,
    most: usize,
    most_per_client: usize,
    idle: Duration,
    known: Mutex<HashMap<String, Known>>,
}

#[derive(Clone, Copy, Debug)]
struct Known {
    client: Option<IpAddr>,
    used: Instant,
}

impl Sessions {
    pub(super) fn new(manager: Arc<LocalSessionManager>, limits: &Limits) -> Self {
        Self {
            manager,
            most: limits.sessions.max(1),
            most_per_client: limits.sessions_per_client.max(1),
            idle: limits.session_time,
            known: Mutex::default(),
        }
    }

    /// Notes a new session; gives back the ids of those that have to end for it.
    fn begin(&self, id: &str, client: Option<IpAddr>, now: Instant) -> Vec<String> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(id.to_owned(), Known { client, used: now });
        let mut ended = Vec::new();
        let mut end = |known: &mut HashMap<String, Known>, id: Option<String>| {
            if let Some(id) = id {
                known.remove(&id);
                ended.push(id);
            }
        };
        while known.values().filter(|it| it.client == client).count() > self.most_per_client {
            let oldest = oldest(&known, |it| it.client == client);
            end(&mut known, oldest);
        }
        while known.len() > self.most {
            let oldest = oldest(&known, |_| true);
            end(&mut known, oldest);
        }
        ended
    }

    fn touch(&self, id: &str, now: Instant) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(session) = known.get_mut(id) {
            session.used = now;
        }
    }

    fn forget(&self, id: &str) {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
    }

    /// The ids of sessions that nobody has used for too long.
    fn expired(&self, now: Instant) -> Vec<String> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let is_idle = |it: &Known| now.saturating_duration_since(it.used) > self.idle;
        let ids: Vec<String> =
            known.iter().filter(|(_, it)| is_idle(it)).map(|(id, _)| id.clone()).collect();
        known.retain(|_, it| !is_idle(it));
        ids
    }

    async fn close(&self, ids: Vec<String>) {
        for id in ids {
            // A session whose worker has ended already needs no more.
            let _ = self.manager.close_session(&id.into()).await;
        }
    }
}

fn oldest(known: &HashMap<String, Known>, counts: impl Fn(&Known) -> bool) -> Option<String> {
    let sessions = known.iter().filter(|(_, it)| counts(it));
    sessions.min_by_key(|(id, it)| (it.used, (*id).clone())).map(|(id, _)| id.clone())
}

/// Keeps count of the sessions that requests begin, use and end.
pub(super) async fn count(
    State(sessions): State<Arc<Sessions>>,
    request: Request,
    next: Next,
) -> Response {
    let now = Instant::now();
    sessions.close(sessions.expired(now)).await;
    let client = client(&request);
    let used = session_id(request.headers());
    let is_end = request.method() == Method::DELETE;
    match &used {
        Some(id) if is_end => sessions.forget(id),
        Some(id) => sessions.touch(id, now),
        None => {}
    }
    let response = next.run(request).await;
    if used.is_none()
        && let Some(id) = session_id(response.headers())
    {
        sessions.close(sessions.begin(&id, client, now)).await;
    }
    response
}

fn client(request: &Request) -> Option<IpAddr> {
    let extensions = request.extensions();
    let told = extensions.get::<ClientAddress>().map(|it| it.0);
    told.or_else(|| extensions.get::<ConnectInfo<SocketAddr>>().map(|it| it.0.ip()))
}

fn session_id(headers: &HeaderMap) -> Option<String> {
    Some(headers.get("mcp-session-id")?.to_str().ok()?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sessions() -> Sessions {
        let limits = Limits {
            sessions: 3,
            sessions_per_client: 2,
            session_time: Duration::from_mins(1),
            ..Limits::default()
        };
        Sessions::new(Arc::default(), &limits)
    }

    fn client(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    #[test]
    fn the_least_used_session_of_a_client_ends_for_its_next_one() {
        let (sessions, start) = (sessions(), Instant::now());
        let second = Duration::from_secs(1);
        assert!(sessions.begin("a", Some(client(1)), start).is_empty());
        assert!(sessions.begin("b", Some(client(1)), start + second).is_empty());
        sessions.touch("a", start + 2 * second);
        assert_eq!(sessions.begin("c", Some(client(1)), start + 3 * second), ["b"]);
        assert!(sessions.begin("d", Some(client(2)), start + 4 * second).is_empty());
        assert_eq!(sessions.begin("e", Some(client(2)), start + 5 * second), ["a"]);
        sessions.forget("e");
        assert!(sessions.begin("f", Some(client(3)), start + 6 * second).is_empty());
    }

    #[test]
    fn sessions_that_nobody_uses_expire() {
        let (sessions, start) = (sessions(), Instant::now());
        sessions.begin("a", Some(client(1)), start);
        sessions.begin("b", Some(client(2)), start);
        sessions.touch("b", start + Duration::from_secs(30));
        assert_eq!(sessions.expired(start + Duration::from_secs(61)), ["a"]);
        assert_eq!(sessions.expired(start + Duration::from_secs(91)), ["b"]);
        assert!(sessions.expired(start + Duration::from_hours(1)).is_empty());
    }
}
