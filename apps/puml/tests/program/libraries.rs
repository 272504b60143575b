//! Libraries of elements: from a folder of the user's, as boxes without it, refused in strict mode.

use super::{Folder, command};

const SOURCE: &str = "@startuml\n!include <tupadr3/common>\n!include <tupadr3/devicons/mysql>\n\
    DEV_MYSQL(db, \"Orders\", database)\nactor Clerk\nClerk --> db\n@enduml\n";

/// A library in two files, as icon libraries are made: an icon each, and one macro behind all of them.
const LIBRARY: [(&str, &str); 2] = [
    (
        "lib/tupadr3/common.puml",
        "@startuml\n!unquoted procedure ICON($sprite, $alias, $label, $shape)\n\
         $shape \"<$$sprite>\\n$label\" as $alias\n!endprocedure\n@enduml\n",
    ),
    (
        "lib/tupadr3/devicons/mysql.puml",
        "@startuml\n!include ../common.puml\nsprite $dev_mysql [4x4/16] {\nFFFF\nF00F\nF00F\nFFFF\n}\n\
         !unquoted procedure DEV_MYSQL($alias, $label, $shape)\n\
         ICON(dev_mysql, $alias, $label, $shape)\n!endprocedure\n@enduml\n",
    ),
];

fn with_library() -> Folder {
    let mut files = LIBRARY.to_vec();
    files.push(("a.puml", SOURCE));
    Folder::new(&files)
}

#[test]
fn a_named_folder_is_searched() {
    let folder = with_library();
    let run = folder.puml(&["check", "--library", "lib", "a.puml"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("0 errors, 0 warnings"), "{}", run.err);
    let run = folder.puml(&["render", "--library", "lib", "--format", "svg", "-o", "-", "a.puml"]);
    assert_eq!(run.code, 0, "{}", run.err);
    // The icon of the library is drawn and the name of the macro is not.
    assert!(run.out.contains("<image") && !run.out.contains("DEV_MYSQL"), "{}", run.out);
}

#[test]
fn the_variable_names_folders_too() {
    let folder = with_library();
    let mut check = command(&folder.path(""));
    let output = check.args(["check", "--strict", "a.puml"]).env("PUML_LIBRARY", "lib").output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn without_the_library_its_elements_are_boxes_and_one_warning_names_it() {
    let folder = Folder::new(&[("a.puml", SOURCE)]);
    let run = folder.puml(&["check", "a.puml"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(run.err.matches("preprocess/missing-library").count(), 1, "{}", run.err);
    assert!(run.err.contains("`tupadr3`") && run.err.contains("--library"), "{}", run.err);
    let run = folder.puml(&["render", "--format", "svg", "-o", "-", "a.puml"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains(">Orders<") && run.out.contains("DEV_MYSQL"), "{}", run.out);
}

#[test]
fn strict_refuses_a_library_that_is_not_there() {
    let folder = Folder::new(&[("a.puml", SOURCE)]);
    let run = folder.puml(&["check", "--strict", "a.puml"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("error[preprocess/no-library]"), "{}", run.err);
    assert!(run.err.contains("PUML_LIBRARY"), "{}", run.err);
}

#[test]
fn a_file_that_the_library_does_not_have_is_an_error() {
    let folder = with_library();
    let wrong = SOURCE.replace("mysql>", "mysqll>");
    std::fs::write(folder.path("a.puml"), wrong).unwrap();
    let run = folder.puml(&["check", "--library", "lib", "a.puml"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("a.puml:3:") && run.err.contains("is not found"), "{}", run.err);
}

#[test]
fn a_library_folder_that_is_not_there_is_a_wrong_argument() {
    let folder = with_library();
    let run = folder.puml(&["check", "--library", "nowhere", "a.puml"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("--library") && run.err.contains("nowhere"), "{}", run.err);
}
