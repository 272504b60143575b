//! Paths we are willing to create: relative, confined, and meaning the same file on every system.

mod map;

use std::fmt;
use std::path::{Path, PathBuf};

use unicode_normalization::UnicodeNormalization;

use crate::visible::deceptive;
use content_digest::Digest;

pub use map::PathMap;

const MAX_BYTES: usize = 1024;
const TOO_LONG: &str = "the path is longer than 1024 bytes";

/// A relative path with forward slashes whose every component is a plain, portable file name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RelPath(Box<str>);

impl RelPath {
    /// Checks `text`; the error says which rule it breaks.
    pub fn new(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Err("the path is empty".into());
        }
        if text.len() > MAX_BYTES {
            return Err(TOO_LONG.into());
        }
        for name in text.split('/') {
            check_name(name)?;
        }
        Ok(Self(text.into()))
    }

    /// From components that each passed [`check_name`], joined by slashes.
    pub(crate) fn of_checked_names(text: &str) -> Result<Self, String> {
        if text.len() > MAX_BYTES { Err(TOO_LONG.into()) } else { Ok(Self(text.into())) }
    }

    /// Below another path of this kind; both are already known to be plain.
    pub fn join(&self, below: &RelPath) -> Result<Self, String> {
        if self.0.len() + below.0.len() >= MAX_BYTES {
            return Err(TOO_LONG.into());
        }
        Ok(Self(format!("{self}/{below}").into()))
    }

    /// The text, always with forward slashes.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The last component.
    pub fn file_name(&self) -> &str {
        self.0.rsplit('/').next().expect("a path has at least one component")
    }

    /// The last component without its final extension.
    pub fn stem(&self) -> &str {
        let name = self.file_name();
        name.rsplit_once('.').map_or(name, |(stem, _)| stem)
    }

    /// Below `root`, in the system's spelling.
    pub fn under(&self, root: &Path) -> PathBuf {
        below(root, &self.0)
    }
}

impl fmt::Display for RelPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A plain relative path with forward slashes below `root`, in the system's spelling.
pub(crate) fn below(root: &Path, plain: &str) -> PathBuf {
    let mut path = PathBuf::with_capacity(root.as_os_str().len() + 1 + plain.len());
    path.push(root);
    path.extend(plain.split('/'));
    path
}

/// Whether `name` can be one file name on Linux, macOS and Windows alike, and cannot leave its folder.
pub fn check_name(name: &str) -> Result<(), String> {
    let stem = name.split('.').next().unwrap_or(name);
    let device = stem.len() == 4
        && stem.is_ascii()
        && matches!(&stem[..3].to_ascii_uppercase()[..], "COM" | "LPT")
        && stem.as_bytes()[3].is_ascii_digit();
    let problem = if name.is_empty() {
        "is empty"
    } else if name == "." || name == ".." {
        "leaves its folder"
    } else if name.len() > 255 {
        "is longer than 255 bytes"
    } else if name.contains(['/', '\\']) {
        "contains a path separator"
    } else if name.chars().any(|c| c.is_control() || "<>:\"|?*".contains(c)) {
        "contains a character that is not portable"
    } else if deceptive(name).is_some() {
        "contains a character that is not seen"
    } else if name.ends_with(['.', ' ']) {
        "ends with a dot or a space"
    } else if name.eq_ignore_ascii_case(".git") || name.eq_ignore_ascii_case("git~1") {
        // Git runs what such a folder configures as soon as anybody asks for the status beside it.
        "belongs to git"
    } else if device || matches!(&stem.to_ascii_uppercase()[..], "CON" | "PRN" | "AUX" | "NUL") {
        "is a reserved device name"
    } else {
        return Ok(());
    };
    Err(format!("the name `{}` {problem}", name.escape_debug()))
}

/// Equal for two paths that are one file on a system that ignores case or composes accents.
pub fn collision_key(path: &str) -> String {
    if path.is_ascii() {
        return path.to_ascii_lowercase();
    }
    path.nfc().flat_map(char::to_lowercase).nfc().collect()
}

/// The path with forward slashes, for the `*_posix` twin of each path field.
pub fn posix(path: &Path) -> String {
    match path.to_str() {
        Some(text) if !text.contains('\\') => text.to_owned(),
        _ => path.display().to_string().replace('\\', "/"),
    }
}

/// The folder name of a module's overlays: readable, and unique by a short digest of the id.
pub fn fs_key(id: &str) -> String {
    let mut readable: String = sanitize(id);
    if readable.is_empty() {
        readable.push_str("module");
    }
    readable.truncate(64);
    format!("{readable}--{}", &Digest::of(id).to_string()[..10])
}

/// `id` with everything but ASCII letters, digits, `_` and `-` replaced by `_`.
pub fn sanitize(id: &str) -> String {
    id.chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == '_' || c == '-' { c } else { '_' })
        .collect()
}

/// Expands a leading `~/` (or a lone `~`); nothing else is special.
pub fn expand_home(text: &str, home: &Path) -> PathBuf {
    match text.strip_prefix("~/") {
        Some(rest) => home.join(rest),
        None if text == "~" => home.to_path_buf(),
        None => PathBuf::from(text),
    }
}

/// Whether `text` fits `pattern`, in which `*` stands for any characters.
pub(crate) fn wildcard(pattern: &str, text: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(mut left) = text.strip_prefix(head) else { return false };
    let mut parts = rest.split('*').peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return left.ends_with(part);
        }
        let Some(at) = left.find(part) else { return false };
        left = &left[at + part.len()..];
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_characters() {
        for (pattern, text) in
            [("*", ""), ("a", "a"), ("a*", "abc"), ("*c", "abc"), ("a*c*e", "abcde"), ("a*a", "aa")]
        {
            assert!(wildcard(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in
            [("a", "ab"), ("a*", "ba"), ("*c", "cd"), ("a*b*c", "acb"), ("a*a", "a")]
        {
            assert!(!wildcard(pattern, text), "{pattern} {text}");
        }
    }

    #[test]
    fn names_that_leave_their_folder_or_one_system_are_refused() {
        for bad in [
            "",
            ".",
            "..",
            "../x",
            "a/../b",
            "/etc/passwd",
            "a\\b",
            "C:x",
            "CON",
            "nul.txt",
            "com1",
            "lpt9.md",
            "dot.",
            "space ",
            "a//b",
            "bell\u{7}",
            "what?",
            "a/.git/config",
            ".GIT",
            "GIT~1",
            "a\u{202e}dm.md",
            "zero\u{200b}width",
        ] {
            assert!(RelPath::new(bad).is_err(), "{bad:?} was accepted");
        }
        for good in [
            "a",
            ".gitignore",
            ".github",
            "SKILL.md",
            "a/b/c.txt",
            ".hidden",
            "console.md",
            "com10",
            "Grüße.md",
            "\u{1f468}\u{200d}\u{1f469}.md",
        ] {
            assert!(RelPath::new(good).is_ok(), "{good:?} was refused");
        }
    }

    #[test]
    fn case_and_accent_spellings_collide() {
        assert_eq!(collision_key("Skill/A"), collision_key("skill/a"));
        assert_eq!(collision_key("e\u{301}"), collision_key("\u{e9}"));
        assert_eq!(collision_key("E\u{301}"), collision_key("\u{e9}"));
    }

    #[test]
    fn the_overlay_key_matches_existing_repos() {
        assert_eq!(fs_key("instructions:base"), "instructions_base--d39861fff1");
        assert_eq!(sanitize("a:b/c"), "a_b_c");
    }

    #[test]
    fn only_a_leading_tilde_is_expanded() {
        let home = Path::new("/h");
        assert_eq!(expand_home("~/x", home), Path::new("/h/x"));
        assert_eq!(expand_home("~root/x", home), Path::new("~root/x"));
    }
}
