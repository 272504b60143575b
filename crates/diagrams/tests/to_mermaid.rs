//! puml diagrams as Mermaid: what comes along, what is said to be lost and where, what is refused.

use diagrams::{Diagram, Import, Language, NoWorld, Options, check, convert_puml};

fn converted(source: &str) -> Import {
    let checked = check("made.puml", source, Language::Puml, &NoWorld, &Options::default());
    assert!(checked.is_ok(), "{}", checked.report());
    let Some(Diagram::Puml(diagram)) = checked.diagrams().next() else { panic!("no diagram") };
    convert_puml(diagram)
}

/// Some lines of the Mermaid source, and the text of the source that each loss points at.
#[track_caller]
fn holds(source: &str, lines: &[&str], losses: &[(&str, &str)]) {
    let made = converted(source);
    for line in lines {
        assert!(made.source.lines().any(|it| it.trim() == *line), "{line}\n{}", made.source);
    }
    let told: Vec<(&str, &str)> =
        made.diagnostics.iter().map(|it| (it.message.as_str(), it.span.slice(source))).collect();
    assert_eq!(told, losses, "{}", made.source);
}

#[test]
fn a_sequence_keeps_lifelines_and_fragments_and_tells_of_dividers() {
    let source = "@startuml\ntitle Log in\nautonumber\nactor User as U\ndatabase \"The; store\" as D\n\
        U -> D ++ : ask #1\nD --> U -- : tell\nalt found\nU ->> D : later\nelse missing\nU ->x D\nend\n\
        == done ==\n[-> U : in\n@enduml\n";
    let lines = [
        "title: \"Log in\"",
        "actor U as User",
        "participant D@{ \"type\" : \"database\" } as The#59; store",
        "autonumber",
        "U->>D: ask #35;1",
        "activate D",
        "D-->>U: tell",
        "deactivate D",
        "U-)D: later",
        "else missing",
        "U-xD:",
        "Note over U,D: done",
        "Note left of U: in",
    ];
    let losses = [
        ("a divider cannot be said in Mermaid", "== done =="),
        ("an arrow from or to the border can only be said as a note in Mermaid", "[-> U : in"),
    ];
    holds(source, &lines, &losses);
}

#[test]
fn creation_and_destruction_stand_before_their_messages() {
    let source = "@startuml\nA -> B\ncreate C\nA -> C : new\nC -> A : bye\ndestroy C\n@enduml\n";
    let made = converted(source);
    let events: Vec<&str> = made.source.lines().skip(3).map(str::trim).collect();
    let expected = ["A->>B:", "create participant C", "A->>C: new", "destroy C", "C->>A: bye"];
    assert_eq!(events, expected);
}

#[test]
fn members_that_mermaid_would_stumble_over_are_written_otherwise() {
    let source = "@startuml\nclass A {\n(destructor) run\nb, c : int)\nif(a<b) d\nget() : List<int>\n}\n@enduml\n";
    let lines = ["[destructor] run", "b, c : int]", "if(a< b) d", "get() List~int~"];
    let told: Vec<String> =
        converted(source).diagnostics.into_iter().map(|it| it.message).collect();
    for line in lines {
        assert!(converted(source).source.lines().any(|it| it.trim() == line), "{line}");
    }
    for message in [
        "a member with parentheses that is no call can only be said as one with square brackets in Mermaid",
        "`<` before a letter can only be said as one with a blank between them in Mermaid",
    ] {
        assert!(told.iter().any(|it| it == message), "{told:?}");
    }
}

#[test]
fn packages_that_hold_only_packages_are_left_out() {
    let source = "@startuml\nset namespaceSeparator none\npackage a {\n}\npackage b {\n}\na --> b\n@enduml\n";
    assert_eq!(converted(source).source, "classDiagram\n  direction TB\n");
    let source = "@startuml\npackage a {\npackage b {\n}\nclass C\n}\n@enduml\n";
    let expected = "classDiagram\n  namespace a {\n    class C\n  }\n";
    assert_eq!(converted(source).source, expected);
}

#[test]
fn an_activity_is_a_flowchart_with_every_way() {
    let source = "@startuml\nstart\nif (ok?) then (yes)\n:go;\nelse (no)\nstop\nendif\nwhile (more?) is (yes)\n\
        :work;\nendwhile (no)\nfork\n:a;\nfork again\n:b;\nend fork\nstop\n@enduml\n";
    let lines = [
        "flowchart TD",
        "n2{\"ok?\"}",
        "n2 -->|\"yes\"| n3",
        "n2 -->|\"no\"| n4",
        "n3 --> n5",
        "n5 -->|\"yes\"| n6",
        "n6 --> n5",
        "n5 -->|\"no\"| n7",
        "n7@{ shape: fork, label: \" \" }",
        "n7 --> n8",
        "n7 --> n9",
        "n10 --> n11",
    ];
    holds(source, &lines, &[]);
}

#[test]
fn components_keep_frames_and_links_and_tell_of_their_figures() {
    let source = "@startuml\nnode Server {\ndatabase db\n}\nactor User\nUser --> db : reads\n\
        User ..> Server\nnote right of User : hi\n@enduml\n";
    let lines = [
        "subgraph Server[\"Server\"]",
        "db[(\"db\")]",
        "User[\"User\"]",
        "User -->|\"reads\"| db",
        "User -.-> Server",
        "note_1 -.- User",
    ];
    let losses = [
        ("the frame `node` can only be said as a box in Mermaid", "node Server {"),
        ("the figure `actor` cannot be said in Mermaid", "actor User"),
        ("a note can only be said as a node in Mermaid", "note right of User : hi"),
    ];
    holds(source, &lines, &losses);
}

#[test]
fn classes_with_crow_s_feet_are_an_entity_relationship_diagram() {
    let source = "@startuml\nhide circle\nentity \"order line\" as ol {\nid : int <<PK>>\nname : varchar(9)\n}\n\
        entity shop\nshop ||--o{ ol : holds\n@enduml\n";
    let lines = [
        "erDiagram",
        "ol[\"order line\"] {",
        "int id PK",
        "varchar(9) name",
        "shop ||--o{ ol : \"holds\"",
    ];
    holds(source, &lines, &[]);
}

#[test]
fn what_mermaid_has_no_diagram_for_is_refused() {
    for (source, kind) in [
        ("@startuml\nrobust \"A\" as A\n@0\nA is on\n@enduml\n", "timing"),
        ("@startjson\n{\"a\": 1}\n@endjson\n", "json"),
    ] {
        let made = converted(source);
        assert_eq!(made.source, "");
        assert_eq!(made.diagnostics[0].code.name, "from/no-equivalent");
        let message = format!("a {kind} diagram cannot become Mermaid");
        assert_eq!(made.diagnostics[0].message, message);
    }
    let empty = converted("@startuml\nset separator none\nhide circle\n@enduml\n");
    assert_eq!(empty.diagnostics[0].message, "Mermaid has no diagram without content");
}
