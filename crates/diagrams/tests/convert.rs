//! Mermaid diagrams as puml: what comes along, what is said to be lost, what is refused.

use diag::SourceId;
use diagrams::convert_mermaid;

/// The puml of a source and the messages about it.
fn converted(source: &str) -> (String, Vec<String>) {
    let made = convert_mermaid(source, SourceId(0));
    let messages = made.diagnostics.iter().map(|it| it.message.clone()).collect();
    (made.source, messages)
}

#[track_caller]
fn holds(source: &str, kind: &str, lines: &[&str]) {
    let (made, messages) = converted(source);
    assert_eq!(messages, Vec::<String>::new());
    for line in lines {
        assert!(made.lines().any(|it| it.trim() == *line), "{line}\n{made}");
    }
    let checked = diagrams::check(
        "made.puml",
        &made,
        diagrams::Language::Puml,
        &diagrams::NoWorld,
        &diagrams::Options::default(),
    );
    let kinds: Vec<&str> = checked.diagrams().map(|it| it.kind()).collect();
    assert_eq!(kinds, [kind], "{made}");
}

#[test]
fn classes_keep_members_namespaces_and_relations() {
    let source = "classDiagram
      direction LR
      namespace shop {
        class Order {
          +total() Money
          -List~Line~ lines
        }
      }
      class Shape {
        <<abstract>>
      }
      class Color {
        <<enumeration>>
        RED
      }
      Shape <|-- Order
      Order \"1\" *-- \"1..*\" Line : contains
      Order ..> Color
      note for Line \"one row\"";
    let lines = [
        "left to right direction",
        "package shop {",
        "+total() : Money",
        "-List<Line> lines",
        "abstract class Shape {",
        "enum Color {",
        "Shape <|-- Order",
        "Order \"1\" *-- \"1..*\" Line : contains",
        "Order ..> Color",
        "note right of Line",
    ];
    holds(source, "class", &lines);
}

#[test]
fn entities_keep_keys_and_counts() {
    let source = "erDiagram
      CUSTOMER ||--o{ ORDER : places
      CUSTOMER }|..|{ \"DELIVERY-ADDRESS\" : uses
      CUSTOMER { string name PK \"as in the passport\" }";
    let lines = [
        "name : string <<PK>> – as in the passport",
        "entity \"DELIVERY-ADDRESS\" as DELIVERY_ADDRESS {",
        "CUSTOMER ||--o{ ORDER : places",
        "CUSTOMER }|..|{ DELIVERY_ADDRESS : uses",
    ];
    holds(source, "class", &lines);
}

#[test]
fn flowcharts_become_linked_figures() {
    let source = "flowchart LR
      A([Start]) -->|go| B[(Store)]
      subgraph one [First part]
        B -.-> C((End))
      end
      C ==> A
      one --- A";
    let lines = [
        "left to right direction",
        "usecase \"Start\" as A",
        "rectangle \"First part\" as one {",
        "database \"Store\" as B",
        "A --> B : go",
        "B ..> C",
        "C -[bold]-> A",
        "one -- A",
    ];
    holds(source, "description", &lines);
}

#[test]
fn states_keep_nesting_regions_and_notes() {
    let source = "stateDiagram-v2
      [*] --> Off
      Off --> On : press
      state On {
        [*] --> A
        --
        [*] --> B
      }
      state pick <<choice>>
      On --> pick
      pick --> [*]
      note left of Off
        waits
      end note";
    let lines = [
        "state On {",
        "--",
        "[*] --> A",
        "[*] --> B",
        "state pick <<choice>>",
        "Off --> On : press",
        "pick --> [*]",
        "note left of Off",
    ];
    holds(source, "state", &lines);
}

#[test]
fn mindmaps_keep_their_tree() {
    holds(
        "mindmap\n  root\n    a\n      b\n    c",
        "mindmap",
        &["* root", "** a", "*** b", "** c"],
    );
}

#[test]
fn charts_keep_dates_sections_and_dependencies() {
    let source = "gantt
      dateFormat YYYY-MM-DD
      excludes weekends
      section Design
      Draft :done, d1, 2024-01-01, 3d
      Review :d2, after d1, 2d
      Ship :milestone, m1, 2024-01-22, 0d";
    let lines = [
        "saturday are closed",
        "-- Design --",
        "[Draft] starts 2024-01-01 and ends 2024-01-03",
        "[Draft] is 100% completed",
        "[Review] starts at [Draft]'s end",
        "[Review] ends 2024-01-05",
        "[Ship] happens 2024-01-22",
    ];
    holds(source, "gantt", &lines);
}

#[test]
fn what_is_lost_is_said() {
    let (made, messages) = converted("flowchart BT\n  A{Choice} --> B");
    assert!(made.contains("hexagon \"Choice\" as A"), "{made}");
    let lost = ["the direction from bottom to top", "the shape `diamond`"];
    assert_eq!(messages, lost.map(|it| format!("{it} cannot be said in puml")));
}

#[test]
fn what_cannot_become_puml_is_refused() {
    for (source, code) in [
        ("pie\n  \"a\" : 1", "from/no-equivalent"),
        ("flowchart TD", "from/no-equivalent"),
        ("flowchart LR\n  A[x --> B", "mermaid/"),
    ] {
        let made = convert_mermaid(source, SourceId(0));
        assert_eq!(made.source, "", "{source}");
        assert!(
            made.diagnostics[0].code.name.starts_with(code),
            "{source}: {:?}",
            made.diagnostics
        );
    }
}
