//! `puml render`.

use std::{io::Write as _, process::Stdio, time::Duration};

use super::{Folder, HELLO, command};

#[test]
fn a_picture_lands_beside_its_source() {
    let folder = Folder::new(&[("a.puml", HELLO)]);
    let run = folder.puml(&["render", "a.puml"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(folder.read("a.svg").starts_with("<svg"));
}

#[test]
fn the_ending_of_the_output_chooses_the_format() {
    let folder = Folder::new(&[("a.puml", HELLO)]);
    for (name, magic) in [("a.png", &b"\x89PNG"[..]), ("a.pdf", b"%PDF"), ("a.svg", b"<svg")] {
        assert_eq!(folder.puml(&["render", "a.puml", "-o", name]).code, 0);
        assert!(std::fs::read(folder.path(name)).unwrap().starts_with(magic), "{name}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_is_told_how_far_a_long_job_is() {
    let folder = Folder::new(&[("quick.puml", HELLO)]);
    let slow = folder.path("slow.puml");
    assert!(std::process::Command::new("mkfifo").arg(&slow).status().unwrap().success());
    // Gives the program a terminal, and shows what the terminal was told.
    let watched = std::process::Command::new("script")
        .args(["--quiet", "--return", "--command"])
        .args([r#""$PUML" render slow.puml quick.puml"#, "/dev/null"])
        .env("PUML", env!("CARGO_BIN_EXE_puml"))
        .current_dir(folder.path(""))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // Opens when the program does: from then on it waits for its source.
    let mut source = std::fs::File::options().write(true).open(&slow).unwrap();
    std::thread::sleep(Duration::from_millis(700));
    source.write_all(HELLO.as_bytes()).unwrap();
    drop(source);
    let watched = watched.wait_with_output().unwrap();
    assert!(watched.status.success());
    let seen = String::from_utf8_lossy(&watched.stdout);
    assert!(seen.contains("/2"), "{seen}");
    assert!(folder.read("slow.svg").starts_with("<svg"));
}

#[test]
fn standard_input_goes_to_standard_output() {
    let folder = Folder::new(&[]);
    let run = folder.puml_with(&["render", "-", "-f", "utxt"], HELLO);
    assert_eq!(run.code, 0, "{}", run.err);
    for word in ["Alice", "Bob", "Hello"] {
        assert!(run.out.contains(word), "{}", run.out);
    }
    assert_eq!(folder.names(), Vec::<String>::new());
}

#[test]
fn several_diagrams_and_pages_get_numbered_files() {
    let two = format!("{HELLO}{HELLO}@startuml third\nA -> B\nnewpage\nB -> A\n@enduml\n");
    let folder = Folder::new(&[("a.puml", &two)]);
    let run = folder.puml(&["render", "a.puml", "-o", "out/"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let mut names: Vec<_> =
        std::fs::read_dir(folder.path("out")).unwrap().map(|it| it.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["a.svg", "a_001.svg", "third.svg", "third_001.svg"]);
}

#[test]
fn no_page_replaces_another_where_the_output_is_named() {
    let three =
        "@startuml\nA -> B : one\nnewpage\nA -> B : two\nnewpage\nA -> B : three\n@enduml\n";
    let folder = Folder::new(&[("a.puml", three)]);
    let run = folder.puml(&["render", "a.puml", "-o", "b.svg"]);
    assert_eq!(run.code, 0, "{}", run.err);
    for (name, word) in [("b.svg", ">one<"), ("b_001.svg", ">two<"), ("b_002.svg", ">three<")] {
        assert!(std::fs::read_to_string(folder.path(name)).unwrap().contains(word), "{name}");
    }
}

#[test]
fn one_page_can_be_chosen_and_a_missing_one_is_refused() {
    let folder =
        Folder::new(&[("a.puml", "@startuml\nA -> B : one\nnewpage\nA -> B : two\n@enduml\n")]);
    let run = folder.puml(&["render", "a.puml", "--page", "2", "-o", "-"]);
    assert!(run.out.contains(">two<") && !run.out.contains(">one<"), "{}", run.out);
    let missing = folder.puml(&["render", "a.puml", "--page", "3", "-o", "-"]);
    assert_eq!(missing.code, 2);
    assert!(missing.err.contains("has pages 1 to 2"), "{}", missing.err);
}

#[test]
fn a_bad_source_gives_no_picture_and_the_good_one_still_does() {
    let folder =
        Folder::new(&[("bad.puml", "@startuml\nA -> B\nend\n@enduml\n"), ("good.puml", HELLO)]);
    let run = folder.puml(&["render", "."]);
    assert_eq!(run.code, 1);
    assert_eq!(folder.names(), ["bad.puml", "good.puml", "good.svg"]);
}

#[test]
fn data_formats_are_json_and_canonical_source() {
    let folder = Folder::new(&[("a.puml", HELLO)]);
    for format in ["scene-json", "model-json", "ast-json"] {
        let run = folder.puml(&["render", "a.puml", "-f", format, "-o", "-"]);
        let parsed: serde_json::Value = serde_json::from_str(&run.out).expect(&run.err);
        assert_eq!(parsed["version"], 1, "{format}");
    }
    let run = folder.puml(&["render", "a.puml", "-f", "puml", "-o", "-"]);
    assert!(run.out.contains("Alice -> Bob"), "{}", run.out);
}

#[test]
fn a_source_is_never_overwritten_by_its_own_form() {
    let folder = Folder::new(&[("a.puml", HELLO)]);
    let run = folder.puml(&["render", "a.puml", "-f", "puml"]);
    assert_eq!(run.code, 2);
    assert_eq!(folder.read("a.puml"), HELLO);
}

#[test]
fn a_picture_that_is_too_large_is_a_clear_error() {
    let folder = Folder::new(&[("a.puml", HELLO)]);
    let run = folder.puml(&["render", "a.puml", "-o", "a.png", "--scale", "4000"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("pixels"), "{}", run.err);
}

#[test]
fn markdown_shows_its_pictures_and_rendering_again_changes_nothing() {
    let folder = Folder::new(&[("page.md", "# Page\n\n```puml\nA -> B : hi\n```\n\nText.\n")]);
    assert_eq!(folder.puml(&["render", "page.md"]).code, 0);
    let page = folder.read("page.md");
    assert!(page.contains("```\n\n![page-1](page-1.svg)\n"), "{page}");
    assert!(folder.read("page-1.svg").contains(">hi<"));
    assert_eq!(folder.puml(&["render", "page.md"]).code, 0);
    assert_eq!(folder.read("page.md"), page);
}

#[test]
fn each_page_of_a_diagram_in_markdown_has_its_link() {
    let two = "- step\n\n  ```puml\n  A -> B : one\n  newpage\n  A -> B : two\n  ```\n";
    let page = format!("{two}\n```mermaid\nflowchart LR\n  a --> b\n```\n");
    let folder = Folder::new(&[("p.md", &page)]);
    assert_eq!(folder.puml(&["render", "p.md"]).code, 0);
    let links = "\n  ![p-1](p-1.svg)\n\n  ![p-2](p-2.svg)\n";
    let drawn = folder.read("p.md");
    let rest = &page[two.len()..];
    assert_eq!(drawn, format!("{two}{links}{rest}\n![p-3](p-3.svg)\n"));
    assert_eq!(folder.puml(&["render", "p.md"]).code, 0);
    assert_eq!(folder.read("p.md"), drawn);
}

#[test]
fn the_output_s_folders_look_like_the_sources() {
    let files = [("docs/x.puml", HELLO), ("docs/sub/x.puml", HELLO), ("other/x.puml", HELLO)];
    let folder = Folder::new(&files);
    for (input, out) in [("docs", "a/"), ("docs/**/*.puml", "b/")] {
        let run = folder.puml(&["render", input, "-o", out]);
        assert_eq!(run.code, 0, "{}", run.err);
        for name in ["x.svg", "sub/x.svg"] {
            assert!(folder.path(out).join(name).is_file(), "{out}{name}");
        }
    }
    let run = folder.puml(&["render", "docs/x.puml", "other/x.puml", "-o", "c/"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("c/x.svg is the picture of another input already"), "{}", run.err);
}

#[test]
fn names_in_the_source_become_files_below_the_folder() {
    let source = "@startuml x.png\nA -> B\n@enduml\n@startuml sub/v1.2\nA -> B\n@enduml\n@startuml ../y\nA -> B\n@enduml\n";
    let folder = Folder::new(&[("a.puml", source)]);
    assert_eq!(folder.puml(&["render", "a.puml"]).code, 0);
    assert_eq!(folder.names(), ["a.puml", "a.svg", "sub", "x.svg"]);
    assert!(folder.path("sub/v1.2.svg").is_file());
}

#[test]
fn a_png_has_as_many_pixels_as_are_asked_for() {
    let folder = Folder::new(&[("a.puml", HELLO)]);
    let width = |arguments: &[&str]| {
        let run = folder.puml(&[&["render", "a.puml", "-o", "a.png"], arguments].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        let bytes = std::fs::read(folder.path("a.png")).unwrap();
        u32::from_be_bytes(bytes[16..20].try_into().unwrap())
    };
    let natural = width(&[]);
    assert_eq!((width(&["--dpi", "192"]), width(&["--scale", "3"])), (natural * 2, natural * 3));
    assert_eq!(folder.puml(&["render", "a.puml", "--dpi", "0"]).code, 2);
}

#[test]
fn a_theme_and_a_scheme_change_the_colours() {
    let folder = Folder::new(&[("a.puml", HELLO)]);
    let drawn = |arguments: &[&str]| {
        folder.puml(&[&["render", "a.puml", "-o", "-"], arguments].concat()).out
    };
    let plain = drawn(&[]);
    for arguments in [["--theme", "plain"], ["--scheme", "dark"]] {
        assert_ne!(drawn(&arguments), plain, "{arguments:?}");
    }
}

#[test]
fn json_tells_what_was_written() {
    let folder = Folder::new(&[("a.puml", HELLO), ("b.puml", "@startuml\nA -> B\nend\n@enduml\n")]);
    let run = folder.puml(&["render", ".", "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&run.out).expect(&run.out);
    assert_eq!((run.code, &answer["ok"]), (1, &false.into()));
    assert_eq!(answer["files"][0]["written"], serde_json::json!(["./a.svg"]));
    assert_eq!(answer["files"][1]["diagnostics"][0]["code"], "syntax/no-open-group");
    assert_eq!(folder.puml(&["render", "a.puml", "--json", "-o", "-"]).code, 2);
}

#[test]
fn a_theme_that_is_not_there_is_refused() {
    let folder = Folder::new(&[("a.puml", HELLO)]);
    let run = folder.puml(&["render", "a.puml", "--theme", "plein"]);
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("there is no theme \"plein\"; did you mean \"plain\"?"),
        "{}",
        run.err
    );
    let ours = &["render", "a.puml", "--theme", "nosuch"][..];
    let plantuml = &["-tsvg", "-theme", "nosuch", "a.puml"][..];
    for (flag, code) in [(ours, 2), (plantuml, 200)] {
        let run = folder.puml(flag);
        assert_eq!(run.code, code, "{flag:?}");
        assert!(run.err.contains("there is no theme \"nosuch\""), "{}", run.err);
        assert!(!folder.path("a.svg").exists());
    }
}

#[test]
fn each_language_has_themes_of_its_own() {
    let files = [("d/a.puml", HELLO), ("d/m.mmd", "graph TD\nA-->B\n")];
    let folder = Folder::new(&files);
    let drawn = |theme: &[&str]| {
        let run = folder.puml(&[&["render", "d/m.mmd", "-o", "-"], theme].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        run.out
    };
    assert_ne!(drawn(&["--theme", "forest"]), drawn(&[]));
    for (file, theme) in [("d/m.mmd", "sand"), ("d/a.puml", "forest")] {
        let run = folder.puml(&["render", file, "--theme", theme]);
        assert_eq!(run.code, 2, "{file}");
        assert!(run.err.contains(&format!("theme \"{theme}\"")), "{}", run.err);
    }
    // In a folder, files of the other language are drawn without it.
    let run = folder.puml(&["render", "d", "--theme", "sand"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("m.mmd: drawn without --theme: there is no Mermaid theme \"sand\""));
    assert!(folder.path("d/a.svg").exists() && folder.path("d/m.svg").exists());
}

#[test]
fn the_date_is_today_or_the_one_that_builds_name() {
    let folder = Folder::new(&[("a.puml", "A -> B : %date(\"yyyy-MM-dd\")\n")]);
    let drawn = |moment: Option<&str>| {
        let mut command = command(&folder.path(""));
        command.args(["render", "a.puml", "-f", "utxt", "-o", "-"]);
        match moment {
            Some(moment) => command.env("SOURCE_DATE_EPOCH", moment),
            None => command.env_remove("SOURCE_DATE_EPOCH"),
        };
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    assert!(drawn(Some("1000000000")).contains("2001-09-09"));
    assert!(!drawn(None).contains("1970"));
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let many = "A -> B : message\n".repeat(20_000);
    let folder = Folder::new(&[("a.puml", &format!("@startuml\n{many}@enduml\n"))]);
    let mut child = command(&folder.path(""))
        .args(["render", "a.puml", "-o", "-"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panic"));
}

#[test]
fn watching_draws_again_after_a_change() {
    let folder = Folder::new(&[("a.puml", HELLO)]);
    let mut child = command(&folder.path(""))
        .args(["render", "a.puml", "--watch"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let shows = |word: &str| {
        (0..200).any(|_| {
            std::thread::sleep(Duration::from_millis(50));
            std::fs::read_to_string(folder.path("a.svg")).is_ok_and(|it| it.contains(word))
        })
    };
    let first = shows("Hello");
    std::fs::write(folder.path("a.puml"), HELLO.replace("Hello", "Goodbye")).unwrap();
    let second = shows("Goodbye");
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!((first, second), (true, true));
}

#[test]
fn watching_a_folder_sees_folders_that_come_later() {
    let folder = Folder::new(&[("docs/a.puml", HELLO)]);
    let mut child = command(&folder.path(""))
        .args(["render", "docs", "--watch"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let comes = |name: &str| {
        (0..200).any(|_| {
            std::thread::sleep(Duration::from_millis(50));
            folder.path(name).is_file()
        })
    };
    let first = comes("docs/a.svg");
    std::fs::create_dir(folder.path("docs/new")).unwrap();
    std::thread::sleep(Duration::from_millis(200));
    std::fs::write(folder.path("docs/new/b.puml"), HELLO).unwrap();
    let second = comes("docs/new/b.svg");
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!((first, second), (true, true));
}

#[test]
fn a_bad_diagram_does_not_keep_the_others_of_its_file_from_being_drawn() {
    let good = |label: &str| format!("@startuml\nA -> B : {label}\n@enduml\n");
    let source = [good("one"), "@startuml\nA -> B\nend\n@enduml\n".into(), good("three")].concat();
    let folder = Folder::new(&[("a.puml", &source)]);
    let run = folder.puml(&["render", "a.puml"]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(folder.read("a.svg").contains("one"));
    assert!(folder.read("a_002.svg").contains("three"), "the name of the bad one stays free");
    assert!(!folder.path("a_001.svg").exists());
}

#[test]
fn a_bad_diagram_of_a_page_leaves_the_links_of_the_others_right() {
    let page = "```puml\nA -> B\nend\n```\n\n```mermaid\nflowchart LR\n  a -->\n```\n\n```puml\nC -> D\n```\n";
    let folder = Folder::new(&[("a.md", page)]);
    let run = folder.puml(&["render", "a.md"]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert_eq!(folder.read("a.md"), format!("{page}\n![a-3](a-3.svg)\n"));
    assert!(folder.read("a-3.svg").contains('C'));
}

#[test]
fn asciidoc_shows_its_pictures_in_its_own_words() {
    let page = "[plantuml]\n----\nA -> B\n----\n";
    let folder = Folder::new(&[("a.adoc", page)]);
    let run = folder.puml(&["render", "a.adoc"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(folder.read("a.adoc"), format!("{page}\nimage::a-1.svg[a-1]\n"));
}

#[test]
fn a_folder_with_kinds_that_are_not_drawn_is_drawn_otherwise() {
    let folder =
        Folder::new(&[("d/a.puml", HELLO), ("d/b.puml", "@startditaa\n+--+\n@endditaa\n")]);
    let run = folder.puml(&["render", "d"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(folder.path("d/a.svg").exists() && run.err.contains("not drawn: this is a ditaa"));
    assert_eq!(folder.puml(&["render", "d", "--deny-undrawn"]).code, 1);
    assert_eq!(folder.puml(&["render", "d/b.puml"]).code, 1);
}

#[test]
fn an_ending_that_is_not_written_is_refused_and_quiet_tells_problems_only() {
    let folder = Folder::new(&[("a.puml", HELLO), ("b.puml", "A -> B\nend\n")]);
    let run = folder.puml(&["render", "a.puml", "-o", "a.jpg"]);
    assert!(
        run.code == 2 && run.err.contains("a.jpg: the endings that puml writes"),
        "{}",
        run.err
    );
    let run = folder.puml(&["render", "--quiet", "a.puml"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let run = folder.puml(&["check", "-q", "a.puml", "b.puml"]);
    assert!(run.code == 1 && run.err.contains("b.puml:2"), "{}", run.err);
    assert!(!run.err.contains("2 diagrams"), "{}", run.err);
}
