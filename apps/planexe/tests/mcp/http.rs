//! Several people behind one server: over HTTP everybody sees their own sessions only.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;

use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use planexe::{Names, Service, server};
use planexe_core::{Caller, Engine, Options, Providers};
use serde_json::{Value, json};
use toolserver::{HttpOptions, Subject};

/// Stands for the layer that knows accounts.
async fn authenticate(mut request: Request, next: Next) -> Response {
    let name = request.headers().get("X-Name").and_then(|name| name.to_str().ok());
    if let Some(name) = name.map(str::to_owned) {
        request.extensions_mut().insert(Subject(name));
    }
    next.run(request).await
}

struct Site {
    address: SocketAddr,
    _runtime: tokio::runtime::Runtime,
    _home: tempfile::TempDir,
}

impl Site {
    fn open() -> Self {
        let home = tempfile::tempdir().unwrap();
        let graph = planexe_core::pipeline();
        let engine =
            Engine::open(home.path(), graph, Providers::default(), Options::default()).unwrap();
        let service = Service::by_subject(Arc::new(engine), Caller("the owner".to_owned()));
        let server = Arc::new(server(&service, Names::Underscore));
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        runtime.spawn(async move {
            let router = toolserver::router(server, &HttpOptions::default());
            let app = axum::Router::new()
                .nest(toolserver::HTTP_PATH, router.layer(from_fn(authenticate)));
            axum::serve(listener, app).await
        });
        Self { address, _runtime: runtime, _home: home }
    }

    /// Calls a tool as `name`, in a request of its own.
    fn call(&self, name: &str, tool: &str, arguments: &Value) -> Value {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        });
        let params = json!({ "name": tool, "arguments": arguments, "_meta": meta });
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params })
            .to_string();
        let mut stream = TcpStream::connect(self.address).unwrap();
        let head = format!(
            "POST {} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Name: {name}\r\n\
             MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: {tool}\r\n\
             Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n",
            toolserver::HTTP_PATH,
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body.as_bytes()).unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        let message = reply.lines().rev().find(|line| line.contains("\"jsonrpc\"")).expect(&reply);
        let message: Value =
            serde_json::from_str(message.trim_start_matches("data:").trim()).unwrap();
        message["result"]["structuredContent"].clone()
    }
}

#[test]
fn over_http_everybody_has_their_own_sessions() {
    let site = Site::open();
    let created = site.call("ada", "planexe_session_create", &json!({ "idea": "A course" }));
    let session = &created["session_id"];
    let about = json!({ "session_id": session });
    assert_eq!(site.call("ada", "planexe_session_status", &about)["state"], "created");
    let prompt = format!("planexe://sessions/{}/out/prompt.md", session.as_str().unwrap());
    let write = json!({ "artifact_uri": prompt, "content": "x" });
    for (tool, arguments) in [
        ("planexe_session_start", &about),
        ("planexe_session_status", &about),
        ("planexe_session_stop", &about),
        ("planexe_session_resume", &about),
        ("planexe_session_events", &about),
        ("planexe_session_archive", &about),
        ("planexe_artifact_list", &about),
        ("planexe_artifact_read", &json!({ "artifact_uri": prompt })),
        ("planexe_artifact_write", &write),
        ("planexe_task_graph", &about),
        ("planexe_task_invalidate", &about),
        ("planexe_validate_only", &about),
        ("planexe_export_bundle", &about),
    ] {
        let refused = site.call("grace", tool, arguments);
        assert_eq!(refused["error"]["code"], "PERMISSION_DENIED", "{tool}: {refused}");
    }
    assert_eq!(site.call("grace", "planexe_session_list", &json!({}))["total"], 0);
    assert_eq!(site.call("ada", "planexe_session_list", &json!({}))["total"], 1);
}
