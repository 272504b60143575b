//! The front door for diagrams: a text in any language goes in, findings, counts, pages and files come out.
//!
//! [`check`] understands a text and draws what only drawing can check, once; [`Checked`] answers everything else. Programs
//! keep their arguments and protocols, and know neither the models of a family nor the Mermaid engine. What a source
//! may include, the clock and the names of themes come from `puml-source`, which stands alone for programs that do
//! not draw Mermaid.
//!
//! ```
//! use diagrams::{Format, Language, NoWorld, Options, check};
//!
//! let checked = check("hello.mmd", "flowchart LR\n  a --> b\n", Language::Mermaid, &NoWorld, &Options::default());
//! assert!(checked.is_ok());
//! assert_eq!(checked.diagrams().next().unwrap().kind(), "flowchart");
//! let svg = checked.page(0)?.drawing().write(Format::Svg, &Default::default())?;
//! assert!(svg.starts_with(b"<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod checked;
mod convert;
mod diagram;
mod difference;
mod drawing;
mod error_picture;
mod format;
mod image_map;
mod options;
mod styled;

/// The version of PlantUML that verdicts and pictures are compared with.
pub const PLANTUML: &str = "1.2026.8";

pub use checked::{Checked, NoSuchPage, check};
pub use convert::{convert_mermaid, convert_puml};
pub use diagram::{Chart, Diagram};
pub use difference::{
    Change, Difference, Incomparable, NoUnion, Status, Subject, difference, difference_picture,
};
pub use drawing::{Drawing, Page, WriteError};
pub use error_picture::error_picture;
pub use format::Format;
pub use image_map::image_map;
pub use options::{Options, UnknownName};
pub use styled::styled;

pub use diagram_import::{Import, Origin, import};
pub use mermaid::{BASELINE as MERMAID, Canvas, TimeLimit};
pub use picture::{Options as PictureOptions, SvgText, SystemFonts, fonts_in, png_source};
pub use puml_compiler::{
    Declarations, Explanation, Libraries, Loaded, NoWorld, Refusal, Wanted, World, draws_nothing,
};
pub use puml_family::{SpriteForm, sprite_statement};
pub use puml_source::{
    Addresses, Counts, Fence, Fetch, Files, LIBRARY_VARIABLE, Language, LibraryFolders, Names,
    UnknownTheme, fences, is_entered, isolated, not_a_diagram, now, theme,
};
pub use scene::Scheme;
