//! What one request can take: sends texts that ask for as much as they can, and every file of the folders given, to a
//! server on loopback, one at a time. Run it in release: `worst PROGRAM [FOLDER...]` starts `PROGRAM serve`; files that
//! end in `.mmd` are Mermaid. It fails when the server needs more than 64 MB or a second of processor time for any.

#[path = "support/texts.rs"]
mod texts;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Duration;

const MEMORY_WANTED: u64 = 64 << 20;
const TIME_WANTED: Duration = Duration::from_secs(1);
/// How many of the worst are listed for time and for memory.
const LISTED: usize = 8;

/// What one text took.
struct Taken {
    name: String,
    bytes: usize,
    status: String,
    time: Duration,
    /// The most memory that the server had.
    peak: u64,
}

fn main() -> std::io::Result<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    let Some(program) = arguments.next() else {
        writeln!(std::io::stderr(), "usage: worst PROGRAM [FOLDER...]")?;
        return Ok(ExitCode::from(2));
    };
    let mut texts: Vec<(String, &str, Vec<u8>)> = Vec::new();
    for (name, text) in texts::puml() {
        texts.push((name.to_owned(), "/svg", text.into_bytes()));
    }
    let own = texts.len();
    for folder in arguments {
        collect(Path::new(&folder), &mut texts)?;
    }
    let mut all = Vec::with_capacity(texts.len());
    let mut server = None;
    for (number, (name, path, body)) in texts.iter().enumerate() {
        // The large ones each find a server that has done nothing before.
        let running = match server.take().filter(|_| number > own) {
            Some(running) => running,
            None => Running::start(&program)?,
        };
        all.push(running.take(name, path, body)?);
        server = Some(running);
    }
    report(&mut all, own)
}

fn collect(folder: &Path, texts: &mut Vec<(String, &str, Vec<u8>)>) -> std::io::Result<()> {
    let mut entries: Vec<_> = std::fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(std::fs::DirEntry::path);
    for entry in entries {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, texts)?;
            continue;
        }
        let route =
            if path.extension().is_some_and(|it| it == "mmd") { "/mermaid/svg" } else { "/svg" };
        texts.push((path.display().to_string(), route, std::fs::read(&path)?));
    }
    Ok(())
}

/// A server, until it is dropped.
struct Running {
    server: Child,
    address: String,
}

impl Running {
    fn start(program: &str) -> std::io::Result<Self> {
        let mut server = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0", "--diagrams-only", "--log", "error"])
            .args(["--rate-limit", "0", "--draw-rate-limit", "0"])
            .stdout(Stdio::piped())
            .spawn()?;
        let stdout = server.stdout.take().ok_or(std::io::ErrorKind::BrokenPipe)?;
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line)?;
        let address = line.trim().rsplit('/').next().unwrap_or_default().to_owned();
        Ok(Self { server, address })
    }

    fn take(&self, name: &str, path: &str, body: &[u8]) -> std::io::Result<Taken> {
        let folder = format!("/proc/{}", self.server.id());
        // The kernel forgets the peak.
        std::fs::write(format!("{folder}/clear_refs"), "5")?;
        let before = self.time()?;
        let mut stream = TcpStream::connect(&self.address)?;
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: text/plain\r\n\
             Content-Length: {}\r\n\r\n",
            body.len()
        );
        let mut answer = Vec::new();
        let talk = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
        talk.and_then(|()| stream.read_to_end(&mut answer))?;
        let status = std::fs::read_to_string(format!("{folder}/status"))?;
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|it| it.split_whitespace().next()?.parse::<u64>().ok());
        Ok(Taken {
            name: name.to_owned(),
            bytes: body.len(),
            status: String::from_utf8_lossy(answer.get(9..12).unwrap_or_default()).into_owned(),
            time: self.time()?.saturating_sub(before),
            peak: peak.map_or(u64::MAX, |it| it << 10),
        })
    }

    /// Processor time of all threads, also those that have ended, in the kernel's ticks of 10 ms.
    fn time(&self) -> std::io::Result<Duration> {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.server.id()))?;
        let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace();
        let ticks: u64 = fields.skip(11).take(2).filter_map(|it| it.parse::<u64>().ok()).sum();
        Ok(Duration::from_millis(10 * ticks))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn report(all: &mut [Taken], own: usize) -> std::io::Result<ExitCode> {
    let mut out = std::io::stdout();
    let count = all.len();
    writeln!(out, "{own} texts that ask for much, {} files. The worst of them:\n", count - own)?;
    writeln!(out, "| text | bytes | answer | CPU ms | peak MB |\n|---|---|---|---|---|")?;
    all.sort_by_key(|it| std::cmp::Reverse(it.time));
    let slowest: Vec<usize> = (0..count.min(LISTED)).collect();
    let mut by_memory: Vec<usize> = (0..count).collect();
    by_memory.sort_by_key(|it| std::cmp::Reverse(all[*it].peak));
    by_memory.truncate(LISTED);
    by_memory.retain(|it| !slowest.contains(it));
    for it in slowest.iter().chain(&by_memory).map(|it| &all[*it]) {
        writeln!(
            out,
            "| {} | {} | {} | {:.0} | {:.0} |",
            it.name,
            it.bytes,
            it.status,
            it.time.as_secs_f64() * 1e3,
            it.peak as f64 / f64::from(1 << 20)
        )?;
    }
    let is_answered = |it: &Taken| it.status.starts_with(['2', '4']);
    let is_small = |it: &Taken| it.time <= TIME_WANTED && it.peak <= MEMORY_WANTED;
    let is_good = all.iter().all(|it| is_answered(it) && is_small(it));
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
