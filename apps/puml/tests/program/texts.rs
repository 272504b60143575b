//! Commands that answer in words: `explain-code`, `completions`, `man`, help.

use super::Folder;

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
fn usage_errors_and_help_have_their_exit_codes() {
    let folder = Folder::new(&[]);
    assert_eq!(folder.puml(&["--help"]).code, 0);
    assert_eq!(folder.puml(&["check"]).code, 2);
    assert_eq!(folder.puml(&["frobnicate"]).code, 2);
}
