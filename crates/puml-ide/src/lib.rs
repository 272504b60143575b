//! What an editor asks about a diagram, answered as plain data in editor words.
//!
//! An [`Analysis`] holds one version of a text and works out on demand what answers need: the tree of
//! the source, who takes part, the compiled diagrams. Each answer is a free function in `answers/`.
//! Offsets and ranges count bytes; no protocol, no JSON and no files are known here.
//!
//! ```
//! use puml_ide::{Analysis, Setting, hover};
//!
//! let analysis = Analysis::new("hello.puml", "actor Alice\nAlice -> Bob : hi", Setting::default().into());
//! let answer = hover(&analysis, 13).expect("a participant stands there");
//! assert!(answer.markdown.starts_with("**Alice** (actor)"));
//! ```

mod analysis;
mod answers;
mod cast;
mod definitions;
mod features;
mod included;
mod macros;
mod markup;
mod vocabulary;

pub use analysis::{Advice, Analysis, Setting};
pub use answers::{
    Action, ActionKind, Aliases, Caller, Color, Completion, CompletionKind, Direction, Finding,
    Fold, FoldKind, Highlight, Hint, HintKind, Hints, Hover, Lens, Link, LinkTarget, Listed,
    NameUse, Project, ProjectText, Relation, Renamable, RenameError, Renamed, SharedName,
    Signature, Symbol, SymbolKind, Token, TokenKind, Which, actions, caller, colors, completions,
    declared_around, definition, diagram_count, findings, fix_all, folds, format, format_lines,
    format_typed, highlights, hints, hover, lenses, links, presentations, references, relations,
    renamable, rename, selections, shared_name, shared_references, signature, symbols, tokens,
    tokens_within, undeclared,
};
