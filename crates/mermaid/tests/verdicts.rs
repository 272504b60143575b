//! Sources on which the engine and Mermaid disagree: the verdict must be Mermaid's. Each was put to Mermaid 12.3 itself.

use mermaid::{Limits, Options, codes, draw, reads, verify};

/// Sources that Mermaid's own parser accepts.
const READ: &[&str] = &[
    "classDiagram\n  class X { +int a }",
    "classDiagram\n  class X { +int a; +int b }",
    "classDiagram\n  class X {\n    +int a\n    +int b }",
    "classDiagram\n  class X as Y",
    "classDiagram\n  class X as Y {\n    +int a\n  }",
    "classDiagram\n  A <|-- B\n  calss C",
    "classDiagram\n  A <|-- B C : is",
    "classDiagram\n  A : ~timestamp with time zone~ x",
    "classDiagram\n  class A {\n    List~timestamp with time zone~ x\n  }",
    "classDiagram\n  note \"a;b\"\n  A --> B",
    "classDiagram\n  A : a#59;b",
    "classDiagram\n  A --> B\n  style A fill:#f9f,stroke:#333;",
    "erDiagram\n  A {\n    ~timestamp with time zone~ x\n  }",
    "erDiagram\n  A { string x }",
    "erDiagram\n  A {\n    string name PRIMARY KEY\n  }",
    "flowchart TD\n  a' --> b?",
    "flowchart TD\n  A --> B\n  class A,B x; ",
    "flowchart TD\n  subgraph a \n  b\n  end",
    "stateDiagram-v2\n  A --> B\n  }",
    "stateDiagram-v2\n  A --> B\n  note right of A\n    x\n  end note;",
    "gantt\n  dateFormat YYYY-MM-DD\n  section\n  Shop\n  A :a, 2024-01-01, 2d",
    "gantt\n  dateFormat YYYY-MM-DD\n  title x;y\n  section a;b\n  A;b :a, 2024-01-01, 2d",
    "xychart-beta\n  x-axis [a, b] bar [1, 2] line [2, 1]",
    "venn-beta\n  set A set B\n  union A, B",
    "sankey-beta\na,b,3;",
    "mindmap\n%% note\n  root",
    "sequenceDiagram\n",
    "sequenceDiagram\n  par_over a\n    A->>B: b\n  and c\n    B->>C: d\n  end",
    "zenuml\n  A.b()\n  @@@@ (((",
    "zenuml\n  A->B: hi\n  A.b() {",
    "zenuml\n  A.b();",
    "pie\n 'a' : 3",
    "requirementDiagram\n  requirement a {\n  id: 1 \n  } \n  element b {\n  }",
    "C4Context\n  Person(a,\n  \"Ann\")",
];

/// What Mermaid refuses, and the text at the finding.
const REFUSED: &[(&str, &str)] = &[
    ("classDiagram\n  class A;\n  class B", ";"),
    ("classDiagram\n  A --> B : x;", ";"),
    ("classDiagram\n  A --> B :", ":"),
    ("classDiagram\n  A : x: y", ":"),
    ("classDiagram\n  class A {\n  class B {\n  }", "{"),
    ("classDiagram\n  class A=B", "="),
    ("classDiagram\n  class A\n  classDef warm", "classDef warm"),
    ("gantt\n  dateFormat YYYY-MM-DD;\n  A :a, 2024-01-01, 2d", ";"),
    ("gantt\n  A :a, 2024-01-01, 2d;", ";"),
    ("gantt\n  A :a, 2024-01-01, 2d # c", "#"),
    ("journey\n  title a;\n  section x\n  T: 3: me", ";"),
    ("mindmap\n\n  root\n    a", "\n"),
    ("kanban\n  \n  a[x]", "  \n"),
    ("treemap-beta\n\"A\" \n  \"b\": 1", " "),
    ("treeView-beta\n  \"a\"  \n  \"b\"", "  "),
    ("flowchart TD\n  subgraph a[x] \n  b\n  end", " "),
    ("flowchart TD\n  A --> B\n  click A \"x\" ", " "),
    ("flowchart TD\n  A --> B\n  classDef x fill:#f96; class A x;", "#f96;"),
    ("erDiagram\n  A ||--o{ B : x\n  style A fill:red ", " "),
    ("requirementDiagram\n  requirement a { \n  id: 1\n  }", " "),
    ("sequenceDiagram\n  autonumber \n  A->>B: x", " "),
    ("block-beta", "block-beta"),
    ("block-beta\n  a\n  style b fill:red", "b"),
    ("block-beta\n  a\n  end", "end"),
    ("xychart-beta\n  x-axisMonths [a]\n  bar [1]", "x-axis"),
];

#[test]
fn what_mermaid_reads_is_read() {
    for source in READ {
        let verdict = verify(source, &Limits::default());
        assert!(verdict.is_ok(), "{source:?}: {:?}", verdict.diagnostics);
    }
}

#[test]
fn what_mermaid_refuses_is_refused_at_its_place() {
    for (source, place) in REFUSED {
        assert!(!reads(source, &Limits::default()), "{source:?}");
        let verdict = verify(source, &Limits::default());
        let found = verdict.diagnostics.first().map(|it| it.span.slice(source));
        assert_eq!(found, Some(*place), "{source:?}: {:?}", verdict.diagnostics);
    }
}

#[test]
fn repairs_of_refused_sources_are_accepted() {
    for (source, _) in REFUSED {
        for fix in verify(source, &Limits::default()).diagnostics.iter().flat_map(|it| &it.fixes) {
            let repaired = diag::apply_to(source, &fix.edits).unwrap();
            assert!(reads(&repaired, &Limits::default()), "{repaired:?}");
        }
    }
}

#[test]
fn what_is_left_out_is_said() {
    for (source, code, place) in [
        ("zenuml\n  A.b()\n  @@@@ (((", codes::IGNORED_LINE, "@@@@ ((("),
        ("classDiagram\n  A <|-- B\n  calss C", codes::IGNORED_LINE, "calss C"),
        ("sequenceDiagram\n", codes::NOTHING_DRAWN, "sequenceDiagram"),
    ] {
        let drawing = draw(source, &Options::default());
        assert!(drawing.picture.is_some(), "{source:?}");
        let found: Vec<_> = drawing.verdict.diagnostics.iter().map(|it| it.code).collect();
        assert_eq!(found, [code], "{source:?}");
        assert_eq!(drawing.verdict.diagnostics[0].span.slice(source), place);
    }
}

#[test]
fn one_pass_gives_verdict_and_picture() {
    let source = "flowchart LR\n  a --> b";
    let drawing = draw(source, &Options::default());
    assert_eq!(drawing.verdict, verify(source, &Limits::default()));
    assert_eq!(drawing.picture, mermaid::render(source, &Options::default()).ok());
    let broken = draw("flowchart LR\n  a -> b", &Options::default());
    assert!(broken.picture.is_none() && !broken.verdict.is_ok());
}

#[test]
fn large_diagrams_fit_the_default_limits() {
    let entities: Vec<String> = (0..100)
        .map(|idx| {
            format!(
                "  E{idx} ||--o{{ E{} : has\n  E{idx} {{\n    int id PK\n    string name\n  }}",
                idx / 3
            )
        })
        .collect();
    let nodes: Vec<String> =
        (1..400).map(|idx| format!("  n{} --> n{idx}[Step {idx}]", idx / 2)).collect();
    for source in [
        format!("erDiagram\n{}", entities.join("\n")),
        format!("flowchart TD\n{}", nodes.join("\n")),
    ] {
        // The limit is meant for optimised code: without optimisation the engine needs several times as long.
        let Limits { time, .. } = Limits::default();
        let time = if cfg!(debug_assertions) { time * 8 } else { time };
        let verdict = verify(&source, &Limits { time, ..Limits::default() });
        assert!(verdict.is_ok(), "{:?}", verdict.diagnostics);
    }
}
