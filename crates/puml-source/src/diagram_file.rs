//! Which files may be read for a diagram when somebody else asks: those named as one, and never those that hosts protect.

use std::path::{Component, Path};

use crate::Language;

/// Further endings of texts that hold or make diagrams: AsciiDoc, includes, and data for `%load_json`.
const ENDINGS: [&str; 6] = ["adoc", "asciidoc", "asc", "inc", "ipuml", "json"];

/// Endings of pictures in labels.
const PICTURES: [&str; 7] = ["png", "jpg", "jpeg", "gif", "svg", "webp", "bmp"];

/// Folders that hold secrets or the state of tools.
const PROTECTED_FOLDERS: [&str; 7] =
    [".git", ".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker"];

/// Beginnings of names that hold secrets, whatever their ending.
const PROTECTED_NAMES: [&str; 6] =
    [".env", "id_rsa", "id_ed25519", "credentials", "secrets", "service-account"];

/// Says why a file is not read as the text of a diagram; nothing if it may be.
///
/// ```
/// use std::path::Path;
/// use puml_source::not_a_diagram;
///
/// assert_eq!(not_a_diagram(Path::new("docs/login.puml")), None);
/// assert!(not_a_diagram(Path::new(".env")).is_some());
/// assert!(not_a_diagram(Path::new(".git/notes.md")).is_some());
/// ```
pub fn not_a_diagram(path: &Path) -> Option<String> {
    let is_known = Language::of_path(path).is_some() || has_ending(path, &ENDINGS);
    protected(path).or_else(|| (!is_known).then(|| unknown(path)))
}

/// Says why a file is not read as a picture; nothing if it may be.
pub fn not_a_picture(path: &Path) -> Option<String> {
    protected(path).or_else(|| (!has_ending(path, &PICTURES)).then(|| unknown(path)))
}

fn unknown(path: &Path) -> String {
    format!("`{}` is not named like a diagram or an include of one", path.display())
}

fn protected(path: &Path) -> Option<String> {
    let is_folder = |part: Component<'_>| {
        let Component::Normal(name) = part else { return false };
        PROTECTED_FOLDERS.iter().any(|it| name.eq_ignore_ascii_case(it))
    };
    let name = path.file_name().map(|it| it.to_string_lossy().to_ascii_lowercase());
    let is_name = name.is_some_and(|name| PROTECTED_NAMES.iter().any(|it| name.starts_with(it)));
    let is_protected = is_name || path.components().any(is_folder);
    is_protected.then(|| format!("`{}` is a protected file", path.display()))
}

fn has_ending(path: &Path, endings: &[&str]) -> bool {
    let ending = path.extension().and_then(|it| it.to_str());
    ending.is_some_and(|ending| endings.iter().any(|it| it.eq_ignore_ascii_case(ending)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagrams_are_read_and_secrets_are_not() {
        for path in
            ["a.puml", "docs/a.iuml", "README.md", "b.MMD", "guide.adoc", "data.json", "../x.pu"]
        {
            assert_eq!(not_a_diagram(Path::new(path)), None, "{path}");
        }
        for path in [
            ".env",
            ".env.puml",
            "a/.git/config",
            ".git/a.puml",
            "id_rsa",
            "server.key",
            "cert.pem",
            "/etc/passwd",
            "src/main.rs",
            "credentials.json",
            "Makefile",
            ".ssh/a.md",
            "",
        ] {
            assert!(not_a_diagram(Path::new(path)).is_some(), "{path}");
        }
        assert_eq!(not_a_picture(Path::new("logo.svg")), None);
        assert!(not_a_picture(Path::new("id_rsa.png")).is_some());
        assert!(not_a_picture(Path::new("a.puml")).is_some());
    }
}
