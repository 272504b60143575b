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

    pub(crate) fn into_result(self) -> CallToolResult {
        let text = self.text.or_else(|| self.structured.as_ref().map(Value::to_string));
        let mut content: Vec<ContentBlock> = text.map(ContentBlock::text).into_iter().collect();
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

impl Content {
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
