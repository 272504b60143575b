//! A client in the same process: asks, and sorts what comes back.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::thread::JoinHandle;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use lsp_server::{Message, Notification, Request, Response};
use puml_lsp::{Connection, Ending};
use serde_json::{Value, json};

/// Longer than anything takes, also on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

pub(crate) struct Client {
    sender: Sender<Message>,
    receiver: Receiver<String>,
    server: Option<JoinHandle<Ending>>,
    next: Cell<i32>,
    seen: RefCell<VecDeque<Message>>,
}

impl Client {
    /// A client that can do everything but ask for diagnostics.
    pub(crate) fn new() -> Self {
        Self::with(
            &json!({
                "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } },
            }),
            &json!(null),
        )
    }

    pub(crate) fn with(capabilities: &Value, options: &Value) -> Self {
        Self::start(&json!({ "capabilities": capabilities, "initializationOptions": options }))
    }

    pub(crate) fn start(params: &Value) -> Self {
        let (sender, incoming) = bounded(0);
        let (outgoing, receiver) = unbounded();
        let server = Connection { sender: outgoing, receiver: incoming };
        let server = Some(std::thread::spawn(move || puml_lsp::serve(server, Vec::new())));
        let client =
            Self { sender, receiver, server, next: Cell::new(1), seen: RefCell::default() };
        client.ask("initialize", params);
        client.tell("initialized", &json!({}));
        client
    }

    /// The answer to a request.
    pub(crate) fn ask(&self, method: &str, params: &Value) -> Value {
        let response = self.response(method, params);
        response.response_result.unwrap_or_else(|error| panic!("{method}: {error:?}"))
    }

    /// The error that a request is answered with: code and message.
    pub(crate) fn refusal(&self, method: &str, params: &Value) -> (i32, String) {
        let response = self.response(method, params);
        let error = response.response_result.expect_err("the request is refused");
        (error.code, error.message)
    }

    fn response(&self, method: &str, params: &Value) -> Response {
        let id = self.send(method, params);
        self.answer_to(id)
    }

    /// Sends a request and does not wait.
    pub(crate) fn send(&self, method: &str, params: &Value) -> i32 {
        let id = self.next.get();
        self.next.set(id + 1);
        let request = Request::new(id.into(), method.to_owned(), params);
        self.sender.send(request.into()).expect("the server listens");
        id
    }

    pub(crate) fn answer_to(&self, id: i32) -> Response {
        let wanted = |it: &Message| matches!(it, Message::Response(it) if it.id == id.into());
        match self.wait(wanted) {
            Message::Response(response) => response,
            other => unreachable!("{other:?}"),
        }
    }

    pub(crate) fn tell(&self, method: &str, params: &Value) {
        let told = Notification::new(method.to_owned(), params);
        self.sender.send(told.into()).expect("the server listens");
    }

    /// The next notification of a method.
    pub(crate) fn told(&self, method: &str) -> Value {
        match self.wait(|it| matches!(it, Message::Notification(it) if it.method == method)) {
            Message::Notification(it) => it.params,
            other => unreachable!("{other:?}"),
        }
    }

    /// The next request of the server; it is answered with `result`.
    pub(crate) fn asked(&self, method: &str, result: &Value) -> Value {
        match self.wait(|it| matches!(it, Message::Request(it) if it.method == method)) {
            Message::Request(it) => {
                let response = Response::new_ok(it.id, result);
                self.sender.send(response.into()).expect("the server listens");
                it.params
            }
            other => unreachable!("{other:?}"),
        }
    }

    /// Whether a notification of a method has come so far.
    pub(crate) fn has_been_told(&self, method: &str) -> bool {
        self.seen.borrow_mut().extend(self.receiver.try_iter().map(|it| message(&it)));
        let seen = self.seen.borrow();
        seen.iter().any(|it| matches!(it, Message::Notification(it) if it.method == method))
    }

    fn wait(&self, wanted: impl Fn(&Message) -> bool) -> Message {
        let mut seen = self.seen.borrow_mut();
        if let Some(at) = seen.iter().position(&wanted) {
            return seen.remove(at).expect("it was just found");
        }
        loop {
            let text = self.receiver.recv_timeout(PATIENCE).expect("an answer comes");
            let message = message(&text);
            if wanted(&message) {
                return message;
            }
            seen.push_back(message);
        }
    }

    pub(crate) fn open(&self, uri: &str, text: &str) {
        let item = json!({ "uri": uri, "languageId": "puml", "version": 1, "text": text });
        self.tell("textDocument/didOpen", &json!({ "textDocument": item }));
    }

    pub(crate) fn change(&self, uri: &str, version: i32, changes: &Value) {
        let params = json!({
            "textDocument": { "uri": uri, "version": version }, "contentChanges": changes,
        });
        self.tell("textDocument/didChange", &params);
    }

    /// A request about the place of the `|` in a text, which is opened without it.
    pub(crate) fn at(&self, method: &str, marked: &str, more: &Value) -> Value {
        let (text, position) = unmarked(marked);
        self.open(FILE, &text);
        self.ask(method, &at(FILE, &position, more))
    }

    /// Leaves as the protocol wants.
    pub(crate) fn leave(mut self) -> Ending {
        self.ask("shutdown", &Value::Null);
        self.tell("exit", &Value::Null);
        self.server.take().expect("it runs").join().expect("the server does not panic")
    }
}

/// What the server sent.
fn message(text: &str) -> Message {
    serde_json::from_str(text).expect("the server speaks JSON-RPC")
}

/// A text that needs no file.
pub(crate) const FILE: &str = "untitled:a.puml";

/// A text without its `|`, and where that stood.
pub(crate) fn unmarked(marked: &str) -> (String, Value) {
    let at = marked.find('|').expect("the text has a mark");
    let before = &marked[..at];
    let line = before.matches('\n').count();
    let column = before.rsplit('\n').next().unwrap_or_default().encode_utf16().count();
    (marked.replacen('|', "", 1), json!({ "line": line, "character": column }))
}

pub(crate) fn at(uri: &str, position: &Value, more: &Value) -> Value {
    let mut params = json!({ "textDocument": { "uri": uri }, "position": position });
    for (key, value) in more.as_object().into_iter().flatten() {
        params[key] = value.clone();
    }
    params
}

pub(crate) fn range(first: (u32, u32), last: (u32, u32)) -> Value {
    let position = |at: (u32, u32)| json!({ "line": at.0, "character": at.1 });
    json!({ "start": position(first), "end": position(last) })
}

/// A text after an answer's edits, which count in UTF-16.
pub(crate) fn applied(text: &str, edits: &Value) -> String {
    let mut edits: Vec<(usize, usize, &str)> = edits
        .as_array()
        .expect("edits are a list")
        .iter()
        .map(|it| {
            let end = |name: &str| offset(text, &it["range"][name]);
            (end("start"), end("end"), it["newText"].as_str().unwrap())
        })
        .collect();
    edits.sort_by_key(|it| (it.0, it.1));
    let mut out = text.to_owned();
    for (start, end, new) in edits.into_iter().rev() {
        out.replace_range(start..end, new);
    }
    out
}

fn offset(text: &str, position: &Value) -> usize {
    let line = position["line"].as_u64().unwrap() as usize;
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let mut units = position["character"].as_u64().unwrap() as usize;
    let mut at = start;
    for it in text[start..].chars() {
        if units == 0 {
            break;
        }
        units -= it.len_utf16();
        at += it.len_utf8();
    }
    at
}
