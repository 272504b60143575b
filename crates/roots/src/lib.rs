//! The folders that a program may touch, and the one way from a path in a request to a file.
//!
//! A path is never checked first and opened by name afterwards: its folder is opened step by step from a root, no step
//! follows a symbolic link, and the file is read or written relative to that open folder. A folder that is swapped
//! for a link in between therefore leads nowhere. Which folders are allowed is for the caller to say.
//!
//! ```
//! use roots::{RootError, Roots};
//!
//! let folder = tempfile::tempdir()?;
//! let roots = Roots::at([folder.path()]).unwrap();
//! roots.target("a.puml").unwrap().replace(b"A -> B")?;
//! assert_eq!(roots.read_text("a.puml", 100).unwrap(), "A -> B");
//! assert!(matches!(roots.read_text("../a.puml", 100), Err(RootError::Outside { .. })));
//! # Ok::<(), std::io::Error>(())
//! ```

mod error;
mod folder;
mod set;
mod target;

pub use error::RootError;
pub use folder::{Entry, Folder, Kind};
pub use set::{Found, Roots};
pub use target::{Target, replace};
