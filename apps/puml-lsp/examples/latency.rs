//! How long each request takes right after an edit of a 20,000-line text, and what ten thousand edits
//! do to the memory, in Markdown tables: `cargo run --release -p puml-lsp --example latency [LINES]`.
//! On a busy machine the median tells about the others; the best and the processor's time do not.

use std::io::Write as _;
use std::time::{Duration, Instant};

use lsp_server::{Connection, Message, Notification, Request};
use serde_json::{Value, json};

const FILE: &str = "untitled:large.puml";
const ROUNDS: usize = 15;
/// A delay that a person who types does not notice.
const TARGET: Duration = Duration::from_millis(50);

fn main() -> std::io::Result<()> {
    let lines = std::env::args().nth(1).and_then(|it| it.parse().ok()).unwrap_or(20_000);
    let mut out = std::io::stdout().lock();
    let (connection, server) = Connection::memory();
    let serving = std::thread::spawn(move || puml_lsp::serve(server, Vec::new()));
    let mut session = Session { connection, version: 1, next: 1 };
    // A client that asks for diagnostics is not pushed to, so nothing runs beside what is measured.
    let capabilities = json!({ "textDocument": { "diagnostic": {} } });
    session.ask("initialize", &json!({ "capabilities": capabilities }));
    session.tell("initialized", &json!({}));
    let text = diagram(lines);
    let item = json!({ "uri": FILE, "languageId": "puml", "version": 1, "text": text });
    session.tell("textDocument/didOpen", &json!({ "textDocument": item }));

    writeln!(out, "| {lines} lines, after an edit | best ms | median ms | CPU ms |")?;
    writeln!(out, "|---|---|---|---|")?;
    let mut slow = Vec::new();
    for (method, params) in requests(lines) {
        let before = processor();
        let mut times: Vec<Duration> =
            (0..ROUNDS).map(|_| session.timed(method, &params, lines)).collect();
        let cpu = processor().saturating_sub(before) / ROUNDS as u32;
        times.sort();
        if times[0] > TARGET {
            slow.push(method);
        }
        let [best, median, cpu] = [times[0], times[ROUNDS / 2], cpu].map(millis);
        writeln!(out, "| `{method}` | {best:.1} | {median:.1} | {cpu:.1} |")?;
    }
    let target = TARGET.as_millis();
    match slow.as_slice() {
        [] => writeln!(out, "\nNo request takes more than {target} ms.\n")?,
        slow => writeln!(out, "\nMore than {target} ms: {}.\n", slow.join(", "))?,
    }

    writeln!(out, "| edits | resident MiB |\n|---|---|\n| 0 | {:.1} |", mib(resident()))?;
    for edit in 1..=10_000 {
        session.edit(lines);
        // A client that runs ahead would fill the queue, and that would be measured.
        if edit % 20 == 0 {
            session.ask("workspace/symbol", &json!({ "query": "nobody" }));
        }
        if edit % 2_000 == 0 {
            writeln!(out, "| {edit} | {:.1} |", mib(resident()))?;
        }
    }

    session.ask("shutdown", &Value::Null);
    session.tell("exit", &Value::Null);
    serving.join().expect("the server does not panic");
    Ok(())
}

/// A diagram with everything in it, again and again.
fn diagram(lines: usize) -> String {
    let block = [
        "alt request {}",
        "  alice -> shop ++ : order {} of **many** <color:blue>things</color>",
        "  shop -> store : write 漢字 {}",
        "  store --> shop : ok 😀",
        "  note over shop, store #LightYellow : stored {}",
        "else failed",
        "  shop -[#red]> alice : sorry {}",
        "  return done",
        "end",
        "== part {} ==",
    ];
    let mut out = String::from(
        "@startuml\nautonumber\nactor \"Alice in the shop\" as alice\nparticipant shop\ndatabase store\n",
    );
    let head = out.lines().count() + 1;
    for line in 0..lines.saturating_sub(head) {
        out.push_str(&block[line % block.len()].replace("{}", &line.to_string()));
        out.push('\n');
    }
    out.push_str("@enduml\n");
    out
}

/// Every request that the server answers, about a place in the middle.
fn requests(lines: usize) -> Vec<(&'static str, Value)> {
    // The line of an order in the middle: blocks of ten lines behind five others.
    let middle = lines / 20 * 10 + 6;
    let document = json!({ "uri": FILE });
    let with = |more: Value| {
        let mut params = json!({ "textDocument": document });
        for (key, value) in more.as_object().into_iter().flatten() {
            params[key] = value.clone();
        }
        params
    };
    let at = json!({ "line": middle, "character": 4 });
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
        ("puml/renderSvg", with(json!({}))),
    ]
}

struct Session {
    connection: Connection,
    version: i32,
    next: i32,
}

impl Session {
    fn tell(&self, method: &str, params: &Value) {
        let told = Notification::new(method.to_owned(), params);
        self.connection.sender.send(told.into()).expect("the server listens");
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        let id = self.next;
        self.next += 1;
        let request = Request::new(id.into(), method.to_owned(), params);
        self.connection.sender.send(request.into()).expect("the server listens");
        for message in &self.connection.receiver {
            if let Message::Response(response) = message
                && response.id == id.into()
            {
                return response.response_result.unwrap_or_else(|it| panic!("{method}: {it:?}"));
            }
        }
        panic!("the server left")
    }

    /// Types a letter into a label in the middle, or takes it away again.
    fn edit(&mut self, lines: usize) {
        self.version += 1;
        let line = lines / 20 * 10 + 6;
        let (end, text) = if self.version % 2 == 0 { (30, "x") } else { (31, "") };
        let range = json!({
            "start": { "line": line, "character": 30 }, "end": { "line": line, "character": end },
        });
        let changes = json!([{ "range": range, "text": text }]);
        let document = json!({ "uri": FILE, "version": self.version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.tell("textDocument/didChange", &params);
    }

    fn timed(&mut self, method: &str, params: &Value, lines: usize) -> Duration {
        let start = Instant::now();
        self.edit(lines);
        self.ask(method, params);
        start.elapsed()
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
