//! `puml://syntax/…`: the language, written from the catalogues that are compiled in.

use std::fmt::Write as _;

use puml_compiler::{catalogue, family, family_names};
use puml_syntax::catalogue::Section;
use toolserver::Resource;

use super::link;

/// The family that the addresses without a family's name are about.
const USUAL: &str = "sequence";
/// Its sections with an address of their own; the whole of it is in `spec`.
const SECTIONS: [&str; 6] = ["arrows", "participants", "notes", "groups", "lifecycle", "styling"];

const EACH: &str = "Each construct with its form, meaning and an example that compiles.";

pub(super) fn resources() -> Vec<Resource> {
    let mut all = vec![page("spec", "The puml language", || whole(USUAL))];
    let pages = SECTIONS.map(|name| page(name, &format!("Syntax: {name}"), move || section(name)));
    all.extend(pages);
    all
}

/// The whole language of each family.
pub(super) fn of_families() -> Vec<Resource> {
    let names = family_names().into_iter();
    names
        .map(|name| page(name, &format!("Syntax of {name} diagrams"), move || whole(name)))
        .collect()
}

fn page<F>(name: &str, title: &str, write: F) -> Resource
where
    F: Fn() -> String + Send + Sync + 'static,
{
    let about = link(&format!("puml://syntax/{name}"), title, EACH, "text/markdown");
    Resource::text(about, move |_| Ok(write()))
}

fn whole(name: &str) -> String {
    let start = family(name).and_then(|it| it.starts().first().copied()).unwrap_or("uml");
    let title = if name == USUAL { "The puml language".to_owned() } else { capitalized(name) };
    let mut out = format!(
        "# {title}\n\n{} diagrams, one statement a line, between `@start{start}` and `@end{start}`.\n\
         In forms, `[x]` may be left out and `|` separates choices.\n",
        capitalized(name)
    );
    for section in catalogue(name) {
        write_section(&mut out, section, "##");
    }
    out
}

fn section(name: &str) -> String {
    let sections = catalogue(USUAL);
    let section = sections.into_iter().find(|it| it.name == name);
    let mut out = String::new();
    write_section(&mut out, section.expect("the catalogue has the section"), "#");
    out
}

fn write_section(out: &mut String, section: &Section, heading: &str) {
    let _ = writeln!(out, "\n{heading} {}", section.name);
    for it in section.primitives {
        let _ = write!(
            out,
            "\n**{}** — {}\n\n    {}\n\n```puml\n{}\n```\n",
            it.name, it.meaning, it.syntax, it.example
        );
    }
}

fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |it| it.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_a_family_holds_every_primitive() {
        for family in family_names() {
            let page = whole(family);
            for primitive in catalogue(family).iter().flat_map(|it| it.primitives) {
                assert!(page.contains(primitive.example), "{family}: {}", primitive.name);
            }
        }
    }

    #[test]
    fn each_section_stands_in_the_catalogue() {
        for name in SECTIONS {
            assert!(section(name).contains("```puml"), "{name}");
        }
    }

    #[test]
    fn no_family_is_called_like_a_section() {
        let names = family_names();
        assert!(SECTIONS.iter().chain(&["spec"]).all(|it| !names.contains(it)));
    }
}
