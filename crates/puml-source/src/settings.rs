//! `.puml.toml`: settings for the files of a folder and what is below it, found upward from each file.

use std::ops::Range;
use std::path::{Path, PathBuf};

use puml_syntax::format::{Columns, Form, Gap, Indent, Offsets};
use roots::{RootError, Roots};
use toml_edit::{Document, Item, Table};

/// What the file is called.
const NAME: &str = ".puml.toml";

/// The settings of `[fmt]`, each with the values it takes.
const FMT: [(&str, &str); 5] = [
    ("indent", "1 to 8, or \"tab\""),
    ("colon", "\"spaced\" or \"tight\""),
    ("arrows", "\"spaced\" or \"tight\""),
    ("activations", "\"keep\" or \"flat\""),
    ("columns", "\"keep\" or \"single\""),
];

/// More than any settings have, in bytes.
const MOST: usize = 64 << 10;

/// Why settings do not hold.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The settings file that is wrong.
        path: PathBuf,
        /// Why not.
        source: RootError,
    },
    /// The file says something that no setting takes; with its place.
    #[error("{0}")]
    Refused(String),
}

/// The form of layout that the settings nearest to a file of a folder ask for; the usual one where there are none.
/// Messages name the settings as they are seen from `here`.
pub fn form(folder: &Path, here: &Path) -> Result<Form, SettingsError> {
    let found = folder.ancestors().find(|it| it.join(NAME).is_file());
    let Some(folder) = found else { return Ok(Form::default()) };
    let path = folder.join(NAME);
    let text = Roots::at([folder])
        .and_then(|it| it.read_text(&path, MOST))
        .map_err(|source| SettingsError::Unreadable { path: path.clone(), source })?;
    read(&text, path.strip_prefix(here).unwrap_or(&path))
}

fn read(text: &str, path: &Path) -> Result<Form, SettingsError> {
    let file = File { text, path: path.to_path_buf() };
    let document = Document::parse(text)
        .map_err(|problem| file.refuse(problem.span(), problem.message().trim()))?;
    for (name, item) in document.as_table() {
        if name != "fmt" || !item.is_table() {
            let message = format!("there is no setting `{name}`; there is the table `[fmt]`");
            return Err(file.refuse(span(document.as_table(), name), &message));
        }
    }
    match document.get("fmt").and_then(Item::as_table) {
        Some(table) => file.form(table),
        None => Ok(Form::default()),
    }
}

/// A file of settings, for what is said about it.
struct File<'a> {
    text: &'a str,
    path: PathBuf,
}

impl File<'_> {
    fn form(&self, table: &Table) -> Result<Form, SettingsError> {
        let mut form = Form::default();
        for (name, item) in table {
            let Some((_, values)) = FMT.iter().find(|it| it.0 == name) else {
                let known = FMT.map(|it| format!("`{}`", it.0)).join(", ");
                let message = format!("there is no setting `{name}` in `[fmt]`; there are {known}");
                return Err(self.refuse(span(table, name), &message));
            };
            if set(&mut form, name, item).is_none() {
                let message = format!("`{name}` is {values}");
                return Err(self.refuse(item.span().or_else(|| span(table, name)), &message));
            }
        }
        Ok(form)
    }

    fn refuse(&self, span: Option<Range<usize>>, message: &str) -> SettingsError {
        let before = &self.text[..span.map_or(0, |it| it.start).min(self.text.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        SettingsError::Refused(format!("{}:{line}:{column}: {message}", self.path.display()))
    }
}

fn span(table: &Table, name: &str) -> Option<Range<usize>> {
    table.key(name).and_then(toml_edit::Key::span)
}

/// Sets a value; nothing where it is none that the setting takes.
fn set(form: &mut Form, name: &str, item: &Item) -> Option<()> {
    if let Some(count) = item.as_integer() {
        let count = u8::try_from(count).ok().filter(|it| (1..=8).contains(it))?;
        form.indent = Some(Indent::Blanks(count)).filter(|_| name == "indent");
        return form.indent.map(drop);
    }
    let gap = |word| match word {
        "spaced" => Some(Gap::Spaced),
        "tight" => Some(Gap::Tight),
        _ => None,
    };
    match (name, item.as_str()?) {
        ("indent", "tab") => form.indent = Some(Indent::Tab),
        ("colon", word) => form.colon = Some(gap(word)?),
        ("arrows", word) => form.arrows = Some(gap(word)?),
        ("activations", "keep") => form.offsets = Some(Offsets::Keep),
        ("activations", "flat") => form.offsets = Some(Offsets::Flat),
        ("columns", "keep") => form.columns = Columns::Keep,
        ("columns", "single") => form.columns = Columns::Single,
        _ => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_is_read() {
        let text = "[fmt]\nindent = 4\ncolon = \"tight\"\narrows = \"spaced\"\nactivations = \"keep\"\ncolumns = \"single\"\n";
        let form = read(text, Path::new(NAME)).unwrap();
        let wanted = Form {
            indent: Some(Indent::Blanks(4)),
            colon: Some(Gap::Tight),
            arrows: Some(Gap::Spaced),
            offsets: Some(Offsets::Keep),
            columns: Columns::Single,
        };
        assert_eq!(form, wanted);
        assert_eq!(read("", Path::new(NAME)).unwrap(), Form::default());
    }

    #[test]
    fn what_is_not_known_is_refused_with_its_place() {
        for (text, wanted) in [
            ("[fmt]\nident = 4\n", ".puml.toml:2:1: there is no setting `ident`"),
            ("[fmt]\n\nindent = 9\n", ".puml.toml:3:10: `indent` is 1 to 8"),
            ("[fmt]\ncolon = 2\n", ".puml.toml:2:9: `colon` is"),
            ("[format]\n", ".puml.toml:1:2: there is no setting `format`"),
            ("fmt = 1\n", ".puml.toml:1:1: there is no setting `fmt`"),
            ("[fmt]\ncolon = \n", ".puml.toml:2:"),
        ] {
            let refusal = read(text, Path::new(NAME)).unwrap_err().to_string();
            assert!(refusal.contains(wanted), "{text:?}: {refusal}");
        }
    }
}
