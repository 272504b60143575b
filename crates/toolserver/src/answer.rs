//! What a handler gives back: an answer, or an error the model can read and act on.
//! Neither is a protocol error; those are for requests that cannot be understood at all.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use rmcp::model::{CallToolResult, ContentBlock, ResourceContents};
use serde_json::{Value, json};

/// The result of a call: data for programs, text for models, and blocks to look at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// Becomes `structuredContent`. An object, unless every client is known to speak 2026-07-28.
    pub structured: Option<Value>,
    /// The text block. Left out, it is the JSON text of `structured`, so that older clients lose nothing.
    pub text: Option<String>,
    /// Blocks after the text, in this order.
    pub extra: Vec<Content>,
    /// Marks the answer as a failure that the model should see and repair.
    pub is_error: bool,
}

/// A block of content beside the text.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// A further text block.
    Text(String),
    /// A picture the model can look at; encoded as base64 on the way out.
    Image {
        /// The encoded picture file.
        bytes: Vec<u8>,
        /// Such as `image/png`.
        mime_type: String,
    },
    /// A sound; encoded as base64 on the way out.
    Audio {
        /// The encoded sound file.
        bytes: Vec<u8>,
        /// Such as `audio/wav`.
        mime_type: String,
    },
    /// A pointer to something too large to inline; the client reads it by `resources/read`.
    Link(Link),
    /// The whole text of a resource, inlined.
    Resource {
        /// Where the text could be read again.
        uri: String,
        /// Such as `text/markdown`.
        mime_type: String,
        /// The resource's text.
        text: String,
    },
}

/// A resource named in an answer. It need not appear in `resources/list`, but must be readable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// Readable by `resources/read` on the same server.
    pub uri: String,
    /// A short name, such as a file name.
    pub name: String,
    /// For people; empty means the name.
    pub title: String,
    /// What the reader will find.
    pub description: String,
    /// Such as `image/svg+xml`.
    pub mime_type: String,
    /// Bytes of the content, when known.
    pub size: Option<u64>,
}

/// Why a tool could not do what was asked, in words for the model and a code for programs.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct ToolError {
    /// Stable and machine-readable; the system's own vocabulary.
    pub code: String,
    /// One or two sentences that say what to do next.
    pub message: String,
    /// Anything else a program may act on.
    pub details: Option<Value>,
}

impl Answer {
    /// An answer of data; its text twin is the same JSON.
    pub fn json(structured: Value) -> Self {
        Self { structured: Some(structured), ..Self::default() }
    }

    /// An answer of text alone, for tools without an output schema.
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..Self::default() }
    }

    /// The same answer with one more block.
    #[must_use]
    pub fn with(mut self, content: Content) -> Self {
        self.extra.push(content);
        self
    }

    /// The same answer, marked as a failure.
    #[must_use]
    pub fn as_error(mut self) -> Self {
        self.is_error = true;
        self
    }

    /// Bytes of the answer as JSON, images and text twin included; within [`FRAME`] of the exact number. Nothing is
    /// copied: the data is written once, into a counter.
    pub(crate) fn json_bytes(&self) -> usize {
        let data = self.structured.as_ref().map(Counter::of).unwrap_or_default();
        let text = self.text.as_deref().map_or(data.quoted, quoted);
        let extra = self.extra.iter().map(Content::json_bytes);
        FRAME + data.bytes + text + extra.sum::<usize>()
    }

    /// The result and its [size](Self::json_bytes). The text twin is the only time that the data is written out here.
    pub(crate) fn into_sized(mut self) -> (CallToolResult, usize) {
        let twin = match (&self.text, &self.structured) {
            (None, Some(data)) => Some(data.to_string()),
            _ => None,
        };
        let Some(twin) = twin else {
            let bytes = self.json_bytes();
            return (self.into_result(), bytes);
        };
        let data = self.structured.take();
        let bytes = self.json_bytes() + twin.len() + quoted(&twin);
        self.text = Some(twin);
        self.structured = data;
        (self.into_result(), bytes)
    }

    fn into_result(self) -> CallToolResult {
        let mut content: Vec<ContentBlock> =
            self.text.map(ContentBlock::text).into_iter().collect();
        content.extend(self.extra.into_iter().map(Content::into_block));
        let mut result = if self.is_error {
            CallToolResult::error(content)
        } else {
            CallToolResult::success(content)
        };
        result.structured_content = self.structured;
        result
    }
}

/// Bytes of names and brackets around an answer's values, at most.
const FRAME: usize = 256;

/// Counts what is written: as it is, and as the inside of a JSON string.
#[derive(Clone, Copy, Debug, Default)]
struct Counter {
    bytes: usize,
    quoted: usize,
}

impl Counter {
    fn of(value: &Value) -> Self {
        let mut counter = Self { bytes: 0, quoted: 2 };
        serde_json::to_writer(&mut counter, value).expect("a counter takes everything");
        counter
    }
}

impl std::io::Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.bytes += bytes.len();
        self.quoted += bytes.iter().map(|byte| escaped(*byte)).sum::<usize>();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Bytes of a text as a JSON string.
fn quoted(text: &str) -> usize {
    2 + text.bytes().map(escaped).sum::<usize>()
}

/// Bytes of a byte inside a JSON string.
fn escaped(byte: u8) -> usize {
    match byte {
        b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 0x08 | 0x0c => 2,
        0..0x20 => 6,
        _ => 1,
    }
}

impl Content {
    /// Bytes of the block as JSON, at most.
    fn json_bytes(&self) -> usize {
        FRAME
            + match self {
                Self::Text(text) => quoted(text),
                Self::Image { bytes, mime_type } | Self::Audio { bytes, mime_type } => {
                    bytes.len().div_ceil(3) * 4 + mime_type.len()
                }
                Self::Link(link) => [&link.uri, &link.name, &link.title, &link.description]
                    .into_iter()
                    .map(|it| quoted(it))
                    .sum(),
                Self::Resource { uri, mime_type, text } => {
                    uri.len() + mime_type.len() + quoted(text)
                }
            }
    }

    pub(crate) fn into_block(self) -> ContentBlock {
        match self {
            Self::Text(text) => ContentBlock::text(text),
            Self::Image { bytes, mime_type } => {
                ContentBlock::image(BASE64_STANDARD.encode(bytes), mime_type)
            }
            Self::Audio { bytes, mime_type } => {
                ContentBlock::audio(BASE64_STANDARD.encode(bytes), mime_type)
            }
            Self::Link(link) => ContentBlock::resource_link(link.into_resource()),
            Self::Resource { uri, mime_type, text } => {
                ContentBlock::resource(ResourceContents::text(text, uri).with_mime_type(mime_type))
            }
        }
    }
}

impl Link {
    pub(crate) fn into_resource(self) -> rmcp::model::Resource {
        let mut resource = rmcp::model::Resource::new(self.uri, self.name);
        resource.title = Some(self.title).filter(|text| !text.is_empty());
        resource.description = Some(self.description).filter(|text| !text.is_empty());
        resource.mime_type = Some(self.mime_type).filter(|text| !text.is_empty());
        resource.size = self.size;
        resource
    }
}

impl ToolError {
    /// An error without details.
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code: code.into(), message: message.into(), details: None }
    }

    /// The same error with details for programs.
    #[must_use]
    pub fn with_details(mut self, details: Value) -> Self {
        self.details = Some(details);
        self
    }

    /// `{"error": {"code", "message", "details"?}}`, marked as a failure.
    pub fn into_answer(self) -> Answer {
        let mut error = json!({"code": self.code, "message": self.message});
        if let Some(details) = self.details {
            error["details"] = details;
        }
        Answer::json(json!({ "error": error })).as_error()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_an_answer_is_known_without_writing_it_twice() {
        let data = json!({"svg": "<svg>\n\t\"é\\\u{1}</svg>".repeat(500), "ok": true});
        let image = Content::Image { bytes: vec![7; 10_000], mime_type: "image/png".to_owned() };
        let answers = [
            Answer::json(data.clone()),
            Answer::json(data.clone()).with(image),
            Answer { text: Some("two\nwords".to_owned()), ..Answer::json(data) },
            Answer::text("\u{0}\"".repeat(3_000)),
            Answer::default(),
        ];
        for answer in answers {
            let counted = answer.json_bytes();
            let (result, sized) = answer.into_sized();
            assert_eq!(counted, sized);
            let written = serde_json::to_vec(&result).unwrap().len();
            let room = FRAME * result.content.len().max(1) + FRAME;
            assert!(written <= sized && sized <= written + room, "{written} of {sized}");
        }
    }
}
