//! puml to Mermaid and back keeps what the diagram says, where both languages can say it.

#[path = "round_trips/sources.rs"]
mod sources;

use diag::SourceId;
use diagrams::{
    Checked, Diagram, Import, Language, NoWorld, Options, check, convert_mermaid, convert_puml,
};
use proptest::prelude::*;

fn read(source: &str) -> Checked {
    let checked = check("made.puml", source, Language::Puml, &NoWorld, &Options::default());
    assert!(checked.is_ok(), "{source}\n{}", checked.report());
    checked
}

/// What the one diagram of a source says: facts with the lines that belong to them, in any order.
fn facts(source: &str) -> Vec<String> {
    let checked = read(source);
    let Some(Diagram::Puml(diagram)) = checked.diagrams().next() else {
        panic!("no diagram\n{source}")
    };
    let mut facts: Vec<String> = Vec::new();
    for line in diagram.facts().lines() {
        match facts.last_mut() {
            Some(last) if line.starts_with(' ') => *last = format!("{last}\n{line}"),
            _ => facts.push(line.to_owned()),
        }
    }
    // Sequences say what happens in order; the others name parts.
    if diagram.kind() != "sequence" && diagram.kind() != "mindmap" {
        facts.sort();
    }
    facts
}

fn mermaid(source: &str) -> String {
    let checked = read(source);
    let Some(Diagram::Puml(diagram)) = checked.diagrams().next() else {
        panic!("no diagram\n{source}")
    };
    whole(source, convert_puml(diagram))
}

/// The result of a conversion that loses nothing.
#[track_caller]
fn whole(source: &str, made: Import) -> String {
    let told: Vec<&String> = made.diagnostics.iter().map(|it| &it.message).collect();
    assert!(told.is_empty(), "{told:?}\n{source}\n{}", made.source);
    made.source
}

#[track_caller]
fn comes_back(source: &str) {
    let there = mermaid(source);
    let back = whole(&there, convert_mermaid(&there, SourceId(0)));
    assert_eq!(facts(source), facts(&back), "\n{source}\n{there}\n{back}");
    let again = mermaid(&back);
    assert_eq!(lines(&there), lines(&again), "\n{there}\n{back}\n{again}");
}

/// The lines of a Mermaid source; parts may be declared in another order.
fn lines(source: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = source.lines().map(str::trim).collect();
    if !source.contains("sequenceDiagram") && !source.contains("mindmap") {
        lines.sort_unstable();
    }
    lines
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn sequence_diagrams_come_back(source in sources::sequence()) {
        comes_back(&source);
    }

    #[test]
    fn class_diagrams_come_back(source in sources::class()) {
        comes_back(&source);
    }

    #[test]
    fn entities_come_back(source in sources::entities()) {
        comes_back(&source);
    }

    #[test]
    fn state_diagrams_come_back(source in sources::state()) {
        comes_back(&source);
    }

    #[test]
    fn figures_and_links_come_back(source in sources::description()) {
        comes_back(&source);
    }

    #[test]
    fn mind_maps_come_back(source in sources::mindmap()) {
        comes_back(&source);
    }

    #[test]
    fn gantt_charts_come_back(source in sources::gantt()) {
        comes_back(&source);
    }
}
