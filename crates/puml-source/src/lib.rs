//! A puml source as every program meets it: which language a text is written in, the fences of a page, what a source
//! may include, the clock, the names of themes, the settings of its folder, and its diagrams.
//!
//! The language server stops here. Programs that draw Mermaid as well use `diagrams`, which builds on this and knows
//! the engine. A [`Diagram`] hides the model of its family: programs ask it for counts, pages, scenes and words.
//!
//! ```
//! use diag::Sources;
//! use puml_compiler::{NoWorld, Options, compile};
//! use puml_source::Diagram;
//!
//! let mut sources = Sources::default();
//! let id = sources.add("hello.puml", "Alice -> Bob : hello");
//! let compiled = compile(&mut sources, id, &NoWorld, &Options::default());
//! let diagram = Diagram::new(&compiled.diagrams[0], &sources);
//! assert_eq!((diagram.kind(), diagram.page_count()), ("sequence", 1));
//! assert!(diagram.scene(0).is_some() && diagram.scene(1).is_none());
//! ```

mod clock;
mod diagram;
mod diagram_file;
mod fences;
mod files;
mod language;
mod library_folders;
mod project;
mod settings;
mod theme;

pub use clock::now;
pub use diagram::{Counts, Diagram};
pub use diagram_file::{not_a_diagram, not_a_picture};
pub use fences::{Fence, fences, isolated};
pub use files::{Addresses, Fetch, Files, Names, OpenTexts};
pub use language::Language;
pub use library_folders::{LIBRARY_VARIABLE, LibraryFolders};
pub use project::is_entered;
pub use puml_compiler::Undeclared;
pub use settings::{SettingsError, form};
pub use theme::{UnknownTheme, theme};
