//! The line reader in front of the SDK. It answers what the SDK would pass over in silence: lines that are not JSON,
//! messages that are not JSON-RPC, and lines past the size limit.

use std::collections::VecDeque;
use std::io;

use rmcp::RoleServer;
use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, JsonRpcMessage, ProtocolVersion, RequestMetaObject,
    ServerJsonRpcMessage, ServerResult,
};
use rmcp::transport::Transport;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::batch::{Batch, Batches, Settled};
use crate::message_id::MessageIdScanner;
use crate::server::VERSIONS;

const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;
const INVALID_PARAMS: i32 = -32602;

/// A transport of lines. Everything written goes through one task, so that lines are never torn.
pub(super) struct Lines<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
    limit: usize,
    /// Whether the line at hand is past the limit.
    overlong: Overlong,
    /// Looks for the id of a line that is past the limit.
    scanner: MessageIdScanner,
    /// Whether the SDK has settled on an era; before that it takes a notification for the end of the world.
    is_open: bool,
    /// Whether the revision agreed on has batches.
    takes_batches: bool,
    batches: Batches,
    /// The rest of a batch that is being passed on.
    unpacked: VecDeque<ClientJsonRpcMessage>,
    outbox: Option<mpsc::UnboundedSender<Outgoing>>,
    writer: Option<JoinHandle<()>>,
}

struct Outgoing {
    line: Vec<u8>,
    written: oneshot::Sender<io::Result<()>>,
}

/// What one line turned out to be.
enum Line {
    Text,
    /// Past the limit; with the id of its message where that could be read.
    TooLong(Value),
    End,
}

/// How far a line past the limit has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Overlong {
    No,
    Unanswered,
    Answered,
}

/// A message that is not passed on.
enum Refusal {
    Answer(Value),
    Ignore,
}

impl Refusal {
    fn new(id: &Value, code: i32, message: &str) -> Self {
        Self::Answer(
            json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}),
        )
    }
}

impl<R: AsyncRead + Send + Unpin> Lines<R> {
    pub(super) fn new<W>(reader: R, writer: W, limit: usize) -> Self
    where
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let (outbox, inbox) = mpsc::unbounded_channel();
        Self {
            reader: BufReader::new(reader),
            line: Vec::new(),
            limit,
            overlong: Overlong::No,
            scanner: MessageIdScanner::default(),
            is_open: false,
            takes_batches: false,
            batches: Batches::default(),
            unpacked: VecDeque::new(),
            outbox: Some(outbox),
            writer: Some(tokio::spawn(write_lines(writer, inbox))),
        }
    }

    /// Collects a line into `self.line`. The SDK drops this future whenever something else happens, so nothing is
    /// consumed that is not also kept.
    async fn read_line(&mut self) -> io::Result<Line> {
        loop {
            let available = self.reader.fill_buf().await?;
            if available.is_empty() {
                if self.overlong == Overlong::Unanswered {
                    self.overlong = Overlong::No;
                    return Ok(Line::TooLong(self.scanner.finish()));
                }
                return Ok(if self.line.is_empty() { Line::End } else { Line::Text });
            }
            let newline = available.iter().position(|byte| *byte == b'\n');
            let taken = newline.map_or(available.len(), |index| index + 1);
            let piece = &available[..taken];
            match self.overlong {
                Overlong::No if self.line.len() + taken <= self.limit => {
                    self.line.extend_from_slice(piece);
                }
                Overlong::No => {
                    self.scanner.push(&std::mem::take(&mut self.line));
                    self.scanner.push(piece);
                    self.overlong = Overlong::Unanswered;
                }
                Overlong::Unanswered => self.scanner.push(piece),
                Overlong::Answered => {}
            }
            self.reader.consume(taken);
            let is_end = newline.is_some();
            match self.overlong {
                Overlong::No if is_end => return Ok(Line::Text),
                Overlong::Answered if is_end => self.overlong = Overlong::No,
                // An endless line is answered as soon as its id is known.
                Overlong::Unanswered if is_end || self.scanner.has_id() => {
                    self.overlong = if is_end { Overlong::No } else { Overlong::Answered };
                    return Ok(Line::TooLong(self.scanner.finish()));
                }
                _ => {}
            }
        }
    }

    /// Queues a line without waiting: this runs inside `receive`, which may be dropped at any await.
    fn post(&self, message: &Value) {
        let (written, _) = oneshot::channel();
        if let Some(outbox) = &self.outbox {
            let _ = outbox.send(Outgoing { line: line_of(message), written });
        }
    }

    fn answer(&self, refusal: &Refusal) {
        if let Refusal::Answer(message) = refusal {
            self.post(message);
        }
    }

    fn parse(&mut self, text: &[u8]) -> Result<ClientJsonRpcMessage, Refusal> {
        let message: Value = serde_json::from_slice(text).map_err(|error| {
            // Lone surrogates and deep nesting leave the id readable.
            let id = MessageIdScanner::scan(text);
            Refusal::new(&id, PARSE_ERROR, &format!("not valid JSON: {error}"))
        })?;
        match message {
            Value::Array(messages) if self.takes_batches && !messages.is_empty() => {
                self.unpack(messages)
            }
            message => self.accept(message),
        }
    }

    /// The first message of a batch; the others wait in `unpacked`.
    fn unpack(&mut self, messages: Vec<Value>) -> Result<ClientJsonRpcMessage, Refusal> {
        let mut batch = Batch::default();
        for message in messages {
            match self.accept(message) {
                Ok(message) => {
                    if let JsonRpcMessage::Request(request) = &message {
                        batch.awaited.push(request.id.clone());
                    }
                    self.unpacked.push_back(message);
                }
                Err(Refusal::Answer(answer)) => batch.answers.push(answer),
                Err(Refusal::Ignore) => {}
            }
        }
        if let Some(answers) = self.batches.open(batch) {
            self.post(&answers);
        }
        self.unpacked.pop_front().ok_or(Refusal::Ignore)
    }

    fn accept(&mut self, message: Value) -> Result<ClientJsonRpcMessage, Refusal> {
        let kind = Kind::of(&message)?;
        if kind == Kind::Request {
            self.is_open |= opens(&message);
        } else if !self.is_open {
            return Err(Refusal::Ignore);
        }
        let id = message["id"].clone();
        let message = serde_json::from_value(message).map_err(|_| match kind {
            Kind::Request => Refusal::new(
                &id,
                INVALID_PARAMS,
                "the parameters are missing or of the wrong shape",
            ),
            Kind::Notification | Kind::Response => Refusal::Ignore,
        })?;
        if let JsonRpcMessage::Notification(notification) = &message
            && let ClientNotification::CancelledNotification(cancelled) = &notification.notification
            && let Some(id) = &cancelled.params.request_id
            && let Some(answers) = self.batches.give_up(id)
        {
            self.post(&answers);
        }
        Ok(message)
    }
}

impl<R> Lines<R> {
    /// The line that goes out now, if this message does not wait for the rest of its batch.
    fn line_for(&mut self, message: &ServerJsonRpcMessage) -> Option<Vec<u8>> {
        let id = match message {
            JsonRpcMessage::Response(response) => {
                if let ServerResult::InitializeResult(result) = &response.result {
                    self.takes_batches = result.protocol_version == ProtocolVersion::V_2025_03_26;
                }
                Some(&response.id)
            }
            JsonRpcMessage::Error(error) => error.id.as_ref(),
            _ => None,
        };
        let Some(id) = id.filter(|_| self.takes_batches) else {
            return Some(line_of(message));
        };
        let answer = serde_json::to_value(message).expect("a message is always JSON");
        match self.batches.settle(id, answer) {
            Settled::Alone(answer) | Settled::Complete(answer) => Some(line_of(&answer)),
            Settled::Kept => None,
        }
    }
}

impl<R: AsyncRead + Send + Unpin + 'static> Transport<RoleServer> for Lines<R> {
    type Error = io::Error;

    fn send(
        &mut self,
        item: ServerJsonRpcMessage,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let (written, result) = oneshot::channel();
        let line = self.line_for(&item);
        let is_kept = line.is_none();
        let is_queued = line
            .zip(self.outbox.as_ref())
            .is_some_and(|(line, outbox)| outbox.send(Outgoing { line, written }).is_ok());
        async move {
            match (is_kept, is_queued) {
                (true, _) => Ok(()),
                (false, false) => Err(io::ErrorKind::NotConnected.into()),
                (false, true) => {
                    result.await.unwrap_or_else(|_| Err(io::ErrorKind::BrokenPipe.into()))
                }
            }
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            if let Some(message) = self.unpacked.pop_front() {
                return Some(message);
            }
            // A reader that fails is as much at its end as one that closes.
            match self.read_line().await.unwrap_or(Line::End) {
                Line::End => return None,
                Line::TooLong(id) => {
                    let message = format!("a message has at most {} bytes", self.limit);
                    self.answer(&Refusal::new(&id, INVALID_REQUEST, &message));
                    continue;
                }
                Line::Text => {}
            }
            let line = std::mem::take(&mut self.line);
            let text = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&line).trim_ascii();
            if text.is_empty() {
                continue;
            }
            match self.parse(text) {
                Ok(message) => return Some(message),
                Err(refusal) => self.answer(&refusal),
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.outbox = None;
        if let Some(writer) = self.writer.take() {
            // The task ends when all that was queued is written.
            let _ = writer.await;
        }
        Ok(())
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Request,
    Notification,
    Response,
}

impl Kind {
    fn of(message: &Value) -> Result<Self, Refusal> {
        let invalid = |id: &Value, message: &str| Refusal::new(id, INVALID_REQUEST, message);
        if message.is_array() {
            return Err(invalid(
                &Value::Null,
                "this revision of the protocol has no batches, and none has empty ones",
            ));
        }
        let Some(fields) = message.as_object() else {
            return Err(invalid(&Value::Null, "a message is a JSON object"));
        };
        let id = fields.get("id");
        let is_usable = id.is_some_and(|id| id.is_string() || id.is_i64() || id.is_u64());
        let answerable = if is_usable { id.unwrap_or(&Value::Null) } else { &Value::Null };
        if fields.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
            return Err(invalid(answerable, "jsonrpc must be \"2.0\""));
        }
        if fields.contains_key("result") || fields.contains_key("error") {
            return Ok(Self::Response);
        }
        if !fields.get("method").is_some_and(Value::is_string) {
            return Err(invalid(answerable, "method must be a string"));
        }
        if fields.get("params").is_some_and(|params| !params.is_object()) {
            return Err(invalid(answerable, "params must be an object"));
        }
        match id {
            None => Ok(Self::Notification),
            Some(_) if is_usable => Ok(Self::Request),
            Some(_) => Err(invalid(&Value::Null, "id must be a string or a whole number")),
        }
    }
}

/// Whether the SDK will settle on an era when it sees this request.
fn opens(request: &Value) -> bool {
    match request["method"].as_str() {
        Some("initialize") => true,
        Some("ping" | "server/discover") => false,
        _ => serde_json::from_value::<RequestMetaObject>(request["params"]["_meta"].clone())
            .is_ok_and(|meta| {
                meta.client_capabilities().is_some()
                    && meta.protocol_version().is_some_and(|version| VERSIONS.contains(&version))
            }),
    }
}

fn line_of(message: &impl serde::Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(message).expect("a message is always JSON");
    line.push(b'\n');
    line
}

async fn write_lines<W: AsyncWrite + Unpin>(
    mut writer: W,
    mut inbox: mpsc::UnboundedReceiver<Outgoing>,
) {
    while let Some(Outgoing { line, written }) = inbox.recv().await {
        let result = async {
            writer.write_all(&line).await?;
            writer.flush().await
        }
        .await;
        let has_failed = result.is_err();
        let _ = written.send(result);
        if has_failed {
            break;
        }
    }
}
