//! `puml encode`, `puml decode`, `puml url`.

use super::{Folder, HELLO};

#[test]
fn a_diagram_survives_its_code() {
    let folder = Folder::new(&[("a.puml", HELLO)]);
    let code = folder.puml(&["encode", "a.puml"]);
    let back = folder.puml(&["decode", code.out.trim()]);
    assert_eq!((code.code, back.code, back.out.as_str()), (0, 0, HELLO));
}

#[test]
fn a_link_carries_the_code_and_decodes_too() {
    let folder = Folder::new(&[("a.puml", HELLO)]);
    let link =
        folder.puml(&["url", "a.puml", "--server", "http://localhost:8080/", "--format", "png"]);
    assert!(link.out.starts_with("http://localhost:8080/png/"), "{}", link.out);
    assert_eq!(folder.puml(&["decode", link.out.trim()]).out, HELLO);
}

#[test]
fn a_damaged_code_is_refused() {
    let folder = Folder::new(&[("a.puml", HELLO)]);
    let code = folder.puml(&["encode", "a.puml"]).out;
    let run = folder.puml(&["decode", &code.trim()[..code.len() / 2]]);
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(run.err.starts_with("error:"), "{}", run.err);
}
