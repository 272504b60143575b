//! Connections: accepting, time-outs on slow clients, and a graceful end.

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
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tower::ServiceExt as _;

use crate::Site;

/// A pause after an error of the machine, such as too many open files, so that it can recover.
const RECOVERY: Duration = Duration::from_millis(50);

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
    let mut shutdown = pin!(shutdown);
    loop {
        let next = async {
            let slot = Arc::clone(&free).acquire_owned().await;
            (slot, listener.accept().await)
        };
        let (slot, accepted) = tokio::select! {
            biased;
            () = &mut shutdown => break,
            next = next => next,
        };
        while connections.try_join_next().is_some() {}
        match accepted {
            Ok((stream, peer)) => {
                let connection = connection(Arc::clone(&site), router.clone(), stream, peer);
                connections.spawn(async move {
                    let _slot = slot;
                    connection.await;
                });
            }
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
