//! A bounded load test on loopback: how many texts a second are encoded, how long each takes, and what happens past the
//! limit of requests at once. Run it in release: `cargo run --release -p straightedge --example load [SECONDS]`.

use std::io::Write as _;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use straightedge::{Limits, Settings, Site, serve};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinSet;

const CLIENTS: usize = 16;
const RATE_WANTED: f64 = 2000.0;
const P99_WANTED: Duration = Duration::from_millis(20);
/// A small diagram to encode.
const ENCODE: (&str, &str) = (
    "/api/tools/encodePlantUML",
    r#"{"plantumlCode":"@startuml\nactor User\nUser -> Web : sign in\nWeb -> Auth : check\nAuth --> Web : ok\nWeb --> User : welcome\n@enduml"}"#,
);
/// Work that takes a while, so that many requests are open at once.
const VERIFY: (&str, &str) = ("/api/verify", r#"{"code":"graph TD\nA-->B\nB-->C\nC-->A"}"#);

/// What all clients of one round saw.
#[derive(Default)]
struct Seen {
    times: Vec<Duration>,
    fine: usize,
    shed: usize,
    other: usize,
}

#[tokio::main]
async fn main() -> std::io::Result<ExitCode> {
    let seconds = std::env::args().nth(1).and_then(|it| it.parse().ok()).unwrap_or(5);
    let steady = round(ENCODE, 256, CLIENTS, Duration::from_secs(seconds)).await?;
    let rate = steady.fine as f64 / seconds as f64;
    let p99 = percentile(&steady.times, 0.99);
    let mut out = std::io::stdout();
    writeln!(
        out,
        "encode: {rate:.0} requests/s by {CLIENTS} clients, p50 {:.2} ms, p99 {:.2} ms, {} refused, {} failed",
        milliseconds(percentile(&steady.times, 0.5)),
        milliseconds(p99),
        steady.shed,
        steady.other,
    )?;
    // Two at once are allowed and many clients ask: each gets an answer, at once.
    let strained = round(VERIFY, 2, 4 * CLIENTS, Duration::from_secs(2)).await?;
    writeln!(
        out,
        "past the limit of 2 drawings asked for by {} clients: {} answered, {} refused with 503, {} failed, p99 {:.2} ms",
        4 * CLIENTS,
        strained.fine,
        strained.shed,
        strained.other,
        milliseconds(percentile(&strained.times, 0.99)),
    )?;
    let is_good = rate >= RATE_WANTED
        && p99 <= P99_WANTED
        && steady.other + strained.other + steady.shed == 0
        && strained.fine > 0
        && strained.shed > 0;
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn round(
    request: (&'static str, &'static str),
    requests: usize,
    clients: usize,
    time: Duration,
) -> std::io::Result<Seen> {
    let limits = Limits { requests, api_per_hour: 0, ..Limits::default() };
    let site =
        Site::open(Settings { limits, ..Settings::default() }).map_err(std::io::Error::other)?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let (stop, stopped) = oneshot::channel::<()>();
    let server = tokio::spawn(serve(site, listener, async {
        let _ = stopped.await;
    }));
    let until = Instant::now() + time;
    let mut running = JoinSet::new();
    for _ in 0..clients {
        running.spawn(client(address, request, until));
    }
    let mut all = Seen::default();
    while let Some(seen) = running.join_next().await {
        let seen = seen.map_err(std::io::Error::other)??;
        all.times.extend(seen.times);
        all.fine += seen.fine;
        all.shed += seen.shed;
        all.other += seen.other;
    }
    let _ = stop.send(());
    server.await.map_err(std::io::Error::other)??;
    all.times.sort_unstable();
    Ok(all)
}

/// One connection that asks again as soon as it is answered.
async fn client(
    address: SocketAddr,
    (path, body): (&str, &str),
    until: Instant,
) -> std::io::Result<Seen> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let mut stream = BufReader::new(stream);
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut seen = Seen::default();
    while Instant::now() < until {
        let asked = Instant::now();
        stream.get_mut().write_all(request.as_bytes()).await?;
        match status(&mut stream).await? {
            200 => seen.fine += 1,
            503 => seen.shed += 1,
            _ => seen.other += 1,
        }
        seen.times.push(asked.elapsed());
    }
    Ok(seen)
}

/// Reads a whole answer and gives its status.
async fn status(stream: &mut BufReader<TcpStream>) -> std::io::Result<u16> {
    let mut line = String::new();
    stream.read_line(&mut line).await?;
    let status = line.split(' ').nth(1).and_then(|it| it.parse().ok()).unwrap_or(0);
    let mut length = 0;
    loop {
        line.clear();
        stream.read_line(&mut line).await?;
        if line.trim().is_empty() {
            break;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    Ok(status)
}

fn percentile(sorted: &[Duration], share: f64) -> Duration {
    let last = sorted.len().saturating_sub(1);
    sorted.get((last as f64 * share) as usize).copied().unwrap_or_default()
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
