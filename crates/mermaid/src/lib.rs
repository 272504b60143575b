//! Mermaid: check, draw and export every diagram type, without a browser.
//!
//! What is checked is drawn: [`verify`] draws the diagram to know. What is drawn is safe: a [`SafeSvg`]
//! comes out of the sanitiser and from nowhere else. Nothing here reads files, the clock or the network.
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
mod kinds;
mod limits;
mod locate;
mod options;
mod render;
mod safe_svg;
mod sanitise;
mod strict;
pub mod tools;
mod verify;
mod worker;

pub use kinds::{KINDS, Kind};
pub use limits::Limits;
pub use options::{Canvas, Links, Look, Options, Theme};
pub use render::{Refusal, render};
pub use safe_svg::SafeSvg;
pub use verify::{Verdict, verify};
