//! Under strain: too much, too slow, too often, and the end.

use std::time::Duration;

use axum::body::Body;
use serde_json::json;
use straightedge::{Clients, Limits, Settings};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::client::{Routes, Running};

const BODY: &str = r#"{"plantumlCode":"@startuml\nA --> B\n@enduml"}"#;

fn with(limits: Limits) -> Settings {
    Settings { limits, ..Settings::default() }
}

#[tokio::test]
async fn the_api_is_limited_by_client_and_says_when_to_come_back() {
    let settings = Settings { clients: Clients::Forwarded, ..Settings::default() };
    let routes = Routes::new(settings);
    let post = async |client: &str, path: &str| {
        let headers = [("x-forwarded-for", client), ("content-type", "application/json")];
        routes.send("POST", path, &headers, BODY).await
    };
    for _ in 0..100 {
        assert_eq!(post("192.0.2.1", "/api/tools/encodePlantUML").await.status, 200);
    }
    let reply = post("192.0.2.1", "/api/tools/encodePlantUML").await;
    assert_eq!(reply.status, 429);
    assert_eq!(reply.json()["error"]["code"], "RATE_LIMITED");
    assert!((1..=37).contains(&reply.header("retry-after").parse::<u32>().unwrap()));
    assert_eq!(reply.header("access-control-allow-origin"), "*");
    let reply = post("192.0.2.1", "/api/verify").await;
    assert_eq!((reply.status, reply.json()["ok"].clone()), (429, json!(false)));
    let reply = post("192.0.2.1", "/api/render").await;
    assert!(reply.json()["error"].is_string());
    assert_eq!(post("198.51.100.7, 192.0.2.2", "/api/tools/encodePlantUML").await.status, 200);
    assert_eq!(routes.get("/api/tools").await.status, 200);
    let headers = [("x-forwarded-for", "192.0.2.1"), ("content-type", "application/json")];
    let wish = r#"{"language":"puml","source":"A -> B"}"#;
    let reply = routes.send("POST", "/page/compile", &headers, wish).await;
    assert_eq!(reply.status, 200, "the page is not starved");
}

#[tokio::test]
async fn a_forged_address_is_not_believed() {
    let routes = Routes::new(with(Limits { api_per_hour: 1, ..Limits::default() }));
    let post = async |client: &str| {
        let headers = [("x-forwarded-for", client)];
        routes.send("POST", "/api/tools/encodePlantUML", &headers, BODY).await.status
    };
    assert_eq!(post("192.0.2.1").await, 200);
    assert_eq!(post("192.0.2.2").await, 429);
}

#[tokio::test]
async fn the_limit_can_be_lifted() {
    let routes = Routes::new(with(Limits { api_per_hour: 0, ..Limits::default() }));
    for _ in 0..150 {
        assert_eq!(routes.post("/api/tools/encodePlantUML", BODY).await.status, 200);
    }
}

#[tokio::test]
async fn too_much_at_once_is_refused_at_once_and_the_pulse_goes_on() {
    let running = Running::start(with(Limits { requests: 1, ..Limits::default() })).await;
    let mut slow = running.connect().await;
    let head =
        "POST /api/tools/encodePlantUML HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{";
    slow.write_all(head.as_bytes()).await.unwrap();
    let refused = loop {
        let answer = running.get("/api/tools").await;
        // The slow request may not have arrived yet.
        if !answer.starts_with("HTTP/1.1 200") {
            break answer;
        }
    };
    assert!(refused.starts_with("HTTP/1.1 503"), "{refused}");
    assert!(refused.contains("retry-after: 1") && refused.contains("OVERLOADED"), "{refused}");
    assert!(running.get("/healthz").await.starts_with("HTTP/1.1 200"));
    assert!(running.get("/").await.starts_with("HTTP/1.1 200"));
    drop(slow);
    while !running.get("/api/tools").await.starts_with("HTTP/1.1 200") {
        tokio::task::yield_now().await;
    }
    running.stop().await;
}

#[tokio::test]
async fn clients_that_dribble_are_cut_off_and_hold_nobody_up() {
    let head_time = Duration::from_millis(300);
    let running = Running::start(with(Limits { head_time, ..Limits::default() })).await;
    let mut slow = Vec::new();
    for _ in 0..200 {
        let mut stream = running.connect().await;
        stream.write_all(b"GET /healthz HTTP/1.1\r\nX-Slow: ").await.unwrap();
        slow.push(stream);
    }
    assert!(running.get("/healthz").await.starts_with("HTTP/1.1 200"));
    for mut stream in slow {
        let mut answer = Vec::new();
        // Ends only when the server closes the connection.
        let _ = stream.read_to_end(&mut answer).await;
    }
    running.stop().await;
}

#[tokio::test]
async fn bodies_that_dribble_are_cut_off() {
    let body_time = Duration::from_millis(200);
    let running = Running::start(with(Limits { body_time, ..Limits::default() })).await;
    let request = "POST /api/tools/encodePlantUML HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
                   Content-Length: 100\r\n\r\n{";
    let answer = running.talk(request).await;
    assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("BODY_TOO_SLOW"), "{answer}");
    running.stop().await;
}

#[tokio::test]
async fn bodies_that_are_too_large_are_refused() {
    let running = Running::start(with(Limits { body_bytes: 1000, ..Limits::default() })).await;
    let chunk = "x".repeat(4096);
    for (head, body) in [
        (format!("Content-Length: {}\r\n", chunk.len()), chunk.clone()),
        ("Transfer-Encoding: chunked\r\n".to_owned(), format!("1000\r\n{chunk}\r\n0\r\n\r\n")),
    ] {
        let request = format!(
            "POST /page/compile HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n{head}\r\n{body}"
        );
        let answer = running.talk(&request).await;
        assert!(
            answer.starts_with("HTTP/1.1 413") && answer.contains("BODY_TOO_LARGE"),
            "{answer}"
        );
    }
    running.stop().await;
}

#[tokio::test]
async fn open_requests_finish_when_the_server_stops() {
    let running = Running::start(Settings::default()).await;
    let address = running.address;
    let mut open = running.connect().await;
    let head = format!(
        "POST /api/tools/encodePlantUML HTTP/1.1\r\nHost: {address}\r\nContent-Length: {}\r\n\r\n",
        BODY.len()
    );
    open.write_all(head.as_bytes()).await.unwrap();
    let idle = running.connect().await;
    while !running.get("/metrics").await.contains("straightedge_in_flight 2") {
        tokio::task::yield_now().await;
    }
    let ended = running.tell_to_stop();
    while tokio::net::TcpStream::connect(address).await.is_ok() {
        tokio::task::yield_now().await;
    }
    open.write_all(BODY.as_bytes()).await.unwrap();
    let mut answer = String::new();
    open.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"success\":true"), "{answer}");
    drop(idle);
    ended.await.unwrap().unwrap();
}

#[tokio::test]
async fn what_does_not_finish_in_time_is_cut_off() {
    let limits = Limits {
        drain_time: Duration::from_millis(100),
        body_time: Duration::from_mins(10),
        ..Limits::default()
    };
    let running = Running::start(with(limits)).await;
    let mut open = running.connect().await;
    let head = "POST /api/verify HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n";
    open.write_all(head.as_bytes()).await.unwrap();
    while !running.get("/metrics").await.contains("straightedge_in_flight 2") {
        tokio::task::yield_now().await;
    }
    running.stop().await;
}

#[tokio::test]
async fn streams_end_when_the_server_stops() {
    let running = Running::start(Settings::default()).await;
    let host = running.address;
    let greeting = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": { "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } },
    })
    .to_string();
    let answer = running
        .talk(&format!(
            "POST /mcp HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nContent-Length: {}\r\n\r\n{greeting}",
            greeting.len()
        ))
        .await;
    let session = answer
        .lines()
        .find_map(|line| line.strip_prefix("mcp-session-id: "))
        .expect("a session")
        .trim()
        .to_owned();
    let mut stream = running.connect().await;
    let request = format!(
        "GET /mcp HTTP/1.1\r\nHost: {host}\r\nAccept: text/event-stream\r\nMcp-Session-Id: {session}\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut first = [0; 12];
    stream.read_exact(&mut first).await.unwrap();
    assert_eq!(&first, b"HTTP/1.1 200");
    running.stop().await;
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest).await;
}

#[tokio::test]
async fn text_is_compressed_for_those_who_take_it() {
    let routes = Routes::default();
    let headers = [("accept-encoding", "gzip")];
    for path in
        ["/", "/assets/app.js", "/api/openapi.json", "/svg/SyfFKj2rKt3CoKnELR1Io4ZDoSa70000"]
    {
        let reply = routes.send("GET", path, &headers, Body::empty()).await;
        assert_eq!(reply.header("content-encoding"), "gzip", "{path}");
        assert!(reply.body.starts_with(&[0x1f, 0x8b]));
    }
    let reply =
        routes.send("GET", "/png/SyfFKj2rKt3CoKnELR1Io4ZDoSa70000", &headers, Body::empty()).await;
    assert_eq!(reply.header("content-encoding"), "");
}

#[tokio::test]
async fn what_happened_can_be_read_in_the_metrics() {
    let routes = Routes::default();
    routes.post("/api/tools/encodePlantUML", BODY).await;
    routes.post("/api/tools/encodePlantUML", "{}").await;
    routes.post("/api/verify", r#"{"code":"graph TD\nA-->B"}"#).await;
    routes.get("/nowhere/at/all").await;
    let reply = routes.get("/metrics").await;
    assert_eq!(reply.header("content-type"), "text/plain; version=0.0.4; charset=utf-8");
    let text = reply.text();
    for wanted in [
        "straightedge_requests_total{route=\"/api/tools/{name}\",method=\"POST\",status=\"200\"} 1",
        "straightedge_requests_total{route=\"/api/tools/{name}\",method=\"POST\",status=\"400\"} 1",
        "straightedge_requests_total{route=\"other\",method=\"GET\",status=\"404\"} 1",
        "straightedge_tool_calls_total{tool=\"encodePlantUML\"} 2",
        "straightedge_tool_calls_total{tool=\"verify\"} 1",
        "straightedge_errors_total{code=\"EMPTY_CODE\"} 1",
        "straightedge_request_seconds_count{route=\"/api/tools/{name}\"} 2",
    ] {
        assert!(text.lines().any(|line| line == wanted), "{wanted}\nis not in\n{text}");
    }
}
