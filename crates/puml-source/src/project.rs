//! Which folders of a project hold its own files.

use std::ffi::OsStr;

/// Folders that hold what others wrote or what was built.
const FOREIGN: [&str; 3] = ["node_modules", "target", "vendor"];

/// Whether the diagrams of a project are looked for in a folder of this name: hidden folders, builds and copies of other
/// projects are passed over.
pub fn is_entered(folder: &OsStr) -> bool {
    let name = folder.to_string_lossy();
    !name.starts_with('.') && !FOREIGN.contains(&name.as_ref())
}
