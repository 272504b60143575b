//! The vocabulary of everything that is reported: sources, spans, diagnostics, codes and fixes.
//!
//! Nothing here knows a language, a file system or a protocol. A stage collects [`Diagnostic`]s;
//! a program shows them with [`plain`] or [`coloured`], or hands them on with [`json`].
//!
//! ```
//! use diag::{Code, Diagnostic, Fix, Sources, TextEdit};
//!
//! const TYPO: Code = Code::error("demo/typo", "a word is misspelt");
//! let mut sources = Sources::default();
//! let id = sources.add("a.puml", "partcipant A\n");
//! let span = diag::Span::new(id, 0, 10);
//! let found = Diagnostic::new(TYPO, span, "unknown keyword `partcipant`")
//!     .with_hint("did you mean `participant`?")
//!     .with_fix(Fix::safe("replace with `participant`", vec![TextEdit::replace(span, "participant")]));
//! assert!(diag::plain(&sources, &found).contains("a.puml:1:1"));
//! assert_eq!(diag::apply(&sources, id, &found.fixes[0].edits).unwrap(), "participant A\n");
//! ```

mod code;
mod diagnostic;
mod fix;
mod json;
mod line_index;
mod nearest;
mod source;
mod span;
mod terminal;

pub use code::{Code, Severity};
pub use diagnostic::{Diagnostic, Label, has_errors, sort};
pub use fix::{Conflict, Fix, Safety, TextEdit, apply, apply_to};
pub use json::json;
pub use line_index::{LineIndex, Position};
pub use nearest::nearest;
pub use source::{Source, Sources};
pub use span::{SourceId, Span};
pub use terminal::{coloured, plain};
