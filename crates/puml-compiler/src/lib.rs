//! From source to scene, whatever the family: preprocess, find the family of each block, let it parse, lower and lay
//! out. No files, no clock, no network, no SVG.
//!
//! [`compile`] makes the models of a source and says everything about it; a model draws, explains and prints itself.
//! What a source includes comes from a [`World`], what it asks about its surroundings from [`Options`].
//! [`FAMILIES`] is the one table of families.
//!
//! ```
//! use diag::Sources;
//! use puml_compiler::{NoWorld, Options, compile};
//!
//! let mut sources = Sources::default();
//! let id = sources.add("hello.puml", "Alice -> Bob : hello");
//! let compiled = compile(&mut sources, id, &NoWorld, &Options::default());
//! assert!(compiled.is_accepted());
//! assert_eq!(compiled.diagrams[0].kind, "sequence");
//! assert_eq!(compiled.diagrams[0].model.explain().flow[0].text, "Alice sends Bob “hello”");
//! ```

pub mod codes;
mod compile;
mod detect;
mod embedded;
mod families;
mod part;
mod preprocess;
mod rename;
mod source;
mod undrawn;
mod unknown_call;

pub use compile::{
    Compiled, Diagram, Trees, Undrawn, capped, check, compile, compile_read, oversized,
};
pub use detect::{SourceBlock, read, read_lines};
pub use families::{FAMILIES, catalogue, family, family_names};
pub use part::draws_nothing;
pub use preprocess::{
    DefinedParameter, Definition, DefinitionKind, Expanded, builtin_names, definitions, preprocess,
};
pub use puml_family::{
    BlockSource, Declarations, Described, Explanation, Family, LayoutOptions, Libraries, Limits,
    Loaded, Model, NoWorld, Options, Origins, Pieces, Reading, Refusal, Step, Theme, Tree,
    Undeclared, Wanted, World, editor, edits, theme_names, themes,
};
pub use rename::{Place, ProjectText, Rename, RenameError, Renamed, included, is_rename, rename};
pub use source::{format, format_blocks, formatted, formatted_as, syntax_findings, tree_json};
