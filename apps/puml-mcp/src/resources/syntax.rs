//! `puml://syntax/…`: the language, written from the catalogue that is compiled in.

use std::fmt::Write as _;

use puml_sequence::catalogue::CATALOGUE;
use puml_syntax::catalogue::Section;
use toolserver::Resource;

use super::link;

/// Sections with an address of their own; the whole language is in `spec`.
const SECTIONS: [&str; 6] = ["arrows", "participants", "notes", "groups", "lifecycle", "styling"];

pub(super) fn resources() -> Vec<Resource> {
    let spec = link(
        "puml://syntax/spec",
        "The puml language",
        "Every construct with its form, meaning and an example that compiles.",
        "text/markdown",
    );
    let mut all = vec![Resource::text(spec, |_| Ok(whole()))];
    all.extend(SECTIONS.map(|name| {
        let about = link(
            &format!("puml://syntax/{name}"),
            &format!("Syntax: {name}"),
            "Each construct with its form, meaning and an example that compiles.",
            "text/markdown",
        );
        Resource::text(about, move |_| Ok(section(name)))
    }));
    all
}

fn whole() -> String {
    let mut out = "# The puml language\n\nSequence diagrams, one statement a line, between `@startuml` and `@enduml`.\n\
        In forms, `[x]` may be left out and `|` separates choices.\n"
        .to_owned();
    for section in CATALOGUE {
        write_section(&mut out, section, "##");
    }
    out
}

fn section(name: &str) -> String {
    let section = CATALOGUE.iter().find(|it| it.name == name);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_language_holds_every_primitive() {
        let spec = whole();
        for primitive in CATALOGUE.iter().flat_map(|it| it.primitives) {
            assert!(spec.contains(primitive.example), "{}", primitive.name);
        }
    }

    #[test]
    fn each_section_stands_in_the_catalogue() {
        for name in SECTIONS {
            assert!(section(name).contains("```puml"), "{name}");
        }
    }
}
