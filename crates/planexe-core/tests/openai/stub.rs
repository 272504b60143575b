//! A chat-completions endpoint on loopback that behaves as a test says, one behaviour per request.
#![expect(clippy::disallowed_methods, reason = "a server of its own needs threads of its own")]

use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};

/// What the endpoint does with one request.
#[derive(Clone, Copy)]
pub(crate) enum Act {
    /// Streams the text in pieces and says that it is done.
    Say(&'static str),
    /// Streams the text and ends with this reason.
    End(&'static str, &'static str),
    /// Streams a refusal.
    Refuse(&'static str),
    /// One document, as endpoints answer that do not stream.
    Whole(&'static str),
    /// An error status with headers and a message.
    Status(u16, &'static str, &'static str),
    /// Streams the beginning and closes the connection.
    Break(&'static str),
    /// Streams the beginning and then nothing.
    Stall(&'static str),
    /// Streams a letter now and then, for ever.
    Drip,
}

/// A request as it arrived.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) key: Option<String>,
    pub(crate) body: Value,
}

pub(crate) struct Stub {
    pub(crate) base_url: String,
    seen: Arc<Mutex<Vec<Seen>>>,
}

impl Stub {
    /// An endpoint that goes through `acts`, and repeats the last one.
    pub(crate) fn new(acts: &[Act]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (acts, record) = (Mutex::new(VecDeque::from(acts.to_vec())), Arc::clone(&seen));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let mut acts = acts.lock().unwrap();
                let act = if acts.len() > 1 { acts.pop_front() } else { acts.front().copied() };
                let record = Arc::clone(&record);
                std::thread::spawn(move || {
                    if let Some(request) = request(&stream) {
                        record.lock().unwrap().push(request);
                        // A client that gave up is what some tests are about.
                        let _ = perform(act.unwrap(), stream);
                    }
                });
            }
        });
        Self { base_url, seen }
    }

    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }
}

fn request(stream: &TcpStream) -> Option<Seen> {
    let mut reader = BufReader::new(stream);
    let (mut length, mut key) = (0, None);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else {
            if line.trim().is_empty() {
                break;
            }
            assert!(line.starts_with("POST /v1/chat/completions "), "{line}");
            continue;
        };
        match name.to_lowercase().as_str() {
            "content-length" => length = value.trim().parse().ok()?,
            "authorization" => key = Some(value.trim().to_owned()),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Seen { key, body: serde_json::from_slice(&body).ok()? })
}

fn perform(act: Act, mut out: TcpStream) -> std::io::Result<()> {
    let events = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
    let part = |delta: Value| format!("data: {}\n\n", json!({ "choices": [{ "delta": delta }] }));
    let words = |out: &mut TcpStream, text: &str| -> std::io::Result<()> {
        let letters: Vec<char> = text.chars().collect();
        for piece in letters.chunks(7) {
            let content: String = piece.iter().collect();
            out.write_all(part(json!({ "content": content })).as_bytes())?;
        }
        out.flush()
    };
    let end = |reason: &str| {
        let last = json!({ "choices": [{ "delta": {}, "finish_reason": reason }],
                           "usage": { "prompt_tokens": 11, "completion_tokens": 7 } });
        format!("data: {last}\n\ndata: [DONE]\n\n")
    };
    match act {
        Act::Say(text) => {
            out.write_all(events.as_bytes())?;
            words(&mut out, text)?;
            out.write_all(end("stop").as_bytes())
        }
        Act::End(text, reason) => {
            out.write_all(events.as_bytes())?;
            words(&mut out, text)?;
            out.write_all(end(reason).as_bytes())
        }
        Act::Refuse(text) => {
            out.write_all(events.as_bytes())?;
            out.write_all(part(json!({ "refusal": text })).as_bytes())?;
            out.write_all(end("stop").as_bytes())
        }
        Act::Whole(text) => {
            let body = json!({ "choices": [{ "message": { "content": text }, "finish_reason": "stop" }],
                               "usage": { "prompt_tokens": 5, "completion_tokens": 3 } });
            document(&mut out, "200 OK", "", &body.to_string())
        }
        Act::Status(code, headers, message) => {
            let body = json!({ "error": { "message": message } }).to_string();
            document(&mut out, &format!("{code} No"), headers, &body)
        }
        Act::Break(text) => {
            out.write_all(events.as_bytes())?;
            words(&mut out, text)
        }
        Act::Stall(text) => {
            out.write_all(events.as_bytes())?;
            words(&mut out, text)?;
            // Until the client goes away.
            let _ = out.read(&mut [0]);
            Ok(())
        }
        Act::Drip => {
            out.write_all(events.as_bytes())?;
            loop {
                words(&mut out, "x")?;
                std::thread::sleep(Duration::from_millis(20));
            }
        }
    }
}

fn document(out: &mut TcpStream, status: &str, headers: &str, body: &str) -> std::io::Result<()> {
    write!(
        out,
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\
         {headers}\r\n{body}",
        body.len()
    )
}
