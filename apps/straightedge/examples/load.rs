//! A bounded load test on loopback: how many requests a second are answered, how long each takes, and what happens past
//! the limit of requests at once. Run it in release: `cargo run --release -p straightedge --example load [SECONDS]`.
//! With `SECONDS ADDRESS PATH` it asks another server, that runs already, for that path.

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
/// What every client sends; a peer is asked for the same diagram.
const SOURCE: &str = include_str!("../../../examples/login.puml");
const FLOWCHART: &str = "graph TD\nA-->B\nB-->C\nC-->A";

/// One request, again and again.
#[derive(Clone)]
struct Ask {
    name: String,
    path: String,
    /// A body is posted; without one the path is fetched.
    body: Option<String>,
}

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
    let mut arguments = std::env::args().skip(1);
    let seconds = arguments.next().and_then(|it| it.parse().ok()).unwrap_or(5);
    let time = Duration::from_secs(seconds);
    if let (Some(address), Some(path)) = (arguments.next(), arguments.next()) {
        let address = address.parse().map_err(std::io::Error::other)?;
        let ask = Ask { name: "GET /svg/{code}".into(), path, body: None };
        let seen = crowd(address, &ask, CLIENTS, time).await?;
        report(&ask, &seen, time)?;
        return Ok(ExitCode::SUCCESS);
    }
    let post = |name: &str, body: serde_json::Value| Ask {
        name: format!("POST {name}"),
        path: name.into(),
        body: Some(body.to_string()),
    };
    let verify = post("/api/verify", serde_json::json!({ "code": FLOWCHART }));
    let code = share::encode(SOURCE);
    let asks = [
        post("/api/tools/encodePlantUML", serde_json::json!({ "plantumlCode": SOURCE })),
        verify.clone(),
        post("/api/svg", serde_json::json!({ "code": FLOWCHART })),
        Ask { name: "GET /svg/{code}".into(), path: format!("/svg/{code}"), body: None },
        Ask { name: "GET /png/{code}".into(), path: format!("/png/{code}"), body: None },
    ];
    let mut is_good = true;
    for (idx, ask) in asks.iter().enumerate() {
        let seen = round(ask, 256, CLIENTS, time).await?;
        report(ask, &seen, time)?;
        is_good &= seen.other + seen.shed == 0;
        if idx == 0 {
            let rate = seen.fine as f64 / time.as_secs_f64();
            is_good &= rate >= RATE_WANTED && percentile(&seen.times, 0.99) <= P99_WANTED;
        }
    }
    // Two at once are allowed and many clients ask: each gets an answer, at once.
    let strained = round(&verify, 2, 4 * CLIENTS, Duration::from_secs(2)).await?;
    writeln!(
        std::io::stdout(),
        "\nPast a limit of 2 requests at once, asked by {} clients: {} answered, {} refused with 503, {} failed, p99 {:.2} ms.",
        4 * CLIENTS,
        strained.fine,
        strained.shed,
        strained.other,
        milliseconds(percentile(&strained.times, 0.99)),
    )?;
    is_good &= strained.other == 0 && strained.fine > 0 && strained.shed > 0;
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A row of a table: requests a second, the middle and the slowest of a hundred, refusals and failures.
fn report(ask: &Ask, seen: &Seen, time: Duration) -> std::io::Result<()> {
    writeln!(
        std::io::stdout(),
        "| `{}` | {:.0} | {:.2} | {:.2} | {} | {} |",
        ask.name,
        seen.fine as f64 / time.as_secs_f64(),
        milliseconds(percentile(&seen.times, 0.5)),
        milliseconds(percentile(&seen.times, 0.99)),
        seen.shed,
        seen.other,
    )
}

/// A server of our own with this limit of requests at once, asked by a crowd.
async fn round(
    ask: &Ask,
    requests: usize,
    clients: usize,
    time: Duration,
) -> std::io::Result<Seen> {
    let limits = Limits {
        requests,
        requests_per_client: requests + 4 * CLIENTS,
        requests_per_minute: 0,
        drawing_seconds_per_minute: 0,
        ..Limits::default()
    };
    let site =
        Site::open(Settings { limits, ..Settings::default() }).map_err(std::io::Error::other)?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let (stop, stopped) = oneshot::channel::<()>();
    let server = tokio::spawn(serve(site, listener, async {
        let _ = stopped.await;
    }));
    let seen = crowd(address, ask, clients, time).await?;
    let _ = stop.send(());
    server.await.map_err(std::io::Error::other)??;
    Ok(seen)
}

async fn crowd(
    address: SocketAddr,
    ask: &Ask,
    clients: usize,
    time: Duration,
) -> std::io::Result<Seen> {
    let until = Instant::now() + time;
    let mut running = JoinSet::new();
    for _ in 0..clients {
        running.spawn(client(address, ask.clone(), until));
    }
    let mut all = Seen::default();
    while let Some(seen) = running.join_next().await {
        let seen = seen.map_err(std::io::Error::other)??;
        all.times.extend(seen.times);
        all.fine += seen.fine;
        all.shed += seen.shed;
        all.other += seen.other;
    }
    all.times.sort_unstable();
    Ok(all)
}

/// One client that asks again as soon as it is answered; it keeps its connection as long as the server does.
async fn client(address: SocketAddr, ask: Ask, until: Instant) -> std::io::Result<Seen> {
    let request = match &ask.body {
        Some(body) => format!(
            "POST {} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            ask.path,
            body.len()
        ),
        None => format!("GET {} HTTP/1.1\r\nHost: {address}\r\n\r\n", ask.path),
    };
    let mut seen = Seen::default();
    let mut kept = None;
    while Instant::now() < until {
        let asked = Instant::now();
        let mut stream = if let Some(stream) = kept.take() {
            stream
        } else {
            let stream = TcpStream::connect(address).await?;
            stream.set_nodelay(true)?;
            BufReader::new(stream)
        };
        // A server that closes after its answer may do so while the next request is under way.
        let answer = match stream.get_mut().write_all(request.as_bytes()).await {
            Ok(()) => status(&mut stream).await?,
            Err(_) => continue,
        };
        match answer {
            Some(200) => seen.fine += 1,
            Some(503) => seen.shed += 1,
            Some(_) => seen.other += 1,
            None => continue,
        }
        seen.times.push(asked.elapsed());
        kept = Some(stream);
    }
    Ok(seen)
}

/// Reads a whole answer and gives its status; none if the connection was closed instead.
async fn status(stream: &mut BufReader<TcpStream>) -> std::io::Result<Option<u16>> {
    let mut line = String::new();
    match stream.read_line(&mut line).await {
        Ok(0) => return Ok(None),
        Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => return Ok(None),
        read => read?,
    };
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
    Ok(Some(status))
}

fn percentile(sorted: &[Duration], share: f64) -> Duration {
    let last = sorted.len().saturating_sub(1);
    sorted.get((last as f64 * share) as usize).copied().unwrap_or_default()
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
