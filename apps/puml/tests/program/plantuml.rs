//! The flags of the `plantuml` command line.

use super::{Folder, HELLO};

#[test]
fn pipe_draws_standard_input() {
    let folder = Folder::new(&[]);
    let run = folder.puml_with(&["-tsvg", "-pipe"], HELLO);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.starts_with("<svg"));
}

#[test]
fn files_are_drawn_into_a_folder_beside_them() {
    let folder = Folder::new(&[("docs/a.puml", HELLO)]);
    let run = folder.puml(&["-tsvg", "-o", "out", "docs/a.puml"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(folder.path("docs/out/a.svg").is_file());
}

#[test]
fn syntax_answers_in_the_old_words() {
    let folder = Folder::new(&[]);
    assert_eq!(folder.puml_with(&["-syntax"], HELLO).out, "SEQUENCE\n(2 participants)\n");
    let wrong = folder.puml_with(&["-syntax"], "@startuml\nA -> B\nwhat is this\n@enduml\n");
    assert_eq!(wrong.code, 1);
    assert!(wrong.out.starts_with("ERROR\n2\n"), "{}", wrong.out);
}

#[test]
fn failfast_draws_nothing_when_anything_is_wrong() {
    let folder = Folder::new(&[("a.puml", HELLO), ("b.puml", "@startuml\nA => B\n@enduml\n")]);
    assert_eq!(folder.puml(&["-failfast2", "-tsvg", "a.puml", "b.puml"]).code, 1);
    assert_eq!(folder.names(), ["a.puml", "b.puml"]);
    assert_eq!(folder.puml(&["-checkonly", "b.puml"]).code, 1);
    assert_eq!(folder.puml(&["-checkonly", "a.puml"]).code, 0);
}

#[test]
fn codes_go_both_ways() {
    let folder = Folder::new(&[("a.puml", HELLO)]);
    let code = folder.puml(&["-encodeurl", "a.puml"]).out;
    assert_eq!(folder.puml(&["-decodeurl", code.trim()]).out, HELLO);
}
