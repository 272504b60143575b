//! Mermaid: check, draw and export every diagram type, without a browser.
//!
//! A source is valid exactly when it can be drawn: [`verify`] draws it to find out, and [`draw`] returns the verdict
//! and the picture of one pass. Every picture is safe: only the sanitiser makes a [`SafeSvg`]. Nothing here reads files
//! or the network, and no result depends on the clock.
//!
//! ```
//! use mermaid::{Limits, Options, render, verify};
//!
//! let verdict = verify("flowchart TD\n  A[Start (now)] --> B", &Limits::default());
//! assert_eq!(verdict.diagnostics[0].code, mermaid::codes::BRACKET_IN_LABEL);
//! assert_eq!(verdict.diagnostics[0].fixes[0].title, "quote the label");
//!
//! let svg = render("flowchart TD\n  A[\"Start (now)\"] --> B", &Options::default()).unwrap();
//! assert!(svg.as_str().starts_with("<svg"));
//! ```

mod accommodate;
pub mod codes;
mod engine;
mod excess;
mod kinds;
mod limits;
mod links;
mod locate;
mod options;
mod render;
mod safe_svg;
mod sanitise;
mod strict;
pub mod tools;
mod verify;
mod worker;

/// The version of Mermaid that the engine follows.
pub const BASELINE: &str = merman::baseline::PINNED_MERMAID_BASELINE_VERSION;

pub use kinds::{KINDS, Kind};
pub use limits::{Limits, TimeLimit};
pub use options::{Canvas, Links, Look, Options, Theme};
pub use render::{Drawing, Model, Refusal, draw, drawings, model, reads, render};
pub use safe_svg::SafeSvg;
pub use scene::Scheme;
pub use verify::{Verdict, verify};
