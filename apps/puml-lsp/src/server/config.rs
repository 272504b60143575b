//! The settings: from the start of the conversation, from the client's configuration, from flags.

use std::path::PathBuf;

use puml_compiler::{Declarations, Libraries};
use puml_ide::{Advice, Aliases, Hints};
use puml_source::{LIBRARY_VARIABLE, LibraryFolders};
use serde_json::Value;

/// The settings of a conversation. What is absent or malformed keeps its default.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Config {
    /// Folders that files may be included from, beside a document's own.
    pub(crate) include_roots: Vec<PathBuf>,
    /// Folders that libraries of elements are searched in.
    pub(crate) library_folders: LibraryFolders,
    /// A theme in place of the one a source names.
    pub(crate) theme: Option<String>,
    /// What is wrong with the settings, for the user.
    pub(crate) problem: Option<String>,
    pub(crate) declarations: Declarations,
    pub(crate) libraries: Libraries,
    pub(crate) advice: Advice,
    pub(crate) hints: Hints,
    /// The address of the folder with a page for each code, if it is served anywhere.
    pub(crate) code_pages: Option<String>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            include_roots: Vec::new(),
            library_folders: LibraryFolders::default(),
            theme: None,
            problem: None,
            declarations: Declarations::Optional,
            libraries: Libraries::Optional,
            advice: Advice::Hidden,
            hints: Hints { numbers: true, aliases: Aliases::InMessages },
            code_pages: None,
        }
    }
}

impl Config {
    /// Reads `{ "includeRoots": [], "libraries": [], "theme": "", "strict": false, "advice": false, "inlayHints":
    /// { "numbers": true, "aliases": true }, "codePages": "" }`, also under the key `puml`. A
    /// relative root lies in each of the folders.
    pub(super) fn read(settings: &Value, folders: &[PathBuf], roots: &[PathBuf]) -> Self {
        let settings = settings.get("puml").unwrap_or(settings);
        let flag = |value: Option<&Value>, default: bool| {
            value.and_then(Value::as_bool).unwrap_or(default)
        };
        let include_roots = roots.iter().cloned().chain(listed(settings, "includeRoots", folders));
        let include_roots = include_roots.collect();
        let libraries = listed(settings, "libraries", folders);
        let variable = std::env::var_os(LIBRARY_VARIABLE);
        let found = LibraryFolders::at(&libraries, variable.as_deref());
        let (library_folders, no_library) = match found {
            Ok(folders) => (folders, None),
            Err(error) => (
                LibraryFolders::default(),
                Some(format!("the setting puml.libraries or {LIBRARY_VARIABLE}: {error}")),
            ),
        };
        let word = |name: &str| {
            let text = settings.get(name).and_then(Value::as_str);
            text.filter(|it| !it.is_empty()).map(str::to_owned)
        };
        let strict = flag(settings.get("strict"), false);
        let advice = flag(settings.get("advice"), false);
        let hints = settings.get("inlayHints");
        let hint = |name: &str| flag(hints.and_then(|it| it.get(name)), true);
        let asked = word("theme").map(|it| puml_source::theme(&it)).transpose();
        let (theme, problem) = match asked {
            Ok(theme) => (theme, None),
            Err(unknown) => (None, Some(format!("the setting puml.theme: {unknown}"))),
        };
        Self {
            include_roots,
            library_folders,
            problem: problem.or(no_library),
            theme,
            declarations: if strict { Declarations::Required } else { Declarations::Optional },
            libraries: if strict { Libraries::Required } else { Libraries::Optional },
            advice: if advice { Advice::Shown } else { Advice::Hidden },
            hints: Hints {
                numbers: hint("numbers"),
                aliases: if hint("aliases") { Aliases::InMessages } else { Aliases::Hidden },
            },
            code_pages: word("codePages"),
        }
    }
}

/// The folders of a setting. A relative one lies in each of the workspace's folders.
fn listed(settings: &Value, name: &str, folders: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in settings.get(name).and_then(Value::as_array).into_iter().flatten() {
        let Some(folder) = folder.as_str().filter(|it| !it.is_empty()) else { continue };
        let folder = PathBuf::from(folder);
        if folder.is_absolute() {
            found.push(folder);
        } else {
            found.extend(folders.iter().map(|it| it.join(&folder)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn settings_are_read_with_and_without_their_section() {
        let plain = json!({ "includeRoots": ["lib", "/abs"], "strict": true });
        let config = Config::read(&plain, &["/w".into()], &["/flag".into()]);
        assert_eq!(config.include_roots, ["/flag", "/w/lib", "/abs"].map(PathBuf::from));
        assert_eq!(config.declarations, Declarations::Required);
        assert_eq!(config.libraries, Libraries::Required);
        assert_eq!(
            Config::read(&json!({ "puml": plain }), &["/w".into()], &["/flag".into()]),
            config
        );
    }

    #[test]
    fn a_theme_that_is_not_there_is_told() {
        let config = Config::read(&json!({ "theme": "nosuch" }), &[], &[]);
        assert_eq!(config.theme, None);
        assert!(config.problem.unwrap().contains("there is no theme \"nosuch\""));
        assert_eq!(Config::read(&json!({ "theme": "sand" }), &[], &[]).problem, None);
    }

    #[test]
    fn a_library_folder_that_is_not_there_is_told() {
        let config = Config::read(&json!({ "libraries": ["/no/such/folder"] }), &[], &[]);
        assert!(config.problem.unwrap().contains("puml.libraries"));
    }

    #[test]
    fn what_makes_no_sense_keeps_its_default() {
        let odd = json!({ "includeRoots": 3, "strict": "yes", "inlayHints": [] });
        assert_eq!(Config::read(&odd, &[], &[]), Config::default());
    }
}
