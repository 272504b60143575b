//! `puml://examples/…`: diagrams to start from.

use toolserver::Resource;

use super::link;

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

pub(super) fn resources() -> Vec<Resource> {
    EXAMPLES
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_valid() {
        for (name, _, source) in EXAMPLES {
            assert!(puml_compiler::check(source).is_empty(), "{name}");
        }
    }
}
