//! What PlantUML's flags ask for beside pictures: words of the language, libraries, sprites, sources inside pictures.

use std::{collections::BTreeSet, fmt::Write as _, path::Path};

use diagrams::{LIBRARY_VARIABLE, PLANTUML, SpriteForm, png_source, sprite_statement};
use puml_compiler::FAMILIES;
use puml_syntax::{color::NAMES, grammar};

use crate::{
    exit::{Failure, Outcome},
    inputs, terminal,
};

/// The version; tools look for the words `PlantUML version`.
pub(super) fn version() -> Result<Outcome, Failure> {
    let own = env!("CARGO_PKG_VERSION");
    say(&format!("puml {own}, in place of PlantUML version {PLANTUML}\n"))
}

/// What this is, and under which licence.
pub(super) fn about() -> Result<Outcome, Failure> {
    version()?;
    say(concat!(
        "Checks and draws PlantUML and Mermaid diagrams; no part of it is Java PlantUML.\n",
        "Licence: ",
        env!("CARGO_PKG_LICENSE"),
        "\n"
    ))
}

/// The words of all families in the form of `plantuml -language`: a title, a count, a word a line.
pub(super) fn keywords() -> Result<Outcome, Failure> {
    let words = || FAMILIES.iter().map(|it| it.words());
    let types: BTreeSet<&str> = words().flat_map(|it| it.declares).copied().collect();
    let first = |it: &'static str| it.split_whitespace().next();
    let openers = words().flat_map(|it| it.openers).filter_map(|it| first(it.word));
    let mut keywords: BTreeSet<String> = openers
        .filter(|it| it.starts_with(char::is_alphabetic) && !types.contains(it))
        .map(str::to_owned)
        .collect();
    for start in FAMILIES.iter().flat_map(|it| it.starts()) {
        keywords.extend([format!("@start{start}"), format!("@end{start}")]);
    }
    let skinparams: BTreeSet<&str> = words().flat_map(|it| it.skinparams).copied().collect();
    let colors: BTreeSet<&str> = NAMES.iter().map(|it| it.0).collect();
    let directives: BTreeSet<String> =
        grammar::directives().map(|it| format!("!{}", it.0)).collect();
    let mut out = String::new();
    section(&mut out, "type", types);
    section(&mut out, "keyword", keywords.iter().map(String::as_str));
    section(&mut out, "preprocessor", directives.iter().map(String::as_str));
    section(&mut out, "skinparameter", skinparams);
    section(&mut out, "color", colors);
    out.push_str(";EOF\n");
    say(&out)
}

fn section<'a>(out: &mut String, title: &str, words: impl IntoIterator<Item = &'a str>) {
    let words: Vec<&str> = words.into_iter().collect();
    let _ = write!(out, ";{title}\n;{}\n{}\n\n", words.len(), words.join("\n"));
}

/// What `!include <…>` finds: our own library, and the folders that the user points to.
pub(super) fn libraries() -> Result<Outcome, Failure> {
    let mut out = "C4\nShipped with puml\n\n".to_owned();
    let folders = std::env::var_os(LIBRARY_VARIABLE).unwrap_or_default();
    for folder in std::env::split_paths(&folders).filter(|it| !it.as_os_str().is_empty()) {
        let failed = |source| Failure::Read { path: folder.clone(), source };
        let entries = std::fs::read_dir(&folder).map_err(failed)?.flatten();
        let names = entries.filter(|it| it.path().is_dir()).map(|it| it.file_name());
        let names: BTreeSet<_> = names.map(|it| it.to_string_lossy().into_owned()).collect();
        for name in names {
            let _ = write!(out, "{name}\nFrom {}\n\n", folder.display());
        }
    }
    say(&out)
}

/// Pictures as sprites; a first word such as `16z` says in which form.
pub(super) fn sprites(words: &[String]) -> Result<Outcome, Failure> {
    let form = words.first().and_then(|it| SpriteForm::parse(it));
    let files = if form.is_some() { &words[1..] } else { words };
    if files.is_empty() {
        return Err(Failure::Usage("-encodesprite requires a PNG or JPEG file".to_owned()));
    }
    let form = form.unwrap_or(SpriteForm { shades: 16, is_packed: false });
    for file in files {
        let path = Path::new(file);
        let bytes = bytes(path)?;
        let problem = |it| Failure::Usage(format!("{file}: the picture {it}"));
        let statement = sprite_statement(&sprite_name(path), &bytes, form).map_err(problem)?;
        say(&format!("{statement}\n"))?;
    }
    Ok(Outcome::Fine)
}

/// As much of a file's name as a sprite's name may have.
fn sprite_name(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let name: String = stem.chars().take_while(|it| it.is_alphanumeric() || *it == '_').collect();
    if name.is_empty() { "test".to_owned() } else { name }
}

/// The sources that PNG pictures carry.
pub(super) fn metadata(words: &[String]) -> Result<Outcome, Failure> {
    let line = "-".repeat(24);
    for word in words {
        for path in inputs::named(word)? {
            let source = png_source(&bytes(&path)?).unwrap_or_else(|| "null\n".to_owned());
            say(&format!("{line}\n{}\n\n{source}{line}\n", path.display()))?;
        }
    }
    Ok(Outcome::Fine)
}

fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|source| Failure::Read { path: path.to_path_buf(), source })
}

fn say(text: &str) -> Result<Outcome, Failure> {
    terminal::put(text.as_bytes())?;
    Ok(Outcome::Fine)
}
