//! Mermaid files and blocks in `check` and `render`.

use super::Folder;

const FLOW: &str = "flowchart TD\n  A[Start] --> B{Ready?}\n  B -->|yes| C[Go]\n";

#[test]
fn a_mermaid_file_is_checked_with_places_and_fixes() {
    let folder =
        Folder::new(&[("good.mmd", FLOW), ("bad.mmd", "flowchart TD\n  A[Start (now)] --> B\n")]);
    assert_eq!(folder.puml(&["check", "good.mmd"]).code, 0);
    let run = folder.puml(&["check", "bad.mmd"]);
    assert_eq!(run.code, 1);
    assert!(
        run.err.contains("bad.mmd:2:") && run.err.contains("mermaid/bracket-in-label"),
        "{}",
        run.err
    );
}

#[test]
fn a_mermaid_file_is_drawn_in_three_formats_and_refused_in_others() {
    let folder = Folder::new(&[("a.mmd", FLOW)]);
    for (name, magic) in [("a.svg", &b"<svg"[..]), ("a.png", b"\x89PNG"), ("a.pdf", b"%PDF")] {
        let run = folder.puml(&["render", "a.mmd", "-o", name]);
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(std::fs::read(folder.path(name)).unwrap().starts_with(magic), "{name}");
    }
    let text = folder.puml(&["render", "a.mmd", "-f", "utxt"]);
    assert_eq!(text.code, 2);
    assert!(text.err.contains("svg, png or pdf"), "{}", text.err);
}

#[test]
fn a_diagram_may_take_the_time_that_was_allowed() {
    let links: String = (1..400).map(|it| format!("  N{it} --> N{}\n", it / 2)).collect();
    let folder = Folder::new(&[("large.mmd", &format!("flowchart TD\n{links}"))]);
    assert_eq!(folder.puml(&["check", "large.mmd"]).code, 0);
    let run = folder.puml(&["check", "large.mmd", "--mermaid-time", "0.01"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("more than 0.01 seconds of processor time"), "{}", run.err);
    let run = folder.puml(&["check", "large.mmd", "--mermaid-time", "none"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("not a number"), "{}", run.err);
}

#[test]
fn the_look_is_chosen_by_name() {
    let folder = Folder::new(&[("a.mmd", FLOW)]);
    let drawn = |look: &str| {
        let run = folder.puml(&["render", "a.mmd", "--look", look, "-o", "a.svg"]);
        assert_eq!(run.code, 0, "{}", run.err);
        folder.read("a.svg")
    };
    let (modern, classic, sketch) = (drawn("modern"), drawn("classic"), drawn("hand-drawn"));
    assert!(modern != classic && classic != sketch && sketch != modern);
    let run = folder.puml(&["render", "a.mmd", "--look", "clasic"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("--look: there is no look \"clasic\": use modern"), "{}", run.err);
}

#[test]
fn a_page_may_hold_both_languages() {
    let page = format!("# Page\n\n```mermaid\n{FLOW}```\n\n```puml\nA -> B : hi\n```\n");
    let folder = Folder::new(&[("page.md", &page)]);
    let run = folder.puml(&["render", "page.md"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(folder.read("page-1.svg").contains("Ready?"));
    assert!(folder.read("page-2.svg").contains(">hi<"));
    let broken = page.replace("A[Start]", "A[Start (now)]");
    std::fs::write(folder.path("page.md"), broken).unwrap();
    let run = folder.puml(&["check", "page.md"]);
    assert!(run.err.contains("page.md:5:"), "{}", run.err);
}
