//! What a command works on: files, patterns, folders and standard input, read as text.

use std::{
    io::Read as _,
    path::{Path, PathBuf},
};

use diagrams::{Language, is_entered};
use encoding_rs::{Encoding, UTF_8};
use serde_json::{Value, json};

use crate::{
    exit::{Failure, Outcome},
    terminal,
};

/// One text to work on.
#[derive(Debug, Clone)]
pub(crate) struct Document {
    /// What reports call it.
    pub(crate) name: String,
    /// Where it lies; `None` for standard input.
    pub(crate) path: Option<PathBuf>,
    /// The folder of the command line that it was found in; `None` for one that is named itself.
    pub(crate) root: Option<PathBuf>,
    /// What it is written in.
    pub(crate) language: Language,
    /// The whole file, decoded.
    pub(crate) text: String,
}

impl Document {
    /// The folder that includes are looked up from.
    pub(crate) fn folder(&self) -> &Path {
        let parent = self.path.as_deref().and_then(Path::parent);
        parent.filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."))
    }
}

/// What to do with the Markdown and AsciiDoc pages of a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pages {
    /// Those that hold diagrams are taken.
    Read,
    /// They are taken only when they are named, because they would be rewritten.
    Skipped,
}

/// The files that the arguments name, each once, in a stable order. `-` stays as it is.
pub(crate) fn expand(arguments: &[String], pages: Pages) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    for argument in arguments {
        let path = Path::new(argument);
        if path.is_dir() {
            let mut below = Vec::new();
            walk(path, pages, &mut below)?;
            below.sort();
            if below.is_empty() {
                return Err(Failure::Usage(format!("no diagrams below {argument}")));
            }
            found.append(&mut below);
        } else if argument == "-" || path.exists() {
            // A pipe with a name is read as well, such as a shell's `<(…)`.
            found.push(path.to_path_buf());
        } else {
            found.append(&mut matching(argument)?);
        }
    }
    let mut seen = std::collections::HashSet::new();
    found.retain(|it| seen.insert(it.clone()));
    Ok(found)
}

/// The folder of a file below the folder or pattern that names it; nothing for a file that is named itself.
pub(crate) fn below(arguments: &[String], path: &Path) -> PathBuf {
    if arguments.iter().any(|it| Path::new(it) == path) {
        return PathBuf::new();
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut searched = arguments.iter().filter(|it| !Path::new(it).is_file()).map(|it| root(it));
    searched.find_map(|it| Some(folder.strip_prefix(it).ok()?.to_path_buf())).unwrap_or_default()
}

/// The folder that an argument searches: itself, or the part of a pattern before its first wildcard.
pub(crate) fn root(argument: &str) -> PathBuf {
    let path = Path::new(argument);
    if path.is_dir() {
        return path.to_path_buf();
    }
    let parent = path.parent().unwrap_or(Path::new(""));
    let is_plain =
        |it: &std::path::Component<'_>| !it.as_os_str().to_string_lossy().contains(['*', '?', '[']);
    parent.components().take_while(is_plain).collect()
}

/// A file that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unread {
    /// As it was named.
    pub(crate) file: String,
    /// The system's message, or why the path is refused.
    pub(crate) reason: String,
}

impl Unread {
    /// What a machine reads about it.
    pub(crate) fn json(&self) -> Value {
        json!({ "file": self.file, "ok": false, "problem": self.reason })
    }
}

/// The one document of a `--json` run: whether all is well, and what became of each file; the unread ones stand last.
pub(crate) fn put_json(
    outcome: Outcome,
    mut files: Vec<Value>,
    unread: &[Unread],
) -> Result<(), Failure> {
    files.extend(unread.iter().map(Unread::json));
    let is_ok = outcome == Outcome::Fine && unread.is_empty();
    let answer = json!({ "version": 1, "ok": is_ok, "files": files });
    Ok(terminal::put(format!("{answer:#}\n").as_bytes())?)
}

/// Works on every file that the arguments name. One that cannot be read is told and does not keep the
/// others from their turn.
pub(crate) fn each(
    arguments: &[String],
    pages: Pages,
    mut work: impl FnMut(Document) -> Result<(), Failure>,
) -> Result<Vec<Unread>, Failure> {
    let mut unread = Vec::new();
    for path in expand(arguments, pages)? {
        match read_below(arguments, &path) {
            Ok(document) => work(document)?,
            Err(failure) => {
                terminal::tell_error(&failure.to_string());
                let file = path.to_string_lossy().replace('\\', "/");
                unread.push(Unread { file, reason: failure.to_string() });
            }
        }
    }
    Ok(unread)
}

/// Reads one file, or standard input for `-`.
pub(crate) fn read(path: &Path) -> Result<Document, Failure> {
    read_with(path, |bytes| text(bytes, path))
}

/// Reads a file that the arguments name or that is in a folder of theirs.
pub(crate) fn read_below(arguments: &[String], path: &Path) -> Result<Document, Failure> {
    let root = arguments.iter().map(PathBuf::from).find(|it| it.is_dir() && path.starts_with(it));
    Ok(Document { root, ..read(path)? })
}

/// A file in some charset, as PlantUML reads it: what is not of that charset is warned about and replaced.
pub(crate) fn read_lossy(path: &Path, charset: &'static Encoding) -> Result<Document, Failure> {
    read_with(path, |bytes| {
        if charset == UTF_8 && std::str::from_utf8(&bytes).is_ok() {
            return text(bytes, path);
        }
        let (text, _, has_errors) = charset.decode(&bytes);
        if has_errors {
            let name = charset.name();
            terminal::tell(&format!(
                "Warning: {} is not {name}: name its charset with -charset",
                path.display()
            ));
        }
        Ok(text.into_owned())
    })
}

fn read_with(
    path: &Path,
    text: impl FnOnce(Vec<u8>) -> Result<String, Failure>,
) -> Result<Document, Failure> {
    let failed = |source| Failure::Read { path: path.to_path_buf(), source };
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).map_err(failed)?;
        let (name, text) = ("<stdin>".to_owned(), text(bytes)?);
        let language = Language::of_text(&text);
        return Ok(Document { name, path: None, root: None, language, text });
    }
    let text = text(std::fs::read(path).map_err(failed)?)?;
    let name = path.to_string_lossy().replace('\\', "/");
    let language = Language::of_path(path).unwrap_or(Language::Puml);
    Ok(Document { name, path: Some(path.to_path_buf()), root: None, language, text })
}

fn text(bytes: Vec<u8>, path: &Path) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let before = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
        let line = before.matches('\n').count() + 1;
        let source = std::io::Error::new(
            std::io::ErrorKind::InvalidData,
            format!("line {line} is not UTF-8; save the file as UTF-8"),
        );
        Failure::Read { path: path.to_path_buf(), source }
    })
}

fn walk(folder: &Path, pages: Pages, found: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let failed = |source| Failure::Read { path: folder.to_path_buf(), source };
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let Some(name) = path.file_name() else { continue };
        if name.to_string_lossy().starts_with('.') || path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            if is_entered(name) {
                walk(&path, pages, found)?;
            }
            continue;
        }
        let is_taken = match Language::of_path(&path) {
            Some(Language::Puml | Language::Mermaid) => true,
            Some(Language::Markdown) => pages == Pages::Read && has_diagrams(&path),
            None => false,
        };
        if is_taken {
            found.push(path);
        }
    }
    Ok(())
}

/// Whether a page holds a diagram; one that cannot be read is left to whoever reads it.
fn has_diagrams(page: &Path) -> bool {
    std::fs::read_to_string(page).map_or(true, |text| !diagrams::fences(&text).is_empty())
}

/// A file, or the files that a pattern names; a failure where there are none.
pub(crate) fn named(word: &str) -> Result<Vec<PathBuf>, Failure> {
    let path = Path::new(word);
    if path.is_file() { Ok(vec![path.to_path_buf()]) } else { matching(word) }
}

/// The files that a pattern names; a failure where there are none.
pub(crate) fn matching(pattern: &str) -> Result<Vec<PathBuf>, Failure> {
    let missing = || Failure::Usage(format!("no such file: {pattern}"));
    if !pattern.contains(['*', '?', '[']) {
        return Err(missing());
    }
    let paths =
        glob::glob(pattern).map_err(|error| Failure::Usage(format!("{pattern}: {error}")))?;
    let mut files: Vec<PathBuf> = paths.flatten().filter(|it| it.is_file()).collect();
    files.sort();
    if files.is_empty() { Err(missing()) } else { Ok(files) }
}
