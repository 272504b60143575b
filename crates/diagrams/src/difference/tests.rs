//! Differences of small diagrams of every family, as the lines that a user reads.

use puml_compiler::NoWorld;
use puml_source::Language;

use super::{Incomparable, difference, difference_picture};
use crate::{Checked, Format, Options, PictureOptions, check};

fn read(text: &str) -> Checked {
    let checked = check("a.puml", text, Language::Puml, &NoWorld, &Options::default());
    assert!(checked.is_ok(), "{text}: {:?}", checked.diagnostics);
    checked
}

fn told(before: &str, after: &str) -> Vec<String> {
    let (before, after) = (read(before), read(after));
    let found = difference(before.diagrams().next().unwrap(), after.diagrams().next().unwrap());
    found.unwrap().changes.iter().map(ToString::to_string).collect()
}

fn drawn(before: &str, after: &str) -> String {
    let (before, after) = (read(before), read(after));
    let drawing = difference_picture(
        before.diagrams().next().unwrap(),
        after.diagrams().next().unwrap(),
        0,
        &NoWorld,
        &Options::default(),
    );
    let svg = drawing.unwrap().write(Format::Svg, &PictureOptions::default()).unwrap();
    String::from_utf8(svg).unwrap()
}

fn uml(body: &str) -> String {
    format!("@startuml\n{body}\n@enduml\n")
}

#[test]
fn messages_and_participants_are_told_in_order() {
    let before = uml("participant \"The A\" as A\nA -> B : one\nB -> C : two\nC -> A : three");
    let after =
        uml("participant \"An A\" as A\ndatabase D\nA -> B : ONE\nC -> A : three\nB -> D : four");
    assert_eq!(
        told(&before, &after),
        [
            "~ participant An A (was: participant The A)",
            "+ database D",
            "~ An A sends B “ONE” (was: An A sends B “one”)",
            "- B sends C “two”",
            "+ B sends D “four”",
        ]
    );
}

#[test]
fn a_step_that_moved_is_no_other_step() {
    let before = uml("A -> B : one\nB -> C : two\nC -> A : three");
    let after = uml("B -> C : two\nC -> A : three\nA -> B : one");
    assert_eq!(told(&before, &after), ["> A sends B “one”"]);
}

#[test]
fn members_and_links_of_classes_are_told() {
    let before = uml("class A {\n  +x : int\n}\nclass B\nA --> B : uses\nA --> C");
    let after = uml("interface A {\n  +x : int\n  +y : int\n}\nclass B\nA --> B : owns\nclass D");
    let found = told(&before, &after);
    assert!(found.contains(&"~ interface A (was: class A)".to_owned()), "{found:?}");
    assert!(found.contains(&"+ class D".to_owned()), "{found:?}");
    assert!(found.contains(&"- class C".to_owned()), "{found:?}");
    assert!(found.contains(&"+ A: public y : int".to_owned()), "{found:?}");
    assert!(
        found.contains(&"~ A leads to B: owns (was: A leads to B: uses)".to_owned()),
        "{found:?}"
    );
    assert!(found.contains(&"- A leads to C".to_owned()), "{found:?}");
}

#[test]
fn the_order_of_lines_is_no_difference_where_it_means_nothing() {
    let before = uml("class A\nclass B\nA --> B\nB --> C");
    let after = uml("class B\nclass A\nB --> C\nA --> B");
    let found = told(&before, &after);
    assert!(found.iter().all(|it| it.starts_with("~ colours, styles or places")), "{found:?}");
    assert!(told(&before, &before.replace('\n', "\n\n' remark\n")).is_empty());
}

#[test]
fn colours_alone_are_told_as_such() {
    let found = told(&uml("class A"), &uml("class A #red"));
    assert_eq!(found, ["~ colours, styles or places; what the diagram says is the same"]);
}

#[test]
fn data_is_compared_by_paths() {
    let json = |body: &str| format!("@startjson\n{body}\n@endjson\n");
    let found = told(
        &json("{\"a\": 1, \"b\": {\"c\": [1, 2]}}"),
        &json("{\"a\": 3, \"b\": {\"c\": [1], \"d\": null}}"),
    );
    assert_eq!(found, ["~ a: 3 (was: 1)", "+ b / d: null", "- b / c / 1: 2"]);
}

#[test]
fn trees_charts_and_states_are_compared_by_their_names() {
    let map = |body: &str| format!("@startmindmap\n{body}\n@endmindmap\n");
    let found = told(&map("* R\n** A\n*** B\n** C"), &map("* R\n** A\n** C\n*** B\n** D"));
    assert_eq!(found, ["~ node B in C (was: node B in A)", "+ node D in R"]);
    let gantt = |body: &str| format!("@startgantt\nProject starts 2024-09-02\n{body}\n@endgantt\n");
    let found = told(&gantt("[A] lasts 2 days\n[B] lasts 1 day"), &gantt("[A] lasts 3 days"));
    assert_eq!(
        found,
        [
            "- task B",
            "~ A lasts from 2024-09-02 to 2024-09-04 (was: A lasts from 2024-09-02 to 2024-09-03)",
            "- B is done on 2024-09-02",
        ]
    );
    let found = told(&uml("[*] --> A\nA --> B : go"), &uml("[*] --> A\nA --> B : run"));
    assert_eq!(found, ["~ A goes to B: run (was: A goes to B: go)"]);
    let found = told(&uml("start\n:one;\n:two;\nstop"), &uml("start\n:one;\n:three;\nstop"));
    assert_eq!(found, ["- “two”", "+ “three”"]);
}

#[test]
fn kinds_are_not_mixed() {
    let (one, other) = (read(&uml("A -> B")), read(&uml("class A")));
    let found = difference(one.diagrams().next().unwrap(), other.diagrams().next().unwrap());
    assert_eq!(found, Err(Incomparable::Kinds { before: "sequence", after: "class" }));
}

const GREEN: &str = "#1a7f37";
const RED: &str = "#cf222e";
const AMBER: &str = "#9a6700";

#[test]
fn one_picture_has_the_parts_of_both() {
    let svg = drawn(
        &uml("A -> B : old\nB -> C : same"),
        &uml("A -> B : new\nB -> C : same\nC -> D : more"),
    );
    assert!(svg.contains(">old<") && svg.contains(">new<") && svg.contains(">more<"), "{svg}");
    assert!(svg.contains(GREEN) && svg.contains(RED) && !svg.contains(AMBER), "{svg}");
    assert_eq!(svg.matches(">same<").count(), 1);
    assert!(svg.contains(">added<") && svg.contains(">removed<") && !svg.contains(">changed<"));
}

#[test]
fn what_is_written_anew_is_drawn_once_and_marked() {
    let svg = drawn(
        &uml("class A {\n  +x\n}\nclass Gone\nA --> B"),
        &uml("class A {\n  +x\n  +y\n}\nA --> B"),
    );
    assert!(svg.contains(AMBER) && svg.contains(RED) && svg.contains(">Gone<"), "{svg}");
    assert_eq!(svg.matches("<title>class A</title>").count(), 1);
}

#[test]
fn texts_that_cannot_be_one_are_drawn_side_by_side() {
    let json = |body: &str| format!("@startjson\n{body}\n@endjson\n");
    let svg = drawn(&json("{\"a\": 1}"), &json("{\"a\": 2}"));
    assert!(svg.contains(">before<") && svg.contains(">after<"), "{svg}");
    assert!(svg.contains(">1<") && svg.contains(">2<") && svg.contains(AMBER));
    let svg = drawn(&json("{\"a\": 1, \"b\": [1]}"), &json("{\"a\": 1, \"b\": [1, 2], \"c\": 0}"));
    assert!(svg.contains(GREEN) && !svg.contains(RED) && !svg.contains(AMBER), "{svg}");
}
