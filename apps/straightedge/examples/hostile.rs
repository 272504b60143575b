//! A bounded test on loopback with hostile and good clients side by side: the good ones must not notice the others.
//! Run it in release: `hostile PROGRAM [SECONDS]` starts `PROGRAM serve` on a free port. Each kind of client has
//! loopback addresses of its own, because limits are counted by address; this needs Linux.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;

const P99_WANTED: Duration = Duration::from_millis(100);
const MEMORY_WANTED: u64 = 512 << 20;
/// Good clients, each with its own address, and the pause of each between two requests.
const GOOD: u8 = 8;
const PAUSE: Duration = Duration::from_millis(60);
/// A client that gets no answer for so long has failed.
const PATIENCE: Duration = Duration::from_secs(5);

const SOURCE: &str = include_str!("../../../examples/login.puml");

/// What clients of one kind do, and how many connections each address has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attack {
    SlowHeads,
    SlowBodies,
    Sessions,
    LoopDrawings,
    LongDrawings,
    LargeBodies,
    Encoder,
    BrokenJson,
    Connections,
}

const ATTACKS: [(Attack, usize); 9] = [
    (Attack::SlowHeads, 100),
    (Attack::SlowBodies, 100),
    (Attack::Sessions, 8),
    (Attack::LoopDrawings, 8),
    (Attack::LongDrawings, 8),
    (Attack::LargeBodies, 8),
    (Attack::Encoder, 8),
    (Attack::BrokenJson, 8),
    (Attack::Connections, 8),
];

/// What clients of one kind saw.
#[derive(Default)]
struct Seen {
    times: Vec<Duration>,
    fine: usize,
    refused: usize,
    failed: usize,
}

fn main() -> std::io::Result<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    let Some(program) = arguments.next() else {
        writeln!(std::io::stderr(), "usage: hostile PROGRAM [SECONDS]")?;
        return Ok(ExitCode::from(2));
    };
    let seconds = arguments.next().and_then(|it| it.parse().ok()).unwrap_or(10);
    let (mut server, address) = started(&program)?;
    let of_good = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let alone = of_good.block_on(good_clients(address, Duration::from_secs(3)));
    let until = Instant::now() + Duration::from_secs(seconds);
    let hostile = std::thread::spawn(move || hostile_clients(address, until));
    let good = of_good.block_on(good_clients(address, Duration::from_secs(seconds)));
    let by_attack = hostile.join().map_err(|_| std::io::ErrorKind::Other)??;
    let (memory, now) = memory(&server)?;
    server.kill()?;
    server.wait()?;
    report(&alone, &good, &by_attack, memory, now)
}

fn started(program: &str) -> std::io::Result<(Child, SocketAddr)> {
    let mut server = Command::new(program)
        .args(["serve", "--listen", "127.0.0.1:0", "--diagrams-only", "--log", "error"])
        .stdout(Stdio::piped())
        .spawn()?;
    let stdout = server.stdout.take().ok_or(std::io::ErrorKind::BrokenPipe)?;
    let mut line = String::new();
    BufReader::new(stdout).read_line(&mut line)?;
    let address = line.trim().rsplit('/').next().and_then(|it| it.parse().ok());
    Ok((server, address.ok_or(std::io::ErrorKind::InvalidData)?))
}

/// The most memory the server has had, and what it has now, in bytes.
fn memory(server: &Child) -> std::io::Result<(u64, u64)> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id()))?;
    let value = |name: &str| {
        let line = status.lines().find(|line| line.starts_with(name))?;
        line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|it| it << 10)
    };
    Ok((value("VmHWM:").unwrap_or(u64::MAX), value("VmRSS:").unwrap_or(u64::MAX)))
}

fn report(
    alone: &Seen,
    good: &Seen,
    by_attack: &[(Attack, Seen)],
    memory: u64,
    now: u64,
) -> std::io::Result<ExitCode> {
    let mut out = std::io::stdout();
    writeln!(out, "| good clients | answered | failed | p50 ms | p99 ms |\n|---|---|---|---|---|")?;
    for (name, seen) in [("alone", alone), ("beside hostile ones", good)] {
        writeln!(
            out,
            "| {name} | {} | {} | {:.1} | {:.1} |",
            seen.fine,
            seen.failed + seen.refused,
            milliseconds(percentile(&seen.times, 0.5)),
            milliseconds(percentile(&seen.times, 0.99)),
        )?;
    }
    writeln!(
        out,
        "\n| hostile clients | connections | answered | refused | cut off |\n|---|---|---|---|---|"
    )?;
    for ((attack, seen), (_, connections)) in by_attack.iter().zip(ATTACKS) {
        writeln!(
            out,
            "| {attack:?} | {connections} | {} | {} | {} |",
            seen.fine, seen.refused, seen.failed
        )?;
    }
    writeln!(out, "\nPeak memory of the server {} MB, at the end {} MB.", memory >> 20, now >> 20)?;
    let is_good = good.failed + good.refused == 0
        && good.fine > 0
        && percentile(&good.times, 0.99) <= P99_WANTED
        && memory <= MEMORY_WANTED;
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[cfg(target_os = "linux")]
fn step_back() {
    let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), 5);
}

#[cfg(not(target_os = "linux"))]
fn step_back() {}

/// Hostile clients would be on machines of their own. Here they may take from the good clients and the server what
/// these do not need.
fn hostile_clients(address: SocketAddr, until: Instant) -> std::io::Result<Vec<(Attack, Seen)>> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .on_thread_start(step_back)
        .build()?;
    runtime.block_on(async {
        let mut hostile = JoinSet::new();
        for (number, (attack, connections)) in (0_u8..).zip(ATTACKS) {
            let request: Arc<str> = hostile_request(attack, address).into();
            for _ in 0..connections {
                let seen = attacker(attack, Arc::clone(&request), number, address, until);
                hostile.spawn(async move { (attack, seen.await) });
            }
        }
        let mut by_attack: Vec<(Attack, Seen)> =
            ATTACKS.iter().map(|it| (it.0, Seen::default())).collect();
        while let Some(ended) = hostile.join_next().await {
            let (attack, seen) = ended.map_err(std::io::Error::other)?;
            let sum = by_attack.iter_mut().find(|it| it.0 == attack);
            let sum = &mut sum.expect("every attack is listed").1;
            sum.fine += seen.fine;
            sum.refused += seen.refused;
            sum.failed += seen.failed;
        }
        Ok(by_attack)
    })
}

async fn good_clients(address: SocketAddr, time: Duration) -> Seen {
    let until = Instant::now() + time;
    let mut clients = JoinSet::new();
    for number in 0..GOOD {
        clients.spawn(good_client(Ipv4Addr::new(127, 0, 1, number + 1), address, until));
    }
    let mut all = Seen::default();
    while let Some(Ok(seen)) = clients.join_next().await {
        all.times.extend(seen.times);
        all.fine += seen.fine;
        all.refused += seen.refused;
        all.failed += seen.failed;
    }
    all.times.sort_unstable();
    all
}

/// Somebody who looks at pictures, types on the page and shares a diagram.
async fn good_client(from: Ipv4Addr, address: SocketAddr, until: Instant) -> Seen {
    let body = |value: serde_json::Value| value.to_string();
    let requests = [
        get(address, &format!("/svg/{}", share::encode(SOURCE))),
        post(
            address,
            "/page/compile",
            "application/json",
            &body(serde_json::json!({ "language": "puml", "source": SOURCE })),
        ),
        post(
            address,
            "/api/tools/encodePlantUML",
            "application/json",
            &body(serde_json::json!({ "plantumlCode": SOURCE })),
        ),
        get(address, "/"),
    ];
    let mut seen = Seen::default();
    for request in requests.iter().cycle() {
        if Instant::now() >= until {
            break;
        }
        let asked = Instant::now();
        match answered(from, address, request).await {
            Some(200) => {
                seen.fine += 1;
                seen.times.push(asked.elapsed());
            }
            Some(_) => seen.refused += 1,
            None => seen.failed += 1,
        }
        tokio::time::sleep(PAUSE).await;
    }
    seen
}

async fn attacker(
    attack: Attack,
    request: Arc<str>,
    number: u8,
    address: SocketAddr,
    until: Instant,
) -> Seen {
    let from = Ipv4Addr::new(127, 0, 2, number + 1);
    let mut seen = Seen::default();
    while Instant::now() < until {
        let status = match attack {
            Attack::SlowHeads => dribble(from, address, "GET / HTTP/1.1\r\nX-Slow: ", until).await,
            Attack::SlowBodies => {
                let head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                            Accept: application/json, text/event-stream\r\nContent-Length: 100000\r\n\r\n";
                dribble(from, address, head, until).await
            }
            Attack::Connections => connect(from, address).await.ok().map(|_| 200),
            _ => answered(from, address, &request).await,
        };
        match status {
            Some(200..=399) => seen.fine += 1,
            Some(_) => seen.refused += 1,
            None => seen.failed += 1,
        }
        // A client whose connection is refused would otherwise only measure how fast this loop is.
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    seen
}

fn hostile_request(attack: Attack, address: SocketAddr) -> String {
    let json = "application/json";
    match attack {
        Attack::Sessions => {
            let params = serde_json::json!({
                "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "h", "version": "1" },
            });
            let body = serde_json::json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params });
            post(address, "/mcp", json, &body.to_string())
        }
        Attack::LoopDrawings => {
            let items = vec!["1"; 300].join(",");
            let open: String = (0..4).map(|it| format!("!foreach $x{it} in [{items}]\n")).collect();
            let text =
                format!("@startuml\n{open}A -> B : $x0$x1$x2$x3\n{}@enduml", "!endfor\n".repeat(4));
            post(address, "/svg", "text/plain", &text)
        }
        Attack::LongDrawings => {
            let lines: String = (0..11_000)
                .map(|it| format!("A{} -> B{} : message {it}\n", it % 40, it % 30))
                .collect();
            post(address, "/svg", "text/plain", &format!("@startuml\n{lines}@enduml"))
        }
        Attack::LargeBodies => post(address, "/page/compile", json, &" ".repeat(3 << 20)),
        Attack::Encoder => {
            let text: String = (0_u32..4000)
                .map(|it| format!("{:08x}\n", it.wrapping_mul(2_654_435_761)))
                .collect();
            let body = serde_json::json!({ "plantumlCode": text });
            post(address, "/api/tools/encodePlantUML", json, &body.to_string())
        }
        _ => post(address, "/mcp", json, &"[".repeat(100_000)),
    }
}

fn get(address: SocketAddr, path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")
}

fn post(address: SocketAddr, path: &str, kind: &str, body: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: {kind}\r\n\
         Accept: application/json, text/event-stream\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

async fn connect(from: Ipv4Addr, address: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(IpAddr::V4(from), 0))?;
    socket.connect(address).await
}

/// Sends a request on a new connection and reads the whole answer; its status, if there is one.
async fn answered(from: Ipv4Addr, address: SocketAddr, request: &str) -> Option<u16> {
    let talk = async {
        let mut stream = connect(from, address).await.ok()?;
        let _ = stream.write_all(request.as_bytes()).await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        std::str::from_utf8(answer.get(9..12)?).ok()?.parse().ok()
    };
    tokio::time::timeout(PATIENCE, talk).await.ok().flatten()
}

/// Sends a byte now and then until the server has had enough.
async fn dribble(from: Ipv4Addr, address: SocketAddr, head: &str, until: Instant) -> Option<u16> {
    let mut stream = connect(from, address).await.ok()?;
    stream.write_all(head.as_bytes()).await.ok()?;
    let mut answer = [0; 12];
    while Instant::now() < until {
        let read =
            tokio::time::timeout(Duration::from_millis(300), stream.read_exact(&mut answer)).await;
        match read {
            Ok(Ok(_)) => return std::str::from_utf8(&answer[9..]).ok()?.parse().ok(),
            Ok(Err(_)) => return None,
            Err(_) => stream.write_all(b" ").await.ok()?,
        }
    }
    None
}

fn percentile(sorted: &[Duration], share: f64) -> Duration {
    let last = sorted.len().saturating_sub(1);
    sorted.get((last as f64 * share) as usize).copied().unwrap_or_default()
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
