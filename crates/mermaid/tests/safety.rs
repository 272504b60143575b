//! Hostile sources, one for each way in that diagrams are known to have, and random ones. Whatever comes out is read
//! again by a checker of its own.

use mermaid::{Limits, Links, Look, Options, SafeSvg, Scheme, render, verify};
use proptest::prelude::*;

#[path = "support/audit.rs"]
mod audit;

/// Sources that try to get something through, with a name for the way in.
const HOSTILE: &[(&str, &str)] = &[
    (
        "script in a label",
        "flowchart LR\n  a[\"<script>fetch('//evil.example')</script>hi\"] --> b",
    ),
    ("entity-coded script", "flowchart LR\n  a[\"&lt;script&gt;boom()&lt;/script&gt;\"] --> b"),
    ("mermaid-coded script", "flowchart LR\n  a[\"#60;script#62;boom()#60;/script#62;\"] --> b"),
    ("image with a handler", "flowchart LR\n  a[\"<img src=x onerror=boom()>\"] --> b"),
    ("frame in a label", "flowchart LR\n  a[\"<iframe src='//evil.example'></iframe>\"] --> b"),
    (
        "inner svg with a handler",
        "flowchart LR\n  a[\"<svg onload=boom()><circle r=1/></svg>\"] --> b",
    ),
    ("script link", "flowchart LR\n  a --> b\n  click a href \"javascript:boom()\""),
    ("script link with a tab", "flowchart LR\n  a --> b\n  click a href \"java\tscript:boom()\""),
    ("data link", "flowchart LR\n  a --> b\n  click a \"data:text/html,<script>boom()</script>\""),
    ("callback", "flowchart LR\n  a --> b\n  click a call boom()"),
    ("plain http link", "flowchart LR\n  a --> b\n  click a href \"http://evil.example\" _blank"),
    ("url in a node style", "flowchart LR\n  a --> b\n  style a fill:url(http://evil.example/x)"),
    ("url in a link style", "flowchart LR\n  a --> b\n  linkStyle 0 stroke:url(//evil.example)"),
    (
        "style that closes its rule",
        "flowchart LR\n  a --> b\n  classDef c fill:#f00;}*{background:url(//evil.example)\n  class a c",
    ),
    (
        "style that ends its element",
        "flowchart LR\n  a --> b\n  classDef c fill:red</style><script>boom()</script>\n  class a c",
    ),
    (
        "theme css",
        "%%{init: {\"themeCSS\": \"*{background:url(//evil.example)}</style><script>boom()</script>\"}}%%\nflowchart LR\n  a --> b",
    ),
    (
        "font family",
        "%%{init: {\"fontFamily\": \"x;}</style><script>boom()</script>\"}}%%\nflowchart LR\n  a --> b",
    ),
    (
        "theme variable",
        "%%{init: {\"themeVariables\": {\"primaryColor\": \"red;}</style><img src=//evil.example>\"}}}%%\nflowchart LR\n  a --> b",
    ),
    (
        "loosened security",
        "%%{init: {\"securityLevel\": \"loose\", \"htmlLabels\": true}}%%\nflowchart LR\n  a[\"<a href='javascript:boom()'>x</a>\"] --> b",
    ),
    (
        "front matter security",
        "---\nconfig:\n  securityLevel: loose\n---\nflowchart LR\n  a[\"<b onclick=boom()>x</b>\"] --> b",
    ),
    (
        "prototype keys",
        "%%{init: {\"__proto__\": {\"securityLevel\": \"loose\"}}}%%\nflowchart LR\n  a --> b",
    ),
    (
        "image shape",
        "flowchart LR\n  a@{ img: \"https://evil.example/p.png\", label: \"x\", w: 20, h: 20 } --> b",
    ),
    (
        "image shape with script",
        "flowchart LR\n  a@{ img: \"javascript:boom()\", label: \"x\" } --> b",
    ),
    (
        "actor name",
        "sequenceDiagram\n  participant a as <img src=x onerror=boom()>\n  a->>b: <script>boom()</script>",
    ),
    (
        "actor links",
        "sequenceDiagram\n  participant a\n  link a: Home @ javascript:boom()\n  a->>b: hi",
    ),
    (
        "box colour",
        "sequenceDiagram\n  box url(//evil.example) G\n  participant a\n  end\n  a->>b: hi",
    ),
    ("rect colour", "sequenceDiagram\n  rect url(//evil.example)\n  a->>b: hi\n  end"),
    (
        "class annotation",
        "classDiagram\n  class A {\n    <<&lt;script&gt;boom()&lt;/script&gt;>>\n    +x\n  }",
    ),
    ("class link", "classDiagram\n  class A\n  click A href \"javascript:boom()\""),
    ("class label", "classDiagram\n  class A[\"<img src=//evil.example>\"]"),
    (
        "state note",
        "stateDiagram-v2\n  a --> b : #60;script#62;boom()#60;/script#62;\n  note right of a\n    &lt;script&gt;boom()&lt;/script&gt;\n  end note",
    ),
    ("er comment", "erDiagram\n  A {\n    string n \"&lt;script&gt;boom()&lt;/script&gt;\"\n  }"),
    (
        "gantt link",
        "gantt\n  dateFormat YYYY-MM-DD\n  A :a, 2024-01-01, 2d\n  click a href \"javascript:boom()\"",
    ),
    (
        "gantt label",
        "gantt\n  title <script>boom()</script>\n  dateFormat YYYY-MM-DD\n  <img src=x> :a, 2024-01-01, 2d",
    ),
    (
        "pie label",
        "pie\n  title <svg/onload=boom()>\n  \"<script>boom()</script>\" : 3\n  \"b\" : 2",
    ),
    (
        "commit id",
        "gitGraph\n  commit id: \"<script>boom()</script>\" tag: \"<img src=x onerror=boom()>\"",
    ),
    ("mind map icon", "mindmap\n  root((x))\n    a\n    ::icon(\"><script>boom()</script>)"),
    (
        "journey",
        "journey\n  title <script>boom()</script>\n  section <img src=//evil.example>\n    t: 3: <b onclick=boom()>",
    ),
    ("timeline", "timeline\n  title <script>boom()</script>\n  2001 : <iframe src=//evil.example>"),
    (
        "quadrant style",
        "quadrantChart\n  x-axis a --> b\n  A: [0.3, 0.4] color: url(//evil.example)",
    ),
    (
        "kanban ticket",
        "---\nconfig:\n  kanban:\n    ticketBaseUrl: 'javascript:boom(#TICKET#)'\n---\nkanban\n  a[A]\n    b[B]@{ ticket: 1 }",
    ),
    (
        "c4 link and colour",
        "C4Context\n  Person(a, \"A\", $link=\"javascript:boom()\")\n  UpdateElementStyle(a, $bgColor=\"url(//evil.example)\")",
    ),
    ("c4 sprite", "C4Context\n  Person(a, \"A\", \"d\", \"//evil.example/s.png\")"),
    (
        "block style",
        "block-beta\n  a[\"<script>boom()</script>\"]\n  style a fill:url(//evil.example)",
    ),
    (
        "xychart title",
        "xychart-beta\n  title \"<script>boom()</script>\"\n  x-axis [a, b]\n  bar [1, 2]",
    ),
    (
        "accessible text",
        "flowchart LR\n  accTitle: </title><script>boom()</script>\n  accDescr: \"><img src=x onerror=boom()>\n  a --> b",
    ),
    ("math", "flowchart LR\n  a[\"$$\\href{javascript:boom()}{x}$$\"] --> b"),
    ("direction override", "flowchart LR\n  a[\"\u{202e}gnp.exe\u{202c}\"] --> b"),
    (
        "entity bomb in the front matter",
        "---\na: &a [x,x,x]\nb: &b [*a,*a,*a]\nc: [*b,*b,*b]\n---\nflowchart LR\n  a --> b",
    ),
    (
        "markdown label",
        "flowchart LR\n  a[\"`**b** [x](javascript:boom()) ![i](//evil.example/i.png)`\"] --> b",
    ),
];

fn every_variant(source: &str) -> Vec<SafeSvg> {
    let plain = Options::default();
    [
        plain,
        Options { scheme: Scheme::Dark, links: Links::Drop, ..plain },
        Options { look: Look::Classic, ..plain },
        Options { look: Look::HandDrawn, ..plain },
    ]
    .iter()
    .filter_map(|options| render(source, options).ok())
    .collect()
}

#[test]
fn hostile_sources_leave_nothing_in_the_picture() {
    let mut drawn = 0;
    for (way, source) in HOSTILE {
        for svg in every_variant(source) {
            drawn += 1;
            assert_eq!(audit::objections(svg.as_str()), Vec::<String>::new(), "{way}");
            // Text that names an address may stay as text; as markup or a value it may not.
            assert!(!svg.as_str().contains("<script"), "{way}");
        }
    }
    assert!(drawn > HOSTILE.len(), "most hostile sources are drawn, defused: {drawn}");
}

#[test]
fn kept_links_are_https_and_marked() {
    let source = "flowchart LR\n  a --> b\n  click a href \"https://example.org/x?y=1&z\"";
    let svg = render(source, &Options::default()).unwrap();
    assert!(svg.as_str().contains(
        "href=\"https://example.org/x?y=1&amp;z\" rel=\"noopener noreferrer\" target=\"_blank\""
    ));
    let without = Options { links: Links::Drop, ..Options::default() };
    let drawing = mermaid::draw(source, &without);
    assert!(!drawing.picture.unwrap().as_str().contains("example.org"));
    assert_eq!(drawing.verdict.diagnostics[0].code, mermaid::codes::LOST_LINK);
}

#[test]
fn a_link_that_is_not_kept_is_reported_at_its_address() {
    for source in [
        "flowchart LR\n  a --> b\n  click a href \"http://example.org\" \"Tip\"",
        "flowchart LR\n  a --> b\n  click a \"javascript:boom()\"",
        "classDiagram\n  class A\n  link A \"/relative\"",
        "sequenceDiagram\n  participant a\n  link a: Home @ https://example.org\n  a->>b: hi",
    ] {
        let verdict = mermaid::verify(source, &Limits::default());
        assert!(verdict.is_ok(), "{source}");
        assert_eq!(verdict.diagnostics.len(), 1, "{source}");
        let found = &verdict.diagnostics[0];
        assert_eq!(found.code, mermaid::codes::LOST_LINK, "{source}");
        let address = found.span.slice(source);
        assert!(found.message.contains(address), "{}: {address}", found.message);
    }
    let kept = "flowchart LR\n  a --> b\n  click a href \"https://example.org\" _blank";
    assert_eq!(mermaid::verify(kept, &Limits::default()).diagnostics, []);
}

#[test]
fn direction_overrides_do_not_reach_the_picture() {
    let svg =
        render("flowchart LR\n  a[\"\u{202e}gnp.exe\u{202c}\"]", &Options::default()).unwrap();
    assert!(!svg.as_str().contains(['\u{202e}', '\u{202c}']));
    assert!(svg.as_str().contains("gnp.exe"));
}

#[test]
fn huge_sources_end_at_a_named_limit() {
    let limits = Limits::default();
    let long_label = format!("flowchart LR\n  a[\"{}\"]", "w".repeat(limits.characters));
    let code = |source: &str| mermaid::verify(source, &limits).diagnostics[0].code;
    assert_eq!(code(&long_label), mermaid::codes::TOO_LONG);

    let few = Limits { elements: 20, ..limits };
    let many_nodes: Vec<String> = (0..50).map(|idx| format!("  n{idx}")).collect();
    let found = mermaid::verify(&format!("flowchart LR\n{}", many_nodes.join("\n")), &few);
    assert_eq!(found.diagnostics[0].code, mermaid::codes::LIMIT);
    assert!(
        found.diagnostics[0].message.contains("`elements`"),
        "{}",
        found.diagnostics[0].message
    );

    let small = Limits { output_bytes: 100, ..limits };
    let found = mermaid::verify("pie\n  \"a\" : 1", &small);
    assert_eq!(found.diagnostics[0].code, mermaid::codes::LIMIT);

    let hurried = Limits { time: std::time::Duration::ZERO, ..limits };
    let found = mermaid::verify("pie\n  \"a\" : 1", &hurried);
    assert_eq!(found.diagnostics[0].code, mermaid::codes::TIME_LIMIT);
}

#[test]
fn deep_nesting_is_answered() {
    let blocks = 400;
    let opened: Vec<String> = (0..blocks).map(|idx| format!("subgraph s{idx}")).collect();
    let nested = format!("flowchart LR\n{}\na\n{}", opened.join("\n"), "end\n".repeat(blocks));
    let brackets = format!("flowchart LR\n  a{}", "[".repeat(20_000));
    let json = format!("%%{{init: {}}}%%\nflowchart LR\n a", "{\"a\":".repeat(5_000));
    for (source, code) in [
        (nested, mermaid::codes::LIMIT),
        (brackets, mermaid::codes::SYNTAX),
        (json, mermaid::codes::DIRECTIVE),
    ] {
        let verdict = mermaid::verify(&source, &Limits::default());
        assert_eq!(verdict.diagnostics[0].code, code, "{}", &source[..40]);
        assert!(render(&source, &Options::default()).is_err(), "{}", &source[..40]);
    }
    let opened: Vec<String> = (0..40).map(|idx| format!("subgraph s{idx}")).collect();
    let drawn = format!("flowchart LR\n{}\na\n{}", opened.join("\n"), "end\n".repeat(40));
    let svg = render(&drawn, &Options::default()).unwrap();
    assert_eq!(audit::objections(svg.as_str()), Vec::<String>::new());
}

/// Small valid sources to damage.
const SEEDS: &[&str] = &[
    "flowchart TD\n  A[One] -->|two| B{Three}\n  style A fill:#f9f,stroke:#333",
    "sequenceDiagram\n  participant A as Alice\n  A->>+B: hi\n  Note over A,B: x\n  B-->>-A: bye",
    "classDiagram\n  class A {\n    +int x\n  }\n  A <|-- B : is",
    "stateDiagram-v2\n  [*] --> A : go\n  A --> [*]",
    "erDiagram\n  A ||--o{ B : has\n  A {\n    int id PK \"key\"\n  }",
    "gantt\n  dateFormat YYYY-MM-DD\n  section S\n  T :a, 2024-01-01, 2d",
    "pie title P\n  \"a\" : 1\n  \"b\" : 2",
    "gitGraph\n  commit id: \"a\"\n  branch b\n  commit",
    "mindmap\n  root((r))\n    a[b]\n    c",
    "timeline\n  title T\n  2001 : a : b",
    "quadrantChart\n  x-axis a --> b\n  A: [0.1, 0.9]",
    "C4Context\n  Person(a, \"A\", \"d\")\n  Rel(a, a, \"x\")",
    "block-beta\n  columns 2\n  a[\"A\"] b\n  a --> b",
    "kanban\n  a[A]\n    b[B]@{ priority: 'High' }",
];

const PAYLOADS: &[&str] = &[
    "<script>x()</script>",
    "\"><img src=x onerror=x()>",
    "&lt;script&gt;",
    "#60;script#62;",
    "javascript:x()",
    "url(//e.example)",
    "</style>",
    "]]>",
    "<!--",
    "\u{0}",
    "\u{202e}",
    "${x}",
    "&#0;",
    "&bogus;",
    "<?x?>",
    "<![CDATA[",
    "\\",
    "%%{init:{}}%%",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_are_answered_and_what_is_drawn_is_safe(
        seed in 0..SEEDS.len(),
        bytes in proptest::collection::vec(any::<u8>(), 0..200),
    ) {
        let noise = String::from_utf8_lossy(&bytes);
        let header = SEEDS[seed].lines().next().unwrap_or_default();
        for source in [noise.to_string(), format!("{header}\n{noise}")] {
            match render(&source, &Options::default()) {
                Ok(svg) => prop_assert_eq!(audit::objections(svg.as_str()), Vec::<String>::new()),
                Err(refusal) => prop_assert!(!refusal.diagnostics.is_empty(), "{}", source),
            }
        }
    }

    #[test]
    fn damaged_sources_are_answered_and_what_is_drawn_is_safe(
        seed in 0..SEEDS.len(),
        payload in 0..PAYLOADS.len(),
        place in any::<proptest::sample::Index>(),
        cut in 0usize..6,
    ) {
        let source = SEEDS[seed];
        let boundaries: Vec<usize> = source.char_indices().map(|(at, _)| at).collect();
        let at = boundaries[place.index(boundaries.len())];
        let end = (at + cut).min(source.len());
        let damaged = format!("{}{}{}", &source[..at], PAYLOADS[payload], &source[end..]);
        let drawn = every_variant(&damaged);
        let is_refused = !verify(&damaged, &Limits::default()).is_ok();
        prop_assert!(is_refused || !drawn.is_empty(), "{}", damaged);
        for svg in drawn {
            prop_assert_eq!(audit::objections(svg.as_str()), Vec::<String>::new());
        }
    }
}
