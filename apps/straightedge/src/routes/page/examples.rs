//! The examples of the page: one for every kind of diagram that is drawn, so that a new family is shown by itself.

use std::cmp::Reverse;
use std::sync::LazyLock;

use diagrams::Language;
use include_dir::{Dir, include_dir};
use mermaid::KINDS;
use puml_compiler::{FAMILIES, Family};
use serde_json::{Value, json};

use crate::drawing::checked;

/// Chosen for the page; they come first, in the order of their names.
static CHOSEN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../web/examples");
/// Two of each Mermaid type.
static MERMAID: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../crates/mermaid/gallery");

/// Each example as `{"name", "title", "language", "kind", "source"}`.
pub(super) fn examples() -> Value {
    static LISTED: LazyLock<Value> = LazyLock::new(|| {
        let mut listed = chosen();
        let puml = FAMILIES.iter().map(|it| (Language::Puml, it.name(), catalogued(*it)));
        let mermaid = KINDS.iter().map(|it| (Language::Mermaid, it.name, gallery(it.name)));
        for (language, kind, source) in puml.chain(mermaid) {
            let language = language.name();
            let is_shown = listed.iter().any(|it| it["language"] == language && it["kind"] == kind);
            if let Some(source) = source.filter(|_| !is_shown) {
                listed.push(json!({
                    "name": format!("{language}-{kind}"), "title": titled(kind),
                    "language": language, "kind": kind, "source": source,
                }));
            }
        }
        listed.into()
    });
    LISTED.clone()
}

fn chosen() -> Vec<Value> {
    let files = CHOSEN.files().filter_map(|file| {
        let source = file.contents_utf8()?;
        let name = file.path().file_stem()?.to_str()?;
        let is_mermaid = file.path().extension()? == "mmd";
        let (language, sign) =
            if is_mermaid { (Language::Mermaid, "%% ") } else { (Language::Puml, "' ") };
        let title = source.lines().find_map(|line| line.trim().strip_prefix(sign)).unwrap_or(name);
        let kind = if is_mermaid {
            source.lines().find_map(headed)?
        } else {
            checked(source, language).diagrams().next()?.kind()
        };
        Some(json!({
            "name": name, "title": title, "language": language.name(), "kind": kind,
            "source": source,
        }))
    });
    files.collect()
}

/// The type of Mermaid diagram that a line starts.
fn headed(line: &str) -> Option<&'static str> {
    let word = line.split_whitespace().next()?;
    KINDS.iter().find(|it| it.headers.contains(&word)).map(|it| it.name)
}

/// The construct of a family that says most in its example.
fn catalogued(family: &dyn Family) -> Option<String> {
    let all = family.catalogue().iter().flat_map(|it| it.primitives);
    let mut examples: Vec<&str> = all.map(|it| it.example).collect();
    examples.sort_by_key(|it| Reverse(it.len()));
    let word = family.starts().first()?;
    let whole = |example: &str| {
        if example.trim_start().starts_with("@start") {
            example.to_owned()
        } else {
            format!("@start{word}\n{}\n@end{word}\n", example.trim_end())
        }
    };
    let is_drawn = |source: &String| {
        let checked = checked(source, Language::Puml);
        checked.is_ok() && checked.diagrams().next().is_some_and(|it| it.kind() == family.name())
    };
    examples.into_iter().map(whole).find(is_drawn)
}

fn gallery(kind: &str) -> Option<String> {
    let mut files = MERMAID.get_dir(kind)?.files();
    files.next()?.contents_utf8().map(str::to_owned)
}

fn titled(kind: &str) -> String {
    let mut letters = kind.chars();
    let first = letters.next().map(|it| it.to_uppercase().collect::<String>());
    first.unwrap_or_default() + letters.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_diagram_has_an_example_that_is_drawn() {
        let listed = examples();
        let listed = listed.as_array().unwrap();
        let has = |language: &str, kind: &str| {
            listed.iter().any(|it| it["language"] == language && it["kind"] == kind)
        };
        for family in FAMILIES {
            assert!(has("puml", family.name()), "{}", family.name());
        }
        for kind in KINDS {
            assert!(has("mermaid", kind.name), "{}", kind.name);
        }
        for example in listed {
            let language = example["language"].as_str().unwrap().parse().unwrap();
            let checked = checked(example["source"].as_str().unwrap(), language);
            assert!(checked.is_ok(), "{}: {}", example["name"], checked.report());
            assert_eq!(checked.diagrams().next().unwrap().kind(), example["kind"]);
        }
    }
}
