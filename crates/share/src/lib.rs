//! PlantUML text codes: the part of a share link that carries the diagram itself, both ways.
//! Nothing here draws, reads files or speaks HTTP; `tools` answers with plain JSON values.
//!
//! ```
//! let code = share::encode("Bob -> Alice : hello");
//! assert_eq!(code, "SyfFKj2rKt3CoKnELR1Io4ZDoSa70000");
//! assert_eq!(share::decode(&code).unwrap(), "Bob -> Alice : hello");
//! ```

mod alphabet;
mod decode;
mod encode;
mod link;
mod markers;
pub mod tools;

pub use decode::{DecodeError, MAX_DECODED_BYTES, decode};
pub use encode::{Scheme, encode, encode_as};
pub use link::{SERVER, code_in, svg_url};
pub use markers::{body, with_markers};
