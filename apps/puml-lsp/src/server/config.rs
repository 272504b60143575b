//! The settings: from the start of the conversation, from the client's configuration, from flags.

use std::path::PathBuf;

use puml_compiler::Declarations;
use puml_ide::{Advice, Aliases, Hints};
use serde_json::Value;

/// The settings of a conversation. What is absent or malformed keeps its default.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Config {
    /// Folders that files may be included from, beside a document's own.
    pub(crate) include_roots: Vec<PathBuf>,
    /// A theme in place of the one a source names.
    pub(crate) theme: Option<String>,
    /// What is wrong with the settings, for the user.
    pub(crate) problem: Option<String>,
    pub(crate) declarations: Declarations,
    pub(crate) advice: Advice,
    pub(crate) hints: Hints,
    /// The address of the folder with a page for each code, if it is served anywhere.
    pub(crate) code_pages: Option<String>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            include_roots: Vec::new(),
            theme: None,
            problem: None,
            declarations: Declarations::Optional,
            advice: Advice::Hidden,
            hints: Hints { numbers: true, aliases: Aliases::InMessages },
            code_pages: None,
        }
    }
}

impl Config {
    /// Reads `{ "includeRoots": [], "theme": "", "strict": false, "advice": false, "inlayHints":
    /// { "numbers": true, "aliases": true }, "codePages": "" }`, also under the key `puml`. A
    /// relative root lies in each of the folders.
    pub(super) fn read(settings: &Value, folders: &[PathBuf], roots: &[PathBuf]) -> Self {
        let settings = settings.get("puml").unwrap_or(settings);
        let flag = |value: Option<&Value>, default: bool| {
            value.and_then(Value::as_bool).unwrap_or(default)
        };
        let mut include_roots = roots.to_vec();
        for root in settings.get("includeRoots").and_then(Value::as_array).into_iter().flatten() {
            let Some(root) = root.as_str().filter(|it| !it.is_empty()) else { continue };
            let root = PathBuf::from(root);
            if root.is_absolute() {
                include_roots.push(root);
            } else {
                include_roots.extend(folders.iter().map(|it| it.join(&root)));
            }
        }
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
            problem,
            theme,
            declarations: if strict { Declarations::Required } else { Declarations::Optional },
            advice: if advice { Advice::Shown } else { Advice::Hidden },
            hints: Hints {
                numbers: hint("numbers"),
                aliases: if hint("aliases") { Aliases::InMessages } else { Aliases::Hidden },
            },
            code_pages: word("codePages"),
        }
    }
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
        assert_eq!(
            Config::read(&json!({ "puml": plain }), &["/w".into()], &["/flag".into()]),
            config
        );
    }

    #[test]
    fn a_theme_that_is_not_there_is_told() {
        let config = Config::read(&json!({ "theme": "amiga" }), &[], &[]);
        assert_eq!(config.theme, None);
        assert!(config.problem.unwrap().contains("there is no theme \"amiga\""));
        assert_eq!(Config::read(&json!({ "theme": "sand" }), &[], &[]).problem, None);
    }

    #[test]
    fn what_makes_no_sense_keeps_its_default() {
        let odd = json!({ "includeRoots": 3, "strict": "yes", "inlayHints": [] });
        assert_eq!(Config::read(&odd, &[], &[]), Config::default());
    }
}
