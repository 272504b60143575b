//! Rows of the resource tables: things with a fixed address, and families of things named by a template.
//! All are read-only.

use std::collections::BTreeMap;
use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use rmcp::model::{ResourceContents, ResourceTemplate};

use crate::uri_template::UriTemplate;
use crate::{Call, Link, ToolError};

/// Variables of a matched template, decoded; those of a query part are absent when the address leaves them out.
pub type Variables = BTreeMap<String, String>;

/// Reads a fixed resource. `None` means that there is nothing at the address just now.
pub type ResourceReader = Arc<dyn Fn(&Call) -> Result<Option<Contents>, ToolError> + Send + Sync>;
/// Reads one member of a family. `None` means that there is no such member.
pub type TemplateReader =
    Arc<dyn Fn(&Call, &Variables) -> Result<Option<Contents>, ToolError> + Send + Sync>;
/// Names the members of a family that exist now, in a stable order.
pub type TemplateLister = Arc<dyn Fn(&Call) -> Result<Vec<Link>, ToolError> + Send + Sync>;
/// Suggests values for a template variable: its name, and what has been typed so far.
pub type Suggester = Arc<dyn Fn(&Call, &str, &str) -> Vec<String> + Send + Sync>;

/// Something with a fixed address.
#[derive(Clone)]
pub struct Resource {
    /// What `resources/list` says about it.
    pub link: Link,
    /// Gives the contents, fresh on each read.
    pub read: ResourceReader,
}

/// A family of resources. The first template that matches an address reads it.
#[derive(Clone)]
pub struct Template {
    /// `{name}` stands for one path segment, `{+name}` for any rest, `{?a,b}` for optional query parameters.
    pub uri_template: String,
    /// Identifies the family in listings.
    pub name: String,
    /// For people; empty means the name.
    pub title: String,
    /// What the family holds and how to fill in the variables.
    pub description: String,
    /// Of every member; empty when they differ.
    pub mime_type: String,
    /// Gives the contents of one member.
    pub read: TemplateReader,
    /// Present members are listed after the fixed resources.
    pub list: Option<TemplateLister>,
    /// Answers completion requests for the variables.
    pub suggest: Option<Suggester>,
}

/// What a read gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    /// Such as `text/markdown`.
    pub mime_type: String,
    /// The content itself.
    pub body: Body,
}

/// Text goes out as it is, bytes as base64.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// UTF-8 text.
    Text(String),
    /// Binary content, sent as Base64.
    Bytes(Vec<u8>),
}

impl Resource {
    /// A resource whose text is made anew on each read and which is always there.
    pub fn text<F>(link: Link, text: F) -> Self
    where
        F: Fn(&Call) -> Result<String, ToolError> + Send + Sync + 'static,
    {
        let mime_type = link.mime_type.clone();
        Self { link, read: Arc::new(move |call| Ok(Some(Contents::text(&mime_type, text(call)?)))) }
    }
}

impl Template {
    /// A family without list, suggestions, title or common type.
    pub fn new<F>(
        uri_template: impl Into<String>,
        name: impl Into<String>,
        description: impl Into<String>,
        read: F,
    ) -> Self
    where
        F: Fn(&Call, &Variables) -> Result<Option<Contents>, ToolError> + Send + Sync + 'static,
    {
        Self {
            uri_template: uri_template.into(),
            name: name.into(),
            title: String::new(),
            description: description.into(),
            mime_type: String::new(),
            read: Arc::new(read),
            list: None,
            suggest: None,
        }
    }

    pub(crate) fn variables_of(&self, uri: &str) -> Option<Variables> {
        UriTemplate::parse(&self.uri_template).variables_of(uri)
    }

    pub(crate) fn published(&self) -> ResourceTemplate {
        let mut template = ResourceTemplate::new(&self.uri_template, &self.name);
        template.title = some_text(&self.title);
        template.description = some_text(&self.description);
        template.mime_type = some_text(&self.mime_type);
        template
    }
}

impl Contents {
    /// Text of the given type.
    pub fn text(mime_type: impl Into<String>, text: impl Into<String>) -> Self {
        Self { mime_type: mime_type.into(), body: Body::Text(text.into()) }
    }

    /// Bytes of the given type.
    pub fn bytes(mime_type: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { mime_type: mime_type.into(), body: Body::Bytes(bytes.into()) }
    }

    pub(crate) fn byte_count(&self) -> usize {
        match &self.body {
            Body::Text(text) => text.len(),
            Body::Bytes(bytes) => bytes.len(),
        }
    }

    pub(crate) fn published(self, uri: &str) -> ResourceContents {
        let contents = match self.body {
            Body::Text(text) => ResourceContents::text(text, uri),
            Body::Bytes(bytes) => ResourceContents::blob(BASE64_STANDARD.encode(bytes), uri),
        };
        contents.with_mime_type(self.mime_type)
    }
}

pub(crate) fn some_text(text: &str) -> Option<String> {
    Some(text.to_owned()).filter(|text| !text.is_empty())
}
