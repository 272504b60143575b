//! Connections: accepting, limits and time-outs, and a graceful shutdown.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use axum::http::StatusCode;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tower::ServiceExt as _;

use crate::client_limit::Slot;
use crate::{Clients, Site};

/// A pause after an error of the machine, such as too many open files, so that it can recover.
const RECOVERY: Duration = Duration::from_millis(50);

/// Time to tell a client that there is no connection for it.
const REFUSAL: Duration = Duration::from_millis(500);

/// Serves the site on a listener until `shutdown` completes. Open requests may then finish within their time.
pub async fn serve(
    site: Arc<Site>,
    listener: TcpListener,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let router = crate::router(&site);
    let limits = site.settings.limits.clone();
    let free = Arc::new(Semaphore::new(limits.connections.max(1)));
    let mut connections = JoinSet::new();
    // First the end is announced while connections are still accepted, then it comes.
    let mut end = pin!(async {
        shutdown.await;
        site.announce_end();
        tokio::time::sleep(limits.notice_time).await;
    });
    loop {
        let accepted = tokio::select! {
            biased;
            () = &mut end => break,
            accepted = listener.accept() => accepted,
        };
        while connections.try_join_next().is_some() {}
        match accepted {
            Ok((stream, peer)) => match admitted(&site, &free, peer) {
                Ok(slots) => {
                    let connection = connection(Arc::clone(&site), router.clone(), stream, peer);
                    connections.spawn(async move {
                        let _slots = slots;
                        connection.await;
                    });
                }
                Err(status) => {
                    site.metrics.refused_connections.with([status.as_str()]).add_one();
                    connections.spawn(refuse(stream, status));
                }
            },
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(RECOVERY).await;
            }
        }
    }
    drop(listener);
    site.close();
    let drained = async { while connections.join_next().await.is_some() {} };
    if tokio::time::timeout(limits.drain_time, drained).await.is_err() {
        tracing::warn!(open = connections.len(), "connections were cut off");
        connections.shutdown().await;
    }
    Ok(())
}

/// What a connection holds until it ends.
struct Slots {
    _of_all: OwnedSemaphorePermit,
    _of_client: Option<Slot>,
}

/// Behind a proxy all connections are the proxy's, so that they are not counted by client.
fn admitted(site: &Site, free: &Arc<Semaphore>, peer: SocketAddr) -> Result<Slots, StatusCode> {
    let of_client = match site.settings.clients {
        Clients::Peer => {
            let slot = site.connections.take(peer.ip());
            Some(slot.ok_or(StatusCode::TOO_MANY_REQUESTS)?)
        }
        Clients::Forwarded => None,
    };
    let of_all = Arc::clone(free).try_acquire_owned();
    let of_all = of_all.map_err(|_| StatusCode::SERVICE_UNAVAILABLE)?;
    Ok(Slots { _of_all: of_all, _of_client: of_client })
}

/// Says why there is no connection, without reading anything.
async fn refuse(mut stream: TcpStream, status: StatusCode) {
    let body = r#"{"success":false,"error":{"code":"TOO_MANY_CONNECTIONS","message":"Too many connections; try again in a moment"}}"#;
    let answer = format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nRetry-After: 1\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let told = async {
        stream.write_all(answer.as_bytes()).await?;
        stream.shutdown().await?;
        // Closing with unread bytes would reset the connection before the answer is read.
        let mut unread = [0; 4096];
        while stream.read(&mut unread).await? > 0 {}
        io::Result::Ok(())
    };
    let _ = tokio::time::timeout(REFUSAL, told).await;
}

async fn connection(site: Arc<Site>, router: Router, stream: TcpStream, peer: SocketAddr) {
    let _counted = site.metrics.connections.hold();
    // Small answers would otherwise wait 40 ms for the client's acknowledgement.
    let _ = stream.set_nodelay(true);
    let service = hyper::service::service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        let router = router.clone();
        async move {
            Ok::<_, Infallible>(router.oneshot(request).await.unwrap_or_else(|it| match it {}))
        }
    });
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(site.settings.limits.head_time)
        .serve_connection(TokioIo::new(stream), service);
    let mut serving = pin!(serving);
    let ended = tokio::select! {
        ended = serving.as_mut() => ended,
        () = site.closing.cancelled() => {
            serving.as_mut().graceful_shutdown();
            serving.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%peer, %error, "a connection ended early");
    }
}
