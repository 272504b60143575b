//! Messages over a pair of byte streams. A message that cannot be read is answered here, and the
//! next one is read: only the end of the input ends a conversation.
//!
//! What goes to the client is JSON text from the start: a long answer is serialised once, by the worker that found it.

use std::io::{self, BufRead, Read as _, Write};
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use lsp_server::{ErrorCode, Message, RequestId, ResponseError};
use serde::Serialize;
use serde_json::{Value, json};

/// Longer messages are refused without being read.
const LONGEST: usize = 64 << 20;

/// The server's end of a conversation.
pub struct Connection {
    /// Takes whole messages as JSON text.
    pub sender: Sender<String>,
    /// What the client sends.
    pub receiver: Receiver<Message>,
}

/// A message as the client reads it.
pub(crate) fn text(message: &Message) -> String {
    #[derive(Serialize)]
    struct JsonRpc<'a> {
        jsonrpc: &'static str,
        #[serde(flatten)]
        message: &'a Message,
    }
    serde_json::to_string(&JsonRpc { jsonrpc: "2.0", message }).expect("messages are plain data")
}

/// The answer to a request, whose result is JSON text already.
pub(crate) fn answer(id: &RequestId, result: Result<String, ResponseError>) -> String {
    let id = serde_json::to_string(id).expect("an id is plain data");
    let (name, value) = match result {
        Ok(value) => ("result", value),
        Err(error) => ("error", serde_json::to_string(&error).expect("an error is plain data")),
    };
    ["{\"jsonrpc\":\"2.0\",\"id\":", &id, ",\"", name, "\":", &value, "}"].concat()
}

/// The threads that read and write.
pub(crate) struct Threads {
    writer: JoinHandle<io::Result<()>>,
}

impl Threads {
    /// Waits until everything is written. The reader is left alone: it may wait for input that never comes.
    pub(crate) fn finish(self) -> io::Result<()> {
        self.writer.join().expect("the writer never panics")
    }
}

/// Reads from one stream and writes to the other, each on a thread of its own.
pub(crate) fn start(
    mut input: impl BufRead + Send + 'static,
    mut out: impl Write + Send + 'static,
) -> (Connection, Threads) {
    let (sender, outgoing) = unbounded::<String>();
    let (incoming, receiver) = bounded::<Message>(0);
    let (refused, refusals) = unbounded::<Value>();
    let writer = thread::spawn(move || write_all(&outgoing, &refusals, &mut out));
    thread::spawn(move || read_all(&mut input, &incoming, &refused));
    (Connection { sender, receiver }, Threads { writer })
}

fn write_all(
    outgoing: &Receiver<String>,
    refusals: &Receiver<Value>,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut refusals = refusals.clone();
    loop {
        crossbeam_channel::select! {
            recv(outgoing) -> message => match message {
                Ok(message) => put(out, &message)?,
                Err(_) => break,
            },
            recv(refusals) -> refusal => match refusal {
                Ok(refusal) => put(out, &refusal.to_string())?,
                // The reader is gone; what is still to be sent goes out.
                Err(_) => refusals = crossbeam_channel::never(),
            },
        }
    }
    refusals.try_iter().try_for_each(|it| put(out, &it.to_string()))
}

fn put(out: &mut impl Write, text: &str) -> io::Result<()> {
    write!(out, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    out.flush()
}

fn read_all(input: &mut impl BufRead, incoming: &Sender<Message>, refused: &Sender<Value>) {
    while let Ok(Some(frame)) = frame(input) {
        match frame.and_then(|it| message(&it)) {
            Ok(message) => {
                let last = matches!(&message, Message::Notification(it) if it.method == "exit");
                if incoming.send(message).is_err() || last {
                    return;
                }
            }
            Err(refusal) => {
                // Nobody is left to tell once the writer is gone.
                let _ = refused.send(refusal);
            }
        }
    }
}

/// The body of the next message, or why it cannot be read; nothing at the end of the input.
fn frame(input: &mut impl BufRead) -> io::Result<Option<Result<Vec<u8>, Value>>> {
    let mut length = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim();
        if let Some((name, value)) = text.split_once(':') {
            if name.trim().eq_ignore_ascii_case("content-length") {
                length = value.trim().parse::<usize>().ok();
            }
        } else if text.is_empty() && length.is_some() {
            break;
        } else if !text.is_empty() {
            // What is no header is passed over up to the next that is one.
            length = None;
        }
    }
    let length = length.unwrap_or_default();
    if length > LONGEST {
        io::copy(&mut input.take(length as u64), &mut io::sink())?;
        let reason = format!("a message may have {LONGEST} bytes, this one has {length}");
        return Ok(Some(Err(refusal(&Value::Null, ErrorCode::InvalidRequest, &reason))));
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body)?;
    Ok(Some(Ok(body)))
}

/// The message in a body, or the answer to one that is none.
fn message(body: &[u8]) -> Result<Message, Value> {
    let value: Value = serde_json::from_slice(body)
        .map_err(|error| refusal(&Value::Null, ErrorCode::ParseError, &error.to_string()))?;
    let id = value.get("id").cloned().unwrap_or(Value::Null);
    let asks = value.get("method").is_some() && !id.is_null();
    match serde_json::from_value(value) {
        // An id that is neither a string nor a small number would go unanswered.
        Ok(Message::Notification(_)) if asks => {
            Err(refusal(&id, ErrorCode::InvalidRequest, "the id is no string and no 32-bit number"))
        }
        Ok(message) => Ok(message),
        Err(_) => {
            let reason = "this is no request, response or notification";
            Err(refusal(&id, ErrorCode::InvalidRequest, reason))
        }
    }
}

fn refusal(id: &Value, code: ErrorCode, reason: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code as i32, "message": reason } })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(input: &str) -> (Vec<Message>, Vec<Value>) {
        let (incoming, messages) = unbounded();
        let (refused, refusals) = unbounded();
        read_all(&mut input.as_bytes(), &incoming, &refused);
        drop((incoming, refused));
        (messages.iter().collect(), refusals.iter().collect())
    }

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    #[test]
    fn answers_carry_their_id_and_either_a_result_or_an_error() {
        let result = answer(&"a\"b".to_owned().into(), Ok("[1]".to_owned()));
        assert_eq!(result, r#"{"jsonrpc":"2.0","id":"a\"b","result":[1]}"#);
        let error = ResponseError { code: -32800, message: "cancelled".to_owned(), data: None };
        let expected = r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32800,"message":"cancelled"}}"#;
        assert_eq!(answer(&7.into(), Err(error)), expected);
    }

    #[test]
    fn a_malformed_message_is_answered_and_the_next_one_is_read() {
        let good = framed(r#"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"#);
        let (messages, refusals) = read(&format!("{}{good}", framed("{nonsense")));
        assert_eq!(messages.len(), 1);
        assert_eq!(refusals[0]["error"]["code"], -32700);
        assert!(refusals[0]["id"].is_null());
    }

    #[test]
    fn a_message_that_is_none_is_answered_with_its_id() {
        let (messages, refusals) = read(&framed(r#"{"jsonrpc":"2.0","id":7}"#));
        assert!(messages.is_empty());
        assert_eq!(
            (&refusals[0]["id"], &refusals[0]["error"]["code"]),
            (&7.into(), &(-32600).into())
        );
        let (_, refusals) = read(&framed(r#"{"id":99999999999,"method":"x"}"#));
        assert_eq!(refusals[0]["id"], 99_999_999_999_u64);
    }

    #[test]
    fn noise_before_a_header_is_passed_over() {
        let good = framed(r#"{"jsonrpc":"2.0","method":"exit"}"#);
        let (messages, _) = read(&format!("noise\r\n\r\n{good}"));
        assert_eq!(messages.len(), 1);
    }

    #[test]
    fn a_huge_message_is_passed_over() {
        let good = framed(r#"{"jsonrpc":"2.0","method":"exit"}"#);
        let length = LONGEST + 1;
        let huge = format!("Content-Length: {length}\r\n\r\n{}", " ".repeat(length));
        let (messages, refusals) = read(&format!("{huge}{good}"));
        assert_eq!((messages.len(), refusals.len()), (1, 1));
    }
}
