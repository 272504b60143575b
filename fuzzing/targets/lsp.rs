//! Edits, requests and nonsense to the language server: after each edit its text is the client's, whatever is asked is
//! answered, and nothing panics. Columns count in UTF-8 or in UTF-16, and edits may end anywhere between two letters.
#![no_main]

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Read, Write};
use std::ops::Range;
use std::thread::JoinHandle;

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use puml_lsp::Ending;
use serde_json::{Value, json};

const FILE: &str = "untitled:fuzz.puml";

/// What is typed: letters that need one, two, three and four bytes, some from right to left, and pieces of the language.
const PIECES: [&str; 30] = [
    "a", "é", "漢字", "😀", "👩‍👩‍👧", "שלום", "مرحبا", "\u{202e}", "e\u{301}", "\u{feff}", "\0", "\t", " ", "\n", "\r\n", "\r",
    "@startuml\n", "@enduml\n", "A -> B : x\n", "participant \"漢 字\" as A\n", "alt 😀\n", "else\n", "end\n",
    "note over A\n", "end note\n", "!define X y\n", "!include a.puml\n", "A -[#red]>> \"שלום\" ++ : <b>م</b>\n", "newpage\n", "/' ",
];

/// Requests about a whole text, or about a place or a range in it.
const REQUESTS: [&str; 24] = [
    "textDocument/diagnostic", "textDocument/completion", "textDocument/hover", "textDocument/definition",
    "textDocument/references", "textDocument/documentHighlight", "textDocument/prepareRename", "textDocument/rename",
    "textDocument/documentSymbol", "workspace/symbol", "textDocument/foldingRange", "textDocument/selectionRange",
    "textDocument/semanticTokens/full", "textDocument/semanticTokens/full/delta", "textDocument/semanticTokens/range",
    "textDocument/formatting", "textDocument/rangeFormatting", "textDocument/onTypeFormatting", "textDocument/codeAction",
    "textDocument/inlayHint", "textDocument/documentLink", "textDocument/documentColor", "textDocument/codeLens",
    "puml/renderSvg",
];

fuzz_target!(|data: &[u8]| {
    // Bytes that run out end the conversation early, and in order.
    let mut choices = Unstructured::new(data);
    let encoding = if choices.arbitrary().unwrap_or_default() { "utf-8" } else { "utf-16" };
    let mut session = Session::start(encoding);
    converse(&mut session, &mut choices).ok();
    session.leave();
});

fn converse(session: &mut Session, choices: &mut Unstructured) -> Result<()> {
    while !choices.is_empty() {
        match choices.int_in_range(0..=9)? {
            0 => session.reopen(choices.arbitrary::<&str>()?),
            1 => session.nonsense(choices.arbitrary::<&[u8]>()?),
            2 => {
                let method = *choices.choose(&REQUESTS)?;
                session.ask(method, json!([choices.arbitrary::<&str>()?]));
            }
            3 | 4 => {
                let method = *choices.choose(&REQUESTS)?;
                let place = session.place(choices)?.position;
                let other = session.place(choices)?.position;
                session.ask(method, everything(&place, &other));
            }
            _ => {
                let mut changes = Vec::new();
                for _ in 0..choices.int_in_range(1..=3)? {
                    changes.push(session.edit(choices)?);
                }
                session.change(&changes);
            }
        }
    }
    Ok(())
}

/// Parameters that fit every request.
fn everything(place: &Value, other: &Value) -> Value {
    json!({
        "textDocument": { "uri": FILE }, "position": place, "positions": [place, other],
        "range": { "start": place, "end": other },
        "context": { "diagnostics": [], "includeDeclaration": true },
        "options": { "tabSize": 2, "insertSpaces": true },
        "query": "a", "newName": "漢 字", "ch": "\n", "previousResultId": "1",
    })
}

/// A place in the text: what a client calls it, and the byte it means.
struct Place {
    position: Value,
    offset: usize,
}

/// A client with its own copy of the text.
struct Session {
    to_server: PipeWriter,
    from_server: BufReader<PipeReader>,
    server: JoinHandle<std::io::Result<Ending>>,
    encoding: &'static str,
    text: String,
    version: i32,
    asked: i32,
}

impl Session {
    fn start(encoding: &'static str) -> Self {
        let (input, to_server) = std::io::pipe().expect("a pipe");
        let (from_server, out) = std::io::pipe().expect("a pipe");
        let server = std::thread::spawn(|| puml_lsp::converse(BufReader::new(input), out, Vec::new()));
        let from_server = BufReader::new(from_server);
        let mut session = Self { to_server, from_server, server, encoding, text: String::new(), version: 0, asked: 0 };
        let capabilities = json!({ "general": { "positionEncodings": [encoding] }, "textDocument": { "diagnostic": {} } });
        session.ask("initialize", json!({ "capabilities": capabilities }));
        session.tell("initialized", json!({}));
        session.reopen("@startuml\r\nA -> B : 😀 漢字 שלום\nend\n");
        session
    }

    fn leave(mut self) {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        let ending = self.server.join().expect("the server does not panic");
        assert_eq!(ending.expect("the pipes hold"), Ending::Asked);
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string().as_bytes());
    }

    fn send(&mut self, body: &[u8]) {
        write!(self.to_server, "Content-Length: {}\r\n\r\n", body.len()).expect("the server listens");
        self.to_server.write_all(body).expect("the server listens");
    }

    /// The result of a request; nothing where it was refused.
    fn ask(&mut self, method: &str, params: Value) -> Option<Value> {
        self.asked += 1;
        let id = self.asked;
        self.send(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string().as_bytes());
        loop {
            let mut message = self.receive();
            if message["id"] == id && message.get("method").is_none() {
                assert_ne!(message["error"]["code"], -32603, "{method} broke: {message}");
                return message.get_mut("result").map(Value::take);
            }
        }
    }

    fn receive(&mut self) -> Value {
        let mut header = String::new();
        self.from_server.read_line(&mut header).expect("a header");
        let length = header.trim().strip_prefix("Content-Length: ").and_then(|it| it.parse().ok()).expect("a length");
        self.from_server.read_line(&mut header).expect("an empty line");
        let mut body = vec![0; length];
        self.from_server.read_exact(&mut body).expect("a body");
        serde_json::from_slice(&body).expect("messages are JSON")
    }

    fn compare(&mut self) {
        let theirs = self.ask("puml/viewFileText", json!({ "uri": FILE }));
        assert_eq!(theirs.as_ref().and_then(Value::as_str), Some(self.text.as_str()), "the texts differ");
    }

    fn reopen(&mut self, text: &str) {
        self.text = text.to_owned();
        self.tell("textDocument/didClose", json!({ "textDocument": { "uri": FILE } }));
        let item = json!({ "uri": FILE, "languageId": "puml", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": item }));
        self.compare();
    }

    fn change(&mut self, changes: &[Value]) {
        self.version += 1;
        let document = json!({ "uri": FILE, "version": self.version });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
        self.compare();
    }

    /// Sends a message that is none, and noise between messages.
    fn nonsense(&mut self, body: &[u8]) {
        let message: Option<Value> = serde_json::from_slice(body).ok();
        let method = message.as_ref().and_then(|it| it["method"].as_str()).unwrap_or_default();
        // By chance it may be a message that changes or ends the conversation.
        if method.contains("did") || method == "exit" || method == "shutdown" {
            return;
        }
        self.send(body);
        if !body.contains(&b':') {
            self.to_server.write_all(body).expect("the server listens");
            self.to_server.write_all(b"\r\n\r\n").expect("the server listens");
        }
        self.compare();
    }

    /// Replaces a stretch of the text; the change to tell.
    fn edit(&mut self, choices: &mut Unstructured) -> Result<Value> {
        let piece = match choices.int_in_range(0..=PIECES.len())? {
            0 => choices.arbitrary::<&str>()?,
            idx => PIECES[idx - 1],
        };
        if choices.ratio(1, 32)? {
            self.text = piece.to_owned();
            return Ok(json!({ "text": piece }));
        }
        let start = self.place(choices)?;
        let end = self.place(choices)?;
        let (start, end) = if start.offset <= end.offset { (start, end) } else { (end, start) };
        self.text.replace_range(start.offset..end.offset, piece);
        Ok(json!({ "range": { "start": start.position, "end": end.position }, "text": piece }))
    }

    /// Some place: between two letters, past the end of a line, or past the end of the text.
    fn place(&self, choices: &mut Unstructured) -> Result<Place> {
        let lines = lines(&self.text);
        let line = choices.int_in_range(0..=lines.len())?;
        let Some(range) = lines.get(line).cloned() else {
            let position = json!({ "line": line, "character": choices.int_in_range(0..=9)? });
            return Ok(Place { position, offset: self.text.len() });
        };
        let letters = &self.text[range.clone()];
        let mut stops: Vec<usize> = letters.char_indices().map(|it| it.0).collect();
        stops.push(letters.len());
        let stop = choices.int_in_range(0..=stops.len())?;
        let column = |to: usize| match self.encoding {
            "utf-8" => to,
            _ => letters[..to].encode_utf16().count(),
        };
        let (column, offset) = match stops.get(stop) {
            Some(&at) => (column(at), at),
            // Past the end is the end, and that is before both bytes of a `\r\n`.
            None if range.end < self.text.len() => {
                (column(letters.len()) + 1, letters.strip_suffix('\r').unwrap_or(letters).len())
            }
            None => (column(letters.len()) + 1, letters.len()),
        };
        Ok(Place { position: json!({ "line": line, "character": column }), offset: range.start + offset })
    }
}

/// The lines of a text without the `\n`; a lone `\r` ends none.
fn lines(text: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    let range = |line: &str| {
        let range = start..start + line.len();
        start = range.end + 1;
        range
    };
    text.split('\n').map(range).collect()
}
