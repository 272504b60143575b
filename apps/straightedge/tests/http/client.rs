//! A client of the routes without a network, and one with a real connection.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, Request};
use serde_json::Value;
use straightedge::{Settings, Site, router, serve};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tower::ServiceExt as _;

/// An answer, read to its end.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

/// The routes of one site. Every call shares its limits.
pub(crate) struct Routes {
    router: Router,
}

impl Routes {
    pub(crate) fn new(settings: Settings) -> Self {
        Self { router: router(&Site::open(settings).unwrap()) }
    }

    pub(crate) async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> Reply {
        let mut request = Request::builder().method(Method::try_from(method).unwrap()).uri(path);
        if !headers.iter().any(|(name, _)| *name == "host") {
            request = request.header("host", "127.0.0.1:7878");
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(body.into()).unwrap();
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (head, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await.unwrap().to_vec();
        Reply { status: head.status.as_u16(), headers: head.headers, body }
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.send("GET", path, &[], Body::empty()).await
    }

    /// What `curl -X POST -H "Content-Type: application/json" -d …` sends.
    pub(crate) async fn post(&self, path: &str, body: impl ToString) -> Reply {
        let json = [("content-type", "application/json")];
        self.send("POST", path, &json, body.to_string()).await
    }
}

impl Default for Routes {
    fn default() -> Self {
        Self::new(Settings::default())
    }
}

/// What is waited for, or a failure instead of a test that hangs.
pub(crate) async fn in_time<T>(work: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_mins(1), work).await.expect("it takes less than a minute")
}

/// Sends bytes and reads until the server closes the connection.
pub(crate) async fn talk_to(address: SocketAddr, request: &str) -> String {
    in_time(async {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    })
    .await
}

/// A server that listens.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinHandle<std::io::Result<()>>,
}

impl Running {
    pub(crate) async fn start(settings: Settings) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let site = Site::open(settings).unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(serve(site, listener, async {
            let _ = stopped.await;
        }));
        Self { address, stop, task }
    }

    pub(crate) async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// Sends bytes and reads until the server closes the connection.
    pub(crate) async fn talk(&self, request: &str) -> String {
        talk_to(self.address, request).await
    }

    pub(crate) async fn get(&self, path: &str) -> String {
        let host = self.address;
        self.talk(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"))
            .await
    }

    /// Asks again until the answer is the wanted one.
    pub(crate) async fn until(&self, path: &str, is_wanted: impl Fn(&str) -> bool) -> String {
        in_time(async {
            loop {
                let answer = self.get(path).await;
                if is_wanted(&answer) {
                    return answer;
                }
                tokio::task::yield_now().await;
            }
        })
        .await
    }

    /// Tells the server to stop; resolves when it has.
    pub(crate) async fn stop(self) {
        in_time(self.tell_to_stop()).await.unwrap().unwrap();
    }

    /// Tells the server to stop and gives what completes when it has.
    pub(crate) fn tell_to_stop(self) -> JoinHandle<std::io::Result<()>> {
        let _ = self.stop.send(());
        self.task
    }
}
