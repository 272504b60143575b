//! `puml://examples/…`: diagrams to start from. Those of families other than sequence are the files of
//! `examples/families`: the name starts with the family, the first line says what the diagram shows.

use include_dir::{Dir, include_dir};
use toolserver::Resource;

use super::link;

static FAMILIES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../examples/families");

const EXAMPLES: [(&str, &str, &str); 4] = [
    ("hello", "Two participants, two messages.", include_str!("../../../../examples/hello.puml")),
    (
        "login-flow",
        "Kinds of participants, a title, an activation.",
        include_str!("../../../../examples/login.puml"),
    ),
    (
        "async-job",
        "Asynchronous messages, a queue, a loop, an alternative, a delay.",
        include_str!("../../../../examples/async-job.puml"),
    ),
    (
        "lifecycle",
        "Creation, activation, return, destruction, a note.",
        include_str!("../../../../examples/lifecycle.puml"),
    ),
];

/// Name, what it shows, and the source.
type Example = (&'static str, &'static str, &'static str);

pub(super) fn resources() -> Vec<Resource> {
    listed(EXAMPLES.into())
}

/// At least one of each family other than sequence.
pub(super) fn of_families() -> Vec<Resource> {
    listed(files())
}

fn listed(examples: Vec<Example>) -> Vec<Resource> {
    examples
        .into_iter()
        .map(|(name, what, source)| {
            let about = link(
                &format!("puml://examples/{name}"),
                &format!("Example: {name}"),
                what,
                "text/x-plantuml",
            );
            Resource::text(about, move |_| Ok(source.to_owned()))
        })
        .collect()
}

fn files() -> Vec<Example> {
    let mut files: Vec<_> = FAMILIES
        .files()
        .filter_map(|it| {
            let (name, source) = (it.path().file_stem()?.to_str()?, it.contents_utf8()?);
            let what = source.lines().next()?.trim_start_matches(['\'', ' ']);
            Some((name, what, source))
        })
        .collect();
    files.sort_unstable();
    files
}

#[cfg(test)]
mod tests {
    use diagrams::{Language, NoWorld, Options, check};
    use puml_compiler::family_names;

    use super::*;

    #[test]
    fn every_example_is_valid_and_of_the_family_in_its_name() {
        for (name, what, source) in EXAMPLES.into_iter().chain(files()) {
            let checked = check(name, source, Language::Puml, &NoWorld, &Options::default());
            assert_eq!(checked.report(), "", "{name}");
            let kind = checked.diagrams().next().unwrap().kind();
            let is_sequence = EXAMPLES.iter().any(|it| it.0 == name) && kind == "sequence";
            assert!(is_sequence || name.starts_with(&format!("{kind}-")), "{name} is {kind}");
            assert!(what.ends_with('.'), "{name}: {what}");
        }
    }

    #[test]
    fn every_family_has_an_example() {
        for family in family_names().into_iter().filter(|it| *it != "sequence") {
            assert!(files().iter().any(|it| it.0.starts_with(&format!("{family}-"))), "{family}");
        }
    }
}
