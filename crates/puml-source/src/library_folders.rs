//! Folders of the user's that hold libraries of elements, each library in a folder of its own name:
//! `tupadr3/devicons/mysql.puml` for `!include <tupadr3/devicons/mysql>`. Nothing outside them is read.

use std::path::{Path, PathBuf};

use puml_compiler::Refusal;
use roots::{Found, RootError, Roots};

/// The variable that names library folders, as `PATH` does.
pub const LIBRARY_VARIABLE: &str = "PUML_LIBRARY";

/// Names of one folder that are compared when a name is written in other letters.
const MOST_NAMES: usize = 20_000;

/// How a folder is named.
const ADVICE: &str = "name the folder that holds it with --library or PUML_LIBRARY";

/// Where libraries are searched, in order. The default has no folder.
#[derive(Debug, Clone, PartialEq)]
pub struct LibraryFolders(Roots);

impl Default for LibraryFolders {
    fn default() -> Self {
        Self(Roots::none(ADVICE))
    }
}

impl LibraryFolders {
    /// These folders, then those of the variable's value. A folder that is not there is an error: its user expects
    /// something of it.
    pub fn at(folders: &[PathBuf], variable: Option<&std::ffi::OsStr>) -> Result<Self, RootError> {
        let more = variable.into_iter().flat_map(std::env::split_paths);
        let more = more.filter(|it| !it.as_os_str().is_empty());
        Ok(Self(Roots::at(folders.iter().cloned().chain(more))?.advising(ADVICE)))
    }

    /// A text of a library and the name that reports use for it. `Missing` means that the library is there and has no
    /// such file.
    pub(crate) fn text(&self, name: &str, limit: usize) -> Result<(String, String), Refusal> {
        let (found, name) = self.read(name, &["puml", "iuml"], limit)?;
        let text = String::from_utf8(found.bytes);
        let text = text.map_err(|_| Refusal::Unreadable(format!("<{name}> is not UTF-8 text")))?;
        Ok((format!("<{name}>"), text))
    }

    /// The bytes of a file of a library.
    pub(crate) fn bytes(&self, name: &str, limit: usize) -> Result<Vec<u8>, Refusal> {
        self.read(name, &[], limit).map(|(found, _)| found.bytes)
    }

    /// The file, and its name in its library without the ending of a diagram.
    fn read(&self, name: &str, endings: &[&str], limit: usize) -> Result<(Found, String), Refusal> {
        let parts: Vec<&str> = name.split('/').filter(|it| !it.is_empty()).collect();
        let Some((library, inside)) = parts.split_first() else { return Err(Refusal::Missing) };
        if inside.is_empty() || parts.contains(&"..") {
            return Err(Refusal::Missing);
        }
        let mut has_library = false;
        for root in self.0.folders() {
            let Some(folder) = self.library(root, library) else { continue };
            has_library = true;
            let Some(path) = self.file(&folder, inside, endings) else { continue };
            return match self.0.read(&path, limit) {
                Ok(found) => {
                    let below = found.path.strip_prefix(&folder).unwrap_or(&found.path);
                    let below = if endings.is_empty() {
                        below.to_owned()
                    } else {
                        below.with_extension("")
                    };
                    let below = below.to_string_lossy().replace('\\', "/");
                    Ok((found, format!("{library}/{below}")))
                }
                Err(error) => Err(Refusal::Unreadable(error.to_string())),
            };
        }
        if has_library {
            return Err(Refusal::Missing);
        }
        let place = if self.0.is_empty() { "here" } else { "in the library folders" };
        Err(Refusal::Denied(format!("the library `{library}` is not {place}: {ADVICE}")))
    }

    /// The folder of a library: below a root, or the root itself if it bears the name.
    fn library(&self, root: &Path, library: &str) -> Option<PathBuf> {
        self.entry(root, library).or_else(|| {
            let own = root.file_name()?.to_str()?;
            own.eq_ignore_ascii_case(library).then(|| root.to_owned())
        })
    }

    fn file(&self, library: &Path, inside: &[&str], endings: &[&str]) -> Option<PathBuf> {
        let (name, folders) = inside.split_last()?;
        let mut folder = library.to_owned();
        for part in folders {
            folder = self.entry(&folder, part)?;
        }
        let with_ending = endings.iter().map(|it| format!("{name}.{it}"));
        let names = with_ending.chain([(*name).to_owned()]);
        names.filter_map(|it| self.entry(&folder, &it)).find(|it| !it.is_dir())
    }

    /// What has this name in a folder, else what has it in other letters: libraries are named without regard to case.
    fn entry(&self, folder: &Path, name: &str) -> Option<PathBuf> {
        let exact = folder.join(name);
        if self.0.confine(&exact).is_ok() {
            return Some(exact);
        }
        let entries = self.0.folder(folder).ok()?.entries(MOST_NAMES).ok()?;
        let mut names: Vec<String> = entries
            .into_iter()
            .filter_map(|it| it.name.into_string().ok())
            .filter(|it| it.eq_ignore_ascii_case(name))
            .collect();
        names.sort();
        names.first().map(|it| folder.join(it))
    }
}

/// The name in its library of what the library file `from` (`<tupadr3/devicons/mysql>`) calls `path`; nothing if `from`
/// is no library file, as `<stdin>` is none.
pub(crate) fn beside(from: &str, path: &str) -> Option<String> {
    let from = from.strip_prefix('<')?.strip_suffix('>').filter(|it| it.contains('/'))?;
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folders(files: &[(&str, &str)]) -> (tempfile::TempDir, LibraryFolders) {
        let tree = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = tree.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            roots::replace(&path, text.as_bytes()).unwrap();
        }
        let found = LibraryFolders::at(&[tree.path().to_owned()], None).unwrap();
        (tree, found)
    }

    #[test]
    fn a_file_is_found_whatever_the_case_of_its_name() {
        let (_tree, folders) = folders(&[("Icons/Db/MySql.puml", "one")]);
        for name in ["Icons/Db/MySql", "icons/db/mysql", "icons/DB/MYSQL.puml"] {
            let (_, text) = folders.text(name, 100).unwrap();
            assert_eq!(text, "one", "{name}");
        }
    }

    #[test]
    fn a_folder_may_be_the_library_itself() {
        let (tree, _) = folders(&[("tupadr3/common.puml", "two")]);
        let folders = LibraryFolders::at(&[tree.path().join("tupadr3")], None).unwrap();
        let (name, text) = folders.text("tupadr3/common", 100).unwrap();
        assert_eq!((name.as_str(), text.as_str()), ("<tupadr3/common>", "two"));
    }

    #[test]
    fn a_file_that_the_library_lacks_is_told_from_a_library_that_is_not_there() {
        let (_tree, folders) = folders(&[("tupadr3/common.puml", "two")]);
        assert_eq!(folders.text("tupadr3/no", 100), Err(Refusal::Missing));
        let Err(Refusal::Denied(reason)) = folders.text("awslib/AWSCommon", 100) else {
            panic!("it must be refused");
        };
        assert!(reason.contains("`awslib` is not in the library folders"), "{reason}");
        let none = LibraryFolders::default().text("awslib/AWSCommon", 100);
        assert!(matches!(none, Err(Refusal::Denied(reason)) if reason.contains("--library")));
    }

    #[test]
    fn nothing_outside_a_library_folder_is_read() {
        let (tree, _) = folders(&[("lib/a/x.puml", "x"), ("secret.puml", "s")]);
        let folders = LibraryFolders::at(&[tree.path().join("lib")], None).unwrap();
        assert!(folders.text("a/../../secret", 100).is_err());
        assert_eq!(beside("<a/x>", "../../../secret.puml").as_deref(), Some("secret.puml"));
        assert!(folders.text("secret.puml", 100).is_err());
    }

    #[test]
    fn the_variable_names_several_folders_and_a_missing_one_is_an_error() {
        let (one, _) = folders(&[("a/x.puml", "x")]);
        let (two, _) = folders(&[("b/y.puml", "y")]);
        let both = std::env::join_paths([one.path(), two.path()]).unwrap();
        let folders = LibraryFolders::at(&[], Some(&both)).unwrap();
        assert!(folders.text("a/x", 100).is_ok() && folders.text("b/y", 100).is_ok());
        assert!(LibraryFolders::at(&[one.path().join("nowhere")], None).is_err());
    }
}
