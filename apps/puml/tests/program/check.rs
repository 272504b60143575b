//! `puml check`.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;

use serde_json::Value;

use super::{Folder, HELLO};

const BROKEN: &str = "@startuml\npartcipant A\nA -> B : fine\nalt\nA ->> : ?\nend\nend\n@enduml\n";

#[cfg(unix)]
#[test]
fn a_pipe_with_a_name_is_read_as_a_file_is() {
    let folder = Folder::new(&[]);
    let pipe = folder.path("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    std::thread::spawn(move || std::fs::write(pipe, "A -> B\nend\n"));
    let run = folder.puml(&["check", "pipe"]);
    assert!(run.err.contains("pipe:2"), "{}", run.err);
}

#[test]
fn a_good_file_passes_in_silence_on_stdout() {
    let folder = Folder::new(&[("a.puml", HELLO)]);
    let run = folder.puml(&["check", "a.puml"]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
    assert!(run.err.contains("1 diagram: 0 errors, 0 warnings"), "{}", run.err);
}

#[test]
fn every_problem_is_shown_with_its_line_and_code() {
    let folder = Folder::new(&[("a.puml", BROKEN)]);
    let run = folder.puml(&["check", "a.puml"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("a.puml:2:1"), "{}", run.err);
    assert!(run.err.contains("a.puml:7:1"), "{}", run.err);
    assert!(run.err.contains("error["), "{}", run.err);
}

#[test]
fn json_is_one_document_for_all_files() {
    let folder = Folder::new(&[("a.puml", BROKEN), ("b.puml", HELLO)]);
    let run = folder.puml(&["check", "--json", "a.puml", "b.puml"]);
    let answer: Value = serde_json::from_str(&run.out).expect(&run.out);
    assert_eq!((run.code, &answer["ok"]), (1, &Value::Bool(false)));
    assert_eq!(answer["files"][1]["ok"], true);
    assert_eq!(answer["files"][0]["diagnostics"][0]["range"]["start"]["line"], 2);
    assert!(answer["summary"]["errors"].as_u64().unwrap() >= 2);
}

#[test]
fn fixes_that_make_a_file_valid_are_applied() {
    let source = "@startuml\n== Phase\nAlice -> Bob : hi\npartcipant Carol\n@enduml\n";
    let folder = Folder::new(&[("a.puml", source)]);
    let run = folder.puml(&["check", "--fix", "a.puml"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("fixed a.puml"), "{}", run.err);
    let wanted = source.replace("== Phase", "== Phase ==").replace("partcipant", "participant");
    assert_eq!(folder.read("a.puml"), wanted);
}

#[test]
fn guesses_are_left_and_told_unless_all_are_wanted() {
    let source = "@startuml\n!theme sandd\nAlice -> Bob : hi\n== Phase\nA : B -> x\n@enduml\n";
    let folder = Folder::new(&[("a.puml", source)]);
    let run = folder.puml(&["check", "--fix", "a.puml"]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert_eq!(folder.read("a.puml"), source.replace("== Phase", "== Phase =="));
    assert!(run.err.contains("left 1 likely fix; `--fix=all` applies it"), "{}", run.err);
    assert!(run.err.contains("1 finding has no fix"), "{}", run.err);
    let run = folder.puml(&["check", "--fix=all", "a.puml"]);
    assert_eq!(run.code, 1, "{}", run.err);
    let wanted = source.replace("== Phase", "== Phase ==").replace("sandd", "sand");
    assert_eq!(folder.read("a.puml"), wanted);
}

#[test]
fn a_folder_is_searched_and_a_missing_file_is_an_error() {
    let folder = Folder::new(&[
        ("docs/a.puml", HELLO),
        ("docs/deep/b.plantuml", HELLO),
        ("docs/c.txt", "no"),
    ]);
    let run = folder.puml(&["check", "docs"]);
    assert!(run.err.contains("2 diagrams"), "{}", run.err);
    let missing = folder.puml(&["check", "nowhere.puml"]);
    assert_eq!(missing.code, 2);
    assert!(missing.err.contains("no such file: nowhere.puml"), "{}", missing.err);
}

#[test]
fn what_is_only_included_is_no_diagram_of_its_folder() {
    let folder = Folder::new(&[
        ("docs/a.puml", "@startuml\n!include words.puml\n!include part.iuml\n@enduml\n"),
        ("docs/part.iuml", "A -> B : $word\n$call()\n"),
        ("docs/words.puml", "!$word = \"hi\"\n!procedure $call()\nB -> A\n!endprocedure\n"),
    ]);
    let run = folder.puml(&["check", "docs"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("1 diagram, 2 includes not checked:"), "{}", run.err);
    assert!(run.err.contains("docs/words.puml: not checked"), "{}", run.err);
    let answer = folder.puml(&["check", "docs", "--json"]).out;
    let answer: Value = serde_json::from_str(&answer).expect(&answer);
    let parts = answer["summary"]["parts"].as_array().unwrap();
    assert_eq!(parts, &["docs/part.iuml", "docs/words.puml"]);
    let run = folder.puml(&["render", "docs", "-o", "out/"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(folder.path("out/a.svg").exists() && !folder.path("out/words.svg").exists());
    assert_eq!(folder.puml(&["check", "docs/words.puml"]).code, 1, "it is named itself");
}

#[test]
fn an_include_stays_inside_the_allowed_folders() {
    let folder = Folder::new(&[
        ("docs/a.puml", "@startuml\n!include ../secret.iuml\nA -> B\n@enduml\n"),
        ("docs/b.puml", "@startuml\n!include parts/names.iuml\nA -> B\n@enduml\n"),
        ("docs/parts/names.iuml", "participant A\nparticipant B\n"),
        ("secret.iuml", "participant Secret\n"),
    ]);
    let refused = folder.puml(&["check", "docs/a.puml"]);
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("--include-root"), "{}", refused.err);
    let inside = folder.puml(&["check", "docs/b.puml"]);
    assert_eq!(inside.code, 0, "{}", inside.err);
    let allowed = folder.puml(&["check", "docs/a.puml", "--include-root", "."]);
    assert_eq!(allowed.code, 0, "{}", allowed.err);
}

#[test]
fn an_address_is_opened_only_on_a_host_that_was_named() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = stream.read(&mut [0; 1024]);
        let body = "participant Far\n";
        let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", body.len());
        stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
    });
    let source = format!("@startuml\n!include http://{address}/x.puml\nFar -> B\n@enduml\n");
    let folder = Folder::new(&[("a.puml", &source)]);
    for call in [&["check", "a.puml"][..], &["check", "a.puml", "--include-host", "example.org"]] {
        let refused = folder.puml(call);
        assert_eq!(refused.code, 1, "{}", refused.err);
        assert!(refused.err.contains("--include-host"), "{}", refused.err);
    }
    let allowed = folder.puml(&["check", "a.puml", "--strict", "--include-host", "127.0.0.1"]);
    assert!(!allowed.err.contains("cannot be included"), "{}", allowed.err);
    assert!(!allowed.err.contains("`Far`"), "{}", allowed.err);
}

#[test]
fn a_problem_in_markdown_is_shown_where_it_stands() {
    let folder = Folder::new(&[(
        "page.md",
        "# Page\n\n```puml\nA -> B : ok\n```\n\n```puml\nA ->> -> B\n```\n",
    )]);
    let run = folder.puml(&["check", "page.md"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("page.md:8:"), "{}", run.err);
}

#[test]
fn safe_fixes_reach_the_blocks_of_a_page() {
    let page = "# Page\n\n```puml\nA -> B : ok\n== Phase\n```\n";
    let folder = Folder::new(&[("page.md", page)]);
    let run = folder.puml(&["check", "--fix", "page.md"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(folder.read("page.md"), page.replace("== Phase", "== Phase =="));
}

#[test]
fn text_that_is_not_utf8_is_refused_with_its_line() {
    let folder = Folder::new(&[]);
    std::fs::write(folder.path("a.puml"), b"@startuml\nA -> B : caf\xe9\n@enduml\n").unwrap();
    let run = folder.puml(&["check", "a.puml"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("line 2 is not UTF-8"), "{}", run.err);
}

#[test]
fn a_file_that_cannot_be_read_does_not_hide_the_others() {
    let folder = Folder::new(&[("b.puml", "@startuml\nA -> B\nend\n@enduml\n"), ("c.puml", HELLO)]);
    std::fs::write(folder.path("a.puml"), b"A -> B : caf\xe9\n").unwrap();
    let run = folder.puml(&["check", "."]);
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("not UTF-8") && run.err.contains("syntax/no-open-group"),
        "{}",
        run.err
    );
    let run = folder.puml(&["check", ".", "--json"]);
    let answer: Value = serde_json::from_str(&run.out).expect(&run.out);
    let seen: Vec<_> = answer["files"].as_array().unwrap().iter().map(|it| &it["ok"]).collect();
    assert_eq!(seen, [false, true, false]);
    assert!(answer["files"][2]["problem"].as_str().unwrap().contains("not UTF-8"));
    let run = folder.puml(&["render", "."]);
    assert_eq!((run.code, folder.path("c.svg").is_file()), (2, true), "{}", run.err);
}

#[test]
fn strict_refuses_undeclared_participants() {
    let folder = Folder::new(&[("a.puml", HELLO)]);
    assert_eq!(folder.puml(&["check", "--strict", "a.puml"]).code, 1);
}

const SALT: &str = "@startsalt\n{ ok }\n@endsalt\n";

#[test]
fn kinds_that_are_not_drawn_are_named_in_folders_and_refused_alone() {
    let folder = Folder::new(&[("docs/a.puml", HELLO), ("docs/b.puml", SALT)]);
    let run = folder.puml(&["check", "docs"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("docs/b.puml:1: not drawn: this is a salt diagram"), "{}", run.err);
    assert!(run.err.contains("1 diagram, 1 not drawn: 0 errors, 0 warnings"), "{}", run.err);
    let run = folder.puml(&["check", "docs", "--deny-undrawn"]);
    assert_eq!(run.code, 1, "{}", run.err);
    let run = folder.puml(&["check", "docs/b.puml"]);
    assert_eq!(run.code, 1, "{}", run.err);
    let run = folder.puml(&["check", "--json", "docs"]);
    let answer: Value = serde_json::from_str(&run.out).expect(&run.out);
    assert_eq!(answer["summary"]["undrawn"], 1);
    assert_eq!(answer["files"][1]["undrawn"][0]["kind"], "a salt diagram");
    assert_eq!(answer["files"][1]["ok"], true);
}

#[test]
fn the_pages_of_a_folder_are_checked_with_it() {
    let markdown = "# Guide\n\n```plantuml\nA -> B\nend\n```\n";
    let asciidoc = "= Guide\n\n[plantuml]\n----\nA -> B\nend\n----\n";
    let folder = Folder::new(&[
        ("docs/a.puml", HELLO),
        ("docs/guide.md", markdown),
        ("docs/guide.adoc", asciidoc),
        ("docs/plain.md", "# No diagram\n"),
    ]);
    let run = folder.puml(&["check", "docs"]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("docs/guide.md:5:1"), "{}", run.err);
    assert!(run.err.contains("docs/guide.adoc:6:1"), "{}", run.err);
    assert!(run.err.contains("3 diagrams: 2 errors"), "{}", run.err);
}

#[test]
fn files_of_the_repository_and_of_the_folder_that_is_checked_may_be_included() {
    let source = "@startuml\n!include ../shared/part.puml\nA -> B\n@enduml\n";
    let files = [("docs/flows/a.puml", source), ("docs/shared/part.puml", "participant A\n")];
    let folder = Folder::new(&files);
    assert_eq!(folder.puml(&["check", "docs/flows/a.puml"]).code, 1, "outside its own folder");
    assert_eq!(folder.puml(&["check", "docs/flows"]).code, 1, "outside the folder that is checked");
    let run = folder.puml(&["check", "docs"]);
    assert_eq!(run.code, 0, "{}", run.err);
    std::fs::create_dir(folder.path(".git")).unwrap();
    let run = folder.puml(&["check", "docs/flows/a.puml"]);
    assert_eq!(run.code, 0, "{}", run.err);
    std::fs::write(folder.path("docs/flows/a.puml"), source.replace("../", "../../../")).unwrap();
    let run = folder.puml(&["check", "docs/flows/a.puml"]);
    assert_eq!(run.code, 1, "outside the repository");
}
