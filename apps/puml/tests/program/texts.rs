//! Commands that answer in words: `explain-code`, `completions`, `man`, help.

use super::{Folder, HELLO};

#[test]
fn a_code_is_explained_and_a_misspelt_one_is_guessed() {
    let folder = Folder::new(&[]);
    let page = folder.puml(&["explain-code", "syntax/unclosed-group"]);
    assert!(page.out.starts_with("# `syntax/unclosed-group`"), "{}", page.err);
    let slip = folder.puml(&["explain-code", "syntax/unclosed-grup"]);
    assert_eq!(slip.code, 2);
    assert!(slip.err.contains("did you mean `syntax/unclosed-group`"), "{}", slip.err);
}

#[test]
fn completions_and_manual_pages_come_from_the_arguments() {
    let folder = Folder::new(&[]);
    assert!(folder.puml(&["completions", "bash"]).out.contains("_puml"));
    assert!(folder.puml(&["man"]).out.contains(".TH puml"));
    assert!(folder.puml(&["man", "render"]).out.contains("dpi"));
}

#[test]
fn the_version_names_what_it_is_compatible_with() {
    let folder = Folder::new(&[]);
    let told = folder.puml(&["--version"]).out;
    assert!(
        told.starts_with(concat!("puml ", env!("CARGO_PKG_VERSION"), "\nPlantUML 1.")),
        "{told}"
    );
    assert!(told.contains("\nMermaid "), "{told}");
    assert_eq!(folder.puml(&["-V"]).out, concat!("puml ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn usage_errors_and_help_have_their_exit_codes() {
    let folder = Folder::new(&[]);
    assert_eq!(folder.puml(&["--help"]).code, 0);
    assert_eq!(folder.puml(&["check"]).code, 2);
    assert_eq!(folder.puml(&["frobnicate"]).code, 2);
}

#[test]
fn fmt_rewrites_checks_and_shows_the_difference() {
    let folder = Folder::new(&[("a.puml", "@startuml\nalt x\nA->B:hi\nend\n@enduml\n")]);
    let check = folder.puml(&["fmt", "--check", "a.puml"]);
    assert_eq!(check.code, 1);
    let diff = folder.puml(&["fmt", "--diff", "a.puml"]);
    assert!(diff.out.contains("-A->B:hi\n"), "{}", diff.out);
    let json = |arguments: &[&str]| {
        let run = folder.puml(&[&["fmt", "--json", "a.puml"], arguments].concat());
        let answer: serde_json::Value = serde_json::from_str(&run.out).expect(&run.err);
        (answer["files"][0]["ok"].clone(), answer["files"][0]["changed"].clone())
    };
    assert_eq!(json(&["--check"]), (false.into(), false.into()));
    assert_eq!(json(&[]), (true.into(), true.into()));
    assert_eq!(folder.read("a.puml"), "@startuml\nalt x\n  A -> B : hi\nend\n@enduml\n");
    assert_eq!(folder.puml(&["fmt", "--check", "a.puml"]).code, 0);
}

#[test]
fn fmt_keeps_what_most_lines_have() {
    let source = "@startuml\nA -> B: one\nB --> A: two\nA -> B :three\n@enduml\n";
    let folder = Folder::new(&[("a.puml", source)]);
    assert_eq!(folder.puml(&["fmt", "a.puml"]).code, 0);
    assert_eq!(folder.read("a.puml"), source.replace(" :three", ": three"));
}

#[test]
fn settings_of_the_nearest_folder_hold() {
    let source = "@startuml\nalt x\n  A -> B: one\nend\n@enduml\n";
    let folder = Folder::new(&[
        (".puml.toml", "[fmt]\ncolon = \"spaced\"\n"),
        ("docs/.puml.toml", "[fmt]\nindent = 4\n"),
        ("a.puml", source),
        ("docs/deep/b.puml", source),
        ("bad/.puml.toml", "[fmt]\nindent = 4\ncolour = 1\n"),
        ("bad/c.puml", source),
    ]);
    let run = folder.puml(&["fmt", "a.puml", "docs"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(folder.read("a.puml"), source.replace("B: one", "B : one"));
    assert_eq!(folder.read("docs/deep/b.puml"), source.replace("  A", "    A"));
    let run = folder.puml(&["fmt", "bad/c.puml"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("bad/.puml.toml:3:1: there is no setting `colour`"), "{}", run.err);
    assert_eq!(folder.read("bad/c.puml"), source);
}

#[test]
fn lint_advises_and_explain_tells() {
    let long = "x ".repeat(80);
    let folder =
        Folder::new(&[("a.puml", &format!("@startuml\nAlice -> Bob : {long}\n@enduml\n"))]);
    let lint = folder.puml(&["lint", "a.puml", "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&lint.out).expect(&lint.err);
    assert_eq!((lint.code, &answer["ok"]), (1, &serde_json::Value::Bool(false)));
    let explain = folder.puml(&["explain", "a.puml"]);
    assert!(explain.out.contains("Alice") && explain.out.contains("Bob"), "{}", explain.out);
}

#[test]
fn a_mermaid_sequence_becomes_puml_that_passes() {
    let mermaid = "sequenceDiagram\n  participant A as Alice\n  A->>+B: Hello\n  B-->>-A: Hi\n";
    let folder = Folder::new(&[("a.mmd", mermaid)]);
    let run = folder.puml(&["convert", "a.mmd", "-o", "a.puml"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(folder.puml(&["check", "a.puml"]).code, 0, "{}", folder.read("a.puml"));
}

#[test]
fn a_puml_diagram_becomes_mermaid_that_passes() {
    let two = "@startuml\nclass A\nA --> B : x\n@enduml\n@startuml\n== x ==\nA -> B\n@enduml\n";
    let timing = "@startuml\nrobust \"A\" as A\n@0\nA is on\n@enduml\n";
    let bad = "@startuml\nclass A {\n@enduml\n";
    let folder = Folder::new(&[("a.puml", two), ("timing.puml", timing), ("bad.puml", bad)]);
    let run = folder.puml(&["convert", "--to", "mermaid", "a.puml", "-o", "out/"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("a divider cannot be said in Mermaid"), "{}", run.err);
    assert!(run.err.contains("a.puml:6:1"), "{}", run.err);
    let files = ["check", "out/a-1.mmd", "out/a-2.mmd"];
    assert_eq!(folder.puml(&files).code, 0, "{}", folder.read("out/a-1.mmd"));
    let several = folder.puml(&["convert", "--to", "mermaid", "a.puml"]);
    assert_eq!(several.code, 2, "{}", several.err);
    let json = folder.puml(&["convert", "--to", "mermaid", "a.puml", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["files"][1]["diagram"], 2);
    assert_eq!(json["files"][1]["diagnostics"][0]["code"], "from/left-out");
    let refused = folder.puml(&["convert", "--to", "mermaid", "timing.puml"]);
    assert_eq!(refused.code, 1, "{}", refused.err);
    assert!(refused.err.contains("a timing diagram cannot become Mermaid"), "{}", refused.err);
    let broken = folder.puml(&["convert", "--to", "mermaid", "bad.puml"]);
    assert_eq!((broken.code, broken.out.as_str()), (1, ""), "{}", broken.err);
}

#[test]
fn data_becomes_diagrams_that_pass() {
    let tables =
        "CREATE TABLE a (id int PRIMARY KEY);\nCREATE TABLE b (a int REFERENCES a (id));\n";
    let api = "openapi: 3.1.0\npaths: {/a: {get: {responses: {'200': {description: Fine}}}}}\n";
    let schema = "{\"title\": \"A\", \"properties\": {\"id\": {\"type\": \"string\"}}}";
    let folder = Folder::new(&[
        ("a.sql", tables),
        ("api.yaml", api),
        ("a.json", schema),
        ("a.dot", "digraph { a -> b }"),
    ]);
    let kinds =
        [("sql", "a.sql"), ("openapi", "api.yaml"), ("json-schema", "a.json"), ("dot", "a.dot")];
    for (origin, file) in kinds {
        let run = folder.puml(&["from", origin, file, "-o", "made.puml"]);
        assert_eq!(run.code, 0, "{}", run.err);
        let made = folder.read("made.puml");
        assert!(made.contains(&format!("' Made from {file} by puml from {origin}")), "{made}");
        assert_eq!(folder.puml(&["check", "--deny-warnings", "made.puml"]).code, 0, "{made}");
        assert_eq!(folder.puml(&["fmt", "--check", "made.puml"]).code, 0, "{made}");
    }
    let run = folder.puml(&["from", "sql", "a.dot"]);
    assert_eq!((run.code, run.out.as_str()), (1, ""), "{}", run.err);
    assert!(run.err.contains("no table is created here"), "{}", run.err);
}

#[test]
fn primitives_are_listed_by_section() {
    let folder = Folder::new(&[]);
    let all = folder.puml(&["primitives", "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&all.out).expect(&all.err);
    for section in ["participants", "arrows", "notes", "groups", "lifecycle", "styling"] {
        assert!(answer[section].as_array().is_some_and(|it| !it.is_empty()), "{section}");
    }
    assert!(folder.puml(&["primitives", "arrows"]).out.starts_with("ARROWS"));
    assert_eq!(folder.puml(&["primitives", "nonsense"]).code, 2);
}

#[test]
fn each_command_can_answer_in_one_json_document() {
    let folder = Folder::new(&[
        ("a.puml", HELLO),
        ("a.md", "```puml\nA -> B\n```\n"),
        ("a.mmd", "sequenceDiagram\n  A->>B: hi\n"),
        ("a.dot", "digraph { a -> b }"),
    ]);
    for line in [
        "check a.puml",
        "render a.puml",
        "fmt --check a.puml",
        "lint a.puml",
        "explain a.puml",
        "convert a.mmd",
        "from dot a.dot",
        "extract a.md",
        "encode a.puml",
        "decode Syp9J4vLqBLJSCfFibBmICt9oGS0",
        "url a.puml",
        "primitives",
        "explain-code syntax/no-open-group",
    ] {
        let words: Vec<_> = line.split(' ').chain(["--json"]).collect();
        let run = folder.puml(&words);
        let answer = serde_json::from_str::<serde_json::Value>(&run.out);
        assert!(answer.is_ok_and(|it| it.is_object()), "{line}: {}{}", run.out, run.err);
    }
}

#[test]
fn colour_is_used_when_it_is_wanted() {
    let folder = Folder::new(&[("a.puml", "@startuml\nA -> B\nend\n@enduml\n")]);
    // Tests run with NO_COLOR; what is asked for on the command line counts more.
    for (when, coloured) in [("always", true), ("auto", false), ("never", false)] {
        let run = folder.puml(&["check", "a.puml", "--color", when]);
        assert_eq!(run.err.contains('\u{1b}'), coloured, "{when}: {}", run.err);
    }
}

#[test]
fn the_diagrams_of_a_page_are_listed_and_taken_out() {
    let page = "# P\n\n```plantuml\nA -> B\n```\n\n~~~mermaid\nflowchart LR\n~~~\n\n```rust\n```\n";
    let folder = Folder::new(&[("p.md", page)]);
    assert_eq!(
        folder.puml(&["extract", "p.md"]).out,
        "p.md:4: puml: A -> B\np.md:8: mermaid: flowchart LR\n"
    );
    assert_eq!(folder.puml(&["extract", "p.md", "-o", "out"]).code, 0);
    assert_eq!(folder.read("out/p-1.puml"), "A -> B\n");
    assert_eq!(folder.read("out/p-2.mmd"), "flowchart LR\n");
}

#[test]
fn line_ends_and_byte_order_marks_stay_as_they_are() {
    let folder = Folder::new(&[("a.puml", "\u{feff}@startuml\r\nA->B:x\r\n@enduml\r\n")]);
    assert_eq!(folder.puml(&["check", "a.puml"]).code, 0);
    assert_eq!(folder.puml(&["fmt", "a.puml"]).code, 0);
    assert_eq!(folder.read("a.puml"), "\u{feff}@startuml\r\nA -> B : x\r\n@enduml\r\n");
}
