//! Streamable HTTP: who is let in, both eras, and how the server ends.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use toolserver::{HttpOptions, Limits, RootPolicy, Roots, Server};

use crate::fixture::server;
use crate::talk::meta;

struct Running {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinHandle<std::io::Result<()>>,
}

struct Reply {
    status: u16,
    head: String,
    body: String,
}

impl Reply {
    /// The JSON of the body, or of the last event in a stream of events.
    fn json(&self) -> Value {
        let text =
            self.body.lines().rev().find(|line| line.contains("\"jsonrpc\"")).expect("a message");
        serde_json::from_str(text.trim_start_matches("data:").trim()).unwrap()
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

async fn running(server: Server, options: HttpOptions) -> Running {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel();
    let task = tokio::spawn(async move {
        let stopped = async {
            let _ = stopped.await;
        };
        toolserver::serve_http(Arc::new(server), listener, &options, stopped).await
    });
    Running { address, stop, task }
}

impl Running {
    async fn post(&self, headers: &[(&str, &str)], body: &Value) -> Reply {
        self.send("POST", headers, &body.to_string()).await
    }

    async fn send(&self, method: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        self.send_to(toolserver::HTTP_PATH, method, headers, body).await
    }

    async fn send_to(
        &self,
        path: &str,
        method: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Reply {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let mut request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        let host = self.address.to_string();
        let length = body.len().to_string();
        let usual = [
            ("Host", host.as_str()),
            ("Accept", "application/json, text/event-stream"),
            ("Content-Type", "application/json"),
            ("Content-Length", length.as_str()),
        ];
        let kept = usual.iter().filter(|(name, _)| !headers.iter().any(|(other, _)| other == name));
        for (name, value) in kept.chain(headers) {
            let _ = write!(request, "{name}: {value}\r\n");
        }
        // The server may refuse and close before it has read everything.
        let _ = stream.write_all(format!("{request}\r\n{body}").as_bytes()).await;
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes).await;
        let text = String::from_utf8(bytes).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        Reply {
            status: head
                .split(' ')
                .nth(1)
                .and_then(|status| status.parse().ok())
                .unwrap_or_default(),
            head: head.to_owned(),
            body: body.to_owned(),
        }
    }
}

fn initialize() -> Value {
    let client = json!({"name": "test", "version": "1"});
    let params = json!({"protocolVersion": "2025-06-18", "capabilities": {"roots": {}}, "clientInfo": client});
    json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params})
}

#[tokio::test]
async fn a_session_of_the_handshake_era_works() {
    let running = running(server(), HttpOptions::default()).await;
    let reply = running.post(&[], &initialize()).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    assert_eq!(reply.json()["result"]["protocolVersion"], "2025-06-18");
    let session = reply.header("Mcp-Session-Id").expect("a session").to_owned();
    let headers = [("Mcp-Session-Id", session.as_str()), ("MCP-Protocol-Version", "2025-06-18")];
    let params = json!({"name": "fixture.echo", "arguments": {"text": "a"}});
    let call = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params});
    let reply = running.post(&headers, &call).await;
    assert_eq!(reply.json()["result"]["structuredContent"], json!({"text": "a"}));
    assert_eq!(running.post(&[], &call).await.status / 100, 4);
}

#[tokio::test]
async fn a_request_of_the_new_era_needs_no_session() {
    let running = running(server(), HttpOptions::default()).await;
    let params = json!({"name": "panic", "arguments": {}, "_meta": meta()});
    let call = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params});
    let headers = [
        ("MCP-Protocol-Version", "2026-07-28"),
        ("Mcp-Method", "tools/call"),
        ("Mcp-Name", "panic"),
    ];
    let reply = running.post(&headers, &call).await;
    assert_eq!((reply.status, &reply.json()["result"]["isError"]), (200, &json!(true)));
    let wrong = [
        ("MCP-Protocol-Version", "2026-07-28"),
        ("Mcp-Method", "tools/list"),
        ("Mcp-Name", "panic"),
    ];
    let reply = running.post(&wrong, &call).await;
    assert_eq!((reply.status, &reply.json()["error"]["code"]), (400, &json!(-32020)));
}

#[tokio::test]
async fn foreign_hosts_and_origins_are_forbidden() {
    let running = running(server(), HttpOptions::default()).await;
    for (header, value) in [
        ("Host", "evil.example"),
        ("Origin", "http://evil.example"),
        ("Origin", "null"),
        ("Origin", "http://127.0.0.1.evil.example"),
    ] {
        assert_eq!(
            running.post(&[(header, value)], &initialize()).await.status,
            403,
            "{header}: {value}"
        );
    }
    let origin = format!("http://localhost:{}", running.address.port());
    assert_eq!(running.post(&[("Origin", origin.as_str())], &initialize()).await.status, 200);
}

#[tokio::test]
async fn named_hosts_and_origins_are_let_in() {
    let options = HttpOptions {
        hosts: vec!["tools.example".into()],
        origins: vec!["https://page.example:443".into()],
        ..HttpOptions::default()
    };
    let running = running(server(), options).await;
    let headers = [("Host", "tools.example"), ("Origin", "https://page.example")];
    assert_eq!(running.post(&headers, &initialize()).await.status, 200);
    assert_eq!(
        running.post(&[("Origin", "https://other.example")], &initialize()).await.status,
        403
    );
}

#[tokio::test]
async fn with_a_token_only_those_who_know_it_get_in() {
    let options = HttpOptions { bearer_token: Some("s3cret".into()), ..HttpOptions::default() };
    let running = running(server(), options).await;
    for value in
        ["Bearer wrong", "Bearer s3cre", "Bearer s3cret2", "Basic s3cret", "s3cret", "Bearer "]
    {
        let reply = running.post(&[("Authorization", value)], &initialize()).await;
        assert_eq!(
            (reply.status, reply.header("WWW-Authenticate")),
            (401, Some("Bearer")),
            "{value}"
        );
    }
    assert_eq!(running.post(&[], &initialize()).await.status, 401);
    assert_eq!(
        running.post(&[("Authorization", "bearer s3cret")], &initialize()).await.status,
        200
    );
}

#[tokio::test]
async fn bodies_that_are_too_large_or_not_json_are_refused() {
    let running = running(server(), HttpOptions::default()).await;
    assert_eq!(running.send("POST", &[], &" ".repeat(70_000)).await.status, 413);
    let reply = running.send("POST", &[], "garbage").await;
    assert_eq!((reply.status, &reply.json()["error"]["code"]), (400, &json!(-32700)));
    let reply = running.send("POST", &[], r#"{"id":7,"params":{"text":"\ud800"},}"#).await;
    assert_eq!((reply.status, &reply.json()["id"]), (400, &json!(7)));
    assert_eq!(running.post(&[], &initialize()).await.status, 200);
}

#[tokio::test]
async fn with_a_token_the_server_may_have_any_name_and_named_pages_may_ask() {
    let options = HttpOptions {
        bearer_token: Some("s3cret".into()),
        origins: vec!["https://page.example".into()],
        ..HttpOptions::default()
    };
    let running = running(server(), options).await;
    let (host, bearer) = (("Host", "192.0.2.7:8000"), ("Authorization", "Bearer s3cret"));
    assert_eq!(running.post(&[host], &initialize()).await.status, 401);
    assert_eq!(running.post(&[host, bearer], &initialize()).await.status, 200);
    let asks = [("Origin", "https://page.example"), ("Access-Control-Request-Method", "POST")];
    let reply = running.send("OPTIONS", &asks, "").await;
    assert_eq!(reply.header("Access-Control-Allow-Origin"), Some("https://page.example"));
    let headers = reply.header("Access-Control-Allow-Headers").unwrap();
    assert!(headers.contains("Authorization") && headers.contains("Mcp-Session-Id"), "{headers}");
    let reply = running.post(&[asks[0], bearer], &initialize()).await;
    assert_eq!(reply.header("Access-Control-Allow-Origin"), Some("https://page.example"));
    let asks = [("Origin", "https://evil.example"), asks[1]];
    let reply = running.send("OPTIONS", &asks, "").await;
    assert_eq!(reply.header("Access-Control-Allow-Origin"), None);
}

#[tokio::test]
async fn sessions_end_when_there_are_too_many_or_nobody_uses_them() {
    let limits = Limits {
        sessions: 2,
        session_time: std::time::Duration::from_millis(400),
        ..server().limits
    };
    let running = running(Server { limits, ..server() }, HttpOptions::default()).await;
    let mut sessions = Vec::new();
    for _ in 0..3 {
        let reply = running.post(&[], &initialize()).await;
        sessions.push(reply.header("Mcp-Session-Id").expect("a session").to_owned());
    }
    let ping = json!({"jsonrpc": "2.0", "id": 2, "method": "ping"});
    let status = async |id: &str| running.post(&[("Mcp-Session-Id", id)], &ping).await.status;
    assert_eq!(status(&sessions[0]).await, 404);
    assert_eq!(status(&sessions[2]).await, 200);
    tokio::time::sleep(std::time::Duration::from_millis(900)).await;
    assert_eq!(status(&sessions[2]).await, 404);
}

#[test]
fn an_address_that_others_can_reach_requires_a_token() {
    for address in ["0.0.0.0:0", "[::]:0", "192.0.2.1:0"] {
        for bearer_token in [None, Some(" ".to_owned())] {
            let transport = toolserver::Transport::Http {
                address: address.parse().unwrap(),
                options: HttpOptions { bearer_token, ..HttpOptions::default() },
                on_ready: |_| panic!("it must not listen"),
            };
            let refused = toolserver::run(server(), transport);
            assert!(matches!(refused, Err(toolserver::ServeError::Exposed(_))), "{refused:?}");
        }
    }
}

#[tokio::test]
async fn a_client_over_http_does_not_choose_the_roots() {
    let folder = tempfile::tempdir().unwrap();
    let server =
        Server { roots: RootPolicy::Client(Roots::at([folder.path()]).unwrap()), ..server() };
    let running = running(server, HttpOptions::default()).await;
    let reply = running.post(&[], &initialize()).await;
    let session = reply.header("Mcp-Session-Id").expect("a session").to_owned();
    let headers = [("Mcp-Session-Id", session.as_str())];
    let params = json!({"name": "read", "arguments": {"path": "/etc/hostname"}});
    let call = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params});
    let reply = running.post(&headers, &call).await;
    assert!(reply.body.contains("path/outside-roots"), "{}", reply.body);
}

/// A server around the router, as a larger program would have it.
async fn mounted(app: axum::Router) -> Running {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, _) = oneshot::channel();
    let task = tokio::spawn(async move { axum::serve(listener, app).await });
    Running { address, stop, task }
}

#[tokio::test]
async fn the_router_can_be_mounted_anywhere() {
    let router = toolserver::router(Arc::new(server()), &HttpOptions::default());
    let app = axum::Router::new().nest("/mcp", axum::Router::new().nest("/deep", router));
    let running = mounted(app).await;
    assert_eq!(
        running.send_to("/mcp/deep", "POST", &[], &initialize().to_string()).await.status,
        200
    );
    assert_eq!(running.post(&[], &initialize()).await.status, 404);
}

#[tokio::test]
async fn a_handler_learns_who_calls_from_a_layer_around_the_router() {
    async fn identify(
        mut request: axum::extract::Request,
        next: axum::middleware::Next,
    ) -> axum::response::Response {
        let name =
            request.headers().get("X-Name").and_then(|name| name.to_str().ok()).map(str::to_owned);
        if let Some(name) = name {
            request.extensions_mut().insert(toolserver::Subject(name));
        }
        next.run(request).await
    }
    let router = toolserver::router(Arc::new(server()), &HttpOptions::default());
    let app = axum::Router::new()
        .nest(toolserver::HTTP_PATH, router.layer(axum::middleware::from_fn(identify)));
    let running = mounted(app).await;
    let call = |meta: Option<Value>| {
        let mut params = json!({"name": "whoami", "arguments": {}});
        params["_meta"] = meta.unwrap_or_else(|| json!({}));
        json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params})
    };
    let reply = running.post(&[], &initialize()).await;
    let session = reply.header("Mcp-Session-Id").expect("a session").to_owned();
    for name in ["ada", "grace"] {
        let reply = running
            .post(&[("Mcp-Session-Id", session.as_str()), ("X-Name", name)], &call(None))
            .await;
        assert_eq!(reply.json()["result"]["structuredContent"], json!({"subject": name}));
    }
    let modern = [
        ("MCP-Protocol-Version", "2026-07-28"),
        ("Mcp-Method", "tools/call"),
        ("Mcp-Name", "whoami"),
    ];
    let reply = running.post(&modern, &call(Some(meta()))).await;
    assert_eq!(reply.json()["result"]["structuredContent"], json!({"subject": null}));
    let named = [modern[0], modern[1], modern[2], ("X-Name", "ada")];
    let reply = running.post(&named, &call(Some(meta()))).await;
    assert_eq!(reply.json()["result"]["structuredContent"], json!({"subject": "ada"}));
}

#[tokio::test]
async fn being_told_to_stop_ends_sessions_and_server() {
    let running = running(server(), HttpOptions::default()).await;
    assert_eq!(running.post(&[], &initialize()).await.status, 200);
    running.stop.send(()).unwrap();
    assert!(running.task.await.unwrap().is_ok());
}
