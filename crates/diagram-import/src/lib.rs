//! Diagrams from data: OpenAPI, SQL, JSON Schema, dot and models of Mermaid diagrams as puml sources. No files, no
//! network: text in, text out.
//!
//! The same text always gives the same source. What has no equivalent in the diagram is named in a finding.
//!
//! ```
//! use diag::SourceId;
//! use diagram_import::{Origin, import};
//!
//! let text = "create table city (id int primary key, name text not null);";
//! let made = import(Origin::Sql, "city.sql", text, SourceId(0));
//! assert!(made.diagnostics.is_empty());
//! assert!(made.source.contains("entity city"));
//! ```

pub mod codes;
mod dot;
mod json_schema;
pub mod mermaid;
mod names;
mod openapi;
mod page;
mod place;
mod schemas;
mod sql;
pub mod to_mermaid;
mod value;

use diag::{Diagnostic, SourceId};

/// What a text is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// OpenAPI 3 or Swagger 2, as JSON or YAML: a sequence diagram per operation, a class diagram of the schemas.
    OpenApi,
    /// Statements that create tables: an entity relationship diagram.
    Sql,
    /// JSON Schema, as JSON or YAML: a class diagram.
    JsonSchema,
    /// Graphviz dot: a component diagram.
    Dot,
}

impl Origin {
    /// The name of it on a command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::OpenApi => "openapi",
            Self::Sql => "sql",
            Self::JsonSchema => "json-schema",
            Self::Dot => "dot",
        }
    }
}

/// A source made from data, and what could not come along.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// One or several puml diagrams; empty if the data cannot be read.
    pub source: String,
    /// About the original text, in reading order.
    pub diagnostics: Vec<Diagnostic>,
}

/// Makes diagrams of a text. `name` is the file it comes from, which the diagrams mention.
pub fn import(origin: Origin, name: &str, text: &str, source: SourceId) -> Import {
    let made = match origin {
        Origin::OpenApi => openapi::diagrams(name, text, source),
        Origin::Sql => sql::diagram(name, text, source),
        Origin::JsonSchema => json_schema::diagram(name, text, source),
        Origin::Dot => dot::diagram(name, text, source),
    };
    made.unwrap_or_else(|found| Import { source: String::new(), diagnostics: vec![*found] })
}

/// A diagram, or the finding that keeps it from being made.
type Made = Result<Import, Box<Diagnostic>>;
