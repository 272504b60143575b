//! How long each request takes right after an edit of a 20,000-line text of each family, and what ten thousand edits
//! do to the memory, in Markdown tables: `cargo run --release -p puml-lsp --example latency [LINES [FAMILY|METHOD...]]`.
//! Named families are told request by request; with a method, only that is asked, to be looked at with a profiler.
//! On a busy machine the median tells about the others; the best and the processor's time do not.

mod texts;

use std::io::Write;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use lsp_server::{Message, Notification, Request};
use puml_lsp::Connection;
use serde_json::{Value, json};
use texts::{Place, TEXTS, Text};

const FILE: &str = "untitled:large.puml";
const ROUNDS: usize = 15;
/// The one request that lays a picture out.
const PICTURE: &str = "puml/renderSvg";
/// A delay that a person who types does not notice.
const TARGET: Duration = Duration::from_millis(50);

/// Families that are told request by request unless others are named.
const DETAILED: [&str; 2] = ["sequence", "class"];

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let lines = arguments.next().and_then(|it| it.parse().ok()).unwrap_or(20_000);
    let (methods, named): (Vec<String>, Vec<String>) = arguments.partition(|it| it.contains('/'));
    let mut out = std::io::stdout().lock();
    let is_named = |text: &&Text| named.is_empty() || named.iter().any(|it| it == text.family);
    let mut rows = Vec::new();
    for text in TEXTS.iter().filter(is_named) {
        let measured = measure(text, lines, &methods);
        if !named.is_empty() || DETAILED.contains(&text.family) {
            detailed(&mut out, text.family, lines, &measured)?;
        }
        rows.push((text.family, measured));
    }
    if !methods.is_empty() {
        return Ok(());
    }
    summary(&mut out, lines, &rows)?;
    memory(&mut out, lines)
}

/// What a request took.
struct Measured {
    method: &'static str,
    best: Duration,
    median: Duration,
    cpu: Duration,
}

fn measure(text: &Text, lines: usize, methods: &[String]) -> Vec<Measured> {
    let mut session = Session::start(text, lines);
    let mut all = Vec::new();
    let mut asked = requests(text.asked(lines));
    asked.retain(|it| methods.is_empty() || methods.iter().any(|method| method == it.0));
    for (method, params) in asked {
        let before = processor();
        let first = session.timed(method, &params);
        // A picture that takes seconds is not taken fifteen times.
        let rounds = if first > TARGET * 20 { 2 } else { ROUNDS };
        let mut times: Vec<Duration> =
            (1..rounds).map(|_| session.timed(method, &params)).chain([first]).collect();
        let cpu = processor().saturating_sub(before) / rounds as u32;
        times.sort();
        all.push(Measured { method, best: times[0], median: times[times.len() / 2], cpu });
    }
    session.end();
    all
}

fn detailed(
    out: &mut impl Write,
    family: &str,
    lines: usize,
    measured: &[Measured],
) -> std::io::Result<()> {
    writeln!(out, "| {family}, {lines} lines, after an edit | best ms | median ms | CPU ms |")?;
    writeln!(out, "|---|---|---|---|")?;
    for it in measured {
        let [best, median, cpu] = [it.best, it.median, it.cpu].map(millis);
        writeln!(out, "| `{}` | {best:.1} | {median:.1} | {cpu:.1} |", it.method)?;
    }
    writeln!(out)
}

/// A row for each family: the slowest request about the text, and the picture, which is laid out anew as a whole.
fn summary(
    out: &mut impl Write,
    lines: usize,
    rows: &[(&str, Vec<Measured>)],
) -> std::io::Result<()> {
    writeln!(
        out,
        "| {lines} lines, after an edit | slowest request about the text | best ms | median ms | `{PICTURE}`, best ms |"
    )?;
    writeln!(out, "|---|---|---|---|---|")?;
    let mut slow = Vec::new();
    for (family, measured) in rows {
        let (pictures, texts): (Vec<&Measured>, Vec<&Measured>) =
            measured.iter().partition(|it| it.method == PICTURE);
        let slowest = texts.into_iter().max_by_key(|it| it.best).expect("requests are measured");
        if slowest.best > TARGET {
            slow.push(*family);
        }
        let [best, median, picture] = [slowest.best, slowest.median, pictures[0].best].map(millis);
        writeln!(
            out,
            "| {family} | `{}` | {best:.1} | {median:.1} | {picture:.1} |",
            slowest.method
        )?;
    }
    let target = TARGET.as_millis();
    match slow.as_slice() {
        [] => writeln!(out, "\nNo request about a text takes more than {target} ms.\n"),
        slow => writeln!(out, "\nMore than {target} ms: {}.\n", slow.join(", ")),
    }
}

fn memory(out: &mut impl Write, lines: usize) -> std::io::Result<()> {
    let mut session = Session::start(&TEXTS[0], lines);
    writeln!(out, "| edits | resident MiB |\n|---|---|\n| 0 | {:.1} |", mib(resident()))?;
    for edit in 1..=10_000 {
        session.edit();
        // A client that runs ahead would fill the queue, and that would be measured.
        if edit % 20 == 0 {
            session.ask("workspace/symbol", &json!({ "query": "nobody" }));
        }
        if edit % 2_000 == 0 {
            writeln!(out, "| {edit} | {:.1} |", mib(resident()))?;
        }
    }
    session.end();
    Ok(())
}

/// Every request that the server answers, about a place in the middle.
fn requests(asked: Place) -> Vec<(&'static str, Value)> {
    let middle = asked.line;
    let document = json!({ "uri": FILE });
    let with = |more: Value| {
        let mut params = json!({ "textDocument": document });
        for (key, value) in more.as_object().into_iter().flatten() {
            params[key] = value.clone();
        }
        params
    };
    let at = json!({ "line": middle, "character": asked.column });
    let screen = json!({
        "start": { "line": middle, "character": 0 }, "end": { "line": middle + 60, "character": 0 },
    });
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    vec![
        ("textDocument/diagnostic", with(json!({}))),
        ("textDocument/completion", with(json!({ "position": at }))),
        ("textDocument/hover", with(json!({ "position": at }))),
        ("textDocument/definition", with(json!({ "position": at }))),
        (
            "textDocument/references",
            with(json!({ "position": at, "context": { "includeDeclaration": true } })),
        ),
        ("textDocument/documentHighlight", with(json!({ "position": at }))),
        ("textDocument/prepareRename", with(json!({ "position": at }))),
        ("textDocument/rename", with(json!({ "position": at, "newName": "Bob" }))),
        ("textDocument/signatureHelp", with(json!({ "position": at }))),
        ("textDocument/prepareCallHierarchy", with(json!({ "position": at }))),
        ("textDocument/documentSymbol", with(json!({}))),
        ("workspace/symbol", json!({ "query": "store" })),
        ("textDocument/foldingRange", with(json!({}))),
        ("textDocument/selectionRange", with(json!({ "positions": [at] }))),
        ("textDocument/semanticTokens/full", with(json!({}))),
        ("textDocument/semanticTokens/full/delta", with(json!({ "previousResultId": "0" }))),
        ("textDocument/semanticTokens/range", with(json!({ "range": screen }))),
        ("textDocument/formatting", with(json!({ "options": options }))),
        ("textDocument/rangeFormatting", with(json!({ "options": options, "range": screen }))),
        (
            "textDocument/onTypeFormatting",
            with(json!({ "options": options, "position": at, "ch": "\n" })),
        ),
        (
            "textDocument/codeAction",
            with(json!({ "range": screen, "context": { "diagnostics": [] } })),
        ),
        ("textDocument/inlayHint", with(json!({ "range": screen }))),
        ("textDocument/documentLink", with(json!({}))),
        ("textDocument/documentColor", with(json!({}))),
        ("textDocument/codeLens", with(json!({}))),
        (PICTURE, with(json!({}))),
    ]
}

struct Session {
    sender: Sender<Message>,
    receiver: Receiver<String>,
    serving: JoinHandle<puml_lsp::Ending>,
    edited: Place,
    version: i32,
    next: i32,
}

impl Session {
    /// A conversation in which the text is open.
    fn start(text: &Text, lines: usize) -> Self {
        let (sender, incoming) = bounded(0);
        let (outgoing, receiver) = unbounded();
        let server = Connection { sender: outgoing, receiver: incoming };
        let serving = std::thread::spawn(move || puml_lsp::serve(server, Vec::new()));
        let edited = text.edited(lines);
        let mut session = Self { sender, receiver, serving, edited, version: 1, next: 1 };
        // A client that asks for diagnostics is not pushed to, so nothing runs beside what is measured.
        let capabilities = json!({ "textDocument": { "diagnostic": {} } });
        session.ask("initialize", &json!({ "capabilities": capabilities }));
        session.tell("initialized", &json!({}));
        let text = text.written(lines);
        let item = json!({ "uri": FILE, "languageId": "puml", "version": 1, "text": text });
        session.tell("textDocument/didOpen", &json!({ "textDocument": item }));
        session
    }

    fn end(mut self) {
        self.ask("shutdown", &Value::Null);
        self.tell("exit", &Value::Null);
        self.serving.join().expect("the server does not panic");
    }

    fn tell(&self, method: &str, params: &Value) {
        let told = Notification::new(method.to_owned(), params);
        self.sender.send(told.into()).expect("the server listens");
    }

    /// The answer's text; taking it apart is the client's work, and a client is another process.
    fn ask(&mut self, method: &str, params: &Value) -> String {
        let id = self.next;
        self.next += 1;
        let request = Request::new(id.into(), method.to_owned(), params);
        self.sender.send(request.into()).expect("the server listens");
        let start = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},");
        // What cannot be done at a place, such as a rename where nothing has a name, is an answer too.
        self.receiver.iter().find(|it| it.starts_with(&start)).expect("the server stays")
    }

    /// Types a letter in the middle, or takes it away again.
    fn edit(&mut self) {
        self.version += 1;
        let Place { line, column } = self.edited;
        let (end, text) = if self.version % 2 == 0 { (column, "x") } else { (column + 1, "") };
        let range = json!({
            "start": { "line": line, "character": column }, "end": { "line": line, "character": end },
        });
        let changes = json!([{ "range": range, "text": text }]);
        let document = json!({ "uri": FILE, "version": self.version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.tell("textDocument/didChange", &params);
    }

    fn timed(&mut self, method: &str, params: &Value) -> Duration {
        let start = Instant::now();
        self.edit();
        let answer = self.ask(method, params);
        let elapsed = start.elapsed();
        drop(answer);
        elapsed
    }
}

fn mib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

/// What all threads have used of the processors; nothing where the system does not tell.
fn processor() -> Duration {
    let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten().filter_map(Result::ok);
    let used = tasks.filter_map(|it| {
        let text = std::fs::read_to_string(it.path().join("schedstat")).ok()?;
        text.split(' ').next()?.parse::<u64>().ok()
    });
    Duration::from_nanos(used.sum())
}

/// Bytes of memory in use; 0 where the system does not tell.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = status.split(' ').nth(1).and_then(|it| it.parse::<u64>().ok());
    pages.unwrap_or_default() * 4096
}
