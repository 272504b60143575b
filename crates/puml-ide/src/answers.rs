//! The answers, one file per question. Each is a function of an [`Analysis`](crate::Analysis).

mod actions;
mod calls;
mod colors;
mod completions;
mod definition;
mod findings;
mod folds;
mod format;
mod hints;
mod hover;
mod lenses;
mod links;
mod references;
mod rename;
mod selections;
mod signature;
mod symbols;
mod tokens;

pub use actions::{Action, ActionKind, Which, actions, fix_all};
pub use calls::{Caller, Direction, Relation, caller, relations};
pub use colors::{Color, colors, presentations};
pub use completions::{Completion, CompletionKind, Listed, completions};
pub use definition::definition;
pub use findings::{Finding, findings};
pub use folds::{Fold, FoldKind, folds};
pub use format::{format, format_lines, format_typed};
pub use hints::{Aliases, Hint, HintKind, Hints, hints};
pub use hover::{Hover, hover};
pub use lenses::{Lens, diagram_count, lenses};
pub use links::{Link, LinkTarget, links};
pub use puml_compiler::editor::EntryKind as SymbolKind;
pub use puml_compiler::{ProjectText, Renamed};
pub use references::{
    Highlight, NameUse, SharedName, declared_around, highlights, references, shared_name,
    shared_references, undeclared,
};
pub use rename::{Project, Renamable, RenameError, renamable, rename};
pub use selections::selections;
pub use signature::{Signature, signature};
pub use symbols::{Symbol, symbols};
pub use tokens::{Token, TokenKind, tokens, tokens_within};
