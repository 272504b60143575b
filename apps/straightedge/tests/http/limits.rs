//! Under strain: too much, too slow, too often, and the end.

use std::time::Duration;

use axum::body::Body;
use serde_json::json;
use straightedge::{Clients, Limits, Metering, Settings};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::client::{Routes, Running, in_time, talk_to};

const BODY: &str = r#"{"plantumlCode":"@startuml\nA --> B\n@enduml"}"#;

fn with(limits: Limits) -> Settings {
    Settings { limits, metrics: Metering::On, ..Settings::default() }
}

#[tokio::test]
async fn every_route_is_limited_by_client_and_says_when_to_come_back() {
    let limits = Limits { requests_per_minute: 5, ..Limits::default() };
    let routes = Routes::new(Settings { clients: Clients::Forwarded, ..with(limits) });
    let asked = [
        ("POST", "/api/verify", r#"{"code":"graph TD\nA-->B"}"#),
        ("POST", "/api/tools/render", r#"{"code":"graph TD\nA-->B"}"#),
        ("POST", "/page/compile", r#"{"language":"puml","source":"A -> B"}"#),
        ("GET", "/svg/SyfFKj2rKt3CoKnELR1Io4ZDoSa70000", ""),
        ("POST", "/svg", "A -> B"),
        ("POST", "/mcp", "{}"),
        ("GET", "/", ""),
        ("GET", "/nowhere", ""),
    ];
    for (number, (method, path, body)) in asked.into_iter().enumerate() {
        // Each route is tried by a client of its own.
        let client = format!("192.0.2.{number}");
        let headers = [("x-forwarded-for", client.as_str()), ("content-type", "application/json")];
        for left in (0..5).rev() {
            let reply = routes.send(method, path, &headers, body).await;
            assert_ne!(reply.status, 429, "{path}");
            assert_eq!(reply.header("ratelimit-limit"), "5", "{path}");
            assert_eq!(reply.header("ratelimit-remaining"), left.to_string(), "{path}");
        }
        let reply = routes.send(method, path, &headers, body).await;
        assert_eq!(reply.status, 429, "{path}");
        assert!((1..=12).contains(&reply.header("retry-after").parse::<u32>().unwrap()));
        assert_eq!(reply.header("ratelimit-remaining"), "0");
        assert!((48..=60).contains(&reply.header("ratelimit-reset").parse::<u32>().unwrap()));
        match path {
            "/api/verify" => assert_eq!(reply.json()["ok"], false),
            _ => assert_eq!(reply.json()["error"]["code"], "RATE_LIMITED", "{path}"),
        }
        let headers = [("x-forwarded-for", client.as_str())];
        assert_eq!(routes.send("GET", "/healthz", &headers, "").await.status, 200);
    }
    let headers = [("x-forwarded-for", "198.51.100.7, 192.0.2.200")];
    assert_eq!(routes.send("GET", "/", &headers, "").await.status, 200);
}

#[tokio::test]
async fn the_encoder_has_a_limit_of_its_own_that_is_off_by_default() {
    let limits = Limits { requests_per_minute: 1, ..Limits::default() };
    let routes = Routes::new(with(limits));
    for _ in 0..150 {
        assert_eq!(routes.post("/api/tools/encodePlantUML", BODY).await.status, 200);
        assert_eq!(routes.get("/api/tools").await.status, 200);
    }
    let limits = Limits { encodings_per_hour: 2, ..Limits::default() };
    let routes = Routes::new(with(limits));
    for _ in 0..2 {
        assert_eq!(routes.post("/api/tools/encodePlantUML", BODY).await.status, 200);
    }
    let reply = routes.post("/api/tools/encodePlantUML", BODY).await;
    assert_eq!((reply.status, reply.header("access-control-allow-origin")), (429, "*"));
    assert_eq!(routes.get("/api/tools").await.status, 200, "discovery always succeeds");
    assert_eq!(routes.get("/").await.status, 200, "other routes are not starved");
}

#[tokio::test]
async fn a_forged_address_is_not_believed() {
    let routes = Routes::new(with(Limits { requests_per_minute: 1, ..Limits::default() }));
    let get = async |client: &str| {
        routes.send("GET", "/", &[("x-forwarded-for", client)], "").await.status
    };
    assert_eq!(get("192.0.2.1").await, 200);
    assert_eq!(get("192.0.2.2").await, 429);
}

#[tokio::test]
async fn the_limit_can_be_lifted() {
    let routes = Routes::new(with(Limits { requests_per_minute: 0, ..Limits::default() }));
    for _ in 0..1500 {
        assert_eq!(routes.get("/favicon.ico").await.status, 200);
    }
}

#[tokio::test]
async fn drawing_time_is_limited_too() {
    let limits = Limits { drawing_seconds_per_minute: 1, ..Limits::default() };
    let routes = Routes::new(with(limits));
    let slow: String = (0..3000).map(|it| format!("A -> B : {it}\n")).collect();
    let mut refused = None;
    for _ in 0..100 {
        let reply = routes.send("POST", "/svg", &[], slow.clone()).await;
        if reply.status != 200 {
            refused = Some(reply);
            break;
        }
    }
    let reply = refused.expect("a second of drawing is spent");
    assert_eq!((reply.status, reply.json()["error"]["code"].clone()), (429, json!("RATE_LIMITED")));
    assert_ne!(reply.header("retry-after"), "");
    assert_eq!(routes.get("/").await.status, 200);
}

#[tokio::test]
async fn one_client_cannot_take_all_requests_in_flight() {
    let limits = Limits { requests_per_client: 2, ..Limits::default() };
    let running = Running::start(with(limits)).await;
    let mut slow = Vec::new();
    for _ in 0..2 {
        let mut stream = running.connect().await;
        let head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                    Content-Length: 10\r\n\r\n{";
        stream.write_all(head.as_bytes()).await.unwrap();
        slow.push(stream);
    }
    let refused = running.until("/api/tools", |it| !it.starts_with("HTTP/1.1 200")).await;
    assert!(refused.starts_with("HTTP/1.1 429"), "{refused}");
    assert!(
        refused.contains("retry-after: 1") && refused.contains("TOO_MANY_AT_ONCE"),
        "{refused}"
    );
    assert!(running.get("/healthz").await.starts_with("HTTP/1.1 200"));
    running.stop().await;
}

#[tokio::test]
async fn connections_are_counted_by_client_and_in_all() {
    for (limits, status) in [
        (Limits { connections_per_client: 3, ..Limits::default() }, "HTTP/1.1 429"),
        (Limits { connections: 3, ..Limits::default() }, "HTTP/1.1 503"),
    ] {
        let running = Running::start(with(limits)).await;
        let mut open = Vec::new();
        for _ in 0..3 {
            let mut stream = running.connect().await;
            stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
            let mut first = [0; 12];
            stream.read_exact(&mut first).await.unwrap();
            open.push(stream);
        }
        let refused = running.get("/healthz").await;
        assert!(refused.starts_with(status), "{refused}");
        assert!(refused.contains("Retry-After") && refused.contains("TOO_MANY_CONNECTIONS"));
        drop(open);
        running.until("/healthz", |it| it.starts_with("HTTP/1.1 200")).await;
        running.stop().await;
    }
}

#[tokio::test]
async fn too_much_at_once_is_refused_at_once_and_the_pulse_goes_on() {
    let running = Running::start(with(Limits { requests: 1, ..Limits::default() })).await;
    let mut slow = running.connect().await;
    let head =
        "POST /api/tools/encodePlantUML HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{";
    slow.write_all(head.as_bytes()).await.unwrap();
    // The slow request may not have arrived yet.
    let refused = running.until("/api/tools", |it| !it.starts_with("HTTP/1.1 200")).await;
    assert!(refused.starts_with("HTTP/1.1 503"), "{refused}");
    assert!(refused.contains("retry-after: 1") && refused.contains("OVERLOADED"), "{refused}");
    assert!(running.get("/healthz").await.starts_with("HTTP/1.1 200"));
    drop(slow);
    running.until("/api/tools", |it| it.starts_with("HTTP/1.1 200")).await;
    running.stop().await;
}

#[tokio::test]
async fn clients_that_dribble_are_cut_off_and_hold_nobody_up() {
    let limits = Limits {
        head_time: Duration::from_millis(300),
        connections_per_client: 1000,
        ..Limits::default()
    };
    let running = Running::start(with(limits)).await;
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
async fn a_body_has_one_deadline_however_it_dribbles() {
    let body_time = Duration::from_millis(300);
    let running = Running::start(with(Limits { body_time, ..Limits::default() })).await;
    for path in ["/api/tools/encodePlantUML", "/mcp", "/svg", "/page/compile", "/uml"] {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
             Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\
             Content-Length: 100\r\n\r\n"
        );
        let (mut reader, mut writer) = running.connect().await.into_split();
        writer.write_all(head.as_bytes()).await.unwrap();
        // A byte now and then, each well within the time.
        let dribble = tokio::spawn(async move {
            while writer.write_all(b" ").await.is_ok() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        });
        let mut answer = Vec::new();
        let _ = reader.read_to_end(&mut answer).await;
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.starts_with("HTTP/1.1 408"), "{path}: {answer}");
        assert!(answer.contains("BODY_TOO_SLOW"), "{path}: {answer}");
        dribble.abort();
    }
    running.stop().await;
}

#[tokio::test]
async fn a_body_that_is_announced_as_too_large_is_refused_before_it_is_sent() {
    let running = Running::start(with(Limits { body_bytes: 1000, ..Limits::default() })).await;
    for path in ["/page/compile", "/mcp", "/api/tools/encodePlantUML", "/svg"] {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Expect: 100-continue\r\nContent-Length: 5000000\r\n\r\n"
        );
        // Nothing of the body is sent, and the answer comes all the same.
        let answer = running.talk(&head).await;
        assert!(answer.starts_with("HTTP/1.1 413"), "{path}: {answer}");
        assert!(!answer.contains("100 Continue"), "{path}: {answer}");
    }
    running.stop().await;
}

#[tokio::test]
async fn words_of_the_framework_do_not_get_out() {
    let routes = Routes::default();
    for (path, status, code) in [
        ("/svg/%ff%fe", 400, "INVALID_REQUEST"),
        ("/mermaid/svg/%ff", 400, "INVALID_REQUEST"),
        ("/map/%ff/%ff", 400, "INVALID_REQUEST"),
        ("/assets/%ff", 400, "INVALID_REQUEST"),
        ("/page/setup/%ff", 404, "NOT_FOUND"),
        ("/api/tools/%ff", 405, "METHOD_NOT_ALLOWED"),
    ] {
        let reply = routes.get(path).await;
        assert_eq!(reply.status, status, "{path}");
        assert_eq!(reply.json()["error"]["code"], code, "{path}: {}", reply.text());
    }
    // The page itself says that the link is damaged.
    let reply = routes.get("/uml/%ff").await;
    assert_eq!((reply.status, reply.header("content-type")), (200, "text/html; charset=utf-8"));
}

#[tokio::test]
async fn every_answer_has_a_request_id() {
    let routes = Routes::default();
    let first = routes.get("/").await.header("x-request-id").to_owned();
    let headers = [("x-request-id", "mine")];
    let second = routes.send("GET", "/nowhere", &headers, "").await;
    assert_ne!(first, "");
    assert!(![first.as_str(), "mine"].contains(&second.header("x-request-id")));
    let behind_proxy = Routes::new(Settings { clients: Clients::Forwarded, ..Settings::default() });
    let reply = behind_proxy.send("GET", "/", &headers, "").await;
    assert_eq!(reply.header("x-request-id"), "mine");
    let reply = behind_proxy.send("GET", "/", &[("x-request-id", "a b")], "").await;
    assert_ne!(reply.header("x-request-id"), "a b");
}

#[tokio::test]
async fn readiness_ends_before_the_server_does() {
    let limits = Limits { notice_time: Duration::from_secs(2), ..Limits::default() };
    let running = Running::start(with(limits)).await;
    assert!(running.get("/readyz").await.starts_with("HTTP/1.1 200"));
    let address = running.address;
    let ended = running.tell_to_stop();
    let ask = async |path: &str| {
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        talk_to(address, &request).await
    };
    in_time(async {
        while !ask("/readyz").await.starts_with("HTTP/1.1 503") {
            tokio::task::yield_now().await;
        }
    })
    .await;
    assert!(ask("/healthz").await.starts_with("HTTP/1.1 200"));
    assert!(ask("/api/tools").await.starts_with("HTTP/1.1 200"));
    in_time(ended).await.unwrap().unwrap();
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
    let running = Running::start(with(Limits::default())).await;
    let address = running.address;
    let mut open = running.connect().await;
    let head = format!(
        "POST /api/tools/encodePlantUML HTTP/1.1\r\nHost: {address}\r\nContent-Length: {}\r\n\r\n",
        BODY.len()
    );
    open.write_all(head.as_bytes()).await.unwrap();
    let idle = running.connect().await;
    running.until("/metrics", |it| it.contains("straightedge_in_flight 2")).await;
    let ended = running.tell_to_stop();
    in_time(async {
        while tokio::net::TcpStream::connect(address).await.is_ok() {
            tokio::task::yield_now().await;
        }
    })
    .await;
    open.write_all(BODY.as_bytes()).await.unwrap();
    let mut answer = String::new();
    open.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"success\":true"), "{answer}");
    drop(idle);
    in_time(ended).await.unwrap().unwrap();
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
    running.until("/metrics", |it| it.contains("straightedge_in_flight 2")).await;
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
    assert_eq!(Routes::default().get("/metrics").await.status, 404, "only when asked for");
    let routes = Routes::new(with(Limits::default()));
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

#[tokio::test]
async fn texts_that_would_take_the_machine_are_refused() {
    // A debug build on a busy machine may take longer than a server would allow.
    let draw_time = Duration::from_mins(2);
    let routes = Routes::new(with(Limits { draw_time, ..Limits::default() }));
    let items = vec!["1"; 300].join(",");
    let open: String = (0..4).map(|it| format!("!foreach $x{it} in [{items}]\n")).collect();
    let loops = format!("{open}A -> B : $x0$x1$x2$x3\n{}", "!endfor\n".repeat(4));
    let participants: String = (0..300).map(|it| format!("participant P{it}\n")).collect();
    let pages = participants + &"P1 -> P2\nnewpage\n".repeat(3_000);
    let packages: String = (0..300).map(|it| format!("package p{it} {{\n")).collect();
    let table =
        format!("note over A\n{}end note\n", format!("|{}\n", "a|".repeat(300)).repeat(300));
    let words = format!("A -> B : {}", "word ".repeat(120_000));
    let ways = format!("fork\n{}end fork\n", ":a;\nfork again\n".repeat(3_000));
    let tasks: String = (0..7_000).map(|it| format!("[T{it}] lasts 3 days\n")).collect();
    let tasks = format!("@startgantt\n{tasks}@endgantt\n");
    let dense: String = (0..3_000).map(|it| format!("C{} --> C{}\n", it / 60, it % 60)).collect();
    let dense = format!("class C0\n{dense}");
    let nested = "alt x\n".repeat(5_000);
    let open = "alt x\n".repeat(100_000);
    for text in [loops, open, nested, pages, packages, table, words, ways, tasks, dense] {
        let reply = routes.send("POST", "/svg", &[], text.clone()).await;
        assert_eq!(reply.status, 400, "{}", &text[..40]);
        assert!(reply.body.len() < 100_000, "the answer is bounded");
        let wish = json!({ "language": "puml", "source": text });
        let answer = routes.post("/page/compile", &wish).await.json();
        let code = &answer["diagnostics"].as_array().unwrap().last().unwrap()["code"];
        assert_eq!(code, "preprocess/limit-reached");
    }
    let wish = json!({ "language": "puml", "source": "alt x\n".repeat(5_000) });
    assert_eq!(routes.post("/page/format", &wish).await.status, 422);
    let long: String = (0..5_000).map(|it| format!("A{0} -> B{0} : {it}\n", it % 40)).collect();
    assert_eq!(routes.send("POST", "/svg", &[], long.clone()).await.status, 200);
    let reply = routes.send("POST", "/pdf", &[], long).await;
    assert_eq!(reply.status, 400);
    assert!(reply.header("x-plantuml-diagram-error").contains("too large to be drawn as pdf"));
}
