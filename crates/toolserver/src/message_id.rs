//! Finds the id of a message that cannot be parsed: cut off, nested too deeply, or with damaged strings.

use serde_json::Value;

/// Bytes of an id that are looked at; longer ones are not answered.
const LONGEST: usize = 256;

/// Reads a message piece by piece and keeps only what it needs, so that messages of any size can be looked through.
#[derive(Debug, Default)]
pub(crate) struct MessageIdScanner {
    /// Brackets that are open.
    depth: usize,
    /// Inside a string: which one.
    string: Option<Text>,
    is_escaped: bool,
    /// The name or the value that is being read, as written.
    token: Vec<u8>,
    /// At the top level, behind a colon.
    is_value: bool,
    /// The name before the colon is `id`.
    is_id: bool,
    id: Option<Value>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Text {
    Name,
    Id,
    Other,
}

impl MessageIdScanner {
    /// The id of a whole message; null when it has none that can be read.
    pub(crate) fn scan(message: &[u8]) -> Value {
        let mut scanner = Self::default();
        scanner.push(message);
        scanner.finish()
    }

    /// Looks through the next piece of a message.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.byte(*byte);
        }
    }

    /// Whether the id is known before the end of the message.
    pub(crate) fn has_id(&self) -> bool {
        self.id.is_some()
    }

    /// The id, and the scanner is ready for the next message.
    pub(crate) fn finish(&mut self) -> Value {
        self.end_value();
        std::mem::take(self).id.unwrap_or(Value::Null)
    }

    fn byte(&mut self, byte: u8) {
        if let Some(text) = self.string {
            self.string_byte(text, byte);
            return;
        }
        match byte {
            b'"' => {
                let text = match (self.depth, self.is_value) {
                    (1, false) => Text::Name,
                    (1, true) if self.is_id => Text::Id,
                    _ => Text::Other,
                };
                if text != Text::Other {
                    self.token.clear();
                }
                self.string = Some(text);
            }
            b'{' | b'[' => {
                // An array at the top is a batch, whose messages have ids of their own.
                self.depth += if self.depth == 0 && byte == b'[' { 2 } else { 1 };
            }
            b'}' | b']' => {
                if self.depth == 1 {
                    self.end_value();
                }
                self.depth = self.depth.saturating_sub(1);
            }
            b':' if self.depth == 1 => {
                self.is_value = true;
                self.token.clear();
            }
            b',' if self.depth == 1 => {
                self.end_value();
                self.is_value = false;
                self.is_id = false;
            }
            _ if self.depth == 1 && self.is_value && self.is_id && !byte.is_ascii_whitespace() => {
                self.keep(byte);
            }
            _ => {}
        }
    }

    fn string_byte(&mut self, text: Text, byte: u8) {
        let ends = byte == b'"' && !self.is_escaped;
        self.is_escaped = byte == b'\\' && !self.is_escaped;
        if !ends {
            if text != Text::Other {
                self.keep(byte);
            }
            return;
        }
        self.string = None;
        match text {
            Text::Name => self.is_id = self.token == b"id",
            Text::Id => {
                let quoted = [b"\"", self.token.as_slice(), b"\""].concat();
                self.settle(serde_json::from_slice(&quoted).ok());
            }
            Text::Other => {}
        }
    }

    fn keep(&mut self, byte: u8) {
        // One byte too many shows that the token is too long.
        if self.token.len() <= LONGEST {
            self.token.push(byte);
        }
    }

    /// A number ends with what follows it.
    fn end_value(&mut self) {
        if self.is_id && self.is_value && !self.token.is_empty() {
            let number = serde_json::from_slice::<Value>(&self.token).ok();
            self.settle(number.filter(|it| it.is_i64() || it.is_u64()));
        }
    }

    /// The first id counts.
    fn settle(&mut self, id: Option<Value>) {
        if self.token.len() <= LONGEST && self.id.is_none() {
            self.id = id;
        }
        self.token.clear();
        self.is_id = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_id_of_a_damaged_message_is_found() {
        for (message, id) in [
            (r#"{"jsonrpc":"2.0","id":7,"method":"x"}"#, json!(7)),
            (r#"{"id" : "a\"b" , "params": {"id": 5}}"#, json!("a\"b")),
            (r#"{"params":{"id":5,"x":["id",{"id":6}]},"id":-3}"#, json!(-3)),
            (r#"{"params":{"text":"\ud800"},"id":8}"#, json!(8)),
            (r#"{"id":9,"params":[[[["#, json!(9)),
            (r#"{"id":10"#, json!(10)),
            (r#"{"method":"id","params":"\"id\":1""#, Value::Null),
            (r#"{"id":1.5}"#, Value::Null),
            (r#"{"id":null}"#, Value::Null),
            (r#"{"id":"\ud800"}"#, Value::Null),
            (r#"[{"id":1}]"#, Value::Null),
            (r#"{"id":1,"id":2}"#, json!(1)),
            ("garbage", Value::Null),
            ("", Value::Null),
        ] {
            assert_eq!(MessageIdScanner::scan(message.as_bytes()), id, "{message}");
        }
    }

    #[test]
    fn pieces_and_long_messages_make_no_difference() {
        let message = format!(r#"{{"params":"{}","id":"last"}}"#, "x\\\"".repeat(100_000));
        let mut scanner = MessageIdScanner::default();
        for piece in message.as_bytes().chunks(7) {
            scanner.push(piece);
        }
        assert_eq!(scanner.finish(), json!("last"));
        scanner.push(br#"{"id":1}"#);
        assert_eq!(scanner.finish(), json!(1));
        let long = format!(r#"{{"id":"{}"}}"#, "x".repeat(300));
        assert_eq!(MessageIdScanner::scan(long.as_bytes()), Value::Null);
    }
}
