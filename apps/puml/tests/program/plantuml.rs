//! The flags of the `plantuml` command line: the files, lines and exit codes that PlantUML 1.2026.8 has for the same input.

use super::{Folder, HELLO};

const BAD: &str = "@startuml\nA -> B\nwhat is this\n@enduml\n";
const MANY: &str = "@startuml\nA -> B\n@enduml\n\n@startuml named\nC -> D\nwhat is this\n@enduml\n@startuml\nE->F\n@enduml\n";

#[test]
fn pipe_draws_standard_input_with_and_without_markers() {
    let folder = Folder::new(&[]);
    for source in [HELLO, "Alice -> Bob: Hello\n"] {
        for flags in [["-tsvg", "-pipe"], ["-p", "-tsvg"], ["--svg", "--pipe"]] {
            let run = folder.puml_with(&flags, source);
            assert_eq!((run.code, run.err.as_str()), (0, ""), "{flags:?}");
            assert!(run.out.starts_with("<svg"));
        }
    }
    assert_eq!(folder.puml_with(&["-tsvg", "-pipe"], "").code, 50);
}

#[test]
fn pipe_draws_one_page_of_each_diagram() {
    let folder = Folder::new(&[]);
    let source = "@startuml\nA -> B : one\nnewpage\nA -> B : two\n@enduml\n@startuml\nA -> B : three\n@enduml\n";
    let first = folder.puml_with(&["-tutxt", "-pipe", "-pipedelimitor", "=+="], source).out;
    let shown = |text: &str| ["one", "two", "three"].map(|it| text.contains(it));
    assert_eq!((shown(&first), first.matches("=+=\n").count()), ([true, false, true], 2));
    let second = folder.puml_with(&["-tutxt", "-pipe", "-pipeimageindex", "1"], source);
    assert_eq!((second.code, shown(&second.out)), (0, [false, true, false]));
}

#[test]
fn a_pipe_tells_errors_in_three_lines_and_draws_the_rest() {
    let folder = Folder::new(&[]);
    let run = folder.puml_with(&["-tutxt", "-pipe"], MANY);
    assert_eq!(run.code, 200);
    assert!(run.err.starts_with("ERROR\n2\n`what is this` begins no statement\n"), "{}", run.err);
    assert!(run.out.contains('A') && run.out.contains('F') && !run.out.contains('C'));
    let run = folder.puml_with(&["-tutxt", "-pipe", "-stdrpt:1"], MANY);
    let pairs =
        "protocolVersion=1\nstatus=ERROR\nlineNumber=3\nlabel=`what is this` begins no statement\n";
    assert_eq!(run.err, pairs);
}

#[test]
fn files_are_drawn_into_a_folder_beside_them() {
    let folder = Folder::new(&[("docs/a.puml", HELLO), ("docs/sub/b.puml", HELLO)]);
    let run = folder.puml(&["-tsvg", "-o", "out", "docs/a.puml"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(folder.path("docs/out/a.svg").is_file());
    assert_eq!(folder.puml(&["docs"]).code, 0);
    assert!(folder.path("docs/a.png").is_file() && !folder.path("docs/sub/b.png").exists());
    assert_eq!(folder.puml(&["-tsvg", "-x", "a.puml", "docs/**.puml"]).code, 0);
    assert!(folder.path("docs/sub/b.svg").is_file() && !folder.path("docs/a.svg").exists());
}

#[test]
fn pictures_have_the_old_names() {
    let pages = "@startuml\nA -> B\nnewpage\nA -> B\n@enduml\n";
    let named = "@startuml x.png\nA -> B\n@enduml\n@startuml \"sub/y z\"\nA -> B\n@enduml\n@startuml ../out\nA -> B\n@enduml\n";
    let files = [("a.puml", pages), ("many.puml", MANY), ("n.puml", named), ("t.md", HELLO)];
    let folder = Folder::new(&files);
    assert_eq!(folder.puml(&["-ttxt", "a.puml", "many.puml", "n.puml", "t.md"]).code, 200);
    let names = folder.names().join(" ");
    assert_eq!(
        names,
        "a.atxt a.puml a_001.atxt many.atxt many.puml many_001.atxt n.atxt n.puml named.atxt sub t.atxt t.md x.atxt"
    );
    assert!(folder.path("sub/y z.atxt").is_file());
}

#[test]
fn errors_in_files_are_told_by_line_and_file() {
    let folder = Folder::new(&[("many.puml", MANY), ("none.txt", "text\n"), ("a.puml", HELLO)]);
    let run = folder.puml(&["-tsvg", "-quiet", "many.puml"]);
    assert_eq!(run.code, 200);
    assert!(run.err.starts_with("Error line 7 in file: many.puml\n"), "{}", run.err);
    assert!(run.err.ends_with("Some diagram description contains errors\n"), "{}", run.err);
    let run = folder.puml(&["-stdrpt:2", "-tsvg", "many.puml"]);
    assert_eq!(run.err, "many.puml:7:error:`what is this` begins no statement\n");
    let none = folder.puml(&["-tsvg", "none.txt"]);
    assert_eq!(
        (none.code, none.err.as_str()),
        (100, "Warning: no image in none.txt\nNo diagram found\n")
    );
    assert_eq!(folder.puml(&["-tsvg", "missing.puml"]).code, 50);
    let run = folder.puml(&["-tsvg", "a.puml", "missing.puml"]);
    assert_eq!((run.code, run.err.as_str()), (0, "Warning: no such file: missing.puml\n"));
}

#[test]
fn flags_without_meaning_here_are_taken_and_others_are_refused() {
    let folder = Folder::new(&[("a.puml", HELLO)]);
    let taken = "-charset UTF-8 -nbthread auto -timeout 9 -progress -overwrite -nometadata -noerror -v -tsvg a.puml";
    let run = folder.puml(&taken.split(' ').collect::<Vec<_>>());
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    for flag in ["-gui", "-ftp", "-picoweb"] {
        let run = folder.puml(&[flag, "a.puml"]);
        assert_eq!(run.code, 2);
        assert!(run.err.contains(&format!("error: {flag}: puml ")));
    }
    assert!(folder.puml(&["-version"]).out.starts_with("puml "));
}

#[test]
fn syntax_answers_in_the_old_words_for_each_diagram() {
    let folder = Folder::new(&[]);
    assert_eq!(folder.puml_with(&["-syntax"], HELLO).out, "SEQUENCE\n(2 participants)\n");
    let run = folder.puml_with(&["-syntax"], MANY);
    assert_eq!(run.code, 200);
    let fine = "SEQUENCE\n(2 participants)\n";
    assert_eq!(run.out, format!("{fine}ERROR\n2\n`what is this` begins no statement\n{fine}"));
}

#[test]
fn failfast_draws_nothing_when_anything_is_wrong() {
    let folder = Folder::new(&[("a.puml", HELLO), ("b.puml", BAD)]);
    assert_eq!(folder.puml(&["-failfast2", "-tsvg", "a.puml", "b.puml"]).code, 200);
    assert_eq!(folder.names(), ["a.puml", "b.puml"]);
    assert_eq!(folder.puml(&["-checkonly", "b.puml"]).code, 200);
    assert_eq!(folder.puml(&["-checkonly", "a.puml"]).code, 0);
}

#[test]
fn codes_go_both_ways() {
    let folder = Folder::new(&[("a.puml", HELLO)]);
    let code = folder.puml(&["-encodeurl", "a.puml"]).out;
    assert_eq!(folder.puml(&["-decodeurl", code.trim()]).out, HELLO);
    assert_eq!(folder.puml_with(&["-encodeurl", "-pipe"], HELLO).out, code);
    assert_eq!(folder.puml_with(&["-encodeurl", "-pipe"], MANY).out.lines().count(), 3);
}

#[test]
fn a_pipe_has_the_name_and_the_includes_that_filename_gives_it() {
    let folder = Folder::new(&[("docs/part.puml", "A -> B : from the part\n")]);
    let source = "@startuml\n!include part.puml\nA -> B : %filename()\n@enduml\n";
    let flags =
        ["-Djava.awt.headless=true", "-jar", "plantuml.jar", "-tutxt", "-pipe", "-filename"];
    let run = folder.puml_with(&[&flags[..], &["docs/page.puml"]].concat(), source);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains("from the part") && run.out.contains("page.puml"), "{}", run.out);
}

#[test]
fn a_pipe_without_a_name_includes_from_the_include_path_and_from_here() {
    let folder = Folder::new(&[
        ("docs/part.puml", "A -> B : from the part\n"),
        ("here.puml", "B -> A : from here\n"),
    ]);
    let source = "@startuml\n!include part.puml\n!include here.puml\n@enduml\n";
    let run = folder.puml_with(&["-Dplantuml.include.path=docs", "-tutxt", "-pipe"], source);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains("from the part") && run.out.contains("from here"), "{}", run.out);
}

#[test]
fn settings_and_files_are_read_before_each_diagram() {
    let files = [
        ("c.puml", "skinparam sequenceMessageAlign right\n!$word = \"configured\"\n"),
        ("lib/x.iuml", "!procedure $say($it)\nA -> B : said $it\n!endprocedure\n"),
        ("a.puml", "@startuml\n$say($word)\n@enduml\n@startuml\n$say(\"again\")\n@enduml\n"),
    ];
    let folder = Folder::new(&files);
    let flags = ["-tsvg", "-config", "c.puml", "-Ilib/*.iuml", "-SsequenceArrowColor=#123456"];
    let run = folder.puml(&[&flags[..], &["a.puml"]].concat());
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let first = folder.read("a.svg").to_lowercase();
    assert!(first.contains("said configured") && first.contains("#123456"), "{first}");
    assert!(folder.read("a_001.svg").contains("said again"));
}

#[test]
fn an_error_has_a_picture_unless_nobody_wants_it() {
    let folder = Folder::new(&[("a.puml", BAD)]);
    let run = folder.puml(&["-tsvg", "a.puml"]);
    assert_eq!(run.code, 200);
    let picture = folder.read("a.svg");
    assert!(picture.contains("what is this"));
    assert!(picture.starts_with("<svg style=\"width:"), "tools read the root's style: {picture}");
    let run = folder.puml_with(&["-tsvg", "-pipe"], BAD);
    assert_eq!(run.code, 200);
    assert!(run.out.starts_with("<svg") && run.out.contains("begins no statement"));
    let run = folder.puml_with(&["-tsvg", "-pipe", "-noerror"], BAD);
    assert_eq!((run.code, run.out.as_str()), (200, ""));
}

#[test]
fn the_preprocessor_s_text_and_the_links_can_be_had() {
    let source =
        "@startuml\n!$x = \"word\"\nparticipant A [[https://example.com]]\nA -> A : $x\n@enduml\n";
    let folder = Folder::new(&[("a.puml", source)]);
    assert_eq!(folder.puml(&["-preproc", "a.puml"]).code, 0);
    assert!(folder.read("a.preproc").contains("A -> A : word"));
    let run = folder.puml_with(&["-pipemap"], source);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.starts_with("<map") && run.out.contains("https://example.com"), "{}", run.out);
    assert!(folder.puml(&["-testdot"]).out.contains("not needed"));
    let told = folder.puml(&["-duration", "-tsvg", "a.puml"]).err;
    let duration = told.strip_prefix("Duration = ").and_then(|it| it.strip_suffix(" seconds\n"));
    assert!(duration.is_some_and(|it| it.contains('.') && it.parse::<f64>().is_ok()), "{told}");
    let run = folder.puml(&["-teps", "a.puml"]);
    assert!(run.code == 200 && run.err.contains("does not write eps"), "{}", run.err);
}

#[test]
fn other_charsets_are_read() {
    let folder = Folder::new(&[]);
    std::fs::write(folder.path("a.puml"), b"@startuml\nA -> B : gr\xfc\xdfe\n@enduml\n").unwrap();
    let run = folder.puml(&["-charset", "ISO-8859-1", "-tutxt", "a.puml"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(folder.read("a.utxt").contains("grüße"));
}

#[test]
fn a_png_carries_its_source_unless_it_must_not() {
    let folder = Folder::new(&[("a.puml", HELLO)]);
    assert_eq!(folder.puml(&["-tpng", "a.puml"]).code, 0);
    assert_eq!(folder.puml(&["decode", "a.png"]).out, HELLO);
    assert_eq!(folder.puml(&["-tpng", "-nometadata", "a.puml"]).code, 0);
    let run = folder.puml(&["decode", "a.png"]);
    assert!(run.code == 1 && run.err.contains("carries no source"), "{}", run.err);
}
