//! How the folders a server may touch are found, and what a path that they refuse is answered with.
//! The folders themselves are the business of the `roots` library.

mod policy;

use ::roots::RootError;

pub use policy::{RootOptions, RootPolicy};
pub(crate) use policy::{SANDBOX_STATE, percent_decode};

use crate::ToolError;

impl From<RootError> for ToolError {
    fn from(error: RootError) -> Self {
        let code = match error {
            RootError::NoRoot { .. } => "path/no-root",
            RootError::Outside { .. } => "path/outside-roots",
            RootError::Missing(_) => "path/not-found",
            RootError::NotAFile(_) => "path/not-a-file",
            RootError::Symlink(_) => "path/symlink",
            RootError::TooLarge { .. } => "path/too-large",
            RootError::NotText(_) => "path/not-text",
            RootError::Unusable { .. } => "path/unusable",
        };
        ToolError::new(code, error.to_string())
    }
}
