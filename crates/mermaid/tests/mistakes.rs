//! The usual mistakes: each is found at its place, and a repair that is offered really works.

use mermaid::{Limits, codes, verify};

/// Code, source, the text at the finding, and the repaired source where a repair is expected.
struct Mistake(&'static str, &'static str, &'static str, Option<&'static str>);

const MISTAKES: &[Mistake] = &[
    Mistake("mermaid/empty", " \n", "", None),
    Mistake(
        "mermaid/missing-type",
        "a --> b\nb --> c",
        "a --> b",
        Some("flowchart TD\na --> b\nb --> c"),
    ),
    Mistake(
        "mermaid/missing-type",
        "Ann->>Bob: hello",
        "Ann->>Bob: hello",
        Some("sequenceDiagram\nAnn->>Bob: hello"),
    ),
    Mistake(
        "mermaid/unknown-type",
        "flowchrt TD\n  a --> b",
        "flowchrt",
        Some("flowchart TD\n  a --> b"),
    ),
    Mistake(
        "mermaid/unknown-type",
        "SequenceDiagram\n  a->>b: x",
        "SequenceDiagram",
        Some("sequenceDiagram\n  a->>b: x"),
    ),
    Mistake("mermaid/unknown-type", "poem\n  roses", "poem", None),
    Mistake(
        "mermaid/unknown-direction",
        "flowchart DOWN\n  a --> b",
        "DOWN",
        Some("flowchart TD\n  a --> b"),
    ),
    Mistake(
        "mermaid/code-fence",
        "```mermaid\nflowchart TD\n  a --> b\n```",
        "```mermaid",
        Some("flowchart TD\n  a --> b\n"),
    ),
    Mistake(
        "mermaid/front-matter",
        "---\ntitle: Plan\nflowchart TD\n  a --> b",
        "---",
        Some("---\ntitle: Plan\n---\nflowchart TD\n  a --> b"),
    ),
    Mistake(
        "mermaid/front-matter",
        "---\ntitle: a: b: c\n---\nflowchart TD\n  a --> b",
        "title: a: b: c",
        None,
    ),
    Mistake(
        "mermaid/directive",
        "%%{init: {\"theme\": \"forest\"}\nflowchart TD\n  a --> b",
        "%%{init: {\"theme\": \"forest\"}",
        Some("%%{init: {\"theme\": \"forest\"}}%%\nflowchart TD\n  a --> b"),
    ),
    Mistake(
        "mermaid/comment",
        "flowchart TD\n  // first\n  a --> b",
        "// first",
        Some("flowchart TD\n  %% first\n  a --> b"),
    ),
    Mistake(
        "mermaid/html-entity",
        "flowchart TD\n  a --&gt; b",
        "&gt;",
        Some("flowchart TD\n  a --> b"),
    ),
    Mistake(
        "mermaid/typographic-sign",
        "flowchart TD\n  a —> b",
        "—",
        Some("flowchart TD\n  a --> b"),
    ),
    Mistake(
        "mermaid/bracket-in-label",
        "flowchart TD\n  a[Call f(x)] --> b",
        "Call f(x)",
        Some("flowchart TD\n  a[\"Call f(x)\"] --> b"),
    ),
    Mistake(
        "mermaid/bracket-in-label",
        "flowchart TD\n  a{Is {x} set?} --> b",
        "Is {x} set?",
        Some("flowchart TD\n  a{\"Is {x} set?\"} --> b"),
    ),
    Mistake(
        "mermaid/bracket-in-label",
        "flowchart TD\n  a[Say \"hi\" now] --> b",
        "Say \"hi\" now",
        Some("flowchart TD\n  a[\"Say #quot;hi#quot; now\"] --> b"),
    ),
    Mistake(
        "mermaid/bracket-in-label",
        "flowchart TD\n  a -->|f(x)| b",
        "f(x)",
        Some("flowchart TD\n  a -->|\"f(x)\"| b"),
    ),
    Mistake(
        "mermaid/quote-in-label",
        "flowchart TD\n  a[\"Is \"x\" set\"] --> b",
        "\"",
        Some("flowchart TD\n  a[\"Is #quot;x#quot; set\"] --> b"),
    ),
    Mistake("mermaid/quote-in-label", "flowchart TD\n  a[\"`run `make` now`\"] --> b", "`", None),
    Mistake(
        "mermaid/unclosed-bracket",
        "flowchart TD\n  a[Start --> b[End]",
        "[",
        Some("flowchart TD\n  a[Start] --> b[End]"),
    ),
    Mistake(
        "mermaid/unclosed-quote",
        "flowchart TD\n  a[\"Start] --> b",
        "\"",
        Some("flowchart TD\n  a[\"Start\"] --> b"),
    ),
    Mistake(
        "mermaid/unclosed-quote",
        "pie\n  \"Dogs : 10\n  \"Cats\" : 2",
        "\"",
        Some("pie\n  \"Dogs\" : 10\n  \"Cats\" : 2"),
    ),
    Mistake(
        "mermaid/reserved-word",
        "flowchart TD\n  begin --> end",
        "end",
        Some("flowchart TD\n  begin --> End"),
    ),
    Mistake(
        "mermaid/wrong-arrow",
        "flowchart TD\n  a -> b\n  b --> c",
        "->",
        Some("flowchart TD\n  a --> b\n  b --> c"),
    ),
    Mistake(
        "mermaid/wrong-arrow",
        "stateDiagram-v2\n  A -> B",
        "->",
        Some("stateDiagram-v2\n  A --> B"),
    ),
    Mistake(
        "mermaid/wrong-arrow",
        "quadrantChart\n  x-axis Low -> High\n  A: [0.1, 0.2]",
        "->",
        Some("quadrantChart\n  x-axis Low --> High\n  A: [0.1, 0.2]"),
    ),
    Mistake(
        "mermaid/link-label",
        "flowchart TD\n  a --> b : does it",
        ": does it",
        Some("flowchart TD\n  a -->|does it| b"),
    ),
    Mistake(
        "mermaid/missing-colon",
        "sequenceDiagram\n  Ann->>Bob hello",
        "Ann->>Bob hello",
        Some("sequenceDiagram\n  Ann->>Bob: hello"),
    ),
    Mistake(
        "mermaid/missing-colon",
        "pie\n  \"Dogs\" 10\n  \"Cats\" : 2",
        "\"Dogs\" 10",
        Some("pie\n  \"Dogs\" : 10\n  \"Cats\" : 2"),
    ),
    Mistake(
        "mermaid/missing-colon",
        "erDiagram\n  A ||--o{ B",
        "A ||--o{ B",
        Some("erDiagram\n  A ||--o{ B : \"\""),
    ),
    Mistake(
        "mermaid/unclosed-block",
        "sequenceDiagram\n  loop daily\n    a->>b: x",
        "loop daily",
        Some("sequenceDiagram\n  loop daily\n    a->>b: x\n  end"),
    ),
    Mistake(
        "mermaid/unclosed-block",
        "classDiagram\n  class A {\n    +int x\n",
        "class A {",
        Some("classDiagram\n  class A {\n    +int x\n  }\n"),
    ),
    Mistake(
        "mermaid/stray-end",
        "flowchart TD\n  a --> b\n  end",
        "end",
        Some("flowchart TD\n  a --> b\n"),
    ),
    Mistake(
        "mermaid/unbalanced-activation",
        "sequenceDiagram\n  a->>b: x\n  deactivate b\n  b->>a: y",
        "deactivate b",
        Some("sequenceDiagram\n  a->>b: x\n  b->>a: y"),
    ),
    Mistake(
        "mermaid/bad-date",
        "gantt\n  dateFormat YYYY-MM-DD\n  Draw :a, someday, 2d",
        "someday",
        None,
    ),
    Mistake("mermaid/bad-number", "pie\n  \"Dogs\" : -5", "\"Dogs\" : -5", None),
    Mistake("mermaid/bad-number", "sankey-beta\n\nA,B,1\nB,C\n", "B,C", None),
    Mistake(
        "mermaid/second-root",
        "mindmap\nroot\nsecond",
        "second",
        Some("mindmap\nroot\n  second"),
    ),
    Mistake(
        "mermaid/unknown-shape",
        "flowchart TD\n  a@{ shape: rhombus }",
        "rhombus",
        Some("flowchart TD\n  a@{ shape: diam }"),
    ),
    Mistake(
        "mermaid/bad-name",
        "classDiagram\n  class my-class",
        "my-class",
        Some("classDiagram\n  class `my-class`"),
    ),
    Mistake(
        "mermaid/bad-style",
        "flowchart TD\n  a --> b\n  classDef\n",
        "classDef",
        Some("flowchart TD\n  a --> b\n"),
    ),
    Mistake("mermaid/bad-style", "flowchart TD\n  a --> b\n  style a", "style a", None),
    Mistake(
        "mermaid/misplaced-title",
        "flowchart TD\n  title My plan\n  a --> b",
        "title My plan",
        Some("---\ntitle: \"My plan\"\n---\nflowchart TD\n  a --> b"),
    ),
    Mistake("mermaid/missing-quotes", "pie\n  Dogs : 4", "Dogs", Some("pie\n  \"Dogs\" : 4")),
    Mistake(
        "mermaid/missing-quotes",
        "xychart-beta\n  x-axis [a, b]\n  y-axis Cost (EUR) 0 --> 9\n  bar [1, 2]",
        "Cost (EUR)",
        Some("xychart-beta\n  x-axis [a, b]\n  y-axis \"Cost (EUR)\" 0 --> 9\n  bar [1, 2]"),
    ),
    Mistake(
        "mermaid/note-place",
        "sequenceDiagram\n  a->>b: x\n  Note a: hm",
        "Note a: hm",
        Some("sequenceDiagram\n  a->>b: x\n  Note over a: hm"),
    ),
    Mistake(
        "mermaid/semicolon",
        "sequenceDiagram\n  a->>b: one; two",
        ";",
        Some("sequenceDiagram\n  a->>b: one#59; two"),
    ),
    Mistake(
        "mermaid/unknown-keyword",
        "classDiagram\n  interface A {\n    +x\n  }",
        "interface",
        Some("classDiagram\n  class A {\n    <<interface>>\n    +x\n  }"),
    ),
    Mistake(
        "mermaid/unknown-keyword",
        "C4Context\n  Persn(a, \"A\")",
        "Persn",
        Some("C4Context\n  Person(a, \"A\")"),
    ),
    Mistake(
        "mermaid/bad-name",
        "flowchart TD\n  User login --> Page",
        "User login",
        Some("flowchart TD\n  User_login[User login] --> Page"),
    ),
    Mistake(
        "mermaid/bad-name",
        "classDiagram\n  class List<T> {\n    +add(T item)\n  }",
        "<T>",
        Some("classDiagram\n  class List~T~ {\n    +add(T item)\n  }"),
    ),
    Mistake(
        "mermaid/bracket-in-label",
        "flowchart TD\n  a[/api/users] --> b",
        "/api/users",
        Some("flowchart TD\n  a[\"/api/users\"] --> b"),
    ),
    Mistake(
        "mermaid/unclosed-bracket",
        "flowchart TD\n  a -->|yes b\n  b --> c",
        "|",
        Some("flowchart TD\n  a -->|yes| b\n  b --> c"),
    ),
    Mistake(
        "mermaid/missing-type",
        "Here it is:\n\nflowchart TD\n  a --> b",
        "Here it is:",
        Some("flowchart TD\n  a --> b"),
    ),
    Mistake(
        "mermaid/bad-number",
        "quadrantChart\n  x-axis a --> b\n  A: 0.5, 0.2",
        "A: 0.5, 0.2",
        Some("quadrantChart\n  x-axis a --> b\n  A: [0.5, 0.2]"),
    ),
    Mistake(
        "mermaid/bad-number",
        "pie\n  \"a\" : 40%\n  \"b\" : 1",
        "\"a\" : 40%",
        Some("pie\n  \"a\" : 40\n  \"b\" : 1"),
    ),
    Mistake("mermaid/cannot-draw", "sankey-beta\n\nA,B,1\nB,A,1\n", "sankey-beta", None),
    Mistake(
        "mermaid/syntax",
        "architecture-beta\n  service a(server)[A]\n  service a(server)[B]",
        "a",
        None,
    ),
    Mistake(
        "mermaid/blank-line",
        "mindmap\n\n  root\n    leaf",
        "\n",
        Some("mindmap\n  root\n    leaf"),
    ),
    Mistake(
        "mermaid/trailing-blank",
        "treemap-beta\n\"A\"  \n  \"b\": 1",
        "  ",
        Some("treemap-beta\n\"A\"\n  \"b\": 1"),
    ),
    Mistake("mermaid/ignored-line", "zenuml\n  A.b()\n  @@@@ (((", "@@@@ (((", None),
    Mistake("mermaid/nothing-drawn", "sequenceDiagram", "sequenceDiagram", None),
    Mistake(
        "mermaid/lost-link",
        "flowchart TD\n  a --> b\n  click a href \"http://example.org\"",
        "http://example.org",
        None,
    ),
    Mistake("mermaid/wrong-arrow", "flowchart TD\n  A <- B", "<-", Some("flowchart TD\n  B --> A")),
    Mistake(
        "mermaid/wrong-arrow",
        "sequenceDiagram\n  A <- B: hi",
        "<-",
        Some("sequenceDiagram\n  B ->> A: hi"),
    ),
    Mistake(
        "mermaid/wrong-arrow",
        "stateDiagram-v2\n  A <-- B",
        "<--",
        Some("stateDiagram-v2\n  B --> A"),
    ),
    Mistake("mermaid/wrong-arrow", "classDiagram\n  A <- B", "<-", Some("classDiagram\n  A <-- B")),
    Mistake(
        "mermaid/comment",
        "flowchart TD\n  A --> B // why",
        " // why",
        Some("flowchart TD\n  A --> B"),
    ),
    Mistake("mermaid/bad-attribute", "erDiagram\n  A {\n    string\n  }", "string", None),
    Mistake(
        "mermaid/bad-attribute",
        "erDiagram\n  A {\n    name: string\n  }",
        "name: string",
        Some("erDiagram\n  A {\n    string name\n  }"),
    ),
    Mistake(
        "mermaid/bad-attribute",
        "erDiagram\n  A {\n    string name \"c\" PK\n  }",
        "string name \"c\" PK",
        Some("erDiagram\n  A {\n    string name PK \"c\"\n  }"),
    ),
    Mistake(
        "mermaid/bad-attribute",
        "erDiagram\n  A {\n    string name;\n  }",
        "string name;",
        Some("erDiagram\n  A {\n    string name\n  }"),
    ),
    Mistake(
        "mermaid/bad-attribute",
        "erDiagram\n  A {\n    string first name\n  }",
        "string first name",
        Some("erDiagram\n  A {\n    string first_name\n  }"),
    ),
    Mistake("mermaid/missing-quotes", "pie\n  a\" : 3", "a\"", Some("pie\n  \"a\" : 3")),
    Mistake(
        "mermaid/missing-quotes",
        "pie\n  \"b\"c\" : 4",
        "\"b\"c\"",
        Some("pie\n  \"b'c\" : 4"),
    ),
    Mistake("mermaid/bad-number", "sankey-beta\nA, the first,b,3", "A, the first,b,3", None),
];

#[test]
fn each_mistake_is_found_at_its_place_and_repaired() {
    let mut failures = Vec::new();
    for Mistake(code, source, place, repaired) in MISTAKES {
        let verdict = verify(source, &Limits::default());
        let Some(found) = verdict.diagnostics.iter().find(|it| it.code.name == *code) else {
            let names: Vec<_> =
                verdict.diagnostics.iter().map(|it| (it.code.name, &it.message)).collect();
            failures.push(format!("{source:?}: {code} expected, {names:?} found"));
            continue;
        };
        if found.span.slice(source) != *place {
            failures
                .push(format!("{source:?}: at {:?}, expected {place:?}", found.span.slice(source)));
        }
        let fix = verdict.diagnostics.iter().find_map(|it| it.fixes.first());
        let result = fix.map(|fix| diag::apply_to(source, &fix.edits).unwrap());
        if result.as_deref() != *repaired {
            failures.push(format!("{source:?}: repaired to {result:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_offered_repair_is_accepted() {
    for Mistake(_, source, ..) in MISTAKES {
        for fix in verify(source, &Limits::default()).diagnostics.iter().flat_map(|it| &it.fixes) {
            let repaired = diag::apply_to(source, &fix.edits).unwrap();
            let again = verify(&repaired, &Limits::default());
            assert!(again.is_ok(), "{repaired:?}: {:?}", again.diagnostics);
        }
    }
}

#[test]
fn several_mistakes_of_one_kind_are_repaired_together() {
    let source = "flowchart TD\n  a[f(x)] --> b[g(y)]\n  b --> c{h(z)?}";
    let verdict = verify(source, &Limits::default());
    assert_eq!(verdict.diagnostics.len(), 3);
    let fix = &verdict.diagnostics[0].fixes[0];
    assert_eq!(
        diag::apply_to(source, &fix.edits).unwrap(),
        "flowchart TD\n  a[\"f(x)\"] --> b[\"g(y)\"]\n  b --> c{\"h(z)?\"}"
    );
}

#[test]
fn a_single_wrong_line_is_named_when_nothing_else_is_known() {
    let source = "stateDiagram-v2\n  state S {\n    A --> B\n    - item\n  }";
    let verdict = verify(source, &Limits::default());
    assert_eq!(verdict.diagnostics[0].span.slice(source), "- item");
}

#[test]
fn findings_move_with_the_block_they_are_in() {
    let block = "flowchart TD\n  a -> b";
    let document = format!("# Title\n\n```mermaid\n{block}\n```\n");
    let offset = document.find(block).unwrap() as u32;
    let verdict = verify(block, &Limits::default()).relocated(diag::SourceId(3), offset);
    let found = &verdict.diagnostics[0];
    assert_eq!(found.span.source, diag::SourceId(3));
    assert_eq!(found.span.slice(&document), "->");
    assert_eq!(found.fixes[0].edits[0].span, found.span);
}

#[test]
fn every_code_is_known_by_name_and_most_have_a_mistake_here() {
    for Mistake(code, ..) in MISTAKES {
        assert!(codes::ALL.iter().any(|it| it.name == *code), "{code}");
    }
    // Limits are shown with the hostile sources.
    let elsewhere = [codes::TOO_LONG, codes::LIMIT, codes::TIME_LIMIT];
    for code in codes::ALL.iter().filter(|it| !elsewhere.contains(it)) {
        assert!(MISTAKES.iter().any(|it| it.0 == code.name), "{} has no mistake", code.name);
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the pages are files")]
fn every_code_has_a_page_whose_examples_are_true() {
    let pages = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/codes");
    let example = |text: &str, fence: &str| -> Option<String> {
        let (_, rest) = text.split_once(&format!("```{fence}\n"))?;
        rest.split_once("\n```").map(|(example, _)| example.to_owned())
    };
    for code in codes::ALL {
        let page = pages.join(format!("{}.md", code.name));
        let text = std::fs::read_to_string(&page)
            .unwrap_or_else(|error| panic!("{}: {error}", page.display()));
        assert!(text.starts_with(&format!("# `{}`\n", code.name)), "{}", code.name);
        // Nothing that is too much fits on a page.
        if [codes::TOO_LONG, codes::LIMIT, codes::TIME_LIMIT].contains(code) {
            assert_eq!((example(&text, "text"), example(&text, "mermaid")), (None, None));
            continue;
        }
        // What is empty cannot be shown.
        let refused = match *code {
            codes::EMPTY => String::new(),
            _ => example(&text, "text").unwrap_or_else(|| panic!("{}: no example", code.name)),
        };
        let found = verify(&refused, &Limits::default()).diagnostics;
        assert!(found.iter().any(|it| it.code == *code), "{}: {found:?}", code.name);
        let accepted = example(&text, "mermaid");
        let accepted = accepted.unwrap_or_else(|| panic!("{}: no way forward", code.name));
        let verdict = verify(&accepted, &Limits::default());
        assert!(verdict.is_ok(), "{}: {:?}", code.name, verdict.diagnostics);
    }
}
