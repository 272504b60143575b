//! Every row of `flags.tsv`, which is also the page `docs/drop-in.md`: its call has the answer that it says.

use super::{Folder, HELLO};

const FLAGS: &str = include_str!("../../flags.tsv");

const FILES: [(&str, &str); 13] = [
    ("a.puml", HELLO),
    ("docs/a.puml", HELLO),
    ("docs/sub/b.puml", HELLO),
    ("docs/part.puml", "A -> B : from the part\n"),
    ("includes.puml", "@startuml\n!include part.puml\n@enduml\n"),
    ("bad.puml", "@startuml\nA -> B\nwhat is this\n@enduml\n"),
    ("pages.puml", "@startuml\nA -> B : first\nnewpage\nA -> B : second\n@enduml\n"),
    ("link.puml", "@startuml\nparticipant A [[https://example.com]]\nA -> B\n@enduml\n"),
    ("config.puml", "!$word = \"configured\"\n"),
    ("word.puml", "@startuml\n!$other = $word\nA -> B : $word\n@enduml\n"),
    ("named.puml", "@startuml other\nA -> B\n@enduml\n"),
    ("format.puml", "@@@format utxt\n@startuml\nA -> B\n@enduml\n"),
    ("define.puml", "@startuml\nA -> B : it is X\n@enduml\n"),
];

/// A PNG of one black pixel.
const PICTURE: &[u8] =
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0:~\x9bU\0\0\0\nIDATx\x9cc`\0\0\0\x02\0\x01H\xaf\xa4q\0\0\0\0IEND\xaeB`\x82";

#[test]
fn each_call_of_the_table_has_its_answer() {
    let mut calls = 0;
    for row in FLAGS.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [_, _, _, call, answer] = fields.as_slice() else { panic!("five fields: {row}") };
        let folder = Folder::new(&FILES);
        std::fs::write(folder.path("plain.txt"), "text\n").unwrap();
        std::fs::write(folder.path("latin.puml"), b"@startuml\nA -> B : gr\xfcn\n@enduml\n")
            .unwrap();
        std::fs::write(folder.path("picture.png"), PICTURE).unwrap();
        let (words, input) = match call.split_once(" < ") {
            Some((words, file)) => (words, folder.read(file)),
            None => (*call, String::new()),
        };
        let run = folder.puml_with(&words.split(' ').collect::<Vec<_>>(), &input);
        let (code, wanted) = answer.split_once(' ').unwrap_or((answer, ""));
        let told = format!("{call}: {} {}\n{}", run.code, run.out, run.err);
        assert_eq!(run.code.to_string(), code, "{told}");
        match wanted.split_once(':') {
            Some(("file", name)) => assert!(folder.path(name).is_file(), "{told}"),
            Some(("nofile", name)) => assert!(!folder.path(name).exists(), "{told}"),
            Some(("out", text)) => assert!(run.out.contains(text), "{told}"),
            Some(("err", text)) => assert!(run.err.contains(text), "{told}"),
            _ => panic!("{row}: the answer is `CODE file:…`, `nofile:…`, `out:…` or `err:…`"),
        }
        calls += 1;
    }
    assert!(calls > 55, "only {calls} rows");
}
