//! Sources of other languages, rewritten as PlantUML.

mod mermaid;
mod mermaid_message;
mod mermaid_names;

pub use mermaid::{front_text, mermaid};

use diag::Diagnostic;

/// A rewritten source and what could not come along.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// A whole PlantUML source, in canonical layout.
    pub source: String,
    /// About the original text, in reading order.
    pub diagnostics: Vec<Diagnostic>,
}
