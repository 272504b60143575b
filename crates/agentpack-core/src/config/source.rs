//! Where a module's files come from: a folder of the config repo, or a git repository.
//! An address is checked here, before anything could hand it to git.

use crate::error::{Code, Error, Result};
use crate::path::RelPath;
use crate::yaml::{Node, Reader};

/// The origin of a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// Inside the config repo.
    Local {
        /// Relative to the repo.
        path: RelPath,
    },
    /// A repository, pinned by the lock.
    Git {
        /// Checked by `check_url`.
        url: String,
        /// Branch, tag or commit the lock resolves.
        reference: String,
        /// Folder of the repository, or the whole.
        subdir: Option<RelPath>,
        /// Fetch one commit only.
        shallow: bool,
    },
}

/// A source as typed on a command line: `local:<path>` or `git:<url>#ref=…&subdir=…&shallow=…`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceSpec(pub Source);

impl std::str::FromStr for SourceSpec {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let bad = |message: String| Error::new(Code::Usage, message).with("source", text);
        if let Some(path) = text.strip_prefix("local:") {
            let path =
                RelPath::new(path.trim_start_matches("./").trim_end_matches('/')).map_err(bad)?;
            return Ok(Self(Source::Local { path }));
        }
        let Some(rest) = text.strip_prefix("git:") else {
            return Err(bad(format!("a source starts with `local:` or `git:`, not `{text}`")));
        };
        let (url, settings) = rest.split_once('#').unwrap_or((rest, ""));
        check_url(url).map_err(bad)?;
        let (mut reference, mut subdir, mut shallow) = ("main".to_owned(), None, true);
        for setting in settings.split('&').filter(|setting| !setting.is_empty()) {
            match setting.split_once('=') {
                Some(("ref", value)) => {
                    check_reference(value).map_err(bad)?;
                    value.clone_into(&mut reference);
                }
                Some(("subdir", "")) => subdir = None,
                Some(("subdir", value)) => subdir = Some(RelPath::new(value).map_err(bad)?),
                Some(("shallow", "true")) => shallow = true,
                Some(("shallow", "false")) => shallow = false,
                _ => {
                    return Err(bad(format!(
                        "`{setting}` is not one of ref=, subdir=, shallow=true|false"
                    )));
                }
            }
        }
        Ok(Self(Source::Git { url: url.to_owned(), reference, subdir, shallow }))
    }
}

impl SourceSpec {
    /// A name for the module: file stem, folder name or repository name.
    pub fn derived_name(&self) -> &str {
        match &self.0 {
            Source::Local { path } => path.stem(),
            Source::Git { subdir: Some(subdir), .. } => subdir.file_name(),
            Source::Git { url, .. } => {
                let name = url.trim_end_matches('/').rsplit(['/', ':']).next().unwrap_or("module");
                name.strip_suffix(".git").unwrap_or(name)
            }
        }
    }
}

/// Reads the `source` of a module: exactly one kind.
pub(super) fn read(reader: &mut Reader, node: &Node) -> Option<Source> {
    let pairs = reader.mapping(node, "a source", &["local_path", "git"]);
    let given: Vec<_> = pairs.into_iter().filter(|(_, node)| !node.is_null()).collect();
    match given[..] {
        [("local_path", node)] => local(reader, node),
        [(_, node)] => git(reader, node),
        _ => {
            reader.refuse(node, "a source is exactly one of `local_path` and `git`");
            None
        }
    }
}

fn local(reader: &mut Reader, node: &Node) -> Option<Source> {
    let mut found = None;
    for (_, node) in reader.mapping(node, "local_path", &["path"]) {
        let text = reader.text(node, "path");
        match RelPath::new(text.trim_start_matches("./").trim_end_matches('/')) {
            Ok(path) => found = Some(Source::Local { path }),
            Err(problem) => {
                reader.refuse(node, format!("a local path stays inside the repo: {problem}"));
                return None;
            }
        }
    }
    if found.is_none() {
        reader.refuse(node, "local_path has no `path`");
    }
    found
}

fn git(reader: &mut Reader, node: &Node) -> Option<Source> {
    let (mut address, mut reference, mut subdir, mut shallow) =
        (None, "main".to_owned(), None, true);
    for (key, node) in reader.mapping(node, "git", &["url", "ref", "subdir", "shallow"]) {
        match key {
            "url" => {
                let text = reader.text(node, "url");
                match check_url(&text) {
                    Ok(()) => address = Some(text),
                    Err(problem) => {
                        reader.refuse(node, problem);
                        return None;
                    }
                }
            }
            "ref" => {
                reference = reader.text(node, "ref");
                if let Err(problem) = check_reference(&reference) {
                    reader.refuse(node, problem);
                }
            }
            "subdir" if node.is_null() || node.text() == Some("") => {}
            "subdir" => match RelPath::new(reader.text(node, "subdir").trim_end_matches('/')) {
                Ok(path) => subdir = Some(path),
                Err(problem) => reader.refuse(node, problem),
            },
            _ => shallow = reader.truth(node, "shallow"),
        }
    }
    if address.is_none() {
        reader.refuse(node, "git has no `url`");
    }
    Some(Source::Git { url: address?, reference, subdir, shallow })
}

/// Whether git may be given this address: no option, no helper program, a transport we know.
pub(crate) fn check_url(url: &str) -> Result<(), String> {
    let shown = url.escape_debug();
    if url.is_empty() || url.starts_with('-') || url.chars().any(|c| c.is_control() || c == ' ') {
        return Err(format!("`{shown}` is not a git address"));
    }
    // A transport resolves such parts itself, so that the address would lead elsewhere than it reads.
    let plain = url.to_ascii_lowercase().replace("%2e", ".").replace("%2f", "/");
    if plain.split(['/', ':']).any(|part| matches!(part, "." | "..")) {
        return Err(format!("`{shown}` goes up in its path; write the address it leads to"));
    }
    if let Some((scheme, rest)) = url.split_once("://") {
        return if !matches!(scheme, "https" | "ssh" | "file") {
            Err(format!("git addresses start with https://, ssh:// or file://, not `{scheme}://`"))
        } else if rest.starts_with('-') {
            Err(format!("`{shown}` is not a git address"))
        } else {
            Ok(())
        };
    }
    if url.starts_with('/') {
        return Ok(());
    }
    match url.split_once(':') {
        Some((host, path))
            if !host.is_empty()
                && !host.contains('/')
                && !path.starts_with(':')
                && !path.starts_with('-') =>
        {
            Ok(())
        }
        _ => Err(format!(
            "`{shown}` is not a git address: use https://, ssh://, git@host:path or an absolute path"
        )),
    }
}

/// Whether git may be given this name of a branch, tag or commit.
pub(crate) fn check_reference(reference: &str) -> Result<(), String> {
    let plain = |c: char| c.is_alphanumeric() || "._/-+@".contains(c);
    if reference.is_empty()
        || reference.starts_with('-')
        || reference.contains("..")
        || reference.contains("@{")
        || !reference.chars().all(plain)
    {
        return Err(format!("`{}` is not a branch, tag or commit", reference.escape_debug()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_git_would_execute_are_refused() {
        for bad in [
            "--upload-pack=/tmp/evil",
            "-x",
            "ext::sh -c evil",
            "ext::sh",
            "fd::17",
            "http://example.org/x",
            "git://example.org/x",
            "https://-oProxyCommand=evil/x",
            "host:-x",
            "",
            "a\nb",
            "relative/path",
            "https://example.org/team/../other/a.git",
            "https://example.org/team/%2E%2e/other/a.git",
            "https://example.org/team%2f..%2fother/a.git",
            "git@example.org:team/../other/a.git",
        ] {
            assert!(check_url(bad).is_err(), "{bad:?} was accepted");
        }
        for good in [
            "https://example.org/a.git",
            "git@example.org:a/b.git",
            "ssh://git@example.org/a",
            "/srv/a.git",
            "file:///srv/a",
        ] {
            assert!(check_url(good).is_ok(), "{good:?} was refused");
        }
    }

    #[test]
    fn a_typed_source_names_its_module() {
        let name = |text: &str| text.parse::<SourceSpec>().unwrap().derived_name().to_owned();
        assert_eq!(name("local:modules/prompts/draft.md"), "draft");
        assert_eq!(name("git:https://example.org/team/pack.git"), "pack");
        assert_eq!(name("git:https://example.org/team/pack#ref=v1&subdir=skills/review"), "review");
        assert!("git:https://example.org/x#ref=--evil".parse::<SourceSpec>().is_err());
        assert!("local:../x".parse::<SourceSpec>().is_err());
    }
}
