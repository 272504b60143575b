//! What an endpoint says: a stream of events or one document, and the JSON inside its text.

use reqwest::Response;
use reqwest::header::CONTENT_TYPE;
use serde_json::Value;

use super::exchange::Trouble;

/// A whole reply.
#[derive(Debug, Default)]
pub(super) struct Reply {
    pub(super) text: String,
    /// Whether it ended for want of room.
    pub(super) is_cut: bool,
    /// Tokens of the question, as the endpoint counts them.
    pub(super) sent: u64,
    /// Tokens of the answer.
    pub(super) received: u64,
}

/// A reply while it arrives.
pub(super) struct Stream {
    is_events: bool,
    /// Bytes that do not make a line yet, or the whole document.
    rest: Vec<u8>,
    reply: Reply,
    refusal: String,
    finish: Option<String>,
    is_done: bool,
}

impl Stream {
    pub(super) fn new(response: &Response) -> Self {
        let kind = response.headers().get(CONTENT_TYPE).and_then(|it| it.to_str().ok());
        Self {
            is_events: kind.is_some_and(|kind| kind.contains("event-stream")),
            rest: Vec::new(),
            reply: Reply::default(),
            refusal: String::new(),
            finish: None,
            is_done: false,
        }
    }

    pub(super) fn push(&mut self, chunk: &[u8]) {
        self.rest.extend_from_slice(chunk);
        if !self.is_events {
            return;
        }
        while let Some(end) = self.rest.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.rest.drain(..=end).collect();
            self.line(&String::from_utf8_lossy(&line));
        }
    }

    fn line(&mut self, line: &str) {
        let Some(data) = line.trim().strip_prefix("data:") else { return };
        if data.trim() == "[DONE]" {
            self.is_done = true;
        } else if let Ok(event) = serde_json::from_str::<Value>(data) {
            self.event(&event, "delta");
        }
    }

    /// Takes over a part of the stream, or the whole document where the endpoint does not stream.
    fn event(&mut self, event: &Value, field: &str) {
        let choice = &event["choices"][0];
        let part = &choice[field];
        self.reply.text.push_str(part["content"].as_str().unwrap_or_default());
        self.refusal.push_str(part["refusal"].as_str().unwrap_or_default());
        if let Some(finish) = choice["finish_reason"].as_str() {
            self.finish = Some(finish.to_owned());
        }
        let usage = &event["usage"];
        self.reply.sent = usage["prompt_tokens"].as_u64().unwrap_or(self.reply.sent);
        self.reply.received = usage["completion_tokens"].as_u64().unwrap_or(self.reply.received);
        if let Some(message) = event["error"]["message"].as_str() {
            self.refusal.push_str(message);
            self.finish = Some("error".to_owned());
        }
    }

    /// Letters of the answer so far.
    pub(super) fn letters(&self) -> usize {
        self.reply.text.len()
    }

    /// Whether the endpoint said that this was all.
    pub(super) fn is_done(&self) -> bool {
        self.is_done
    }

    /// The reply, unless the model refused or the stream broke off.
    pub(super) fn finish(mut self) -> Result<Reply, Trouble> {
        if !self.is_events {
            let document = serde_json::from_slice::<Value>(&self.rest).map_err(|error| {
                let message = format!("the reply is not JSON: {error}");
                Trouble::Passing { message, after: None }
            })?;
            self.event(&document, "message");
        }
        if !self.refusal.is_empty() {
            return Err(Trouble::Final(format!("the model refused: {}", self.refusal)));
        }
        match self.finish.as_deref() {
            Some("content_filter") => {
                return Err(Trouble::Final("the endpoint filtered the answer".to_owned()));
            }
            Some("length") => self.reply.is_cut = true,
            // Neither an end nor a reason: the connection was closed in the middle.
            None if self.is_events && !self.is_done => {
                let message = "the stream ended in the middle".to_owned();
                return Err(Trouble::Passing { message, after: None });
            }
            _ => {}
        }
        Ok(self.reply)
    }
}

/// The JSON object in a text: the text itself, a fenced block, or from the first brace to the last.
pub(super) fn json_in(text: &str) -> Option<Value> {
    let whole = text.trim();
    let fenced = whole.split("```").nth(1).map(|block| block.strip_prefix("json").unwrap_or(block));
    let braced = whole.find('{').zip(whole.rfind('}')).and_then(|(from, to)| whole.get(from..=to));
    let candidates = [Some(whole), fenced, braced];
    let parsed = candidates.into_iter().flatten().map(serde_json::from_str::<Value>);
    parsed.flatten().find(Value::is_object)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn json_is_found_in_fences_and_between_words() {
        let value = Some(json!({ "a": 1 }));
        assert_eq!(json_in("{\"a\":1}"), value);
        assert_eq!(json_in("Here it is:\n```json\n{\"a\":1}\n```\nBye"), value);
        assert_eq!(json_in("Sure! {\"a\":1} I hope it helps."), value);
        assert_eq!(json_in("{\"a\":"), None);
        assert_eq!(json_in("[1]"), None);
    }
}
