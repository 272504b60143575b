//! `puml diff` as a user, a script and git call it.

use super::Folder;

const BEFORE: &str = "@startuml\nclass A\nclass B\nA --> B : uses\n@enduml\n";
const AFTER: &str = "@startuml\nclass A\nclass C\nA --> C : uses\n@enduml\n";

fn folder() -> Folder {
    Folder::new(&[
        ("a.puml", BEFORE),
        ("b.puml", AFTER),
        ("bad.puml", "@startuml\nclass {{\n@enduml\n"),
    ])
}

#[test]
fn differences_are_told_with_the_codes_of_diff() {
    let folder = folder();
    let run = folder.puml(&["diff", "a.puml", "b.puml"]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(
        run.out.starts_with("a.puml → b.puml: class diagram, 2 added, 2 removed\n"),
        "{}",
        run.out
    );
    assert!(run.out.contains("\n  + class C") && run.out.contains("\n  - class B"), "{}", run.out);
    assert!(run.out.contains("  + A leads to C: uses   line 4\n"), "{}", run.out);
    let same = folder.puml(&["diff", "a.puml", "a.puml"]);
    assert_eq!((same.code, same.out.as_str()), (0, ""));
    let bad = folder.puml(&["diff", "a.puml", "bad.puml"]);
    assert_eq!(bad.code, 2);
    assert!(bad.err.contains("bad.puml"), "{}", bad.err);
    assert_eq!(folder.puml(&["diff", "a.puml", "none.puml"]).code, 2);
}

#[test]
fn differences_are_data_and_pictures_too() {
    let folder = folder();
    let run = folder.puml(&["diff", "a.puml", "b.puml", "--json", "-o", "both.svg"]);
    assert_eq!(run.code, 1, "{}", run.err);
    let answer: serde_json::Value = serde_json::from_str(&run.out).expect(&run.out);
    assert_eq!(answer["same"], false);
    assert_eq!(answer["diagrams"][0]["changes"][0]["status"], "added");
    assert_eq!(answer["diagrams"][0]["changes"][0]["id"], "C");
    let svg = folder.read("both.svg");
    assert!(svg.contains(">B<") && svg.contains(">C<") && svg.contains(">removed<"), "{svg}");
    let run = folder.puml(&["diff", "a.puml", "b.puml", "-o", "both.png"]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(folder.path("both.png").exists());
}

#[test]
fn git_calls_it_as_a_diff_driver() {
    let folder = folder();
    let run = folder
        .puml(&["diff", "--git", "doc.puml", "a.puml", "1", "100644", "b.puml", "2", "100644"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.starts_with("doc.puml: class diagram, 2 added"), "{}", run.out);
    let new =
        folder.puml(&["diff", "--git", "doc.puml", "/dev/null", ".", ".", "b.puml", "2", "100644"]);
    assert_eq!(new.out, "doc.puml: the class diagram was added\n\n", "{}", new.err);
    let bad = folder
        .puml(&["diff", "--git", "doc.puml", "a.puml", "1", "100644", "bad.puml", "2", "100644"]);
    assert_eq!(bad.code, 0);
    assert!(bad.out.contains("+class {{"), "{}", bad.out);
}
